/** The forms that the result of a key press has. */
import type { InboxWish } from './inbox-backend.ts'
import type { InboxEffect, InboxState, Prompt, Reduced } from './inbox-state.ts'

/** A confirmed answer is on its way to the store. */
export const BRINGING: Prompt = { kind: 'busy', text: 'Storing your answer…' }

export function withMessage(state: InboxState, text: string): InboxState {
  return { ...state, message: { text, tone: 'caution' } }
}

export function only(state: InboxState): Reduced {
  return { state, effect: null }
}

export function and(state: InboxState, effect: InboxEffect): Reduced {
  return { state, effect }
}

/** Has it judged and drawn first; nothing is decided yet. */
export function prepare(state: InboxState, wish: InboxWish): Reduced {
  return and({ ...state, prompt: { kind: 'busy', text: 'Checking…' } }, { do: 'prepare', wish })
}
