/** Every tool call, newest first, as far back as the person scrolls. */
import type { ActivityCall } from '../api/answers.ts'
import { request } from '../api/request.ts'
import { createPagedLog } from './paged-log.ts'
import type { PagedLog } from './paged-log.ts'
import { isReading } from './holds/reading.ts'
import type { Filter } from './route.ts'

const ACTIVITY_PAGE = 50

/** What can become of a call at the gate. */
export const WAYS = ['passed', 'held', 'denied'] as const

interface ActivityPage {
  readonly calls: readonly ActivityCall[]
  readonly next_cursor: string | null
  readonly page_cursor: string
}

export function createActivityLog(
  filter: () => Filter,
  hooks: { readonly changed: () => void; readonly refused: () => void },
): PagedLog<ActivityCall> {
  return createPagedLog<ActivityCall>({
    async fetchPage(cursor) {
      const parameters = parametersOf(filter())
      if (cursor !== null) parameters.set('cursor', cursor)
      const answer = await request<ActivityPage>('GET', `/admin/activity?${parameters}`)
      if (answer.ok) {
        const { calls, next_cursor, page_cursor } = answer.body
        return { items: calls, nextCursor: next_cursor, pageCursor: page_cursor }
      }
      if (answer.status === 401) hooks.refused()
      return answer.problem
    },
    query: () => parametersOf(filter()).toString(),
    keyOf: activityKey,
    isOpen: ({ outcome, approval }) =>
      outcome === 'running' ||
      (approval !== null && ['pending', 'approved', 'dispatching', 'unknown'].includes(approval.state)),
    mayMove: () => !isReading('paged-cards'),
    changed: hooks.changed,
  })
}

export function activityKey({ chain, sequence }: ActivityCall): string {
  return `${sequence} ${chain}`
}

/** Whatever an address says: only what the service knows is asked for. */
function parametersOf({ state, risk, server }: Filter): URLSearchParams {
  const parameters = new URLSearchParams({ limit: String(ACTIVITY_PAGE) })
  if (WAYS.some((way) => way === state)) parameters.set('how', state)
  if (['low', 'medium', 'high'].includes(risk)) parameters.set('risk', risk)
  if (server !== '') parameters.set('server', server)
  return parameters
}
