/** The JSON of the routes for agents' tokens, as `/openapi.json` describes it. */
import { LONGEST_PROVENANCE } from '@holdpoint/core'
import type { CallRequestBody, PreviewBody } from '@holdpoint/gateway'
import { z } from '@hono/zod-openapi'
import { HOLD_STATES, RISK_LEVELS } from './approval-schema.ts'

export interface ClaimBody {
  readonly digest: string
  readonly definition?: { readonly [name: string]: unknown } | undefined
  readonly preview?: PreviewBody | undefined
}

export interface OutcomeBody {
  readonly attempt: string
  readonly kind: 'succeeded' | 'failed' | 'unknown'
  readonly result?: unknown
  readonly not_applied?: boolean | undefined
}

const LONGEST_NAME = 200
const LONGEST_ID = 400
const LONGEST_TEXT = 2000
const MOST_ITEMS = 100
export const LONGEST_WAIT_S = 50

const name = z.string().min(1).max(LONGEST_NAME)
const origin = z.string().max(LONGEST_PROVENANCE).optional()
const moment = z.string().openapi({ format: 'date-time' })

const preview = z
  .strictObject({
    title: z.string().max(LONGEST_TEXT),
    details: z.record(z.string().max(LONGEST_NAME), z.unknown()).optional(),
    impact: z
      .array(z.strictObject({ label: z.string().max(LONGEST_NAME), value: z.string().max(LONGEST_TEXT) }))
      .max(MOST_ITEMS)
      .optional(),
  })
  .openapi({
    description: 'What the call is about, as its program read it. People see it as the word of that program.',
  })

const definition = z
  .looseObject({
    title: z.string().max(LONGEST_TEXT).optional(),
    description: z.string().max(100_000).optional(),
    inputSchema: z.looseObject({}).optional(),
    annotations: z.looseObject({}).optional(),
  })
  .openapi({ description: 'The tool as a list of tools would have it. Another one than before voids open approvals.' })

export const askSchema: z.ZodType<CallRequestBody> = z
  .strictObject({
    server: name,
    tool: name,
    arguments: z.looseObject({}),
    call: z
      .strictObject({ scope: z.string().min(1).max(LONGEST_ID), id: z.string().min(1).max(LONGEST_ID) })
      .optional()
      .openapi({ description: 'What a framework calls this one call: presented again it is the same call.' }),
    client: z.strictObject({ name, version: z.string().max(LONGEST_NAME).optional() }).optional(),
    definition: definition.optional(),
    risk: z.enum(RISK_LEVELS).optional().openapi({ description: 'Raises what the policy says, and never lowers it.' }),
    irreversible: z.boolean().optional(),
    preview: preview.optional(),
    rationale: z.string().max(LONGEST_TEXT).optional(),
    provenance: z
      .strictObject({ workspace: origin, conversation: origin, message: origin, tool_call: origin, trace: origin })
      .optional(),
    wait: z.number().min(0).max(LONGEST_WAIT_S).optional().openapi({ description: 'Seconds to wait for a person.' }),
    nonce: z.string().max(128).optional().openapi({ description: 'Comes back in the receipt of a call that passes.' }),
  })
  .openapi('CallRequest')

export const claimSchema: z.ZodType<ClaimBody> = z
  .strictObject({
    digest: z.string().max(128).openapi({ description: 'Of the arguments as they were asked for: see the view.' }),
    definition: definition.optional(),
    preview: preview.optional(),
  })
  .openapi('Claim')

export const outcomeSchema: z.ZodType<OutcomeBody> = z
  .strictObject({
    attempt: z.string().min(1).max(128),
    kind: z.enum(['succeeded', 'failed', 'unknown']),
    result: z.unknown().optional().openapi({ description: 'What came back, or why it failed.' }),
    not_applied: z.boolean().optional().openapi({ description: 'It failed, and is known to have had no effect.' }),
  })
  .openapi('OutcomeReport')

const view = z
  .object({
    id: z.string(),
    state: z.enum(HOLD_STATES),
    server: z.string(),
    tool: z.string(),
    risk: z.enum(RISK_LEVELS),
    approval_url: z.string().openapi({ description: 'Where a person decides it.' }),
    summary: z.string(),
    text: z.string().openapi({ description: 'What an agent is to be told of how it stands.' }),
    ttl_seconds: z.number().int().nullable().openapi({ description: 'How long it stays as it is, while it waits.' }),
    digest: z.string().openapi({ description: 'Of the arguments as they were asked for.' }),
    arguments: z.unknown().nullable().openapi({ description: 'Those that a person approved; null before that.' }),
    edited: z.boolean(),
    decided_by: z.string().nullable(),
    via: z.string().nullable(),
    run_after: moment
      .nullable()
      .openapi({ description: 'Approved, it can be taken back and not be claimed until then.' }),
    execute_by: moment.nullable().openapi({ description: 'Approved, it lapses then.' }),
    code: z.string().nullable().openapi({ description: 'How it ended, where nothing came back.' }),
    message: z.string().nullable(),
    reason: z.string().nullable(),
    outcome: z
      .object({ kind: z.enum(['succeeded', 'failed', 'unknown']), result: z.unknown() })
      .nullable()
      .openapi({ description: 'As it was reported.' }),
  })
  .openapi('RequestedHold')

export const viewSchema: z.ZodType = view

const passes = z
  .object({ state: z.literal('passes'), risk: z.enum(RISK_LEVELS), rule: z.string(), receipt: z.string() })
  .openapi('Passes')

export const askedSchema: z.ZodType = z.union([passes, view]).openapi('Asked')

export const claimedSchema: z.ZodType = z
  .object({
    attempt: z.string(),
    arguments: z.unknown().openapi({ description: 'To run, as they are.' }),
    digest: z.string().openapi({ description: 'Of these arguments.' }),
    edited: z.boolean(),
    receipt: z.string().openapi({ description: 'Signed by the service; `holdpoint key` prints its public key.' }),
    lease_ms: z.number().int().openapi({ description: 'Without an outcome by then it is `unknown`.' }),
  })
  .openapi('Claimed')
