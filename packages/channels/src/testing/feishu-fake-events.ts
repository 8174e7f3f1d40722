/** Events as Feishu words them, and as it posts them: encrypted, and signed over the raw body. */
import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { drawFeishuCard } from './feishu-card-rules.ts'
import type { FeishuJson } from './feishu-card-rules.ts'

/** The app that the fake keeps: what its channel is configured with. */
export interface FeishuFakeApp {
  readonly appId: string
  readonly appSecret: string
  readonly encryptKey: string
  readonly verificationToken: string
  readonly workspace: string
  readonly botOpenId: string
}

export interface FakeFeishuPerson {
  readonly tenantKey: string
  readonly openId: string
}

export interface FakeFeishuPress {
  /** The id of the message. */
  readonly message: string
  /** The `id` in the value of the button. */
  readonly button: string
  readonly by: FakeFeishuPerson
  /** The same again is Feishu's second attempt. */
  readonly event?: string
  /** What is written into the form of the button. */
  readonly reason?: string
}

export interface FakeFeishuText {
  readonly text: string
  readonly by: FakeFeishuPerson
  /** A group; `null`: the chat of that person with the bot. */
  readonly chat: string | null
  /** The same again is Feishu's second attempt. */
  readonly message?: string
  readonly answers?: string
  /** The bot is mentioned before the text. */
  readonly mentionsBot?: boolean
  readonly senderType?: 'user' | 'app'
  readonly edited?: boolean
  /** Other kinds of messages, with their content as JSON text. */
  readonly type?: { readonly name: string; readonly content: string }
}

/** A post of Feishu. Header names are in small letters. */
export interface FeishuCallback {
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

export function pressEvent(
  { button, by, event = randomUUID(), reason }: FakeFeishuPress,
  message: { readonly id: string; readonly chat: string; readonly card: FeishuJson },
  app: FeishuFakeApp,
  now: number,
): FeishuJson {
  const pressed = drawFeishuCard(message.card).buttons.find(({ value }) => value['id'] === button)
  if (pressed === undefined) throw new Error('The message has no such button.')
  const form =
    pressed.inputs === null
      ? {}
      : { name: pressed.name, form_value: Object.fromEntries(pressed.inputs.map((name) => [name, reason ?? ''])) }
  return envelope('card.action.trigger', event, app, now, {
    operator: { tenant_key: by.tenantKey, open_id: by.openId, union_id: `on_${by.openId}` },
    token: `c-${randomUUID()}`,
    action: { tag: 'button', value: pressed.value, ...form },
    host: 'im_message',
    context: { open_message_id: message.id, open_chat_id: chatId(message.chat) },
  })
}

export function messageEvent(written: FakeFeishuText, app: FeishuFakeApp, now: number): FeishuJson {
  const { text, by, chat, message = `om_${randomUUID()}`, mentionsBot = false, edited = false } = written
  const mention = { key: '@_user_1', id: { open_id: app.botOpenId }, name: 'Holdpoint', tenant_key: app.workspace }
  const content = JSON.stringify({ text: mentionsBot ? `@_user_1 ${text}` : text })
  return envelope('im.message.receive_v1', randomUUID(), app, now, {
    sender: {
      sender_id: { open_id: by.openId, union_id: `on_${by.openId}` },
      sender_type: written.senderType ?? 'user',
      tenant_key: by.tenantKey,
    },
    message: {
      message_id: message,
      ...(written.answers === undefined ? {} : { parent_id: written.answers, root_id: written.answers }),
      create_time: String(now),
      update_time: String(edited ? now + 5000 : now),
      chat_id: chatId(chat ?? by.openId),
      chat_type: chat === null ? 'p2p' : 'group',
      message_type: written.type?.name ?? 'text',
      content: written.type?.content ?? content,
      ...(mentionsBot ? { mentions: [mention] } : {}),
    },
  })
}

/** A post that checks an address. Feishu does not sign it. */
export function feishuChallenge(challenge: string, app: FeishuFakeApp): FeishuCallback {
  const event = { challenge, token: app.verificationToken, type: 'url_verification' }
  return { headers: { 'content-type': 'application/json;charset=utf-8' }, body: seal(event, app.encryptKey) }
}

export function signCallback(event: FeishuJson, app: FeishuFakeApp, now: number): FeishuCallback {
  const body = seal(event, app.encryptKey)
  const timestamp = String(Math.floor(now / 1000))
  const nonce = randomUUID()
  return {
    headers: {
      'content-type': 'application/json;charset=utf-8',
      'x-lark-request-timestamp': timestamp,
      'x-lark-request-nonce': nonce,
      'x-lark-signature': createHash('sha256').update(`${timestamp}${nonce}${app.encryptKey}${body}`).digest('hex'),
    },
    body,
  }
}

function seal(event: FeishuJson, encryptKey: string): string {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(encryptKey).digest(), iv)
  const sealed = Buffer.concat([iv, cipher.update(JSON.stringify(event)), cipher.final()])
  return JSON.stringify({ encrypt: sealed.toString('base64') })
}

function envelope(type: string, id: string, app: FeishuFakeApp, now: number, event: FeishuJson): FeishuJson {
  return {
    schema: '2.0',
    header: {
      event_id: id,
      token: app.verificationToken,
      create_time: String(now),
      event_type: type,
      tenant_key: app.workspace,
      app_id: app.appId,
    },
    event,
  }
}

/** The chat of a person with the bot has an id as well, which says nothing of that person. */
function chatId(chat: string): string {
  return chat.startsWith('oc_') ? chat : `oc_${createHash('sha256').update(chat).digest('hex').slice(0, 32)}`
}
