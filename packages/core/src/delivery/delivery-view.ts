/**
 * Where a hold was asked about in chats, as REST and `--json` show it. Neither codes, nor ids of buttons, nor the
 * platform's names of messages are in it: whoever may only look gets nothing to answer with.
 */
import type { ListedHold } from '../hold/listed-hold.ts'
import { CHAT_PLATFORMS } from '../people/chat-identity.ts'
import type { ChatPlatform } from '../people/chat-identity.ts'
import type { Delivery, Place } from './delivery.ts'

export interface DeliveryView {
  /** The name under which it is configured. */
  readonly channel: string
  /** `null`: this version does not know it. */
  readonly platform: ChatPlatform | null
  readonly place: Place
  /**
   * `planned`: not sent yet; with a `problem`, it is tried again. `sent`: it stands there. `updated`: it stands there and
   * says how the question ended. `failed`: given up; with `sent_at`, it stands there and could not be brought up to date.
   * `withdrawn`: the question was over before it was sent.
   */
  readonly state: 'planned' | 'sent' | 'updated' | 'failed' | 'withdrawn'
  /** Whether it is asked there because a question could not be brought to another place. */
  readonly instead: boolean
  readonly planned_at: string
  readonly sent_at: string | null
  /** The last failure, in words for people. */
  readonly problem: string | null
  /** Whether an answer that counts came from there; `null`: from there or from another place of the same platform. */
  readonly answered_here: boolean | null
}

/** Oldest first, as the store has them. */
export function toDeliveryViews(hold: ListedHold, deliveries: readonly Delivery[]): readonly DeliveryView[] {
  const standing = deliveries.filter(({ copies }) => copies > 0)
  const answeredOn = new Set(
    hold.verdicts.filter(({ via }) => via === 'channel').map(({ by }) => by.slice(0, by.indexOf(':'))),
  )
  return deliveries.map((delivery) => {
    const { channel, place, problem, sentAt } = delivery
    const mayHaveAnswered = delivery.copies > 0 && answeredOn.has(channel)
    const others = standing.filter((other) => other.channel === channel && other !== delivery)
    return {
      channel,
      platform: CHAT_PLATFORMS.find((platform) => platform === channel) ?? null,
      place,
      state: stateOf(delivery),
      instead: delivery.instead,
      planned_at: new Date(delivery.createdAt).toISOString(),
      sent_at: sentAt === null ? null : new Date(sentAt).toISOString(),
      problem,
      answered_here: mayHaveAnswered ? (others.length === 0 ? true : null) : false,
    }
  })
}

function stateOf({ state, ref }: Delivery): DeliveryView['state'] {
  switch (state) {
    case 'waiting':
      return 'planned'
    case 'closed':
      return ref === null ? 'withdrawn' : 'updated'
    case 'sent':
    case 'failed':
      return state
  }
}
