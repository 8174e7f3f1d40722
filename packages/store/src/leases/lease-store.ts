/**
 * Leases on any database. Who is first is settled by the transaction, and how long by its time: no clock is compared.
 */
import type { Lease, LeaseStore, Leases } from '@holdpoint/core'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { LeaseStatements } from './lease-statements.ts'

const KEPT_AFTER_MS = 24 * 60 * 60_000

export function createLeaseStore(leases: LeaseStatements, executor: Executor): LeaseStore {
  return {
    take: (name, holder, forMs) =>
      executor.write((transaction) => takeLease(leases, transaction, { name, holder, forMs })),
    release: ({ name, fence }) =>
      executor.write(function* () {
        yield leases.remove({ name, fence })
      }),
    async inForce() {
      const now = await executor.now()
      return { now, leases: await executor.read(() => leasesInForce(leases, now)) }
    },
  }
}

export function* leasesInForce(leases: LeaseStatements, now: number): Script<Leases> {
  const rows = yield* allRows(leases.inForce({ now }))
  return new Map(rows.map((lease) => [lease.name, lease]))
}

function* takeLease(
  leases: LeaseStatements,
  transaction: Transaction,
  { name, holder, forMs }: { readonly name: string; readonly holder: string; readonly forMs: number },
): Script<Lease | null> {
  yield* transaction.lock('lease', name)
  const found = yield* firstRow(leases.find({ name }))
  const now = transaction.now()
  const until = now + forMs
  const inForce = found !== undefined && found.until > now
  if (inForce && found.holder !== holder) return null
  if (inForce) {
    const kept: Lease = { name, holder, until: Math.max(found.until, until), fence: found.fence }
    yield leases.put(kept)
    return kept
  }
  yield leases.forget({ before: now - KEPT_AFTER_MS })
  const next = yield* firstRow(leases.nextFence({}))
  if (next === undefined) throw new Error('The store has lost its fence.')
  const taken: Lease = { name, holder, until, fence: next.fence }
  yield leases.put(taken)
  return taken
}
