/**
 * Reads a message event of Slack as what a person wrote. Text that was edited, forwarded or quoted, or that a program wrote,
 * says so; the bot's own messages, and what Slack itself writes into a conversation, are none.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { Place, Reply } from '../channel.ts'
import type { SlackIdentity } from './slack-api.ts'

/** Messages of a person; with another subtype Slack tells of something else. */
const WRITTEN: ReadonlySet<JsonValue | undefined> = new Set([
  undefined,
  'bot_message',
  'file_share',
  'thread_broadcast',
])

export type MessageReading =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'other-workspace'; readonly workspace: string }
  | { readonly kind: 'none' }

const NONE: MessageReading = { kind: 'none' }

/** `body` is that of an `event_callback`, from an envelope that was verified. */
export function readMessageEvent(body: JsonObject, me: SlackIdentity): MessageReading {
  const event = body['event']
  if (!isJsonObject(event)) return NONE
  if (event['type'] !== 'message' && event['type'] !== 'app_mention') return NONE
  const edited = event['subtype'] === 'message_changed'
  const message = edited ? event['message'] : event
  const channel = event['channel']
  if (!isJsonObject(message) || typeof channel !== 'string' || !WRITTEN.has(message['subtype'])) return NONE
  // Slack changes a message as well when it adds the picture of a link.
  const before = event['previous_message']
  if (edited && isJsonObject(before) && before['text'] === message['text']) return NONE

  const { text, user, bot_id: bot, ts } = message
  const author = typeof user === 'string' ? user : bot
  if (typeof author !== 'string' || typeof text !== 'string' || typeof ts !== 'string') return NONE
  if (user === me.user || (me.bot !== null && bot === me.bot)) return NONE
  const workspace = firstText(message['user_team'], message['team'], body['team_id'])
  if (workspace === null) return NONE
  if (workspace !== me.workspace || body['team_id'] !== me.workspace)
    return {
      kind: 'other-workspace',
      workspace: firstText(body['team_id']) === me.workspace ? workspace : (firstText(body['team_id']) ?? 'none'),
    }

  const thread = message['thread_ts']
  const mention = `<@${me.user}>`
  return {
    kind: 'reply',
    reply: {
      // A mention comes as two events, with ids of their own: the message is one.
      event: edited
        ? `edited:${channel}:${ts}:${firstText(event['event_ts'], event['ts']) ?? ''}`
        : `message:${channel}:${ts}`,
      sentAt: readTime(ts),
      text: readText(text),
      mention: readTokens(text).some((token) => token.split('|')[0] === `@${me.user}`) ? [mention] : [],
      origin: originOf(message, edited),
      by: { workspace, user: author, name: null },
      place: placeOf(channel, author),
      envelope: 'authenticated',
      answers: typeof thread === 'string' && thread !== ts ? `${channel}:${thread}` : null,
    },
  }
}

/** Seconds with a fraction, as text: also the message's name in its conversation. */
function readTime(ts: string): number | null {
  return /^\d{10}\.\d+$/.test(ts) ? Math.floor(Number(ts) * 1000) : null
}

/** A conversation with one person is named by that person, since that is how it is written to. */
export function placeOf(channel: string, user: string): Place {
  return channel.startsWith('D') ? { kind: 'person', id: user } : { kind: 'group', id: channel }
}

function originOf(message: JsonObject, edited: boolean): Reply['origin'] {
  if (typeof message['bot_id'] === 'string' || message['subtype'] === 'bot_message') return 'bot'
  if (edited || isJsonObject(message['edited'])) return 'edited'
  if (Array.isArray(message['attachments']) && message['attachments'].length > 0) return 'forwarded'
  // Blanks that begin no line: those would be tried again from each of them.
  if (/^[ \t\u00a0\u3000]*&gt;/m.test(firstText(message['text']) ?? '') || holdsQuotation(message['blocks']))
    return 'quoted'
  return 'typed'
}

function holdsQuotation(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.some(holdsQuotation)
  return isJsonObject(value) && (value['type'] === 'rich_text_quote' || holdsQuotation(value['elements']))
}

/** What stands between `<` and `>`: the only two that are no text, since Slack escapes those that people type. */
const TOKEN = /<([^<>]*)>/g

function readTokens(text: string): readonly string[] {
  return [...text.matchAll(TOKEN)].map(([, token = '']) => token)
}

/** As its author sees it; people stay `<@U1>`. */
function readText(text: string): string {
  return text
    .split(/(<[^<>]*>)/)
    .map((piece) => (piece.startsWith('<') && piece.endsWith('>') ? readToken(piece.slice(1, -1)) : decoded(piece)))
    .join('')
}

function readToken(token: string): string {
  const [target = '', label] = token.split('|')
  if (target.startsWith('@')) return `<${target}>`
  if (target.startsWith('#')) return `#${decoded(label ?? target.slice(1))}`
  if (target.startsWith('!')) return label === undefined ? `@${target.slice(1)}` : decoded(label)
  return decoded(label ?? target)
}

/** The three characters that Slack escapes in what it sends. */
export function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function firstText(...values: readonly (JsonValue | undefined)[]): string | null {
  return values.find((value) => typeof value === 'string') ?? null
}
