/**
 * Compiles the recipes of a configuration. What is wrong with an expression is said here, with its place, and not when
 * a person waits for a preview. `with` of a preview sees `args`; what follows the read sees `entity` as well,
 * `not_found` of it also the `error` of a read that failed; `undo` also sees `result`.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { CelCompiler, CelType } from './cel.ts'
import type { PolicyProblem } from './check-config.ts'
import type {
  CompiledPreview,
  CompiledUndo,
  RecipeExpression,
  RecipeObject,
  RecipeTemplate,
  ToolRecipes,
} from './compiled-recipe.ts'
import type { ConditionCompiler } from './conditions.ts'
import type { PolicyConfig, PreviewRecipe, RecipeArguments, UndoRecipe } from './policy-config.ts'
import { toJsonValue, toPlainText } from './recipe-value.ts'

/** server → tool → recipes. */
export type CompiledRecipes = ReadonlyMap<string, ReadonlyMap<string, ToolRecipes>>

type Path = PolicyProblem['path']

const ARGUMENTS = { args: 'map<string, dyn>' }
const WITH_ENTITY = { ...ARGUMENTS, entity: 'dyn' }
const WITH_ERROR = { ...WITH_ENTITY, error: 'string' }
const WITH_RESULT = { ...WITH_ENTITY, result: 'dyn' }

export function compileRecipes(
  config: PolicyConfig,
  conditions: ConditionCompiler | null,
  problems: PolicyProblem[],
): CompiledRecipes {
  const servers = new Map<string, ReadonlyMap<string, ToolRecipes>>()
  for (const [server, { tools }] of Object.entries(config.servers)) {
    const compiled = new Map<string, ToolRecipes>()
    for (const [tool, { preview, undo }] of Object.entries(tools)) {
      if (preview === null && undo === null) continue
      const path = ['servers', server, 'tools', tool]
      if (conditions === null) {
        problems.push({ path, message: 'Recipes cannot be read here.', suggestion: null })
        continue
      }
      compiled.set(tool, {
        preview: preview === null ? null : compilePreview(preview, conditions, [...path, 'preview'], problems),
        undo: undo === null ? null : compileUndo(undo, conditions, [...path, 'undo'], problems),
      })
    }
    if (compiled.size > 0) servers.set(server, compiled)
  }
  return servers
}

function compilePreview(
  recipe: PreviewRecipe,
  conditions: ConditionCompiler,
  path: Path,
  problems: PolicyProblem[],
): CompiledPreview {
  const before = createCompile(conditions.over(ARGUMENTS), problems)
  const after = createCompile(conditions.over(WITH_ENTITY), problems)
  const failed = createCompile(conditions.over(WITH_ERROR), problems)
  return {
    source:
      recipe.kind === 'read'
        ? { kind: 'read', tool: recipe.call, with: compileObject(recipe.with, before, [...path, 'with']) }
        : { kind: 'dry-run', parameter: recipe.parameter },
    title: recipe.title === null ? null : compileTemplate(recipe.title, after, [...path, 'title'], problems),
    show: recipe.show,
    impact: Object.entries(recipe.impact).map(([label, expression]) => ({
      label,
      value: after(expression, 'value', [...path, 'impact', label]),
    })),
    refuse:
      recipe.refuse === null
        ? null
        : {
            when: after(recipe.refuse.when, 'truth', [...path, 'refuse', 'when']),
            reason: compileTemplate(recipe.refuse.reason, after, [...path, 'refuse', 'reason'], problems),
          },
    notFound: recipe.notFound === null ? null : failed(recipe.notFound, 'truth', [...path, 'not_found']),
    compare: null,
    mayBeNew: false,
  }
}

function compileUndo(
  recipe: UndoRecipe,
  conditions: ConditionCompiler,
  path: Path,
  problems: PolicyProblem[],
): CompiledUndo {
  const compile = createCompile(conditions.over(WITH_RESULT), problems)
  return { tool: recipe.call, with: compileObject(recipe.with, compile, [...path, 'with']) }
}

type Compile = (expression: string, demand: CelType, path: Path) => RecipeExpression

function createCompile(compiler: CelCompiler, problems: PolicyProblem[]): Compile {
  return (expression, demand, path) => {
    const compiled = compiler.compile(expression, demand)
    if (compiled.ok) return ({ error = '', ...facts }) => compiled.evaluate({ ...facts, error })
    problems.push({ path, message: compiled.message, suggestion: compiled.suggestion })
    // Never run: a configuration with a problem gives no policy.
    return () => null
  }
}

function compileObject(recipe: RecipeArguments, compile: Compile, path: Path): RecipeObject {
  if (typeof recipe === 'string') {
    const whole = compile(recipe, 'value', path)
    return (facts) => {
      const value = toJsonValue(whole(facts))
      if (!isJsonObject(value)) throw new Error('"with" gives no object')
      return value
    }
  }
  const members = Object.entries(recipe).map(
    ([name, expression]) => [name, compile(expression, 'value', [...path, name])] as const,
  )
  return (facts) => Object.fromEntries(members.map(([name, value]) => [name, toJsonValue(value(facts))]))
}

function compileTemplate(template: string, compile: Compile, path: Path, problems: PolicyProblem[]): RecipeTemplate {
  const parts = splitTemplate(template)
  if (parts === null) {
    problems.push({ path, message: 'An expression is not closed.', suggestion: 'write ${entity.name}' })
    return () => ''
  }
  const pieces = parts.map((part): RecipeTemplate => {
    if (part.kind === 'text') return () => part.text
    const value = compile(part.text, 'value', path)
    return (facts) => toPlainText(value(facts))
  })
  return (facts) => pieces.map((piece) => piece(facts)).join('')
}

/** Splits `Delete ${entity.name}?` into text and expressions. Braces and quotes inside an expression are its own. */
type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly text: string }

/** `null`: an expression is not closed. */
export function splitTemplate(template: string): readonly TemplatePart[] | null {
  const parts: TemplatePart[] = []
  let at = 0
  for (;;) {
    const open = template.indexOf('${', at)
    if (open < 0) {
      if (at < template.length) parts.push({ kind: 'text', text: template.slice(at) })
      return parts
    }
    const close = endOfExpression(template, open + 2)
    if (close < 0) return null
    if (open > at) parts.push({ kind: 'text', text: template.slice(at, open) })
    parts.push({ kind: 'expression', text: template.slice(open + 2, close).trim() })
    at = close + 1
  }
}

function endOfExpression(template: string, start: number): number {
  let depth = 0
  let quote: string | null = null
  for (let at = start; at < template.length; at++) {
    const character = template[at] ?? ''
    if (quote !== null) {
      if (character === '\\') at++
      else if (character === quote) quote = null
    } else if (character === '"' || character === "'") quote = character
    else if (character === '{') depth++
    else if (character === '}') {
      if (depth === 0) return at
      depth--
    }
  }
  return -1
}
