/**
 * Who decides from the command line: the holder of the token in HOLDPOINT_TOKEN, or the person at a real terminal. A
 * command that is run by a program without either is refused, and so is a token whose role may not decide: well-meaning
 * agents run commands. A token that is set but not good enough never falls back to the terminal.
 */
import { isDecidingRole, isOperator, recordDraft, say } from '@holdpoint/core'
import type { Assurance, GateReader, Rail, RecordKind, Role } from '@holdpoint/core'
import type { KeyHolder } from '../access/key-holder.ts'
import { localPrincipal } from '@holdpoint/store/account'
import type { CommandContext } from './command-context.ts'
import { refusal } from './problem.ts'
import type { CommandProblem } from './problem.ts'

export interface Actor {
  readonly by: string
  /** `null`: the local operator, who sees every tenant of this home. */
  readonly tenant: string | null
  /** Whether they speak for the whole home, and not for one of its tenants. */
  readonly operator: boolean
  readonly via: Rail
  readonly assurance: Assurance
  /** What a terminal must show and ask before this counts; a token is its holder's word already. */
  readonly mustTypeCode: boolean
}

export interface Action {
  /** Completes "… needs a terminal": `approve`, `token create`. */
  readonly name: string
  readonly roles: readonly Role[]
  /** The hold it is about, as typed. */
  readonly about: string | null
}

export type Identified =
  | { readonly ok: true; readonly actor: Actor }
  | { readonly ok: false; readonly problem: CommandProblem }

export async function identifyActor(context: CommandContext, action: Action): Promise<Identified> {
  const { secret, account, localTenant } = context.identity
  const local = localPrincipal(account)
  const wanted = action.roles.map((role) => `${role}'s`).join(' or ')
  if (secret === null) {
    if (context.terminal.interactive) return { ok: true, actor: atTerminal(local) }
    await recordRefusal(context, 'decision-refused', action, local, localTenant, say('neitherTerminalNorToken'))
    return {
      ok: false,
      problem: refusal(
        'NO_PERSON',
        `"${action.name}" is a person's to do, and neither a terminal nor a token is here.`,
        `Run it in a terminal, where a short code is typed, or set HOLDPOINT_TOKEN to an ${wanted} token.`,
      ),
    }
  }
  const holder = await context.identity.authenticate(secret)
  if (holder === null) {
    await recordRefusal(context, 'sign-in-refused', action, null, localTenant, say('tokenInvalid'))
    return { ok: false, problem: invalidToken() }
  }
  if (!action.roles.includes(holder.role)) {
    await recordRefusal(
      context,
      'decision-refused',
      action,
      holder.name,
      holder.tenant,
      say('tokenOfRole', { role: holder.role }),
    )
    return {
      ok: false,
      problem: refusal(
        'FORBIDDEN',
        `The token "${holder.name}" has the role ${holder.role}, which may not do "${action.name}".`,
        `Use an ${wanted} token, or unset HOLDPOINT_TOKEN and run it in a terminal.`,
      ),
    }
  }
  return { ok: true, actor: byToken(holder, localTenant) }
}

/** Who would decide at this terminal. It asks for nothing, refuses nothing and records nothing. */
export async function findDecider({ identity }: CommandContext): Promise<Actor | null> {
  if (identity.secret === null) return atTerminal(localPrincipal(identity.account))
  const holder = await identity.authenticate(identity.secret)
  return holder !== null && isDecidingRole(holder.role) ? byToken(holder, identity.localTenant) : null
}

function atTerminal(by: string): Actor {
  return { by, tenant: null, operator: true, via: 'terminal', assurance: 'host', mustTypeCode: true }
}

function byToken(holder: Pick<KeyHolder, 'name' | 'role' | 'tenant' | 'key'>, localTenant: string): Actor {
  const { name, tenant } = holder
  return {
    by: name,
    tenant,
    operator: isOperator(holder, localTenant),
    via: 'api',
    assurance: 'identified',
    mustTypeCode: false,
  }
}

export type ReadScope =
  | {
      readonly ok: true
      readonly tenant: string | null
      /** A person who works on this home without a token sees all that it holds. */
      readonly reader: { readonly role: Role }
      /** What they see of the gate. */
      readonly gate: GateReader
    }
  | { readonly ok: false; readonly problem: CommandProblem }

/** Looking needs no token on one's own home; where one is set, only its tenant exists. */
export async function findReadScope(context: CommandContext): Promise<ReadScope> {
  const { secret } = context.identity
  if (secret === null)
    return { ok: true, tenant: null, reader: { role: 'admin' }, gate: { tenant: null, operator: true, decides: true } }
  const holder = await context.identity.authenticate(secret)
  if (holder === null) return { ok: false, problem: invalidToken() }
  if (holder.role === 'agent') {
    const next = "Use a viewer's or approver's token, or unset HOLDPOINT_TOKEN."
    return { ok: false, problem: refusal('FORBIDDEN', "An agent's token opens nothing here.", next) }
  }
  const { tenant, role } = holder
  const gate = { tenant, operator: isOperator(holder, context.identity.localTenant), decides: isDecidingRole(role) }
  return { ok: true, tenant, reader: holder, gate }
}

function invalidToken(): CommandProblem {
  return refusal(
    'UNAUTHENTICATED',
    'HOLDPOINT_TOKEN holds no valid token.',
    'It may be mistyped, expired or revoked: set another one, or unset it and use a terminal.',
  )
}

async function recordRefusal(
  context: CommandContext,
  kind: RecordKind,
  action: Action,
  actor: string | null,
  tenant: string,
  why: string,
): Promise<void> {
  const store = await context.storage.open()
  const hold = action.about === null ? null : await store.holds.get(action.about)
  const known = hold !== null && hold.call.tenant === tenant ? hold.id : null
  await store.audit.append(
    recordDraft({ kind, tenant, actor, hold: known, detail: say('viaCommandLine', { command: action.name, why }) }),
  )
}
