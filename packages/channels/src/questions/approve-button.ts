/**
 * The id of a button that approves: the random one of its delivery and, once a person has changed the arguments, a mark of
 * those that stand above it. A press then says what its presser had before them, also on a copy that was not brought up to
 * date, or a moment before it was.
 */
import type { Hold } from '@holdpoint/core'

const MARK_LENGTH = 12
const MARKED = new RegExp(`^(.+)_[0-9a-f]{${MARK_LENGTH}}$`, 's')

export function approveButton(id: string, { edit }: Pick<Hold, 'edit'>): string {
  return edit === null ? id : `${id}_${edit.digest.slice(0, MARK_LENGTH)}`
}

/** The id without a mark; `null`: it has none. Whether it is one of ours is for the store to say. */
export function withoutMark(pressed: string): string | null {
  return MARKED.exec(pressed)?.[1] ?? null
}
