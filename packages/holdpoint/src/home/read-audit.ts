/** Reads the audit log in the ways the commands need. It follows the log's order and changes nothing. */
import type { AuditPage, AuditRecord, Store } from '@holdpoint/core'

const BATCH = 1000
const MINUTE = 60_000
/** How far back the newest records are looked for, step by step; `null` is the beginning. */
const WINDOWS: readonly (number | null)[] = [MINUTE, 60 * MINUTE, 24 * 60 * MINUTE, 30 * 24 * 60 * MINUTE, null]

/** Every record, each chain in its order, in batches. */
export async function* walkAudit(store: Store): AsyncGenerator<readonly AuditRecord[], void, undefined> {
  let cursor: string | null = null
  do {
    const page: AuditPage = await store.audit.walk(cursor, BATCH)
    if (page.records.length > 0) yield page.records
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** The newest records, oldest of them first. */
export async function readNewest(store: Store, tenant: string | null, count: number): Promise<readonly AuditRecord[]> {
  const now = await store.now()
  for (const window of WINDOWS) {
    const newest = await readRecordsSince(store, tenant, window === null ? null : now - window, count)
    if (newest.length >= count || window === null) return newest
  }
  return []
}

/** The newest `count` records from a moment on, oldest of them first. */
export async function readRecordsSince(
  store: Store,
  tenant: string | null,
  since: number | null,
  count: number,
): Promise<readonly AuditRecord[]> {
  let kept: AuditRecord[] = []
  let cursor: string | null = null
  do {
    const query = { tenant, since, server: null, tool: null, hold: null, limit: BATCH, cursor }
    const page: AuditPage = await store.audit.read(query)
    kept = [...kept, ...page.records].slice(-count)
    cursor = page.nextCursor
  } while (cursor !== null)
  return kept
}

export function keyOf(record: AuditRecord): string {
  return `${record.sequence} ${record.chain} ${record.hash}`
}
