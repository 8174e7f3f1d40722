/** Owners of holds and their leases: who may begin, go on and end, and who takes over from whom. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Hold, ProcessIdentity } from '../../src/hold/hold.ts'
import { ownerLease, liveOwnersAt } from '../../src/lease/hold-owner.ts'
import type { Sighting } from '../../src/lease/hold-owner.ts'
import { LEASE_MS } from '../../src/lease/lease.ts'
import {
  claimDispatch,
  concludeDispatch,
  continueDispatch,
  loseDispatch,
  pauseDispatchForInput,
  releaseDispatch,
  takeOver,
} from '../../src/operations/dispatch-hold.ts'
import { sweepHolds } from '../../src/operations/sweep-holds.ts'
import { openTestStore, processNamed } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

const RESULT = { kind: 'result', isError: false, resultText: '{"content":[]}', truncated: false } as const
const unseen = (): Sighting => 'unseen'
const running = (): Sighting => 'running'

let fixture: TestStore
beforeEach(async () => {
  fixture = await openTestStore()
})
afterEach(async () => {
  await fixture.end()
})

async function leased(instance: string): Promise<ProcessIdentity> {
  const process = processNamed(instance)
  const lease = await fixture.store.leases.take(ownerLease(process), instance, LEASE_MS)
  if (lease === null) throw new Error('Somebody else has the lease.')
  return { ...process, fence: lease.fence }
}

async function approvedBy(owner: ProcessIdentity): Promise<Hold> {
  const hold = await fixture.ask({ owner })
  await fixture.say(hold, 'approve')
  return await fixture.get(hold)
}

describe('a process that slept past its lease', () => {
  test('[X11.B3] claims nothing, and neither does it under a lease that it took afterwards', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    fixture.clock.now += LEASE_MS
    const refused = { kind: 'refused', refusal: { code: 'LEASE_LAPSED' } }
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', owner)).toMatchObject(refused)
    const anew = await leased('one')
    expect(anew.fence).toBeGreaterThan(owner.fence ?? 0)
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', owner)).toMatchObject(refused)
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', anew)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_THE_OWNER' },
    })
    expect(await fixture.get(hold)).toEqual(hold)
  })

  test('[X11.B3] brings an answer that only upgrades unknown, and the log tells both', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', owner)).toMatchObject({ kind: 'moved' })
    fixture.clock.now += LEASE_MS
    expect(await concludeDispatch(fixture.store, hold.id, 'attempt-1', RESULT)).toMatchObject({
      kind: 'moved',
      hold: { state: 'succeeded' },
    })
    expect((await fixture.kinds(hold)).slice(-2)).toEqual(['hold-lost', 'hold-succeeded'])
  })

  test('[X11.B3] gives no approval back: what it says was not sent counts as lost', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    await claimDispatch(fixture.store, hold.id, 'attempt-1', owner)
    fixture.clock.now += LEASE_MS
    await releaseDispatch(fixture.store, hold.id, 'attempt-1', 'refused')
    expect((await fixture.get(hold)).state).toBe('unknown')
  })

  test('[X11.B3] opens no further round of a call', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    await claimDispatch(fixture.store, hold.id, 'attempt-1', owner)
    await pauseDispatchForInput(fixture.store, hold.id, 'attempt-1', 'state', '{}')
    fixture.clock.now += LEASE_MS
    await leased('one')
    expect(await continueDispatch(fixture.store, hold.id, 'attempt-1', 'state')).toMatchObject({
      refusal: { code: 'LEASE_LAPSED' },
    })
  })

  test('[X11.B3] opens no hold before it has a lease again', async () => {
    const owner = await leased('one')
    fixture.clock.now += LEASE_MS
    expect(await fixture.open({ owner })).toEqual({ kind: 'lapsed' })
    expect(await fixture.open({ owner: await leased('one') })).toMatchObject({ kind: 'asked' })
  })
})

describe('an owner that cannot be seen', () => {
  test('[X11.B3] keeps its holds while its lease is renewed, and not a moment longer', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    await claimDispatch(fixture.store, hold.id, 'attempt-1', owner)
    fixture.clock.now += LEASE_MS - 1
    await leased('one')
    fixture.clock.now += LEASE_MS - 1
    await sweepHolds(fixture.store, unseen)
    expect((await fixture.get(hold)).state).toBe('dispatching')
    fixture.clock.now += 1
    await sweepHolds(fixture.store, unseen)
    expect((await fixture.get(hold)).state).toBe('unknown')
  })

  test('[X11.B3] is followed by the next caller: one of many takes the approved call', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    const waiting = await leased('two')
    expect(await fixture.open({ owner: waiting, see: unseen })).toMatchObject({ kind: 'await-outcome' })
    fixture.clock.now += LEASE_MS
    const others = await Promise.all(Array.from({ length: 10 }, (_, index) => leased(`other ${index}`)))
    const now = await fixture.get(hold)
    const taken = await Promise.all(others.map((other) => takeOver(fixture.store, now, other, unseen)))
    expect(taken.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
    const claims = await Promise.all(others.map((other) => claimDispatch(fixture.store, hold.id, 'attempt', other)))
    expect(claims.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
  })

  test('[X11.B3] that runs but no longer has its lease is followed too', async () => {
    const hold = await approvedBy(await leased('one'))
    fixture.clock.now += LEASE_MS
    const other = await leased('two')
    expect(await fixture.open({ owner: other, see: running })).toMatchObject({ kind: 'run', hold: { owner: other } })
    expect((await fixture.get(hold)).owner).toEqual(other)
  })

  test('[X11.B3] that was seen to end is followed at once, whatever its lease says', async () => {
    const hold = await approvedBy(await leased('one'))
    const other = await leased('two')
    const ended = ({ instance }: ProcessIdentity): Sighting => (instance === 'one' ? 'ended' : 'running')
    expect(await fixture.open({ owner: other, see: ended })).toMatchObject({ kind: 'run', hold: { id: hold.id } })
  })

  test('[X11.B3] of an older version, without a lease, is given as long as one from its last act', async () => {
    const owner = processNamed('older')
    const waiting = await approvedBy(owner)
    const sent = await fixture.ask({ owner, call: { tool: 'delete_other' } })
    await fixture.say(sent, 'approve')
    fixture.clock.now += LEASE_MS - 1
    await claimDispatch(fixture.store, sent.id, 'attempt-1', owner)
    const two = await leased('two')
    expect(await fixture.open({ owner: two, see: unseen })).toMatchObject({ kind: 'await-outcome' })
    fixture.clock.now += 1
    expect(await fixture.open({ owner: two, see: unseen })).toMatchObject({ kind: 'run', hold: { id: waiting.id } })
    await sweepHolds(fixture.store, unseen)
    expect((await fixture.get(sent)).state).toBe('dispatching')
    fixture.clock.now += LEASE_MS
    await sweepHolds(fixture.store, running)
    expect((await fixture.get(sent)).state).toBe('dispatching')
    await sweepHolds(fixture.store, unseen)
    expect((await fixture.get(sent)).state).toBe('unknown')
  })
})

test('[X11.B3] what is over is reached as far as its process can be seen: nobody renews a lease for it', async () => {
  const owner = await leased('one')
  const hold = await approvedBy(owner)
  await claimDispatch(fixture.store, hold.id, 'attempt-1', owner)
  await loseDispatch(fixture.store, hold.id, 'attempt-1', 'reset')
  const over = await fixture.get(hold)
  expect(liveOwnersAt(fixture.clock.now + LEASE_MS, new Map(), running).reaches(over)).toBe(true)
  expect(liveOwnersAt(fixture.clock.now + LEASE_MS, new Map(), running).reaches(hold)).toBe(false)
  expect(liveOwnersAt(fixture.clock.now, new Map(), unseen).reaches(over)).toBe(false)
})
