/**
 * Proposes recipes from a server's list of tools, for a person to read and put into the configuration: `get_x` for
 * `delete_x` with the same key argument, a dry-run parameter, a call that takes another back. Only what names and schemas
 * carry; nothing is proposed on a guess about what a tool does with an argument.
 */
import type { ToolDefinition } from '../call/call.ts'
import { canonicalize } from '../json/canonical.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/json-value.ts'
import { ADDING_VERBS, CHANGING_VERBS, HIGH_VERBS } from './verb-lists.ts'

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

/** A name as verb and thing: `delete_sales_order` is `delete` and `sales order`. */
interface NamedTool {
  readonly definition: ToolDefinition
  readonly verb: string
  readonly thing: string
}

const READING = ['get', 'read', 'fetch', 'retrieve', 'show', 'describe', 'view', 'lookup']
const DELETING: ReadonlySet<string> = new Set(['delete', 'remove', 'destroy', 'drop', 'erase', 'purge'])
const CREATING = ['create', 'add', 'insert', 'new', 'register']
const DRY_RUN = /^(?:dry_?run|validate_?only|simulate|what_?if|preview_?only|no_?op|check_?only)$/i
const TELLING = ['name', 'title', 'subject', 'status', 'state', 'email', 'owner', 'path', 'amount', 'total']
const MOST_SHOWN = 6
const IDENTIFIER = /^[A-Za-z_]\w*$/

export function suggestRecipes(tools: readonly ToolDefinition[]): readonly SuggestedRecipe[] {
  const named = tools.flatMap(toNamed)
  return named.flatMap((tool) => {
    if (!ADDING_VERBS.has(tool.verb) && !CHANGING_VERBS.has(tool.verb) && !HIGH_VERBS.has(tool.verb)) return []
    const reader = CREATING.includes(tool.verb) ? null : findReader(tool, named)
    const preview = reader === null ? suggestDryRun(tool.definition) : suggestRead(tool, reader)
    const undo = suggestUndo(tool, reader, named)
    return preview === null && undo === null ? [] : [{ tool: tool.definition.name, preview, undo }]
  })
}

function toNamed(definition: ToolDefinition): readonly NamedTool[] {
  const words = definition.name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const [verb, ...thing] = words
  return verb === undefined || thing.length === 0 ? [] : [{ definition, verb, thing: thing.join(' ') }]
}

interface Reader {
  readonly definition: ToolDefinition
  readonly keys: readonly string[]
}

/** The arguments that the reader demands must all be arguments of the tool under the same names. */
function findReader(tool: NamedTool, all: readonly NamedTool[]): Reader | null {
  const own = propertiesOf(tool.definition.inputSchema)
  for (const verb of READING) {
    const found = all.find((other) => other.verb === verb && other.thing === tool.thing)
    if (found === undefined) continue
    const demanded = requiredOf(found.definition.inputSchema)
    const shared = requiredOf(tool.definition.inputSchema).filter((key) =>
      propertiesOf(found.definition.inputSchema).includes(key),
    )
    const keys = demanded.length > 0 ? demanded : shared
    if (keys.length > 0 && keys.every((key) => own.includes(key))) return { definition: found.definition, keys }
  }
  return null
}

function suggestRead(tool: NamedTool, { definition, keys }: Reader): SuggestedPreview {
  const fields = propertiesOf(definition.outputSchema)
  const telling = TELLING.filter((field) => fields.includes(field))
  const [first = ''] = keys
  const name = telling.find((field) => field === 'name' || field === 'title')
  const called = name === undefined ? '' : ` "\${entity.${name}}"`
  const verb = `${tool.verb.charAt(0).toUpperCase()}${tool.verb.slice(1)}`
  return {
    kind: 'read',
    call: definition.name,
    with: fromEntries(keys, (key) => member('args', key)),
    title: `${verb} ${tool.thing} \${${member('args', first)}}${called}?`,
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

function suggestUndo(tool: NamedTool, reader: Reader | null, all: readonly NamedTool[]): SuggestedCall | null {
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
  // Half of what was changed put back would be a third state that nobody asked for.
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
