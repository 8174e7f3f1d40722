/**
 * `GET /admin/policy`: what is in force, to look at. `POST /admin/policy/replay`: what other ratings would have changed
 * for the last recorded calls. Neither changes anything: the policy is a file, and a looser one waits for a person.
 */
import { isDecidingRole, say } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { answerJson } from '../api.ts'
import type { Api, ApiEnvironment } from '../api.ts'
import { deciderOf, requireReader, tenantOf } from '../authorization.ts'
import type { HttpOptions } from '../http-options.ts'
import { problem, toProblemResponse } from '../problem.ts'
import { RISK_LEVELS, titlesSchema } from './approval-schema.ts'
import { requireJsonBody } from './request-body.ts'
import { answers } from './route-answers.ts'

const LONGEST_NAME = 256
const MOST_RATINGS = 20

const policySchema = z
  .object({
    file: z.string().nullable().openapi({ description: 'For those who may decide; `null`: the built-in defaults.' }),
    profile: z.string(),
    wait_ms: z.number().nullable().openapi({ description: '`null`: as long as somebody can be reached.' }),
    decide_within_ms: z.number(),
    rules: z.array(z.string()),
  })
  .openapi('Policy')

const ratingSchema = z.strictObject({
  server: z.string().min(1).max(LONGEST_NAME),
  tool: z.string().min(1).max(LONGEST_NAME),
  risk: z.enum(RISK_LEVELS),
})
const wantedSchema = z.strictObject({ ratings: z.array(ratingSchema).min(1).max(MOST_RATINGS) })

const ruledSchema = z.object({
  risk: z.string(),
  answer: z.string(),
  asking: z.enum(['never', 'scope', 'each']).openapi({ description: '`scope`: once per session and scope.' }),
})
const replaySchema = z
  .object({
    loosens: z.array(z.string()).openapi({ description: 'What a person would have to confirm.' }),
    calls: z.number().int().openapi({ description: 'Held calls that were ruled once more.' }),
    passed: z.number().int().openapi({ description: 'Calls that passed; the log keeps no arguments to rule them by.' }),
    changed: z.array(
      z.object({
        hold: z.string(),
        titles: titlesSchema,
        tool: z.string(),
        server: z.string(),
        at: z.string().openapi({ format: 'date-time' }),
        before: ruledSchema,
        after: ruledSchema,
      }),
    ),
  })
  .openapi('PolicyReplay')

const showRoute = createRoute({
  method: 'get',
  path: '/admin/policy',
  summary: 'What the policy in force says, without its commands, addresses and secrets',
  responses: answers('The policy.', policySchema),
})
const replayRoute = createRoute({
  method: 'post',
  path: '/admin/policy/replay',
  summary: 'Which of the last recorded calls other ratings would have ruled otherwise; nothing is changed',
  request: { body: { content: { 'application/json': { schema: wantedSchema } } } },
  responses: answers('What would have been ruled otherwise.', replaySchema),
})

export function addPolicyRoutes(api: Api, options: HttpOptions, decider: MiddlewareHandler<ApiEnvironment>): void {
  api.get('/admin/policy', requireReader())
  api.post('/admin/policy/replay', decider, requireJsonBody())

  api.openapi(showRoute, (context) => {
    const overview = options.policyOverview(tenantOf(context, options))
    if (overview === null) return toProblemResponse(problem(503, 'POLICY_UNAVAILABLE', say('policyUnreadable')))
    const caller = context.get('caller')
    const mayKnowFile = caller !== null && isDecidingRole(caller.role)
    return answerJson(mayKnowFile ? overview : { ...overview, file: null })
  })

  api.openapi(replayRoute, async (context) => {
    const { ratings } = context.req.valid('json')
    const tried = await options.tryRatings(deciderOf(context).tenant, ratings, context.get('caller'))
    if (tried === null) return toProblemResponse(problem(503, 'POLICY_UNAVAILABLE', say('policyUnreadable')))
    return answerJson(tried)
  })
}
