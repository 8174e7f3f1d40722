/**
 * Rows of holds for lists, sweeps and streams: the body where it is small, else the head that was written with it. A
 * body whose head is not there or is older (a version wrote it that knows of no heads) is read after all, one at a
 * time, and cut.
 */
import { cutHold } from '@holdpoint/core'
import type { ListedHold } from '@holdpoint/core'
import type { Script } from '../query/script.ts'
import { firstRow } from '../query/script.ts'
import { fromHoldBody, fromHoldHead } from './hold-row.ts'
import type { HoldStatements } from './hold-statements.ts'

export interface ListedRow {
  readonly position: number
  readonly created_at: number
  /** `null` where it is large. */
  readonly body: string | null
  /** `null` where it is not there, or not of this revision. */
  readonly head: string | null
}

export function* toListedHold(row: ListedRow, bodyOf: HoldStatements['bodyByPosition']): Script<ListedHold | null> {
  if (row.body !== null) return fromHoldBody({ body: row.body })
  if (row.head !== null) return fromHoldHead(row.head)
  const found = yield* firstRow(bodyOf({ position: row.position }))
  return found === undefined ? null : cutHold(fromHoldBody(found))
}
