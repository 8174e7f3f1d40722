/**
 * What the conditions of a recipe say of what was read and of the arguments: nothing to act on, forbidden, or neither.
 * One that cannot be evaluated decides nothing; it is named, for the question to say so.
 */
import { say, showInOneLine, thrownMessage } from '@holdpoint/core'
import type { CompiledPreview, RecipeExpression, RecipeFacts } from '@holdpoint/core/policy'

export interface ConditionsSaid {
  readonly absent: boolean
  /** Why the call is not possible; `null`: nothing forbids it. */
  readonly forbidden: string | null
  readonly unclear: readonly UnclearCondition[]
}

export interface UnclearCondition {
  readonly condition: 'not_found' | 'refuse'
  /** A sentence for the person who is asked. */
  readonly words: string
}

export function askConditions({ notFound, refuse }: CompiledPreview, facts: RecipeFacts): ConditionsSaid {
  const unclear: UnclearCondition[] = []
  const absent = ask(notFound, facts, 'not_found', unclear)
  const refused = !absent && refuse !== null && ask(refuse.when, facts, 'refuse', unclear)
  return { absent, forbidden: refused ? reasonOf(refuse, facts) : null, unclear }
}

function ask(
  expression: RecipeExpression | null,
  facts: RecipeFacts,
  condition: UnclearCondition['condition'],
  unclear: UnclearCondition[],
): boolean {
  if (expression === null) return false
  try {
    const truth = expression(facts)
    if (typeof truth === 'boolean') return truth
    unclear.push({ condition, words: say('recipeUnclear', { condition }) })
  } catch (error) {
    const [why = ''] = thrownMessage(error).split('\n')
    unclear.push({ condition, words: say('recipeFailed', { condition, error: showInOneLine(why) }) })
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
