/** The audit log over REST: read a tenant's records, verify the whole. It writes nothing, not even that it was read. */
import { say, toRecordView } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from './api.ts'
import type { Api } from './api.ts'
import { requireReader, tenantOf } from './authorization.ts'
import type { AuditVerification, HttpOptions } from './http-options.ts'
import { cursorSchema } from './page-cursor.ts'
import { toProblemResponse, validationError } from './problem.ts'
import { answers } from './route-answers.ts'
import { readSince } from './since.ts'

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

export function addAuditRoutes(api: Api, options: HttpOptions): void {
  let verifying: Promise<AuditVerification> | null = null
  api.get('/admin/audit', requireReader())
  api.get('/admin/audit/verify', requireReader())

  api.openapi(readRoute, async (context) => {
    const { since, server, tool, hold, limit, cursor } = context.req.valid('query')
    const from = since === undefined ? null : readSince(since, await options.store.now())
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
    // Walking the whole log is dear: whoever asks meanwhile shares the answer.
    verifying ??= options.verifyAudit().finally(() => {
      verifying = null
    })
    return answerJson(await verifying)
  })
}
