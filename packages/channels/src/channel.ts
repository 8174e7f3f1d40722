/**
 * The port of one chat platform. A channel shows what it is given as plain text, keeps what it sent up to date, and hands over
 * what people pressed or wrote, with the identity that the platform's envelope carries. It decides nothing, reads no reply and
 * knows no hold: whoever has a `Channel` passes answers to `decide` like every other surface.
 */
import type { ChatPlatform, Place } from '@holdpoint/core'
import type { ChannelMessage } from './channel-message.ts'

export type { Place }

export type Platform = ChatPlatform

export interface Channel {
  readonly about: ChannelAbout
  /** Whether the platform shows every character of the message: one that does not fit is shortened by the caller, who then offers no approval. */
  fits(message: ChannelMessage): boolean
  /**
   * Sends a message that fits. With the same `id` again it sends no second one, where the platform takes such an id. Rejects with
   * a `ChannelError`, `refused` for one that does not fit.
   */
  deliver(delivery: ChannelDelivery): Promise<DeliveredMessage>
  /** Puts another message in the place of one that was delivered, for everyone who sees it. Rejects with a `ChannelError`. */
  update(delivered: DeliveredMessage, message: ChannelMessage): Promise<void>
  /** Writes plain text into a place, a line or a few: the answer to what a person wrote there. Rejects with a `ChannelError`. */
  say(place: Place, text: string): Promise<void>
  /**
   * Begins to receive; resolves once the platform was reached for the first time, rejects where it refuses the credentials.
   * `null`: the credentials are tried and nothing is received. No long connection is opened, since a platform would send it
   * what people answer to another process of the same app.
   */
  open(receiver: ChannelReceiver | null): Promise<void>
  /** A callback that came by HTTP, verified over its raw body before anything of it is parsed. */
  request(callback: HttpCallback): Promise<HttpReply>
  health(): ChannelHealth
  close(): Promise<void>
}

export interface ChannelAbout {
  /** Under which it is configured. */
  readonly name: string
  readonly platform: Platform
  /** Whether the platform shows one message, however often it is sent under one id. */
  readonly dedupes: boolean
  /** Whether it draws buttons. Where not, people answer by replies with the code. */
  readonly buttons: boolean
  /** Whether it vouches for what people write. Where not, a reply never counts, and none is asked for. */
  readonly signsReplies: boolean
}

export interface ChannelDelivery {
  /** Ours, unguessable, at most 50 characters of `A-Z a-z 0-9 _ -`. */
  readonly id: string
  readonly place: Place
  readonly message: ChannelMessage
}

/** What is needed to find the message again. `ref` is the platform's own, and opaque to others. */
export interface DeliveredMessage {
  readonly id: string
  readonly place: Place
  readonly ref: string
}

export interface ChannelReceiver {
  /**
   * The answer is shown to the person who pressed, at once; `message` replaces the pressed one in that same answer. One that takes
   * longer than the platform waits is shown when it comes. If it rejects, the person learns that it did not work, and no more.
   */
  pressed(press: Press): Promise<PressAnswer>
  /** What a person wrote where the bot reads along. */
  wrote(reply: Reply): Promise<void>
}

/** Who acted, only ever from the platform's envelope. */
export interface ChannelPerson {
  /** The company or workspace: Feishu `tenant_key`, DingTalk `corpId`, Slack `team_id`. */
  readonly workspace: string
  readonly user: string
  /** As the platform tells it, for display; `null` where it tells none. */
  readonly name: string | null
}

/**
 * What proves that the platform sent it: its own long connection, or a signature that covers the body. `unsigned`: neither, so
 * that what it says of a person is that of a host.
 */
export type EnvelopeTrust = 'authenticated' | 'unsigned'

export interface Press {
  /** The platform's name of this event: it comes again when the platform is in doubt. */
  readonly event: string
  /** The random id that the button carried. */
  readonly button: string
  readonly by: ChannelPerson
  readonly place: Place | null
  readonly envelope: EnvelopeTrust
  /** What the person wrote as a reason, where the platform asks for one. */
  readonly reason: string | null
}

export interface PressAnswer {
  /** One line for the person who pressed. */
  readonly notice: string
  readonly message: ChannelMessage | null
}

export interface Reply {
  readonly event: string
  /** When it was sent, by the platform's own clock: milliseconds since 1970. `null`: the platform does not say. */
  readonly sentAt: number | null
  readonly text: string
  /** How the bot is mentioned in this very text, for `readReply`; empty where it is not. */
  readonly mention: readonly string[]
  readonly origin: 'typed' | 'edited' | 'forwarded' | 'quoted' | 'bot'
  readonly by: ChannelPerson
  readonly place: Place
  readonly envelope: EnvelopeTrust
  /** The `ref` of the message it answers, where the platform says so. */
  readonly answers: string | null
}

export interface HttpCallback {
  readonly method: string
  /** Behind `/channels/{name}/`. */
  readonly path: string
  readonly headers: { readonly [name: string]: string | undefined }
  readonly body: Uint8Array
  /** Milliseconds since 1970, for the window of a signature. */
  readonly receivedAt: number
}

export interface HttpReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export interface ChannelHealth {
  /** `connecting`: not reached yet or anew; `refused`: the credentials do not work, and trying again does not help. */
  readonly state: 'connecting' | 'connected' | 'refused' | 'closed'
  /** One sentence with the next step where it is not connected; never a secret. */
  readonly problem: string | null
  readonly since: number
}

export type ChannelErrorKind =
  /** Too many, or the platform is away: later, not before `retryAfterMs`. */
  | 'later'
  /** This place or this message is not there, or the bot may not write there. */
  | 'no-such-place'
  | 'refused'
  /** It may have arrived, and nobody can tell. */
  | 'unknown'

export class ChannelError extends Error {
  override readonly name = 'ChannelError'
  readonly kind: ChannelErrorKind
  readonly retryAfterMs: number

  constructor(
    kind: ChannelErrorKind,
    message: string,
    more: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs ?? 0
  }
}
