/** Everything the inbox shows and remembers, as one value. Events make the next one; views only read it. */
import { approvedDigest } from '@holdpoint/core'
import type { Assurance, GrantRequest, Hold, ListedHold } from '@holdpoint/core'
import type { Tone } from '../colour.ts'
import type { CardLine, InboxContents, InboxRow, InboxWish, ConfirmableDecision } from './inbox-backend.ts'

export interface InboxState {
  readonly columns: number
  readonly rows: number
  /** A clock that only moves forward, in milliseconds. */
  readonly clock: number
  /** `null` until the first look. */
  readonly contents: InboxContents | null
  readonly loadedAt: number
  readonly words: string
  /** Id of the row that keys are about. */
  readonly selected: string | null
  readonly listTop: number
  readonly card: OpenCard | null
  /** Id of a call that is being read, because it is large or new, to be opened then. */
  readonly opening: string | null
  readonly prompt: Prompt | null
  readonly message: Message | null
  /** The first line of the help that is on the screen; `null`: it is not open. */
  readonly help: number | null
  /** Ids that were decided from here: their change is no news. */
  readonly decidedHere: readonly string[]
}

export interface OpenCard {
  readonly hold: Hold
  /** What is drawn: the hold, or what it would be under the decision in preparation. */
  readonly shown: Hold
  readonly standing: string | null
  readonly lines: readonly CardLine[]
  readonly top: number
  /** Digest of the arguments whose end has been on the screen. */
  readonly seen: string | null
  readonly expanded: boolean
  /** Which secret among the arguments is shown, by its place in `listSecrets`; `null`: none. */
  readonly revealed: number | null
  /** Whether who asks, where it runs and what rates it are shown. */
  readonly details: boolean
  /** Whether the answers besides the first ones are shown. */
  readonly more: boolean
}

export interface Message {
  readonly text: string
  readonly tone: Tone
}

export type Prompt =
  | { readonly kind: 'filter'; readonly text: string }
  | ReasonPrompt
  | StandingPrompt
  /** A standing answer, typed. */
  | { readonly kind: 'words'; readonly answer: StandingPrompt['answer']; readonly text: string }
  | { readonly kind: 'executed' }
  | { readonly kind: 'note'; readonly executed: boolean; readonly text: string }
  | ConfirmPrompt
  /** Something is under way; keys wait for it. */
  | { readonly kind: 'busy'; readonly text: string }

export interface ReasonPrompt {
  readonly kind: 'reason'
  readonly answer: 'decline' | 'cancel'
  readonly text: string
  /** Further calls that a decline refuses too. */
  readonly grant: GrantRequest | null
}

/** For how long further calls are allowed or refused, then which. */
export interface StandingPrompt {
  readonly kind: 'standing'
  readonly answer: 'approve' | 'decline'
  readonly lasting: GrantRequest['for'] | null
}

export interface ConfirmPrompt {
  readonly kind: 'confirm'
  readonly wish: InboxWish
  readonly prepared: ConfirmableDecision
  readonly code: string
  readonly typed: string
  /** When the question could first be read; `null` while the end has not been on the screen. */
  readonly since: number | null
}

export type InboxEffect =
  | { readonly do: 'load' }
  | { readonly do: 'prepare'; readonly wish: InboxWish }
  | { readonly do: 'bring'; readonly prepared: ConfirmableDecision }
  | { readonly do: 'edit'; readonly hold: Hold }
  | { readonly do: 'ask-again'; readonly hold: Hold }
  | { readonly do: 'redraw' }
  | { readonly do: 'leave' }

export interface Reduced {
  readonly state: InboxState
  readonly effect: InboxEffect | null
}

export function initialState(columns: number, rows: number, clock: number): InboxState {
  return {
    columns,
    rows,
    clock,
    contents: null,
    loadedAt: clock,
    words: '',
    selected: null,
    listTop: 0,
    card: null,
    opening: null,
    prompt: null,
    message: null,
    help: null,
    decidedHere: [],
  }
}

/** In the order of the screen. */
export function listedHolds({ contents }: InboxState): readonly ListedHold[] {
  return contents === null ? [] : listedRows(contents).map(({ hold }) => hold)
}

export function listedRows({ waiting, unknown, history }: InboxContents): readonly InboxRow[] {
  return [...waiting, ...unknown, ...history]
}

/** Until it is known, the one that may allow least. */
export function assuranceHere({ contents }: InboxState): Assurance {
  return contents?.voice?.assurance ?? 'host'
}

/** Database time, as far as it is known. */
export function databaseNow({ contents, clock, loadedAt }: InboxState): number {
  return (contents?.now ?? 0) + (clock - loadedAt)
}

/** Whether the end of what is drawn has been on the screen. */
export function isRead(card: OpenCard): boolean {
  return card.seen === approvedDigest(card.shown)
}
