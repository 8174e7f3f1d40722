/**
 * Approvals over REST: look, approve, reject, cancel, resolve, ask again. A route brings what a person said to the operation for
 * it and says what that answered; it changes nothing itself. What this version does not understand in a body it refuses
 * to ignore.
 */
import {
  askAgain,
  cancelHold,
  decide,
  isDecidingRole,
  locateMember,
  resolveHold,
  toApprovalView,
  toGrantView,
} from '@holdpoint/core'
import type { DecideRequest, Decision, JsonValue, Rail, VerdictAnswer } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { answerJson } from '../api.ts'
import type { Api, ApiContext, ApiEnvironment } from '../api.ts'
import {
  approvalDetailSchema,
  approvalListSchema,
  approvalSchema,
  decidedSchema,
  HOLD_STATES,
  RISK_LEVELS,
} from './approval-schema.ts'
import { deciderOf, requireReader, tenantOf } from '../authorization.ts'
import { grantRequestSchema, readSentGrant } from './grant-schema.ts'
import type { HttpOptions } from '../http-options.ts'
import { cursorSchema } from './page-cursor.ts'
import { NOT_FOUND, fromRefusal, fromRefusedEdit, toProblemResponse } from '../problem.ts'
import { requireJsonBody } from './request-body.ts'
import { answers } from './route-answers.ts'
import { readWholeApproval, toShownApproval } from './shown-approval.ts'

const LONGEST_NOTE = 4000
const LONGEST_WORD = 256

const querySchema = z.strictObject({
  state: z
    .enum([...HOLD_STATES, 'decided'])
    .optional()
    .openapi({ description: '`decided`: every state in which no person is needed.' }),
  server: z.string().max(LONGEST_WORD).optional(),
  tool: z.string().max(LONGEST_WORD).optional(),
  risk: z.enum(RISK_LEVELS).optional(),
  q: z.string().max(LONGEST_WORD).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorSchema,
})
const idSchema = z.object({ id: z.string().min(1).max(128) })
const approveSchema = z.strictObject({
  note: z.string().max(LONGEST_NOTE).optional(),
  edits: z.looseObject({}).optional().openapi({ description: 'All arguments as they are to be sent instead.' }),
  digest: z.string().max(128).optional().openapi({
    description: 'Of the arguments that were looked at: others are not approved. Needed once a person has edited them.',
  }),
  grant: grantRequestSchema.optional(),
})
const rejectSchema = z.strictObject({
  reason: z.string().max(LONGEST_NOTE).optional(),
  deny: grantRequestSchema.optional(),
})
const cancelSchema = z.strictObject({ reason: z.string().max(LONGEST_NOTE).optional() })
const resolveSchema = z.strictObject({ executed: z.boolean(), note: z.string().trim().min(1).max(LONGEST_NOTE) })

const json = <S extends z.ZodType>(schema: S) => ({ body: { content: { 'application/json': { schema } } } })

const listRoute = createRoute({
  method: 'get',
  path: '/admin/approvals',
  summary: 'Approvals, newest first',
  request: { query: querySchema },
  responses: answers('One page of approvals.', approvalListSchema),
})
const showRoute = createRoute({
  method: 'get',
  path: '/admin/approvals/{id}',
  summary: 'One approval, with everything a person is shown',
  request: { params: idSchema },
  responses: answers('The approval.', approvalDetailSchema),
})
const approveRoute = createRoute({
  method: 'post',
  path: '/admin/approvals/{id}/approve',
  summary: 'Approve: the original call is executed, once',
  request: { params: idSchema, ...json(approveSchema) },
  responses: answers('The approval after the verdict; the same verdict again gives it again.', decidedSchema),
})
const rejectRoute = createRoute({
  method: 'post',
  path: '/admin/approvals/{id}/reject',
  summary: 'Decline: the call is not executed',
  request: { params: idSchema, ...json(rejectSchema) },
  responses: answers('The approval after the verdict; the same verdict again gives it again.', decidedSchema),
})
const cancelRoute = createRoute({
  method: 'post',
  path: '/admin/approvals/{id}/cancel',
  summary: 'Take the call back: a waiting question is cancelled, an approval that has not run is revoked',
  request: { params: idSchema, ...json(cancelSchema) },
  responses: answers('The approval, cancelled; what it opened is revoked with it.', approvalSchema),
})
const askAgainRoute = createRoute({
  method: 'post',
  path: '/admin/approvals/{id}/ask-again',
  summary: 'Ask again about a call that is known to have had no effect: a new question; nothing runs',
  request: { params: idSchema, ...json(z.strictObject({})) },
  responses: answers('The new approval, or the one that an identical call has opened since.', approvalSchema),
})
const resolveRoute = createRoute({
  method: 'post',
  path: '/admin/approvals/{id}/resolve',
  summary: 'Say what became of a call whose outcome is unknown',
  request: { params: idSchema, ...json(resolveSchema) },
  responses: answers('The resolved approval.', approvalSchema),
})

