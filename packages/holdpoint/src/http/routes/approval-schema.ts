/** The JSON of approvals as `/openapi.json` describes it. */
import type { HoldState, Risk } from '@holdpoint/core'
import { z } from '@hono/zod-openapi'
import { grantRequestSchema, grantSchema } from './grant-schema.ts'

export const HOLD_STATES: readonly [HoldState, ...HoldState[]] = [
  'pending',
  'approved',
  'dispatching',
  'succeeded',
  'failed',
  'unknown',
  'resolved',
  'declined',
  'cancelled',
  'expired',
  'invalidated',
]

export const RISK_LEVELS: readonly [Risk, ...Risk[]] = ['low', 'medium', 'high']

export const titlesSchema: z.ZodObject<{ en: z.ZodString; zh: z.ZodString }> = z.object({
  en: z.string(),
  zh: z.string(),
})
const moment = z.string().openapi({ format: 'date-time' })

/** The document takes `nullable()` of a schema with a name for that schema itself. */
function orNull(schema: z.ZodType): z.ZodType {
  return z.union([schema, z.null()])
}

const choice = z.object({
  name: z.enum(['scope', 'once', 'no']),
  answer: z.enum(['approve', 'decline']),
  words: z.string(),
  grant: orNull(grantRequestSchema).openapi({ description: 'To be sent with the approval; null: nothing.' }),
})

const approval = z
  .object({
    id: z.string(),
    state: z.enum(HOLD_STATES),
    tenant: z.string(),
    server: z.string(),
    server_identity: z.string(),
    tool: z.string(),
    risk: z.enum(RISK_LEVELS),
    rule: z.string(),
    why: z.string(),
    titles: titlesSchema.openapi({ description: 'What it would do, in one line, in every language.' }),
    summary: z.string(),
    arguments: z.unknown(),
    digest: z.string(),
    edit: z
      .object({
        requested: z.unknown(),
        approved: z.unknown(),
        digest: z.string(),
        by: z.string(),
        at: moment,
        difference: z.array(
          z.object({ path: z.string(), requested: z.string().nullable(), approved: z.string().nullable() }),
        ),
      })
      .nullable()
      .openapi({ description: 'What a person put in place of `arguments`, and what is executed.' }),
    rationale: z.string().nullable().openapi({ description: "The agent's claim, never a fact." }),
    principal: z.string(),
    client: z.string(),
    created_at: moment,
    decide_by: moment,
    run_after: moment
      .nullable()
      .openapi({ description: 'While approved: until then it does not run and can be taken back.' }),
    execute_by: moment.nullable(),
    decided_at: moment.nullable(),
    decided_by: z.string().nullable(),
    decided_by_person: z.string().nullable().openapi({ description: 'The person behind it, where one is known.' }),
    via: z.string().nullable(),
    assurance: z.string().nullable(),
    reason: z.string().nullable(),
    approvals: z.number().int(),
    approved_by: z
      .array(z.string())
      .openapi({ description: 'Everybody whose approval counts; `decided_by` is the decisive one.' }),
    approved_by_people: z
      .array(z.string().nullable())
      .openapi({ description: 'The people behind them, in the same order; a quorum counts these.' }),
    quorum: z.number().int(),
    approvers: z.array(z.string()).nullable().openapi({
      description: 'Who may approve; null: every approver. Declining needs no more than to be an approver.',
    }),
    warnings: z.array(z.string()),
    choices: z.array(choice).openapi({
      description: 'The answers it is asked with, in their order; none once it is decided. Each does what it says.',
    }),
    grantable: z.boolean().openapi({ description: 'Whether a standing permission may come with an approval.' }),
    editable: z.boolean().openapi({ description: 'Whether other arguments may still be put in place of these.' }),
    outcome: z.unknown().nullable(),
    may_ask_again: z.boolean().openapi({
      description: 'Whether it is known to have had no effect, so that `POST …/ask-again` makes a new question of it.',
    }),
    note: z.string().nullable(),
    runs_in: z.string().nullable().openapi({
      description: 'The client that runs it itself once it is approved; null: the gateway in front of the server does.',
    }),
    provenance: z
      .object({
        workspace: z.string().nullable(),
        conversation: z.string().nullable(),
        message: z.string().nullable(),
        tool_call: z.string().nullable(),
        trace: z.string().nullable(),
      })
      .nullable()
      .openapi({ description: 'Where the call comes from, by the word of its client. Found by `q`.' }),
    left_out: z.array(z.enum(['arguments', 'preview', 'edit', 'outcome'])).openapi({
      description: 'What a list leaves out of a large one, null in its place. Looked up by its id, it is whole.',
    }),
    undo_of: z.string().nullable().openapi({ description: 'The approval whose call this one would take back.' }),
  })
  .openapi('Approval')

export const approvalSchema: z.ZodType = approval

export const decidedSchema: z.ZodType = approval
  .extend({
    grant: orNull(grantSchema).openapi({ description: 'The standing answer that came with this verdict.' }),
  })
  .openapi('DecidedApproval')

const covered = z.array(z.enum(['same', 'any', 'where']))

const delivery = z.object({
  channel: z.string(),
  platform: z.string().nullable(),
  place: z.object({ kind: z.enum(['group', 'person']), id: z.string() }),
  state: z.enum(['planned', 'sent', 'updated', 'failed', 'withdrawn']),
  instead: z.boolean().openapi({ description: 'Asked there because a question could not be brought elsewhere.' }),
  planned_at: moment,
  sent_at: moment.nullable(),
  problem: z.string().nullable().openapi({ description: 'The last failure; never a secret.' }),
  answered_here: z.boolean().nullable().openapi({
    description: 'Whether an answer that counts came from there; null: from there or elsewhere on that platform.',
  }),
})

export const approvalDetailSchema: z.ZodType = approval
  .extend({
    deliveries: z
      .array(delivery)
      .openapi({ description: 'Where people were asked in chats, oldest first. `GET /admin/approvals/{id}` only.' }),
    approve_refused: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .optional()
      .openapi({ description: 'Why a yes of the caller would not count. `GET /admin/approvals/{id}` only.' }),
    preview: z.unknown().openapi({
      description:
        'What people are shown, with hidden characters made visible. `entity` only for those who may decide.',
    }),
    grant_arguments: covered.optional().openapi({ description: 'For which arguments a yes may stand.' }),
    grant_lengths: z
      .array(z.union([z.enum(['session', 'always']), z.number()]))
      .optional()
      .openapi({ description: 'How long an answer may stand; a number is milliseconds.' }),
    denial_arguments: covered.optional().openapi({ description: 'For which arguments a no may stand.' }),
    arguments_text: z
      .string()
      .openapi({ description: 'The arguments that will run, as the JSON text that is sent, in its own spelling.' }),
    server_state: z
      .enum(['connected', 'disconnected'])
      .openapi({ description: 'Whether the process that would run it still stands before its server.' }),
    caller_left: z.boolean().openapi({
      description: 'Whether the agent stopped waiting: approved, it runs only once the agent asks for the same again.',
    }),
    input_schema: z.unknown().nullable().openapi({ description: "The tool's own schema; null where it is not known." }),
    later_rationales: z
      .array(z.object({ at: moment, rationale: z.string().nullable() }))
      .openapi({ description: 'What the agent claimed when it asked for the same again.' }),
  })
  .openapi('ApprovalDetail')

export const approvalListSchema: z.ZodType = z
  .object({ approvals: z.array(approval), next_cursor: z.string().nullable() })
  .openapi('ApprovalList')
