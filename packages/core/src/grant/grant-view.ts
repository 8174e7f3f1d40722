/** A grant as REST and `--json` show it, and as one line for people. */
import { showInOneLine } from '../preview/visible-text.ts'
import type { ValuesOf } from '../sentence/catalogue.ts'
import { say } from '../sentence/say.ts'
import { maskSentText } from '../secret/mask-text.ts'
import { isSecretName } from '../secret/secret-names.ts'
import type { AmountLimit, Grant, GrantCondition, GrantUsage } from './grant.ts'
import type { GrantClause, PlainValue } from './grant-clause.ts'
import { scopeWords } from './scope-grant.ts'

const CONDITION_LISTS = [
  'oneCondition',
  'twoConditions',
  'threeConditions',
  'fourConditions',
  'fiveConditions',
] as const

export interface GrantView {
  readonly id: string
  readonly state: 'standing' | 'used-up' | 'expired' | 'revoked'
  readonly effect: Grant['effect']
  readonly tenant: string
  readonly principal: string
  readonly server: string
  readonly server_identity: string
  readonly tool: string
  readonly risk: string
  readonly summary: string
  readonly condition: GrantCondition
  readonly session: string | null
  /** Through which client alone it holds; `null`: through any of the principal's. */
  readonly client: string | null
  readonly expires_at: string | null
  readonly limits: { readonly count: number | null; readonly amount: AmountLimit | null }
  readonly used: GrantUsage
  readonly created_by: string
  readonly via: string
  readonly assurance: string
  readonly created_at: string
  readonly approval: string | null
  readonly revoked_at: string | null
  readonly revoked_by: string | null
}

export function toGrantView(grant: Grant, now: number): GrantView {
  return {
    id: grant.id,
    state: stateOf(grant, now),
    effect: grant.effect,
    tenant: grant.tenant,
    principal: grant.principal,
    server: grant.serverName,
    server_identity: grant.serverIdentity,
    tool: grant.tool,
    risk: grant.risk,
    summary: describeGrant(grant),
    condition: maskCondition(grant.condition),
    session: grant.session,
    client: grant.client ?? null,
    expires_at: grant.expiresAt === null ? null : moment(grant.expiresAt),
    limits: grant.limits,
    used: grant.used,
    created_by: grant.createdBy,
    via: grant.via,
    assurance: grant.assurance,
    created_at: moment(grant.createdAt),
    approval: grant.fromHold,
    revoked_at: grant.revokedAt === null ? null : moment(grant.revokedAt),
    revoked_by: grant.revokedBy,
  }
}

/** `allow delete_contact on crm for agent-7: any arguments, at most 3 times, in one session`. */
export function describeGrant(grant: Grant): string {
  return say(grant.effect === 'allow' ? 'grantAllows' : 'grantDenies', partsOf(grant))
}

/** The same with its id, as the log tells of it. */
export function describeNamedGrant(grant: Grant): string {
  const name = grant.effect === 'allow' ? 'namedGrantAllows' : 'namedGrantDenies'
  return say(name, { id: grant.id, ...partsOf(grant) })
}

function partsOf(grant: Grant): ValuesOf<'grantAllows'> {
  return {
    tool: showInOneLine(grant.tool),
    server: showInOneLine(grant.serverName),
    principal: showInOneLine(grant.principal),
    covers: showInOneLine(
      describeLasting(grant, describeLimits(grant, describeCondition(maskCondition(grant.condition)))),
    ),
  }
}

function describeLimits({ limits: { count, amount } }: Grant, covers: string): string {
  if (amount === null) return count === null ? covers : say('coversTimes', { covers, n: count })
  const sum = { covers, path: withoutSlash(amount.path), total: amount.total }
  return count === null ? say('coversTotal', sum) : say('coversTimesAndTotal', { ...sum, n: count })
}

