/** The stored outcome of a hold is written to one caller, however many ask for it in the same moment. */
import { expect, test } from 'vitest'
import { openTestStore } from '@holdpoint/testing/store'
import type { Caller } from '../../src/calls/caller.ts'
import { createDeliverOnce } from '../../src/held/answer-caller.ts'
import { sampleHold } from '@holdpoint/testing'

const ENDED = sampleHold({
  state: 'succeeded',
  outcome: { kind: 'result', isError: false, resultText: '{"content":[]}', truncated: false },
})

/** A caller that has just asked, and listens. */
function callerWith(replies: string[]): Caller {
  const reply = (text: string): boolean => replies.push(text) > 0
  const client = { name: 'a client', version: '1' }
  return { card: { view: null }, client, progressToken: null, arrivedAt: performance.now(), reply } as unknown as Caller
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
