/** What the parts of a card are drawn from, and what they may ask the element to do. */
import type { GrantRequest } from '@holdpoint/core'
import type { ToolCopyDetail } from '../card-events.ts'
import type { ArgumentsDraft } from '../edit/arguments-draft.ts'
import type { Invocation } from '../invocation.ts'
import type { MessageTable } from '../presentation/message-table.ts'
import type { BadgePresentation, CardPresentation } from '../presentation/present-card.ts'

export type Panel = 'none' | 'more' | 'decline' | 'allow' | 'edit' | 'retry'

export interface CardState {
  readonly argumentsOpen: boolean
  readonly resultOpen: boolean
  readonly view: 'json' | 'form'
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

export interface DrawContext {
  readonly invocation: Invocation
  readonly presentation: CardPresentation
  readonly messages: MessageTable
  /** What the badge shows now; it never goes from waiting to done without running. */
  readonly badge: BadgePresentation
  readonly notice: string | null
  /** Whether the host opens addresses that are no web address. */
  readonly opensAll: boolean
  readonly state: CardState
  /** With a selector: where the focus goes once the change is drawn. */
  readonly change: (change: Partial<CardState>, focus?: string) => void
  /** Opens a panel, and closes it again: to where it was opened from. */
  readonly show: (panel: Panel) => unknown
  readonly back: () => void
  /** `beside`: what the pressed answer says stands beside the call. */
  readonly answer: (event: Event, answer: 'approve' | 'decline' | 'cancel', beside: GrantRequest | null) => void
  readonly retry: (asked: boolean) => void
  readonly copy: (what: ToolCopyDetail['what'], text: string) => void
  readonly open: (event: Event, uri: string) => void
  readonly zoom: (event: Event) => void
}
