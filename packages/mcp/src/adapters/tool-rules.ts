/**
 * Which tools of an agent are asked about, and with what. An author says it by name; the first rule that fits counts. What no rule names is asked, at the
 * highest risk, unless it is known to read only.
 */
import { matchesGlob } from '@holdpoint/core/policy'
import type { GuardedCall } from '../guard/guarded-call.ts'

export type AskedAbout = Partial<Pick<GuardedCall, 'risk' | 'irreversible' | 'preview' | 'definition' | 'rationale'>>

export type ToolPatternRule =
  /** A tool's name, in which `*` stands for any text. Nobody is asked. */
  { readonly tool: string; readonly ask: false } | ({ readonly tool: string; readonly ask?: true } & AskedAbout)

/** What a person is asked with; `null`: nobody is asked. */
export function ruleTool(
  rules: readonly ToolPatternRule[],
  tool: string,
  onlyReads: (tool: string) => boolean,
): (AskedAbout & Pick<GuardedCall, 'risk'>) | null {
  const rule = rules.find(({ tool: pattern }) => matchesGlob(pattern, tool))
  if (rule === undefined) return onlyReads(tool) ? null : { risk: 'high' }
  if (rule.ask === false) return null
  const { tool: _pattern, ask: _asked, ...about } = rule
  return { risk: 'high', ...about }
}
