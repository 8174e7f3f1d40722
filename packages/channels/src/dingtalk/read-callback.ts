/**
 * What DingTalk says that a person did, as a press or a reply. Who it was comes from the envelope alone; a callback that does not
 * say so is none. What the text means is read elsewhere.
 */
import type { ChannelPerson, EnvelopeTrust, Place, Press, Reply } from '../channel.ts'
import { readPressValue } from './card-values.ts'
import { asList, asObject, textValue, parseObject } from './json-values.ts'
import type { UnknownObject } from './json-values.ts'

export const CARD_TOPIC = '/v1.0/card/instances/callback'
export const ROBOT_TOPIC = '/v1.0/im/bot/messages/get'

/** Stands for what is no text in a message that has text as well: with it the message is no answer. */
const NO_TEXT = '\ufffc'

/**
 * Over the stream. The name of the event is that of the frame: DingTalk gives a press no other, and tells it again under the same.
 * `null`: no press of a button of ours.
 */
export function readPress(data: UnknownObject, messageId: string): Press | null {
  const workspace = textValue(data['corpId'])
  const user = textValue(data['userId'])
  const { cardPrivateData } = parseObject(data['content'] ?? data['value'])
  const params = asObject(asObject(cardPrivateData)['params'])
  const pressed = readPressValue(textValue(params['press']) ?? '')
  if (workspace === null || user === null || pressed === null) return null
  const reason = textValue(params['reason'])?.trim() ?? ''
  return {
    event: messageId,
    button: pressed.button,
    by: { workspace, user, name: null },
    place: placeOfPress(pressed.place, user, textValue(data['spaceId'])),
    envelope: 'authenticated',
    reason: reason === '' ? null : reason,
  }
}

export interface ReadRobotMessage {
  readonly envelope: EnvelopeTrust
  /** As people call the robot in the chat; `null`: not known. */
  readonly robotName: string | null
}

/** `null`: the robot wrote it, it has no text, or its sender cannot be told from another account. */
export function readRobotMessage(data: UnknownObject, { envelope, robotName }: ReadRobotMessage): Reply | null {
  const event = textValue(data['msgId'])
  const by = readSender(data)
  const place = by === null ? null : readPlace(data, by)
  const said = readText(data)
  if (event === null || by === null || place === null || said === null) return null
  if (data['senderId'] !== undefined && data['senderId'] === data['chatbotUserId']) return null
  return {
    event,
    sentAt: typeof data['createAt'] === 'number' ? data['createAt'] : null,
    text: said.text.trim(),
    // DingTalk takes the mention out of the text, if not in every client.
    mention: data['isInAtList'] === true && robotName !== null ? [`@${robotName}`] : [],
    origin: said.origin,
    by,
    place,
    envelope,
    // A quoting message names what it quotes by an id that no sending answers with.
    answers: null,
  }
}

/**
 * `senderStaffId` is an employee's id in the robot's own company. One who has none is known by an opaque id, which no
 * person is configured with; one of another company by that company.
 */
function readSender(data: UnknownObject): ChannelPerson | null {
  const workspace = textValue(data['senderCorpId']) ?? textValue(data['chatbotCorpId'])
  const user = textValue(data['senderStaffId']) ?? textValue(data['senderId'])
  return workspace === null || user === null ? null : { workspace, user, name: textValue(data['senderNick']) }
}

function readPlace(data: UnknownObject, by: ChannelPerson): Place | null {
  if (data['conversationType'] === '1') return { kind: 'person', id: by.user }
  const id = textValue(data['conversationId'])
  return data['conversationType'] === '2' && id !== null ? { kind: 'group', id } : null
}

function placeOfPress(kind: Place['kind'], user: string, space: string | null): Place | null {
  if (kind === 'person') return { kind, id: user }
  return space === null ? null : { kind, id: space }
}

function readText(data: UnknownObject): { readonly text: string; readonly origin: Reply['origin'] } | null {
  const content = parseObject(data['content'])
  switch (data['msgtype']) {
    case 'text': {
      const text = asObject(data['text'])
      const written = textValue(text['content'])
      return written === null ? null : { text: written, origin: originOf(text) }
    }
    case 'richText': {
      const parts = asList(content['richText']).map((part) => textValue(asObject(part)['text']) ?? NO_TEXT)
      return parts.length === 0 ? null : { text: parts.join(''), origin: originOf(content) }
    }
    case 'chatRecord': {
      const summary = textValue(content['summary']) ?? textValue(content['chatRecord'])
      return summary === null ? null : { text: summary, origin: 'forwarded' }
    }
    default:
      return null
  }
}

function originOf(content: UnknownObject): 'quoted' | 'typed' {
  return content['isReplyMsg'] === true || content['repliedMsg'] !== undefined ? 'quoted' : 'typed'
}
