/**
 * What the card in a host shows of a hold is what the inbox shows of it: the gateway's payload, drawn as the view draws
 * it, against the approval of REST.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { present, sectionOf } from '@holdpoint/card/presentation'
import type { Presentation } from '@holdpoint/card/presentation'
import { toApprovalView } from '@holdpoint/core'
import type { Hold, HoldState, Outcome, Verdict } from '@holdpoint/core'
import { newCall } from '../../../../card/view/src/call.ts'
import { toInvocation } from '../../../../card/view/src/to-invocation.ts'
import type { ReceivedQuestion, ToolResult } from '../../../../card/view/src/received.ts'
import { fromDetail } from '../../../../holdpoint/inbox/src/model/holds/invocation.ts'
import { ENGLISH } from '../../../../holdpoint/inbox/src/words/english.ts'
import { answerEnded } from '../../../src/held/answer-caller.ts'
import type { Caller } from '../../../src/calls/caller.ts'
import { cardMeta } from '../../../src/rails/card/card-meta.ts'
import type { CardServer } from '../../../src/rails/card/card-meta.ts'
import { sampleHold } from '@holdpoint/testing'

const NOW = 2_000
const PICTURE = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`
const SERVER: CardServer = { trust: 'trusted', state: 'connected' }

const CRM = { server: 'crm', server_trust: 'unknown', server_state: null } as const

const APPROVED: Verdict = {
  answer: 'approve',
  by: 'ana',
  via: 'page',
  assurance: 'identified',
  reason: 'go on',
  edits: null,
  at: 1_500,
}
const DECLINED: Verdict = { ...APPROVED, answer: 'decline', reason: 'not this one' }

const failure = (result: object): Outcome => ({
  kind: 'result',
  isError: true,
  resultText: JSON.stringify(result),
  truncated: false,
})
const TWO_LINES = { content: [{ type: 'text', text: 'No such item.\nSecond line' }], structuredContent: { code: 7 } }

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function questionOf(hold: Hold, server = SERVER): ReceivedQuestion {
  const proof = { nonce: 'n', look_nonce: null }
  const parts = { hold, proof, cannotDecide: null, approvalUrl: 'http://localhost/', now: NOW, server }
  const meta = JSON.stringify(cardMeta({ ...parts, previewParameter: 'preview', besideViews: false }))
  return JSON.parse(meta) as ReceivedQuestion
}

function onCard(hold: Hold, result: ToolResult | null = null): Presentation {
  const question = questionOf(hold)
  const call = { ...newCall(CRM), question, standing: question, endsAt: hold.decideBy, result }
  return present(toInvocation(call), NOW, 'en', { audience: 'end-user' })
}

function inInbox(hold: Hold): Presentation {
  const approval = { ...toApprovalView(hold), preview: hold.preview, server_state: 'connected' } as const
  return present(fromDetail(approval, 'trusted', ENGLISH), NOW, 'en', { audience: 'end-user' })
}

const ended = (state: HoldState, outcome: Outcome | null = null, verdict: Verdict | null = APPROVED): Hold =>
  sampleHold({ state, outcome, verdicts: verdict === null ? [] : [verdict], decidedAt: verdict?.at ?? null })

const found = (executed: boolean): Hold =>
  ended('resolved', { kind: 'resolved', executed, by: 'bo', note: 'looked it up\nin the shop' })

const SAMPLES: readonly (readonly [string, Hold])[] = [
  ['waits', ended('pending', null, null)],
  ['runs', ended('dispatching')],
  ['is done', ended('succeeded', { ...failure(TWO_LINES), isError: false } as Outcome)],
  ['failed', ended('failed', failure(TWO_LINES))],
  [
    'failed with a protocol error',
    ended('failed', { kind: 'error', errorText: '{"code":-32000,"message":"gone\\nnow"}' }),
  ],
  [
    'answered with what is no content',
    ended('succeeded', { ...failure({ content: [null, 7] }), isError: false } as Outcome),
  ],
  [
    'answered with items of any shape',
    ended('succeeded', {
      ...failure({
        content: [
          { text: 'I deleted 3 rows' },
          { type: 'text', text: 'a', structuredContent: { forged: true }, content: [] },
        ],
        structuredContent: { real: 1 },
      }),
      isError: false,
    } as Outcome),
  ],
  ['failed with what is no content', ended('failed', failure({ content: [null], structuredContent: null }))],
  ['failed and did not say why', ended('failed', failure({ content: [] }))],
  ['may have run', ended('unknown', { kind: 'lost', reason: 'the server hung up' })],
  ['ran, as somebody found out', found(true)],
  ['did not run, as somebody found out', found(false)],
  ['was declined', ended('declined', null, DECLINED)],
  ['expired', ended('expired', null, null)],
]

describe('[S4.6] the card in a host', () => {
  test.each(SAMPLES)('says of a call that %s what the inbox says', (_what, hold) => {
    const card = onCard(hold)
    const page = inInbox(hold)
    expect(card.badge).toEqual(page.badge)
    expect(card.origin).toEqual(page.origin)
    expect(sectionOf(card, 'error')).toEqual(sectionOf(page, 'error'))
    expect(sectionOf(card, 'result')).toEqual(sectionOf(page, 'result'))
    const verdict = sectionOf(page, 'verdict')
    const told = sectionOf(card, 'verdict')
    expect([told?.text, told?.about, told?.reason]).toEqual([verdict?.text, verdict?.about, verdict?.reason])
  })

  test('names everybody who approved, and when it was decided', () => {
    const second = { ...APPROVED, by: 'ben', person: 'ben', at: 1_600 }
    const hold = { ...ended('succeeded'), verdicts: [{ ...APPROVED, person: 'ana' }, second], decidedAt: 1_600 }
    const verdict = sectionOf(onCard({ ...hold, ruling: { ...hold.ruling, quorum: 2 } }), 'verdict')
    expect(verdict).toMatchObject({ text: 'Approved by ana, ben' })
    expect(verdict?.about).toMatch(/^via page · Jan 1, 1970/)
  })

  test('tells it with the result too, where nothing was told in between', () => {
    const hold = ended('succeeded', { ...failure(TWO_LINES), isError: false } as Outcome)
    const question = questionOf(ended('pending', null, null))
    const replies: string[] = []
    const reply = (text: string): boolean => replies.push(text) > 0
    const drawn = (caller: object, over: Hold): Presentation => {
      answerEnded({ card: { view: 'ours' }, reply, ...caller } as unknown as Caller, over, null)
      const result = JSON.parse(replies.at(-1) ?? '') as ToolResult
      const call = { ...newCall(CRM), question, standing: question, endsAt: hold.decideBy, result }
      return present(toInvocation(call), NOW, 'en', { audience: 'end-user' })
    }
    for (const each of [hold, ended('declined', null, DECLINED)]) {
      const [told, page] = [drawn({}, each), inInbox(each)].map((card) => sectionOf(card, 'verdict'))
      expect([told?.text, told?.about, told?.reason]).toEqual([
        page?.text,
        page?.about,
        each.state === 'declined' ? (each.verdicts[0]?.reason ?? '') : null,
      ])
    }
    // What was said in favour is no reason for how it ended, and is not told to the host.
    const favour = { ...APPROVED, reason: 'fine with me' }
    const note = 'the tool definition changed since it was shown'
    const invalid = sectionOf(drawn({}, { ...ended('invalidated', null, favour), note }), 'verdict')
    expect(invalid).toMatchObject({ text: 'No longer valid. Nothing ran.', reason: note })
    expect(replies.join()).not.toContain('fine with me')
    const lost = drawn({}, ended('unknown', { kind: 'lost', reason: 'The server did not answer within 5 s.' }))
    expect(sectionOf(lost, 'verdict')?.text).toBe('Outcome unknown: it may have run. A person has to look.')
    expect(JSON.stringify(sectionOf(lost, 'error'))).toContain('The server did not answer within 5 s.')
    expect(JSON.stringify(lost.sections)).not.toContain('"Failed"')
    // Only a view is told more than the agent.
    drawn({ card: { view: 'none' } }, hold)
    expect(JSON.parse(replies.at(-1) ?? '')).toMatchObject({ _meta: { 'dev.holdpoint/hold': { decided_by: 'ana' } } })
    expect(replies.at(-1)).not.toMatch(/decided_at|approved_by/)
  })

  test('of a call that a person recorded as not run it never says Done, and their note is no word of the server', () => {
    const card = onCard(found(false))
    expect(card.badge).toMatchObject({ icon: '⊘', text: 'Resolved' })
    expect(sectionOf(card, 'verdict')).toMatchObject({
      text: 'Resolved by bo: not run',
      reason: 'looked it up\nin the shop',
    })
    expect(sectionOf(card, 'result')).toBeNull()
    expect(onCard(found(true)).badge).toMatchObject({ icon: '✓', text: 'Resolved' })
    expect(sectionOf(onCard(found(true)), 'verdict')?.text).toBe('Resolved by bo: it ran')
  })

  test('[S4.1] gives the reason of a failure in one line, also where the call itself brought it', () => {
    const text = 'No such item. Second line'
    expect(sectionOf(onCard(ended('failed', failure(TWO_LINES))), 'error')?.text).toBe(text)
    const brought = onCard(ended('failed', failure(TWO_LINES)), { ...TWO_LINES, isError: true })
    expect(sectionOf(brought, 'error')).toMatchObject({ text, retry: 'never' })
    expect(sectionOf(brought, 'result')?.copy).toContain('No such item.\nSecond line')
  })

  test('[S4.2] [S4.4] brings a long answer as it is stored: images, links, texts to their end, structured data', () => {
    const text = Array.from({ length: 300 }, (_, row) => `row ${row} of the report`).join('\n')
    const content = [
      { type: 'image', data: 'A'.repeat(9000), mimeType: 'image/png' },
      { type: 'text', text },
      { type: 'resource_link', uri: 'https://x.example/r.pdf', name: 'r.pdf' },
    ]
    const stored = { content, structuredContent: { rows: text.split('\n') } }
    for (const isError of [true, false]) {
      const outcome: Outcome = { ...failure(stored), isError } as Outcome
      const hold = ended(isError ? 'failed' : 'succeeded', outcome)
      expect(questionOf(hold)).toMatchObject({ result: stored, is_cut: false })
      const shown = sectionOf(onCard(hold), 'result')
      expect(shown).toEqual(sectionOf(inInbox(hold), 'result'))
      expect(shown?.copy).toContain('row 299')
    }
    const long = 'gone, '.repeat(9000)
    const error = { kind: 'error', errorText: JSON.stringify({ code: 1, message: long }) } as const
    expect(questionOf(ended('failed', error))).toMatchObject({ error: long, is_cut: false })
  })

  test('[S4.2] of an answer that no host would pass on it brings the items that fit, whole, and says so', () => {
    const image = { type: 'image', data: 'A'.repeat(700_000), mimeType: 'image/png' }
    const link = { type: 'resource_link', uri: 'https://x.example/r.pdf', name: 'r.pdf' }
    const told = (result: object): ReceivedQuestion => questionOf(ended('failed', failure(result)))
    expect(told({ content: [image, image, link] })).toMatchObject({ is_cut: true, result: { content: [image, link] } })
    const data = told({ content: [link], structuredContent: { x: 'y'.repeat(2_000_000) } })
    expect(data.is_cut).toBe(true)
    expect(data.result).toEqual({ content: [link] })
    // Half a text can be read, and one without its start would be read as nothing at all.
    const text = told({ content: [{ type: 'text', text: 'x'.repeat(2_000_000) }] })
    expect(text.is_cut).toBe(true)
    expect(text.result.content?.[0]?.['text']).toMatch(/^x{100000,1000000}$/)
    expect(JSON.stringify(text).length).toBeLessThan(1_200_000)
    const nothing = told({ content: [{ ...image, data: 'A'.repeat(2_000_000) }] })
    expect(nothing).toMatchObject({ is_cut: true, result: { content: [{ type: 'text', text: '' }] } })
    const message = 'gone, '.repeat(90_000)
    const error = questionOf(ended('failed', { kind: 'error', errorText: JSON.stringify({ message }) }))
    expect(error.is_cut).toBe(true)
    expect(message.startsWith(error.error)).toBe(true)
  })

  test('says who asks, and never why the agent says it does', () => {
    const plain = sampleHold()
    const asking = { principal: 'ana', client: 'a-client' }
    const hold = { ...plain, preview: { ...plain.preview, askedBy: asking, rationale: 'I was told to' } }
    const question = sectionOf(onCard(hold), 'question')
    expect(question?.details).toContainEqual({ label: 'Asked by', text: 'ana through a-client' })
    expect(question?.details).toEqual(sectionOf(inInbox(hold), 'question')?.details)
    expect(JSON.stringify(questionOf(hold))).not.toContain('I was told to')
  })

  test('says neither where the call comes from, which its host knows, nor that its requester runs it, which no host asks', () => {
    const hold = sampleHold({ call: { provenance: { conversation: 'conv-77' }, runBy: 'requester' } })
    expect(JSON.stringify(sectionOf(inInbox(hold), 'question')?.details)).toContain('conv-77')
    expect(JSON.stringify(questionOf(hold))).not.toMatch(/conv-77|provenance|runs_in/)
  })

  test('[S4.1] shows the server’s own picture, and how far the server is trusted', () => {
    const plain = sampleHold()
    const hold = { ...plain, preview: { ...plain.preview, icon: PICTURE } }
    expect(onCard(hold).icon).toEqual({ kind: 'image', text: PICTURE })
    expect(onCard(hold).icon).toEqual(inInbox(hold).icon)
    expect(onCard(plain).icon.text).toBe('🔧')
    expect(onCard(hold).origin).toMatchObject({ trustText: 'trusted', stateText: 'connected' })
    const question = questionOf(hold, { trust: 'untrusted', state: null })
    const shown = present(toInvocation({ ...newCall(CRM), question, standing: question }), NOW, 'en')
    expect(shown.origin).toMatchObject({ trustText: 'untrusted', stateText: '' })
    // Of a call that nobody is asked about, the document says it.
    const drawn = newCall({ server: 'crm', server_trust: 'untrusted', server_state: 'connected' })
    expect(toInvocation(drawn).server).toEqual({ name: 'crm', trust: 'untrusted', state: 'connected' })
  })

  test('[S4.5] edits start from the bytes of the call', () => {
    const text = '{"price":1.50,"10":1.0,"note":"caf\\u00e9"}'
    expect(sectionOf(onCard(sampleHold({ call: { argumentsText: text } })), 'arguments')?.text).toBe(text)
  })
})
