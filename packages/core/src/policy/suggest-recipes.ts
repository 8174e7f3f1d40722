/**
 * Proposes recipes from a server's list of tools, for a person to read and put into the configuration: `get_x` for
 * `delete_x`, or `x_get` for `x_delete`, with the same key argument, a dry-run parameter, a call that takes another
 * back. Only what names and schemas carry; nothing is proposed on a guess about what a tool does with an argument.
 */
import type { ToolDefinition } from '../call/call.ts'
import { canonicalize } from '../json/canonical.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/json-value.ts'
import { ADDING_VERBS, CHANGING_VERBS, HIGH_VERBS } from './rating/verb-lists.ts'
import { findVerb } from './rating/verbs.ts'

export interface SuggestedRecipe {
  readonly tool: string
  readonly preview: SuggestedPreview | null
  readonly undo: SuggestedCall | null
}

export type SuggestedPreview =
  | (SuggestedCall & { readonly kind: 'read'; readonly title: string; readonly show: readonly string[] })
  | { readonly kind: 'dry-run'; readonly parameter: string }

export interface SuggestedCall {
  readonly call: string
  /** Argument → expression. */
  readonly with: { readonly [argument: string]: string }
}

/**
 * A name as verb and thing: `delete_sales_order` is `delete` and `sales order`, `issues_delete` is `delete` and
 * `issues`. A name with two verbs is read both ways (`order_delete`); one that is nothing but a verb is about the
 * server's own thing.
 */
interface NamedTool {
  readonly definition: ToolDefinition
  readonly verb: string
  readonly thing: string
}

const READING = ['get', 'read', 'fetch', 'retrieve', 'show', 'describe', 'view', 'lookup']
const DELETING: ReadonlySet<string> = new Set(['delete', 'remove', 'destroy', 'drop', 'erase', 'purge'])
const CREATING = ['create', 'add', 'insert', 'new', 'register']
const ACTING = [ADDING_VERBS, CHANGING_VERBS, HIGH_VERBS]
const DRY_RUN = /^(?:dry_?run|validate_?only|simulate|what_?if|preview_?only|no_?op|check_?only)$/i
const TELLING = ['name', 'title', 'subject', 'status', 'state', 'email', 'owner', 'path', 'amount', 'total']
const MOST_SHOWN = 6
const IDENTIFIER = /^[A-Za-z_]\w*$/
/** How the name of an argument ends that says which one. `name` is not here: an update may mean the new one. */
const KEY_WORDS: ReadonlySet<string> = new Set(
  'id uuid guid key slug sku code number path uri url ref sha owner repo repository project'.split(' '),
)

export function suggestRecipes(tools: readonly ToolDefinition[]): readonly SuggestedRecipe[] {
  const named = tools.map(toNamed)
  const all = named.flat()
  return named.flatMap((readings) => {
    const acting = readings.filter(isActing).map((tool) => ({ tool, reader: findReader(tool, all) }))
    const found = acting.find(({ reader }) => reader !== null) ?? acting[0]
    if (found === undefined) return []
    const { tool, reader } = found
    const preview = reader === null ? suggestDryRun(tool.definition) : suggestRead(tool, reader)
    const undo = suggestUndo(tool, reader, all)
    return preview === null && undo === null ? [] : [{ tool: tool.definition.name, preview, undo }]
  })
}

/** One for each word that may be the verb. */
function toNamed(definition: ToolDefinition): readonly NamedTool[] {
  const words = wordsOf(definition.name)
  return words.flatMap((verb, index) =>
    READING.includes(verb) || ACTING.some((verbs) => verbs.has(verb))
      ? [{ definition, verb, thing: words.toSpliced(index, 1).join(' ') }]
      : [],
  )
}

function isActing({ definition, verb }: NamedTool): boolean {
  return ACTING.some((verbs) => verbs.has(verb)) && !isRead(definition)
}

