/** What changed after a given number, in order. A hold that changed twice meanwhile is listed once. */
import type { StoreChange } from '@holdpoint/core'
import type { HoldStatements } from '../holds/hold-statements.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { StoreStateStatements } from './store-state.ts'

/** A listener is usually a few changes behind; after a long sleep the rest comes with the next look. */
const MOST_CHANGES = 1000

export function* readChanges(
  statements: { readonly state: StoreStateStatements; readonly holds: HoldStatements },
  after: number,
): Script<readonly StoreChange[]> {
  const state = yield* firstRow(statements.state.read({}))
  if (state === undefined || state.changes <= after) return []
  const rows = yield* allRows(statements.holds.changedSince({ sequence: after, limit: MOST_CHANGES }))
  const changes: StoreChange[] = rows.map((row) => ({ hold: row.id, sequence: row.change_sequence }))
  const last = changes.at(-1)?.sequence ?? 0
  const complete = changes.length < MOST_CHANGES
  if (state.settings_changed > after && (complete || state.settings_changed < last)) {
    changes.push({ hold: null, sequence: state.settings_changed })
    changes.sort((left, right) => left.sequence - right.sequence)
  }
  return changes
}
