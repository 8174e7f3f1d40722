/** `GET /admin/channels`: the chats that people are asked in, how each is reached, and what stands open there. */
import { createRoute, z } from '@hono/zod-openapi'
import { answerJson } from '../api.ts'
import type { Api } from '../api.ts'
import { requireReader, tenantOf } from '../authorization.ts'
import type { HttpOptions } from '../http-options.ts'
import { answers } from './route-answers.ts'

const found = {
  state: z.enum(['connected', 'connecting', 'refused', 'closed']),
  problem: z.string().nullable().openapi({ description: 'One sentence with the next step; never a secret.' }),
  since: z.string().nullable().openapi({ format: 'date-time' }),
}

const channelsSchema = z
  .object({
    channels: z.array(
      z.object({
        name: z.string(),
        platform: z.string(),
        ...found,
        last_connected: z.string().nullable().openapi({ format: 'date-time' }),
        processes: z
          .array(z.object(found))
          .openapi({ description: 'How each process that has it open finds it; the best of them stands above.' }),
        open_questions: z.number().int().openapi({ description: "Of the caller's tenant." }),
        failed_deliveries: z.number().int().openapi({ description: "Of the caller's tenant, in the last day." }),
      }),
    ),
  })
  .openapi('Channels')

const listRoute = createRoute({
  method: 'get',
  path: '/admin/channels',
  summary: 'Chats that people are asked in, and how each is reached',
  responses: answers('The channels.', channelsSchema),
})

export function addChannelRoutes(api: Api, options: HttpOptions): void {
  api.get('/admin/channels', requireReader())
  api.openapi(listRoute, async (context) =>
    answerJson({ channels: await options.listChannels(tenantOf(context, options)) }),
  )
}