/** By the whole name: `get_release` releases nothing, and `mark_read` is no read. */
function isRead({ name }: ToolDefinition): boolean {
  return findVerb(name)?.kind === 'read'
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

interface ReadingTool {
  readonly definition: ToolDefinition
  readonly keys: readonly string[]
}

/** The arguments that the reader demands must all be arguments of the tool under the same names. */
function findReader(tool: NamedTool, all: readonly NamedTool[]): ReadingTool | null {
  if (CREATING.includes(tool.verb)) return null
  const own = propertiesOf(tool.definition.inputSchema)
  const about = all.filter(({ thing, definition }) => thing === tool.thing && isRead(definition))
  for (const verb of READING) {
    const found = about.find((other) => other.verb === verb)
    if (found === undefined) continue
    const keys = keysOf(tool, found.definition)
    if (keys.length > 0 && keys.every((key) => own.includes(key))) return { definition: found.definition, keys }
  }
  return null
}

/**
 * What the reader demands; else what the tool demands of its arguments; else those whose names say which one is meant.
 */
function keysOf({ definition, thing }: NamedTool, reader: ToolDefinition): readonly string[] {
  const demanded = requiredOf(reader.inputSchema)
  if (demanded.length > 0) return demanded
  const taken = propertiesOf(reader.inputSchema)
  const shared = requiredOf(definition.inputSchema).filter((key) => taken.includes(key))
  if (shared.length > 0) return shared
  const both = propertiesOf(definition.inputSchema).filter((key) => taken.includes(key))
  // A reader with one argument reads by it, whatever it is called.
  return taken.length === 1 ? both : both.filter((key) => isKey(key, thing))
}

function isKey(name: string, thing: string): boolean {
  const words = wordsOf(name)
  return KEY_WORDS.has(words.at(-1) ?? '') || words.join(' ') === thing
}

function suggestRead(tool: NamedTool, { definition, keys }: ReadingTool): SuggestedPreview {
  const fields = propertiesOf(definition.outputSchema)
  const telling = TELLING.filter((field) => fields.includes(field))
  const [first = ''] = keys
  const name = telling.find((field) => field === 'name' || field === 'title')
  const called = name === undefined ? '' : ` "\${entity.${name}}"`
  const verb = `${tool.verb.charAt(0).toUpperCase()}${tool.verb.slice(1)}${tool.thing === '' ? '' : ` ${tool.thing}`}`
  return {
    kind: 'read',
    call: definition.name,
    with: fromEntries(keys, (key) => member('args', key)),
    title: `${verb} \${${member('args', first)}}${called}?`,
    show: [...telling, ...fields.filter((field) => keys.includes(field))].slice(0, MOST_SHOWN),
  }
}

function suggestDryRun({ inputSchema }: ToolDefinition): SuggestedPreview | null {
  const properties = inputSchema['properties']
  if (!isJsonObject(properties)) return null
  const parameter = Object.keys(properties).find((name) => {
    const schema = properties[name]
    return DRY_RUN.test(name) && isJsonObject(schema) && schema['type'] === 'boolean'
  })
  return parameter === undefined ? null : { kind: 'dry-run', parameter }
}

function suggestUndo(tool: NamedTool, reader: ReadingTool | null, all: readonly NamedTool[]): SuggestedCall | null {
  if (CREATING.includes(tool.verb)) return undoCreation(tool, all)
  const fields = reader === null ? [] : propertiesOf(reader.definition.outputSchema)
  if (reader === null || fields.length === 0) return null
  if (DELETING.has(tool.verb)) {
    const creator = all.find((other) => CREATING.includes(other.verb) && other.thing === tool.thing)?.definition
    const demanded = requiredOf(creator?.inputSchema ?? null)
    if (creator === undefined || demanded.length === 0) return null
    if (!demanded.every((key) => fits(creator, key, reader.definition))) return null
    return { call: creator.name, with: fromEntries(demanded, (key) => member('entity', key)) }
  }
  if (!CHANGING_VERBS.has(tool.verb)) return null
  const own = propertiesOf(tool.definition.inputSchema)
  const restored = own.filter((key) => !reader.keys.includes(key) && fields.includes(key))
  const demanded = requiredOf(tool.definition.inputSchema).filter((key) => !reader.keys.includes(key))
  const fitting = [...restored, ...demanded].every((key) => fits(tool.definition, key, reader.definition))
  // Putting back half of a change would make a third state that no person asked for.
  if (restored.length === 0 || !fitting) return null
  return {
    call: tool.definition.name,
    with: {
      ...fromEntries(reader.keys, (key) => member('args', key)),
      ...fromEntries(restored, (key) => member('entity', key)),
    },
  }
}

function undoCreation(tool: NamedTool, all: readonly NamedTool[]): SuggestedCall | null {
  const remover = all.find((other) => DELETING.has(other.verb) && other.thing === tool.thing)?.definition
  const keys = requiredOf(remover?.inputSchema ?? null)
  const given = propertiesOf(tool.definition.outputSchema)
  const sent = requiredOf(tool.definition.inputSchema)
  if (remover === undefined || keys.length === 0) return null
  if (!keys.every((key) => given.includes(key) || sent.includes(key))) return null
  return {
    call: remover.name,
    with: fromEntries(keys, (key) => member(given.includes(key) ? 'result' : 'args', key)),
  }
}

/** Whether what the reader gives can be an argument again: plain values by name, structures only by the same schema. */
function fits(tool: ToolDefinition, key: string, reader: ToolDefinition): boolean {
  const [wanted, given] = [schemaAt(tool.inputSchema, key), schemaAt(reader.outputSchema, key)]
  if (wanted === null || given === null || 'const' in wanted) return false
  const isPlain = [wanted, given].every(({ type }) => type !== 'array' && type !== 'object')
  return isPlain || canonicalize(wanted) === canonicalize(given)
}

function schemaAt(schema: JsonObject | null, key: string): JsonObject | null {
  const properties = schema?.['properties']
  const found = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : null
  return isJsonObject(found) ? found : null
}

function member(variable: string, name: string): string {
  return IDENTIFIER.test(name) ? `${variable}.${name}` : `${variable}[${JSON.stringify(name)}]`
}

function propertiesOf(schema: JsonObject | null): readonly string[] {
  const properties = schema?.['properties']
  return isJsonObject(properties) ? Object.keys(properties) : []
}

function requiredOf(schema: JsonObject | null): readonly string[] {
  const required = schema?.['required']
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : []
}

function fromEntries(keys: readonly string[], write: (key: string) => string): { readonly [key: string]: string } {
  return Object.fromEntries(keys.map((key) => [key, write(key)]))
}