export function addApprovalRoutes(api: Api, options: HttpOptions, decider: MiddlewareHandler<ApiEnvironment>): void {
  const { store } = options
  api.get('/admin/approvals', requireReader())
  api.get('/admin/approvals/:id', requireReader())
  api.post('/admin/approvals/*', decider, requireJsonBody())

  api.openapi(listRoute, async (context) => {
    const { state, server, tool, risk, q, limit, cursor } = context.req.valid('query')
    const page = await store.holds.list({
      tenant: tenantOf(context, options),
      state: state ?? null,
      server: server ?? null,
      tool: tool ?? null,
      risk: risk ?? null,
      text: q ?? null,
      limit,
      cursor: cursor ?? null,
    })
    return answerJson({
      approvals: page.holds.map((hold) => toShownApproval(hold, context.get('caller'))),
      next_cursor: page.nextCursor,
    })
  })

  api.openapi(showRoute, async (context) => {
    const hold = await store.holds.get(context.req.valid('param').id)
    if (hold === null || hold.call.tenant !== tenantOf(context, options)) return toProblemResponse(NOT_FOUND)
    const { people, see } = options
    const caller = context.get('caller')
    const decides = caller !== null && isDecidingRole(caller.role)
    const asDecider = decides ? ({ by: caller.name, via: viaOf(context), assurance: 'identified' } as const) : null
    return answerJson(await readWholeApproval(store, hold, { caller, decider: asDecider, people, see }))
  })

  api.openapi(approveRoute, async (context) => {
    const { note, edits, digest, grant } = context.req.valid('json')
    return await answerVerdict(context, {
      answer: 'approve',
      reason: note,
      // Cut out of the body as it was sent: parsed and written again, numbers would lose their spelling.
      editText: edits === undefined ? null : memberText(await context.req.text(), 'edits'),
      shown: digest,
      grant: grant as JsonValue | undefined,
    })
  })

  api.openapi(rejectRoute, async (context) => {
    const { reason, deny } = context.req.valid('json')
    const grant = deny as JsonValue | undefined
    return await answerVerdict(context, { answer: 'decline', reason, editText: null, shown: undefined, grant })
  })

  api.openapi(cancelRoute, async (context) => {
    const caller = deciderOf(context)
    const decision = await cancelHold(store, {
      hold: context.req.valid('param').id,
      tenant: caller.tenant,
      by: caller.name,
      via: viaOf(context),
      assurance: 'identified',
      reason: toReason(context.req.valid('json').reason),
      people: await options.people(),
    })
    if (decision.kind !== 'decided' && decision.kind !== 'receipt') return refusedResponse(decision)
    return answerJson(toApprovalView(decision.hold))
  })

  api.openapi(resolveRoute, async (context) => {
    const { name, tenant } = deciderOf(context)
    const { executed, note } = context.req.valid('json')
    const moved = await resolveHold(store, { hold: context.req.valid('param').id, tenant, by: name, executed, note })
    return moved.kind === 'moved' ? answerJson(toApprovalView(moved.hold)) : refusedResponse(moved)
  })

  api.openapi(askAgainRoute, async (context) => {
    const { name, tenant } = deciderOf(context)
    const asked = await askAgain(store, {
      hold: context.req.valid('param').id,
      tenant,
      by: name,
      id: options.newId(),
    })
    return asked.kind === 'asked' ? answerJson(toApprovalView(asked.hold)) : refusedResponse(asked)
  })

  async function answerVerdict(context: ApiContext, said: SaidVerdict): Promise<Response> {
    const caller = deciderOf(context)
    const id = context.req.param('id') ?? ''
    const edit = said.editText === null ? null : await checkedEdit(id, said.editText, caller.name, caller.tenant)
    if (edit instanceof Response) return edit
    const grant = said.grant === undefined ? null : readSentGrant(said.grant)
    if (grant?.ok === false) return toProblemResponse(grant.problem)
    const decision = await decide(store, {
      hold: id,
      tenant: caller.tenant,
      verdict: {
        answer: said.answer,
        by: caller.name,
        via: viaOf(context),
        assurance: 'identified',
        reason: toReason(said.reason),
      },
      people: await options.people(),
      ...(edit === null ? {} : { edit }),
      ...(said.shown === undefined ? {} : { shown: said.shown }),
      ...(grant === null ? {} : { grant: { id: options.newId(), request: grant.request } }),
    })
    if (decision.kind !== 'decided' && decision.kind !== 'receipt') return refusedResponse(decision)
    const made = decision.kind === 'decided' ? decision.grant : null
    return answerJson({
      ...toApprovalView(decision.hold),
      grant: made === null ? null : toGrantView(made, made.createdAt),
    })
  }

  async function checkedEdit(
    id: string,
    argumentsText: string,
    by: string,
    tenant: string,
  ): Promise<NonNullable<DecideRequest['edit']> | Response> {
    const hold = await store.holds.get(id)
    if (hold === null || hold.call.tenant !== tenant) return toProblemResponse(NOT_FOUND)
    const checked = await options.checkEdit({ hold, argumentsText, by })
    if (checked.ok) return checked.edit
    return toProblemResponse(fromRefusedEdit(checked))
  }
}

/** The header is the browser's own word: no script sets it. A caller who forges it misnames only their own press. */
function viaOf(context: ApiContext): Rail {
  const isPage = deciderOf(context).key === 'sign-in' || context.req.header('sec-fetch-site') === 'same-origin'
  return isPage ? 'page' : 'api'
}

function toReason(said: string | undefined): string | null {
  return said === undefined || said.trim() === '' ? null : said.trim()
}

interface SaidVerdict {
  readonly answer: VerdictAnswer
  readonly reason: string | undefined
  readonly editText: string | null
  readonly shown: string | undefined
  readonly grant: JsonValue | undefined
}

function memberText(body: string, name: string): string {
  const span = locateMember(body, [name])
  return span === null ? 'null' : body.slice(span.start, span.end)
}

type Refused = Extract<Decision, { readonly kind: 'not-found' | 'refused' }>

function refusedResponse(refused: Refused): Response {
  return toProblemResponse(refused.kind === 'not-found' ? NOT_FOUND : fromRefusal(refused.refusal, refused.hold))
}
