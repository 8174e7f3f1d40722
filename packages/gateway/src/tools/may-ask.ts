/**
 * Whether a person may be asked about calls of a tool, as far as can be said before one comes. A list coaches by it, and
 * a rationale that is only advertised is wanted by it. It refuses to foresee what single arguments do: a path into our
 * own settings is asked about with any tool.
 */
import type { Call, Risk, ServerIdentity, ToolDefinition } from '@holdpoint/core'
import type { Policy } from '@holdpoint/core/policy'

export interface AskedTool {
  readonly risk: Risk
  readonly asks: boolean
  readonly gateOff: boolean
}

/** How a tool stands for a tenant, by the policy. */
export function askedTool(policy: Policy, tool: ToolDefinition, server: ServerIdentity, tenant: string): AskedTool {
  const { risk, answer, depends } = policy.answerTool(tool, server, tenant)
  // What depends on the arguments may be asked: an agent that was told nothing would retry.
  const asks = answer === 'ask' || (answer === 'pass' && depends !== null)
  // A rule that says "ask" is asked also where the rest of the gate is off.
  return { risk, asks, gateOff: policy.gateOff(tenant) && answer !== 'ask' }
}

export function mayAsk({ asks, gateOff }: Pick<AskedTool, 'asks' | 'gateOff'>): boolean {
  return asks && !gateOff
}

export type MayAskAbout = (call: Pick<Call, 'server' | 'tenant'>, tool: ToolDefinition) => boolean

/** The same for each call: worked out once for a tool, since reads must not wait for it. */
export function createMayAskAbout(policy: () => Policy): MayAskAbout {
  const known = new WeakMap<ToolDefinition, Pick<Call, 'server' | 'tenant'> & { by: Policy; asked: boolean }>()
  return ({ server, tenant }, tool) => {
    const by = policy()
    const before = known.get(tool)
    if (before?.by === by && before.server === server && before.tenant === tenant) return before.asked
    const asked = mayAsk(askedTool(by, tool, server, tenant))
    known.set(tool, { server, tenant, by, asked })
    return asked
  }
}
