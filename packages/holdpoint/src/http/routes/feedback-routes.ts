/** What agents reported, over REST, for triage. Only reading: feedback comes through `submit_feedback`. */
import { FEEDBACK_SEVERITIES, say, toFeedbackView } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from '../api.ts'
import type { Api } from '../api.ts'
import { requireReader, tenantOf } from '../authorization.ts'
import type { HttpOptions } from '../http-options.ts'
import { cursorSchema } from './page-cursor.ts'
import { toProblemResponse, validationError } from '../problem.ts'
import { answers } from './route-answers.ts'
import { parseSince } from './since.ts'

const querySchema = z.strictObject({
  since: z.string().max(64).optional().openapi({ description: 'A moment (ISO 8601), or a span such as 30d.' }),
  severity: z.enum(FEEDBACK_SEVERITIES).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorSchema,
})

const text = z.string()
const feedbackSchema = z
  .object({
    feedback: z.array(
      z.object({
        id: text,
        at: text.openapi({ format: 'date-time' }),
        severity: z.enum(FEEDBACK_SEVERITIES),
        attempted_action: text,
        expected_outcome: text,
        actual_outcome: text,
        tool_called: text.nullable(),
        error_seen: text.nullable(),
        rationale: text.nullable(),
        server: text,
        principal: text,
        client: text,
        tenant: text,
      }),
    ),
    next_cursor: text.nullable(),
  })
  .openapi('Feedback')

const readRoute = createRoute({
  method: 'get',
  path: '/admin/feedback',
  summary: 'What agents reported, newest first',
  request: { query: querySchema },
  responses: answers('One page of feedback. Its words are the agents’ own.', feedbackSchema),
})

export function addFeedbackRoutes(api: Api, options: HttpOptions): void {
  api.get('/admin/feedback', requireReader())

  api.openapi(readRoute, async (context) => {
    const { since, severity, limit, cursor } = context.req.valid('query')
    const from = since === undefined ? null : parseSince(since, await options.store.now())
    if (since !== undefined && from === null) {
      return toProblemResponse(validationError(say('sinceUnclear', { span: '30d' }), ['since']))
    }
    const page = await options.store.feedback.list({
      tenant: tenantOf(context, options),
      since: from,
      severity: severity ?? null,
      limit,
      cursor: cursor ?? null,
    })
    return answerJson({ feedback: page.feedback.map(toFeedbackView), next_cursor: page.nextCursor })
  })
}
