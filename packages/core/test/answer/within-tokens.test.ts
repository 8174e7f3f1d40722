import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdIn, sampleHold, sampleVerdict } from '@holdpoint/testing'
import { endedAnswer, envelopeAnswer, errorAnswer, previewAnswer } from '../../src/answer/agent-answer.ts'
import type { AgentAnswer } from '../../src/answer/agent-answer.ts'
import { toToolResult } from '../../src/answer/to-tool-result.ts'
import { countTokens, MOST_TOKENS, sayToAgent, shortenToTokens, withinTokens } from '../../src/answer/within-tokens.ts'
import type { Hold } from '../../src/hold/hold.ts'
import { CATALOGUE } from '../../src/sentence/catalogue.ts'
import type { SentenceName } from '../../src/sentence/catalogue.ts'

const ID = '3f1c2a7e-9b4d-4c11-8a77-0d2e5f6a9b10'
const LINK = `http://localhost:7433/approvals/${ID}`
const LONG_LINK = `https://approvals.payments.internal.example-company.com:8443/approvals/${ID}`
const ABSURD_LINK = `https://${'a1b2-'.repeat(60)}.example.com/approvals/${ID}`
const LONG_PROGRAM =
  '"/Users/Some One/src/holdpoint/node_modules/.bin/node" /Users/someone/src/holdpoint/bin/holdpoint.js'
/** What is long, and what is dear: a character of these scripts costs as many tokens as it has bytes. */
const LONG = [
  'delete_contact_'.repeat(40),
  'x'.repeat(4000),
  '删除联系人'.repeat(60),
  '🗑'.repeat(200),
  'a.B-1_'.repeat(99),
]

describe('the estimate', () => {
  test.each([
    ['', 0],
    ['NOT RUN YET', 3],
    ['decided', 2],
    ['camelCase', 2],
    ['1234567', 3],
    ['":{"', 2],
    ['a  b\n\n\nc', 5],
    ['é', 2],
    ['确认', 6],
    ['❌', 3],
    ['😀', 4],
    ['\ud800', 3],
  ])('%j costs %i', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
  })
})

describe('a shortened text', () => {
  test('keeps how it begins and ends, and costs no more than it may', () => {
    expect(shortenToTokens('write_file on files (path: "/a/b/report.md")', 40)).toBe(
      'write_file on files (path: "/a/b/report.md")',
    )
    const short = shortenToTokens(`write_file on files (path: "/${'deep/'.repeat(200)}report.md")`, 24)
    expect(short).toMatch(/^write_file on files \(path: "\/deep\/.*….*report\.md"\)$/)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 3, max: 60 }), (text, most) => {
        const shown = shortenToTokens(text, most)
        expect(countTokens(shown)).toBeLessThanOrEqual(most)
        if (countTokens(text) <= most) expect(shown).toBe(text)
      }),
    )
  })

  test('cuts no mark of a hidden character and no character in two', () => {
    const marked = '⟦U+202E⟧😀'.repeat(50)
    for (let most = 3; most < 80; most += 1)
      expect(shortenToTokens(marked, most).replace(/⟦U\+202E⟧|😀/gu, '')).toBe('…')
  })
})

test('our own words are whole however long the values are', () => {
  for (const long of LONG) {
    const text = withinTokens(
      { what: long, who: long, n: 3 },
      ({ what, who, n }) => `Held ${what}, by ${who}: ${n} left.`,
    )
    expect(text).toMatch(/^Held .+…?.*, by .+: 3 left\.$/)
    expect(countTokens(text)).toBeLessThanOrEqual(MOST_TOKENS)
  }
})

/** Of a call whose title is long. */
function longHold(state: Parameters<typeof holdIn>[0], long: string, over: Parameters<typeof holdIn>[1] = {}): Hold {
  const hold = holdIn(state, { id: ID, ...over })
  return { ...hold, preview: { ...hold.preview, tool: long, title: `${long} on ${long} (id: "${long}")` } }
}

const RULE = { decideWithinMs: 3000 }

