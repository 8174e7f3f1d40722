/**
 * The routes for agents' tokens: ask about a call that the requester runs itself, look how it stands, claim it once, report what became
 * of it. None of them decides. A hold of another token, of a gateway or of another tenant is not there, with the same bytes as one that
 * does not exist.
 */
import {
  approvedArguments,
  approvedDigest,
  endedAnswer,
  isRequestOf,
  locateMember,
  readProvenance,
  replaceMember,
  requestedHold,
  runsFrom,
  signReceipt,
} from '@holdpoint/core'
import type { Claimed, Hold, JsonObject, Reported } from '@holdpoint/core'
import type { RequestedPreview } from '@holdpoint/gateway'
import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { Api, ApiEnvironment } from '../api.ts'
import { requesterOf, requireAgent } from '../authorization.ts'
import type { HttpOptions, RequestOptions } from '../http-options.ts'
import { fromCallRefusal, NOT_FOUND, problem, toProblemResponse, tooMany } from '../problem.ts'
import { MAX_CALL_BODY_BYTES } from '../server-limits.ts'
import { createHoldStreams } from './event-stream.ts'
import type { HoldFeed } from './hold-feed.ts'
import {
  askedSchema,
  askSchema,
  claimedSchema,
  claimSchema,
  LONGEST_WAIT_S,
  outcomeSchema,
  viewSchema,
} from './hold-schema.ts'
import type { PreviewBody } from './hold-schema.ts'
import { createHoldWaits } from './hold-wait.ts'
import { requireJsonBody } from './request-body.ts'
import { toViewText } from './requested-hold-view.ts'
import { answers } from './route-answers.ts'

const idSchema = z.object({ id: z.string().min(1).max(128) })
const waitSchema = z.strictObject({ wait: z.coerce.number().min(0).max(LONGEST_WAIT_S).default(0) })
const json = <S extends z.ZodType>(schema: S) => ({ body: { content: { 'application/json': { schema } } } })

const askRoute = createRoute({
  method: 'post',
  path: '/holds',
  summary: 'Ask about a call that the requester runs itself; the identical call joins',
  request: json(askSchema),
  responses: answers('`passes`, or the hold.', askedSchema),
})
const lookRoute = createRoute({
  method: 'get',
  path: '/holds/{id}',
  summary: 'How a hold of this token stands; `wait`: seconds to wait for a change',
  request: { params: idSchema, query: waitSchema },
  responses: answers('The hold.', viewSchema),
})
const claimRoute = createRoute({
  method: 'post',
  path: '/holds/{id}/claim',
  summary: 'Claim an approved call, to run it: once',
  request: { params: idSchema, ...json(claimSchema) },
  responses: answers('What to run, and the receipt.', claimedSchema),
})
const outcomeRoute = createRoute({
  method: 'post',
  path: '/holds/{id}/outcome',
  summary: 'Report what became of the claimed call; the same report again finds itself',
  request: { params: idSchema, ...json(outcomeSchema) },
  responses: answers('The hold.', viewSchema),
})

