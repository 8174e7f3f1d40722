/**
 * What a key does. In the list, deciding keys only open the call; on an open one they only scroll until its end has
 * been on the screen; then they ask. A prompt takes the keys for itself, and Escape leaves it with everything as it
 * was.
 */
import { isWhole } from '@holdpoint/core'
import { answerPrompt } from './answer-prompt.ts'
import { APPROVE } from './inbox-backend.ts'
import type { InboxBackend } from './inbox-backend.ts'
import { isRead, listedHolds } from './inbox-state.ts'
import type { InboxState, OpenCard, Prompt, Reduced } from './inbox-state.ts'
import type { Key } from './key.ts'
import { and, only, prepare, withMessage } from './next-state.ts'
import {
  firstAnswers,
  whyNotAllowed,
  whyNotApproved,
  whyNotAskedAgain,
  whyNotEdited,
  whyNotRefused,
} from './offered.ts'
import { drawCard, LEAST_COLUMNS, openCard, revealNext, toggleDetails } from './open-card.ts'
import { scroll, scrollBy, scrolledLines } from './scroll-card.ts'
import { bodyRows } from './view-inbox.ts'

export function pressKey(state: InboxState, key: Key, draw: InboxBackend['draw']): Reduced {
  if (key.kind === 'interrupt') return and(state, { do: 'leave' })
  if (key.kind === 'redraw') return and(state, { do: 'redraw' })
  if (state.help !== null) return only({ ...state, help: pressInHelp(state, state.help, key) })
  if (state.prompt !== null) return answerPrompt(state, state.prompt, key, draw)
  return state.card === null ? pressInList(state, key, draw) : pressInCard(state, state.card, key, draw)
}

/** Whatever does not scroll goes back. */
function pressInHelp(state: InboxState, top: number, key: Key): number | null {
  const lines = scrolledLines(state, key)
  return lines === null ? null : Math.max(0, top + lines)
}

function pressInList(state: InboxState, key: Key, draw: InboxBackend['draw']): Reduced {
  switch (key.kind) {
    case 'down':
      return only(select(state, 1))
    case 'up':
      return only(select(state, -1))
    case 'page-down':
      return only(select(state, bodyRows(state)))
    case 'page-up':
      return only(select(state, -bodyRows(state)))
    case 'home':
      return only(select(state, Number.NEGATIVE_INFINITY))
    case 'end':
      return only(select(state, Number.POSITIVE_INFINITY))
    case 'enter':
      return openSelected(state, draw)
    case 'character':
      return pressInListCharacter(state, key.text, draw)
    default:
      return only(state)
  }
}

function pressInListCharacter(state: InboxState, text: string, draw: InboxBackend['draw']): Reduced {
  switch (text) {
    case 'j':
      return only(select(state, 1))
    case 'k':
      return only(select(state, -1))
    // A call is decided only after a look: the first press opens it and does nothing else.
    case 'a':
    case 'c':
    case 'd':
    case 'e':
    case 'f':
    case 'r':
    case 's':
    case 't':
    case 'u':
    case 'm':
      return openSelected(state, draw)
    default:
      return pressAnywhere(state, text)
  }
}

function pressAnywhere(state: InboxState, text: string): Reduced {
  switch (text) {
    case 'q':
      return and(state, { do: 'leave' })
    case 'g':
      return and(state, { do: 'load' })
    case '/':
      return only({ ...state, prompt: { kind: 'filter', text: state.words } })
    case '?':
      return only({ ...state, help: 0 })
    default:
      return only(state)
  }
}

function pressInCard(state: InboxState, card: OpenCard, key: Key, draw: InboxBackend['draw']): Reduced {
  const scrolled = scroll(state, card, key)
  if (scrolled !== null) return only(scrolled)
  switch (key.kind) {
    case 'escape':
    case 'backspace':
      return only({ ...state, card: card.more ? { ...card, more: false } : null })
    case 'enter':
      if (card.hold.state === 'pending') return only(scrollBy(state, card, bodyRows(state)))
      return only({ ...state, card: drawCard({ ...card, expanded: !card.expanded }, state, draw) })
    case 'character':
      return pressInCardCharacter(state, card, key.text, draw)
    default:
      return only(state)
  }
}

