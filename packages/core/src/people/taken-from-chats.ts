/**
 * What a changed `people:` takes from accounts in chats. Such an account has no say without its mapping, so taking one
 * away is never looser, and it counts at once, also while the rest of the change waits for a person. Tokens and
 * accounts of machines are left as they are: they ask for calls too, and an unmapped requester could be their own
 * second person.
 */
import { isOfChat } from './chat-identity.ts'
import { HOME_TENANT, isDecidingRole } from './people.ts'
import type { PeopleConfig, PersonConfig } from './people.ts'

/** The people from before, each without the accounts in chats that they have no more. Nothing new is added. */
export function withoutTakenFromChats(before: PeopleConfig, after: PeopleConfig): PeopleConfig {
  const left = Object.entries(before).flatMap(([person, old]) => {
    const kept = keepInChats(old, Object.hasOwn(after, person) ? (after[person] ?? null) : null)
    return kept === null ? [] : [[person, kept] as const]
  })
  return Object.fromEntries(left)
}

/** `null`: the person is not there, or nothing is left of them. */
export function keepInChats(old: PersonConfig, next: PersonConfig | null): PersonConfig | null {
  const loses = next === null || (old.roles.some(isDecidingRole) && !next.roles.some(isDecidingRole))
  const kept = loses ? [] : next.identities
  const identities = old.identities.filter((identity) => !isOfChat(identity) || kept.includes(identity))
  if (identities.length === 0) return null
  const before = old.tenants ?? [HOME_TENANT]
  const tenants = before.filter((tenant) => (next?.tenants ?? [HOME_TENANT]).includes(tenant))
  if (next === null || tenants.length === before.length) return { ...old, identities }
  // Without a tenant in common no account in a chat counts before the change is accepted.
  return { ...old, identities, tenants }
}
