/**
 * The HTTP API as one request listener for node:http: approvals, events, audit, pause, sign-in, health and the page. It
 * binds no port and knows nothing of `/mcp`: the server and its other routes belong to the caller.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { say } from '@holdpoint/core'
import { getRequestListener } from '@hono/node-server'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from '@hono/zod-openapi'
import type { HonoRequest } from 'hono'
import { addActivityRoutes } from './routes/activity-routes.ts'
import type { Api, ApiEnvironment } from './api.ts'
import { addApprovalRoutes } from './routes/approval-routes.ts'
import { addAuditRoutes } from './routes/audit-routes.ts'
import { addChannelRoutes } from './routes/channel-routes.ts'
import { identifyCaller, requireDecider } from './authorization.ts'
import { addEventRoutes } from './routes/event-routes.ts'
import { addFeedbackRoutes } from './routes/feedback-routes.ts'
import { addGateRoutes } from './routes/gate-routes.ts'
import { addGrantRoutes } from './routes/grant-routes.ts'
import { addHealthRoutes } from './routes/health-routes.ts'
import { addHoldRoutes } from './routes/hold-routes.ts'
import { createHoldFeed } from './routes/hold-feed.ts'
import { checkHostAndOrigin } from './host-and-origin.ts'
import type { HttpOptions } from './http-options.ts'
import { fromError, NOT_FOUND, problem, sendProblem, toProblemResponse, validationError } from './problem.ts'
import type { HttpProblem } from './problem.ts'
import { securityHeaders } from './security-headers.ts'
import { addPolicyRoutes } from './routes/policy-routes.ts'
import { addServerRoutes } from './routes/server-routes.ts'
import { addSessionRoutes, addSignInRoute } from './routes/session-routes.ts'

export interface HttpApi {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Every route that answers something of its own, as `GET /holds/{id}`: what the description has to describe. */
  readonly routes: readonly string[]
  /** Ends every event stream. */
  close(): void
}

const POST_ONLY = [
  '/admin/approvals/:id/approve',
  '/admin/approvals/:id/reject',
  '/admin/approvals/:id/cancel',
  '/admin/approvals/:id/resolve',
  '/admin/pause',
  '/admin/resume',
  '/admin/audit/accept',
  '/admin/sign-out',
  '/admin/policy/replay',
] as const

const POST_ONLY_OF_AGENTS = ['/holds', '/holds/:id/claim', '/holds/:id/outcome'] as const

export function createHttpApi(options: HttpOptions): HttpApi {
  const feed = createHoldFeed(options.store, options.log)
  const api: Api = new OpenAPIHono<ApiEnvironment>({
    defaultHook: (result) => (result.success ? undefined : toProblemResponse(fromIssues(result.error.issues))),
  })
  api.onError((error) => {
    options.log('a request failed', error)
    return toProblemResponse(fromError(error))
  })
  api.notFound(() => toProblemResponse(NOT_FOUND))

  addHealthRoutes(api, options)
  addSignInRoute(api, options)
  const identify = identifyCaller(options)
  api.use('/admin/*', identify)
  if (options.requests !== null) {
    api.use('/holds', identify)
    api.use('/holds/*', identify)
    addHoldRoutes(api, options, options.requests, feed)
  }
  addSessionRoutes(api, options)
  const decider = requireDecider(options)
  addApprovalRoutes(api, options, decider)
  addGrantRoutes(api, options, decider)
  addEventRoutes(api, options, feed)
  addAuditRoutes(api, options, decider)
  addFeedbackRoutes(api, options)
  addActivityRoutes(api, options)
  addServerRoutes(api, options)
  addPolicyRoutes(api, options, decider)
  addChannelRoutes(api, options)
  addGateRoutes(api, options, decider)
  const postOnly = options.requests === null ? POST_ONLY : [...POST_ONLY, ...POST_ONLY_OF_AGENTS]
  for (const path of postOnly) {
    const refusal = problem(405, 'METHOD_NOT_ALLOWED', say('takesPost'), {
      headers: { allow: 'POST' },
    })
    api.all(path, () => toProblemResponse(refusal))
  }
  addDescription(api, options)
  api.get('*', (context) => {
    const languages = context.req.header('accept-language') ?? null
    const file = options.page(context.req.path, languages)
    if (file !== null) return new Response(file.body, { headers: file.headers })
    const document = isMissingPage(context.req) ? options.page('/', languages) : null
    if (document === null) return toProblemResponse(NOT_FOUND)
    return new Response(document.body, {
      status: 404,
      headers: { ...document.headers, vary: 'accept, sec-fetch-mode' },
    })
  })

  const listener = getRequestListener(api.fetch, { overrideGlobalObjects: false })
  return {
    handle(request, response) {
      const refusal = checkHostAndOrigin(request, options.allowedHosts())
      if (refusal !== null) return sendProblem(response, refusal)
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
      listener(request, response).catch((error: unknown) => {
        options.log('a request failed outside its route', error)
        response.destroy()
      })
    },
    routes: routesOf(api),
    close: () => feed.close(),
  }
}

/** Without what stands before several routes, refuses a method, or gives out the page. */
function routesOf(api: Api): readonly string[] {
  const named = api.routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
  return [...new Set(named.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`))]
}

/**
 * A browser that asks for a page that does not exist gets the inbox, which says so. A program gets the error as data.
 */
function isMissingPage(request: HonoRequest): boolean {
  if (/^\/(?:admin|holds)(?:\/|$)/.test(request.path)) return false
  const accepted = request.header('accept') ?? ''
  return request.header('sec-fetch-mode') === 'navigate' || accepted.toLowerCase().includes('text/html')
}

function addDescription(api: Api, options: HttpOptions): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'key', { type: 'http', scheme: 'bearer' })
  api.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Holdpoint',
      version: options.version,
      description: 'A human says yes before a risky tool call runs.',
    },
    security: [{ key: [] }],
  })
}

function fromIssues(issues: readonly z.core.$ZodIssue[]): HttpProblem {
  const fields = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]))
  const said = issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? // The full stop comes once, at the end of them all.
        say('notUnderstood', { names: issue.keys.join(', ') }).slice(0, -1)
      : `${issue.path.join('.') || 'body'}: ${issue.message}`,
  )
  return validationError(`${said.join('; ')}.`, fields)
}
