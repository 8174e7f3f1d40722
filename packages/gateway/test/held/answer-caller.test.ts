/** The stored outcome of a hold is written to one caller, however many ask for it in the same moment. */
import { expect, test } from 'vitest'
import { envelopeAnswer, errorAnswer } from '@holdpoint/core'
import { openTestStore } from '@holdpoint/testing/store'
import type { Caller } from '../../src/calls/caller.ts'
import { answer, answerEnded, createDeliverOnce } from '../../src/held/answer-caller.ts'
import { holdIn, sampleHold, sampleVerdict } from '@holdpoint/testing'

const ENDED = sampleHold({
  state: 'succeeded',
  outcome: { kind: 'result', isError: false, resultText: '{"content":[]}', truncated: false },
})

/** A caller that has just asked, and listens. */
function callerWith(replies: string[], view: 'ours' | null = null): Caller {
  const reply = (text: string): boolean => replies.push(text) > 0
  const client = { name: 'a client', version: '1' }
  return { card: { view }, client, progressToken: null, arrivedAt: performance.now(), reply } as unknown as Caller
}

test('of two at once the second is told to look again, and once it is written the next gets it', async () => {
  const home = await openTestStore()
  const deliverOnce = createDeliverOnce(home.store)
  const replies: string[] = []
  const told = await Promise.all([deliverOnce(callerWith(replies), ENDED), deliverOnce(callerWith(replies), ENDED)])
  expect([told, replies.length]).toEqual([[true, false], 1])
  expect(await deliverOnce(callerWith(replies), ENDED)).toBe(true)
  expect(replies).toHaveLength(2)
  await home.end()
})

test.each(['ours', null] as const)(
  '[X11.F4] our mark carries id and state, and on a result who decided; view: %s',
  (view) => {
    const replies: string[] = []
    const caller = callerWith(replies, view)
    const metaOf = (reply: string | undefined): { readonly [key: string]: unknown } =>
      (JSON.parse(reply ?? '') as { readonly _meta?: { readonly [key: string]: unknown } })['_meta'] ?? {}
    const marks = (): readonly unknown[] => replies.map((reply) => metaOf(reply)['dev.holdpoint/hold'])

    answerEnded(caller, holdIn('declined', { verdicts: [sampleVerdict('decline', { reason: 'not that one' })] }), null)
    answer(caller, envelopeAnswer(sampleHold(), 'http://localhost:7433/approvals/hold-1', 0, 'holdpoint'))
    answer(caller, errorAnswer('DENIED_BY_POLICY', 'It is denied.'))
    answerEnded(caller, { ...ENDED, verdicts: [sampleVerdict('approve')] }, null)
    const { by, via } = sampleVerdict('approve')
    expect(marks()).toEqual([
      { id: 'hold-1', state: 'declined' },
      { id: 'hold-1', state: 'pending' },
      undefined,
      { id: 'hold-1', state: 'succeeded', decided_by: by, via },
    ])
    // What only a view shows stands beside it, for a client that draws the card.
    const told = replies.map((reply) =>
      Object.keys((metaOf(reply)['dev.holdpoint/card'] as { told?: object })?.told ?? {}),
    )
    expect(told.map((members) => members.length > 0)).toEqual(
      view === 'ours' ? [true, false, true, true] : [false, false, false, false],
    )
    expect(replies.map((reply) => metaOf(reply)['dev.holdpoint/card'] !== undefined)).toEqual(
      view === 'ours' ? [true, false, true, true] : [false, false, false, false],
    )
  },
)
