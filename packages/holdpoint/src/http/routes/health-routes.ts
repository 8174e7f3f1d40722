/** Whether the process lives (`/healthz`) and whether it can do its work (`/readyz`). Open to all; they tell little. */
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from '../api.ts'
import type { Api } from '../api.ts'
import type { HttpOptions } from '../http-options.ts'
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
  responses: answers('Ready.', z.object({ status: z.literal('ready') }).openapi('Readiness')),
})

export function addHealthRoutes(api: Api, options: HttpOptions): void {
  const { version, instance } = options
  api.openapi(healthRoute, async () =>
    answerJson({ status: 'ok', name: 'holdpoint', version, instance, audit: await lookAtAudit(options) }),
  )
  api.openapi(readyRoute, async () => {
    await options.store.now()
    return answerJson({ status: 'ready' })
  })
}

/** Open to every caller, so it says only whether a person should look; `GET /admin/audit/head` says at what. */
async function lookAtAudit({ store: { continuity } }: HttpOptions): Promise<'ok' | 'attention' | 'unknown'> {
  try {
    return (await continuity.notices()).length + continuity.problems().length === 0 ? 'ok' : 'attention'
  } catch {
    return 'unknown'
  }
}
