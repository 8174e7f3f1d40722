/** Whether the process lives (`/healthz`) and whether it can do its work (`/readyz`). Open to all; they tell little. */
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from './api.ts'
import type { Api } from './api.ts'
import type { HttpOptions } from './http-options.ts'
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
  api.openapi(healthRoute, () => answerJson({ status: 'ok', name: 'holdpoint', version, instance }))
  api.openapi(readyRoute, async () => {
    await options.store.now()
    return answerJson({ status: 'ready' })
  })
}
