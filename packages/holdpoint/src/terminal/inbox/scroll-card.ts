/**
 * Moving through an open call, or the help. Where it may stand is settled afterwards, when the size of the screen is
 * known.
 */
import type { InboxState, OpenCard } from './inbox-state.ts'
import type { Key } from './key.ts'
import { bodyRows } from './view-inbox.ts'

/** `null`: not a key that scrolls. Space is text where something is typed. */
export function scroll(state: InboxState, card: OpenCard, key: Key, spaceScrolls = true): InboxState | null {
  const lines = scrolledLines(state, key, spaceScrolls)
  return lines === null ? null : scrollBy(state, card, lines)
}

export function scrollBy(state: InboxState, card: OpenCard, lines: number): InboxState {
  return { ...state, card: { ...card, top: Math.max(0, card.top + lines) } }
}

/** By how many lines a key scrolls; `null`: it does not. */
export function scrolledLines(state: InboxState, key: Key, spaceScrolls = true): number | null {
  const page = Math.max(1, bodyRows(state) - 1)
  switch (key.kind) {
    case 'down':
      return 1
    case 'up':
      return -1
    case 'page-down':
      return page
    case 'page-up':
      return -page
    case 'home':
      return -Number.MAX_SAFE_INTEGER
    case 'end':
      return Number.MAX_SAFE_INTEGER
    case 'character':
      return spaceScrolls && key.text === ' ' ? page : null
    default:
      return null
  }
}
