/**
 * Parameters that agents may send to us beside a tool's own: cut out before anything is hashed, shown or forwarded.
 * None of them approves anything: a model can set them. Where the upstream tool owns a name, ours carries a prefix.
 */
import { cutMembers } from '../json/members.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { ToolDefinition } from './call.ts'

export const CONTROL_PARAMETERS = ['rationale', 'preview', 'confirm'] as const

export type ControlParameter = (typeof CONTROL_PARAMETERS)[number]

type ControlNames = { readonly [parameter in ControlParameter]: string }

const OWN_NAMES: ControlNames = { rationale: 'rationale', preview: 'preview', confirm: 'confirm' }

/** A definition does not change, and its schema may be large: it is searched once. */
const namesOfTools = new WeakMap<ToolDefinition, ControlNames>()

/** Under which name this control parameter travels for this tool. */
export function controlParameterName(parameter: ControlParameter, tool: ToolDefinition | null): string {
  return tool === null ? parameter : controlNames(tool)[parameter]
}

function controlNames(tool: ToolDefinition): ControlNames {
  const known = namesOfTools.get(tool)
  if (known !== undefined) return known
  const nameOf = (parameter: ControlParameter): string => {
    let name: string = parameter
    while (ownsProperty(tool.inputSchema, name)) name = `holdpoint_${name}`
    return name
  }
  const names = { rationale: nameOf('rationale'), preview: nameOf('preview'), confirm: nameOf('confirm') }
  namesOfTools.set(tool, names)
  return names
}

const NOTHING_SENT = { rationale: undefined, preview: undefined, confirm: undefined }

export interface CutArguments {
  readonly argumentsText: string
  readonly control: { readonly [parameter in ControlParameter]: JsonValue | undefined }
  readonly cut: boolean
}

/** Whether there is anything to cut, found without touching the text. */
export function hasControlParameters(argumentsValue: JsonObject, tool: ToolDefinition | null): boolean {
  const travelling = tool === null ? OWN_NAMES : controlNames(tool)
  return CONTROL_PARAMETERS.some((parameter) => Object.hasOwn(argumentsValue, travelling[parameter]))
}

export function cutControlParameters(
  argumentsText: string,
  argumentsValue: JsonObject,
  tool: ToolDefinition | null,
): CutArguments {
  const names: string[] = []
  const travelling = tool === null ? OWN_NAMES : controlNames(tool)
  const control: { -readonly [parameter in ControlParameter]: JsonValue | undefined } = { ...NOTHING_SENT }
  for (const parameter of CONTROL_PARAMETERS) {
    const name = travelling[parameter]
    if (Object.hasOwn(argumentsValue, name)) {
      control[parameter] = argumentsValue[name]
      names.push(name)
    }
  }
  if (names.length === 0) return { argumentsText, control, cut: false }
  return { argumentsText: cutMembers(argumentsText, names).text, control, cut: true }
}

/**
 * A property declared anywhere at the schema's top, also inside its combinators or behind a reference within the
 * schema, belongs to the upstream: cutting out what the tool reads would change the call.
 */
function ownsProperty(root: JsonObject, name: string): boolean {
  const seen = new Set<JsonObject>()

  function owns(schema: JsonValue | undefined): boolean {
    if (!isJsonObject(schema) || seen.has(schema)) return false
    seen.add(schema)
    const { properties, required } = schema
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) return true
    if (Array.isArray(required) && required.includes(name)) return true
    return SUBSCHEMAS.some((keyword) => asList(schema[keyword]).some(owns)) || owns(referred(root, schema['$ref']))
  }

  return owns(root)
}

const SUBSCHEMAS = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'] as const

function asList(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return []
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
}

/** Only references into the same schema are followed, by JSON pointer; nothing is fetched. */
function referred(root: JsonObject, reference: JsonValue | undefined): JsonValue | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined
  let found: JsonValue | undefined = root
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found
}
