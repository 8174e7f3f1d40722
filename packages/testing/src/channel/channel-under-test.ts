/** A channel before a platform that a test plays: what the contract drives, and all that it looks at. */
import type { Channel, ChannelMessage, ChannelPerson, ChannelReceiver, EnvelopeTrust, Place } from '@holdpoint/channels'

export interface ChannelUnderTest {
  readonly channel: Channel
  readonly traits: ChannelTraits
  /** A group that the platform knows and the bot is in. */
  readonly place: Place
  /** The person `ANA`, to whom the bot may write alone. */
  readonly person: Place
  /** A group of which the platform knows nothing. */
  readonly unknownPlace: Place
  /** What may stand in no log, no error and no health: tokens, keys, secrets. */
  readonly secrets: readonly string[]
  /** What people see in a place now, oldest first: in `place`, where none is named. */
  drawn(place?: Place): readonly DrawnMessage[]
  /** Everything that was shown to the one who pressed, oldest first: toasts, ephemeral messages. */
  notices(): readonly string[]
  /** Every line that the channel logged. */
  logged(): readonly string[]
  /**
   * A person presses a button of a drawn message, as the platform tells it, and sends the form for a reason where one comes up.
   * The same `event` again is the platform's second attempt at the same press. Resolves once the channel has acknowledged it.
   */
  press(pressed: PressedButton): Promise<void>
  /** A person writes. Resolves once the channel has acknowledged it. */
  write(text: string, by: ChannelPerson, how?: WrittenMessage): Promise<void>
  /** The longest that the platform had to wait for an acknowledgement so far, in milliseconds. */
  slowestAcknowledgement(): number
  /** The next requests of this many are answered with "too many", to be tried again after so long. */
  refuseNext(requests: number, retryAfterMs: number): void
  /** The platform does what the next request that sends a message asks for, and the connection breaks before its answer. */
  loseNextAnswer(): void
  /** The platform drops the long connection, if there is one. */
  drop(): void
  /** Whether the platform is away: it refuses every request and every connection until it is back. */
  away(away: boolean): void
  /** When the channel asked for a long connection, in vain or not: milliseconds of one clock. */
  connections(): readonly number[]
  /** How many long connections stand. */
  listening(): number
  close(): Promise<void>
}

/** How platforms differ. */
export interface ChannelTraits {
  /** `buttons`: messages have them. `text`: people answer by writing. */
  readonly answersBy: 'buttons' | 'text'
  /** Whether a second delivery with the same id shows no second message. */
  readonly dedupes: boolean
  /** Whether what was delivered can be replaced. */
  readonly updates: boolean
  /** Whether a button that asks for a reason gets one. */
  readonly asksReason: boolean
  /** Whether events come over a connection that the channel keeps open. */
  readonly longConnection: boolean
  /** Whether the platform says how long to wait after "too many". */
  readonly tellsRetryAfter: boolean
  readonly envelope: EnvelopeTrust
  /** The origins of a written message that the platform tells apart. */
  readonly origins: readonly WrittenOrigin[]
}

export interface DrawnMessage {
  readonly ref: string
  /** Everything that is shown as text, in order, as a person reads it; without the buttons' texts. */
  readonly text: string
  readonly buttons: readonly { readonly id: string; readonly text: string }[]
  /** Where the one link of the message leads, if it has one. */
  readonly links: readonly string[]
  /** Whatever else the platform acts on, in words: mentions, links and images in the text, emoji codes, dates, markup. */
  readonly live: readonly string[]
}

export interface PressedButton {
  readonly message: DrawnMessage
  readonly button: string
  readonly by: ChannelPerson
  readonly event: string
  /** What the person writes where the platform asks for a reason; empty: the form is sent as it is. */
  readonly reason?: string
}

export type WrittenOrigin = 'typed' | 'edited' | 'forwarded' | 'quoted' | 'bot'

export interface WrittenMessage {
  /** `own`: the platform tells the bot what the bot itself wrote. `typed`, where none is given. */
  readonly origin?: WrittenOrigin | 'own'
  /** The bot is mentioned before the text. */
  readonly mentionsBot?: boolean
  /** The same again is the platform's second attempt at the same message. */
  readonly event?: string
  /** Where it is written; in `place`, where none is named. */
  readonly place?: Place
  /** The message that it answers. */
  readonly answers?: DrawnMessage
}

/** Makes a channel, not yet opened, before a platform of its own that knows the workspace `WORKSPACE` with `ANA` and `BEN`. */
export type MakeChannel = (credentials: 'good' | 'bad') => Promise<ChannelUnderTest>

export const WORKSPACE = 'W1'
export const ANA: ChannelPerson = { workspace: WORKSPACE, user: 'U1', name: null }
export const BEN: ChannelPerson = { workspace: WORKSPACE, user: 'U2', name: null }

export const QUESTION: ChannelMessage = {
  title: 'Delete 2 orders?',
  risk: 'high',
  parts: [
    { kind: 'line', tone: 'warning', text: 'Cannot be undone' },
    { kind: 'line', tone: 'plain', text: 'shop-admin asks, for the session main' },
    {
      kind: 'fields',
      label: 'Order SO-7',
      rows: [
        { name: 'status', now: 'open', after: 'deleted' },
        { name: 'customer', now: 'Ada', after: null },
      ],
    },
    { kind: 'block', label: 'Arguments', text: '{\n  "ids": [7, 8]\n}' },
    { kind: 'claim', label: 'The agent says', text: 'the customer asked for it' },
    { kind: 'line', tone: 'muted', text: 'Reply "confirm 7F3K" or "cancel 7F3K"' },
  ],
  buttons: [
    { id: 'press-approve-1', text: 'Approve', tone: 'approve', asksReason: null },
    {
      id: 'press-decline-1',
      text: 'Decline',
      tone: 'decline',
      asksReason: { label: 'Why?', placeholder: 'The agent reads it.' },
    },
  ],
  link: { text: 'Open the page', url: 'https://holdpoint.example/approvals/h1' },
}

/** What stands in its place after the decision. */
export const DECIDED: ChannelMessage = {
  title: 'Approved: delete 2 orders',
  risk: null,
  parts: [{ kind: 'line', tone: 'plain', text: 'Ana approved it at 14:02 in the chat' }],
  buttons: [],
  link: null,
}

/** Takes everything, answers every press with one line, and remembers both. */
export function rememberingReceiver(): ChannelReceiver & {
  readonly presses: Parameters<ChannelReceiver['pressed']>[0][]
  readonly replies: Parameters<ChannelReceiver['wrote']>[0][]
} {
  const presses: Parameters<ChannelReceiver['pressed']>[0][] = []
  const replies: Parameters<ChannelReceiver['wrote']>[0][] = []
  return {
    presses,
    replies,
    async pressed(press) {
      presses.push(press)
      return { notice: 'Your answer is stored.', message: null }
    },
    async wrote(reply) {
      replies.push(reply)
    },
  }
}
