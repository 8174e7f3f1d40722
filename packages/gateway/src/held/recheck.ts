/**
 * The second look before an approved call is sent (P3): would today's policy still ask no more than what was approved,
 * and are those who approved still entitled to? Any "no" voids the approval.
 */
import { approvalsOf, approvedCall, checkEligibility, quorumMet, readPeople, say, peopleBehind } from '@holdpoint/core'
import type { Entitlement, Hold, Store, ToolDefinition, Verdict } from '@holdpoint/core'
import type { RuleCall } from '@holdpoint/core/policy'
import type { GatewayPolicy } from '../gateway-options.ts'

export interface RecheckOptions {
  readonly store: Store
  readonly policy: () => GatewayPolicy
  readonly rule: RuleCall
  readonly entitlement: Entitlement
}

export function createRecheck(
  options: RecheckOptions,
): (hold: Hold, definition: ToolDefinition) => Promise<string | null> {
  /** Whether the approvals, by the people they are of today, carry this ruling. */
  async function isCarried(hold: Hold): Promise<boolean> {
    const people = await readPeople(options.store, options.policy().config)
    const verdicts = hold.verdicts.map((verdict): Verdict => {
      const { person: _then, ...said } = verdict
      const { person } = peopleBehind(people, hold.call, verdict.by)
      return person === undefined ? said : { ...said, person }
    })
    const today: Hold = { ...hold, verdicts }
    const refused = approvalsOf(today).some(
      (verdict) => checkEligibility(today, { ...verdict, ...peopleBehind(people, hold.call, verdict.by) }) !== null,
    )
    return !refused && quorumMet(today)
  }

  return async (hold, definition) => {
    const { policy } = options.policy()
    // An edit was ruled by the process that took it, which may know another configuration and knows no definition; no
    // call was ruled for an offer to take one back.
    if (policy.hash !== hold.policyHash || hold.edit !== null || hold.undoOf !== undefined) {
      const call = approvedCall(hold)
      if (call === null) return say('notWhatWasApproved')
      const ruling = await options.rule(policy, call, definition)
      if (ruling.answer === 'deny') return say('policyDenies', { why: ruling.why })
      // The agent may have called again meanwhile, and that call passed: this one would be its second run.
      if (ruling.answer === 'pass' && policy.hash !== hold.policyHash && hold.undoOf === undefined) {
        return say('policyAsksNoMore')
      }
      // Whether those who answered in a chat typed the code is not on record: where it was not demanded, it does not count.
      const lacksCode = ruling.code === 'always' && hold.ruling.code !== 'always'
      if (lacksCode && approvalsOf(hold).some(({ via }) => via === 'channel')) return say('policyAsksMore')
      if (!(await isCarried({ ...hold, ruling: { ...ruling, rails: null } }))) return say('policyAsksMore')
    }
    // Who stands behind whom may have changed since, and with it how many people these approvals are.
    if (hold.ruling.quorum > 1 && !(await isCarried({ ...hold, ruling: { ...hold.ruling, rails: null } }))) {
      return say('peopleChanged')
    }
    for (const verdict of approvalsOf(hold)) {
      if (!(await options.entitlement.mayStillDecide({ ...verdict, tenant: hold.call.tenant })))
        return say('mayNoLongerApprove', { by: verdict.by })
    }
    return null
  }
}
