/**
 * The contract of deliveries: planned once, done by one process at a time on database time, found by button, code and
 * place.
 */
import { drawShortCode, moveDelivery } from '@holdpoint/core'
import type { Delivery, DeliveryLease, DueRequest, PlannedDelivery, Store } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { plannedDelivery } from '../samples/delivery.ts'
import { sampleRecord } from '../samples/record.ts'
import { approve, auditQuery } from './given-store.ts'
import type { GivenStore } from './given-store.ts'

const LEASE_MS = 30_000
const OPS = { kind: 'group', id: 'oc_ops' } as const

const DUE: DueRequest = { channels: [{ name: 'feishu', dedupes: true }], by: 'one', leaseMs: LEASE_MS, limit: 10 }
const WITHOUT_DEDUPING: DueRequest = { ...DUE, channels: [{ name: 'slack', dedupes: false }] }

/** Codes in the order of their drawing; those that are taken are passed over. */
function drawFrom(codes: readonly string[]): (taken: readonly string[]) => string {
  return (taken) => codes.find((code) => !taken.includes(code)) ?? 'none'
}

function randomCode(taken: readonly string[]): string {
  return drawShortCode((limit) => Math.floor(Math.random() * limit), taken)
}

function leaseOf({ job }: Delivery): DeliveryLease {
  if (job?.lease === null || job?.lease === undefined) throw new Error('It is not leased.')
  return job.lease
}

