import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HoldState } from '../../src/hold/hold.ts'
import { claimDispatch } from '../../src/operations/dispatch-hold.ts'
import { moveHold } from '../../src/operations/move-hold.ts'
import { OWNER } from '@holdpoint/testing'
import { openTestStore, processNamed } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

let fixture: TestStore

beforeEach(async () => {
  fixture = await openTestStore()
})

afterEach(async () => {
  await fixture.end()
})

const SYSTEM = { actor: null, detail: null, tenant: null }

describe('deciding', () => {
  test('is durable and on record, by name and rail, at database time', async () => {
    const hold = await fixture.ask()
    fixture.clock.now += 7
    const decided = await fixture.say(hold, 'approve', { reason: 'fine' })
    expect(decided).toMatchObject({ kind: 'decided', hold: { state: 'approved', decidedAt: fixture.clock.now } })
    if (decided.kind !== 'decided') return
    expect(await fixture.get(hold)).toEqual(decided.hold)
    expect((await fixture.records(hold)).at(-1)).toMatchObject({
      kind: 'hold-approved',
      actor: 'ben',
      detail: 'approve via page (identified): fine',
    })
  })

  test('the decider has no say in the time', async () => {
    const hold = await fixture.ask()
    fixture.clock.now = hold.decideBy
    const backdated = { at: 0 } as object
    expect(await fixture.say(hold, 'approve', backdated)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'TOO_LATE' },
    })
  })

  test("[E4] another tenant's hold does not exist, the same as one that never did", async () => {
    const hold = await fixture.ask({ call: { tenant: 'acme' } })
    const foreign = await fixture.say(hold, 'approve', { tenant: 'default' })
    const missing = await fixture.say({ ...hold, id: 'no-such-hold' }, 'approve', { tenant: 'default' })
    expect(foreign).toEqual({ kind: 'not-found' })
    expect(missing).toEqual(foreign)
    expect((await fixture.get(hold)).revision).toBe(1)
    expect(await fixture.kinds(hold)).toEqual(['hold-created'])
    expect(await fixture.say(hold, 'approve', { tenant: 'acme' })).toMatchObject({ kind: 'decided' })
  })

  test('[S1] [H3] saying the same again gives the original receipt and changes nothing', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'approve')
    const before = await fixture.get(hold)
    fixture.clock.now += 1000
    expect(await fixture.say(hold, 'approve')).toEqual({ kind: 'receipt', hold: before })
    expect(await fixture.get(hold)).toEqual(before)
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'hold-approved'])
  })

  test('[S2] the first one stands; the refused one is on record', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'decline')
    const late = await fixture.say(hold, 'approve', { by: 'cleo', via: 'api' })
    expect(late).toMatchObject({
      kind: 'refused',
      refusal: { code: 'CONFLICT', message: expect.stringContaining('declined by ben') as string },
    })
    expect((await fixture.get(hold)).state).toBe('declined')
    expect((await fixture.records(hold)).at(-1)).toMatchObject({
      kind: 'decision-refused',
      actor: 'cleo',
      detail: 'approve via api (identified): CONFLICT',
    })
  })

  test('[B11] a voice that is not enough is refused and recorded, and the question stays open', async () => {
    const hold = await fixture.ask({ ruling: { assurance: 'identified' } })
    expect(await fixture.say(hold, 'approve', { assurance: 'host', via: 'elicitation' })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'INSUFFICIENT_ASSURANCE' },
    })
    expect((await fixture.get(hold)).state).toBe('pending')
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'decision-refused'])
  })

  test('[A12] a person who is no approver is refused and recorded', async () => {
    const hold = await fixture.ask({ ruling: { approvers: ['cleo'] } })
    expect(await fixture.say(hold, 'approve')).toMatchObject({ kind: 'refused', refusal: { code: 'NOT_AN_APPROVER' } })
    expect((await fixture.records(hold)).at(-1)).toMatchObject({ kind: 'decision-refused', actor: 'ben' })
  })

  test('[B6] one millisecond makes the difference, and the lateness is made visible', async () => {
    const hold = await fixture.ask()
    fixture.clock.now = hold.decideBy
    expect(await fixture.say(hold, 'approve')).toMatchObject({
      kind: 'refused',
      refusal: { code: 'TOO_LATE' },
      hold: { state: 'expired' },
    })
    expect((await fixture.get(hold)).state).toBe('expired')
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'hold-expired'])
    const inTime = await fixture.ask({ call: { argumentsText: '{"n":2}' } })
    fixture.clock.now = inTime.decideBy - 1
    expect(await fixture.say(inTime, 'approve')).toMatchObject({ kind: 'decided', hold: { state: 'approved' } })
  })

  test('with a quorum each voice is recorded, and the last one approves', async () => {
    const hold = await fixture.ask({ ruling: { quorum: 2, assurance: 'identified' } })
    expect(await fixture.say(hold, 'approve')).toMatchObject({ kind: 'decided', hold: { state: 'pending' } })
    expect(await fixture.say(hold, 'approve')).toMatchObject({ kind: 'receipt', hold: { state: 'pending' } })
    expect(await fixture.say(hold, 'approve', { by: 'cleo' })).toMatchObject({
      kind: 'decided',
      hold: { state: 'approved' },
    })
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'verdict-recorded', 'hold-approved'])
  })
})

