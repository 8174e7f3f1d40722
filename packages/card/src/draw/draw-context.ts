/** What the parts of a card are drawn from, and what they may ask the element to do. */
import type { GrantRequest } from '@holdpoint/core'
import type { ToolCopyDetail } from '../card-events.ts'
import type { CardState, Panel } from '../card-state.ts'
import type { Invocation } from '../invocation.ts'
import type { MessageTable } from '../presentation/message-table.ts'
import type { BadgePresentation, CardPresentation } from '../presentation/present-card.ts'

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
