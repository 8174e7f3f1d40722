/**
 * Whether a grant applies to a call at this moment, and what is left of it. Everything is asked at each use: time,
 * session, client, definition, arguments, tier, and whether the person who made it could approve this very call alone.
 * Where anything is unsure, the grant does not apply and a person is asked.
 */
import type { Call } from '../call/call.ts'
import { checkEligibility } from '../hold/eligibility.ts'
import { isAbove } from '../policy/risk-order.ts'
import type { Ruling } from '../policy/ruling.ts'
import { hasSql, runsWhatItIsGiven } from '../policy/rating/runs-what-it-is-given.ts'
import { addAmounts, readAmount } from './amount.ts'
import { hasOnlyNames } from './argument-names.ts'
import { findArguments } from './argument-path.ts'
import { holdsThroughClient } from './giving-client.ts'
import type { Grant } from './grant.ts'
import { clauseHolds } from './grant-clause.ts'

/** A call with the definition of its tool as it is now. */
export interface DefinedCall {
  readonly call: Call
  readonly definitionHash: string
  /** Of its title and description. */
  readonly definitionTextHash: string
}

/**
 * Same requester, tool and definition; through the client it was given in; in time; arguments as agreed. Limits are
 * `useGrant`'s.
 */
export function matchesGrant(grant: Grant, defined: DefinedCall, now: number): boolean {
  const { call, definitionHash, definitionTextHash } = defined
  return (
    grant.revokedAt === null &&
    now >= (grant.notBefore ?? 0) &&
    (grant.expiresAt === null || now < grant.expiresAt) &&
    grant.tenant === call.tenant &&
    grant.principal === call.principal &&
    grant.serverIdentity === call.server.identity &&
    grant.tool === call.tool &&
    definitionHash !== '' &&
    grant.definitionHash === definitionHash &&
    grant.definitionTextHash === definitionTextHash &&
    (grant.session === null || grant.session === call.session) &&
    holdsThroughClient(grant, call) &&
    meetsCondition(grant, call)
  )
}

/**
 * Whether a permission carries this ruling: its maker could say yes to it alone, saw a tier as high, and the same
 * scope.
 */
export function carriesRuling(grant: Grant, call: Call, ruling: Ruling): boolean {
  if (grant.effect !== 'allow' || !ruling.grantable || ruling.answer !== 'ask' || ruling.quorum > 1) return false
  if (isAbove(ruling.risk, grant.risk)) return false
  if (grant.condition.kind === 'scope' && grant.condition.scope !== ruling.scope) return false
  const { createdBy: by, via, assurance } = grant
  return checkEligibility({ ruling, call }, { answer: 'approve', by, via, assurance }) === null
}

/** The grant after this call, or `null` where a limit is reached. */
export function useGrant(grant: Grant, call: Call): Grant | null {
  const { limits, used } = grant
  const count = used.count + 1
  if (limits.count !== null && count > limits.count) return null
  let amount = used.amount
  if (limits.amount !== null) {
    const found = findArguments(call.arguments, limits.amount.path)
    if (found.length === 0) return null
    for (const value of found) {
      const one = readAmount(value)
      const sum = one === null ? null : addAmounts(amount, one)
      if (sum === null || sum > limits.amount.total) return null
      amount = sum
    }
  }
  return { ...grant, used: { count, amount } }
}

function meetsCondition({ condition, effect, assurance }: Grant, call: Call): boolean {
  // An argument, or a text in one, that was not there when it was granted may be the one that is run.
  const runsFreely = (): boolean => effect === 'allow' && assurance === 'host' && runsWhatItIsGiven(call)
  switch (condition.kind) {
    case 'any':
      return !runsFreely()
    case 'same':
      return call.digest === condition.digest
    case 'clauses': {
      if (runsFreely()) return false
      // Without names: of a version that did not remember them, and asked again.
      const { clauses, names = [] } = condition as Partial<typeof condition> & Pick<typeof condition, 'clauses'>
      if (clauses.some(({ is }) => is === 'starting-with') && hasSql(call)) return false
      if (!hasOnlyNames(call.arguments, names)) return false
      return clauses.length > 0 && clauses.every((clause) => clauseHolds(clause, call.arguments))
    }
    case 'scope':
      // What the scope of a call is, the ruling says: `carriesRuling` compares it.
      return true
  }
}
