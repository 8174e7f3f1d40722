/** Recipes ready to run: every expression compiled. They are pure; the caller makes the calls that a recipe names. */
import type { JsonObject, JsonValue } from '../json/json-value.ts'

/** What expressions of recipes see. */
export interface RecipeFacts {
  readonly args: JsonObject
  /** What the read tool gave; `null` before, and where there is none. */
  readonly entity: JsonValue
  /** What the call itself gave; `null` before. */
  readonly result: JsonValue
  /** What the read tool said where it failed. Absent: it did not. */
  readonly error?: string
}

/** Each throws where it cannot be evaluated. */
export type RecipeExpression = (facts: RecipeFacts) => unknown
export type RecipeTemplate = (facts: RecipeFacts) => string
export type RecipeObject = (facts: RecipeFacts) => JsonObject

export interface CompiledPreview {
  readonly source:
    | { readonly kind: 'read'; readonly tool: string; readonly with: RecipeObject }
    | { readonly kind: 'dry-run'; readonly parameter: string }
  readonly title: RecipeTemplate | null
  readonly show: readonly string[]
  readonly impact: readonly { readonly label: string; readonly value: RecipeExpression }[]
  readonly refuse: { readonly when: RecipeExpression; readonly reason: RecipeTemplate } | null
  readonly notFound: RecipeExpression | null
  /** The text that the call changes: what it is now, and the argument that brings the other. */
  readonly compare: {
    readonly now: RecipeExpression
    readonly argument: string
    readonly how: 'whole' | 'edits'
  } | null
  /** A read that finds nothing means that the call makes something new. */
  readonly mayBeNew: boolean
}

export interface CompiledUndo {
  readonly tool: string
  readonly with: RecipeObject
}

export interface ToolRecipes {
  readonly preview: CompiledPreview | null
  readonly undo: CompiledUndo | null
}

export const NO_RECIPES: ToolRecipes = { preview: null, undo: null }
