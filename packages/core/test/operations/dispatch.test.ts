import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Hold } from '../../src/hold/hold.ts'
import {
  claimDispatch,
  concludeDispatch,
  continueDispatch,
  invalidateHold,
  loseDispatch,
  markDelivered,
  pauseDispatchForInput,
  releaseDispatch,
  takeOver,
} from '../../src/operations/dispatch-hold.ts'
import { resolveHold } from '../../src/operations/resolve-hold.ts'
import { sweepHolds } from '../../src/operations/sweep-holds.ts'
import { OWNER } from '@holdpoint/testing'
import { EXECUTE_WITHIN, openTestStore, processNamed } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

let fixture: TestStore
let counter = 0

beforeEach(async () => {
  fixture = await openTestStore()
})

afterEach(async () => {
  await fixture.end()
})

const RESULT = { kind: 'result', isError: false, resultText: '{"content":[]}', truncated: false } as const
const TWO_HOURS = 2 * 3_600_000

async function approved(): Promise<Hold> {
  counter += 1
  const hold = await fixture.ask({ call: { argumentsText: `{"n":${counter}}` } })
  await fixture.say(hold, 'approve')
  return await fixture.get(hold)
}

async function sent(): Promise<Hold> {
  const hold = await approved()
  await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
  return await fixture.get(hold)
}

describe('dispatching', () => {
  test('runs once: claim, outcome, delivery, each on record', async () => {
    const hold = await sent()
    expect(await concludeDispatch(fixture.store, hold.id, 'attempt-1', RESULT)).toMatchObject({
      kind: 'moved',
      hold: { state: 'succeeded' },
    })
    expect(await concludeDispatch(fixture.store, hold.id, 'attempt-1', RESULT)).toMatchObject({ kind: 'refused' })
    expect(await markDelivered(fixture.store, hold.id)).toMatchObject({ kind: 'moved' })
    expect(await markDelivered(fixture.store, hold.id)).toMatchObject({ kind: 'refused' })
    expect(await fixture.kinds(hold)).toEqual([
      'hold-created',
      'hold-approved',
      'hold-dispatched',
      'hold-succeeded',
      'hold-delivered',
    ])
  })

  test('[L13] an approval that is not used within its time has lapsed, at the claim too, and says so at once', async () => {
    const hold = await approved()
    fixture.clock.now += EXECUTE_WITHIN
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'TOO_LATE' },
      hold: { state: 'expired' },
    })
    expect((await fixture.get(hold)).state).toBe('expired')
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'hold-approved', 'hold-expired'])
  })

  test('[L13] one millisecond earlier it still runs', async () => {
    const hold = await approved()
    fixture.clock.now += EXECUTE_WITHIN - 1
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({ kind: 'moved' })
  })

  test('[G3] with proof that nothing was sent, the approval can be claimed again, once', async () => {
    const hold = await sent()
    expect(await releaseDispatch(fixture.store, hold.id, 'attempt-1', 'connection refused')).toMatchObject({
      kind: 'moved',
    })
    expect(await releaseDispatch(fixture.store, hold.id, 'attempt-1', 'again')).toMatchObject({ kind: 'refused' })
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-2', OWNER)).toMatchObject({ kind: 'moved' })
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-3', OWNER)).toMatchObject({ kind: 'refused' })
    expect(await fixture.kinds(hold)).toContain('hold-released')
  })

  test('[G1] [G4] a lost call is unknown; the late answer of its attempt is recorded, that of another is not', async () => {
    const hold = await sent()
    await loseDispatch(fixture.store, hold.id, 'attempt-1', 'no answer in time')
    expect((await fixture.get(hold)).state).toBe('unknown')
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-2', OWNER)).toMatchObject({ kind: 'refused' })
    expect(await concludeDispatch(fixture.store, hold.id, 'attempt-2', RESULT)).toMatchObject({ kind: 'refused' })
    expect(await concludeDispatch(fixture.store, hold.id, 'attempt-1', RESULT)).toMatchObject({
      kind: 'moved',
      hold: { state: 'succeeded' },
    })
  })

  test('a person resolves what is unknown, within their tenant, once', async () => {
    const hold = await sent()
    await loseDispatch(fixture.store, hold.id, 'attempt-1', 'reset')
    const request = { hold: hold.id, tenant: 'acme', by: 'ben', executed: true, note: 'it is gone' }
    expect(await resolveHold(fixture.store, request)).toEqual({ kind: 'not-found' })
    expect(await resolveHold(fixture.store, { ...request, tenant: 'default' })).toMatchObject({
      kind: 'moved',
      hold: { state: 'resolved' },
    })
    expect(await resolveHold(fixture.store, { ...request, tenant: 'default', executed: false })).toMatchObject({
      kind: 'refused',
    })
    expect((await fixture.records(hold)).at(-1)).toMatchObject({
      kind: 'hold-resolved',
      actor: 'ben',
      detail: 'executed: it is gone',
    })
  })

  test('each round of an upstream that asks for input is forwarded once', async () => {
    const hold = await sent()
    await pauseDispatchForInput(fixture.store, hold.id, 'attempt-1', 'state-a', '{"resultType":"input_required"}')
    expect(await releaseDispatch(fixture.store, hold.id, 'attempt-1', 'no')).toMatchObject({ kind: 'refused' })
    const rounds = await Promise.all(
      Array.from({ length: 10 }, () => continueDispatch(fixture.store, hold.id, 'attempt-1', 'state-a')),
    )
    expect(rounds.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
    expect((await fixture.get(hold)).attempt).toMatchObject({ round: 2 })
  })

  test('[G7] what drifted is void, with the reason, and cannot be claimed', async () => {
    const hold = await approved()
    expect(await invalidateHold(fixture.store, hold.id, 'the schema changed')).toMatchObject({ kind: 'moved' })
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({ kind: 'refused' })
    expect(await fixture.get(hold)).toMatchObject({ state: 'invalidated', note: 'the schema changed' })
  })

  test('taking over changes who looks after it and nothing else', async () => {
    const hold = await approved()
    await takeOver(fixture.store, hold, processNamed('other'), () => 'ended')
    expect(await fixture.get(hold)).toEqual({ ...hold, owner: processNamed('other'), revision: hold.revision + 1 })
  })

  test('no operation finds a hold that is not there', async () => {
    expect(await claimDispatch(fixture.store, 'nothing', 'attempt-1', OWNER)).toEqual({ kind: 'not-found' })
  })
})

