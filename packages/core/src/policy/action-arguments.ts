/**
 * The verb in arguments named `action`, `method`, `operation`, `command` …, at any depth: `issue_write` with `method: delete`
 * deletes, and so does `fetch` with `options: {method: "DELETE"}`. Text too long for an action is high unread.
 */
import type { Call, ToolDefinition } from '../call/call.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { declaresArgument } from './declared-arguments.ts'
import { findVerb, higherVerb, mixesScripts, TOO_LONG } from './verbs.ts'
import type { VerbFinding } from './verbs.ts'

const ACTION_NAME =
  /^(?:http|request|rest)?[^a-z]*(?:action|method|operation|verb|command|cmd|op)s?[^a-z]*(?:type|name)?$/i
/** Inside an action that is an object, these hold its word; the rest is what it works on. */
const WORD_NAME = /^(?:type|name|kind|value|id)$/i
/** Overwrite whatever stands behind an address. */
const WRITING_METHOD = /^\s*(?:put|patch)\s*$/i
const MOST_TEXTS = 500
const DEEPEST = 200

export interface ActionFinding {
  readonly verb: VerbFinding
  readonly argument: string
  /** Whether the tool's schema knows the argument. Only then may it rate what nothing else rates. */
  readonly declared: boolean
}

interface Search {
  verb: VerbFinding | null
  textsLeft: number
  /** Whether an action was met that no list knows: then what the others say may not lower anything. */
  unknown: boolean
}

export function findActionVerb(call: Call, tool: ToolDefinition | null): ActionFinding | null {
  let highest: ActionFinding | null = null
  const search: Search = { verb: null, textsLeft: MOST_TEXTS, unknown: false }
  for (const argument in call.arguments) {
    const value = call.arguments[argument] ?? null
    const isAction = isActionName(argument)
    if (!isAction && (typeof value !== 'object' || value === null)) continue
    search.verb = null
    if (isAction) readAction(value, argument, search, 0)
    else searchIn(value, search, 0)
    const { verb } = search
    if (verb === null) continue
    if (highest === null || higherVerb(highest.verb, verb) !== highest.verb) {
      highest = { verb, argument, declared: isAction && declaresArgument(tool, argument) }
    }
  }
  return highest !== null && search.unknown ? { ...highest, declared: false } : highest
}

/** A value that stands under an action's name. */
function readAction(value: JsonValue, name: string, search: Search, depth: number): void {
  if (typeof value === 'string') readText(value, name, search)
  else if (typeof value !== 'object' || value === null) return
  else if (depth > DEEPEST) search.verb = TOO_LONG
  else if (isList(value)) for (const item of value) readAction(item, name, search, depth + 1)
  else {
    for (const key in value) {
      const inner = (value as JsonObject)[key] ?? null
      // `{action: {delete: {…}}}`: the key is the word.
      if (typeof inner === 'object') readText(key, name, search)
      if (WORD_NAME.test(key) || isActionName(key)) readAction(inner, name, search, depth + 1)
      else searchIn(inner, search, depth + 1)
    }
  }
}

/** A value that stands under another name, and may hold an action further down. */
function searchIn(value: JsonValue, search: Search, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEEPEST) search.verb = TOO_LONG
  else if (isList(value)) for (const item of value) searchIn(item, search, depth + 1)
  else {
    for (const key in value) {
      const inner = (value as JsonObject)[key] ?? null
      if (isActionName(key)) readAction(inner, key, search, depth + 1)
      else searchIn(inner, search, depth + 1)
    }
  }
}

function readText(text: string, name: string, search: Search): void {
  const verb = --search.textsLeft < 0 ? TOO_LONG : verbOfText(text, name)
  if (verb === null) search.unknown = true
  search.verb = higherVerb(search.verb, verb)
}

function verbOfText(text: string, name: string): VerbFinding | null {
  if (/method|verb/i.test(name) && WRITING_METHOD.test(text))
    return { verb: text.trim().toLowerCase(), risk: 'high', kind: 'high' }
  const verb = findVerb(text)
  return verb !== TOO_LONG && mixesScripts(text) ? { verb: 'in mixed letters', risk: 'high', kind: 'high' } : verb
}

function isActionName(name: string): boolean {
  return name.length <= 40 && ACTION_NAME.test(name)
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value)
}
