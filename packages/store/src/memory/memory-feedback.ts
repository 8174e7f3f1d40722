/** Feedback in memory, each entry as the text it was written as. */
import type { FeedbackQuery } from '@holdpoint/core'
import type { FeedbackRow } from '../feedback/feedback-row.ts'
import type { FeedbackStatements } from '../feedback/feedback-statements.ts'
import type { Cursor } from '../query/cursor.ts'
import type { Journal } from './journal.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

interface Entry extends FeedbackRow {
  readonly position: number
}

export interface MemoryFeedback {
  readonly statements: FeedbackStatements
  readonly dropOldest: (most: number) => void
}

export function createMemoryFeedback(journal: Journal): MemoryFeedback {
  const entries: Entry[] = []
  let last = 0

  function find(fits: (entry: Entry) => boolean): readonly Entry[] {
    return entries.filter(fits).toSorted((left, right) => right.at - left.at || right.position - left.position)
  }

  const statements: FeedbackStatements = {
    insert: (row) =>
      memoryWrite(() => {
        const position = last + 1
        journal.note(() => {
          entries.pop()
          last = position - 1
        })
        last = position
        entries.push({ ...row, position })
      }),
    recent: ({ tenant, principal, after, skip }) =>
      memoryQuery(() =>
        find((entry) => entry.tenant === tenant && entry.principal === principal && entry.at > after).slice(
          skip,
          skip + 1,
        ),
      ),
    find: ({ query, after, limit }) =>
      memoryQuery(() => find((entry) => isAsked(entry, query) && isAfter(entry, after)).slice(0, limit)),
  }

  return { statements, dropOldest: (most) => void entries.splice(0, Math.max(entries.length - most, 0)) }
}

function isAsked(entry: Entry, { tenant, severity, since }: FeedbackQuery): boolean {
  return (
    (tenant === null || entry.tenant === tenant) &&
    (severity === null || entry.severity === severity) &&
    (since === null || entry.at >= since)
  )
}

function isAfter({ at, position }: Entry, cursor: Cursor | null): boolean {
  return cursor === null || at < cursor.at || (at === cursor.at && position < cursor.position)
}
