/** Moving through an open call. Where it may stand is settled afterwards, when the size of the screen is known. */
import type { InboxState, OpenCard } from './inbox-state.ts'
import type { Key } from './key.ts'
import { bodyRows } from './view-inbox.ts'

/** `null`: not a key that scrolls. Space is text where something is typed. */
export function scroll(state: InboxState, card: OpenCard, key: Key, spaceScrolls = true): InboxState | null {
  const page = Math.max(1, bodyRows(state) - 1)
  switch (key.kind) {
    case 'down':
      return scrollBy(state, card, 1)
    case 'up':
      return scrollBy(state, card, -1)
    case 'page-down':
      return scrollBy(state, card, page)
    case 'page-up':
      return scrollBy(state, card, -page)
    case 'home':
      return scrollBy(state, card, -card.lines.length)
    case 'end':
      return scrollBy(state, card, card.lines.length)
    case 'character':
      return spaceScrolls && key.text === ' ' ? scrollBy(state, card, page) : null
    default:
      return null
  }
}

export function scrollBy(state: InboxState, card: OpenCard, lines: number): InboxState {
  return { ...state, card: { ...card, top: Math.max(0, card.top + lines) } }
}
