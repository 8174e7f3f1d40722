/**
 * The audit log in memory. The oldest records may be dropped, but only up to a checkpoint: it is signed and says how
 * long the chain was there and how it ended, so what is left still verifies, and the head does not change.
 */
import type { AuditBrowse, AuditQuery, AuditRecord, ChainEnd } from '@holdpoint/core'
import type { AuditRow } from '../audit/audit-row.ts'
import { checkDraft } from '../audit/audit-row.ts'
import type { AuditStatements, CheckpointRow } from '../audit/audit-statements.ts'
import type { Query } from '../query/query.ts'
import type { Journal } from './journal.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

export interface MemoryAudit {
  readonly statements: AuditStatements
  readonly last: () => AuditRow | undefined
  /** Drops the oldest records up to a checkpoint, where at least so many stay. */
  readonly dropOldest: (keep: number) => void
}

/** Asking for one over and over fills no memory. */
const MOST_CHECKPOINTS = 1000

export function createMemoryAudit(journal: Journal): MemoryAudit {
  let records: AuditRow[] = []
  let checkpoints: (CheckpointRow & { readonly length: number })[] = []
  /** How many records came before the first one here. */
  let dropped = 0

  function lengthNow(): number {
    return dropped + records.length
  }

  /** From one position to another, both included. */
  function stretch(from: number, to: number): readonly AuditRow[] {
    return records.slice(Math.max(from - dropped - 1, 0), Math.max(to - dropped, 0))
  }

  function recordsFrom(position: number): readonly AuditRow[] {
    return stretch(position, lengthNow())
  }

  function insert(record: AuditRecord): void {
    // What would be stored and could not be read back would break the chain for good.
    checkDraft(record)
    if (record.sequence !== lengthNow() + 1) throw new Error(`Record ${record.sequence} does not continue the log.`)
    journal.note(() => records.pop())
    records.push(toAuditRow(record))
  }

  function ends(): Query<ChainEnd & { readonly at: number }> {
    return memoryQuery(() =>
      records.slice(-1).map(({ chain, sequence, hash, at }) => ({ chain, length: sequence, hash, at })),
    )
  }

  const statements: AuditStatements = {
    timeFrom: ({ position }) => memoryQuery(() => stretch(position, Math.max(position, dropped + 1))),
    lastPosition: () => memoryQuery(() => records.slice(-1)),
    end: ends,
    ends,
    hashAt: ({ sequence }) => memoryQuery(() => stretch(sequence, sequence)),
    disorderMs: 0,
    insert: (record) => memoryWrite(() => insert(record)),
    insertCheckpoint: (row) =>
      memoryWrite(() => {
        journal.note(() => checkpoints.pop())
        checkpoints.push({ ...row, length: lengthNow() })
      }),
    checkpoints: () => memoryQuery(() => checkpoints),
    walk: ({ after, limit }) => memoryQuery(() => recordsFrom(after.position + 1).slice(0, limit)),
    read: ({ query, from, limit }) =>
      memoryQuery(() =>
        recordsFrom(from)
          .filter((row) => isRead(row, query))
          .slice(0, limit),
      ),
    browse: ({ query, stretch: { from: first, to }, limit }) =>
      memoryQuery(() => {
        const found = stretch(first, to).filter((row) => isBrowsed(row, query))
        return (query.order === 'newest-first' ? found.toReversed() : found).slice(0, limit)
      }),
  }

  return {
    statements,
    last: () => records.at(-1),
    dropOldest(keep) {
      const cut = checkpoints.findLast(({ length }) => length <= lengthNow() - keep)
      if (cut !== undefined && cut.length > dropped) {
        records = records.slice(cut.length - dropped)
        dropped = cut.length
        checkpoints = checkpoints.filter(({ length }) => length >= dropped)
      }
      if (checkpoints.length <= MOST_CHECKPOINTS) return
      const [begin, ...later] = checkpoints
      checkpoints = [...(begin?.length === dropped ? [begin] : []), ...later.slice(-MOST_CHECKPOINTS / 2)]
    },
  }
}

function toAuditRow({ previousHash, ...record }: AuditRecord): AuditRow {
  return { ...record, position: record.sequence, previous_hash: previousHash }
}

function isRead(row: AuditRow, { since, hold, tenant, server, tool }: AuditQuery): boolean {
  return (
    (since === null || row.at >= since) &&
    (hold === null || row.hold === hold) &&
    (tenant === null || row.tenant === tenant) &&
    (server === null || row.server === server) &&
    (tool === null || row.tool === tool)
  )
}

function isBrowsed(row: AuditRow, { since, kinds, tenant, server, risk }: AuditBrowse): boolean {
  return (
    (since === null || row.at >= since) &&
    (kinds as readonly string[]).includes(row.kind) &&
    (tenant === null || row.tenant === tenant) &&
    (server === null || row.server === server) &&
    (risk === null || row.risk === risk)
  )
}
