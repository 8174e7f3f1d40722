/**
 * The gate over a `Channel` of this package: what people write there becomes an inbound message, what the gate writes goes there
 * as plain text. It draws no buttons: those of a channel belong to approvers.
 */
import { randomUUID } from 'node:crypto'
import { chatIdentity } from '@holdpoint/core'
import { ChannelError } from '../channel.ts'
import type { Channel, Place, Reply } from '../channel.ts'
import type { ChannelMessage } from '../channel-message.ts'
import type { InboundMessage } from './channel-gate.ts'

export function toInboundMessage({ about }: Pick<Channel, 'about'>, reply: Reply): InboundMessage {
  const { place, by, event, sentAt, text, origin, mention, envelope } = reply
  return {
    session: `${about.name}/${place.kind}/${place.id}`,
    by: chatIdentity(about.platform, by),
    isGroup: place.kind === 'group',
    id: event,
    sentAt,
    text,
    origin,
    envelope,
    mention,
  }
}

/** For `send` of the gate. Rejects where the platform would cut the text, so that a question that is not shown whole is void. */
export function sendThroughChannel(channel: Channel): (session: string, text: string) => Promise<void> {
  return async (session, text) => {
    const [title = '', ...lines] = text.split('\n')
    const message: ChannelMessage = {
      title,
      risk: null,
      parts: lines.map((line) => ({ kind: 'line', tone: 'plain', text: line })),
      buttons: [],
      link: null,
    }
    if (!channel.fits(message)) {
      throw new ChannelError('refused', `${channel.about.name} would cut this text; set a lower \`longestMessage\`.`)
    }
    await channel.deliver({ id: randomUUID(), place: placeOf(channel, session), message })
  }
}

function placeOf({ about }: Channel, session: string): Place {
  const prefix = `${about.name}/`
  const [, kind, id] = /^(group|person)\/(.+)$/s.exec(session.slice(prefix.length)) ?? []
  if (!session.startsWith(prefix) || id === undefined) {
    throw new ChannelError('no-such-place', `"${session}" is no session of the channel ${about.name}.`)
  }
  return { kind: kind === 'group' ? 'group' : 'person', id }
}
