/**
 * `GET /admin/activity`: the tool calls of the caller's tenant as they happened, newest first: passed, held, denied. It
 * reads the audit log, which keeps no arguments of calls that passed; what was held comes with its approval. However busy
 * the log is, one request reads a bounded part of it.
 */
import { say } from '@holdpoint/core'
import type { AuditPage, AuditRecord, RecordKind } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from './api.ts'
import type { Api } from './api.ts'
import { toAuditRecordView } from './audit-view.ts'
import { requireReader, tenantOf } from './authorization.ts'
import type { HttpOptions } from './http-options.ts'
import { FOLLOW_UP_KINDS, passedOutcomes } from './passed-outcomes.ts'
import type { PassedOutcome } from './passed-outcomes.ts'
import { toProblemResponse, validationError } from './problem.ts'
import { answers } from './route-answers.ts'
import { toApprovalDetail } from './shown-approval.ts'
import { readSince } from './since.ts'

/** `call-intended` is what passes above low risk: under a permission, by the profile, or with the gate off. */
const CALL_KINDS: ReadonlySet<RecordKind> = new Set([
  'call-passed',
  'call-intended',
  'call-denied',
  'call-refused',
  'hold-created',
])
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** How far back is looked, step by step, until there is enough; `null` is the beginning. */
const WINDOWS: readonly (number | null)[] = [5 * SECOND, MINUTE, 15 * MINUTE, 6 * HOUR, 7 * 24 * HOUR, null]
const BATCH = 1000
const MOST_BATCHES = 10

const querySchema = z.strictObject({
  since: z.string().max(64).optional().openapi({ description: 'A moment (ISO 8601), or a span such as 15m.' }),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})

const activitySchema = z
  .object({
    calls: z.array(
      z.looseObject({
        sequence: z.number(),
        kind: z.string(),
        approval: z.unknown().nullable(),
        outcome: z
          .enum(['running', 'done', 'error', 'cancelled', 'unknown'])
          .nullable()
          .openapi({ description: 'How a call that passed ended, or that it has not; `null` for all others.' }),
      }),
    ),
    complete: z.boolean().openapi({ description: 'Whether nothing newer than the oldest of these was left out.' }),
  })
  .openapi('Activity')

const readRoute = createRoute({
  method: 'get',
  path: '/admin/activity',
  summary: 'Tool calls as they happened, newest first',
  request: { query: querySchema },
  responses: answers('Passed, held and denied calls; what was held with its approval.', activitySchema),
})

export function addActivityRoutes(api: Api, options: HttpOptions): void {
  const { store } = options
  api.get('/admin/activity', requireReader())

  api.openapi(readRoute, async (context) => {
    const { since, limit } = context.req.valid('query')
    const now = await store.now()
    const from = since === undefined ? null : readSince(since, now)
    if (since !== undefined && from === null) {
      return toProblemResponse(validationError(say('sinceUnclear', { span: '15m' }), ['since']))
    }
    const tenant = tenantOf(context, options)
    const { calls, outcomes, complete } =
      from === null ? await newest(tenant, now, limit) : await callsSince(tenant, from, limit, now)
    const shown = await Promise.all(
      calls.toReversed().map(async (record) => {
        const hold = record.hold === null ? null : await store.holds.get(record.hold)
        const approval =
          hold === null || hold.call.tenant !== tenant
            ? null
            : toApprovalDetail(hold, context.get('caller'), options.isAlive)
        return { ...toAuditRecordView(record), approval, outcome: outcomes.get(record) ?? null }
      }),
    )
    return answerJson({ calls: shown, complete })
  })

  async function newest(tenant: string, now: number, limit: number): Promise<FoundCalls> {
    let found: FoundCalls = { calls: [], outcomes: new Map(), complete: true }
    for (const span of WINDOWS) {
      found = await callsSince(tenant, span === null ? null : now - span, limit, now)
      if (found.calls.length >= limit || !found.complete) break
    }
    return found
  }

  /** The newest `limit` calls from a moment on, oldest of them first. */
  async function callsSince(tenant: string, since: number | null, limit: number, now: number): Promise<FoundCalls> {
    let records: readonly AuditRecord[] = []
    let cursor: string | null = null
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      const page: AuditPage = await store.audit.read({
        tenant,
        since,
        server: null,
        tool: null,
        hold: null,
        limit: BATCH,
        cursor,
      })
      records = newestCalls([...records, ...page.records], limit)
      cursor = page.nextCursor
      if (cursor === null) break
    }
    const calls = records.filter(({ kind }) => CALL_KINDS.has(kind))
    return { calls, outcomes: passedOutcomes(records, now), complete: cursor === null }
  }
}

/** The newest `limit` calls among the records, and what else is told of calls since then. */
function newestCalls(records: readonly AuditRecord[], limit: number): readonly AuditRecord[] {
  const told = records.filter(({ kind }) => CALL_KINDS.has(kind) || FOLLOW_UP_KINDS.has(kind))
  const calls = told.filter(({ kind }) => CALL_KINDS.has(kind))
  const oldest = calls.at(-limit) ?? calls[0]
  return oldest === undefined ? [] : told.slice(told.indexOf(oldest))
}

interface FoundCalls {
  readonly calls: readonly AuditRecord[]
  readonly outcomes: ReadonlyMap<AuditRecord, PassedOutcome>
  readonly complete: boolean
}
