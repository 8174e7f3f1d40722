/** Pause and resume: while paused, everything above low is denied. Both are on record, with who did it. */
import { recordDraft } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { answerJson } from './api.ts'
import type { Api, ApiEnvironment } from './api.ts'
import { deciderOf } from './authorization.ts'
import { PAUSED_SETTING, readGateStatus } from './gate-status.ts'
import type { HttpOptions } from './http-options.ts'
import { requireJsonBody } from './request-body.ts'
import { answers } from './route-answers.ts'

const emptySchema = z.strictObject({})
const body = { content: { 'application/json': { schema: emptySchema } } }
const statusSchema = z
  .object({ paused: z.object({ by: z.string(), at: z.string() }).nullable(), off: z.string().nullable() })
  .openapi('GateStatus')

const pauseRoute = createRoute({
  method: 'post',
  path: '/admin/pause',
  summary: 'Deny everything above low until resumed',
  request: { body },
  responses: answers('The gate.', statusSchema),
})
const resumeRoute = createRoute({
  method: 'post',
  path: '/admin/resume',
  summary: 'End the pause',
  request: { body },
  responses: answers('The gate.', statusSchema),
})

export function addGateRoutes(api: Api, options: HttpOptions, decider: MiddlewareHandler<ApiEnvironment>): void {
  const { store } = options
  api.post('/admin/pause', decider, requireJsonBody())
  api.post('/admin/resume', decider, requireJsonBody())

  api.openapi(pauseRoute, async (context) => {
    const { name, tenant } = deciderOf(context)
    const pause = JSON.stringify({ by: name, at: await store.now() })
    // The first pause stands: pausing again changes neither who nor when.
    await store.settings.swap(PAUSED_SETTING, null, pause, recordDraft({ kind: 'gate-paused', tenant, actor: name }))
    return answerJson(await readGateStatus(store, options.gateOff()))
  })

  api.openapi(resumeRoute, async (context) => {
    const { name, tenant } = deciderOf(context)
    const paused = await store.settings.get(PAUSED_SETTING)
    if (paused !== null) {
      await store.settings.swap(
        PAUSED_SETTING,
        paused,
        null,
        recordDraft({ kind: 'gate-resumed', tenant, actor: name }),
      )
    }
    return answerJson(await readGateStatus(store, options.gateOff()))
  })
}
