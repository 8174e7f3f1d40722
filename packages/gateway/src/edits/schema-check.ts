/**
 * Whether arguments fit a tool's `inputSchema`. The schema is a stranger's: it is bounded in size and depth, its
 * patterns run in linear time, nothing is fetched for it, and it changes no value. One that cannot be compiled lets
 * nothing through.
 */
import { isJsonObject, readStrict, say, thrownMessage } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { ErrorObject, Options } from 'ajv'

export type SchemaCheck = { readonly ok: true } | { readonly ok: false; readonly message: string }

const SCHEMA_LIMITS = { maxLength: 512 * 1024, maxDepth: 64 }
const DEMAND = 'must '

/** Both are large and needed rarely, so they are loaded here and not at the start. */
export async function checkAgainstSchema(value: JsonObject, schemaText: string): Promise<SchemaCheck> {
  const reading = readStrict(schemaText, SCHEMA_LIMITS)
  if (!reading.ok || !isJsonObject(reading.value)) return refuse(say('schemaTooLarge'))
  try {
    const validate = await compile(reading.value)
    if (validate(value)) return { ok: true }
    return refuse(describe(validate.errors?.[0]))
  } catch (error) {
    // A deep schema overflows the stack, an odd one is refused by the compiler: either way it cannot be said to fit.
    const message = thrownMessage(error)
    return refuse(say('schemaUnusable', { error: message.slice(0, 200) }))
  }
}

/** By the default export: the bundle knows no other of these modules. */
async function compile(
  schema: JsonObject,
): Promise<{ (value: JsonObject): boolean; readonly errors?: readonly ErrorObject[] | null }> {
  const { $schema: dialect, ...rest } = schema
  const options = await compilerOptions()
  // The two dialects understand lists of items differently; one that is not named is the newer.
  if (isOlder(dialect)) {
    const { default: older } = await import('ajv')
    return new older.Ajv(options).compile<JsonObject>(rest)
  }
  const { default: newer } = await import('ajv/dist/2020.js')
  return new newer.Ajv2020(options).compile<JsonObject>(rest)
}

function isOlder(dialect: JsonValue | undefined): boolean {
  return typeof dialect === 'string' && /draft-0[3-7]/.test(dialect)
}

async function compilerOptions(): Promise<Options> {
  const { RE2JS } = await import('re2js')
  const regExp = Object.assign(
    (pattern: string): { test(text: string): boolean; toString(): string } => {
      const compiled = RE2JS.compile(pattern)
      return { test: (text) => compiled.matcher(text).find(), toString: () => JSON.stringify(pattern) }
    },
    { code: 'linearPattern' },
  )
  return { strict: false, addUsedSchema: false, validateFormats: false, logger: false, code: { regExp } }
}

function describe(error: ErrorObject | undefined): string {
  const path = error?.instancePath ?? ''
  const more = error?.keyword === 'additionalProperties' ? ` (${String(error.params['additionalProperty'])})` : ''
  const message = `${error?.message ?? 'cannot be checked'}${more}`
  // The validator speaks English only; what it demands of which argument is told around its words.
  if (!message.startsWith(DEMAND)) return `${path === '' ? 'The arguments' : path} ${message}.`
  const demand = message.slice(DEMAND.length)
  return path === '' ? say('argumentsMust', { demand }) : say('argumentMust', { path: path.slice(1), demand })
}

function refuse(message: string): SchemaCheck {
  return { ok: false, message }
}
