/** The keys that the published schema allows at a path, for suggestions. It checks nothing. */
interface Schema {
  readonly properties?: { readonly [key: string]: Schema }
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

export function allowedKeysAt(schema: object, path: readonly (string | number)[]): readonly string[] {
  let open: readonly Schema[] = [schema as Schema]
  for (const step of path) open = open.flatMap(branches).flatMap((place) => below(place, step))
  return open.flatMap(branches).flatMap((place) => Object.keys(place.properties ?? {}))
}

function branches(schema: Schema): readonly Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf
}

function below(schema: Schema, step: string | number): readonly Schema[] {
  const next = typeof step === 'number' ? schema.items : (schema.properties?.[step] ?? schema.additionalProperties)
  return typeof next === 'object' ? [next] : []
}
