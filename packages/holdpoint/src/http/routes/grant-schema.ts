/** The JSON of grants as `/openapi.json` describes it. What a request means is the core's to read, and to refuse. */
import { readGrantRequest, say } from '@holdpoint/core'
import type { GrantRequest, JsonValue } from '@holdpoint/core'
import { z } from '@hono/zod-openapi'
import { validationError } from '../problem.ts'
import type { HttpProblem } from '../problem.ts'

const moment = z.string().openapi({ format: 'date-time' })

const grant = z
  .object({
    id: z.string(),
    state: z.enum(['standing', 'used-up', 'expired', 'revoked']),
    effect: z.enum(['allow', 'deny']),
    tenant: z.string(),
    principal: z.string(),
    server: z.string(),
    server_identity: z.string(),
    tool: z.string(),
    risk: z.string(),
    summary: z.string(),
    condition: z.unknown(),
    session: z.string().nullable(),
    client: z.string().nullable(),
    expires_at: moment.nullable(),
    limits: z.object({
      count: z.number().nullable(),
      amount: z.object({ path: z.string(), total: z.number() }).nullable(),
    }),
    used: z.object({ count: z.number(), amount: z.number() }),
    created_by: z.string(),
    via: z.string(),
    assurance: z.string(),
    created_at: moment,
    approval: z.string().nullable(),
    revoked_at: moment.nullable(),
    revoked_by: z.string().nullable(),
  })
  .openapi('Grant')

export const grantSchema: z.ZodType = grant

export const grantListSchema: z.ZodType = z.object({ grants: z.array(grant) }).openapi('GrantList')

export const grantRequestSchema: z.ZodType = z.looseObject({}).openapi('GrantRequest', {
  type: 'object',
  required: ['for', 'arguments'],
  additionalProperties: false,
  properties: {
    for: {
      oneOf: [
        { type: 'string', enum: ['session', 'always'] },
        { type: 'integer', minimum: 1000 },
      ],
      description: "The requester's session, milliseconds from now, or until revoked.",
    },
    arguments: {
      oneOf: [
        { type: 'string', enum: ['same', 'any', 'scope'] },
        { type: 'array', minItems: 1, items: { type: 'object', required: ['path', 'is'] } },
      ],
      description:
        'These exact arguments, any, those in the scope that the policy names (session only), or conditions {path, is}: equal {value}, one-of {values}, under {folder}, at-most {most}, between {least, most}, starting-with {text}. Paths are JSON pointers; * stands for each item of a list.',
    },
    times: { type: 'integer', minimum: 1 },
    amount: {
      type: 'object',
      required: ['path', 'total'],
      properties: { path: { type: 'string' }, total: { type: 'number' } },
    },
  },
})

export type SentGrantReading =
  | { readonly ok: true; readonly request: GrantRequest }
  | { readonly ok: false; readonly problem: HttpProblem }

export function readSentGrant(value: JsonValue): SentGrantReading {
  const reading = readGrantRequest(value)
  if (reading.ok) return reading
  const message = say('grantNotRead', { why: reading.message.replace(/\.$/, '') })
  return { ok: false, problem: validationError(message, ['grant']) }
}
