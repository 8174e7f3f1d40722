/**
 * `GET /admin/events`: every change of a hold of the caller's tenant, as it happens. `hold` carries the approval, `gate` the pause.
 */
import type { Api, ApiContext } from '../api.ts'
import { requireReader, tenantOf } from '../authorization.ts'
import { createHoldStreams } from './event-stream.ts'
import type { StreamReader } from './event-stream.ts'
import { gateStatusFor } from './gate-status.ts'
import type { HoldFeed } from './hold-feed.ts'
import type { HttpOptions } from '../http-options.ts'
import { toShownApproval } from './shown-approval.ts'

export function addEventRoutes(api: Api, options: HttpOptions, feed: HoldFeed): void {
  const streams = createHoldStreams(options, feed, options.onWatchers)

  api.openAPIRegistry.registerPath({
    method: 'get',
    path: '/admin/events',
    summary: 'Server-sent events: every hold change',
    responses: {
      '200': { description: 'A stream of `ready`, `hold` and `gate` events.', content: { 'text/event-stream': {} } },
    },
  })

  api.get('/admin/events', requireReader(), async (context) => streams.open(context, readerOf(context)))

  function readerOf(context: ApiContext): StreamReader {
    const tenant = tenantOf(context, options)
    let gateSent = ''
    return {
      sees: (hold) => hold.call.tenant === tenant,
      show: (hold) => toShownApproval(hold, context.get('caller')),
      /** The gate is sent when it differs from what was sent last: other settings change too. */
      async tellMore(stream, sequence) {
        const keyId = context.get('caller')?.id ?? null
        const secondUse = keyId === null ? null : await options.access.lastSecondUse(keyId)
        const data = {
          ...(await gateStatusFor(options, context.get('caller'))),
          notices: await options.store.continuity.notices(),
          link_used_again_at: secondUse === null ? null : new Date(secondUse).toISOString(),
        }
        const text = JSON.stringify(data)
        if (text === gateSent) return
        gateSent = text
        stream.send({ name: 'gate', id: sequence, data })
      },
    }
  }
}