export function addHoldRoutes(api: Api, options: HttpOptions, requests: RequestOptions, feed: HoldFeed): void {
  const { store } = options
  const { calls } = requests
  const streams = createHoldStreams(options, feed)
  const waits = createHoldWaits(store, feed, options.limits.waitsPerCaller)
  api.use('/holds', requireAgent())
  api.use('/holds/*', requireAgent())
  api.post('/holds', inTurn(requests), requireJsonBody(MAX_CALL_BODY_BYTES))
  api.post('/holds/:id/outcome', inTurn(requests), requireJsonBody(MAX_CALL_BODY_BYTES))
  api.post('/holds/:id/claim', requireJsonBody())

  api.openAPIRegistry.registerPath({
    method: 'get',
    path: '/holds/events',
    summary: "Server-sent events: every change of this token's holds",
    responses: {
      '200': { description: 'A stream of `ready` and `hold` events.', content: { 'text/event-stream': {} } },
    },
  })
  api.get('/holds/events', (context) => {
    const requester = requesterOf(context, options)
    return streams.open(context, {
      sees: (hold) => isRequestOf(hold, requester),
      show: ({ id, state }) => ({ id, state }),
      tellMore: async () => {},
    })
  })

  api.openapi(askRoute, async (context) => {
    const body = context.req.valid('json')
    const asked = await calls.ask(requesterOf(context, options), {
      server: body.server,
      tool: body.tool,
      argumentsText: memberText(await context.req.text(), 'arguments'),
      call: body.call ?? null,
      client: body.client === undefined ? null : { name: body.client.name, version: body.client.version ?? '' },
      definition: (body.definition ?? null) as JsonObject | null,
      demand:
        body.risk === undefined && body.irreversible !== true
          ? null
          : { risk: body.risk ?? null, irreversible: body.irreversible === true },
      preview: toPreview(body.preview),
      rationale: body.rationale ?? null,
      provenance: body.provenance === undefined ? null : readProvenance(body.provenance as JsonObject),
    })
    switch (asked.kind) {
      case 'passes':
        return answerText(JSON.stringify({ state: 'passes', risk: asked.risk, rule: asked.rule }))
      case 'refused':
        return toProblemResponse(fromCallRefusal(asked.code, asked.message))
      case 'hold': {
        const hold = await waits.wait(context, asked.hold, body.wait ?? 0)
        if (hold === null) return toProblemResponse(tooMany(1000))
        const response = await answerView(hold)
        if (!context.env.outgoing.destroyed) await asked.told(hold)
        return response
      }
    }
  })

  api.openapi(lookRoute, async (context) => {
    const found = await requestedHold(store, context.req.valid('param').id, requesterOf(context, options))
    if (found === null) return toProblemResponse(NOT_FOUND)
    const hold = await waits.wait(context, found, context.req.valid('query').wait)
    return hold === null ? toProblemResponse(tooMany(1000)) : await answerView(hold)
  })

  api.openapi(claimRoute, async (context) => {
    const { digest, definition, preview } = context.req.valid('json')
    const claimed = await calls.claim(requesterOf(context, options), {
      hold: context.req.valid('param').id,
      digest,
      definition: (definition ?? null) as JsonObject | null,
      preview: toPreview(preview),
    })
    return claimed.kind === 'claimed' ? answerClaim(claimed) : refuseClaim(claimed)
  })

  api.openapi(outcomeRoute, async (context) => {
    const { attempt, kind, not_applied: notApplied = false } = context.req.valid('json')
    const reported = await calls.report({
      hold: context.req.valid('param').id,
      requester: requesterOf(context, options),
      attempt,
      kind,
      resultText: memberText(await context.req.text(), 'result'),
      notApplied,
    })
    if (reported.kind === 'stored' || reported.kind === 'again') return await answerView(reported.hold)
    return refuseReport(reported)
  })

  async function answerView(hold: Hold): Promise<Response> {
    const approvalUrl = await requests.link(hold)
    return answerText(toViewText(hold, { approvalUrl, now: await store.now(), program: requests.program() }))
  }

  function answerClaim({ hold, until }: Claimed & { readonly kind: 'claimed' }): Response {
    const claim = {
      attempt: hold.attempt?.id ?? '',
      arguments: null,
      digest: approvedDigest(hold),
      edited: hold.edit !== null,
      receipt: signReceipt(hold, until, requests.sign),
      lease_ms: Math.max(0, until - (hold.attempt?.startedAt ?? until)),
    }
    return answerText(replaceMember(JSON.stringify(claim), ['arguments'], approvedArguments(hold)))
  }
}

function refuseClaim(claimed: Extract<Claimed, { readonly kind: 'not-found' | 'ended' | 'refused' }>): Response {
  switch (claimed.kind) {
    case 'not-found':
      return toProblemResponse(NOT_FOUND)
    case 'ended': {
      const answer = endedAnswer(claimed.hold)
      if (answer.kind !== 'error') throw new Error('A hold that has ended is answered as an error.')
      const { code, message } = answer.error.error
      return toProblemResponse(problem(410, code, message, { details: { state: claimed.hold.state } }))
    }
    case 'refused': {
      const { hold, code } = claimed
      const from = code === 'NOT_YET' ? runsFrom(hold) : null
      const details = { state: hold.state, ...(from === null ? {} : { run_after: new Date(from).toISOString() }) }
      return toProblemResponse(problem(409, claimed.code, claimed.message, { details }))
    }
  }
}

function refuseReport(reported: Extract<Reported, { readonly kind: 'not-found' | 'refused' }>): Response {
  if (reported.kind === 'not-found') return toProblemResponse(NOT_FOUND)
  const { code, message, hold } = reported
  return toProblemResponse(problem(409, code, message, { details: { state: hold.state } }))
}

/** Reading, judging and storing a large body holds up every other caller: they are taken one after the other, the callers in turn. */
function inTurn({ large }: RequestOptions): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    const bytes = Number(context.req.header('content-length') ?? MAX_CALL_BODY_BYTES)
    const caller = context.get('caller')?.id ?? ''
    let failed: { readonly error: unknown } | null = null
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const taken = large.take(caller, bytes, async () => {
      try {
        await next()
      } catch (error) {
        failed = { error }
      } finally {
        end()
      }
    })
    if (!taken) return toProblemResponse(tooMany(1000))
    await ended
    if (failed !== null) throw (failed as { readonly error: unknown }).error
    return undefined
  }
}

function toPreview(sent: PreviewBody | undefined): RequestedPreview | null {
  if (sent === undefined) return null
  return { title: sent.title, details: (sent.details ?? {}) as JsonObject, impact: sent.impact ?? [] }
}

/** Cut out of the body as it was sent: parsed and written again, numbers would lose their spelling. */
function memberText(body: string, name: string): string {
  const span = locateMember(body, [name])
  return span === null ? 'null' : body.slice(span.start, span.end)
}

function answerText(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
}
