/**
 * What the inbox reads and decides through. It knows no store, no policy and no token; hidden characters in texts are
 * visible already.
 */
import type { GrantRequest, Hold, ListedHold, Verdict } from '@holdpoint/core'
import type { Tone } from '../colour.ts'

export interface InboxBackend {
  /** `words` filter; `opened` is the hold on the screen, wherever it stands by now. */
  load(words: string, opened: string | null): Promise<InboxContents>
  draw(hold: Hold, now: number, drawing: InboxDrawing): readonly CardLine[]
  /** `Already declined via page 3s ago, by ana.` */
  already(hold: Hold, now: number): string
  /** Judges and draws what would be decided. It asks no person and changes nothing. */
  prepare(wish: InboxWish): Promise<InboxPreparation>
  /** Makes a new question about a call that is known to have had no effect. It runs nothing. */
  askAgain(hold: Hold): Promise<InboxAskedAgain>
  /** Calls soon after anything changed. */
  watch(listener: () => void): () => void
}

export interface CardLine {
  readonly text: string
  readonly tone: Tone
}

export interface InboxDrawing {
  /** In cells. */
  readonly width: number
  /** Whether long arguments and results of a decided call are shown; those of a question always are. */
  readonly expanded: boolean
  /** Which secret among the arguments is shown; absent or `null`: none. */
  readonly revealed?: number | null
  /** Whether the details are shown; else a line says how many there are and which key shows them. */
  readonly details: boolean
  /** What is pressed or typed to take an approval back. */
  readonly takeBack: 'u' | 'undo'
}

/** One call in the list, in words. */
export interface InboxRow {
  /** A large one is not whole here: it is read when it is opened. */
  readonly hold: ListedHold
  readonly title: string
  readonly risk: CardLine
  readonly state: CardLine
}

export interface InboxContents {
  /** Lines that must not be overlooked: that the gate is off or paused. */
  readonly gate: readonly string[]
  /** Oldest first. */
  readonly waiting: readonly InboxRow[]
  readonly unknown: readonly InboxRow[]
  /** In the order of `standsSince`, newest first. */
  readonly history: readonly InboxRow[]
  /** There are more than these. */
  readonly more: boolean
  readonly opened: Hold | null
  /** `null`: the person here may look and decide nothing. */
  readonly voice: InboxVoice | null
  /** Database time. */
  readonly now: number
}

/** Whose word an answer given here is. */
export type InboxVoice = Pick<Verdict, 'by' | 'via' | 'assurance'>

export type InboxWish =
  | {
      readonly kind: 'approve'
      readonly hold: Hold
      readonly edit: string | null
      readonly grant: GrantRequest | null
    }
  | {
      readonly kind: 'decline'
      readonly hold: Hold
      readonly reason: string | null
      /** Further calls that are refused too. */
      readonly grant: GrantRequest | null
    }
  /** It need not happen, or an approval is taken back before the call runs. */
  | { readonly kind: 'cancel'; readonly hold: Hold; readonly reason: string | null }
  | { readonly kind: 'resolve'; readonly hold: Hold; readonly executed: boolean; readonly note: string }

export type InboxPreparation = ConfirmableDecision | { readonly ok: false; readonly message: string }

export interface ConfirmableDecision {
  readonly ok: true
  /** As it would be decided. */
  readonly hold: Hold
  /** Shown beneath its card. */
  readonly standing: string | null
  /** Ends the sentence "Type 7F3K to …". */
  readonly purpose: string
  /** Whether nobody is asked again: it only stops what would run within seconds. */
  readonly atOnce: boolean
  /** Whether a code is typed; else the word of a token's holder is enough. */
  readonly code: boolean
  bring(): Promise<InboxReceipt>
}

export type InboxAskedAgain =
  /** The id of the new question. */
  { readonly ok: true; readonly id: string; readonly text: string } | { readonly ok: false; readonly text: string }

export interface InboxReceipt {
  readonly ok: boolean
  readonly text: string
}

/**
 * Since when a call stands as it does. Its age is counted from here, so a list "newest first" has to be in this order
 * too.
 */
export function standsSince({ endedAt, decidedAt, createdAt }: ListedHold): number {
  return endedAt ?? decidedAt ?? createdAt
}

/** A plain yes, to be completed with the hold. */
export const APPROVE = { kind: 'approve', edit: null, grant: null } as const
