/**
 * The fields of a form, from a tool's `inputSchema` and the arguments. Each field keeps its JSON type: what was a number is
 * edited as a number. What the schema does not describe in plain terms is edited as JSON.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { readSpelled, spell } from '../presentation/spelled-json.ts'
import { argumentName, isHidden, oneLine } from '../presentation/visible.ts'

export interface SchemaField {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly required: boolean
  readonly kind: 'text' | 'number' | 'whole' | 'choice' | 'switch' | 'json'
  /** `undefined`: not among the arguments. */
  readonly value: JsonValue | undefined
  /** The same as JSON text, as the call spelled it. */
  readonly spelled: string | undefined
  readonly choices: readonly JsonValue[]
  readonly least: number | null
  readonly most: number | null
  /** Numbers have to be multiples of it. */
  readonly step: number | null
}

/** `text`: the arguments as JSON text. */
export function schemaFields(schema: JsonObject | undefined, text: string): readonly SchemaField[] {
  const tree = readSpelled(text)
  const members = new Map(
    isJsonObject(tree) ? Object.entries(tree).map(([key, member]) => [JSON.parse(key) as string, spell(member)]) : [],
  )
  const described = isJsonObject(schema?.['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema?.['required']) ? (schema['required'] as readonly JsonValue[]) : []
  const names = [...new Set([...members.keys(), ...Object.keys(described)])]
  return names.map((name) => {
    const own = Object.hasOwn(described, name) ? described[name] : undefined
    return toField(name, isJsonObject(own) ? own : {}, members.get(name), required.includes(name))
  })
}

function toField(name: string, schema: JsonObject, spelled: string | undefined, required: boolean): SchemaField {
  const value = spelled === undefined ? undefined : (JSON.parse(spelled) as JsonValue)
  const choices = Array.isArray(schema['enum']) ? (schema['enum'] as readonly JsonValue[]) : []
  const kind = kindOf(schema, value, choices)
  const text = kind === 'text'
  return {
    name,
    label:
      typeof schema['title'] === 'string' && schema['title'] !== '' ? oneLine(schema['title']) : argumentName(name),
    help: oneLine(typeof schema['description'] === 'string' ? schema['description'] : ''),
    required,
    kind,
    value,
    spelled,
    choices,
    least: numberAt(schema, text ? 'minLength' : 'minimum'),
    most: numberAt(schema, text ? 'maxLength' : 'maximum'),
    step: numberAt(schema, 'multipleOf') || null,
  }
}

function kindOf(schema: JsonObject, value: JsonValue | undefined, choices: readonly JsonValue[]): SchemaField['kind'] {
  // A text box would obey hidden characters instead of showing them; JSON spells them out.
  if (typeof value === 'string' && isHidden(value)) return 'json'
  if (choices.length > 0)
    return value === undefined || choices.some((choice) => same(choice, value)) ? 'choice' : 'json'
  const type = typeIn(schema['type'] ?? typeOf(value), value)
  if (value !== undefined && typeOf(value) !== (type === 'integer' ? 'number' : type)) return 'json'
  switch (type) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'integer':
      return 'whole'
    case 'boolean':
      return 'switch'
    default:
      return 'json'
  }
}

/** Of several types, that of the value; without one, the only type that says more than `null`. */
function typeIn(told: JsonValue, value: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(told)) return told
  const types = (told as readonly JsonValue[]).filter((type) => type !== 'null')
  if (value === undefined) return types.length === 1 ? types[0] : undefined
  return types.find((type) => (type === 'integer' ? 'number' : type) === typeOf(value))
}

function typeOf(value: JsonValue | undefined): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function numberAt(schema: JsonObject, key: string): number | null {
  const value = schema[key]
  return typeof value === 'number' ? value : null
}

export function same(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
