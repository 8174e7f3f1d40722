/**
 * Who stands behind an identity. A quorum counts people: one person has a token, a browser signed in at the machine,
 * later a chat account, and counts once under all of them. Identities are mapped by the configuration (`people:`) and
 * by tokens that were made for a person. It refuses to guess: an identity that is not mapped, or mapped twice, belongs
 * to no person, and a token of the same name in another tenant is another identity.
 */
import type { Role, Store, TokenRow } from '../store/store.ts'
import { isChatIdentity, isOfChat } from './chat-identity.ts'
import { isInForce } from './token-in-force.ts'

export interface PersonConfig {
  /** `token:<name>`, `local:<account>`, and those of chat platforms: `feishu:<tenant_key>/<open_id>`. */
  readonly identities: readonly string[]
  readonly roles: readonly PersonRole[]
  /**
   * Where the accounts on chat platforms count; absent: in the home's tenant. Tokens have a tenant of their own, and
   * the account of the machine is of none.
   */
  readonly tenants?: readonly string[]
}

export type PersonRole = Exclude<Role, 'agent'>

export type PeopleConfig = { readonly [person: string]: PersonConfig }

export interface People {
  /** The person behind the identity of this name in this tenant; `null`: not known. */
  personBehind(by: string, tenant: string): string | null
  mayDecide(person: string): boolean
}

/** A decider on a hold and the person who asked. Members are absent where no person is known. */
export interface VerdictPeople {
  readonly person?: string
  /** The person behind the call itself, who cannot count as a second person. */
  readonly requester?: string
}

/** Before the account of a machine; no token may be called so. */
export const LOCAL_PREFIX = 'local:'

/** Who may decide holds. */
export const DECIDING_ROLES: readonly Role[] = ['approver', 'admin']

export function isDecidingRole(role: Role): boolean {
  return DECIDING_ROLES.includes(role)
}

/**
 * Tokens are called by their names, the account of a machine by `local:` and its own, people in chats by their platform
 * and account; no token may be called so.
 */
export function identityOf(by: string): string {
  return by.startsWith(LOCAL_PREFIX) || isOfChat(by) ? by : `token:${by}`
}

type KnownToken = Pick<TokenRow, 'name' | 'tenant' | 'person'>

/** What the configuration says of people, and the tokens that stand in it. */
export interface PeopleSource {
  readonly people: PeopleConfig
  readonly tokens: readonly { readonly name: string; readonly tenant?: string | undefined }[]
}

/** Of tokens and calls that name no other. */
export const HOME_TENANT = 'default'

/** Spellings of one name are one person: `Ana`, `ana` and `ana` with a blank behind it. */
export function personKey(person: string): string {
  return person.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

export function toPeople({ people: config, tokens }: PeopleSource, stored: readonly KnownToken[]): People {
  const spelling = new Map<string, string>()
  const spelled = (person: string): string => {
    const key = personKey(person)
    const known = spelling.get(key) ?? person
    spelling.set(key, known)
    return known
  }
  const configured = new Map<string, Set<string>>()
  for (const [person, { identities, tenants = [HOME_TENANT] }] of Object.entries(config)) {
    for (const identity of identities) {
      if (!isOfChat(identity)) add(configured, identity, spelled(person))
      else if (isChatIdentity(identity)) {
        for (const tenant of tenants) add(configured, inTenant(identity, tenant), spelled(person))
      }
    }
  }
  const made = new Map<string, Set<string>>()
  for (const { name, tenant, person } of stored) {
    if (person !== null) add(made, inTenant(identityOf(name), tenant), spelled(person))
  }
  return {
    personBehind(by, tenant) {
      const identity = identityOf(by)
      if (isOfChat(by)) return theOnly(configured.get(inTenant(identity, tenant)))
      const meant = by.startsWith(LOCAL_PREFIX) || tenantMeant(by, tokens, stored) === tenant
      const found = new Set([
        ...((meant ? configured.get(identity) : undefined) ?? []),
        ...(made.get(inTenant(identity, tenant)) ?? []),
      ])
      return theOnly(found)
    },
    mayDecide(person) {
      const entry = Object.hasOwn(config, person) ? config[person] : undefined
      return entry === undefined || entry.roles.some(isDecidingRole)
    },
  }
}

/**
 * The tenant of the token that the configuration means by this name: that of the token that stands in it, else of the
 * one that was made. Of several it is the home's, so that no other tenant's admin can map a name of the home to a
 * person.
 */
export function tenantMeant(
  name: string,
  tokens: PeopleSource['tokens'],
  stored: readonly Pick<KnownToken, 'name' | 'tenant'>[],
): string | null {
  const tenantsIn = (list: PeopleSource['tokens']): ReadonlySet<string> =>
    new Set(list.filter((token) => token.name === name).map(({ tenant }) => tenant ?? HOME_TENANT))
  const written = tenantsIn(tokens)
  const tenants = written.size > 0 ? written : tenantsIn(stored)
  if (tenants.size <= 1) return [...tenants][0] ?? HOME_TENANT
  return tenants.has(HOME_TENANT) ? HOME_TENANT : null
}

/** As it is now: revoked and expired tokens map no person. */
export async function readPeople(store: Store, source: PeopleSource): Promise<People> {
  return toPeople(source, await liveTokens(store))
}

export async function liveTokens(store: Store): Promise<readonly TokenRow[]> {
  const now = await store.now()
  const rows = await store.tokens.list(null)
  return rows.filter((row) => isInForce(row, now))
}

export function peopleBehind(
  people: People | null,
  call: { readonly tenant: string; readonly principal: string },
  by: string,
): VerdictPeople {
  const person = people?.personBehind(by, call.tenant) ?? null
  const requester = people?.personBehind(call.principal, call.tenant) ?? null
  return {
    ...(person !== null && people?.mayDecide(person) === true ? { person } : {}),
    ...(requester === null ? {} : { requester }),
  }
}

/** The name that surfaces show for the person who answered: the person, and the identity where that is another name. */
export function deciderName({ by, person }: { readonly by: string; readonly person?: string }): string {
  return person === undefined || person === by ? by : `${person} (${by})`
}

/** Of an identity that is said to be two people's none is known. */
function theOnly(people: ReadonlySet<string> | undefined): string | null {
  return people?.size === 1 ? ([...people][0] ?? null) : null
}

function add(map: Map<string, Set<string>>, key: string, person: string): void {
  const known = map.get(key) ?? new Set<string>()
  map.set(key, known.add(person))
}

function inTenant(identity: string, tenant: string): string {
  return JSON.stringify([tenant, identity])
}
