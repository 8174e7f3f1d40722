/**
 * The audit log over REST: read a tenant's records, verify the whole, get a receipt, and accept what the store noticed
 * about itself. Reading writes nothing, not even that it was read; accepting is an operator's.
 */
import { countRecords, isOperator, recordDraft, say, toHeadLine, toRecordView } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from '../api.ts'
import type { MiddlewareHandler } from 'hono'
import type { Api, ApiEnvironment } from '../api.ts'
import { deciderOf, requireReader, tenantOf } from '../authorization.ts'
import type { AuditFinding } from '../../home/verify-audit.ts'
import type { HttpOptions } from '../http-options.ts'
import { cursorSchema } from './page-cursor.ts'
import { problem, toProblemResponse, validationError } from '../problem.ts'
import { requireJsonBody } from './request-body.ts'
import { answers } from './route-answers.ts'
import { parseSince } from './since.ts'

const LONGEST_WORD = 256

const querySchema = z.strictObject({
  since: z.string().max(64).optional().openapi({ description: 'A moment (ISO 8601), or a span such as 30d.' }),
  server: z.string().max(LONGEST_WORD).optional(),
  tool: z.string().max(LONGEST_WORD).optional(),
  hold: z.string().max(LONGEST_WORD).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: cursorSchema,
})

const recordsSchema = z
  .object({
    records: z.array(z.looseObject({ sequence: z.number(), kind: z.string() })),
    next_cursor: z.string().nullable(),
  })
  .openapi('AuditRecords')

const verificationSchema = z
  .looseObject({ ok: z.boolean(), records: z.number().optional(), sequence: z.number().nullable().optional() })
  .openapi('AuditVerification')

const readRoute = createRoute({
  method: 'get',
  path: '/admin/audit',
  summary: 'Audit records, oldest first',
  request: { query: querySchema },
  responses: answers('One page of records.', recordsSchema),
})
const verifyRoute = createRoute({
  method: 'get',
  path: '/admin/audit/verify',
  summary: 'Whether the log is what was written; names the first bad record',
  responses: answers('The finding.', verificationSchema),
})

const noticeSchema = z.object({
  kind: z.enum(['restored', 'spool-lost', 'clock-behind']),
  at: z.number(),
  what: z.string(),
})
const headSchema = z
  .object({
    receipt: z.string().openapi({ description: 'One signed line; keep it, and verify against it later.' }),
    at: z.string(),
    records: z.number(),
    notices: z.array(noticeSchema),
    problems: z.array(z.string()),
  })
  .openapi('AuditHead')
const headRoute = createRoute({
  method: 'get',
  path: '/admin/audit/head',
  summary: 'How far the log has come, as a receipt; what the store noticed and nobody has accepted',
  responses: answers('The head.', headSchema),
})
const acceptSchema = z.strictObject({ notices: z.array(noticeSchema).min(1).max(16) })
const acceptRoute = createRoute({
  method: 'post',
  path: '/admin/audit/accept',
  summary: 'Accept notices exactly as they were shown: a restored store, missing records, the clock',
  request: { body: { content: { 'application/json': { schema: acceptSchema } } } },
  responses: answers('Those that were accepted.', z.object({ accepted: z.array(noticeSchema) }).openapi('Accepted')),
})

export function addAuditRoutes(api: Api, options: HttpOptions, decider: MiddlewareHandler<ApiEnvironment>): void {
  let verifying: Promise<AuditFinding> | null = null
  api.get('/admin/audit', requireReader())
  api.get('/admin/audit/verify', requireReader())
  api.get('/admin/audit/head', requireReader())
  api.post('/admin/audit/accept', decider, requireJsonBody())

  api.openapi(readRoute, async (context) => {
    const { since, server, tool, hold, limit, cursor } = context.req.valid('query')
    const from = since === undefined ? null : parseSince(since, await options.store.now())
    if (since !== undefined && from === null) {
      return toProblemResponse(validationError(say('sinceUnclear', { span: '30d' }), ['since']))
    }
    const page = await options.store.audit.read({
      tenant: tenantOf(context, options),
      since: from,
      server: server ?? null,
      tool: tool ?? null,
      hold: hold ?? null,
      limit,
      cursor: cursor ?? null,
    })
    return answerJson({ records: page.records.map(toRecordView), next_cursor: page.nextCursor })
  })

  api.openapi(verifyRoute, async () => {
    // Walking the whole log is slow: requests that come meanwhile share the answer.
    verifying ??= options.verifyAudit().finally(() => {
      verifying = null
    })
    return answerJson(await verifying)
  })

  api.openapi(headRoute, async () => {
    const { continuity } = options.store
    const head = await continuity.head()
    return answerJson({
      receipt: toHeadLine(head),
      at: new Date(head.at).toISOString(),
      records: countRecords(head),
      notices: await continuity.notices(),
      problems: continuity.problems(),
    })
  })

  api.openapi(acceptRoute, async (context) => {
    const caller = deciderOf(context)
    const { name, tenant, role } = caller
    if (role !== 'admin' || !isOperator(caller, options.tenant)) {
      const detail = say('requestWithRole', { request: context.req.path, role })
      await options.store.audit.append(recordDraft({ kind: 'decision-refused', tenant, actor: name, detail }))
      return toProblemResponse(problem(403, 'FORBIDDEN', say('noticesAreOperators')))
    }
    const record = recordDraft({ kind: 'notice-accepted', tenant, actor: name })
    const accepted = await options.store.continuity.accept(context.req.valid('json').notices, record)
    return answerJson({ accepted })
  })
}
