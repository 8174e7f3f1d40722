/**
 * Rails that a client declares and that proved not to reach its person: an answer faster than anybody reads, a question
 * that was refused. Kept in the store, so that the next process of the same home does not ask in vain again, and only
 * for a while: a host may be run with a person the next time. A failure on record only ever takes a rail away. A client
 * chooses its own name, so each principal has a bounded number of them: one that calls itself a thousand things crowds
 * out its own, never another's.
 */
import { isJsonObject } from '@holdpoint/core'
import type { ClientIdentity, JsonValue, Rail, Store } from '@holdpoint/core'

export interface FailedRails {
  /** Resolves once other processes see it too. */
  add(who: RailClient, rail: Rail, failure: RailFailure): Promise<void>
  /** Why rails count as failed for this client, by rail. */
  of(who: RailClient): Promise<ReadonlyMap<Rail, string>>
}

export interface RailFailure {
  readonly why: string
  readonly lastsMs: number
}

export interface RailClient {
  readonly tenant: string
  readonly principal: string
  readonly client: ClientIdentity
}

interface StoredFailure {
  readonly client: string
  readonly rail: Rail
  readonly why: string
  readonly until: number
}

/** For a host that answers by itself: a working day. */
export const SELF_ANSWERED_LASTS_MS: number = 12 * 60 * 60_000
/** For a question that failed: hosts also fail while they start, or after a time-out of their own. */
export const FAILED_LASTS_MS: number = 10 * 60_000

const PREFIX = 'doubt/'
const MOST_PER_PRINCIPAL = 50
const MOST_PRINCIPALS = 1_000
const LONGEST_CLIENT = 200
/** Several processes may learn at the same moment; one that loses that often leaves it to the others. */
const MOST_TRIES = 20

/** `mode`: how this process was started by its host, where that tells more than the client's name. */
export function createFailedRails(store: Pick<Store, 'settings' | 'now'>, mode: string | null): FailedRails {
  const keyOf = ({ tenant, principal }: RailClient): string => PREFIX + JSON.stringify([tenant, principal])
  // Another version may show what this one does not, and so may the same one started in another way.
  const clientOf = ({ client }: RailClient): string =>
    JSON.stringify([client.name, client.version, mode]).slice(0, LONGEST_CLIENT)

  /** Principals come from tokens, and those come and go. */
  async function forgetOldest(): Promise<void> {
    const all = (await store.settings.under(PREFIX)).map(({ key, value }) => ({
      key,
      until: Math.max(0, ...readFailures(value).map(({ until }) => until)),
    }))
    const oldest = all.toSorted((one, other) => one.until - other.until).slice(0, -MOST_PRINCIPALS)
    for (const { key } of oldest) await store.settings.put(key, null, null)
  }

  return {
    async add(who, rail, { why, lastsMs }) {
      const key = keyOf(who)
      const client = clientOf(who)
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const stored = await store.settings.get(key)
        const now = await store.now()
        const others = readFailures(stored).filter(
          (failure) => failure.until > now && !(failure.client === client && failure.rail === rail),
        )
        const kept = [...others, { client, rail, why, until: now + lastsMs }].slice(-MOST_PER_PRINCIPAL)
        if (!(await store.settings.swap(key, stored, JSON.stringify(kept), null))) continue
        if (stored === null) await forgetOldest()
        return
      }
    },
    async of(who) {
      const stored = await store.settings.get(keyOf(who))
      if (stored === null) return new Map()
      const now = await store.now()
      const client = clientOf(who)
      const own = readFailures(stored).filter((failure) => failure.client === client && failure.until > now)
      return new Map(own.map(({ rail, why }) => [rail, why]))
    },
  }
}

/** An entry that cannot be read takes no rail away: the rail is tried, and what it answers is judged again. */
function readFailures(stored: string | null): readonly StoredFailure[] {
  if (stored === null) return []
  try {
    const read = JSON.parse(stored) as JsonValue
    return Array.isArray(read) ? (read.filter(isFailure) as unknown as readonly StoredFailure[]) : []
  } catch {
    return []
  }
}

function isFailure(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  const { client, rail, why, until } = value
  return typeof client === 'string' && typeof rail === 'string' && typeof why === 'string' && typeof until === 'number'
}
