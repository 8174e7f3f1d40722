import { describe, expect, test } from 'vitest'
import { endedAnswer, envelopeAnswer, errorAnswer } from '../../src/answer/agent-answer.ts'
import type { AgentAnswer } from '../../src/answer/agent-answer.ts'
import type { ErrorCode } from '../../src/answer/public-refusal.ts'
import { HOLD_META_KEY, META_PREFIX, toToolResult } from '../../src/answer/to-tool-result.ts'
import type { HoldState } from '../../src/hold/hold.ts'
import { transition } from '../../src/hold/transition.ts'
import { CREATED_AT, DECIDE_BY, holdIn, sampleHold, sampleVerdict } from '@holdpoint/testing'

const URL = 'http://localhost:7433/approvals/hold-1'
const TITLE = 'delete_contact on crm (id: "c_17")'
const SUMMARY = `${TITLE}: high risk. It deletes.`
const EMOJI = /\p{Extended_Pictographic}/u

function errorOf(answer: AgentAnswer) {
  if (answer.kind !== 'error') throw new Error('it is no error')
  return answer.error.error
}

function envelopeOf(answer: AgentAnswer) {
  if (answer.kind !== 'envelope') throw new Error('it is no envelope')
  return answer.envelope
}

describe('the envelope', () => {
  const answer = envelopeAnswer(sampleHold(), URL, DECIDE_BY - 2_400, 'holdpoint')

  test('carries what is promised and nothing else', () => {
    expect(envelopeOf(answer)).toEqual({
      requires_human_approval: true,
      approval_id: 'hold-1',
      approval_url: URL,
      summary: SUMMARY,
      ttl_seconds: 3,
      state: 'pending',
      next_step: expect.stringMatching(/^NOT RUN YET\. /) as string,
    })
  })

  test('[X11.F4] [X11.F5] tells the agent what to do and what to leave, in the object and in the text', () => {
    for (const words of [
      'NOT RUN YET',
      'one sentence',
      'end your turn',
      'Do not retry in a loop, seek the same effect another way, open the link or run holdpoint',
      'Once the user says it is decided, call again with identical arguments',
    ]) {
      expect(answer.text).toContain(words)
      expect(envelopeOf(answer).next_step).toContain(words)
    }
    expect(answer.text).toContain(URL)
    expect(envelopeOf(answer).next_step).toContain('approval_url')
  })

  test('[X11.F4] the text costs at most 120 tokens beside its object, the step not more, whatever the names', () => {
    const id = '3f1c2a7e-9b4d-4c11-8a77-0d2e5f6a9b10'
    const url = `http://localhost:7433/approvals/${id}`
    const waiting = envelopeAnswer(sampleHold({ id }), url, CREATED_AT, 'holdpoint')
    expect(waiting.text).toContain(`${url} (or: holdpoint open 3f1c2a)`)
    expect(envelopeOf(waiting).next_step).toContain(`holdpoint open ${id}.`)
    // An upper estimate by the pieces that all tokenizers split at: what is no id or address costs a token a word.
    const isWord = /[A-Za-z]+|\d{1,3}|[^\sA-Za-z\d]/g
    const pieces = (text: string): number => text.replaceAll(id, '').match(isWord)?.length ?? 0
    const tokensOfId = 33
    expect(pieces(waiting.text) + tokensOfId).toBeLessThanOrEqual(120)
    expect(pieces(envelopeOf(waiting).next_step) + tokensOfId).toBeLessThanOrEqual(120)
    const long = sampleHold({ id, call: { tool: 'delete_'.repeat(40) } })
    expect(envelopeAnswer(long, url, CREATED_AT, 'holdpoint').text).toBe(waiting.text)
  })

  test('the time left is never negative', () => {
    expect(envelopeOf(envelopeAnswer(sampleHold(), URL, DECIDE_BY + 60_000, 'holdpoint')).ttl_seconds).toBe(0)
  })

  test('of an approved hold says that it is approved, and how long it may still run', () => {
    const hold = holdIn('approved')
    const approved = envelopeAnswer(hold, URL, (hold.executeBy ?? 0) - 1_000, 'holdpoint')
    expect(envelopeOf(approved)).toMatchObject({ state: 'approved', ttl_seconds: 1 })
    expect(approved.text).toContain('NOT RUN YET')
    expect(approved.text).not.toContain('must approve')
    expect(approved.text).toContain('again with identical arguments')
    expect(envelopeOf(approved).next_step).toMatch(/^NOT RUN YET\. A person has approved .*identical arguments, once/)
  })
})