export function describeDeliveries(given: GivenStore): void {
  const ids = (deliveries: readonly Delivery[]): readonly string[] => deliveries.map(({ id }) => id)

  async function plan(wanted: Partial<PlannedDelivery>, store: Store = given.store): Promise<readonly Delivery[]> {
    return await store.deliveries.plan([plannedDelivery(wanted)], randomCode)
  }

  /** Taken, sent and stored as such. */
  async function send(wanted: Partial<PlannedDelivery>, shows = 1): Promise<Delivery> {
    const channel = wanted.channel ?? 'feishu'
    await plan(wanted)
    const [taken] = await given.store.deliveries.takeDue({ ...DUE, channels: [{ name: channel, dedupes: true }] })
    if (taken === undefined) throw new Error('Nothing was due.')
    const event = {
      type: 'sent',
      lease: leaseOf(taken),
      ref: `om_${taken.id}`,
      shows,
      whole: true,
      remindAt: null,
    } as const
    const moved = await moveDelivery(given.store, taken.id, event)
    if (moved.kind !== 'moved') throw new Error(moved.kind)
    return moved.delivery
  }

  async function kinds(hold: string): Promise<readonly string[]> {
    return (await given.store.audit.read(auditQuery({ hold }))).records.map(({ kind }) => kind)
  }

  test('[X13.4] a delivery comes back as it was planned, found by its buttons, its code, its place and its hold', async () => {
    await given.insert({ id: 'hold-1' })
    const [planned] = await given.store.deliveries.plan([plannedDelivery()], drawFrom(['7F3K']))
    const job = { kind: 'send', dueAt: given.clock, attempts: 0, lease: null }
    const unsent = {
      state: 'waiting',
      ref: null,
      sentAt: null,
      shownRevision: null,
      shownWhole: null,
      copies: 0,
      reminded: false,
      problem: null,
    }
    const stored = { ...plannedDelivery(), ...unsent, revision: 1, code: '7F3K', createdAt: given.clock, job }
    expect(planned).toEqual(stored)
    const { deliveries } = given.store
    expect(await deliveries.byButton('delivery-1-yes')).toEqual({ delivery: stored, answer: 'approve' })
    expect(await deliveries.byButton('delivery-1-no')).toEqual({ delivery: stored, answer: 'decline' })
    expect(await deliveries.byCode('feishu', OPS, '7F3K')).toEqual(stored)
    expect(await deliveries.openIn('feishu', OPS)).toEqual([stored])
    expect(await deliveries.ofHolds(['other', 'hold-1'])).toEqual([stored])
    expect(await deliveries.change('delivery-1', (found, now) => ({ do: 'keep', answer: [found, now] }))).toEqual([
      stored,
      given.clock,
    ])
    expect(await deliveries.byButton('delivery-1')).toBeNull()
    expect(await deliveries.byCode('feishu', OPS, '7F3X')).toBeNull()
    expect(await deliveries.byCode('lark', OPS, '7F3K')).toBeNull()
    expect(await deliveries.openIn('feishu', { kind: 'person', id: 'oc_ops' })).toEqual([])
    expect([await deliveries.ofHolds([]), await deliveries.ofHolds(['other'])]).toEqual([[], []])
    expect(await kinds('hold-1')).toEqual(['hold-created'])
  })

  test('[X13.4] what two processes plan for one hold and place is stored once, and no other delivery is touched', async () => {
    const other = await given.another()
    const planned = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? given.store : other).deliveries.plan(
          [
            plannedDelivery({ id: `group-${index}` }),
            plannedDelivery({ id: `own-${index}`, hold: `hold of ${index}` }),
          ],
          randomCode,
        ),
      ),
    )
    const all = planned.flat()
    expect(all.filter(({ id }) => id.startsWith('group-'))).toHaveLength(1)
    expect(all.filter(({ id }) => id.startsWith('own-'))).toHaveLength(20)
    expect(await given.store.deliveries.ofHolds(['hold-1'])).toEqual(all.filter(({ hold }) => hold === 'hold-1'))
    expect(new Set(all.map(({ code }) => code)).size).toBe(21)
    expect(await plan({ id: 'again' })).toEqual([])
    expect(ids(await plan({ id: 'elsewhere', place: { kind: 'person', id: 'oc_ops' } }))).toEqual(['elsewhere'])
    expect(ids(await plan({ id: 'other-channel', channel: 'lark' }))).toEqual(['other-channel'])
    await other.close()
  })

  test('[X13.4] the newest deliveries come first, at most as many as asked for', async () => {
    for (const id of ['one', 'two', 'three']) await plan({ id, hold: id, tenant: id })
    expect(ids(await given.store.deliveries.newest(2))).toEqual(['three', 'two'])
    expect(ids(await given.store.deliveries.newest(10))).toEqual(['three', 'two', 'one'])
  })

  test('[X13.4] where one of several cannot be planned, none is', async () => {
    const bad = plannedDelivery({ id: 'not an id', hold: 'hold-2' })
    await expect(given.store.deliveries.plan([plannedDelivery(), bad], randomCode)).rejects.toThrow('characters')
    const sameButtons = { ...plannedDelivery({ id: 'two', hold: 'hold-2' }), buttons: plannedDelivery().buttons }
    await expect(given.store.deliveries.plan([plannedDelivery(), sameButtons], randomCode)).rejects.toThrow('taken')
    expect(await given.store.deliveries.ofHolds(['hold-1', 'hold-2'])).toEqual([])
    expect(await given.store.deliveries.nextDueAt(['feishu'])).toBeNull()
  })

  test('[X13.4] a code is one hold’s in its place while that may be answered, and is not drawn again soon after', async () => {
    const draw = drawFrom(['7F3K', '9A4C', 'C7D6'])
    const one = (await given.store.deliveries.plan([plannedDelivery({ id: 'a', hold: 'a' })], draw))[0]
    const two = (await given.store.deliveries.plan([plannedDelivery({ id: 'b', hold: 'b' })], draw))[0]
    const place = { kind: 'person', id: 'ou_ana' } as const
    const three = (await given.store.deliveries.plan([plannedDelivery({ id: 'c', hold: 'a', place })], draw))[0]
    expect([one?.code, two?.code, three?.code]).toEqual(['7F3K', '9A4C', '7F3K'])
    expect((await moveDelivery(given.store, 'a', { type: 'closed', lease: null })).kind).toBe('moved')
    const four = (await given.store.deliveries.plan([plannedDelivery({ id: 'd', hold: 'd' })], draw))[0]
    expect(four?.code).toBe('C7D6')
    expect(await given.store.deliveries.byCode('feishu', OPS, '7F3K')).toMatchObject({ id: 'a', state: 'closed' })
    // A drawing that answers what is taken finds no place for it.
    const stubborn = given.store.deliveries.plan([plannedDelivery({ id: 'e', hold: 'e' })], () => '9A4C')
    await expect(stubborn).rejects.toThrow('taken')
  })

  test('[X13.4] of many who take what is due each gets others, and none is taken twice while its lease lasts', async () => {
    const wanted = Array.from({ length: 40 }, (_, index) => plannedDelivery({ id: `d${index}`, hold: `h${index}` }))
    await given.store.deliveries.plan(wanted, randomCode)
    const other = await given.another()
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? given.store : other).deliveries.takeDue({ ...DUE, by: `process ${index}`, limit: 3 }),
      ),
    )
    expect(taken.flat()).toHaveLength(40)
    expect(new Set(ids(taken.flat())).size).toBe(40)
    expect(taken.every((batch) => batch.length <= 3)).toBe(true)
    expect(await other.deliveries.takeDue(DUE)).toEqual([])
    await other.close()
  })

  test('[X13.4] a job is due at its time and its lease lapses at its time, on database time', async () => {
    await plan({ id: 'a', hold: 'a' })
    await plan({ id: 'other', hold: 'a', channel: 'slack' })
    const { deliveries } = given.store
    expect(await deliveries.nextDueAt(['feishu', 'slack'])).toBe(given.clock)
    const [taken] = await deliveries.takeDue(DUE)
    if (taken === undefined) throw new Error('Nothing was due.')
    expect(taken).toMatchObject({
      id: 'a',
      revision: 2,
      copies: 1,
      job: { kind: 'send', attempts: 1, lease: { by: 'one', until: given.clock + LEASE_MS, copiesBefore: 0 } },
    })
    expect(await deliveries.nextDueAt(['feishu'])).toBe(given.clock + LEASE_MS)
    expect(await deliveries.nextDueAt(['lark'])).toBeNull()
    given.clock += LEASE_MS - 1
    expect(await deliveries.takeDue({ ...DUE, by: 'two' })).toEqual([])
    given.clock += 1
    const [again] = await deliveries.takeDue({ ...DUE, by: 'two' })
    expect(again).toMatchObject({ copies: 1, job: { attempts: 2, lease: { by: 'two' } } })
    if (again === undefined) throw new Error('It was not taken.')
    const late = { type: 'postponed', lease: leaseOf(taken), afterMs: 0, mayHaveArrived: false, problem: 'x' } as const
    expect(await moveDelivery(given.store, 'a', late)).toMatchObject({ kind: 'refused', why: 'not-leased' })
    const wait = { ...late, lease: leaseOf(again), afterMs: 5000, problem: 'too many requests' }
    expect((await moveDelivery(given.store, 'a', wait)).kind).toBe('moved')
    expect(await deliveries.nextDueAt(['feishu'])).toBe(given.clock + 5000)
    given.clock += 4999
    expect(await deliveries.takeDue(DUE)).toEqual([])
    given.clock += 1
    expect(await deliveries.takeDue(DUE)).toMatchObject([{ problem: 'too many requests', job: { attempts: 3 } }])
    expect(await kinds('a')).toEqual([])
  })

  test('[X13.4] the longest due comes first, and only of the channels that are asked for', async () => {
    for (const id of ['a', 'b', 'c']) {
      await plan({ id, hold: id, channel: id === 'b' ? 'slack' : 'feishu' })
      given.clock += 1000
    }
    expect(ids(await given.store.deliveries.takeDue({ ...DUE, limit: 1 }))).toEqual(['a'])
    expect(ids(await given.store.deliveries.takeDue(DUE))).toEqual(['c'])
    expect(await given.store.deliveries.takeDue({ ...DUE, channels: [] })).toEqual([])
    expect(ids(await given.store.deliveries.takeDue(WITHOUT_DEDUPING))).toEqual(['b'])
  })

  test('[X13.4] what was sent is recorded with its place, once, and is due again when its hold changes', async () => {
    await given.insert({ id: 'hold-1' })
    const sent = await send({})
    expect(sent).toMatchObject({ state: 'sent', ref: 'om_delivery-1', shownRevision: 1, job: null, problem: null })
    expect(await kinds('hold-1')).toEqual(['hold-created', 'question-delivered'])
    const { records } = await given.store.audit.read(auditQuery({ hold: 'hold-1' }))
    expect(records.at(-1)?.detail).toBe('to the group oc_ops through feishu, message om_delivery-1')
    const { deliveries } = given.store
    expect([await deliveries.takeDue(DUE), await deliveries.nextDueAt(['feishu'])]).toEqual([[], null])
    await given.store.holds.change('hold-1', (hold) => approve(hold))
    const [update] = await deliveries.takeDue(DUE)
    if (update === undefined) throw new Error('Nothing was due.')
    expect(update).toMatchObject({ job: { kind: 'update', attempts: 1 }, copies: 1, ref: 'om_delivery-1' })
    // The hold changes again while the message is being updated.
    await given.store.holds.change('hold-1', (hold) => approve(hold))
    expect(await deliveries.takeDue(DUE)).toEqual([])
    const done = {
      type: 'updated',
      lease: leaseOf(update),
      shows: 2,
      whole: true,
      closes: false,
      remindAt: null,
    } as const
    await moveDelivery(given.store, 'delivery-1', done)
    const [second] = await deliveries.takeDue(DUE)
    if (second === undefined) throw new Error('A change of the hold was missed.')
    await moveDelivery(given.store, 'delivery-1', {
      ...done,
      lease: leaseOf(second),
      shows: 3,
      whole: true,
      closes: true,
    })
    expect((await deliveries.ofHolds(['hold-1']))[0]).toMatchObject({ state: 'closed', shownRevision: 3, job: null })
    await given.store.holds.change('hold-1', (hold) => approve(hold))
    expect(await deliveries.takeDue(DUE)).toEqual([])
    expect(await given.verify()).toBe(5)
  })

  test('[X13.4] a reminder is due at its time; a change of the hold comes before it, and a retry is not hurried by one', async () => {
    await given.insert({ id: 'hold-1' })
    await plan({})
    const { deliveries } = given.store
    const [first] = await deliveries.takeDue(DUE)
    if (first === undefined) throw new Error('Nothing was due.')
    const remindAt = given.clock + 60_000
    const sent = { type: 'sent', lease: leaseOf(first), ref: 'om_1', shows: 1, whole: true, remindAt } as const
    await moveDelivery(given.store, 'delivery-1', sent)
    expect(await deliveries.nextDueAt(['feishu'])).toBe(remindAt)
    await given.store.holds.change('hold-1', (hold) => approve(hold))
    const [update] = await deliveries.takeDue(DUE)
    expect(update?.job?.kind).toBe('update')
    if (update === undefined) return
    const later = { type: 'postponed', afterMs: 9000, mayHaveArrived: false, problem: 'busy' } as const
    await moveDelivery(given.store, 'delivery-1', { ...later, lease: leaseOf(update) })
    await given.store.holds.change('hold-1', (hold) => approve(hold))
    expect(await deliveries.takeDue(DUE)).toEqual([])
    given.clock += 9000
    const [retry] = await deliveries.takeDue(DUE)
    if (retry === undefined) throw new Error('The update was lost.')
    const done = { type: 'updated', lease: leaseOf(retry), shows: 3, whole: true, closes: false, remindAt } as const
    await moveDelivery(given.store, 'delivery-1', done)
    expect(await deliveries.takeDue(DUE)).toEqual([])
    given.clock = remindAt
    const [reminder] = await deliveries.takeDue(DUE)
    expect(reminder?.job?.kind).toBe('remind')
    if (reminder === undefined) return
    await moveDelivery(given.store, 'delivery-1', { type: 'reminded', lease: leaseOf(reminder) })
    expect((await deliveries.ofHolds(['hold-1']))[0]).toMatchObject({ reminded: true, job: null, state: 'sent' })
  })

  test('[X13.4] where the platform takes no id of ours, two crashes leave two copies at most, and then it is given up on record', async () => {
    await given.insert({ id: 'hold-1' })
    await plan({ channel: 'slack' })
    const { deliveries } = given.store
    expect(await deliveries.takeDue(WITHOUT_DEDUPING)).toMatchObject([{ copies: 1 }])
    given.clock += LEASE_MS
    expect(await deliveries.takeDue(WITHOUT_DEDUPING)).toMatchObject([{ copies: 2 }])
    given.clock += LEASE_MS
    expect(await deliveries.takeDue(WITHOUT_DEDUPING)).toEqual([])
    const [abandoned] = await deliveries.openIn('slack', OPS)
    expect(abandoned).toMatchObject({ state: 'failed', copies: 2, job: null })
    expect(await kinds('hold-1')).toEqual(['hold-created', 'delivery-failed'])
    expect(await given.verify()).toBe(2)
  })

  test('[X13.4] replies in a place may mean the pending holds that were asked there, and no others', async () => {
    for (const id of ['a', 'b', 'c']) await given.insert({ id })
    await plan({ id: 'd-a', hold: 'a' })
    await plan({ id: 'd-b', hold: 'b' })
    await plan({ id: 'd-c', hold: 'c', place: { kind: 'group', id: 'oc_dev' } })
    await plan({ id: 'd-x', hold: 'no such hold' })
    const { deliveries } = given.store
    expect(ids(await deliveries.openIn('feishu', OPS))).toEqual(['d-a', 'd-b'])
    await given.store.holds.change('a', (hold) => approve(hold))
    expect(ids(await deliveries.openIn('feishu', OPS))).toEqual(['d-b'])
    const [taken] = (await deliveries.takeDue(DUE)).filter(({ id }) => id === 'd-b')
    if (taken === undefined) throw new Error('Nothing was due.')
    const failed = { type: 'failed', lease: leaseOf(taken), mayHaveArrived: false, problem: 'The bot left.' } as const
    await moveDelivery(given.store, 'd-b', failed)
    expect(await deliveries.openIn('feishu', OPS)).toEqual([])
    expect(await kinds('b')).toEqual(['hold-created', 'delivery-failed'])
  })

  test('[X13.4] hostile names find nothing and change nothing; hostile words are kept as text', async () => {
    await given.insert({ id: 'hold-1' })
    const channel = `fei'shu"; drop table holds; --`
    const place = { kind: 'group', id: 'oc_%_\u202e\u{1f600} or 1=1' } as const
    const [planned] = await plan({ channel, place })
    const { deliveries } = given.store
    expect(await deliveries.openIn(channel, place)).toEqual([planned])
    for (const text of [
      '',
      '%',
      "' or 1=1 --",
      'a\0b',
      '\ud800',
      'delivery-1-yes\0',
      'delivery-1-yes ',
      'x'.repeat(1e5),
    ]) {
      expect(await deliveries.byButton(text), text.slice(0, 20)).toBeNull()
      expect(await deliveries.byCode(channel, place, text)).toBeNull()
      expect(await deliveries.openIn(text, place)).toEqual([])
      expect(await deliveries.openIn(channel, { kind: 'group', id: text })).toEqual([])
      expect(await deliveries.ofHolds([text])).toEqual([])
    }
    // No database keeps half of a character apart from another half: two places would become one.
    for (const id of ['oc_\ud800', 'oc_\0', '', 'x'.repeat(257)]) {
      await expect(plan({ id: 'bad', place: { kind: 'group', id } }), id.slice(0, 5)).rejects.toThrow('well-formed')
    }
    const [taken] = await deliveries.takeDue({ ...DUE, channels: [{ name: channel, dedupes: true }] })
    if (taken === undefined) throw new Error('Nothing was due.')
    const problem = `\u001b[2J{place} \ud800 ${'y'.repeat(5000)}`
    const event = { type: 'failed', lease: leaseOf(taken), mayHaveArrived: true, problem } as const
    await moveDelivery(given.store, planned?.id ?? '', event)
    const [failed] = await deliveries.openIn(channel, place)
    expect(failed?.problem).toMatch(/^⟦U\+001B⟧\[2J\{place\} ⟦U\+D800⟧ y+…$/)
    expect(failed?.problem?.length).toBeLessThanOrEqual(500)
    expect(await given.verify()).toBe(2)
  })

  test('[X13.4] a step that throws, writes another delivery or an old revision changes nothing', async () => {
    const [planned] = await plan({})
    if (planned === undefined) throw new Error('It was not planned.')
    const { deliveries } = given.store
    const write = async (delivery: Delivery): Promise<null> =>
      await deliveries.change('delivery-1', () => ({ do: 'write', delivery, record: null, answer: null }))
    await expect(write({ ...planned, id: 'another', revision: 2 })).rejects.toThrow('another')
    await expect(write({ ...planned, state: 'closed' })).rejects.toThrow('revision')
    await expect(
      deliveries.change('none', () => ({ do: 'write', delivery: planned, record: null, answer: null })),
    ).rejects.toThrow('no delivery')
    const bug = deliveries.change('delivery-1', () => {
      throw new Error('a bug in a step')
    })
    await expect(bug).rejects.toThrow('a bug in a step')
    expect(await deliveries.ofHolds(['hold-1'])).toEqual([planned])
  })

  test('[X13.4] once a clock that was ahead is set right and accepted, what waits is done in time', async () => {
    await plan({ id: 'a', hold: 'a' })
    given.clock += 7_200_000
    const [taken] = await given.store.deliveries.takeDue(DUE)
    expect(taken?.job?.lease?.until).toBe(given.clock + LEASE_MS)
    given.clock -= 7_200_000
    await given.store.now()
    const notices = await given.store.continuity.notices()
    await given.store.continuity.accept(notices, sampleRecord({ kind: 'notice-accepted', actor: 'ana' }))
    expect(await given.store.deliveries.nextDueAt(['feishu'])).toBe(given.clock + LEASE_MS)
    given.clock += LEASE_MS
    expect(ids(await given.store.deliveries.takeDue(DUE))).toEqual(['a'])
  })

  test('[X13.4] an event of a platform is the first once within a day, in every process', async () => {
    const other = await given.another()
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? given.store : other).deliveries.firstSeen('feishu', 'event-1'),
      ),
    )
    expect(seen.filter(Boolean)).toHaveLength(1)
    const { deliveries } = given.store
    expect(await deliveries.firstSeen('slack', 'event-1')).toBe(true)
    expect(await deliveries.firstSeen('feishu', '')).toBe(true)
    expect(await deliveries.firstSeen('feishu', '')).toBe(false)
    expect(await deliveries.firstSeen('feishu', `${'e'.repeat(1e5)}\0\ud800`)).toBe(true)
    expect(await deliveries.firstSeen('feishu', `${'e'.repeat(1e5)}\0\ud801`)).toBe(true)
    given.clock += 24 * 3_600_000
    expect(await deliveries.firstSeen('feishu', 'event-1')).toBe(false)
    given.clock += 1
    expect(await deliveries.firstSeen('feishu', 'event-1')).toBe(true)
    await other.close()
  })
}
