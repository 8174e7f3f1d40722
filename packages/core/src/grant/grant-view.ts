/** A grant as REST and `--json` show it, and as one line for people. */
import { showInOneLine } from '../preview/visible-text.ts'
import type { AmountLimit, Grant, GrantCondition, GrantUsage } from './grant.ts'
import type { GrantClause } from './grant-clause.ts'
import { scopeWords } from './scope-grant.ts'

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
    condition: grant.condition,
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

/** `allow delete_contact on crm for agent-7: any arguments, at most 3 times, in this session`. */
export function describeGrant(grant: Grant): string {
  const limits = [describeCondition(grant.condition)]
  if (grant.limits.count !== null) limits.push(`at most ${grant.limits.count} times`)
  if (grant.limits.amount !== null)
    limits.push(`${grant.limits.amount.path} at most ${grant.limits.amount.total} in all`)
  if (grant.session !== null) limits.push('in one session')
  if (grant.client !== undefined) limits.push(`through ${JSON.stringify(grant.client)} alone`)
  if (grant.expiresAt !== null) limits.push(`until ${moment(grant.expiresAt)}`)
  const { effect, tool, serverName, principal } = grant
  return showInOneLine(`${effect} ${tool} on ${serverName} for ${principal}: ${limits.join(', ')}`)
}

function describeCondition(condition: GrantCondition): string {
  switch (condition.kind) {
    case 'any':
      return 'any arguments'
    case 'same':
      return 'these exact arguments'
    case 'clauses':
      return condition.clauses.map(describeClause).join(' and ')
    case 'scope':
      return scopeWords(condition.scope)
  }
}

function describeClause(clause: GrantClause): string {
  switch (clause.is) {
    case 'equal':
      return `${clause.path} is ${JSON.stringify(clause.value)}`
    case 'one-of':
      return `${clause.path} is one of ${clause.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'under':
      return `${clause.path} under ${JSON.stringify(clause.folder)}`
    case 'at-most':
      return `${clause.path} at most ${clause.most}`
    case 'between':
      return `${clause.path} from ${clause.least} to ${clause.most}`
    case 'starting-with':
      return `${clause.path} begins with ${JSON.stringify(clause.text)}`
  }
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
