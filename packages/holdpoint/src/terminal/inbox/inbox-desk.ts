/** What the inbox asks of the rest of the program. It knows no store, no policy and no token; texts come visible already. */
import type { GrantRequest, Hold } from '@holdpoint/core'
import type { Tone } from '../colour.ts'

export interface InboxDesk {
  /** `words` filter; `opened` is the hold on the screen, wherever it stands by now. */
  load(words: string, opened: string | null): Promise<InboxContents>
  draw(hold: Hold, now: number, drawing: CardDrawing): readonly CardLine[]
  /** `Already declined via page 3s ago, by ana.` */
  already(hold: Hold, now: number): string
  /** Judges and draws what would be decided. It asks nobody and changes nothing. */
  prepare(wish: InboxWish): Promise<InboxPreparation>
  /** Calls soon after anything changed. */
  watch(listener: () => void): () => void
}

export interface CardLine {
  readonly text: string
  readonly tone: Tone
}

export interface CardDrawing {
  /** In cells. */
  readonly width: number
  /** Whether long arguments and results of a decided call are shown; those of a question always are. */
  readonly expanded: boolean
}

export interface InboxContents {
  /** Lines that must not be overlooked: that the gate is off or paused. */
  readonly gate: readonly string[]
  /** Oldest first. */
  readonly waiting: readonly Hold[]
  readonly unknown: readonly Hold[]
  /** Newest first. */
  readonly history: readonly Hold[]
  /** There are more than these. */
  readonly more: boolean
  readonly opened: Hold | null
  /** Database time. */
  readonly now: number
}

export type InboxWish =
  | {
      readonly kind: 'approve'
      readonly hold: Hold
      readonly edit: string | null
      readonly grant: GrantRequest | null
      /** This call and no other: what a yes would open beside it stays closed. */
      readonly once: boolean
    }
  | { readonly kind: 'decline'; readonly hold: Hold; readonly reason: string | null }
  | { readonly kind: 'resolve'; readonly hold: Hold; readonly executed: boolean; readonly note: string }

export type InboxPreparation = PreparedDecision | { readonly ok: false; readonly message: string }

export interface PreparedDecision {
  readonly ok: true
  /** As it would be decided. */
  readonly hold: Hold
  /** Shown beneath its card. */
  readonly standing: string | null
  /** Ends the sentence "Type 7F3K to …". */
  readonly purpose: string
  /** Whether a code is typed; else the word of a token's holder is enough. */
  readonly code: boolean
  bring(): Promise<InboxReceipt>
}

export interface InboxReceipt {
  readonly ok: boolean
  readonly text: string
}

/** A plain yes, to be completed with the hold. */
export const APPROVE = { kind: 'approve', edit: null, grant: null, once: false } as const
