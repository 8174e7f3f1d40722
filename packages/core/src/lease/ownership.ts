/**
 * This process as an owner of holds: a lease in the store, renewed for all of its holds at once and only while one of
 * them is open. A process that slept past its lease takes a new one, under a higher fence: questions that no person
 * decided meanwhile are its own again, what was decided without it is not. It refuses to believe a clock or a pid.
 */
import type { ProcessIdentity } from '../hold/hold.ts'
import type { Store } from '../store/store.ts'
import { ownerLease } from './hold-owner.ts'
import { LEASE_MS, RENEW_LEASE_EVERY_MS } from './lease.ts'
import type { Lease } from './lease.ts'

export interface Ownership {
  /** This process under its lease as last taken: not necessarily in force, which each write finds out by itself. */
  current(): ProcessIdentity
  /** The same, taken or renewed first where that is due. */
  take(): Promise<ProcessIdentity>
  /** A write found the lease lapsed: the next `take` takes one anew. */
  lapsed(): void
  /** Others need not wait for it to lapse. */
  release(): Promise<void>
}

export interface OwnershipOptions {
  readonly store: Store
  readonly self: ProcessIdentity
  /** A clock that only goes forward. */
  readonly now: () => number
}

export function createOwnership({ store, self, now }: OwnershipOptions): Ownership {
  let lease: Lease | null = null
  let takenAt = 0
  let due = true
  let taking: Promise<Lease> | null = null

  async function takeNow(): Promise<Lease> {
    const before = now()
    const taken = await store.leases.take(ownerLease(self), self.instance, LEASE_MS)
    // Its name is this process's own, made at its start.
    if (taken === null) throw new Error('Another process holds the lease of this one.')
    lease = taken
    takenAt = before
    due = false
    return taken
  }

  async function leaseTaken(): Promise<Lease> {
    if (lease !== null && !due && now() - takenAt < RENEW_LEASE_EVERY_MS) return lease
    taking ??= takeNow().finally(() => {
      taking = null
    })
    return await taking
  }

  return {
    current: () => (lease === null ? self : { ...self, fence: lease.fence }),
    async take() {
      return { ...self, fence: (await leaseTaken()).fence }
    },
    lapsed() {
      due = true
    },
    async release() {
      if (lease !== null) await store.leases.release(lease)
      lease = null
      due = true
    },
  }
}