function describeLasting({ session, client, expiresAt }: Grant, covers: string): string {
  const through = client === undefined ? null : JSON.stringify(client)
  if (session !== null && expiresAt !== null) {
    const until = { covers, ...momentParts(expiresAt) }
    return through === null
      ? say('coversSessionUntil', until)
      : say('coversSessionAndClientUntil', { ...until, client: through })
  }
  const inSession = session === null ? covers : say('coversSession', { covers })
  const alone = through === null ? inSession : say('coversClient', { covers: inSession, client: through })
  return expiresAt === null ? alone : say('coversUntil', { covers: alone, ...momentParts(expiresAt) })
}

/** What is a secret in the call is one in a permission for such calls. What it is compared with stays as it is stored. */
function maskCondition(condition: GrantCondition): GrantCondition {
  return condition.kind === 'clauses' ? { ...condition, clauses: condition.clauses.map(maskClause) } : condition
}

function maskClause(clause: GrantClause): GrantClause {
  const isNamed = isSecretName(clause.path.slice(clause.path.lastIndexOf('/') + 1))
  const masked = <Value extends PlainValue>(value: Value): Value =>
    (typeof value === 'string' ? maskSentText(value, isNamed) : value) as Value
  switch (clause.is) {
    case 'equal':
      return { ...clause, value: masked(clause.value) }
    case 'one-of':
      return { ...clause, values: clause.values.map(masked) }
    case 'under':
      return { ...clause, folder: masked(clause.folder) }
    case 'starting-with':
      return { ...clause, text: masked(clause.text) }
    case 'at-most':
    case 'between':
      return clause
  }
}

function describeCondition(condition: GrantCondition): string {
  switch (condition.kind) {
    case 'any':
      return say('anyArguments')
    case 'same':
      return say('sameArguments')
    case 'clauses':
      return describeClauses(condition.clauses)
    case 'scope':
      return scopeWords(condition.scope)
  }
}

/**
 * Whatever is beyond the longest list that a sentence is there for stands behind its last condition, as it is stored.
 */
function describeClauses(clauses: readonly GrantClause[]): string {
  const name = CONDITION_LISTS[Math.min(clauses.length, CONDITION_LISTS.length) - 1]
  if (name === undefined) return ''
  const path = (index: number): string => withoutSlash(clauses[index]?.path ?? '')
  const says = (index: number): string => {
    const clause = clauses[index]
    return clause === undefined ? '' : describeClause(clause)
  }
  const beyond = clauses.slice(CONDITION_LISTS.length).map((clause) => ` and ${clause.path} ${describeClause(clause)}`)
  return say(name, {
    path1: path(0),
    says1: says(0),
    path2: path(1),
    says2: says(1),
    path3: path(2),
    says3: says(2),
    path4: path(3),
    says4: says(3),
    path5: path(4),
    says5: `${says(4)}${beyond.join('')}`,
  })
}

function describeClause(clause: GrantClause): string {
  switch (clause.is) {
    case 'equal':
      return say('saysEqual', { value: JSON.stringify(clause.value) })
    case 'one-of':
      return say('saysOneOf', { values: clause.values.map((value) => JSON.stringify(value)).join(', ') })
    case 'under':
      return say('saysUnder', { folder: withinQuotes(clause.folder) })
    case 'at-most':
      return say('saysAtMost', { most: clause.most })
    case 'between':
      return say('saysBetween', { least: clause.least, most: clause.most })
    case 'starting-with':
      return say('saysStartingWith', { text: withinQuotes(clause.text) })
  }
}

/** The slash of a path is part of the sentence: nothing else that we say begins with one. */
function withoutSlash(path: string): string {
  return path.slice(1)
}

function withinQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function momentParts(at: number): { readonly day: string; readonly hour: string; readonly minutes: string } {
  const [day = '', time = ''] = moment(at).slice(0, -1).split('T')
  return { day, hour: time.slice(0, 2), minutes: time.slice(3) }
}

function stateOf(grant: Grant, now: number): GrantView['state'] {
  if (grant.revokedAt !== null) return 'revoked'
  if (grant.expiresAt !== null && grant.expiresAt <= now) return 'expired'
  const { limits, used } = grant
  const full = limits.amount !== null && used.amount >= limits.amount.total
  return full || (limits.count !== null && used.count >= limits.count) ? 'used-up' : 'standing'
}

function moment(at: number): string {
  return new Date(at).toISOString()
}