describe('how a hold ended', () => {
  test.each([
    ['declined', 'DECLINED'],
    ['cancelled', 'CANCELLED'],
    ['expired', 'EXPIRED'],
    ['invalidated', 'INVALIDATED'],
    ['unknown', 'OUTCOME_UNKNOWN'],
    ['resolved', 'OUTCOME_UNKNOWN'],
  ] as const)('%s is told as %s, with the hold', (state, code) => {
    const answer = endedAnswer(holdIn(state))
    expect(errorOf(answer)).toMatchObject({ code, hold: 'hold-1' })
    expect(answer.text).toBe(errorOf(answer).message)
    expect(answer.text).toContain(TITLE)
  })

  test('[S2.3] a decline and a cancel are marked and say who did it and that nothing ran', () => {
    const declined = endedAnswer(
      holdIn('declined', { verdicts: [sampleVerdict('decline', { reason: 'wrong contact' })] }),
    )
    expect(declined.text).toMatch(/^❌ .* declined by user\. Nothing ran\. Reason: wrong contact\. Do not retry it/)
    expect(errorOf(declined).reason).toBe('wrong contact')
    expect(endedAnswer(holdIn('cancelled')).text).toMatch(/^❌ .* cancelled by user\. Nothing ran\. Do not retry it/)
  })

  test.each(['expired', 'invalidated', 'unknown', 'resolved'] as const)(
    '[S2.3] %s is a plain error, without an emoji',
    (state) => {
      expect(endedAnswer(holdIn(state)).text).not.toMatch(EMOJI)
    },
  )

  test('[X4] a short deadline that a rule set is told as TIMEOUT, and the usual one as EXPIRED', () => {
    const short = { decideWithinMs: 3000, deadlineRule: 'quick "pay"' }
    const answer = endedAnswer(holdIn('expired', { ruling: short, executeBy: null }))
    expect(errorOf(answer)).toMatchObject({ code: 'TIMEOUT', hold: 'hold-1' })
    expect(answer.text).toContain('nobody answered within the 3 s that the rule "quick \\"pay\\"" gives. Nothing ran.')
    expect(answer.text).toContain('Do not retry it unless the user asks; a person would be asked anew.')
    expect(answer.text).not.toMatch(EMOJI)
    for (const [decideWithinMs, words] of [
      [500, '1 s'],
      [90_000, '90 s'],
      [300_000, '5 min'],
      [7_200_000, '2 h'],
    ] as const) {
      const hold = holdIn('expired', { ruling: { ...short, decideWithinMs }, executeBy: null })
      expect(endedAnswer(hold).text).toContain(`within the ${words} that`)
    }
    // One of those who were needed did answer, and nobody after them.
    const half = { ruling: { ...short, quorum: 2 }, executeBy: null, verdicts: [sampleVerdict('approve')] }
    expect(endedAnswer(holdIn('expired', half)).text).toContain('1 of 2 people approved within the 3 s that the rule')
    // Somebody answered in time, and the approval lapsed.
    const lapsed = endedAnswer(holdIn('expired', { ruling: short, executeBy: 6000 }))
    expect(errorOf(lapsed).code).toBe('EXPIRED')
  })

  test('each says whether a retry makes sense', () => {
    expect(endedAnswer(holdIn('expired')).text).toContain('Nothing ran. Call again if it is still wanted')
    expect(endedAnswer(holdIn('invalidated')).text).toContain('Nothing ran. Call again; a person will be asked anew')
    expect(endedAnswer(holdIn('unknown')).text).toMatch(
      /may or may not have happened\. Do not retry; .* resolve hold hold-1/,
    )
    expect(endedAnswer(holdIn('resolved')).text).toContain('it DID run')
    const notRun = { kind: 'resolved', executed: false, by: 'ben', note: 'never arrived' } as const
    expect(endedAnswer(holdIn('resolved', { outcome: notRun })).text).toContain(
      'did NOT run; call again if it is still wanted',
    )
  })

  test('the reason is that of the end, not what an approver said in favour before', () => {
    const approved = holdIn('approved', { verdicts: [sampleVerdict('approve', { reason: 'looks fine to me' })] })
    const revoked = transition(approved, {
      type: 'revoke',
      at: CREATED_AT + 50,
      by: 'cleo',
      via: 'page',
      assurance: 'identified',
      reason: 'wrong account',
    })
    const lapsed = transition(approved, { type: 'deadline', at: approved.executeBy ?? 0 })
    if (!revoked.ok || !lapsed.ok) throw new Error('it must end')
    expect(errorOf(endedAnswer(revoked.hold))).toMatchObject({
      code: 'CANCELLED',
      reason: 'Revoked by cleo: wrong account',
    })
    for (const hold of [revoked.hold, lapsed.hold])
      expect(JSON.stringify(endedAnswer(hold))).not.toContain('looks fine')
  })

  test.each(['pending', 'approved', 'dispatching', 'succeeded', 'failed'] as const)(
    '%s is no such end',
    (state: HoldState) => {
      expect(() => endedAnswer(holdIn(state))).toThrow(state)
    },
  )
})

