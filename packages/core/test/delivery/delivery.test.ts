import { describe, expect, test } from 'vitest'
import { sampleDelivery } from '@holdpoint/testing'
import { isPlaceName, mayBeAnswered } from '../../src/delivery/delivery.ts'
import type { Delivery, DeliveryLease } from '../../src/delivery/delivery.ts'
import { planUpdate, takeJob, transitDelivery } from '../../src/delivery/delivery-transition.ts'
import type { DeliveryEvent } from '../../src/delivery/delivery-transition.ts'
import { translate } from '../../src/sentence/translate.ts'

const UNTIL = 30_000

function take(delivery: Delivery, over: { dedupes?: boolean; by?: string; until?: number } = {}): Delivery {
  if (delivery.job === null) throw new Error('There is no job.')
  const taken = takeJob(delivery, delivery.job, { by: 'one', until: UNTIL, dedupes: true, ...over })
  if (taken.kind !== 'taken') throw new Error(taken.kind)
  return taken.delivery
}

function leaseOf({ job }: Delivery): DeliveryLease {
  if (job?.lease === null || job?.lease === undefined) throw new Error('It is not leased.')
  return job.lease
}

function move(delivery: Delivery, event: DeliveryEvent, now = 0): Delivery {
  const moved = transitDelivery(delivery, event, now)
  if (!moved.ok) throw new Error(moved.why)
  expect(moved.delivery.revision).toBe(delivery.revision + 1)
  return moved.delivery
}

const arrived = (lease: DeliveryLease, ref = 'om_1'): DeliveryEvent => ({
  type: 'sent',
  lease,
  ref,
  shows: 1,
  whole: true,
  remindAt: null,
})
const lost = (lease: DeliveryLease, mayHaveArrived: boolean): DeliveryEvent => ({
  type: 'postponed',
  lease,
  afterMs: 1000,
  mayHaveArrived,
  problem: 'busy',
})

describe('[X13.4] copies of a message', () => {
  test('an attempt that certainly sent nothing leaves none; one whose answer was lost leaves one', () => {
    for (const dedupes of [true, false]) {
      const taken = take(sampleDelivery(), { dedupes })
      expect(taken.copies).toBe(1)
      expect(move(taken, lost(leaseOf(taken), false)).copies).toBe(0)
      expect(move(taken, lost(leaseOf(taken), true)).copies).toBe(1)
    }
  })

  test('where the platform dedupes there is one, however often it is tried', () => {
    let delivery = sampleDelivery()
    for (let round = 0; round < 5; round++) {
      const taken = take(delivery, { until: UNTIL + round })
      delivery = move(taken, lost(leaseOf(taken), true))
    }
    expect(delivery).toMatchObject({ copies: 1, state: 'waiting', job: { attempts: 5 } })
  })

  test('where it does not, two at most: refusals in between cost no try, and then it is given up with a record', () => {
    let delivery = sampleDelivery({ channel: 'slack' })
    for (const mayHaveArrived of [false, true, false, false, true]) {
      const taken = take(delivery, { dedupes: false })
      delivery = move(taken, lost(leaseOf(taken), mayHaveArrived))
    }
    expect(delivery.copies).toBe(2)
    if (delivery.job === null) throw new Error('There is no job.')
    const end = takeJob(delivery, delivery.job, { by: 'one', until: UNTIL, dedupes: false })
    expect(end).toMatchObject({ kind: 'given-up', delivery: { state: 'failed', copies: 2, job: null } })
    if (end.kind !== 'given-up') return
    expect(end.record).toMatchObject({ kind: 'delivery-failed', hold: 'hold-1', tenant: 'default' })
    expect(translate(end.record.detail ?? '', 'detail', 'zh-CN')).toBe(
      '未能通过 slack 发到群 oc_ops：消息可能已送达两次，但平台没有确认。',
    )
  })

  test('a process that lost its lease tells what arrived: the job of the next one becomes an update, or its copy is counted', () => {
    const first = take(sampleDelivery({ channel: 'slack' }), { dedupes: false })
    const second = take(first, { dedupes: false, by: 'two', until: 2 * UNTIL })
    const told = move(second, arrived(leaseOf(first), '1.1'))
    expect(told).toMatchObject({ state: 'sent', ref: '1.1', copies: 2, job: { kind: 'send', lease: { by: 'two' } } })
    expect(take(told, { by: 'three', until: 3 * UNTIL, dedupes: false })).toMatchObject({
      copies: 2,
      job: { kind: 'update' },
    })
    const moved = transitDelivery(told, arrived(leaseOf(second), '1.2'), 0)
    expect(moved).toMatchObject({ ok: true, delivery: { ref: '1.1', copies: 2, job: null } })
    expect(moved.ok && moved.record?.detail).toBe('to the group oc_ops through slack, message 1.2')
    const same = transitDelivery(told, arrived(leaseOf(second), '1.1'), 0)
    expect(same).toMatchObject({ ok: true, record: null })
  })
})

