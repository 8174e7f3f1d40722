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

let desk: TestStore
beforeEach(async () => {
  desk = await openTestStore()
})
afterEach(async () => {
  await desk.end()
})

async function leased(instance: string): Promise<ProcessIdentity> {
  const process = processNamed(instance)
  const lease = await desk.store.leases.take(ownerLease(process), instance, LEASE_MS)
  if (lease === null) throw new Error('Somebody else has the lease.')
  return { ...process, fence: lease.fence }
}

async function approvedBy(owner: ProcessIdentity): Promise<Hold> {
  const hold = await desk.ask({ owner })
  await desk.say(hold, 'approve')
  return await desk.get(hold)
}

describe('a process that slept past its lease', () => {
  test('[X11.B3] claims nothing, and neither does it under a lease that it took afterwards', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    desk.clock.now += LEASE_MS
    const refused = { kind: 'refused', refusal: { code: 'LEASE_LAPSED' } }
    expect(await claimDispatch(desk.store, hold.id, 'attempt-1', owner)).toMatchObject(refused)
    const anew = await leased('one')
    expect(anew.fence).toBeGreaterThan(owner.fence ?? 0)
    expect(await claimDispatch(desk.store, hold.id, 'attempt-1', owner)).toMatchObject(refused)
    expect(await claimDispatch(desk.store, hold.id, 'attempt-1', anew)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_THE_OWNER' },
    })
    expect(await desk.get(hold)).toEqual(hold)
  })

  test('[X11.B3] brings an answer that only upgrades unknown, and the log tells both', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    expect(await claimDispatch(desk.store, hold.id, 'attempt-1', owner)).toMatchObject({ kind: 'moved' })
    desk.clock.now += LEASE_MS
    expect(await concludeDispatch(desk.store, hold.id, 'attempt-1', RESULT)).toMatchObject({
      kind: 'moved',
      hold: { state: 'succeeded' },
    })
    expect((await desk.kinds(hold)).slice(-2)).toEqual(['hold-lost', 'hold-succeeded'])
  })

  test('[X11.B3] gives no approval back: what it says was not sent counts as lost', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    await claimDispatch(desk.store, hold.id, 'attempt-1', owner)
    desk.clock.now += LEASE_MS
    await releaseDispatch(desk.store, hold.id, 'attempt-1', 'refused')
    expect((await desk.get(hold)).state).toBe('unknown')
  })

  test('[X11.B3] opens no further round of a call', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    await claimDispatch(desk.store, hold.id, 'attempt-1', owner)
    await pauseDispatchForInput(desk.store, hold.id, 'attempt-1', 'state', '{}')
    desk.clock.now += LEASE_MS
    await leased('one')
    expect(await continueDispatch(desk.store, hold.id, 'attempt-1', 'state')).toMatchObject({
      refusal: { code: 'LEASE_LAPSED' },
    })
  })

  test('[X11.B3] opens no hold before it has a lease again', async () => {
    const owner = await leased('one')
    desk.clock.now += LEASE_MS
    expect(await desk.open({ owner })).toEqual({ kind: 'lapsed' })
    expect(await desk.open({ owner: await leased('one') })).toMatchObject({ kind: 'asked' })
  })
})

describe('an owner that cannot be seen', () => {
  test('[X11.B3] keeps its holds while its lease is renewed, and not a moment longer', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    await claimDispatch(desk.store, hold.id, 'attempt-1', owner)
    desk.clock.now += LEASE_MS - 1
    await leased('one')
    desk.clock.now += LEASE_MS - 1
    await sweepHolds(desk.store, unseen)
    expect((await desk.get(hold)).state).toBe('dispatching')
    desk.clock.now += 1
    await sweepHolds(desk.store, unseen)
    expect((await desk.get(hold)).state).toBe('unknown')
  })

  test('[X11.B3] is followed by whoever calls again: one of many takes the approved call', async () => {
    const owner = await leased('one')
    const hold = await approvedBy(owner)
    const waiting = await leased('two')
    expect(await desk.open({ owner: waiting, see: unseen })).toMatchObject({ kind: 'await-outcome' })
    desk.clock.now += LEASE_MS
    const others = await Promise.all(Array.from({ length: 10 }, (_, index) => leased(`other ${index}`)))
    const now = await desk.get(hold)
    const taken = await Promise.all(others.map((other) => takeOver(desk.store, now, other, unseen)))
    expect(taken.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
    const claims = await Promise.all(others.map((other) => claimDispatch(desk.store, hold.id, 'attempt', other)))
    expect(claims.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
  })

  test('[X11.B3] that runs but no longer has its lease is followed too', async () => {
    const hold = await approvedBy(await leased('one'))
    desk.clock.now += LEASE_MS
    const other = await leased('two')
    expect(await desk.open({ owner: other, see: running })).toMatchObject({ kind: 'run', hold: { owner: other } })
    expect((await desk.get(hold)).owner).toEqual(other)
  })

  test('[X11.B3] that was seen to end is followed at once, whatever its lease says', async () => {
    const hold = await approvedBy(await leased('one'))
    const other = await leased('two')
    const ended = ({ instance }: ProcessIdentity): Sighting => (instance === 'one' ? 'ended' : 'running')
    expect(await desk.open({ owner: other, see: ended })).toMatchObject({ kind: 'run', hold: { id: hold.id } })
  })

  test('[X11.B3] of an older version, without a lease, is given as long as one from its last act', async () => {
    const owner = processNamed('older')
    const waiting = await approvedBy(owner)
    const sent = await desk.ask({ owner, call: { tool: 'delete_other' } })
    await desk.say(sent, 'approve')
    desk.clock.now += LEASE_MS - 1
    await claimDispatch(desk.store, sent.id, 'attempt-1', owner)
    const two = await leased('two')
    expect(await desk.open({ owner: two, see: unseen })).toMatchObject({ kind: 'await-outcome' })
    desk.clock.now += 1
    expect(await desk.open({ owner: two, see: unseen })).toMatchObject({ kind: 'run', hold: { id: waiting.id } })
    await sweepHolds(desk.store, unseen)
    expect((await desk.get(sent)).state).toBe('dispatching')
    desk.clock.now += LEASE_MS
    await sweepHolds(desk.store, running)
    expect((await desk.get(sent)).state).toBe('dispatching')
    await sweepHolds(desk.store, unseen)
    expect((await desk.get(sent)).state).toBe('unknown')
  })
})

test('[X11.B3] what is over is reached as far as its process can be seen: nobody renews a lease for it', async () => {
  const owner = await leased('one')
  const hold = await approvedBy(owner)
  await claimDispatch(desk.store, hold.id, 'attempt-1', owner)
  await loseDispatch(desk.store, hold.id, 'attempt-1', 'reset')
  const over = await desk.get(hold)
  expect(liveOwnersAt(desk.clock.now + LEASE_MS, new Map(), running).reaches(over)).toBe(true)
  expect(liveOwnersAt(desk.clock.now + LEASE_MS, new Map(), running).reaches(hold)).toBe(false)
  expect(liveOwnersAt(desk.clock.now, new Map(), unseen).reaches(over)).toBe(false)
})
