/**
 * Grants over REST: list them, make one from a hold, revoke one. Making and revoking take a decider's key; an agent's
 * opens nothing. Another tenant's grant is, byte for byte, one that does not exist.
 */
import { makeGrant, revokeGrant, toGrantView } from '@holdpoint/core'
import type { JsonValue } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { answerJson } from '../api.ts'
import type { Api, ApiEnvironment } from '../api.ts'
import { deciderOf, requireReader, tenantOf } from '../authorization.ts'
import { grantListSchema, grantRequestSchema, grantSchema, readSentGrant } from './grant-schema.ts'
import type { HttpOptions } from '../http-options.ts'
import { NOT_FOUND, problem, toProblemResponse } from '../problem.ts'
import { requireJsonBody } from './request-body.ts'
import { answers } from './route-answers.ts'

const idSchema = z.object({ id: z.string().min(1).max(128) })
const listSchema = z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(200) })
const makeSchema = z.strictObject({
  approval: z.string().min(1).max(128).openapi({ description: 'The held call that it is made from.' }),
  effect: z.enum(['allow', 'deny']),
  grant: grantRequestSchema,
})

const listRoute = createRoute({
  method: 'get',
  path: '/admin/grants',
  summary: 'Standing answers, newest first, also those that have ended',
  request: { query: listSchema },
  responses: answers('The grants.', grantListSchema),
})
const makeRoute = createRoute({
  method: 'post',
  path: '/admin/grants',
  summary: 'Allow or deny calls like one that was held',
  request: { body: { content: { 'application/json': { schema: makeSchema } } } },
  responses: answers('The grant.', grantSchema),
})
const revokeRoute = createRoute({
  method: 'delete',
  path: '/admin/grants/{id}',
  summary: 'End a standing answer at once',
  request: { params: idSchema },
  responses: answers('The grant; revoking it again changes nothing.', grantSchema),
})

export function addGrantRoutes(api: Api, options: HttpOptions, decider: MiddlewareHandler<ApiEnvironment>): void {
  const { store } = options
  api.get('/admin/grants', requireReader())
  api.post('/admin/grants', decider, requireJsonBody())
  api.delete('/admin/grants/:id', decider)

  api.openapi(listRoute, async (context) => {
    const grants = await store.grants.list(tenantOf(context, options), context.req.valid('query').limit)
    const now = await store.now()
    return answerJson({ grants: grants.map((grant) => toGrantView(grant, now)) })
  })

  api.openapi(makeRoute, async (context) => {
    const caller = deciderOf(context)
    const { approval, effect, grant } = context.req.valid('json')
    const reading = readSentGrant(grant as JsonValue)
    if (!reading.ok) return toProblemResponse(reading.problem)
    const made = await makeGrant(store, {
      id: options.newId(),
      hold: approval,
      tenant: caller.tenant,
      effect,
      request: reading.request,
      by: caller.name,
      via: caller.key === 'sign-in' ? 'page' : 'api',
      assurance: 'identified',
    })
    switch (made.kind) {
      case 'granted':
        return answerJson(toGrantView(made.grant, made.grant.createdAt))
      case 'not-found':
        return toProblemResponse(NOT_FOUND)
      case 'refused':
        return toProblemResponse(problem(422, 'NOT_GRANTABLE', made.message))
    }
  })

  api.openapi(revokeRoute, async (context) => {
    const { name, tenant } = deciderOf(context)
    const revoked = await revokeGrant(store, { id: context.req.valid('param').id, tenant, by: name })
    if (revoked.kind === 'not-found') return toProblemResponse(NOT_FOUND)
    return answerJson(toGrantView(revoked.grant, await store.now()))
  })
}