function pressInCardCharacter(state: InboxState, card: OpenCard, text: string, draw: InboxBackend['draw']): Reduced {
  const { hold } = card
  const notApproved = whyNotApproved(hold, state.contents?.voice ?? null)
  switch (text) {
    case 'j':
      return openNeighbour(state, card, 1, draw)
    case 'k':
      return openNeighbour(state, card, -1, draw)
    case '/':
      return only({ ...state, card: null, prompt: { kind: 'filter', text: state.words } })
    case 'a':
      return whenRead(state, card, () => prepare(state, { ...APPROVE, hold }))
    case 'm':
      return whenPending(state, card, () => only({ ...state, card: { ...card, more: !card.more } }))
    case 'f':
      return whenRead(state, card, () => {
        const why = notApproved ?? whyNotAllowed(hold)
        const prompt: Prompt = { kind: 'standing', answer: 'approve', lasting: null }
        return only(why === null ? { ...state, prompt } : withMessage(state, why))
      })
    case 'r':
      return whenPending(state, card, () => {
        const why = whyNotRefused(hold)
        const prompt: Prompt = { kind: 'standing', answer: 'decline', lasting: null }
        return only(why === null ? { ...state, prompt } : withMessage(state, why))
      })
    case 'e':
      return whenPending(state, card, () => {
        const why = notApproved ?? whyNotEdited(hold)
        if (why !== null) return only(withMessage(state, why))
        const busy: Prompt = { kind: 'busy', text: 'Your editor is open.' }
        return and({ ...state, prompt: busy }, { do: 'edit', hold })
      })
    case 'i':
      return only(toggleDetails(card, state, draw))
    case 'v':
      return only(revealNext(card, state, draw))
    case 'd':
    case 'c': {
      const answer = text === 'd' ? 'decline' : 'cancel'
      return whenPending(state, card, () =>
        only({ ...state, prompt: { kind: 'reason', answer, text: '', grant: null } }),
      )
    }
    case 'u':
      // Every second counts here, so no reason is asked for.
      return hold.state === 'approved'
        ? prepare(state, { kind: 'cancel', hold, reason: null })
        : only(withMessage(state, 'Only an approved call that has not run yet can be taken back.'))
    case 't': {
      const why = whyNotAskedAgain(hold, state.contents?.voice ?? null)
      if (why !== null) return only(withMessage(state, why))
      const busy: Prompt = { kind: 'busy', text: 'Asking again…' }
      return and({ ...state, prompt: busy }, { do: 'ask-again', hold })
    }
    case 's':
      if (hold.state === 'unknown') return only({ ...state, prompt: { kind: 'executed' } })
      return whenRead(state, card, () => {
        const choice = firstAnswers(hold).find(({ value }) => value.name === 'scope')
        if (choice === undefined)
          return only(withMessage(state, 'There is no yes for the session here: a runs it once.'))
        return prepare(state, { ...APPROVE, hold, grant: choice.value.grant })
      })
    default:
      return pressAnywhere(state, text)
  }
}

function whenPending(state: InboxState, { hold }: OpenCard, act: () => Reduced): Reduced {
  return hold.state === 'pending' ? act() : only(withMessage(state, `It is ${hold.state}; there is nothing to decide.`))
}

/** On a call whose end has not been on the screen a deciding key only scrolls on. */
function whenRead(state: InboxState, card: OpenCard, act: () => Reduced): Reduced {
  return whenPending(state, card, () => {
    if (isRead(card)) return act()
    if (state.columns < LEAST_COLUMNS || bodyRows(state) === 0) {
      return only(withMessage(state, 'This window is too small to show the call; make it larger to approve.'))
    }
    return only(withMessage(scrollBy(state, card, bodyRows(state)), 'Read it to the end first: Space scrolls on.'))
  })
}

function select(state: InboxState, by: number): InboxState {
  const ids = listedHolds(state).map(({ id }) => id)
  const at = ids.indexOf(state.selected ?? '')
  const wanted = at < 0 ? (by > 0 && Number.isFinite(by) ? 0 : by > 0 ? ids.length - 1 : 0) : at + by
  return { ...state, selected: ids[Math.max(0, Math.min(ids.length - 1, wanted))] ?? null }
}

/** At either end of the list the open call stays as it is. */
function openNeighbour(state: InboxState, card: OpenCard, by: 1 | -1, draw: InboxBackend['draw']): Reduced {
  const moved = select(state, by)
  return moved.selected === card.hold.id ? only(state) : openSelected(moved, draw)
}

function openSelected(state: InboxState, draw: InboxBackend['draw']): Reduced {
  const holds = listedHolds(state)
  const chosen = holds.find(({ id }) => id === state.selected)
  if (chosen !== undefined) {
    if (isWhole(chosen)) return only({ ...state, card: openCard(chosen, state, draw) })
    return and({ ...withMessage(state, 'It is large; one moment …'), card: null, opening: chosen.id }, { do: 'load' })
  }
  const [first] = holds
  return only(first === undefined ? state : { ...state, selected: first.id })
}
