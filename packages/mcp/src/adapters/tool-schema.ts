/**
 * The schema of a framework's tool, of whatever kind: as JSON Schema, so that a person can edit arguments, and as what judges them before they run. Of a kind that is not
 * known nothing is said, and its arguments cannot be edited.
 */
import type { JsonObject } from '@holdpoint/core'
import type { StandardResult } from '../schema-types.ts'

export interface ToolSchema {
  /** `null`: it cannot be had. */
  json(): Promise<JsonObject | null>
  /** With what the schema makes of it: defaults, other types. */
  validate(value: unknown): Promise<FitValue>
}

export type FitValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string }

/** A Standard Schema, one of the AI SDK, or a function that gives one. */
interface AnySchema {
  readonly '~standard'?: {
    readonly validate?: (value: unknown) => StandardResult<unknown> | Promise<StandardResult<unknown>>
    readonly jsonSchema?: { readonly input?: (options: { readonly target: string }) => unknown }
  }
  readonly jsonSchema?: unknown
  readonly validate?: (value: unknown) => AiResult | PromiseLike<AiResult>
}

type AiResult =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: { readonly message: string } }

export function createToolSchema(given: unknown): ToolSchema {
  let json: Promise<JsonObject | null> | null = null
  return {
    async json() {
      json ??= readJsonSchema(given).catch(() => null)
      return await json
    },
    async validate(value) {
      const schema = opened(given)
      const standard = schema?.['~standard']
      if (standard?.validate !== undefined) {
        const result = await standard.validate(value)
        return result.issues === undefined
          ? { ok: true, value: result.value }
          : { ok: false, why: result.issues.map(({ message }) => message).join('; ') }
      }
      if (typeof schema?.validate !== 'function') return { ok: true, value }
      const result = await schema.validate(value)
      return result.success ? { ok: true, value: result.value } : { ok: false, why: result.error.message }
    },
  }
}

/** Some kinds of schema are functions themselves. */
function opened(given: unknown): AnySchema | null {
  if (typeof given === 'function' && !('~standard' in given)) return (given as () => AnySchema)()
  return given === null || given === undefined ? null : (given as AnySchema)
}

async function readJsonSchema(given: unknown): Promise<JsonObject | null> {
  const schema = opened(given)
  const found: unknown =
    schema?.['~standard']?.jsonSchema?.input?.({ target: 'draft-07' }) ?? (await schema?.jsonSchema) ?? null
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return null
  return JSON.parse(JSON.stringify(found)) as JsonObject
}
