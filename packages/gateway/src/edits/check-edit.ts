/**
 * Judges the arguments that a person wants to put in place of the requested ones: read as strictly as an agent's, types
 * kept, valid by the tool's schema, about what was shown, ruled anew. It answers what `decide` takes, or why not; it
 * changes nothing itself.
 */
import {
  buildEditPreview,
  CONTROL_PARAMETERS,
  controlParameterName,
  digestArguments,
  hasMask,
  isJsonObject,
  readStrict,
  refuseEdit,
  say,
} from '@holdpoint/core'
import type { Call, CheckEdit, Hold, JsonObject, Sha256, ToolDefinition, JsonValue } from '@holdpoint/core'
import type { Policy, RuleCall } from '@holdpoint/core/policy'
import { checkEditedEntity } from './edited-entity.ts'
import { checkAgainstSchema } from './schema-check.ts'

export interface EditCheckerOptions {
  /** The policy in force; `null`: it could not be read. Then it judges nothing, and nothing can be edited. */
  readonly policy: () => Policy | null
  readonly rule: RuleCall
  readonly sha256: Sha256
}

const LIMITS = { maxLength: 256 * 1024, maxDepth: 64 }

export function createEditChecker(options: EditCheckerOptions): CheckEdit {
  const turn = createTurns()

  return async ({ hold, argumentsText, by }) => {
    await turn()
    const policy = options.policy()
    if (policy === null) return refuseEdit(say('editNotJudged'))
    const { inputSchemaText } = hold
    if (inputSchemaText === null) return refuseEdit(say('schemaNotKept'))
    const text = argumentsText.trim()
    const reading = readStrict(text, LIMITS)
    if (!reading.ok) return refuseEdit(say('editNotJson', { why: reading.message }))
    const { value } = reading
    if (!isJsonObject(value)) return refuseEdit(say('editNoObject'))
    // A person who copied what is shown would send the mask in place of the secret.
    if (holdsMask(value)) return refuseEdit(say('editHoldsMask'))
    const definition = definitionOf(hold, inputSchemaText)
    const control = CONTROL_PARAMETERS.map((name) => controlParameterName(name, definition)).find((name) =>
      Object.hasOwn(value, name),
    )
    if (control !== undefined) return refuseEdit(say('editControls', { name: control }))
    const changedType = findChangedType(requestedOf(hold), value)
    if (changedType !== null) return refuseEdit(say('editKeepsTypes', { what: changedType }))
    const fits = await checkAgainstSchema(value, inputSchemaText)
    if (!fits.ok) return refuseEdit(fits.message)
    const { preview: recipe } = policy.recipesFor(hold.call.server, hold.call.tool)
    const against = recipe === null ? null : checkEditedEntity(recipe, { hold, sent: value, sha256: options.sha256 })
    if (against !== null) return refuseEdit(against)
    const digest = digestArguments(value, options.sha256)
    const call: Call = { ...hold.call, argumentsText: text, arguments: value, digest }
    const ruling = await options.rule(policy, call, definition)
    await turn()
    const preview = buildEditPreview({ hold, argumentsText: text, ruling, by, sha256: options.sha256 })
    return { ok: true, edit: { argumentsText: text, digest, ruling, policyHash: policy.hash, preview } }
  }
}

/**
 * A long edit keeps the thread busy for tens of milliseconds, before it is ruled and after. Each of these pieces has a turn of the
 * event loop to itself, so that a call which passes waits for one of them at most, however many edits come at once.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(async () => await new Promise<void>((resolve) => setImmediate(resolve))))
}

/** As far as the hold knows it. What a server claims beyond the schema is looked at again before the call is sent. */
function definitionOf(hold: Hold, inputSchemaText: string): ToolDefinition {
  const schema = JSON.parse(inputSchemaText) as JsonObject
  return {
    name: hold.call.tool,
    title: null,
    description: null,
    inputSchema: schema,
    outputSchema: null,
    annotations: {},
    hash: hold.definitionHash,
    textHash: hold.definitionTextHash,
  }
}

function requestedOf(hold: Hold): JsonObject {
  const reading = readStrict(hold.call.argumentsText)
  return reading.ok && isJsonObject(reading.value) ? reading.value : {}
}

function holdsMask(value: JsonValue): boolean {
  if (typeof value === 'string') return hasMask(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsMask)
  return Object.entries(value).some(([name, member]) => hasMask(name) || holdsMask(member))
}

/**
 * The first place whose type an edit changed, as a JSON pointer, or `null`. Forms and templates turn what they touch
 * into text, and a loose schema would not notice: `"12"` is not 12, and `"false"` is true to many a server. Nothing
 * (`null`) may become anything, and back.
 */
export function findChangedType(requested: JsonValue, approved: JsonValue, path: string = ''): string | null {
  if (requested === null || approved === null) return null
  if (typeOf(requested) !== typeOf(approved)) {
    const types = { before: typeOf(requested), after: typeOf(approved) }
    return path === '' ? say('typeOfWholeChanged', types) : say('typeChanged', { path: path.slice(1), ...types })
  }
  if (Array.isArray(requested)) {
    const others = approved as readonly JsonValue[]
    return firstOf(Math.min(requested.length, others.length), (index) =>
      findChangedType((requested as readonly JsonValue[])[index] ?? null, others[index] ?? null, `${path}/${index}`),
    )
  }
  if (!isJsonObject(requested) || !isJsonObject(approved)) return null
  const keys = Object.keys(requested).filter((key) => Object.hasOwn(approved, key))
  return firstOf(keys.length, (index) => {
    const key = keys[index] ?? ''
    return findChangedType(requested[key] ?? null, approved[key] ?? null, `${path}/${escaped(key)}`)
  })
}

function firstOf(count: number, look: (index: number) => string | null): string | null {
  for (let index = 0; index < count; index++) {
    const found = look(index)
    if (found !== null) return found
  }
  return null
}

function typeOf(value: JsonValue): string {
  if (Array.isArray(value)) return say('aList')
  switch (typeof value) {
    case 'string':
      return say('someText')
    case 'number':
      return say('aNumber')
    case 'boolean':
      return say('trueOrFalse')
    default:
      return say('anObject')
  }
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
