/**
 * What the arguments tell a tool to do: the verb in `action`, `method`, `command` … at any depth, and a deed in any
 * other argument that is not known to hold text, a search, a place or an id (`mode: delete`, `subcommand: push
 * --force`, `X-HTTP-Method-Override: DELETE`, `pipeline: [{$out: …}]`). Text too long for an action is high unread.
 *
 * Only an action that the schema declares may rate what nothing else rates; everything else can only raise.
 */
import type { Call, ToolDefinition } from '../../call/call.ts'
import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { isCommandName, kindOfArgument } from './argument-kinds.ts'
import type { ArgumentKind } from './argument-kinds.ts'
import { deedOfCommand } from './command-lines.ts'
import { declaresArgument } from './declared-arguments.ts'
import { verbInText, deedOfKey, deedOfStatement } from './deeds.ts'
import { findVerb, higherVerb, mixesScripts, TOO_LONG } from './verbs.ts'
import type { VerbFinding } from './verbs.ts'

/** Inside an action that is an object, these hold its word; the rest is what it works on. */
const WORD_NAME = /^(?:type|name|kind|value|id)$/i
/** Overwrite whatever stands behind an address. */
const WRITING_METHOD = /^\s*(?:put|patch)\s*$/i
/** Deeds where an action is expected and nowhere else. */
const ACTION_WORD = /^\s*(?:empty|trash|format|void|expire|cleanup|clean)\s*$/i
/** Scripts whose verbs are in no list. */
const FOREIGN_LETTER = /[^\p{Script=Latin}\P{L}]/u
const MOST_ACTIONS = 500
const MOST_TEXTS = 5000
const DEEPEST = 200
const LONGEST_JSON = 50_000

export interface ActionFinding {
  readonly verb: VerbFinding
  /** Whether the tool's schema knows the argument. Only then may it rate what nothing else rates. */
  readonly declared: boolean
}

interface Search {
  verb: VerbFinding | null
  actionsLeft: number
  textsLeft: number
  /** How many lists stand around. */
  lists: number
  /** Whether an action was met that no list knows: then what the others say may not lower anything. */
  unknown: boolean
}

export function findActionVerb(call: Call, tool: ToolDefinition | null): ActionFinding | null {
  let highest: ActionFinding | null = null
  const search: Search = { verb: null, actionsLeft: MOST_ACTIONS, textsLeft: MOST_TEXTS, lists: 0, unknown: false }
  for (const argument in call.arguments) {
    const value = call.arguments[argument] ?? null
    search.verb = null
    searchMember(argument, value, search, 0)
    const { verb } = search
    if (verb === null) continue
    if (highest === null || higherVerb(highest.verb, verb) !== highest.verb) {
      highest = { verb, declared: kindOfArgument(argument) === 'action' && declaresArgument(tool, argument) }
    }
  }
  const called = deedOfCalled(call.arguments)
  if (called !== null && higherVerb(highest?.verb ?? null, called) === called)
    highest = { verb: called, declared: false }
  return highest !== null && search.unknown ? { ...highest, declared: false } : highest
}

function searchMember(name: string, value: JsonValue, search: Search, depth: number): void {
  const kind = kindOfArgument(name)
  raise(search, deedOfKey(name, value, search.lists > 0))
  if (kind === 'action') readAction(value, name, search, depth)
  else searchIn(value, kind, search, depth)
}

/** A value that stands under an action's name. */
function readAction(value: JsonValue, name: string, search: Search, depth: number): void {
  if (typeof value === 'string') readText(value, name, search)
  else if (typeof value !== 'object' || value === null) return
  else if (depth > DEEPEST) search.verb = TOO_LONG
  else if (isList(value)) {
    raise(search, deedOfList(value, isCommandName(name)))
    search.lists++
    for (const item of value) readAction(item, name, search, depth + 1)
    search.lists--
  } else {
    let isFirst = true
    for (const key in value) {
      const inner = (value as JsonObject)[key] ?? null
      // `{command: {dropDatabase: 1}}`: of a database's command the first key is the word.
      if (isFirst && !WORD_NAME.test(key)) raise(search, verbInText(key, true))
      isFirst = false
      // `{action: {delete: {…}}}`: the key is the word.
      if (typeof inner === 'object') readText(key, name, search)
      if (WORD_NAME.test(key)) readAction(inner, name, search, depth + 1)
      else searchMember(key, inner, search, depth + 1)
    }
  }
}

