/** Where people were asked about a hold in chats, as lines of its card: one for each place. */
import { CHAT_PLATFORM_NAMES } from '@holdpoint/core'
import type { DeliveryView } from '@holdpoint/core'
import type { CardLine } from '../../terminal/inbox/inbox-backend.ts'
import { shortDuration } from '../duration.ts'
import { keepInOneLine, showInOneLine } from '../one-line.ts'
import { ourLine } from './card-line.ts'

/** Nothing where nobody was asked in a chat. */
export function deliveryLines(deliveries: readonly DeliveryView[], now: number, width: number): readonly CardLine[] {
  return deliveries.flatMap((delivery, index) =>
    ourLine(
      `${index === 0 ? 'Asked in:  ' : '           '}${describeDelivery(delivery, now)}`,
      width,
      delivery.state === 'failed' ? 'caution' : 'plain',
    ),
  )
}

function describeDelivery(delivery: DeliveryView, now: number): string {
  const { channel, platform, place, instead, answered_here: answered } = delivery
  const name = platform === null ? showInOneLine(channel) : CHAT_PLATFORM_NAMES[platform].en
  const where = `${name} ${place.kind} ${showInOneLine(place.id)}${instead ? ' instead' : ''}`
  return `${where} (${describeState(delivery, now)}${answered === true ? ', answered there' : ''})`
}

function describeState({ state, sent_at: sentAt, problem }: DeliveryView, now: number): string {
  const why = problem === null ? '' : `: ${keepInOneLine(problem)}`
  const delivered = sentAt === null ? 'delivered' : `delivered ${shortDuration(now - Date.parse(sentAt))} ago`
  switch (state) {
    case 'planned':
      return problem === null ? 'not delivered yet' : `not delivered yet${why}`
    case 'sent':
    case 'updated':
      return delivered
    case 'failed':
      return sentAt === null ? `NOT delivered${why}` : `${delivered}, and not brought up to date${why}`
    case 'withdrawn':
      return 'not sent: it was over before'
  }
}
