/**
 * Quorums that the mapped people cannot meet: a question that can never be answered would look safe and be an outage.
 * Each names whom to map. It counts people, never names.
 */
import type { PolicyProblem } from '../policy/check-config.ts'
import type { PolicyConfig } from '../policy/policy-config.ts'
import type { TokenRow } from '../store/store.ts'
import { isOfChat } from './chat-identity.ts'
import { HOME_TENANT, identityOf, isDecidingRole, personKey, tenantMeant } from './people.ts'

export interface KnownIdentities {
  /** Tokens of the store that are still good. */
  readonly tokens: readonly Pick<TokenRow, 'name' | 'tenant' | 'role' | 'person'>[]
  /** `local:<account>`. */
  readonly account: string
}

interface Demand {
  readonly path: PolicyProblem['path']
  readonly what: string
  readonly quorum: number
  readonly approvers: readonly string[] | null
  /** Whose calls it is about; `null`: any requester's. */
  readonly tenant: string | null
}

const MOST_NAMED = 4

export function findUnmetQuorums(config: PolicyConfig, known: KnownIdentities): readonly PolicyProblem[] {
  const demands = quorumsOf(config)
  if (demands.length === 0) return []
  return demands.flatMap((demand) => {
    const { approvers, quorum, tenant } = demand
    const people = peopleOf(config, known, tenant)
    const able = [...people].filter(
      ([person, names]) =>
        approvers === null || approvers.includes(person) || names.some((name) => approvers.includes(name)),
    )
    return able.length >= quorum
      ? []
      : [
          toProblem(
            demand,
            able.map(([person]) => person),
            unmapped(config, known, people, approvers),
          ),
        ]
  })
}

function quorumsOf({ rules, tenants }: PolicyConfig): readonly Demand[] {
  const asked = (quorum: number | null): quorum is number => quorum !== null && quorum > 1
  return [
    ...rules.flatMap(({ name, quorum, approvers }, index) =>
      asked(quorum)
        ? [{ path: ['rules', index, 'quorum'], what: `The rule "${name}"`, quorum, approvers, tenant: null }]
        : [],
    ),
    ...Object.entries(tenants).flatMap(([name, { quorum, approvers }]) =>
      asked(quorum)
        ? [{ path: ['tenants', name, 'quorum'], what: `The tenant "${name}"`, quorum, approvers, tenant: name }]
        : [],
    ),
  ]
}

/** Those who can say yes, with the names that they decide under. */
function peopleOf(
  config: PolicyConfig,
  { tokens }: KnownIdentities,
  tenant: string | null,
): ReadonlyMap<string, readonly string[]> {
  const people = new Map<string, string[]>()
  const known = new Set([...config.tokens, ...tokens].map(({ name }) => name))
  /** Another tenant's token has no say; one that is still to be made may be of any. */
  const speaksHere = (identity: string, tenants: readonly string[]): boolean => {
    const name = nameIn(identity)
    if (isOfChat(identity)) return tenant === null || tenants.includes(tenant)
    return tenant === null || !known.has(name) || tenantMeant(name, config.tokens, tokens) === tenant
  }
  const cannot = new Set(
    [...config.tokens, ...tokens].filter(({ role }) => !isDecidingRole(role)).map(({ name }) => identityOf(name)),
  )
  const can = new Set(
    [...config.tokens, ...tokens].filter(({ role }) => isDecidingRole(role)).map(({ name }) => identityOf(name)),
  )
  for (const [person, { identities, roles, tenants = [HOME_TENANT] }] of Object.entries(config.people)) {
    if (!roles.some(isDecidingRole)) continue
    const usable = identities.filter(
      (identity) => (can.has(identity) || !cannot.has(identity)) && speaksHere(identity, tenants),
    )
    if (usable.length > 0) people.set(person, usable.map(nameIn))
  }
  const spellings = new Map(Object.keys(config.people).map((person) => [personKey(person), person]))
  for (const { name, role, person: written, tenant: of } of tokens) {
    if (written === null || !isDecidingRole(role) || (tenant !== null && of !== tenant)) continue
    const person = spellings.get(personKey(written)) ?? written
    spellings.set(personKey(written), person)
    const entry = Object.hasOwn(config.people, person) ? config.people[person] : undefined
    if (entry === undefined || entry.roles.some(isDecidingRole))
      people.set(person, [...(people.get(person) ?? []), name])
  }
  return people
}

function unmapped(
  config: PolicyConfig,
  { tokens, account }: KnownIdentities,
  people: ReadonlyMap<string, readonly string[]>,
  approvers: readonly string[] | null,
): readonly string[] {
  const mapped = new Set([
    ...[...people.values()].flat(),
    ...Object.values(config.people).flatMap(({ identities }) => identities.map(nameIn)),
    ...tokens.flatMap(({ name, person }) => (person === null ? [] : [name])),
  ])
  const able = [...config.tokens, ...tokens].filter(({ role }) => isDecidingRole(role)).map(({ name }) => name)
  const free = [...new Set([...able, account])].filter((name) => !mapped.has(name))
  return free.filter((name) => approvers === null || approvers.includes(name)).map(identityOf)
}

function toProblem({ path, what, quorum }: Demand, able: readonly string[], free: readonly string[]): PolicyProblem {
  const mapped =
    able.length === 0 ? 'nobody who can approve it is' : `only ${able.join(', ')} ${able.length === 1 ? 'is' : 'are'}`
  const named = free.slice(0, MOST_NAMED)
  const whom =
    named.length === 0
      ? 'holdpoint token create --role approver --name ben --person ben makes a voice for one more'
      : `say whose ${named.join(', ')}${free.length > named.length ? ', …' : ''} ${named.length === 1 ? 'is' : 'are'}, as in people: { ana: { identities: [${named[0] ?? ''}] } }`
  return {
    path,
    message: `${what} needs ${quorum} people, and ${mapped} mapped: nothing could ever be approved.`,
    suggestion: whom,
  }
}

/** The name under which an identity appears in decisions. */
function nameIn(identity: string): string {
  return identity.startsWith('token:') ? identity.slice('token:'.length) : identity
}
