/**
 * The hosts and addresses that a requester has to do with by a person's word: named in calls that were approved and in
 * standing permissions. Kept in the store, a bounded list for each requester, newest first, and looked up anew only
 * after a few seconds: a read that names a host must not wait for it each time. Where the store cannot be read nothing
 * is known.
 */
import type { Call } from '../call/call.ts'
import { createKnownNames, NOTHING_KNOWN } from '../confusable/known-names.ts'
import type { KnownNames } from '../confusable/known-names.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { namesToKnow } from '../policy/rating/confusable-names.ts'
import type { Store } from '../store/store.ts'

const FRESH_MS = 5000
const MOST_NAMES = 500
const MOST_GRANTS = 200
const MOST_REQUESTERS = 1000
const TRIES = 5

interface Requester {
  readonly tenant: string
  readonly principal: string
}

export interface RequesterNames {
  of(requester: Requester): KnownNames | Promise<KnownNames>
  /** A person approved this call. */
  learn(call: Requester & Pick<Call, 'argumentsText'>): Promise<void>
}

export function createRequesterNames(store: () => Promise<Store>, now: () => number): RequesterNames {
  const looked = new Map<string, { readonly at: number; readonly known: KnownNames }>()

  async function look(requester: Requester, key: string): Promise<KnownNames> {
    let known = NOTHING_KNOWN
    try {
      const opened = await store()
      const [stored, granted] = await Promise.all([opened.settings.get(key), grantedNames(opened, requester)])
      known = createKnownNames([...readNames(stored), ...granted])
    } catch {
      // Whatever is above low is refused without a store, and says so.
    }
    if (looked.size >= MOST_REQUESTERS) looked.clear()
    looked.set(key, { at: now(), known })
    return known
  }

  return {
    of(requester) {
      const key = keyOf(requester)
      const last = looked.get(key)
      return last !== undefined && now() - last.at < FRESH_MS ? last.known : look(requester, key)
    },
    async learn(call) {
      const names = namesToKnow(JSON.parse(call.argumentsText) as JsonObject)
      if (names.length === 0) return
      const key = keyOf(call)
      const { settings } = await store()
      for (let left = TRIES; left > 0; left--) {
        const stored = await settings.get(key)
        const known = readNames(stored)
        if (names.every((name) => known.includes(name))) return
        const next = [...new Set([...names, ...known])].slice(0, MOST_NAMES)
        if (await settings.swap(key, stored, JSON.stringify(next), null)) break
      }
      looked.delete(key)
    },
  }
}

function keyOf({ tenant, principal }: Requester): string {
  return `names/${JSON.stringify([tenant, principal])}`
}

function readNames(stored: string | null): readonly string[] {
  return stored === null ? [] : (JSON.parse(stored) as readonly string[])
}

async function grantedNames(store: Store, { tenant, principal }: Requester): Promise<readonly string[]> {
  const grants = await store.grants.list(tenant, MOST_GRANTS)
  const own = grants.filter(
    (grant) => grant.principal === principal && grant.effect === 'allow' && grant.revokedAt === null,
  )
  return namesToKnow(own.map(({ condition }) => condition) as unknown as JsonValue)
}
