/**
 * The routes for agents' tokens: ask about a call that the requester runs itself, look how it stands, claim it once, report what became
 * of it. None of them decides. A hold of another token, of a gateway or of another tenant is not there, with the same bytes as one that
 * does not exist.
 */
import { isRequestOf, locateMember, requestedHold, signPass, signReceipt } from '@holdpoint/core'
import type { Hold, JsonObject } from '@holdpoint/core'
import {
  createRequestWaits,
  toClaimRefusal,
  toClaimText,
  toReportRefusal,
  toRequestedCall,
  toRequestedPreview,
  toViewText,
} from '@holdpoint/gateway'
import type { RequestRefusal } from '@holdpoint/gateway'
import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { Api, ApiContext, ApiEnvironment } from '../api.ts'
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
import { requireJsonBody } from './request-body.ts'
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
  const waits = createRequestWaits(
    store,
    (id, changed, ended) =>
      feed.follow({
        holdChanged: (hold) => void (hold.id === id && changed()),
        settingsChanged: () => {},
        ended,
      }),
    options.limits.waitsPerCaller,
  )
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
    const argumentsText = memberText(await context.req.text(), 'arguments')
    const asked = await calls.ask(requesterOf(context, options), toRequestedCall(body, argumentsText))
    switch (asked.kind) {
      case 'passes':
        return answerText(
          JSON.stringify({
            state: 'passes',
            risk: asked.risk,
            rule: asked.rule,
            receipt: signPass(
              { nonce: body.nonce ?? '', server: body.server, tool: body.tool, digest: asked.digest },
              requests.sign,
            ),
          }),
        )
      case 'refused':
        return toProblemResponse(fromCallRefusal(asked.code, asked.message))
      case 'hold': {
        const hold = await waitFor(context, asked.hold, body.wait ?? 0)
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
    const hold = await waitFor(context, found, context.req.valid('query').wait)
    return hold === null ? toProblemResponse(tooMany(1000)) : await answerView(hold)
  })

  api.openapi(claimRoute, async (context) => {
    const { digest, definition, preview } = context.req.valid('json')
    const claimed = await calls.claim(requesterOf(context, options), {
      hold: context.req.valid('param').id,
      digest,
      definition: (definition ?? null) as JsonObject | null,
      preview: toRequestedPreview(preview),
    })
    if (claimed.kind !== 'claimed') return refuse(toClaimRefusal(claimed))
    return answerText(toClaimText(claimed, signReceipt(claimed.hold, claimed.until, requests.sign)))
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
    return refuse(toReportRefusal(reported))
  })

  async function answerView(hold: Hold): Promise<Response> {
    const approvalUrl = await requests.link(hold)
    return answerText(toViewText(hold, { approvalUrl, now: await store.now(), program: requests.program() }))
  }

  /** For as long as whoever asks is there. */
  async function waitFor(context: ApiContext, hold: Hold, seconds: number): Promise<Hold | null> {
    const { outgoing } = context.env
    const gone = new AbortController()
    const end = (): void => gone.abort()
    outgoing.once('close', end)
    try {
      return await waits.wait(hold, { caller: context.get('caller')?.id ?? '', seconds, signal: gone.signal })
    } finally {
      outgoing.off('close', end)
    }
  }
}

const STATUS_OF_REFUSALS = { missing: 404, ended: 410, conflict: 409 } as const

function refuse({ kind, code, message, details }: RequestRefusal): Response {
  return toProblemResponse(problem(STATUS_OF_REFUSALS[kind], code, message, { details }))
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

/** Cut out of the body as it was sent: parsed and written again, numbers would lose their spelling. */
function memberText(body: string, name: string): string {
  const span = locateMember(body, [name])
  return span === null ? 'null' : body.slice(span.start, span.end)
}

function answerText(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
}