describe('races', () => {
  test('[B5] fifty approvals and fifty claims at once make one dispatch', async () => {
    const hold = await fixture.ask()
    const people = Array.from({ length: 50 }, (_, index) => index)
    const work = people.flatMap((index) => [
      fixture.say(hold, 'approve', { by: `person-${index % 5}` }).then(() => null),
      claimDispatch(
        fixture.store,
        hold.id,
        `attempt-${index}`,
        index % 5 === 0 ? OWNER : processNamed(`process-${index}`),
      ),
    ])
    const moved = (await Promise.all(work)).filter((result) => result?.kind === 'moved')
    expect(moved).toHaveLength(1)
    const kinds = await fixture.kinds(hold)
    expect(kinds.filter((kind) => kind === 'hold-approved')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'hold-dispatched')).toHaveLength(1)
    expect((await fixture.get(hold)).state).toBe('dispatching')
    expect(await fixture.verifyAudit()).toMatchObject({ ok: true })
  })

  test(
    '[H8] a thousand seeded races of approve, decline, cancel and expiry have one winner each, and the audit verifies',
    { timeout: 600_000 },
    async () => {
      const ENDS: readonly HoldState[] = ['approved', 'declined', 'cancelled', 'expired']
      const won = new Set<string>()
      const order = fc.shuffledSubarray(['approve', 'decline', 'cancel', 'expire'] as const, { minLength: 4 })
      const races = fc.sample(order, { numRuns: 1000, seed: 20_260_801 })
      for (const [index, race] of races.entries()) {
        const hold = await fixture.ask({ call: { argumentsText: `{"n":${index}}`, session: `session-${index}` } })
        // In every second race the deadline passes first, so that expiry can win too.
        if (index % 2 === 1) fixture.clock.now = hold.decideBy - (race[0] === 'expire' ? 0 : 1)
        const winners = await Promise.all(
          race.map(async (who) => {
            if (who === 'expire') {
              fixture.clock.now = index % 2 === 1 ? hold.decideBy : fixture.clock.now
              const moved = await moveHold(fixture.store, hold.id, { type: 'deadline' }, SYSTEM)
              return moved.kind === 'moved' ? 'expired' : null
            }
            const decision = await fixture.say(hold, who, { by: `${who} person` })
            return decision.kind === 'decided' ? decision.hold.state : null
          }),
        )
        const { state } = await fixture.get(hold)
        const claimed = winners.filter((winner) => winner !== null)
        won.add(state)
        // A verdict that came too late makes the expiry visible itself; then nobody claims to have won.
        expect(claimed.length === 1 ? claimed[0] : 'expired').toBe(state)
        expect(claimed.length).toBeLessThanOrEqual(1)
        const ends = (await fixture.kinds(hold)).filter((kind) => ENDS.some((end) => kind === `hold-${end}`))
        expect(ends).toEqual([`hold-${state}`])
      }
      expect([...won].toSorted()).toEqual([...ENDS].toSorted())
      expect(await fixture.verifyAudit()).toMatchObject({ ok: true })
    },
  )

  test('[H10] of a revocation and a dispatch at once, one wins and never both', async () => {
    const outcomes = new Set<string>()
    for (let index = 0; index < 100; index++) {
      const hold = await fixture.ask({ call: { argumentsText: `{"n":${index}}`, session: `session-${index}` } })
      await fixture.say(hold, 'approve')
      const revoke = () =>
        moveHold(
          fixture.store,
          hold.id,
          { type: 'revoke', by: 'ben', via: 'page', assurance: 'identified', reason: null },
          { ...SYSTEM, actor: 'ben' },
        )
      const claim = () => claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
      const results = await Promise.all(index % 2 === 0 ? [revoke(), claim()] : [claim(), revoke()])
      expect(results.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
      outcomes.add((await fixture.get(hold)).state)
    }
    expect([...outcomes].toSorted()).toEqual(['cancelled', 'dispatching'])
  })
})
