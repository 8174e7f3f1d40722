/**
 * Holds in memory. A hold is kept as the text it was written as and read anew each time, so nothing that was given out
 * can change what is stored. Found by id and by key at once, otherwise by looking through all of them: how many there
 * are is bounded by what is kept.
 */
import { DECIDED_STATES, LARGEST_LISTED_BYTES, isTerminal } from '@holdpoint/core'
import type { HoldCount, HoldQuery, HoldState } from '@holdpoint/core'
import type { HoldRow } from '../holds/hold-row.ts'
import type { HoldStatements } from '../holds/hold-statements.ts'
import type { ListedRow } from '../holds/listed-row.ts'
import type { Cursor } from '../query/cursor.ts'
import type { Journal } from './journal.ts'
import { createJournaledMap } from './journal.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

export interface StoredRow extends HoldRow {
  readonly position: number
  readonly bytes: number
}

export interface MemoryHolds {
  readonly statements: HoldStatements
  /** Newest first, of those that fit. */
  readonly find: (fits: (row: StoredRow) => boolean) => readonly StoredRow[]
  readonly toListed: (row: StoredRow) => ListedRow
  readonly rowOf: (id: string) => StoredRow | undefined
  /** Drops what ended first, until no more than so many ended ones of so many bytes are left, and answers them. */
  readonly dropEnded: (most: number, mostBytes: number) => readonly DroppedHold[]
}

export interface DroppedHold {
  readonly position: number
  readonly id: string
}

interface RowHead {
  readonly revision: number
  readonly head: string
}

const OPEN: ReadonlySet<string> = new Set<HoldState>(['pending', 'approved', 'dispatching'])

export function createMemoryHolds(journal: Journal): MemoryHolds {
  const rows = createJournaledMap<number, StoredRow>(journal)
  const positions = createJournaledMap<string, number>(journal)
  /** The newest of each key. */
  const newest = createJournaledMap<string, number>(journal)
  const heads = createJournaledMap<number, RowHead>(journal)
  /** What takes no part any more, with its bytes, in the order it ended. */
  const ended = createJournaledMap<number, number>(journal)
  let last = 0
  let endedBytes = 0

  function write(position: number, row: HoldRow): void {
    const bytes = Buffer.byteLength(row.body)
    rows.put(position, { ...row, position, bytes })
    positions.put(row.id, position)
    if ((newest.get(row.key) ?? 0) <= position) newest.put(row.key, position)
    const before = endedBytes
    journal.note(() => (endedBytes = before))
    endedBytes -= ended.get(position) ?? 0
    if (!isTerminal(row.state as HoldState)) return ended.remove(position)
    endedBytes += bytes
    ended.put(position, bytes)
  }

  function drop(position: number, bytes: number): void {
    const row = rows.get(position)
    ended.remove(position)
    endedBytes -= bytes
    heads.remove(position)
    rows.remove(position)
    if (row === undefined) return
    positions.remove(row.id)
    if (newest.get(row.key) !== position) return
    const [next] = find(({ key }) => key === row.key).toSorted(byPosition)
    if (next === undefined) newest.remove(row.key)
    else newest.put(row.key, next.position)
  }

  function rowOf(id: string): StoredRow | undefined {
    return rows.get(positions.get(id) ?? 0)
  }

  function find(fits: (row: StoredRow) => boolean): readonly StoredRow[] {
    return [...rows.values()].filter(fits).toSorted(newestFirst)
  }

  function toListed({ position, revision, created_at, body, bytes }: StoredRow): ListedRow {
    const head = heads.get(position)
    return {
      position,
      created_at,
      body: bytes <= LARGEST_LISTED_BYTES ? body : null,
      head: head?.revision === revision ? head.head : null,
    }
  }

  function oldestFirst(fits: (row: StoredRow) => boolean, limit: number): readonly ListedRow[] {
    return find(fits).toReversed().slice(0, limit).map(toListed)
  }

  function overdue(
    state: HoldState,
    moment: 'decide_by' | 'execute_by',
    now: number,
    limit: number,
  ): readonly ListedRow[] {
    return find((row) => row.state === state && (row[moment] ?? Number.POSITIVE_INFINITY) <= now)
      .toSorted((left, right) => (left[moment] ?? 0) - (right[moment] ?? 0) || left.position - right.position)
      .slice(0, limit)
      .map(toListed)
  }

  const statements: HoldStatements = {
    byId: ({ id }) => memoryQuery(() => present(rowOf(id))),
    lockById: ({ id }) => memoryQuery(() => present(rowOf(id))),
    lockNewestByKey: ({ key }) => memoryQuery(() => present(rows.get(newest.get(key) ?? 0))),
    listedById: ({ id }) => memoryQuery(() => present(rowOf(id)).map(toListed)),
    bodyByPosition: ({ position }) => memoryQuery(() => present(rows.get(position))),
    putHead: ({ position, revision, head }) => memoryWrite(() => heads.put(position, { revision, head })),
    takenBytes: ({ tenant, principal }) =>
      memoryQuery(() => {
        const open = find((row) => row.tenant === tenant && OPEN.has(row.state))
        return [
          { of_tenant: sumBytes(open), of_principal: sumBytes(open.filter((row) => row.principal === principal)) },
        ]
      }),
    insert: ({ before, now, ...row }) =>
      memoryQuery(() => {
        if (before <= now) return []
        if (positions.has(row.id)) throw new Error(`There is a hold ${row.id} already.`)
        const position = last + 1
        journal.note(() => (last = position - 1))
        last = position
        write(position, row)
        return [{ position }]
      }),
    update: ({ before, now, expected, ...row }) =>
      memoryQuery(() => {
        const found = rowOf(row.id)
        if (found === undefined || found.revision !== expected || before <= now) return []
        write(found.position, row)
        return [{ position: found.position }]
      }),
    inState: ({ state, limit }) => memoryQuery(() => oldestFirst((row) => row.state === state, limit)),
    inSession: ({ session, state, limit }) =>
      memoryQuery(() => oldestFirst((row) => row.state === state && row.session === session, limit)),
    undecided: ({ now, limit }) => memoryQuery(() => overdue('pending', 'decide_by', now, limit)),
    unexecuted: ({ now, limit }) => memoryQuery(() => overdue('approved', 'execute_by', now, limit)),
    changedSince: ({ sequence, limit }) =>
      memoryQuery(() =>
        find((row) => row.change_sequence > sequence)
          .toSorted((left, right) => left.change_sequence - right.change_sequence)
          .slice(0, limit),
      ),
    find: ({ query, after, limit }) =>
      memoryQuery(() =>
        find((row) => isAsked(row, query) && (after === null || isAfter(row, after)))
          .slice(0, limit)
          .map(toListed),
      ),
    count: (query) => memoryQuery(() => [{ count: find((row) => isCounted(row, query)).length }]),
    idsInState: ({ state, limit }) =>
      memoryQuery(() =>
        find((row) => row.state === state)
          .toSorted((left, right) => left.position - right.position)
          .slice(0, limit),
      ),
  }

  return {
    statements,
    find,
    toListed,
    rowOf,
    dropEnded(most, mostBytes) {
      const dropped: DroppedHold[] = []
      for (const [position, bytes] of ended) {
        if (ended.size <= most && endedBytes <= mostBytes) break
        dropped.push({ position, id: rows.get(position)?.id ?? '' })
        drop(position, bytes)
      }
      return dropped
    },
  }
}

