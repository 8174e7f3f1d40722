/** What a card remembers of what a person does with it, and what of that outlives news of its call. It draws nothing. */
import type { ArgumentsDraft } from './edit/arguments-draft.ts'
import type { Invocation } from './invocation.ts'

/** How arguments are shown: as people read them, where that is known, as JSON, or as a form. */
export type View = 'content' | 'json' | 'form'

export type Panel = 'none' | 'more' | 'decline' | 'allow' | 'edit' | 'retry'

export interface CardState {
  readonly argumentsOpen: boolean
  readonly resultOpen: boolean
  readonly view: View
  readonly argumentsExpanded: boolean
  /** Texts of the result that are shown in full, by their places. */
  readonly expanded: ReadonlySet<number>
  /** How many items of the result are shown, at most. */
  readonly items: number
  /** The structured data is opened. */
  readonly dataOpen: boolean
  readonly panel: Panel
  /** Where the panel was opened from: there its way back leads. */
  readonly openedFrom: Panel
  readonly draft: ArgumentsDraft | null
  /** What was chosen for a standing answer, by the name of the list it stands in. */
  readonly chosen: ReadonlyMap<string, string>
  /** The end of the arguments has been on screen. */
  readonly read: boolean
  /** A verdict is on its way. */
  readonly sending: boolean
  readonly hint: string
  /** What was copied a moment ago: a section, or a link by its address. */
  readonly copied: string | null
  readonly now: number
  /** Long results are in the document to their end. */
  readonly isWhole: boolean
}

/** Of a result. Further ones wait behind "Show more", and so do those that come after much text. */
export const ITEMS_AT_FIRST = 50

export const FRESH: CardState = {
  argumentsOpen: false,
  resultOpen: false,
  view: 'content',
  argumentsExpanded: false,
  expanded: new Set(),
  items: ITEMS_AT_FIRST,
  dataOpen: false,
  panel: 'none',
  openedFrom: 'none',
  draft: null,
  chosen: new Map(),
  read: false,
  sending: false,
  hint: '',
  copied: null,
  now: 0,
  isWhole: false,
}

/** What stays of it with news of the same call; `before` is `null` for another call. */
export function stateUnder(
  state: CardState,
  before: Invocation | null,
  next: Invocation,
  isSameQuestion: boolean,
): CardState {
  const asks = next.hold?.state === 'pending'
  return {
    ...state,
    ...(isSameQuestion ? {} : { read: false, panel: 'none', draft: null, chosen: new Map(), hint: '' }),
    ...(asks && !isSameQuestion ? { argumentsOpen: true } : {}),
    ...(before?.hold?.state === 'pending' && !asks ? { argumentsOpen: false } : {}),
    ...(before?.state === next.state ? {} : { resultOpen: next.state === 'success' }),
    sending: false,
    now: Date.now(),
  }
}

/**
 * What was on screen stays read, and what was chosen chosen, only while the same bytes wait under the same question.
 */
export function isShownAlike(before: Invocation['hold'], next: Invocation['hold']): boolean {
  const shown = (hold: Invocation['hold']): string =>
    JSON.stringify([
      hold?.id,
      hold?.state,
      hold?.preview,
      hold?.digest,
      hold?.choices,
      hold?.grantable,
      hold?.grant_arguments,
      hold?.grant_lengths,
      hold?.denial_arguments,
    ])
  return shown(before) === shown(next)
}
