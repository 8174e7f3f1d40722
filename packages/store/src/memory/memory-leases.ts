/** Leases in memory. Those that lapsed long ago are forgotten; the count of fences is not. */
import type { Lease } from '@holdpoint/core'
import type { LeaseStatements } from '../leases/lease-statements.ts'
import type { Journal } from './journal.ts'
import { createJournaledMap } from './journal.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

export function createMemoryLeases(journal: Journal): LeaseStatements {
  const leases = createJournaledMap<string, Lease>(journal)
  let fence = 0

  function setFence(next: number): void {
    const before = fence
    journal.note(() => (fence = before))
    fence = next
  }

  /** Copies: what was given out does not change what is stored. */
  function copies(fits: (lease: Lease) => boolean): readonly Lease[] {
    return [...leases.values()].filter(fits).map((lease) => ({ ...lease }))
  }

  return {
    find: ({ name }) => memoryQuery(() => copies((lease) => lease.name === name)),
    inForce: ({ now }) => memoryQuery(() => copies(({ until }) => until > now)),
    put: ({ name, holder, until, fence: given }) =>
      memoryWrite(() => leases.put(name, { name, holder, until, fence: given })),
    remove: ({ name, fence: given }) =>
      memoryWrite(() => {
        if (leases.get(name)?.fence === given) leases.remove(name)
      }),
    forget: ({ before }) =>
      memoryWrite(() => {
        for (const { name } of copies(({ until }) => until < before)) leases.remove(name)
      }),
    nextFence: () =>
      memoryQuery(() => {
        setFence(fence + 1)
        return [{ fence }]
      }),
    shorten: ({ back }) =>
      memoryWrite(() => {
        for (const lease of copies(() => true)) leases.put(lease.name, { ...lease, until: lease.until - back })
      }),
    skipFences: ({ count }) => memoryWrite(() => setFence(fence + count)),
  }
}
