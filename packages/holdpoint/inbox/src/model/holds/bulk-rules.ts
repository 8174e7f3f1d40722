/**
 * What may be decided for several holds at once. Declining is always safe. Approving many at once is how people stop
 * reading: only one tool of one server, never high risk, and only as many as a person can look through.
 */
import type { ApprovalRow } from './approval-row.ts'

export const MOST_AT_ONCE = 50

export type BulkApproval = 'possible' | 'none' | 'not-pending' | 'too-many' | 'different-tools' | 'high-risk'

export function bulkApproval(rows: readonly ApprovalRow[]): BulkApproval {
  const first = rows[0]
  if (first === undefined) return 'none'
  if (rows.some(({ state }) => state !== 'pending')) return 'not-pending'
  if (rows.some(({ risk }) => risk !== 'low' && risk !== 'medium')) return 'high-risk'
  if (rows.some(({ tool, identity }) => tool !== first.tool || identity !== first.identity)) return 'different-tools'
  return rows.length > MOST_AT_ONCE ? 'too-many' : 'possible'
}
