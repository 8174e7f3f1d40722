/** What deliveries ask of their database. */
import type { Statement } from '../query/query.ts'
import type { DeliveryRow, StoredDelivery } from './delivery-row.ts'

/** One place of one channel. */
export interface PlaceKey {
  readonly channel: string
  readonly place_kind: string
  readonly place_id: string
}

export interface TakenCode {
  readonly code: string
}

export interface DueJobs {
  readonly channels: readonly string[]
  readonly now: number
  readonly limit: number
}

export interface DeliveryStatements {
  /** To be changed: no other transaction changes it meanwhile. */
  readonly lockById: Statement<{ readonly id: string }, StoredDelivery>
  readonly byHold: Statement<PlaceKey & { readonly hold: string }, StoredDelivery>
  readonly byButton: Statement<{ readonly button: string }, StoredDelivery>
  /** The newest. */
  readonly byCode: Statement<PlaceKey & { readonly code: string }, StoredDelivery>
  /** Of pending holds, oldest first. */
  readonly openIn: Statement<PlaceKey, StoredDelivery>
  readonly openCodes: Statement<PlaceKey, TakenCode>
  readonly recentCodes: Statement<PlaceKey & { readonly limit: number }, TakenCode>
  /** Oldest first. */
  readonly ofHolds: Statement<{ readonly holds: readonly string[] }, StoredDelivery>
  /** Newest first. */
  readonly newest: Statement<{ readonly limit: number }, StoredDelivery>
  /** Inserts nothing, and answers nothing, where any of its names is taken. */
  readonly insert: Statement<DeliveryRow, { readonly id: string }>
  readonly update: Statement<DeliveryRow & { readonly expected: number }, { readonly id: string }>
  /** Due, and held by no process; the longest due first. */
  readonly due: Statement<DueJobs, StoredDelivery>
  /** The same to be changed, without those that another transaction is changing. */
  readonly lockDue: Statement<DueJobs, StoredDelivery>
  /** Sent, in the hand of no process, not to be updated yet, and behind their hold. */
  readonly outdated: Statement<DueJobs, StoredDelivery>
  readonly lockOutdated: Statement<DueJobs, StoredDelivery>
  readonly nextDue: Statement<{ readonly channels: readonly string[] }, { readonly at: number | null }>
  /** Every job is due so much earlier, and every lease ends so much earlier. */
  readonly shorten: Statement<{ readonly back: number }, unknown>
  /** Answers nothing where the event is there already. */
  readonly insertEvent: Statement<{ readonly event: string; readonly at: number }, { readonly event: string }>
  readonly forgetEvents: Statement<{ readonly before: number }, unknown>
}
