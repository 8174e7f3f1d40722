/**
 * What must not work on any store: changing it from outside, deciding twice or too late, running twice, going on after
 * its end.
 */
import { claimDispatch, concludeDispatch, decide, ownerLease } from '@holdpoint/core'
import type { Decision, Store, Verdict } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { plannedDelivery } from '../samples/delivery.ts'
import { sampleFeedback } from '../samples/feedback.ts'
import { sampleGrant } from '../samples/grant.ts'
import { OWNER } from '../samples/hold.ts'
import { sampleRecord } from '../samples/record.ts'
import { sampleToken } from '../samples/token.ts'
import { EVERYTHING, approve, auditQuery, waitingHold } from './given-store.ts'
import type { GivenStore } from './given-store.ts'

const TOKEN = sampleToken()
const FEEDBACK = sampleFeedback()

export function describeHostile(given: GivenStore): void {
  describe('[X12.S1] hostile use', () => {
    async function say(by: string, answer: Verdict['answer'], store: Store = given.store): Promise<Decision> {
      const verdict = { answer, by, via: 'page', assurance: 'identified', reason: null } as const
      return await decide(store, { hold: 'h1', tenant: 'default', verdict })
    }

    async function readAll(store: Store): Promise<unknown> {
      return [
        await store.holds.get('h1'),
        await store.holds.look('h1'),
        await store.holds.list(EVERYTHING),
        await store.holds.inState('approved', 10),
        await store.grants.get('g1'),
        await store.grants.list(null, 10),
        await store.audit.read(auditQuery({})),
        await store.audit.walk(null, 10),
        await store.audit.checkpoints(),
        (await store.leases.inForce()).leases.get('job'),
        await store.settings.under('s/'),
        await store.tokens.findByHash(TOKEN.sha256),
        await store.tokens.list(null),
        await store.feedback.list({ tenant: null, since: null, severity: null, limit: 10, cursor: null }),
        await store.deliveries.ofHolds(['h1']),
        await store.deliveries.byButton('d1-yes'),
      ]
    }

    test('what was given out, and what was given in, can be changed without changing the store', async () => {
      const { store } = given
      // Copies: samples share values, with the tests of other files too.
      const hold = structuredClone(waitingHold({ id: 'h1', title: 'Delete contact c_17?' }))
      const grant = structuredClone(sampleGrant({ id: 'g1' }))
      const record = structuredClone(sampleRecord({ detail: 'as written' }))
      const token = { ...TOKEN }
      const feedback = { ...FEEDBACK }
      await store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
      await store.holds.change('h1', (found) => approve(found))
      await store.grants.add(() => ({ do: 'write', grant, record, answer: null }))
      await store.leases.take('job', 'one', 1000)
      await store.settings.put('s/a', '1', null)
      await store.tokens.add(token, record)
      await store.feedback.add(feedback, record, { most: 5, withinMs: 1000 })
      const planned = structuredClone(plannedDelivery({ id: 'd1', hold: 'h1' }))
      spoil(await store.deliveries.plan([planned], () => '7F3K'))
      await store.audit.checkpoint()
      const appended = store.audit.append(record)
      spoil(record)
      await appended
      const before = structuredClone(await readAll(store))
      for (const value of [hold, grant, token, feedback, planned]) spoil(value)
      await store.holds.change('h1', (found, _now, leases) => {
        spoil(found)
        for (const lease of leases.values()) spoil(lease)
        return { do: 'keep', answer: null }
      })
      await store.deliveries.change('d1', (found) => {
        spoil(found)
        return { do: 'keep', answer: null }
      })
      for (const value of (await readAll(store)) as readonly unknown[]) spoil(value)
      expect(await readAll(store)).toEqual(before)
      await given.verify()
    })

    test('[H1] of two people who decide at the same moment one is the first, and the other is told so', async () => {
      const other = await given.another()
      await given.insert({ id: 'h1' })
      const decisions = await Promise.all([say('ana', 'approve'), say('ben', 'decline', other)])
      expect(decisions.map(({ kind }) => kind).toSorted()).toEqual(['decided', 'refused'])
      const won = decisions[0].kind === 'decided' ? 'approved' : 'declined'
      expect((await given.store.holds.get('h1'))?.state).toBe(won)
      const kinds = (await given.store.audit.read(auditQuery({ hold: 'h1' }))).records.map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'hold-approved' || kind === 'hold-declined')).toHaveLength(1)
      await other.close()
    })

    test('a verdict after the deadline approves nothing, also where the clock was set back since', async () => {
      await given.insert({ id: 'h1', decideBy: given.clock + 1000 })
      given.clock += 1000
      expect(await given.store.now()).toBe(given.clock)
      given.clock -= 900
      expect(await say('ana', 'approve')).toMatchObject({ kind: 'refused', refusal: { code: 'TOO_LATE' } })
      expect((await given.store.holds.get('h1'))?.state).toBe('expired')
    })

    test('of many who claim an approved call one runs it, once, and only under its lease', async () => {
      const lease = await given.store.leases.take(ownerLease(OWNER), 'one', 30_000)
      if (lease === null) throw new Error('Nobody had it.')
      const owner = { ...OWNER, fence: lease.fence }
      await given.insert({ id: 'h1', owner, ruling: { executeWithinMs: 60_000 } })
      await say('ana', 'approve')
      const other = await given.another()
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          claimDispatch(index % 2 === 0 ? given.store : other, 'h1', `attempt ${index}`, owner),
        ),
      )
      const won = claims.filter(({ kind }) => kind === 'moved')
      expect(won).toHaveLength(1)
      const attempt = (await given.store.holds.get('h1'))?.attempt?.id ?? ''
      const outcome = { kind: 'result', isError: false, resultText: '{}', truncated: false } as const
      expect(await concludeDispatch(given.store, 'h1', 'another attempt', outcome)).toMatchObject({ kind: 'refused' })
      expect(await concludeDispatch(given.store, 'h1', attempt, outcome)).toMatchObject({ kind: 'moved' })
      expect(await claimDispatch(given.store, 'h1', 'again', owner)).toMatchObject({ kind: 'refused' })
      await other.close()
    })

    test('without its lease a process claims nothing', async () => {
      const lease = await given.store.leases.take(ownerLease(OWNER), 'one', 1000)
      const owner = { ...OWNER, fence: lease?.fence ?? 0 }
      await given.insert({ id: 'h1', owner, ruling: { executeWithinMs: 60_000 } })
      await say('ana', 'approve')
      given.clock += 1000
      expect(await claimDispatch(given.store, 'h1', 'late', owner)).toMatchObject({ kind: 'refused' })
      expect((await given.store.holds.get('h1'))?.state).toBe('approved')
    })

    test('a hold is not written over by another one with its id', async () => {
      await given.insert({ id: 'h1', key: 'one', title: 'first' })
      await expect(given.insert({ id: 'h1', key: 'two', title: 'second' })).rejects.toThrow()
      expect((await given.store.holds.get('h1'))?.preview.title).toBe('first')
      expect(await given.store.holds.changeNewest('two', (hold) => ({ do: 'keep', answer: hold }))).toBeNull()
      expect(await given.verify()).toBe(1)
    })

    test('where the last part of a change fails, no part of it happened', async () => {
      await given.insert({ id: 'h1', title: 'first' })
      const heard: unknown[] = []
      const stop = given.store.watch((change) => heard.push(change))
      const grant = { grant: sampleGrant({ id: 'g1' }), record: sampleRecord({ kind: 'grant-made' }) }
      const standing = {
        query: {
          tenant: 'default',
          principal: 'local:ana',
          serverIdentity: 'crm-identity',
          tool: 'delete_contact',
          definitionHash: 'definition-1',
          session: 'session-1',
        },
        change: () => {
          throw new Error('a bug in a change')
        },
      }
      const change = given.store.holds.change('h1', (hold) => {
        const step = approve(hold)
        const preview = { ...step.hold.preview, title: 'second' }
        return { ...step, hold: { ...step.hold, preview }, grant, standing }
      })
      await expect(change).rejects.toThrow('a bug in a change')
      expect(await given.store.holds.get('h1')).toMatchObject({ state: 'pending', revision: 1 })
      expect(await given.store.grants.get('g1')).toBeNull()
      expect([await given.ids({ text: 'first' }), await given.ids({ text: 'second' })]).toEqual([['h1'], []])
      expect(await given.ids({ state: 'approved' })).toEqual([])
      expect(await given.verify()).toBe(1)
      expect(heard).toEqual([])
      await given.store.holds.change('h1', (hold) => approve(hold))
      expect(heard).toHaveLength(1)
      stop()
    })

    test('settings under a prefix are all found, whatever characters follow, in one order', async () => {
      const keys = ['p/', 'p/a', 'p/z', 'p/\u{e000}', 'p/\u{ffff}', 'p/\u{1f600}']
      for (const key of keys.toReversed()) await given.store.settings.put(key, key, null)
      await given.store.settings.put('p', '', null)
      await given.store.settings.put('q', '', null)
      expect((await given.store.settings.under('p/')).map(({ key }) => key)).toEqual(keys)
    })

    test('count takes every session under a name, and no other', async () => {
      for (const [id, session] of Object.entries({ a: 'undo/1', b: 'undo/2', c: 'undone', d: 'x undo/' })) {
        await given.insert({ id, call: { session } })
      }
      const who = { tenant: 'default', principal: 'local:ana', client: null, session: null, tool: null }
      const query = { ...who, serverIdentity: null, states: ['pending'], since: 0, sessionsUnder: 'undo/' } as const
      expect(await given.store.holds.count(query)).toBe(2)
    })

    test('[H16] a closed store refuses everything: no question is opened, no verdict taken, nothing read as absent', async () => {
      await given.insert({ id: 'h1' })
      const { store } = given
      await store.close()
      const record = sampleRecord()
      const grant = sampleGrant({ id: 'g1' })
      const attempts: readonly (() => Promise<unknown>)[] = [
        () => store.holds.get('h1'),
        () => store.holds.look('h1'),
        () => say('ana', 'approve'),
        () => given.insert({ id: 'h2' }),
        () => store.holds.list(EVERYTHING),
        () => store.holds.inState('pending', 1),
        () => store.holds.inSession('session-1', 'pending', 1),
        () => store.holds.overdue(1),
        () => store.grants.list(null, 1),
        () => store.grants.add(() => ({ do: 'write', grant, record, answer: null })),
        () => store.audit.append(record),
        () => store.audit.read(auditQuery({})),
        () => store.audit.walk(null, 1),
        () => store.audit.checkpoint(),
        () => store.leases.take('job', 'one', 1),
        () => store.leases.inForce(),
        () => store.settings.get('pause'),
        () => store.settings.under('pause'),
        () => store.settings.swap('pause', null, 'on', null),
        () => store.tokens.findByHash('x'),
        () => store.tokens.list(null),
        () => store.tokens.add(TOKEN, record),
        () => store.feedback.add(FEEDBACK, record, { most: 1, withinMs: 1 }),
        () => store.deliveries.plan([plannedDelivery()], () => '7F3K'),
        () => store.deliveries.takeDue({ channels: [{ name: 'x', dedupes: true }], by: 'one', leaseMs: 1, limit: 1 }),
        () => store.deliveries.change('d1', (delivery) => ({ do: 'keep', answer: delivery })),
        () => store.deliveries.byButton('d1-yes'),
        () => store.deliveries.byCode('x', { kind: 'group', id: 'y' }, '7F3K'),
        () => store.deliveries.openIn('x', { kind: 'group', id: 'y' }),
        () => store.deliveries.ofHolds(['h1']),
        () => store.deliveries.nextDueAt(['x']),
        () => store.deliveries.firstSeen('x', 'e'),
        () => store.continuity.head(),
        () => store.continuity.notices(),
        () => store.now(),
      ]
      for (const attempt of attempts) {
        await expect(attempt(), attempt.toString()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      }
    })
  })
}

/** Changes every field that can be changed, at every depth. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const member of Object.values(value)) spoil(member)
  for (const name of Object.keys(value)) Reflect.set(value, name, 'spoiled')
  if (Array.isArray(value)) value.length = 0
}
