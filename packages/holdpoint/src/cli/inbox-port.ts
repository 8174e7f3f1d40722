/** What the command gives the inbox in the terminal to work with. The inbox itself knows neither store nor policy. */
import type { GrantRequest, Hold } from '@holdpoint/core'
import type { CardDrawing, CardLine } from './describe-card.ts'

export interface InboxPort {
  /** Resolves when the person leaves it, with the terminal as it was. */
  open(desk: InboxDesk, manner: 'screen' | 'plain'): Promise<void>
}

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

export type InboxPreparation =
  | {
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
  | { readonly ok: false; readonly message: string }

export interface InboxReceipt {
  readonly ok: boolean
  readonly text: string
}
