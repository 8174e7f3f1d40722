/**
 * Which tenant's gate a command pauses or resumes, and the gate as a command shows it. Only the operator may touch another
 * tenant's gate.
 */
import { readGateStatus } from '@holdpoint/core'
import type { GateActor, GateReader, GateStatus } from '@holdpoint/core'
import type { Actor } from './actor.ts'
import type { CommandContext } from './command-context.ts'
import { showInOneLine } from './one-line.ts'
import { refusal } from './problem.ts'
import type { CommandProblem } from './problem.ts'

export type GateActorReading =
  | {
      readonly ok: true
      readonly who: GateActor
      /** One tenant alone; `null`: all that they may. */
      readonly tenant: string | null
      /** In words, for the person who confirms it. */
      readonly whose: string
    }
  | { readonly ok: false; readonly problem: CommandProblem }

export function readGateActor(context: CommandContext, actor: Actor, named: string | null): GateActorReading {
  const tenant = actor.tenant ?? context.identity.localTenant
  if (named !== null && !actor.operator && named !== tenant) {
    const message = `An approver of ${tenant} pauses and resumes ${tenant} only.`
    return { ok: false, problem: refusal('FORBIDDEN', message, 'Leave out --tenant.') }
  }
  const all = named === null && actor.operator
  const whose = all
    ? 'for every tenant and all servers of this home'
    : `for the tenant ${showInOneLine(named ?? tenant)}`
  return { ok: true, who: { by: actor.by, tenant, operator: actor.operator }, tenant: named, whose }
}

export async function readGate(context: CommandContext, reader: GateReader): Promise<GateStatus> {
  return await readGateStatus(await context.storage.open(), reader, await context.policy.gateOff())
}

/** For the one who has just paused or resumed it. */
export async function readGateAfter(
  context: CommandContext,
  who: GateActor,
  tenant: string | null,
): Promise<GateStatus> {
  return await readGate(context, { tenant: tenant ?? who.tenant, operator: who.operator, decides: true })
}
