/**
 * Calls that passed on a standing permission, and that the server answered with a question to the client: its answer is the
 * same call's next round, which the permission has been counted for. Each answer is let through once; one that nobody here
 * remembers is judged as the new call that it may be.
 */
import type { Call, Sha256 } from '@holdpoint/core'

/** What the call passed under: the next round passes only while this still stands. */
export interface PassedUnder {
  readonly grant: string
  readonly policyHash: string
  readonly definitionHash: string
}

export interface PassedRounds {
  /** `state`: what the server gave with its question, empty where it gave none. */
  remember(call: Call, state: string, under: PassedUnder): void
  take(call: Call, state: string): PassedUnder | null
}

/** A question that is never answered is forgotten when others push it out. */
const MOST_REMEMBERED = 1000

export function createPassedRounds(sha256: Sha256): PassedRounds {
  const open = new Map<string, PassedUnder>()

  function keyOf(call: Call, state: string): string {
    const { tenant, principal, client, session, server, tool, digest } = call
    return sha256(JSON.stringify([tenant, principal, client.name, session, server.identity, tool, digest, state]))
  }

  return {
    remember(call, state, under) {
      const key = keyOf(call, state)
      open.delete(key)
      open.set(key, under)
      const [oldest] = open.keys()
      if (open.size > MOST_REMEMBERED && oldest !== undefined) open.delete(oldest)
    },
    take(call, state) {
      const key = keyOf(call, state)
      const under = open.get(key) ?? null
      open.delete(key)
      return under
    },
  }
}
