/** Checks edits by the policy in force. A policy that could not be read judges nothing, so nothing can be edited then. */
import { say } from '@holdpoint/core'
import type { CheckEdit, Sha256, Store } from '@holdpoint/core'
import { createRequesterNames } from '@holdpoint/core/policy'
import { createEditChecker } from './check-edit.ts'
import type { GatewayPolicy } from '../gateway-options.ts'
import { openRuleCall } from '../calls/open-rule-call.ts'

export function createPolicyEditCheck(
  policyInForce: () => Pick<GatewayPolicy, 'policy'> | null,
  store: () => Promise<Store>,
  sha256: Sha256,
): CheckEdit {
  const rule = openRuleCall(createRequesterNames(store, () => performance.now()).of)
  return async (draft) => {
    const current = policyInForce()
    if (current === null) {
      return { ok: false, message: say('editNotJudged') }
    }
    const check = createEditChecker({
      policy: () => current.policy,
      rule,
      sha256,
    })
    return await check(draft)
  }
}
