/**
 * Rows by id and newest first. Kept in order as they come and go: sorting 100,000 anew for each event would be felt.
 */
import type { ApprovalRow } from './approval-row.ts'

export interface OrderedRows {
  readonly get: (id: string) => ApprovalRow | undefined
  readonly put: (row: ApprovalRow) => void
  readonly remove: (id: string) => void
  readonly clear: () => void
  /** Newest first. Another array whenever something changed. */
  readonly all: () => readonly ApprovalRow[]
}

export function createOrderedRows(): OrderedRows {
  const byId = new Map<string, ApprovalRow>()
  const ordered: ApprovalRow[] = []
  let copy: readonly ApprovalRow[] | null = null

  /** The first place whose row is not newer. */
  function placeOf(createdAt: number): number {
    let low = 0
    let high = ordered.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ordered[middle]?.createdAt ?? 0) > createdAt) low = middle + 1
      else high = middle
    }
    return low
  }

  function indexFrom(start: number, id: string): number {
    let index = start
    while (index < ordered.length && ordered[index]?.id !== id) index += 1
    return index
  }

  return {
    get: (id) => byId.get(id),
    put(row) {
      const known = byId.get(row.id)
      byId.set(row.id, row)
      copy = null
      if (known !== undefined) ordered[indexFrom(placeOf(known.createdAt), row.id)] = row
      else if ((ordered.at(-1)?.createdAt ?? Number.POSITIVE_INFINITY) >= row.createdAt) ordered.push(row)
      else ordered.splice(placeOf(row.createdAt), 0, row)
    },
    remove(id) {
      const known = byId.get(id)
      if (known === undefined) return
      byId.delete(id)
      copy = null
      ordered.splice(indexFrom(placeOf(known.createdAt), id), 1)
    },
    clear() {
      byId.clear()
      ordered.length = 0
      copy = null
    },
    all: () => (copy ??= [...ordered]),
  }
}
