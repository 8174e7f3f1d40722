/**
 * `GET /admin/activity`: the tool calls of the caller's tenant as they happened, newest first: passed, held, denied. It
 * reads the audit log, which keeps no arguments of calls that passed; what was held comes with its approval. However
 * busy the log is, one request reads a bounded part of it, and its cursors lead on to all of it.
 */
import { findLiveOwners, maskApproval, say, toRecordView } from '@holdpoint/core'
import type { AuditBrowse, AuditRecord, BrowsedPage, RecordKind } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from '../api.ts'
import type { Api } from '../api.ts'
import { RISK_LEVELS } from './approval-schema.ts'
import { requireReader, tenantOf } from '../authorization.ts'
import type { HttpOptions } from '../http-options.ts'
import { cursorSchema } from './page-cursor.ts'
import { FOLLOW_UP_KINDS, passedOutcomes } from './passed-outcomes.ts'
import type { PassedOutcome } from './passed-outcomes.ts'
import { toProblemResponse, validationError } from '../problem.ts'
import { answers } from './route-answers.ts'
import { toApprovalDetail } from './shown-approval.ts'
import { parseSince } from './since.ts'

const WAYS = ['passed', 'held', 'denied'] as const
/** `call-intended` is what passes above low risk: under a permission, by the profile, or with the gate off. */
const KINDS: { readonly [way in (typeof WAYS)[number]]: readonly RecordKind[] } = {
  passed: ['call-passed', 'call-intended'],
  held: ['hold-created'],
  denied: ['call-denied', 'call-refused'],
}
const OUTCOME_KINDS: readonly RecordKind[] = [...KINDS.passed, ...FOLLOW_UP_KINDS]
/** Calls that are alike are told apart by their times: those shortly before the page are looked at too. */
const BEFORE_MS = 5000
/** A record says how a call went while it runs, or when it ends. */
const LONGEST_OUTCOME_MS = 3_600_000
const BATCH = 1000
const MOST_BATCHES = 10
const LONGEST_WORD = 256

const querySchema = z.strictObject({
  since: z.string().max(64).optional().openapi({ description: 'A moment (ISO 8601), or a span such as 15m.' }),
  how: z.enum(WAYS).optional().openapi({ description: 'What became of the call at the gate.' }),
  risk: z.enum(RISK_LEVELS).optional(),
  server: z.string().max(LONGEST_WORD).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: cursorSchema,
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
    next_cursor: z
      .string()
      .nullable()
      .openapi({ description: 'Leads to older calls, also from a page without any; `null`: there are none.' }),
    page_cursor: z
      .string()
      .openapi({ description: 'Sent as `cursor`, gives this page again, whatever happened since.' }),
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
    const { since, how, risk, server, limit, cursor } = context.req.valid('query')
    const now = await store.now()
    const from = since === undefined ? null : parseSince(since, now)
    if (since !== undefined && from === null) {
      return toProblemResponse(validationError(say('sinceUnclear', { span: '15m' }), ['since']))
    }
    const tenant = tenantOf(context, options)
    const page = await callsBefore({
      tenant,
      since: from,
      kinds: how === undefined ? WAYS.flatMap((way) => KINDS[way]) : KINDS[how],
      server: server ?? null,
      risk: risk ?? null,
      order: 'newest-first',
      limit,
      cursor: cursor ?? null,
    })
    const outcomes = await outcomesOf(page.records, { tenant, server: server ?? null, risk: risk ?? null }, now)
    const standing = await findLiveOwners(store, options.see)
    const calls = await Promise.all(
      page.records.map(async (record) => {
        const hold = record.hold === null ? null : await store.holds.look(record.hold)
        const approval =
          hold === null || hold.call.tenant !== tenant
            ? null
            : maskApproval(toApprovalDetail(hold, context.get('caller'), standing))
        return { ...toRecordView(record), approval, outcome: outcomes.get(keyOf(record)) ?? null }
      }),
    )
    return answerJson({ calls, next_cursor: page.nextCursor, page_cursor: page.pageCursor })
  })

  /** Goes on where a stretch of the log held none of these calls, a few times at most. */
  async function callsBefore(query: AuditBrowse): Promise<BrowsedPage> {
    let page = await store.audit.browse(query)
    const { pageCursor } = page
    for (let batch = 1; page.records.length === 0 && page.nextCursor !== null && batch < MOST_BATCHES; batch += 1) {
      page = await store.audit.browse({ ...query, cursor: page.nextCursor })
    }
    return { ...page, pageCursor }
  }

  /** How the calls went, by the later records of the log. */
  async function outcomesOf(
    calls: readonly AuditRecord[],
    about: Pick<AuditBrowse, 'tenant' | 'server' | 'risk'>,
    now: number,
  ): Promise<ReadonlyMap<string, PassedOutcome>> {
    const passed = calls.filter(({ kind }) => KINDS.passed.includes(kind))
    const newest = passed[0]
    const oldest = passed.at(-1)
    if (newest === undefined || oldest === undefined) return new Map()
    const records = new Map(passed.toReversed().map((record) => [keyOf(record), record]))
    const since = oldest.at - BEFORE_MS
    let cursor: string | null = null
    let reached = 0
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      const page: BrowsedPage = await store.audit.browse({
        ...about,
        since,
        kinds: OUTCOME_KINDS,
        order: 'oldest-first',
        limit: BATCH,
        cursor,
      })
      for (const record of page.records) records.set(keyOf(record), record)
      cursor = page.nextCursor
      reached = page.records.at(-1)?.at ?? reached
      if (cursor === null || reached > newest.at + LONGEST_OUTCOME_MS) break
    }
    const readTo = cursor === null || reached > newest.at + LONGEST_OUTCOME_MS ? Number.POSITIVE_INFINITY : reached
    return new Map(
      [...passedOutcomes([...records.values()], now)].map(([record, outcome]) => [
        keyOf(record),
        isKnown(record, outcome, readTo) ? outcome : 'unknown',
      ]),
    )
  }
}

/** Whether the log was read far enough to say so: of what was not read, a call may have failed. */
function isKnown({ at }: AuditRecord, outcome: PassedOutcome, readTo: number): boolean {
  if (readTo === Number.POSITIVE_INFINITY) return true
  return outcome === 'running' ? false : outcome !== 'done' || at + BEFORE_MS < readTo
}

function keyOf({ chain, sequence }: AuditRecord): string {
  return `${sequence} ${chain}`
}