/** A value that stands under another name: a deed in itself, or an action further down. */
function searchIn(value: JsonValue, kind: ArgumentKind, search: Search, depth: number): void {
  if (typeof value === 'string') {
    // Where text is expected, nothing in it is done.
    if (kind === 'code') return
    if (--search.textsLeft < 0) search.verb = TOO_LONG
    else raise(search, deedOfText(value, kind, search, depth))
  } else if (typeof value !== 'object' || value === null) return
  else if (depth > DEEPEST) search.verb = TOO_LONG
  else if (isList(value)) {
    if (kind === 'mode') raise(search, deedOfList(value, false))
    search.lists++
    for (const item of value) searchIn(item, kind, search, depth + 1)
    search.lists--
  } else {
    raise(search, deedOfCalled(value as JsonObject))
    for (const key in value) searchMember(key, (value as JsonObject)[key] ?? null, search, depth + 1)
  }
}

function deedOfText(text: string, kind: ArgumentKind, search: Search, depth: number): VerbFinding | null {
  const statement = deedOfStatement(text)
  if (statement !== null || kind === 'named') return statement
  if (/^\s*[[{]/.test(text)) searchJson(text, search, depth)
  if (kind === 'prose') return null
  return verbInText(text, kind === 'mode')
}

/** JSON in a text is an argument like any other. */
function searchJson(text: string, search: Search, depth: number): void {
  if (text.length > LONGEST_JSON) return
  try {
    searchIn(JSON.parse(text) as JsonValue, 'open', search, depth + 1)
  } catch {
    // Not JSON; its words are looked at as they stand.
  }
}

/** `["push", "--force"]` is one command. */
function deedOfList(list: readonly JsonValue[], isCommand: boolean): VerbFinding | null {
  const texts = list.slice(0, 20).filter((item) => typeof item === 'string')
  if (texts.length < 2) return null
  const line = texts.join(' ').slice(0, 400)
  return higherVerb(verbInText(line, true), isCommand ? deedOfCommand(line) : null)
}

const CALLED_NAME =
  /^(?:tool|function|operation|procedure|action|method)?[^a-z]*(?:name|slug|id|tool|function|endpoint)$/i
const CALLED_WITH = /^(?:tool|function)?[^a-z]*(?:arguments|args|kwargs|params|parameters|inputs?)$/i

/** `{tool_name: "delete_user", arguments: {…}}` calls it. */
function deedOfCalled(object: JsonObject): VerbFinding | null {
  let isCall = false
  for (const key in object) isCall ||= typeof object[key] === 'object' && object[key] !== null && CALLED_WITH.test(key)
  if (!isCall) return null
  let deed: VerbFinding | null = null
  for (const key in object) {
    const name = object[key]
    if (typeof name === 'string' && CALLED_NAME.test(key)) deed = higherVerb(deed, verbInText(name, true))
  }
  return deed
}

function readText(text: string, name: string, search: Search): void {
  const verb = --search.actionsLeft < 0 ? TOO_LONG : verbOfAction(text, name)
  if (verb === null) search.unknown = true
  raise(search, verb)
}

function verbOfAction(text: string, name: string): VerbFinding | null {
  if (/method|verb/i.test(name) && WRITING_METHOD.test(text))
    return { verb: text.trim().toLowerCase(), risk: 'high', kind: 'high' }
  if (ACTION_WORD.test(text)) return { verb: text.trim().toLowerCase(), risk: 'high', kind: 'high' }
  const verb = findVerb(text)
  if (FOREIGN_LETTER.test(text)) return { verb: 'in letters that no list knows', risk: 'high', kind: 'high' }
  if (verb !== TOO_LONG && mixesScripts(text)) return { verb: 'in mixed letters', risk: 'high', kind: 'high' }
  return higherVerb(verb, higherVerb(verbInText(text, true), isCommandName(name) ? deedOfCommand(text) : null))
}

function raise(search: Search, verb: VerbFinding | null): void {
  search.verb = higherVerb(search.verb, verb)
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value)
}
