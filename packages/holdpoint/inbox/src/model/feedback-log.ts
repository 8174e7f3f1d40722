/** What agents reported, newest first, chosen by the service: how grave it is, and since when. */
import type { FeedbackView } from '../api/answers.ts'
import { request } from '../api/request.ts'
import { createPagedLog } from './paged-log.ts'
import type { PagedLog } from './paged-log.ts'
import { isReading } from './holds/reading.ts'
import type { Filter } from './route.ts'

const FEEDBACK_PAGE = 50

interface LoadedFeedback {
  readonly feedback: readonly FeedbackView[]
  readonly next_cursor: string | null
}

export function createFeedbackLog(
  filter: () => Filter,
  hooks: { readonly changed: () => void; readonly refused: () => void },
): PagedLog<FeedbackView> {
  return createPagedLog<FeedbackView>({
    async fetchPage(cursor) {
      const parameters = parametersOf(filter())
      if (cursor !== null) parameters.set('cursor', cursor)
      const answer = await request<LoadedFeedback>('GET', `/admin/feedback?${parameters}`)
      if (answer.ok) return { items: answer.body.feedback, nextCursor: answer.body.next_cursor, pageCursor: cursor }
      if (answer.status === 401) hooks.refused()
      return answer.problem
    },
    query: () => parametersOf(filter()).toString(),
    keyOf: ({ id }) => id,
    isOpen: () => false,
    mayMove: () => !isReading('paged-cards'),
    changed: hooks.changed,
  })
}

/** Whatever an address says: only what the service knows is asked for. */
function parametersOf({ state, since }: Filter): URLSearchParams {
  const parameters = new URLSearchParams({ limit: String(FEEDBACK_PAGE) })
  if (['low', 'med', 'high'].includes(state)) parameters.set('severity', state)
  if (since !== '') parameters.set('since', since)
  return parameters
}
