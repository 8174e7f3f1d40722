/**
 * The one session that this process writes with, and the chain of records that it continues. A chain belongs to a
 * number that nobody else holds, so there are as many chains as processes ever wrote at once, and a process that starts
 * continues what another one ended. Should two ever take the same number, each transaction still waits for the other's
 * at its chain, and reads how it ends before it goes on: no chain forks.
 */
import type { DatabaseSession } from './session.ts'

export interface WritingSession {
  readonly session: DatabaseSession
  readonly chain: string
  readonly close: () => Promise<void>
}

const MOST_CHAINS = 10_000

export async function openWritingSession(
  open: () => Promise<DatabaseSession>,
  schema: string,
): Promise<WritingSession> {
  const session = await open()
  try {
    for (let number = 1; number <= MOST_CHAINS; number++) {
      const key = `hashtextextended('holdpoint writer ${schema} ${number}', 0)`
      const [row] = (await session.run(`select pg_try_advisory_lock(${key}) as taken`)) as readonly {
        readonly taken: boolean
      }[]
      if (row?.taken !== true) continue
      return {
        session,
        chain: `writer-${number}`,
        async close() {
          // The end of a session is noticed a moment later; who opens the store next should find the number free.
          if (session.isOpen()) await session.run(`select pg_advisory_unlock(${key})`).catch(() => undefined)
          await session.close()
        },
      }
    }
    throw new Error(`More than ${MOST_CHAINS} processes write to one store.`)
  } catch (error) {
    await session.close()
    throw error
  }
}

/** Begins a transaction that no other one on this chain overlaps. */
export function beginOnChain(schema: string, chain: string): string {
  return `begin isolation level read committed; select pg_advisory_xact_lock(hashtextextended('holdpoint chain ${schema} ${chain}', 0))`
}
