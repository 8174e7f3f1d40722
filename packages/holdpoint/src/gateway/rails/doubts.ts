/**
 * Rails that a client declares and that proved not to reach its person: an answer faster than anybody reads. Remembered per
 * client while this process lives; a doubt only ever takes a rail away.
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

const MOST_DOUBTS = 1_000

export function createDoubts(): Doubts {
  const doubts = new Map<string, string>()
  const keyOf = ({ tenant, principal, client }: Doubter, rail: Rail): string =>
    JSON.stringify([tenant, principal, client.name, rail])
  return {
    add(who, rail, why) {
      if (doubts.size < MOST_DOUBTS) doubts.set(keyOf(who, rail), why)
    },
    of: (who, rail) => doubts.get(keyOf(who, rail)) ?? null,
  }
}
