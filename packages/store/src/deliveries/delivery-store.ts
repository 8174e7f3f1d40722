/**
 * Deliveries on any database. Who plans, who takes a job and who sees an event first is settled by the transaction, and
 * how long a lease lasts by its time: no clock is compared. What a job comes to is the domain's to say.
 */
import { isDeliveryId, isPlaceName, planUpdate, takeJob, toDelivery } from '@holdpoint/core'
import type {
  DeliveryLimit,
  Delivery,
  DeliveryStep,
  DeliveryStore,
  DueRequest,
  Place,
  PlannedDelivery,
  RecordDraft,
  Sha256,
} from '@holdpoint/core'
import { batchLimit } from '../query/page-limit.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import type { Transaction } from '../transaction/transaction.ts'
import { fromDeliveryRow, toDeliveryRow } from './delivery-row.ts'
import type { StoredDelivery } from './delivery-row.ts'
import type { DeliveryStatements, DueJobs, PlaceKey } from './delivery-statements.ts'

/**
 * A code that was in use so few deliveries ago in this place is not drawn again: a late reply would mean another hold.
 */
const CODES_REMEMBERED = 200
/**
 * Another process may take the same code at the same moment; more than a few times means names that were used before.
 */
const MOST_DRAWS = 5
/** Platforms repeat an event for hours at most. */
const EVENTS_KEPT_MS = 24 * 60 * 60_000
const CODE = /^[0-9A-Z]{4}$/

type DrawCode = (taken: readonly string[]) => string

