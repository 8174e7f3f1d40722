/**
 * One message of ours in a chat, before any platform's format: every text in it is plain text and is shown as such, whatever
 * characters it has; one that hides or reorders others is shown as its marker (`showLeftoverCharacters`). It is made from the
 * description of a call, in one place; channels only draw it.
 */
import type { Risk } from '@holdpoint/core'

export interface ChannelMessage {
  readonly title: string
  /** For the colour of the head; `null`: none, the question is closed. */
  readonly risk: Risk | null
  /** In the order they are shown. */
  readonly parts: readonly MessagePart[]
  /** None once it is decided, and none that approves where something was left out. */
  readonly buttons: readonly MessageButton[]
  /** Where all of it can be read; `null`: there is no page that this reader's device can reach. */
  readonly link: { readonly text: string; readonly url: string } | null
}

export type MessagePart =
  | { readonly kind: 'line'; readonly tone: 'plain' | 'warning' | 'muted'; readonly text: string }
  /** What the agent says of its own call: drawn so that it is seen to be a claim. */
  | { readonly kind: 'claim'; readonly label: string; readonly text: string }
  /** Several lines, kept as they are: arguments, a statement, a difference. */
  | { readonly kind: 'block'; readonly label: string; readonly text: string }
  /** What a thing is now and what it would become. */
  | { readonly kind: 'fields'; readonly label: string; readonly rows: readonly MessageField[] }

export interface MessageField {
  readonly name: string
  readonly now: string
  /** `null`: it stays. */
  readonly after: string | null
}

export interface MessageButton {
  /** A random id that means something only to us. */
  readonly id: string
  readonly text: string
  readonly tone: 'approve' | 'decline'
  /** The person is asked for a reason, where the platform can: in a modal or beside the button. It may stay empty. */
  readonly asksReason: { readonly label: string; readonly placeholder: string } | null
}
