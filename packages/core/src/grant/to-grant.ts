/** Makes a grant out of what a person asked for and the hold in front of them, or says why it may not be. */
import type { Call } from '../call/call.ts'
import type { Hold } from '../hold/hold.ts'
import type { Assurance, Rail } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'
import { approvedCall } from '../hold/approved-call.ts'
import { argumentNames } from './argument-names.ts'
import { checkGrant } from './check-grant.ts'
import { givingClient } from './giving-client.ts'
import type { Grant, GrantCondition } from './grant.ts'
import type { GrantRequest } from './grant-request.ts'
import { LONGEST_SCOPE_MS } from './scope-grant.ts'

export interface GrantMaking {
  readonly id: string
  readonly effect: Grant['effect']
  readonly hold: Hold
  readonly by: string
  readonly via: Rail
  readonly assurance: Assurance
  /** Database time. */
  readonly at: number
}

export type GrantResult =
  | { readonly ok: true; readonly grant: Grant }
  | { readonly ok: false; readonly message: string }

export function toGrant(request: GrantRequest, making: GrantMaking): GrantResult {
  const { hold, effect, assurance, at } = making
  const call = approvedCall(hold)
  if (call === null) return { ok: false, message: say('argumentsUnreadable') }
  const problem = checkGrant(request, { effect, ruling: hold.ruling, call, assurance })
  if (problem !== null) return { ok: false, message: problem }
  return {
    ok: true,
    grant: {
      id: making.id,
      tenant: call.tenant,
      principal: call.principal,
      serverIdentity: call.server.identity,
      serverName: call.server.name,
      tool: call.tool,
      definitionHash: hold.definitionHash,
      definitionTextHash: hold.definitionTextHash,
      effect,
      risk: hold.ruling.risk,
      session: request.for === 'session' ? call.session : null,
      ...givingClient({ effect, assurance, call }),
      ...(effect === 'deny' || hold.runAfter === null ? {} : { notBefore: hold.runAfter }),
      expiresAt: endOf(request, at),
      condition: toCondition(request.arguments, call, hold),
      limits: { count: request.times ?? null, amount: request.amount ?? null },
      used: { count: 0, amount: 0 },
      createdBy: making.by,
      via: making.via,
      assurance,
      createdAt: at,
      fromHold: hold.id,
      revokedAt: null,
      revokedBy: null,
    },
  }
}

function endOf({ for: lasting, arguments: covered }: GrantRequest, at: number): number | null {
  if (covered === 'scope') return at + LONGEST_SCOPE_MS
  return typeof lasting === 'number' ? at + lasting : null
}

function toCondition(covered: GrantRequest['arguments'], call: Call, { ruling }: Hold): GrantCondition {
  if (covered === 'scope') return { kind: 'scope', scope: ruling.scope ?? '' }
  if (covered === 'any') return { kind: 'any' }
  if (covered === 'same') return { kind: 'same', digest: call.digest }
  return { kind: 'clauses', clauses: covered, names: argumentNames(call.arguments) ?? [] }
}
