/**
 * Declares our control parameters in a tool's input schema, where that is certain to leave it usable: clients may check
 * arguments against it, and a parameter that one keyword demands and another forbids could never be sent. Elsewhere the
 * schema stays as it is; the parameters are understood all the same.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'

export interface DeclaredParameter {
  readonly name: string
  readonly schema: JsonObject
  readonly required: boolean
}

/** `null`: the schema is to stay as it is. */
export function declareParameters(
  schema: JsonValue | undefined,
  parameters: readonly DeclaredParameter[],
): JsonObject | null {
  if (!isJsonObject(schema) || schema['type'] !== 'object' || !takesAnother(schema)) return null
  const { properties, required } = schema
  if (properties !== undefined && !isJsonObject(properties)) return null
  if (required !== undefined && !Array.isArray(required)) return null
  const demanded = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(parameters.map(({ name, schema: own }) => [name, own])) },
    ...(demanded.length === 0
      ? {}
      : { required: [...((required as readonly JsonValue[] | undefined) ?? []), ...demanded] }),
  }
}

/** Keywords that look at every property, declared or not. Whether a pattern means our names too is not tried out. */
const LIMITS = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'maxProperties',
  'propertyNames',
  'patternProperties',
  'const',
  'enum',
  'not',
] as const
const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas', 'dependencies'] as const

function takesAnother(schema: JsonObject): boolean {
  return !LIMITS.some((keyword) => schema[keyword] !== undefined) && branchesOf(schema).every(isOpen)
}

/** A branch knows nothing of what is declared beside it: closed, it would refuse our parameter. */
function isOpen(branch: JsonValue): boolean {
  if (!isJsonObject(branch)) return branch !== false
  const closed = ['additionalProperties', 'unevaluatedProperties'].some(
    (keyword) => branch[keyword] !== undefined && branch[keyword] !== true,
  )
  return !closed && takesAnother(branch)
}

function branchesOf(schema: JsonObject): readonly JsonValue[] {
  return BRANCHES.flatMap((keyword): readonly JsonValue[] => {
    const value = schema[keyword]
    if (value === undefined) return []
    if (Array.isArray(value)) return value as readonly JsonValue[]
    if (keyword !== 'dependentSchemas' && keyword !== 'dependencies') return [value]
    return isJsonObject(value) ? Object.values(value).filter((entry) => !Array.isArray(entry)) : [false]
  })
}
