/** Deliveries in memory, each as the text it was written as. They go with their hold. */
import type { DeliveryRow, StoredDelivery } from '../deliveries/delivery-row.ts'
import type { DeliveryStatements, DueJobs, PlaceKey } from '../deliveries/delivery-statements.ts'
import type { Query } from '../query/query.ts'
import type { Journal } from './journal.ts'
import { createJournaledMap } from './journal.ts'
import type { DroppedHold, MemoryHolds } from './memory-holds.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

/** Of one day; beyond that the oldest are forgotten sooner. */
const MOST_EVENTS = 50_000

interface PlacedRow extends DeliveryRow {
  readonly position: number
}

export interface MemoryDeliveries {
  readonly statements: DeliveryStatements
  readonly dropOf: (holds: readonly DroppedHold[]) => void
}

export function createMemoryDeliveries(journal: Journal, holds: Pick<MemoryHolds, 'rowOf'>): MemoryDeliveries {
  const rows = createJournaledMap<string, PlacedRow>(journal)
  const events = createJournaledMap<string, number>(journal)
  let last = 0

  /** In the order they came. */
  function find(fits: (row: PlacedRow) => boolean): readonly PlacedRow[] {
    return [...rows.values()].filter(fits).toSorted((left, right) => left.position - right.position)
  }

  function isTaken(row: DeliveryRow): boolean {
    const buttons = new Set([row.approve_button, row.decline_button])
    return [...rows.values()].some(
      (other) =>
        other.id === row.id ||
        buttons.has(other.approve_button) ||
        buttons.has(other.decline_button) ||
        (isIn(other, row) &&
          (other.hold === row.hold || (row.open_code !== null && other.open_code === row.open_code))),
    )
  }

  function due({ channels, now, limit }: DueJobs): Query<StoredDelivery> {
    return memoryQuery(() =>
      find((row) => (row.due_at ?? Infinity) <= now && !isLeased(row, now) && channels.includes(row.channel))
        .toSorted((left, right) => (left.due_at ?? 0) - (right.due_at ?? 0) || left.position - right.position)
        .slice(0, limit),
    )
  }

  function outdated({ channels, now, limit }: DueJobs): Query<StoredDelivery> {
    return memoryQuery(() =>
      find(
        (row) =>
          row.state === 'sent' &&
          (row.job === null || row.job === 'remind') &&
          !isLeased(row, now) &&
          channels.includes(row.channel) &&
          row.shown_revision !== null &&
          (holds.rowOf(row.hold)?.revision ?? 0) > row.shown_revision,
      ).slice(0, limit),
    )
  }

  const statements: DeliveryStatements = {
    lockById: ({ id }) => memoryQuery(() => find((row) => row.id === id)),
    byHold: ({ hold, ...place }) => memoryQuery(() => find((row) => row.hold === hold && isIn(row, place))),
    byButton: ({ button }) =>
      memoryQuery(() =>
        find(({ approve_button, decline_button }) => [approve_button, decline_button].includes(button)),
      ),
    byCode: ({ code, ...place }) =>
      memoryQuery(() =>
        find((row) => row.code === code && isIn(row, place))
          .toReversed()
          .slice(0, 1),
      ),
    openIn: (place) =>
      memoryQuery(() =>
        find((row) => row.open_code !== null && isIn(row, place) && holds.rowOf(row.hold)?.state === 'pending'),
      ),
    openCodes: (place) => memoryQuery(() => find((row) => row.open_code !== null && isIn(row, place))),
    recentCodes: ({ limit, ...place }) => memoryQuery(() => find((row) => isIn(row, place)).slice(-limit)),
    ofHolds: ({ holds: named }) => memoryQuery(() => find(({ hold }) => named.includes(hold))),
    newest: ({ limit }) =>
      memoryQuery(() =>
        find(() => true)
          .toReversed()
          .slice(0, limit),
      ),
    insert: (row) =>
      memoryQuery(() => {
        if (isTaken(row)) return []
        const position = last + 1
        journal.note(() => (last = position - 1))
        last = position
        rows.put(row.id, { ...row, position })
        return [{ id: row.id }]
      }),
    update: ({ expected, ...row }) =>
      memoryQuery(() => {
        const found = rows.get(row.id)
        if (found === undefined || found.revision !== expected) return []
        rows.put(row.id, { ...row, position: found.position })
        return [{ id: row.id }]
      }),
    due,
    lockDue: due,
    outdated,
    lockOutdated: outdated,
    nextDue: ({ channels }) =>
      memoryQuery(() => {
        const times = find((row) => row.due_at !== null && channels.includes(row.channel)).map(
          ({ due_at, lease_until }) => Math.max(due_at ?? 0, lease_until ?? 0),
        )
        return [{ at: times.length === 0 ? null : Math.min(...times) }]
      }),
    shorten: ({ back }) =>
      memoryWrite(() => {
        for (const row of find(({ due_at }) => due_at !== null)) {
          const { due_at, lease_until } = row
          const earlier = {
            due_at: (due_at ?? 0) - back,
            lease_until: lease_until === null ? null : lease_until - back,
          }
          rows.put(row.id, { ...row, ...earlier })
        }
      }),
    insertEvent: ({ event, at }) =>
      memoryQuery(() => {
        if (events.has(event)) return []
        events.put(event, at)
        return [{ event }]
      }),
    forgetEvents: ({ before }) =>
      memoryWrite(() => {
        // In the order they came.
        for (const [event, at] of events) {
          if (at >= before && events.size <= MOST_EVENTS) return
          events.remove(event)
        }
      }),
  }

  return {
    statements,
    dropOf(dropped) {
      if (dropped.length === 0 || rows.size === 0) return
      const ids = new Set(dropped.map(({ id }) => id))
      for (const { id } of find(({ hold }) => ids.has(hold))) rows.remove(id)
    },
  }
}

function isIn(row: PlaceKey, { channel, place_kind, place_id }: PlaceKey): boolean {
  return row.channel === channel && row.place_kind === place_kind && row.place_id === place_id
}

function isLeased({ lease_until }: PlacedRow, now: number): boolean {
  return lease_until !== null && lease_until > now
}
