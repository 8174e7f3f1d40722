// Makes the types of the client out of the OpenAPI document of a service: one interface for each schema, and a table of all
// routes with what each takes and answers. A part of the document that it does not know stops it: a type that is too wide would
// go unnoticed.

const HEADER = `/**
 * The routes of a service, made from its OpenAPI document. Do not edit: node packages/client/scripts/generate.mjs
 */
`

/** @param {{ paths: object, components: { schemas: object } }} document */
export function typesOfDocument({ paths, components }) {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `  readonly ${name}: ${typeOf(schema)}\n`)
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => routeOf(method.toUpperCase(), path, operation)),
  )
  return `${HEADER}\n/** What the routes take and answer, by the names of the document. */\nexport interface Schemas {\n${schemas.join('')}}\n\n/** What each route takes, and what it answers. */\nexport interface Routes {\n${routes.join('')}}\n`
}

function routeOf(method, path, { summary, parameters = [], requestBody, responses }) {
  const answer = responses['200']?.content?.['application/json']?.schema
  // Streams are followed, not called.
  if (answer === undefined) return []
  const body = requestBody?.content?.['application/json']?.schema
  const parts = [
    ['path', parametersOf(parameters, 'path')],
    ['query', parametersOf(parameters, 'query')],
    ['body', body === undefined ? 'null' : typeOf(body)],
    ['answer', typeOf(answer)],
  ]
  const members = parts.map(([name, type]) => `    readonly ${name}: ${type}\n`).join('')
  return [`  /** ${summary} */\n  readonly '${method} ${path}': {\n${members}  }\n`]
}

function parametersOf(parameters, where) {
  const members = parameters
    .filter((parameter) => parameter.in === where)
    .map(({ name, required, schema }) => member(name, schema, required === true))
  return members.length === 0 ? 'null' : `{ ${members.join('; ')} }`
}

function member(name, schema, required) {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  // Without the option to say so, what may be left out may also be undefined.
  const type = typeOf(schema)
  return `readonly ${key}${required ? '' : '?'}: ${type}${required || type === 'unknown' ? '' : ' | undefined'}`
}

function typeOf(schema) {
  if (schema.$ref !== undefined) return `Schemas['${schema.$ref.replace('#/components/schemas/', '')}']`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (several !== undefined) return several.map((one) => grouped(typeOf(one))).join(' | ')
  if (schema.allOf !== undefined) return schema.allOf.map((one) => grouped(typeOf(one))).join(' & ')
  if (Array.isArray(schema.type)) {
    return [...new Set(schema.type.map((type) => typeOf({ ...schema, type })))].map(grouped).join(' | ')
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`
    case 'object':
      return objectOf(schema)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`The document has a type that is not known here: ${JSON.stringify(schema)}`)
  }
}

function objectOf({ properties = {}, required = [], additionalProperties = false }) {
  const members = Object.entries(properties).map(([name, schema]) => member(name, schema, required.includes(name)))
  if (typeof additionalProperties !== 'boolean' || additionalProperties) {
    const isAny = typeof additionalProperties === 'boolean' || members.length > 0
    const others = isAny ? 'unknown' : typeOf(additionalProperties)
    members.push(`readonly [name: string]: ${others}`)
  }
  return members.length === 0 ? '{ readonly [name: string]: never }' : `{ ${members.join('; ')} }`
}

function grouped(type) {
  return /[|&]/.test(type) ? `(${type})` : type
}
