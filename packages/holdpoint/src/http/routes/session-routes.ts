/**
 * Signing in and out, and who one is. The code comes in a POST body, where neither history nor logs keep it; the key
 * goes back once and is never set as a cookie.
 */
import { isDecidingRole } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from '../api.ts'
import type { Api } from '../api.ts'
import { requireReader, tenantOf } from '../authorization.ts'
import { gateStatusFor } from './gate-status.ts'
import type { HttpOptions } from '../http-options.ts'
import { problem, toProblemResponse, tooMany, UNAUTHENTICATED } from '../problem.ts'
import { requireJsonBody } from './request-body.ts'
import { answers } from './route-answers.ts'

const signInRoute = createRoute({
  method: 'post',
  path: '/admin/sign-in',
  summary: 'Exchange a one-time code for a key',
  request: { body: { content: { 'application/json': { schema: z.strictObject({ code: z.string().max(512) }) } } } },
  responses: answers(
    'The key, once.',
    z.object({ key: z.string(), name: z.string(), expires_at: z.string().nullable() }).openapi('SignedIn'),
  ),
})
const signOutRoute = createRoute({
  method: 'post',
  path: '/admin/sign-out',
  summary: 'Revoke the key of this browser',
  request: { body: { content: { 'application/json': { schema: z.strictObject({}) } } } },
  responses: answers('Whether the key was revoked.', z.object({ signed_out: z.boolean() }).openapi('SignedOut')),
})
const sessionRoute = createRoute({
  method: 'get',
  path: '/admin/session',
  summary: 'Who this key is, what it may do, and how the gate stands',
  responses: answers('The session.', z.looseObject({ name: z.string().nullable() }).openapi('Session')),
})

/** Registered before callers are identified: a browser that signs in has no key yet. */
export function addSignInRoute(api: Api, options: HttpOptions): void {
  api.post('/admin/sign-in', requireJsonBody())
  api.openapi(signInRoute, async (context) => {
    const exchange = await options.access.exchangeSignIn(context.req.valid('json').code)
    switch (exchange.kind) {
      case 'signed-in': {
        const expires = exchange.expiresAt === null ? null : new Date(exchange.expiresAt).toISOString()
        return answerJson({ key: exchange.secret, name: exchange.name, expires_at: expires })
      }
      case 'refused':
        return toProblemResponse(
          problem(401, 'SIGN_IN_REFUSED', exchange.message, { headers: UNAUTHENTICATED.headers }),
        )
      case 'limited':
        return toProblemResponse(tooMany(exchange.retryAfterMs))
    }
  })
}

export function addSessionRoutes(api: Api, options: HttpOptions): void {
  api.get('/admin/session', requireReader())
  api.openapi(sessionRoute, async (context) => {
    const caller = context.get('caller')
    const secondUse = caller === null ? null : await options.access.lastSecondUse(caller.id)
    return answerJson({
      name: caller?.name ?? null,
      role: caller?.role ?? 'viewer',
      tenant: tenantOf(context, options),
      key: caller?.key ?? null,
      can_decide: caller !== null && isDecidingRole(caller.role),
      link_used_again_at: secondUse === null ? null : new Date(secondUse).toISOString(),
      gate: await gateStatusFor(options, caller),
      notices: await options.store.continuity.notices(),
    })
  })

  api.post('/admin/sign-out', requireJsonBody())
  api.openapi(signOutRoute, async (context) => {
    const caller = context.get('caller')
    // A token is meant to last longer than one browser session: only a sign-in ends by signing out.
    const revoked =
      caller?.key === 'sign-in' &&
      (await options.access.revokeToken({ id: caller.id, tenant: caller.tenant, by: caller.name }))
    return answerJson({ signed_out: revoked })
  })
}
