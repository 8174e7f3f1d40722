/** What leases ask of their database. */
import type { Lease } from '@holdpoint/core'
import type { Statement } from '../query/query.ts'

export interface LeaseStatements {
  readonly find: Statement<{ readonly name: string }, Lease>
  readonly inForce: Statement<{ readonly now: number }, Lease>
  readonly put: Statement<Lease, unknown>
  readonly remove: Statement<{ readonly name: string; readonly fence: number }, unknown>
  /** Forgets leases that lapsed long ago. */
  readonly forget: Statement<{ readonly before: number }, unknown>
  readonly nextFence: Statement<object, { readonly fence: number }>
  /** Ends every lease so much earlier. */
  readonly shorten: Statement<{ readonly back: number }, unknown>
  /** Leaves out so many fences: they will never be given. */
  readonly skipFences: Statement<{ readonly count: number }, unknown>
}
