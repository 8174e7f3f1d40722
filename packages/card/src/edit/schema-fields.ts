/**
 * The fields of a form, from a tool's `inputSchema` and the arguments. Each field keeps its JSON type: what was a
 * number is edited as a number. What the schema does not describe in plain terms is edited as JSON.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { readSpelled, spell } from '../presentation/spelled-json.ts'
import { isHidden, oneLine } from '../presentation/visible.ts'

export interface SchemaField {
  readonly name: string
  /** The server's own words for it; empty: none. */
  readonly title: string
  readonly help: string
  readonly required: boolean
  readonly kind: 'text' | 'number' | 'whole' | 'choice' | 'switch' | 'json'
  /** The JSON types it may have; empty: any. */
  readonly types: readonly string[]
  /** `undefined`: not among the arguments. */
  readonly value: JsonValue | undefined
  /** The same as JSON text, as the call spelled it. */
  readonly spelled: string | undefined
  readonly allowed: readonly JsonValue[]
  readonly least: number | null
  readonly most: number | null
  /** Numbers have to be multiples of it. */
  readonly step: number | null
}

const KINDS: ReadonlyMap<string | undefined, SchemaField['kind']> = new Map([
  ['string', 'text'],
  ['number', 'number'],
  ['integer', 'whole'],
  ['boolean', 'switch'],
])

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
  const only = schema['const']
  const allowed = Array.isArray(schema['enum'])
    ? (schema['enum'] as readonly JsonValue[])
    : only === undefined
      ? []
      : [only]
  const types = typesOf(schema, value)
  const kind = kindOf(types, value, allowed)
  const text = kind === 'text'
  return {
    name,
    title: textAt(schema, 'title'),
    help: textAt(schema, 'description'),
    required,
    kind,
    types,
    value,
    spelled,
    allowed,
    least: numberAt(schema, text ? 'minLength' : 'minimum'),
    most: numberAt(schema, text ? 'maxLength' : 'maximum'),
    step: numberAt(schema, 'multipleOf') || null,
  }
}

/**
 * Those the schema declares, else one by one as `anyOf` does; of a value that it does not describe, the value's own:
 * types are kept.
 */
function typesOf(schema: JsonObject, value: JsonValue | undefined): readonly string[] {
  const { type, anyOf, oneOf } = schema
  const several = anyOf ?? oneOf
  const declared =
    type === undefined && Array.isArray(several)
      ? (several as readonly JsonValue[]).map((one) => (isJsonObject(one) ? one['type'] : null))
      : [type ?? (value === null ? null : typeOf(value))]
  const types = declared.flat()
  return types.every((one) => typeof one === 'string' && one !== 'undefined') ? (types as readonly string[]) : []
}

function kindOf(
  types: readonly string[],
  value: JsonValue | undefined,
  allowed: readonly JsonValue[],
): SchemaField['kind'] {
  // A text box would obey hidden characters instead of showing them; JSON spells them out.
  if (typeof value === 'string' && isHidden(value)) return 'json'
  if (allowed.length > 0)
    return value === undefined || allowed.some((choice) => same(choice, value)) ? 'choice' : 'json'
  return KINDS.get(typeIn(types, value)) ?? 'json'
}

/** Of several types, that of the value; without one, the only type that says more than `null`. */
function typeIn(types: readonly string[], value: JsonValue | undefined): string | undefined {
  if (value !== undefined)
    return types.length === 0
      ? typeOf(value)
      : types.find((type) => (type === 'integer' ? 'number' : type) === typeOf(value))
  const telling = types.filter((type) => type !== 'null')
  return telling.length === 1 ? telling[0] : undefined
}

export function typeOf(value: JsonValue | undefined): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function textAt(schema: JsonObject, key: string): string {
  const value = schema[key]
  return typeof value === 'string' ? oneLine(value) : ''
}

function numberAt(schema: JsonObject, key: string): number | null {
  const value = schema[key]
  return typeof value === 'number' ? value : null
}

export function same(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
