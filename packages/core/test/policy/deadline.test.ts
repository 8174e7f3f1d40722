/** Which rulings say that a rule gave little time: the end of such a question is told to the agent as a time-out. */
import { expect, test } from 'vitest'
import { policyOf, sampleCall, sampleRule, WRAP } from './policy-sample.ts'

test('[X4] a ruling names the rule that set a shorter deadline than the usual one', () => {
  const deadline = (ttlMs: number | null): string | undefined => {
    const policy = policyOf({ rules: [sampleRule({ name: 'quick', risk: 'high', ttlMs })], ttlMs: 60_000 })
    return policy.rule(sampleCall('pay'), null, WRAP).deadlineRule
  }
  expect(deadline(3000)).toBe('quick')
  expect(deadline(60_000)).toBeUndefined()
  expect(deadline(90_000)).toBeUndefined()
  expect(deadline(null)).toBeUndefined()
  expect(policyOf().rule(sampleCall('pay'), null, WRAP).deadlineRule).toBeUndefined()
})