export function createDeliveryStore(deliveries: DeliveryStatements, executor: Executor, sha256: Sha256): DeliveryStore {
  function* planOne(transaction: Transaction, planned: PlannedDelivery, drawCode: DrawCode): Script<Delivery | null> {
    const place = toPlaceKey(planned.channel, planned.place)
    for (let draw = 0; draw < MOST_DRAWS; draw++) {
      if ((yield* firstRow(deliveries.byHold({ ...place, hold: planned.hold }))) !== undefined) return null
      const open = yield* allRows(deliveries.openCodes(place))
      const recent = yield* allRows(deliveries.recentCodes({ ...place, limit: CODES_REMEMBERED }))
      const taken = new Set([...open, ...recent].map(({ code }) => code))
      const delivery = toDelivery(planned, drawCode([...taken]), transaction.now())
      if ((yield* firstRow(deliveries.insert(toDeliveryRow(delivery)))) !== undefined) return delivery
    }
    throw new Error(`Delivery ${planned.id} cannot be stored: its id, a button or every code that was drawn is taken.`)
  }

  function* isFull(planned: PlannedDelivery, { mostOpen, places }: DeliveryLimit): Script<boolean> {
    const others = new Set<string>()
    for (const { channel, place } of places(planned)) {
      const key = toPlaceKey(channel, place)
      if (!isKnowable(key)) continue
      const open = (yield* allRows(deliveries.openIn(key))).map(fromDeliveryRow)
      for (const { hold } of open) if (hold !== planned.hold) others.add(hold)
    }
    return others.size >= mostOpen
  }

  function* write(
    transaction: Transaction,
    before: Delivery,
    after: Delivery,
    record: RecordDraft | null,
  ): Script<void> {
    if (after.id !== before.id) throw new Error(`A step on delivery ${before.id} wrote another one.`)
    if (after.revision <= before.revision) throw new Error(`Delivery ${before.id} was changed without a new revision.`)
    const row = { ...toDeliveryRow(after), expected: before.revision }
    if ((yield* firstRow(deliveries.update(row))) === undefined) {
      throw new Error(`Delivery ${before.id} was changed by another transaction inside this one.`)
    }
    if (record !== null) yield* transaction.append(record)
  }

  function* takeDue(
    transaction: Transaction,
    { channels, by, leaseMs, limit }: DueRequest,
  ): Script<readonly Delivery[]> {
    const now = transaction.now()
    const asked: DueJobs = { channels: channels.map(({ name }) => name), now, limit: batchLimit(limit) }
    for (const row of yield* allRows(deliveries.lockOutdated(asked))) {
      const delivery = fromDeliveryRow(row)
      yield* write(transaction, delivery, planUpdate(delivery, now), null)
    }
    const dedupes = new Map(channels.map((channel) => [channel.name, channel.dedupes]))
    const taken: Delivery[] = []
    for (const row of yield* allRows(deliveries.lockDue(asked))) {
      const delivery = fromDeliveryRow(row)
      if (delivery.job === null) continue
      const taking = { by, until: now + leaseMs, dedupes: dedupes.get(delivery.channel) === true }
      const job = takeJob(delivery, delivery.job, taking)
      yield* write(transaction, delivery, job.delivery, job.kind === 'taken' ? null : job.record)
      if (job.kind === 'taken') taken.push(job.delivery)
    }
    return taken
  }

  function* isAnyDue(jobs: DueJobs): Script<boolean> {
    if ((yield* firstRow(deliveries.due(jobs))) !== undefined) return true
    return (yield* firstRow(deliveries.outdated(jobs))) !== undefined
  }

  async function readAll(script: () => Script<readonly StoredDelivery[]>): Promise<readonly Delivery[]> {
    return (await executor.read(script)).map(fromDeliveryRow)
  }

  return {
    plan: (wanted, drawCode, limit) =>
      executor.write(function* (transaction) {
        const planned: Delivery[] = []
        if (limit !== undefined) yield* transaction.lock('deliveries', 'plan')
        for (const each of wanted) {
          if (limit !== undefined && (yield* isFull(each, limit))) continue
          const delivery = yield* planOne(transaction, each, drawCode)
          if (delivery !== null) planned.push(delivery)
        }
        return planned
      }),
    async takeDue(request) {
      const channels = request.channels.map(({ name }) => name)
      if (channels.length === 0) return []
      // Asked after every change of a hold: where nothing is due, nothing is written.
      const now = await executor.now()
      if (!(await executor.read(() => isAnyDue({ channels, now, limit: 1 })))) return []
      return await executor.write((transaction) => takeDue(transaction, request))
    },
    change: <Answer>(id: string, step: (delivery: Delivery | null, now: number) => DeliveryStep<Answer>) =>
      executor.write(function* (transaction) {
        const row = yield* firstRow(deliveries.lockById({ id }))
        const delivery = row === undefined ? null : fromDeliveryRow(row)
        const wanted = step(delivery, transaction.now())
        if (wanted.do === 'write') {
          if (row === undefined) throw new Error(`There is no delivery ${id}; only plan makes one.`)
          yield* write(transaction, fromDeliveryRow(row), wanted.delivery, wanted.record)
        }
        return wanted.answer
      }),
    async byButton(button) {
      if (!isDeliveryId(button)) return null
      const row = await executor.read(() => firstRow(deliveries.byButton({ button })))
      if (row === undefined) return null
      const delivery = fromDeliveryRow(row)
      return { delivery, answer: delivery.buttons.approve === button ? 'approve' : 'decline' }
    },
    async byCode(channel, place, code) {
      const key = toPlaceKey(channel, place)
      if (!isKnowable(key) || !CODE.test(code)) return null
      const row = await executor.read(() => firstRow(deliveries.byCode({ ...key, code })))
      return row === undefined ? null : fromDeliveryRow(row)
    },
    async openIn(channel, place) {
      const key = toPlaceKey(channel, place)
      return isKnowable(key) ? await readAll(() => allRows(deliveries.openIn(key))) : []
    },
    async ofHolds(holds) {
      const named = holds.filter(isPlaceName)
      return named.length === 0 ? [] : await readAll(() => allRows(deliveries.ofHolds({ holds: named })))
    },
    newest: (limit) => readAll(() => allRows(deliveries.newest({ limit: batchLimit(limit) }))),
    async nextDueAt(channels) {
      if (channels.length === 0) return null
      const now = await executor.now()
      return await executor.read(function* () {
        // A message that no longer says how the hold stands is due, though its job is planned only when it is taken.
        if ((yield* firstRow(deliveries.outdated({ channels, now, limit: 1 }))) !== undefined) return now
        return (yield* firstRow(deliveries.nextDue({ channels })))?.at ?? null
      })
    },
    firstSeen: (channel, event) =>
      executor.write(function* (transaction) {
        const at = transaction.now()
        yield deliveries.forgetEvents({ before: at - EVENTS_KEPT_MS })
        const named = sha256(JSON.stringify([channel, event]))
        return (yield* firstRow(deliveries.insertEvent({ event: named, at }))) !== undefined
      }),
  }
}

function toPlaceKey(channel: string, { kind, id }: Place): PlaceKey {
  return { channel, place_kind: kind, place_id: id }
}

function isKnowable({ channel, place_id }: PlaceKey): boolean {
  return isPlaceName(channel) && isPlaceName(place_id)
}
