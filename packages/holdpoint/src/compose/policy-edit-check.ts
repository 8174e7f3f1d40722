/** Checks edits by the policy in force. A policy that could not be read judges nothing, so nothing can be edited then. */
import { say } from '@holdpoint/core'
import type { CheckEdit } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import { createEditChecker } from '../edits/check-edit.ts'
import type { PolicyInForce } from './policy-source.ts'
import { openSqlInTime } from './sql-in-time.ts'

export function createPolicyEditCheck(policyInForce: () => Pick<PolicyInForce, 'policy'> | null): CheckEdit {
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
