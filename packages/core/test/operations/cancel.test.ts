import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordDraft } from '../../src/audit/record-draft.ts'
import { SCOPE_GRANT } from '../../src/choice/choices.ts'
import type { Grant } from '../../src/grant/grant.ts'
import type { GrantRequest } from '../../src/grant/grant-request.ts'
import { matchesGrant } from '../../src/grant/grant-covers.ts'
import type { Hold } from '../../src/hold/hold.ts'
import type { JsonObject } from '../../src/json/json-value.ts'
import { cancelHold } from '../../src/operations/cancel-hold.ts'
import type { CancelRequest } from '../../src/operations/cancel-hold.ts'
import { decide } from '../../src/operations/decide.ts'
import type { Decision } from '../../src/operations/decide.ts'
import { claimDispatch, concludeDispatch } from '../../src/operations/dispatch-hold.ts'
import { makeGrant } from '../../src/operations/make-grant.ts'
import { EVERYBODY, OWNER } from '@holdpoint/testing'
import { openTestStore } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

let fixture: TestStore

beforeEach(async () => {
  fixture = await openTestStore()
})

afterEach(async () => {
  await fixture.end()
})

const WINDOW = 10_000

async function cancel(hold: Hold, over: Partial<CancelRequest> = {}): Promise<Decision> {
  const request = { tenant: null, by: 'ben', via: 'page', assurance: 'identified', reason: null, ...over } as const
  return await cancelHold(fixture.store, { hold: hold.id, people: EVERYBODY, ...request })
}

async function approved(over: Parameters<TestStore['ask']>[0] = {}, grant?: GrantRequest): Promise<Hold> {
  const hold = await fixture.ask({ ...over, ruling: { undoWindowMs: WINDOW, ...over.ruling } })
  const decided = await fixture.say(hold, 'approve', grant === undefined ? {} : { grant })
  if (decided.kind !== 'decided') throw new Error(decided.kind)
  return decided.hold
}

async function grantsOf(hold: Hold): Promise<readonly Grant[]> {
  return (await fixture.store.grants.list(null, 100)).filter(({ fromHold }) => fromHold === hold.id)
}

describe('a question that waits', () => {
  test('is withdrawn by the verdict "cancel", by name and with its reason', async () => {
    const hold = await fixture.ask()
    const cancelled = await cancel(hold, { reason: 'not needed' })
    expect(cancelled).toMatchObject({
      kind: 'decided',
      hold: { state: 'cancelled', verdicts: [{ answer: 'cancel', by: 'ben', reason: 'not needed' }] },
      grant: null,
    })
    expect((await fixture.records(hold)).at(-1)).toMatchObject({
      kind: 'hold-cancelled',
      actor: 'ben',
      detail: 'cancel via page (identified): not needed',
    })
  })

  test('may be withdrawn by anybody who may say no', async () => {
    const hold = await fixture.ask({ ruling: { approvers: ['cleo'], assurance: 'strong' } })
    expect(await cancel(hold, { assurance: 'host', via: 'terminal' })).toMatchObject({ kind: 'decided' })
  })

  test('[B6] that has expired stays expired', async () => {
    const hold = await fixture.ask()
    fixture.clock.now = hold.decideBy
    expect(await cancel(hold)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'TOO_LATE' },
      hold: { state: 'expired' },
    })
  })
})

