/** Checks edits by the policy in force. A policy that could not be read judges nothing, so nothing can be edited then. */
import { say } from '@holdpoint/core'
import type { CheckEdit, Sha256 } from '@holdpoint/core'
import { createEditChecker } from './check-edit.ts'
import type { GatewayPolicy } from '../gateway-options.ts'
import { openSqlInTime } from '../calls/sql-in-time.ts'

export function createPolicyEditCheck(
  policyInForce: () => Pick<GatewayPolicy, 'policy'> | null,
  sha256: Sha256,
): CheckEdit {
  const rule = openSqlInTime()
  return async (draft) => {
    const current = policyInForce()
    if (current === null) {
      return { ok: false, message: say('editNotJudged') }
    }
    const check = createEditChecker({
      policy: () => current.policy,
      rule,
      sha256,
      now: Date.now,
    })
    return await check(draft)
  }
}
