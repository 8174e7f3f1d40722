/**
 * The right of one process to look after something for a while: to own holds, run a job or replace a replica. It ends
 * by itself, on database time, so that no proof of its holder's death is needed. Each time it is taken anew its fence
 * is higher than any before: what was begun under an earlier one is known by that number, however late it arrives.
 */
export interface Lease {
  readonly name: string
  readonly holder: string
  /** In force before this moment of database time. */
  readonly until: number
  readonly fence: number
}

/** The leases that are in force at one moment, by name. */
export type Leases = ReadonlyMap<string, Lease>

/** Long enough for a busy machine to renew in time, short enough for people to wait for. */
export const LEASE_MS = 30_000
export const RENEW_LEASE_EVERY_MS = 10_000