describe('an approval', () => {
  test('is taken back until the call is claimed; who and why are kept', async () => {
    const hold = await approved()
    fixture.clock.now += WINDOW - 1
    expect(await cancel(hold, { by: 'cleo', reason: 'wrong customer' })).toMatchObject({
      kind: 'decided',
      hold: { state: 'cancelled', note: 'Revoked by cleo: wrong customer', decidedAt: hold.decidedAt },
    })
    expect((await fixture.records(hold)).at(-1)).toMatchObject({
      kind: 'hold-cancelled',
      actor: 'cleo',
      detail: 'cancel via page (identified): wrong customer',
    })
    fixture.clock.now += WINDOW
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'WRONG_STATE' },
    })
    expect((await fixture.verifyAudit()).ok).toBe(true)
  })

  test('is not claimed before the window ends, by database time', async () => {
    const hold = await approved()
    fixture.clock.now = (hold.runAfter ?? 0) - 1
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_YET' },
      hold: { state: 'approved' },
    })
    fixture.clock.now += 1
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({ kind: 'moved' })
  })

  test('[H21] a clock that is set back ends no window', async () => {
    const hold = await approved()
    fixture.clock.now -= 3000
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_YET' },
    })
    fixture.clock.now -= 3_600_000
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({
      kind: 'refused',
      hold: { state: 'expired' },
    })
  })

  test('without a window can be taken back too, while no process has claimed it', async () => {
    const hold = await approved({ ruling: { undoWindowMs: 0 } })
    expect(hold.runAfter).toBeNull()
    expect(await cancel(hold)).toMatchObject({ kind: 'decided', hold: { state: 'cancelled' } })
  })

  test('taken back again by the same person gives the receipt; by another one, the name of the first', async () => {
    const hold = await approved()
    await cancel(hold)
    expect(await cancel(hold)).toMatchObject({ kind: 'receipt', hold: { state: 'cancelled' } })
    const refused = {
      kind: 'refused',
      refusal: { code: 'CONFLICT', message: 'Already cancelled by ben via page; the hold is cancelled.' },
    }
    expect(await cancel(hold, { by: 'cleo' })).toMatchObject(refused)
    expect(await fixture.say(hold, 'approve', { by: 'cleo' })).toMatchObject(refused)
  })

  test.each([
    ['NOT_AN_APPROVER', { approvers: ['ben'] }, { by: 'cleo' }],
    ['INSUFFICIENT_ASSURANCE', { assurance: 'identified' }, { assurance: 'host', via: 'terminal' }],
  ] as const)('[B11] is not taken back by a person who could not give it: %s', async (code, ruling, by) => {
    const hold = await approved({ ruling })
    expect(await cancel(hold, by)).toMatchObject({ kind: 'refused', refusal: { code }, hold: { state: 'approved' } })
    expect((await fixture.records(hold)).at(-1)).toMatchObject({
      kind: 'decision-refused',
      actor: 'by' in by ? by.by : 'ben',
    })
  })

  test('under four eyes any of those who may approve takes it back, the requester does not', async () => {
    const hold = await fixture.ask({ ruling: { quorum: 2, assurance: 'identified', undoWindowMs: WINDOW } })
    await fixture.say(hold, 'approve')
    await fixture.say(hold, 'approve', { by: 'cleo' })
    expect(await cancel(hold, { by: hold.call.principal })).toMatchObject({ kind: 'refused' })
    expect(await cancel(hold, { by: 'dan' })).toMatchObject({ kind: 'decided', hold: { state: 'cancelled' } })
  })

  test('is taken back on any surface: the form in which it was given is gone', async () => {
    const hold = await fixture.ask({ ruling: { rails: ['elicitation'], undoWindowMs: WINDOW } })
    await fixture.say(hold, 'approve', { via: 'elicitation' })
    expect(await cancel(hold)).toMatchObject({ kind: 'decided', hold: { state: 'cancelled' } })
  })

  test('of a version that set no moment still gives the time that its ruling names', async () => {
    const hold = await approved()
    await fixture.store.holds.change(hold.id, (found) => ({
      do: 'write',
      hold: { ...(found as Hold), runAfter: null, revision: hold.revision + 1 },
      record: recordDraft({ kind: 'hold-joined', tenant: 'default', hold: hold.id }),
      before: null,
      answer: null,
    }))
    fixture.clock.now += WINDOW - 1
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({
      refusal: { code: 'NOT_YET' },
    })
    fixture.clock.now += 1
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({ kind: 'moved' })
  })

  test("[E4] another tenant's hold does not exist", async () => {
    const hold = await approved({ call: { tenant: 'acme' } })
    expect(await cancel(hold, { tenant: 'default' })).toEqual({ kind: 'not-found' })
    expect(await cancel({ ...hold, id: 'none' }, { tenant: 'default' })).toEqual({ kind: 'not-found' })
    expect((await fixture.get(hold)).revision).toBe(hold.revision)
  })
})

