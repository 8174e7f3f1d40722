/**
 * For whom `policy explain` judges a call. Whose word counts, and which rules hold, depends on who calls: a host on this
 * account, which runs `wrap` and speaks for the person at it, or an agent with a token of `serve`, by what that token
 * says. It refuses to guess: a name that several different tokens carry is none until the tenant is named too.
 */
import type { Call, Role } from '@holdpoint/core'
import { closestWord } from '../../config/closest-word.ts'
import { localPrincipal } from '@holdpoint/store/account'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'

export interface ExplainedCaller extends Pick<Call, 'tenant' | 'principal'> {
  readonly relaysAPerson: boolean
}

/** What a token says of the calls that are made with it. */
export interface CallingToken {
  readonly name: string
  readonly role: Role
  readonly tenant: string
  readonly relaysAPerson: boolean
}

export interface CallerQuestion {
  /** The name of a token; `null`: none was given. */
  readonly as: string | null
  /** `null`: not given. */
  readonly tenant: string | null
  /** Of a person without a token. */
  readonly localTenant: string
  /** Those of the configuration, and those that were made and are in force. */
  readonly tokens: readonly CallingToken[]
}

export type FoundCaller =
  | { readonly ok: true; readonly caller: ExplainedCaller }
  | { readonly ok: false; readonly problem: CommandProblem }

export function findCaller({ as, tenant, localTenant, tokens }: CallerQuestion): FoundCaller {
  if (as === null) return { ok: true, caller: unnamedCaller(tenant ?? localTenant, localTenant) }
  const named = tokens.filter((token) => token.name === as && (tenant === null || token.tenant === tenant))
  const calling = named.filter(({ role }) => role !== 'viewer')
  const callers = new Map(
    calling.map(({ name, tenant: of, relaysAPerson }) => [
      JSON.stringify([of, relaysAPerson]),
      { tenant: of, principal: name, relaysAPerson },
    ]),
  )
  const [caller] = callers.values()
  if (caller !== undefined && callers.size === 1) return { ok: true, caller }
  const where = tenant === null ? '' : ` in the tenant ${tenant}`
  if (caller !== undefined) return { ok: false, problem: ambiguous(as, where, [...callers.values()]) }
  if (named.length > 0) {
    const message = `The token ${as}${where} is a viewer's, and makes no calls.`
    return { ok: false, problem: refusal('FORBIDDEN', message, "Name an agent's token: holdpoint token list") }
  }
  const meant = closestWord(
    as,
    tokens.map(({ name }) => name),
  )
  const next = `${meant === null ? '' : `Did you mean ${meant}? `}Those that were made: holdpoint token list`
  return { ok: false, problem: refusal('NOT_FOUND', `No token called ${as}${where} is in force.`, next) }
}

/** No token has an empty name, so no rule about one holds for a token that was not named. */
function unnamedCaller(tenant: string, localTenant: string): ExplainedCaller {
  return tenant === localTenant
    ? { tenant, principal: localPrincipal(), relaysAPerson: true }
    : { tenant, principal: '', relaysAPerson: false }
}

function ambiguous(as: string, where: string, callers: readonly ExplainedCaller[]): CommandProblem {
  const tenants = [...new Set(callers.map(({ tenant }) => tenant))]
  const message = `Several tokens called ${as}${where} differ in their tenant or in whether they relay a person.`
  const next =
    tenants.length > 1
      ? `Say which one: --tenant ${tenants.join(' or --tenant ')}`
      : 'Revoke or rename one of them: the gateway tells them apart by their secrets alone.'
  return refusal('AMBIGUOUS', message, next)
}

/** For one line of text. */
export function describeCaller({ tenant, principal, relaysAPerson }: ExplainedCaller, localTenant: string): string {
  if (principal === localPrincipal() && tenant === localTenant) return 'a host on this account'
  const of = tenant === localTenant ? '' : ` of ${tenant}`
  if (principal === '') return `a token${of} that relays no person; name one with --as`
  return `the token ${principal}${of}, which relays ${relaysAPerson ? 'a' : 'no'} person`
}