/** Whether a list asks for this row; words are another matter. */
export function isAsked(row: StoredRow, { tenant, state, server, tool, risk }: HoldQuery): boolean {
  return (
    (tenant === null || row.tenant === tenant) &&
    (state === null ||
      row.state === state ||
      (state === 'decided' && DECIDED_STATES.includes(row.state as HoldState))) &&
    (server === null || row.server === server) &&
    (tool === null || row.tool === tool) &&
    (risk === null || row.risk === risk)
  )
}

function isCounted(row: StoredRow, query: HoldCount): boolean {
  return (
    row.tenant === query.tenant &&
    row.principal === query.principal &&
    row.created_at >= query.since &&
    query.states.includes(row.state as HoldState) &&
    (query.client === null || row.client === query.client) &&
    (query.session === null || row.session === query.session) &&
    (query.sessionsUnder === undefined || row.session.startsWith(query.sessionsUnder)) &&
    (query.tool === null || row.tool === query.tool) &&
    (query.serverIdentity === null || row.server_identity === query.serverIdentity)
  )
}

function newestFirst(left: StoredRow, right: StoredRow): number {
  return right.created_at - left.created_at || byPosition(left, right)
}

function byPosition(left: StoredRow, right: StoredRow): number {
  return right.position - left.position
}

/** Whether a row comes after the cursor, newest first. */
function isAfter(row: StoredRow, cursor: Cursor): boolean {
  return row.created_at < cursor.at || (row.created_at === cursor.at && row.position < cursor.position)
}

function sumBytes(rows: readonly StoredRow[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

function present<Row>(row: Row | undefined): readonly Row[] {
  return row === undefined ? [] : [row]
}