describe('once the call was sent', () => {
  test('it is too late, and the refusal says what became of it', async () => {
    const hold = await approved({ ruling: { undoWindowMs: 0 } })
    await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
    expect(await cancel(hold)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'TOO_LATE', message: expect.stringMatching(/was sent at .* and is running/) as string },
    })
    const outcome = { kind: 'result', isError: false, resultText: '{}', truncated: false } as const
    await concludeDispatch(fixture.store, hold.id, 'attempt-1', outcome)
    expect(await cancel(hold)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'TOO_LATE', message: expect.stringContaining('has run') as string },
      hold: { state: 'succeeded' },
    })
  })

  test('[H10] taken back and claimed at the same moment: one of them, and the store agrees', async () => {
    const outcomes = new Set<string>()
    for (let index = 0; index < 100; index++) {
      const hold = await approved({ call: { argumentsText: `{"n":${index}}`, session: `session-${index}` } })
      fixture.clock.now = hold.runAfter ?? 0
      const race = [() => cancel(hold), () => claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)]
      const order = index % 2 === 0 ? race : race.toReversed()
      const results = await Promise.all(order.map((each) => each()))
      expect(results.filter(({ kind }) => kind === 'decided' || kind === 'moved')).toHaveLength(1)
      const { state, attempt } = await fixture.get(hold)
      expect(state === 'cancelled').toBe(attempt === null)
      outcomes.add(state)
    }
    expect([...outcomes].toSorted()).toEqual(['cancelled', 'dispatching'])
  })
})

describe('what an approval opened', () => {
  test('goes with it: the permission that was given beside it', async () => {
    const hold = await fixture.ask({ ruling: { undoWindowMs: WINDOW } })
    const verdict = { answer: 'approve', by: 'ben', via: 'page', assurance: 'identified', reason: null } as const
    const request = { for: 'always', arguments: 'same' } as const
    await decide(fixture.store, { hold: hold.id, tenant: null, verdict, grant: { id: 'grant-1', request } })
    expect(await grantsOf(hold)).toMatchObject([{ id: 'grant-1', revokedAt: null }])
    fixture.clock.now += 5
    await cancel(hold, { by: 'cleo' })
    expect(await grantsOf(hold)).toMatchObject([{ id: 'grant-1', revokedAt: fixture.clock.now, revokedBy: 'cleo' }])
    expect((await fixture.kinds(hold)).slice(-2)).toEqual(['hold-cancelled', 'grant-revoked'])
  })

  test('goes with it: the scope', async () => {
    const hold = await approved({ ruling: { scope: 'folder "/srv"' } }, SCOPE_GRANT)
    expect(await grantsOf(hold)).toMatchObject([{ condition: { kind: 'scope' }, revokedAt: null }])
    await cancel(hold)
    expect(await grantsOf(hold)).toMatchObject([{ revokedBy: 'ben' }])
  })

  test.each(['the scope', 'a permission'])('counts only from the moment when it stands: %s', async (what) => {
    const hold = await fixture.ask({
      ruling: { scope: what === 'the scope' ? 'folder "/srv"' : null, undoWindowMs: WINDOW },
    })
    const request = what === 'the scope' ? SCOPE_GRANT : ({ for: 'always', arguments: 'same' } as const)
    await fixture.say(hold, 'approve', { grant: request })
    const [made] = await grantsOf(hold)
    const opened = { ...(made as Grant), definitionHash: 'tool' }
    const call = { ...hold.call, arguments: JSON.parse(hold.call.argumentsText) as JsonObject }
    const defined = { call, definitionHash: 'tool', definitionTextHash: hold.definitionTextHash }
    expect(matchesGrant(opened, defined, fixture.clock.now + WINDOW - 1)).toBe(false)
    expect(matchesGrant(opened, defined, fixture.clock.now + WINDOW)).toBe(true)
  })

  test('and nothing else: neither what was permitted later, nor what others were', async () => {
    const first = await approved()
    const other = await approved(
      { call: { argumentsText: '{"id":"c_18"}' }, ruling: { scope: 'folder "/srv"' } },
      SCOPE_GRANT,
    )
    fixture.clock.now += 5
    const request = { for: 'always', arguments: 'same' } as const
    const about = { tenant: null, by: 'ben', via: 'page', assurance: 'identified', request } as const
    await makeGrant(fixture.store, { ...about, id: 'later', hold: first.id, effect: 'allow' })
    await makeGrant(fixture.store, { ...about, id: 'denial', hold: first.id, effect: 'deny' })
    await cancel(first)
    expect((await grantsOf(first)).map(({ revokedAt }) => revokedAt)).toEqual([null, null])
    expect((await grantsOf(other)).map(({ revokedAt }) => revokedAt)).toEqual([null])
  })

  test('stays where the call was sent first', async () => {
    const hold = await approved({ ruling: { scope: 'folder "/srv"', undoWindowMs: 0 } }, SCOPE_GRANT)
    await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
    await cancel(hold)
    expect(await grantsOf(hold)).toMatchObject([{ revokedAt: null }])
  })
})
