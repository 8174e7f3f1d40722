/**
 * Whether the process lives (`/healthz`) and whether it can do its work (`/readyz`). Open to all; they tell little. A
 * chat that cannot be reached makes nothing unready: calls that need no person pass, and people have the page.
 */
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from '../api.ts'
import type { Api } from '../api.ts'
import type { ChannelOverview, HttpOptions } from '../http-options.ts'
import { answers } from './route-answers.ts'

const healthRoute = createRoute({
  method: 'get',
  path: '/healthz',
  summary: 'The process lives',
  responses: answers('Alive.', z.looseObject({ status: z.literal('ok') }).openapi('Health')),
})
const readyRoute = createRoute({
  method: 'get',
  path: '/readyz',
  summary: 'The store answers',
  responses: answers(
    'Ready.',
    z
      .object({
        status: z.literal('ready'),
        channels: z
          .enum(['none', 'ok', 'attention', 'unknown'])
          .openapi({ description: 'Whether chats are reached; GET /admin/channels says which are not, and why.' }),
      })
      .openapi('Readiness'),
  ),
})

export function addHealthRoutes(api: Api, options: HttpOptions): void {
  const { version, instance } = options
  api.openapi(healthRoute, async () =>
    answerJson({ status: 'ok', name: 'holdpoint', version, instance, audit: await lookAtAudit(options) }),
  )
  api.openapi(readyRoute, async () => {
    await options.store.now()
    return answerJson({ status: 'ready', channels: await lookAtChannels(options) })
  })
}

/** A connection that is lost comes back by itself, mostly within this. */
const RECONNECTS_WITHIN_MS = 60_000

async function lookAtChannels(options: HttpOptions): Promise<'none' | 'ok' | 'attention' | 'unknown'> {
  try {
    const channels = await options.listChannels(options.tenant)
    const late = Date.now() - RECONNECTS_WITHIN_MS
    const isFine = ({ state, since }: ChannelOverview): boolean =>
      state === 'connected' || (state === 'connecting' && since !== null && Date.parse(since) > late)
    return channels.length === 0 ? 'none' : channels.every(isFine) ? 'ok' : 'attention'
  } catch {
    return 'unknown'
  }
}

/** Open to every caller, so it says only whether a person should look; `GET /admin/audit/head` says at what. */
async function lookAtAudit({ store: { continuity } }: HttpOptions): Promise<'ok' | 'attention' | 'unknown'> {
  try {
    return (await continuity.notices()).length + continuity.problems().length === 0 ? 'ok' : 'attention'
  } catch {
    return 'unknown'
  }
}
