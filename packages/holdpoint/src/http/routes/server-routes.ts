/**
 * `GET /admin/servers`: the servers that were seen, their tools, how risky each is and why. Only reading: the policy is
 * a file.
 */
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from '../api.ts'
import type { Api } from '../api.ts'
import { requireReader, tenantOf } from '../authorization.ts'
import type { HttpOptions } from '../http-options.ts'
import { answers } from './route-answers.ts'

const serversSchema = z
  .object({
    servers: z.array(
      z.object({
        name: z.string(),
        identity: z.string(),
        display: z.string().nullable(),
        transport: z.string().nullable(),
        configured: z.boolean(),
        state: z.enum(['connected', 'starting', 'failed', 'idle', 'unseen']).openapi({
          description: '`idle`: seen before, no process stands before it now; `unseen`: nobody has started it yet.',
        }),
        since: z.string().nullable().openapi({ format: 'date-time' }),
        problem: z.string().nullable().openapi({ description: 'Why it failed, or cannot be started at all.' }),
        tools: z.array(
          z.object({
            name: z.string(),
            risk: z.string(),
            rule: z.string(),
            why: z.string(),
            answer: z.string(),
            asking: z.string(),
            irreversible: z.boolean(),
            depends: z.string().nullable(),
            changed: z.boolean().openapi({ description: 'Its definition is not the one first seen.' }),
          }),
        ),
      }),
    ),
  })
  .openapi('Servers')

const listRoute = createRoute({
  method: 'get',
  path: '/admin/servers',
  summary: 'Servers that were seen, with their tools, risk and why',
  responses: answers('The servers.', serversSchema),
})

export function addServerRoutes(api: Api, options: HttpOptions): void {
  api.get('/admin/servers', requireReader())
  api.openapi(listRoute, async (context) =>
    answerJson({ servers: await options.listServers(tenantOf(context, options)) }),
  )
}
