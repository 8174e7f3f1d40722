/**
 * What the conditions of a recipe say of what was read and of the arguments: nothing to act on, forbidden, or neither. One
 * that cannot be evaluated decides nothing; it is named, for a person to be told.
 */
import { say, showInOneLine } from '@holdpoint/core'
import type { CompiledPreview, RecipeExpression, RecipeFacts } from '@holdpoint/core/policy'

export interface ConditionsSaid {
  readonly absent: boolean
  /** Why the call is not possible; `null`: nothing forbids it. */
  readonly forbidden: string | null
  readonly doubts: readonly ConditionDoubt[]
}

export interface ConditionDoubt {
  readonly condition: 'not_found' | 'refuse'
  /** A sentence for whoever is asked. */
  readonly words: string
}

export function askConditions({ notFound, refuse }: CompiledPreview, facts: RecipeFacts): ConditionsSaid {
  const doubts: ConditionDoubt[] = []
  const absent = ask(notFound, facts, 'not_found', doubts)
  const refused = !absent && refuse !== null && ask(refuse.when, facts, 'refuse', doubts)
  return { absent, forbidden: refused ? reasonOf(refuse, facts) : null, doubts }
}

function ask(
  expression: RecipeExpression | null,
  facts: RecipeFacts,
  condition: ConditionDoubt['condition'],
  doubts: ConditionDoubt[],
): boolean {
  if (expression === null) return false
  try {
    const truth = expression(facts)
    if (typeof truth === 'boolean') return truth
    doubts.push({ condition, words: say('recipeUnclear', { condition }) })
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    doubts.push({ condition, words: say('recipeFailed', { condition, error: showInOneLine(why) }) })
  }
  return false
}

function reasonOf({ reason }: NonNullable<CompiledPreview['refuse']>, facts: RecipeFacts): string {
  try {
    return reason(facts)
  } catch {
    return say('itsStateForbids')
  }
}
