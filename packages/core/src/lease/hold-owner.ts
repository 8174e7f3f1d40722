/**
 * Whether the process that owns a hold, or that sent its call, is still alive. Its lease in the store decides, on one
 * machine as on many; a process that can be seen to have ended loses its holds sooner. The name of a machine proves
 * nothing: containers are made anew under other names, or under the same one.
 */
import { isTerminal } from '../hold/hold.ts'
import type { Hold, ProcessIdentity } from '../hold/hold.ts'
import type { Store } from '../store/store.ts'
import { LEASE_MS } from './lease.ts'
import type { Leases } from './lease.ts'

/** `unseen`: it runs where this process cannot look, or its place is unknown. */
export type Sighting = 'running' | 'ended' | 'unseen'
export type SeeProcess = (process: ProcessIdentity) => Sighting

/** What is asked of a hold, so that lists need not carry whole ones. */
export interface OwnedHold {
  readonly call: Pick<Hold['call'], 'runBy'>
  readonly owner: ProcessIdentity
  readonly createdAt: number
}

export interface SentHold {
  readonly attempt: { readonly by: ProcessIdentity; readonly startedAt: number } | null
}

/**
 * The owners that are alive at one moment: one that is gone never comes back, one that is alive may be gone a moment
 * later.
 */
export interface LiveOwners {
  owns(hold: OwnedHold): boolean
  /**
   * Whether its server can be reached through the process that owns it; of one that ended, as far as it can be seen.
   */
  reaches(hold: OwnedHold & Pick<Hold, 'state'>): boolean
  /** Whether the process that sent the call may still store its answer as the hold's owner. */
  sends(hold: SentHold): boolean
}

/** A process that does not say where it runs: to every other it is unseen, and its lease decides. */
export function placelessProcess(instance: string, pid: number): ProcessIdentity {
  return { instance, host: '', pid, startedAt: null, place: null }
}

/** Sees this process and no other. */
export function seeOnly(self: ProcessIdentity): SeeProcess {
  return ({ instance }) => (instance === self.instance ? 'running' : 'unseen')
}

export function ownerLease({ instance }: ProcessIdentity): string {
  return `owner/${instance}`
}

export function isSameOwner(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.instance === other.instance && one.fence === other.fence
}

/** Whether the process may act as the owner it says it is. One of an older version has no lease to lose. */
export function holdsLease(process: ProcessIdentity, leases: Leases): boolean {
  return process.fence === undefined || leases.get(ownerLease(process))?.fence === process.fence
}

export function liveOwnersAt(now: number, leases: Leases, see: SeeProcess): LiveOwners {
  function stands(process: ProcessIdentity, since: number): boolean {
    const sighting = see(process)
    if (sighting === 'ended') return false
    if (process.fence !== undefined) return holdsLease(process, leases)
    // Of an older version, which renews nothing: where it cannot be seen, its last act counts for as long as a lease.
    return sighting === 'running' || now < since + LEASE_MS
  }
  return {
    // What its requester runs is nobody else's to take over, whether or not it was claimed.
    owns: ({ call, owner, createdAt }) => call.runBy === 'requester' || stands(owner, createdAt),
    reaches: ({ call, state, owner, createdAt }) => {
      if (call.runBy === 'requester') return true
      // No process renews a lease for a hold that is over.
      return state === 'unknown' || isTerminal(state) ? see(owner) === 'running' : stands(owner, createdAt)
    },
    sends: ({ attempt }) => attempt !== null && stands(attempt.by, attempt.startedAt),
  }
}

export async function findLiveOwners(store: Store, see: SeeProcess): Promise<LiveOwners> {
  const { now, leases } = await store.leases.inForce()
  return liveOwnersAt(now, leases, see)
}
