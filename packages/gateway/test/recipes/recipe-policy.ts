/** A policy with nothing but the recipes of one tool, as its own configuration file would give it. */
import { sha256 } from '@holdpoint/testing'
import {
  compilePolicy,
  DEFAULT_CONFIG,
  DEFAULT_SERVER,
  DEFAULT_TOOL,
  loadConditions,
  NO_PROJECTS,
  NOTHING_PROTECTED,
} from '@holdpoint/core/policy'
import type { Policy, PreviewRecipe, ToolConfig } from '@holdpoint/core/policy'

const conditions = await loadConditions()

/** `tool` of the server `crm`. */
export function recipePolicy(tool: string, preview: PreviewRecipe | null, more: Partial<ToolConfig> = {}): Policy {
  const tools = { [tool]: { ...DEFAULT_TOOL, preview, ...more } }
  const compiled = compilePolicy(
    { ...DEFAULT_CONFIG, servers: { crm: { ...DEFAULT_SERVER, tools } } },
    { sha256, protectedPaths: NOTHING_PROTECTED, conditions, projects: NO_PROJECTS },
  )
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return compiled.policy
}