describe('sweeping', () => {
  const everybodyLives = () => 'running' as const

  test('makes passed deadlines visible and leaves the rest alone', async () => {
    const question = await fixture.ask({ call: { argumentsText: '{"q":1}' } })
    const longer = await fixture.ask({ call: { argumentsText: '{"q":2}' }, ruling: { decideWithinMs: 10 * TWO_HOURS } })
    const yes = await approved()
    fixture.clock.now = question.decideBy
    await sweepHolds(fixture.store, everybodyLives)
    expect((await fixture.get(question)).state).toBe('expired')
    expect((await fixture.get(longer)).state).toBe('pending')
    expect(await fixture.get(yes)).toMatchObject({ state: 'expired', note: 'The approval lapsed before the call ran.' })
  })

  test('[H6] a dispatch whose process died is unknown, not retried', async () => {
    const hold = await sent()
    await sweepHolds(fixture.store, everybodyLives)
    expect((await fixture.get(hold)).state).toBe('dispatching')
    await sweepHolds(fixture.store, (process) => (process.instance === OWNER.instance ? 'ended' : 'running'))
    expect(await fixture.get(hold)).toMatchObject({ state: 'unknown', outcome: { kind: 'lost' } })
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-2', OWNER)).toMatchObject({ kind: 'refused' })
  })

  test('input that does not come becomes unknown, counted from when it was asked for', async () => {
    const hold = await sent()
    fixture.clock.now += EXECUTE_WITHIN + 1
    await pauseDispatchForInput(fixture.store, hold.id, 'attempt-1', 'state-a', '{}')
    fixture.clock.now += EXECUTE_WITHIN
    await sweepHolds(fixture.store, everybodyLives)
    expect((await fixture.get(hold)).state).toBe('dispatching')
    fixture.clock.now += 1
    await sweepHolds(fixture.store, everybodyLives)
    expect((await fixture.get(hold)).state).toBe('unknown')
  })

  test('a long call that asks for nothing is left to its own process', async () => {
    const hold = await sent()
    fixture.clock.now += 100 * EXECUTE_WITHIN
    await sweepHolds(fixture.store, everybodyLives)
    expect((await fixture.get(hold)).state).toBe('dispatching')
  })
})

describe('a deadline that passes while a step is thinking', () => {
  /** From now on each look at the clock finds it one millisecond later. */
  function letTimeRunFrom(moment: number): void {
    let at = moment
    Object.defineProperty(fixture.clock, 'now', { get: () => at++ })
  }

  test('[B6] keeps a verdict from counting', async () => {
    const hold = await fixture.ask()
    letTimeRunFrom(hold.decideBy - 1)
    expect(await fixture.say(hold, 'approve')).toMatchObject({ kind: 'refused', refusal: { code: 'TOO_LATE' } })
    expect((await fixture.get(hold)).state).toBe('expired')
  })

  test('[L13] keeps a call from being sent', async () => {
    const hold = await approved()
    letTimeRunFrom((hold.executeBy ?? 0) - 1)
    const claimed = await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
    expect(claimed).toMatchObject({ kind: 'refused', refusal: { code: 'TOO_LATE' } })
    expect((await fixture.get(hold)).state).toBe('expired')
  })
})

describe('a clock that jumps', () => {
  test('[H21] two hours back un-expires nothing and lets nothing run early', async () => {
    const question = await fixture.ask({ call: { argumentsText: '{"q":1}' } })
    const yes = await approved()
    fixture.clock.now = question.decideBy + 1
    // Another process writes at that time: from now on it is at least that late, whatever the clock says.
    await fixture.ask({ call: { argumentsText: '{"q":2}' } })
    fixture.clock.now -= TWO_HOURS
    expect(await fixture.say(question, 'approve')).toMatchObject({ kind: 'refused', refusal: { code: 'TOO_LATE' } })
    expect(await claimDispatch(fixture.store, yes.id, 'attempt-1', OWNER)).toMatchObject({ kind: 'refused' })
    await sweepHolds(fixture.store, () => 'running')
    expect((await fixture.get(question)).state).toBe('expired')
    expect((await fixture.get(yes)).state).toBe('expired')
  })

  test('[H21] two hours forward expires what was due and revives nothing on the way back', async () => {
    const hold = await fixture.ask()
    fixture.clock.now += TWO_HOURS
    await sweepHolds(fixture.store, () => 'running')
    fixture.clock.now -= 2 * TWO_HOURS
    expect(await fixture.say(hold, 'approve')).toMatchObject({ kind: 'refused', hold: { state: 'expired' } })
    const later = await fixture.ask({ call: { argumentsText: '{"q":3}' } })
    expect(later.createdAt).toBeGreaterThan(hold.createdAt)
    expect(await fixture.verifyAudit()).toMatchObject({ ok: true })
  })
})