describe('on the wire', () => {
  const CODES: readonly ErrorCode[] = [
    'DECLINED',
    'CANCELLED',
    'TIMEOUT',
    'EXPIRED',
    'INVALIDATED',
    'OUTCOME_UNKNOWN',
    'VALIDATION_ERROR',
    'DENIED_BY_POLICY',
    'STORE_UNAVAILABLE',
    'RATE_LIMITED',
  ]
  const plain = { hasOutputSchema: false, modern: false }

  test.each(CODES)(
    '[X11.F4] %s is an error as one text and as structured content; _meta only names the hold',
    (code) => {
      const result = toToolResult(errorAnswer(code, 'It did not run.', { hold: 'hold-1', reason: 'because' }), plain)
      const object = { error: { code, message: 'It did not run.', hold: 'hold-1', reason: 'because' } }
      expect(result).toEqual({
        content: [{ type: 'text', text: 'It did not run.' }],
        structuredContent: object,
        isError: true,
        _meta: { 'dev.holdpoint/hold': { id: 'hold-1' } },
      })
      expect(toToolResult(errorAnswer(code, 'It did not run.'), plain)).not.toHaveProperty('_meta')
    },
  )

  test('how a hold ended is named in _meta, and nothing else of it', () => {
    const result = toToolResult(endedAnswer(holdIn('declined')), plain)
    expect(result['_meta']).toEqual({ [HOLD_META_KEY]: { id: 'hold-1', state: 'declined' } })
  })

  test('what is not known is left out, not null', () => {
    expect(errorOf(errorAnswer('TIMEOUT', 'late', { reason: null }))).toEqual({ code: 'TIMEOUT', message: 'late' })
  })

  test('the envelope is no error', () => {
    const answer = envelopeAnswer(sampleHold(), URL, CREATED_AT, 'holdpoint')
    const result = toToolResult(answer, plain)
    expect(result).not.toHaveProperty('isError')
    expect(result['structuredContent']).toEqual(envelopeOf(answer))
    expect(result['content']).toEqual([{ type: 'text', text: answer.text }])
    expect(result['_meta']).toEqual({ [HOLD_META_KEY]: { id: 'hold-1', state: 'pending' } })
  })

  test('for a tool with an output schema there is no structured content, which clients would reject', () => {
    for (const answer of [envelopeAnswer(sampleHold(), URL, CREATED_AT, 'holdpoint'), errorAnswer('DECLINED', 'no')]) {
      const result = toToolResult(answer, { hasOutputSchema: true, modern: false })
      const object = answer.kind === 'envelope' ? answer.envelope : { error: errorOf(answer) }
      expect(result).not.toHaveProperty('structuredContent')
      expect(result['isError']).toBe(true)
      expect(result['content']).toEqual([{ type: 'text', text: `${answer.text}\n${JSON.stringify(object)}` }])
    }
  })

  test('results of the stateless era carry their type, those of the session era do not', () => {
    for (const hasOutputSchema of [true, false]) {
      const answer = errorAnswer('EXPIRED', 'late')
      expect(toToolResult(answer, { hasOutputSchema, modern: true })['resultType']).toBe('complete')
      expect(toToolResult(answer, { hasOutputSchema, modern: false })).not.toHaveProperty('resultType')
    }
  })

  test('our key stands under the prefix that is stripped from upstreams', () => {
    expect(HOLD_META_KEY.startsWith(META_PREFIX)).toBe(true)
  })
})
