/**
 * Lets a call pass on a standing permission: found, counted and written down in one transaction, so that a limit cannot
 * be overdrawn by calls that come at once, in however many processes. A denial that covers the call beats every
 * permission.
 */
import type { Call } from '../call/call.ts'
import type { Grant } from '../grant/grant.ts'
import { carriesRuling, matchesGrant, useGrant } from '../grant/grant-covers.ts'
import type { DefinedCall } from '../grant/grant-covers.ts'
import type { HeldCall } from '../hold/hold.ts'
import type { Ruling } from '../policy/ruling.ts'
import type { GrantQuery, GrantStep, Store } from '../store/store.ts'
import { grantUseRecord } from './grant-record.ts'
import { sayToAgent } from '../answer/within-tokens.ts'

export interface TakeGrantRequest extends DefinedCall {
  readonly ruling: Ruling
  /** Permissions whose makers may still approve; others are passed over. */
  readonly trusted: ReadonlySet<string>
}

export type TakenGrant =
  | { readonly kind: 'allowed'; readonly grant: Grant }
  | { readonly kind: 'denied'; readonly grant: Grant }
  | { readonly kind: 'none' }

export async function takeGrant(store: Store, request: TakeGrantRequest): Promise<TakenGrant> {
  const { call, ruling, trusted } = request
  return await store.grants.use(grantQuery(request), (standing, now): GrantStep<TakenGrant> => {
    const denial = findDenial(standing, request, now)
    if (denial !== null) return { do: 'keep', answer: { kind: 'denied', grant: denial } }
    for (const grant of standing) {
      if (!trusted.has(grant.id) || !mayAllow(grant, request, ruling, now)) continue
      const used = useGrant(grant, call)
      if (used === null) continue
      return {
        do: 'write',
        grant: used,
        record: grantUseRecord(used, call, ruling),
        answer: { kind: 'allowed', grant: used },
      }
    }
    return { do: 'keep', answer: { kind: 'none' } }
  })
}

export function findDenial(standing: readonly Grant[], defined: DefinedCall, now: number): Grant | null {
  return standing.find((grant) => grant.effect === 'deny' && matchesGrant(grant, defined, now)) ?? null
}

/** Whether this permission covers the call, apart from its limits. */
export function mayAllow(grant: Grant, defined: DefinedCall, ruling: Ruling, now: number): boolean {
  return carriesRuling(grant, defined.call, ruling) && matchesGrant(grant, defined, now)
}

export function grantQuery({
  call,
  definitionHash,
}: {
  readonly call: HeldCall
  readonly definitionHash: string
}): GrantQuery {
  return {
    tenant: call.tenant,
    principal: call.principal,
    serverIdentity: call.server.identity,
    tool: call.tool,
    definitionHash,
    session: call.session,
  }
}

/** The agent's answer on a denial: who, when, and that trying again is of no use. */
export function denialMessage(grant: Grant, call: Call): string {
  const when = new Date(grant.createdAt).toISOString().slice(0, 16).replace('T', ' ')
  const name = grant.condition.kind === 'any' ? 'deniedByGrant' : 'deniedByGrantForSuch'
  return sayToAgent(name, { tool: call.tool, by: grant.createdBy, when })
}