describe('[X13.4] what becomes of a delivery', () => {
  test('only the process that has the job ends or postpones it', () => {
    const taken = take(sampleDelivery())
    const foreign = { ...leaseOf(taken), until: UNTIL - 1 }
    const events: readonly DeliveryEvent[] = [
      lost(foreign, true),
      { type: 'failed', lease: foreign, mayHaveArrived: true, problem: 'x' },
      { type: 'reminded', lease: foreign },
      { type: 'closed', lease: foreign },
      { type: 'closed', lease: null },
    ]
    for (const event of events) expect(transitDelivery(taken, event, 0)).toEqual({ ok: false, why: 'not-leased' })
    // Without a lease only while no process has one in force.
    expect(move(taken, { type: 'closed', lease: null }, UNTIL).state).toBe('closed')
    expect(move(taken, lost(leaseOf(taken), true), UNTIL + 5)).toMatchObject({
      job: { dueAt: UNTIL + 1005, lease: null },
    })
  })

  test('a message that arrived is kept up to date, also where its delivery was given up or closed meanwhile', () => {
    const taken = take(sampleDelivery())
    const failed = move(taken, { type: 'failed', lease: leaseOf(taken), mayHaveArrived: false, problem: 'gone' })
    for (const before of [failed, { ...taken, state: 'closed', job: null } as const]) {
      expect(move(before, arrived(leaseOf(taken)))).toMatchObject({ state: 'sent', ref: 'om_1', copies: 1 })
    }
  })

  test('what a press shows counts without a lease, never goes back, and takes no job from a process', () => {
    const first = take(sampleDelivery())
    const sent = move(first, { ...arrived(leaseOf(first)), shows: 3, whole: true, remindAt: 9000 } as DeliveryEvent)
    expect(sent.job).toMatchObject({ kind: 'remind', dueAt: 9000 })
    const pressed = { type: 'updated', lease: null, shows: 2, whole: true, closes: false, remindAt: 9000 } as const
    expect(move(sent, pressed)).toMatchObject({ shownRevision: 3, job: { kind: 'remind' } })
    expect(move(sent, { ...pressed, shows: 4, whole: true, closes: true })).toMatchObject({
      shownRevision: 4,
      state: 'closed',
      job: null,
    })
    const updating = take(planUpdate(sent, 0))
    expect(move(updating, { ...pressed, shows: 4, whole: true, closes: true })).toMatchObject({
      shownRevision: 4,
      state: 'sent',
      job: { kind: 'update', lease: { by: 'one' } },
    })
  })

  test('a copy that is pressed before its name is known leaves the sending to be done, unless that ends the question', () => {
    const unnamed = take(sampleDelivery({ channel: 'slack' }), { dedupes: false })
    const pressed = { type: 'updated', lease: null, shows: 2, whole: true, closes: false, remindAt: 9000 } as const
    expect(move(unnamed, pressed, UNTIL)).toMatchObject({ state: 'waiting', job: { kind: 'send' }, copies: 1 })
    expect(move(unnamed, { ...pressed, closes: true }, UNTIL)).toMatchObject({ state: 'closed', job: null })
  })

  test('one reminder, and a reminder that fails leaves the question where it stands', () => {
    const first = take(sampleDelivery())
    const sent = move(first, { ...arrived(leaseOf(first)), remindAt: 9000 } as DeliveryEvent)
    const reminding = take(sent)
    const reminded = move(reminding, { type: 'reminded', lease: leaseOf(reminding) })
    expect(reminded).toMatchObject({ reminded: true, job: null, state: 'sent' })
    expect(
      move(reminded, { type: 'updated', lease: null, shows: 2, whole: true, closes: false, remindAt: 9000 }).job,
    ).toBeNull()
    const failed = transitDelivery(
      reminding,
      { type: 'failed', lease: leaseOf(reminding), mayHaveArrived: false, problem: 'gone' },
      0,
    )
    expect(failed).toMatchObject({ ok: true, record: null, delivery: { state: 'sent', job: null, problem: 'gone' } })
  })

  test('what was closed stays closed, whatever is reported of its job', () => {
    const closed: Delivery = { ...sampleDelivery(), state: 'closed', job: null, ref: 'om_1', shownRevision: 2 }
    const lease = { by: 'one', until: UNTIL, copiesBefore: 0 }
    for (const event of [lost(lease, true), { type: 'reminded', lease }, { type: 'closed', lease: null }] as const) {
      expect(transitDelivery(closed, event, 0)).toEqual({ ok: false, why: 'closed' })
    }
    const shown = { type: 'updated', lease: null, shows: 5, whole: true, closes: false, remindAt: 9000 } as const
    expect(move(closed, shown)).toMatchObject({ state: 'closed', job: null, shownRevision: 5 })
  })

  test('a failure names the place, in words that move no cursor and stay in one line', () => {
    const place = { kind: 'person', id: 'ou_\u001b[2J' } as const
    const taken = take(sampleDelivery({ place }))
    const failed = transitDelivery(
      taken,
      { type: 'failed', lease: leaseOf(taken), mayHaveArrived: false, problem: 'no\nsuch {place}' },
      0,
    )
    expect(failed.ok && failed.record?.detail).toBe(
      'not to the person ou_⟦U+001B⟧[2J through feishu: no⟦U+000A⟧such {place}',
    )
  })

  test('its code is taken while a message of it may ask in its place', () => {
    const states = ['waiting', 'sent', 'failed', 'closed'] as const
    expect(states.map((state) => mayBeAnswered(sampleDelivery({ state })))).toEqual([true, true, false, false])
    expect(mayBeAnswered(sampleDelivery({ state: 'failed', copies: 1 }))).toBe(true)
  })

  test('names that a database could not keep apart are none', () => {
    expect(['oc_1', 'ou 😀', 'a/b'].every(isPlaceName)).toBe(true)
    expect(['', '\ud800', 'a\udc00', 'a\0', 'x'.repeat(257)].some(isPlaceName)).toBe(false)
  })
})
