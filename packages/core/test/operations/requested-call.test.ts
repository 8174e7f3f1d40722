/** A hold whose requester runs it: no process of ours begins it, takes it over or stands for it. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginDispatch } from '../../src/operations/begin-dispatch.ts'
import { claimHold } from '../../src/operations/claim-hold.ts'
import { takeOver } from '../../src/operations/dispatch-hold.ts'
import { sweepHolds } from '../../src/operations/sweep-holds.ts'
import { liveOwnersAt } from '../../src/lease/hold-owner.ts'
import type { Hold } from '../../src/index.ts'
import { OWNER, sha256 } from '@holdpoint/testing'
import { openTestStore, processNamed } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

let fixture: TestStore

beforeEach(async () => {
  fixture = await openTestStore()
})

afterEach(async () => {
  await fixture.end()
})

async function approved(call: { readonly runBy?: 'requester' } = { runBy: 'requester' }): Promise<Hold> {
  const argumentsText = JSON.stringify({ id: call.runBy ?? 'gateway' })
  const hold = await fixture.ask({ call: { ...call, argumentsText } })
  await fixture.say(hold, 'approve')
  return await fixture.get(hold)
}

test('[C7] no gateway begins it, whoever it says it is; none takes it over, and no sweep ends it for its owner', async () => {
  const hold = await approved()
  for (const by of [OWNER, hold.owner, processNamed('other')]) {
    const begun = await beginDispatch(fixture.store, hold, { attempt: 'a', by: () => by, sha256 })
    expect(begun.kind).not.toBe('begun')
  }
  expect((await takeOver(fixture.store, hold, processNamed('other'), () => 'ended')).kind).toBe('refused')
  await sweepHolds(fixture.store, () => 'ended')
  expect((await fixture.get(hold)).state).toBe('approved')
  const standing = liveOwnersAt(fixture.clock.now, new Map(), () => 'ended')
  expect([standing.owns(hold), standing.reaches(hold)]).toEqual([true, true])
})

test('a claim begins what its requester runs, and nothing that a gateway runs', async () => {
  const claim = async (hold: Hold): Promise<string> => {
    const { tenant, principal } = hold.call
    const request = {
      hold: hold.id,
      requester: { tenant, principal },
      digest: hold.call.digest,
      attempt: hold.id,
      leaseMs: 1000,
      sha256,
    }
    return (await claimHold(fixture.store, request)).kind
  }
  const hold = await approved()
  expect(await claim(hold)).toBe('claimed')
  expect((await fixture.get(hold)).owner.instance).toBe(`claim/${hold.id}`)
  expect(await claim(await approved({}))).toBe('not-found')
})
