/**
 * Pause and resume: while paused, everything above low is denied. An approver's pause is their tenant's, an operator's
 * every tenant's, or that of the tenant they name. Both are on record, with who did it.
 */
import { isOperator, pauseGate, recordDraft, resumeGate, say } from '@holdpoint/core'
import type { GateActor } from '@holdpoint/core'
import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { answerJson } from '../api.ts'
import type { Api, ApiContext, ApiEnvironment } from '../api.ts'
import { deciderOf } from '../authorization.ts'
import { gateStatusFor } from './gate-status.ts'
import type { HttpOptions } from '../http-options.ts'
import { problem, toProblemResponse } from '../problem.ts'
import { requireJsonBody } from './request-body.ts'
import { answers } from './route-answers.ts'

const wantedSchema = z.strictObject({ tenant: z.string().min(1).max(64).optional() })
const body = { content: { 'application/json': { schema: wantedSchema } } }
const statusSchema = z
  .object({
    paused: z
      .object({ by: z.string(), at: z.string(), tenant: z.string().nullable(), can_resume: z.boolean() })
      .nullable(),
    off: z.string().nullable(),
  })
  .openapi('GateStatus')

const pauseRoute = createRoute({
  method: 'post',
  path: '/admin/pause',
  summary: "Deny everything above low until resumed: for the approver's tenant, or by an operator for every tenant",
  request: { body },
  responses: answers('The gate.', statusSchema),
})
const resumeRoute = createRoute({
  method: 'post',
  path: '/admin/resume',
  summary: "End the pause; an operator's pause is ended by an operator only",
  request: { body },
  responses: answers('The gate.', statusSchema),
})

export function addGateRoutes(api: Api, options: HttpOptions, decider: MiddlewareHandler<ApiEnvironment>): void {
  const { store } = options
  api.post('/admin/pause', decider, requireJsonBody())
  api.post('/admin/resume', decider, requireJsonBody())

  /** `null`: they may not speak for the tenant they name, which is on record. */
  async function gateActorOf(context: ApiContext, tenant: string | undefined): Promise<GateActor | null> {
    const caller = deciderOf(context)
    const operator = isOperator(caller, options.tenant)
    if (tenant === undefined || operator || tenant === caller.tenant) {
      return { by: caller.name, tenant: caller.tenant, operator }
    }
    const detail = say('requestWithRole', { request: context.req.path, role: caller.role })
    await store.audit.append(
      recordDraft({ kind: 'decision-refused', tenant: caller.tenant, actor: caller.name, detail }),
    )
    return null
  }

  api.openapi(pauseRoute, async (context) => {
    const { tenant } = context.req.valid('json')
    const who = await gateActorOf(context, tenant)
    if (who === null) return toProblemResponse(problem(403, 'FORBIDDEN', say('ownTenantOnly')))
    await pauseGate(store, who, tenant ?? null)
    return answerJson(await gateStatusFor(options, context.get('caller')))
  })

  api.openapi(resumeRoute, async (context) => {
    const { tenant } = context.req.valid('json')
    const who = await gateActorOf(context, tenant)
    if (who === null) return toProblemResponse(problem(403, 'FORBIDDEN', say('ownTenantOnly')))
    const resumed = await resumeGate(store, who, tenant ?? null)
    if (resumed.kind === 'refused') return toProblemResponse(problem(403, 'PAUSED_BY_OPERATOR', resumed.message))
    return answerJson(await gateStatusFor(options, context.get('caller')))
  })
}
