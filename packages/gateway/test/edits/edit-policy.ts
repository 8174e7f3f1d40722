/** The real check of edits under a real policy, and definitions of tools whose arguments may be edited. */
import type { CheckEdit, JsonObject, ToolDefinition } from '@holdpoint/core'
import { compilePolicy, DEFAULT_CONFIG, loadConditions, NO_PROJECTS, NOTHING_KNOWN } from '@holdpoint/core/policy'
import type { Policy, RuleConfig } from '@holdpoint/core/policy'
import { sampleRule, sha256 } from '@holdpoint/testing'
import { openRuleCall } from '../../src/calls/open-rule-call.ts'
import { createEditChecker } from '../../src/edits/check-edit.ts'

export function checkEdits(rules: readonly Partial<RuleConfig>[]): CheckEdit {
  const policy = policyOf(rules)
  const rule = openRuleCall({ known: () => NOTHING_KNOWN, now: Date.now })
  return async (draft) => {
    const inForce = await policy
    return await createEditChecker({ policy: () => inForce, rule, sha256 })(draft)
  }
}

async function policyOf(rules: readonly Partial<RuleConfig>[]): Promise<Policy> {
  const config = { ...DEFAULT_CONFIG, rules: rules.map((rule) => sampleRule({ name: 'rule', ...rule })) }
  const compiled = compilePolicy(config, {
    sha256,
    protectedPaths: { leadsIntoProtected: () => null },
    projects: NO_PROJECTS,
    conditions: await loadConditions(),
  })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return compiled.policy
}

export function toolWith(name: string, inputSchema: JsonObject): ToolDefinition {
  const nothing = { title: null, description: null, outputSchema: null, annotations: {} }
  return { name, inputSchema, ...nothing, hash: sha256(JSON.stringify(inputSchema)), textHash: 'text' }
}
