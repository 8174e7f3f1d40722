/**
 * Rails that a client declares and that proved not to reach its person: an answer faster than anybody reads. Remembered per
 * client while this process lives; a doubt only ever takes a rail away. A client chooses its own name, so each principal has
 * a bounded number of doubts: one that calls itself a thousand things crowds out its own, never another's.
 */
import type { Rail } from '@holdpoint/core'
import type { Caller } from '../caller.ts'

export interface Doubts {
  add(who: Doubter, rail: Rail, why: string): void
  /** Why this rail is doubted for this client; `null`: it is not. */
  of(who: Doubter, rail: Rail): string | null
}

export interface Doubter {
  readonly tenant: string
  readonly principal: string
  readonly client: Caller['client']
}

const MOST_PER_PRINCIPAL = 50
const MOST_PRINCIPALS = 1_000

export function createDoubts(): Doubts {
  const principals = new Map<string, Map<string, string>>()
  const principalOf = ({ tenant, principal }: Doubter): string => JSON.stringify([tenant, principal])
  const clientOf = ({ client }: Doubter, rail: Rail): string => JSON.stringify([client.name, rail])
  return {
    add(who, rail, why) {
      const own = principals.get(principalOf(who)) ?? new Map<string, string>()
      putNewest(own, clientOf(who, rail), why, MOST_PER_PRINCIPAL)
      putNewest(principals, principalOf(who), own, MOST_PRINCIPALS)
    },
    of: (who, rail) => principals.get(principalOf(who))?.get(clientOf(who, rail)) ?? null,
  }
}

/** The oldest gives way. */
function putNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