/** Each kind of answer that an agent can get of us instead of a result, with what others chose as long as it can be. */
const ANSWERS: readonly (readonly [string, (long: string) => AgentAnswer, readonly RegExp[]])[] = [
  [
    'waiting',
    (long) => envelopeAnswer(longHold('pending', long), LINK, 0, 'holdpoint'),
    [/NOT RUN YET/, new RegExp(LINK), /\(or: holdpoint open 3f1c2a\)/],
  ],
  [
    'waiting, with a long link and a long command',
    (long) => envelopeAnswer(longHold('pending', long), LONG_LINK, 0, LONG_PROGRAM),
    [/NOT RUN YET/, new RegExp(LONG_LINK)],
  ],
  [
    'waiting, with a link that leaves no room',
    (long) => envelopeAnswer(longHold('pending', long), ABSURD_LINK, 0, 'holdpoint'),
    [/NOT RUN YET/, /with approval_url \(or: holdpoint open 3f1c2a\)/],
  ],
  [
    'waiting, with a link and a command that leave no room',
    (long) => envelopeAnswer(longHold('pending', long), ABSURD_LINK, 0, LONG_PROGRAM.repeat(3)),
    [/NOT RUN YET/, /with approval_url, then/],
  ],
  [
    'approved',
    (long) => envelopeAnswer(longHold('approved', long), LINK, 0, 'holdpoint'),
    [/NOT RUN YET/, /again with identical arguments/],
  ],
  [
    'approved, and may be taken back',
    (long) => envelopeAnswer(longHold('approved', long, { runAfter: 5000 }), LINK, 0, 'holdpoint'),
    [/NOT RUN YET/, /runs in 5 s/, /end your turn/],
  ],
  [
    'declined',
    (long) => endedAnswer(longHold('declined', long, { verdicts: [sampleVerdict('decline', { reason: long })] })),
    [/^❌ .* declined by user\. Nothing ran\. Reason: .* Do not retry it; ask the user how to go on\.$/],
  ],
  [
    'cancelled',
    (long) => endedAnswer(longHold('cancelled', long, { note: long })),
    [/^❌ .* cancelled/, /Nothing ran\. Reason: .* Do not retry it unless the user asks\.$/],
  ],
  [
    'expired',
    (long) => endedAnswer(longHold('expired', long, { note: long })),
    [/Nothing ran\. Call again if it is still wanted; a person will be asked anew\.$/],
  ],
  [
    'timed out',
    (long) => endedAnswer(longHold('expired', long, { ruling: { ...RULE, deadlineRule: long }, executeBy: null })),
    [/nobody answered within the 3 s that the rule ".*" gives\. Nothing ran\. Do not retry it unless/],
  ],
  [
    'invalidated',
    (long) => endedAnswer(longHold('invalidated', long, { note: long })),
    [/: the approval no longer holds \(.*\)\. Nothing ran\. Call again; a person will be asked anew\.$/],
  ],
  [
    'unknown',
    (long) => endedAnswer(longHold('unknown', long, { outcome: { kind: 'lost', reason: long } })),
    [/was sent, but its outcome is unknown \(.*\)\. It may or may not have happened\. Do not retry; .* hold 3f1c2a7e/],
  ],
  [
    'resolved',
    (long) =>
      endedAnswer(
        longHold('resolved', long, { outcome: { kind: 'resolved', executed: false, by: 'ben', note: long } }),
      ),
    [/: a person checked: it did NOT run; call again if it is still wanted\. Note: /],
  ],
  [
    'any refusal',
    (long) => errorAnswer('VALIDATION_ERROR', `It is not so: ${long} Correct it and call again.`),
    [/^It is not so: /, / again\.$/],
  ],
  ['preview only', (long) => previewAnswer(long, long), [/^Preview only: nothing ran\./, /without preview\.$/]],
]

describe.each(ANSWERS)('an agent that is told: %s', (_name, answerOf, said) => {
  test.each([false, true])(
    '[X11.F4] reads at most 120 tokens beside the object, once; output schema: %s',
    (hasOutputSchema) => {
      for (const long of ['delete_contact', ...LONG]) {
        const result = toToolResult(answerOf(long), { hasOutputSchema, modern: false })
        const [block, ...others] = result['content'] as readonly { readonly type: string; readonly text: string }[]
        expect(others).toEqual([])
        expect(block?.type).toBe('text')
        const lines = (block?.text ?? '').split('\n')
        const objects = [
          ...(hasOutputSchema ? [JSON.parse(lines.pop() ?? '') as object] : []),
          result['structuredContent'],
        ]
        expect(objects.filter((object) => object !== undefined)).toHaveLength(1)
        const words = lines.join('\n')
        expect(countTokens(words), words).toBeLessThanOrEqual(MOST_TOKENS)
        for (const pattern of said) expect(words).toMatch(pattern)
        expect(hasOutputSchema && result['isError']).toBe(hasOutputSchema)
        const mark = (result['_meta'] as { 'dev.holdpoint/hold'?: object } | undefined)?.['dev.holdpoint/hold']
        if (mark !== undefined) expect(Object.keys(mark)).toEqual(['id', 'state'])
      }
    },
  )
})

test('[X11.F4] the words for a question say all that keeps an agent from harm, whatever the link', () => {
  for (const link of [LINK, LONG_LINK, ABSURD_LINK]) {
    const { text } = envelopeAnswer(sampleHold({ id: ID }), link, 0, 'holdpoint')
    for (const words of [
      'NOT RUN YET',
      'Tell the user in one sentence what waits',
      'end your turn',
      'Do not retry in a loop, seek the same effect another way, open the link or run holdpoint',
      'decided, call again with identical arguments',
    ])
      expect(text).toContain(words)
  }
})

test('a reason that is shortened in the words stands whole in the object', () => {
  const reason = 'because '.repeat(200)
  const answer = endedAnswer(holdIn('declined', { verdicts: [sampleVerdict('decline', { reason })] }))
  expect(answer.kind === 'error' && answer.error.error.reason).toBe(reason)
})

test('every sentence of ours that agents are told fits, with any values', () => {
  const told = [
    'deniedByPolicy',
    'deniedWhilePaused',
    'hidesTooMuch',
    'storeUnavailable',
    'deniedByGrant',
    'deniedByGrantForSuch',
    'callTooLargeToHold',
    'principalHoldsTooMuch',
    'tenantHoldsTooMuch',
    'clientAsksTooMuch',
    'connectionAsksTooMuch',
    'principalAsksTooMuch',
    'declinedTooOften',
    'nothingThereToActOn',
    'notPossibleNow',
    'outcomeNotStored',
  ] as const satisfies readonly SentenceName[]
  for (const name of told) {
    const [template] = CATALOGUE[name]
    const slots = [...template.matchAll(/\{(\w*)(?:=(\w+))?\}/g)].map(([, slot = '', group = '']) => slot || group)
    for (const long of LONG) {
      const values = Object.fromEntries(slots.map((slot) => [slot, long]))
      const text = sayToAgent(name, values as never)
      expect(countTokens(text), text).toBeLessThanOrEqual(MOST_TOKENS)
      // The words around the values are all there.
      for (const words of template.split(/\{[^}]*\}/)) expect(text).toContain(words)
    }
  }
})
