/**
 * Reads what Feishu sends, over its long connection or by a verified callback: a press, what a person wrote, or nothing that
 * concerns us. Who acted and where is taken from the envelope alone. What lacks an author or a company is no event.
 *
 * Sources: open.feishu.cn, feishu-cards/card-callback-communication and im-v1/message/events/receive.
 */
import type { ChannelPerson, Place, Press, Reply } from '../channel.ts'
import { REASON_FIELD } from './feishu-card.ts'

export type FeishuEvent =
  | { readonly kind: 'press'; readonly press: Press; readonly messageId: string | null; readonly chat: Place['kind'] }
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'none' }
  /** It is meant for another app or another company, or carries a wrong token. */
  | { readonly kind: 'foreign' }

export interface ExpectedEnvelope {
  readonly appId: string
  /** The company of the app; a person may be of another. `null`: any. */
  readonly tenantKey: string | null
  /** `null`: not looked at, on the long connection. */
  readonly checkToken: ((token: string) => boolean) | null
  readonly botOpenId: string
}

type Fields = { readonly [name: string]: unknown }

const NONE: FeishuEvent = { kind: 'none' }

export function readEvent(payload: unknown, expected: ExpectedEnvelope): FeishuEvent {
  const envelope = fields(payload)
  const header = fields(envelope['header'])
  const event = fields(envelope['event'])
  if (envelope['schema'] !== '2.0') return NONE
  if (header['app_id'] !== expected.appId) return { kind: 'foreign' }
  if (expected.tenantKey !== null && header['tenant_key'] !== expected.tenantKey) return { kind: 'foreign' }
  if (expected.checkToken !== null && !expected.checkToken(string(header['token']))) return { kind: 'foreign' }
  switch (header['event_type']) {
    case 'card.action.trigger':
      return readPress(string(header['event_id']), event)
    case 'im.message.receive_v1':
      return readReply(event, expected.botOpenId)
    default:
      return NONE
  }
}

function readPress(eventId: string, event: Fields): FeishuEvent {
  const action = fields(event['action'])
  const context = fields(event['context'])
  const value = fields(action['value'])
  const operator = fields(event['operator'])
  const by = readPerson(operator, operator['tenant_key'])
  // Some clients send a form without the value of its button; the button is called by its id, too.
  const button = string(value['id']) || (action['form_value'] === undefined ? '' : string(action['name']))
  if (eventId === '' || by === null || button === '') return NONE
  const chat = value['chat'] === 'person' ? 'person' : 'group'
  return {
    kind: 'press',
    chat,
    messageId: string(context['open_message_id']) || null,
    press: {
      event: eventId,
      button,
      by,
      place: readPressedPlace(value['chat'], by, string(context['open_chat_id'])),
      envelope: 'authenticated',
      reason: readReason(action['form_value']),
    },
  }
}

function readPressedPlace(chat: unknown, by: ChannelPerson, chatId: string): Place | null {
  if (chat === 'person') return { kind: 'person', id: by.user }
  return chat === 'group' && chatId !== '' ? { kind: 'group', id: chatId } : null
}

function readReason(form: unknown): string | null {
  const written = Object.entries(fields(form)).find(([name]) => name.startsWith(REASON_FIELD))?.[1]
  return typeof written === 'string' && written.trim() !== '' ? written : null
}

function readReply(event: Fields, botOpenId: string): FeishuEvent {
  const sender = fields(event['sender'])
  const message = fields(event['message'])
  const id = string(message['message_id'])
  const by = readPerson(fields(sender['sender_id']), sender['tenant_key'])
  const written = readContent(string(message['message_type']), string(message['content']))
  if (id === '' || by === null || written === null || by.user === botOpenId) return NONE
  const alone = message['chat_type'] === 'p2p'
  const chatId = string(message['chat_id'])
  if (!alone && chatId === '') return NONE
  const edited = isEdited(message)
  const { text, mention } = nameMentions(written.text, message['mentions'], botOpenId)
  return {
    kind: 'reply',
    reply: {
      // Feishu may send one message as two events, and says that the message's id tells them apart from others.
      event: edited ? `${id}:${string(message['update_time'])}` : id,
      sentAt: readTime(message['create_time']),
      text,
      mention,
      origin: sender['sender_type'] === 'user' ? (edited ? 'edited' : written.origin) : 'bot',
      by,
      place: alone ? { kind: 'person', id: by.user } : { kind: 'group', id: chatId },
      envelope: 'authenticated',
      answers: string(message['parent_id']) || null,
    },
  }
}

/** In milliseconds, as text. */
function readTime(value: unknown): number | null {
  return /^\d{13}$/.test(string(value)) ? Number(value) : null
}

/** A new message is updated when it is created. */
function isEdited(message: Fields): boolean {
  const updated = string(message['update_time'])
  return updated !== '' && updated !== '0' && updated !== string(message['create_time'])
}

type Written = Pick<Reply, 'text' | 'origin'>

/** `null`: no text, as in pictures and files. */
function readContent(type: string, content: string): Written | null {
  if (type === 'merge_forward') return { text: content, origin: 'forwarded' }
  const parsed = fields(parse(content))
  if (type === 'text') return { text: string(parsed['text']), origin: 'typed' }
  return type === 'post' ? readRichText(parsed) : null
}

/**
 * A line that a person typed may arrive as rich text, with nothing in it but words and mentions. With anything else in it, a
 * word that is struck through, say, the text is not what was said.
 */
function readRichText(post: Fields): Written {
  const lines = Array.isArray(post['content']) ? (post['content'] as readonly unknown[]) : []
  let plain = string(post['title']) === ''
  const texts = lines.map((line) =>
    (Array.isArray(line) ? (line as readonly unknown[]) : [])
      .map((run) => {
        const { tag, text, style, user_id: mentioned } = fields(run)
        if (tag === 'at') return string(mentioned)
        if (tag !== 'text' || (Array.isArray(style) && style.length > 0)) plain = false
        return string(text)
      })
      .join(''),
  )
  const text = [string(post['title']), ...texts].filter((line, index) => index > 0 || line !== '').join('\n')
  return { text, origin: plain ? 'typed' : 'quoted' }
}

/** A mention stands in the text as `@_user_1`, and beside it whom it names. */
function nameMentions(text: string, mentions: unknown, botOpenId: string): Pick<Reply, 'text' | 'mention'> {
  const named = new Map<string, { readonly name: string; readonly bot: boolean }>()
  for (const entry of Array.isArray(mentions) ? (mentions as readonly unknown[]) : []) {
    const { key, name, id } = fields(entry)
    named.set(string(key), { name: string(name), bot: string(fields(id)['open_id']) === botOpenId })
  }
  const mention: string[] = []
  const shown = text.replaceAll(/@_user_\d+/g, (key) => {
    const who = named.get(key)
    if (who?.bot === true && !mention.includes(key)) mention.push(key)
    return who === undefined || who.bot || who.name === '' ? key : `@${who.name}`
  })
  return { text: shown, mention }
}

function readPerson(ids: Fields, tenantKey: unknown): ChannelPerson | null {
  const user = string(ids['open_id'])
  const workspace = string(tenantKey)
  return user === '' || workspace === '' ? null : { workspace, user, name: null }
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
