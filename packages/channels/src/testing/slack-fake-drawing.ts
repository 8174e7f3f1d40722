/**
 * What a person reads of a Slack message, and what Slack makes of it beyond its characters: mentions, links, emphasis, emoji and
 * dates in `mrkdwn`, emoji codes in `plain_text` where they are on, sections that it folds.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { jsonText } from './json-text.ts'

export interface DrawnSlackMessage {
  readonly text: string
  /** Those that Slack reports when they are pressed. */
  readonly buttons: readonly { readonly actionId: string; readonly value: string; readonly text: string }[]
  /** Where buttons lead that open a page. */
  readonly links: readonly string[]
  readonly live: readonly string[]
}

export interface SlackText {
  readonly text: string
  readonly blocks: readonly JsonValue[]
  /** Arguments of the request: what Slack looks for in the text. */
  readonly parse: string | undefined
  readonly linkNames: boolean
  readonly unfurls: boolean
}

/** A section of more than this is folded, unless it says `expand`. Slack documents no number. */
const FOLDED_ABOVE = 700

export function drawSlackMessage(message: SlackText): DrawnSlackMessage {
  const drawing: Drawing = { texts: [], buttons: [], links: [], live: [] }
  for (const block of message.blocks) if (isJsonObject(block)) drawBlock(block, drawing)
  if (message.blocks.length === 0) drawText({ type: 'mrkdwn', text: message.text }, drawing)
  // Beside blocks the text is shown in notifications, and mentions in it notify.
  for (const [token] of message.text.matchAll(/<[^<>]*>/g)) drawing.live.push(`in the notification: ${token}`)
  if (message.linkNames || message.parse === 'full')
    for (const [name] of message.text.matchAll(/[@#]\w+/g)) drawing.live.push(`in the notification: ${name}`)
  if (message.unfurls && /https?:\/\//.test(message.text)) drawing.live.push('an address that Slack fetches')
  return { ...drawing, text: drawing.texts.join('\n') }
}

interface Drawing {
  readonly texts: string[]
  readonly buttons: { actionId: string; value: string; text: string }[]
  readonly links: string[]
  readonly live: string[]
}

function drawBlock(block: JsonObject, drawing: Drawing): void {
  if (isJsonObject(block['text'])) drawText(block['text'], drawing)
  const texts = [block['fields'], block['type'] === 'context' ? block['elements'] : []]
  for (const list of texts)
    for (const text of Array.isArray(list) ? list : []) if (isJsonObject(text)) drawText(text, drawing)
  const length = isJsonObject(block['text']) ? jsonText(block['text']['text']).length : 0
  if (block['type'] === 'section' && block['expand'] !== true && length > FOLDED_ABOVE)
    drawing.live.push('folded behind "see more"')
  if (block['type'] !== 'actions' || !Array.isArray(block['elements'])) return
  for (const element of block['elements']) {
    if (!isJsonObject(element) || !isJsonObject(element['text'])) continue
    const inside: Drawing = { ...drawing, texts: [] }
    drawText(element['text'], inside)
    const text = inside.texts.join('')
    if (typeof element['url'] === 'string') drawing.links.push(element['url'])
    else drawing.buttons.push({ actionId: jsonText(element['action_id']), value: jsonText(element['value']), text })
  }
}

function drawText({ type, text, emoji }: JsonObject, drawing: Drawing): void {
  const written = jsonText(text)
  if (type === 'plain_text') {
    drawing.texts.push(written)
    // On is what Slack takes where nothing is said.
    if (emoji !== false) for (const [code] of written.matchAll(EMOJI_CODE)) drawing.live.push(code)
    return
  }
  for (const pattern of LIVE_MRKDWN) for (const [live] of written.matchAll(pattern)) drawing.live.push(live)
  drawing.texts.push(
    written
      .replaceAll(/<([^<>|]*)\|?([^<>]*)>/g, (_, target: string, label: string) => label || target)
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
}

const EMOJI_CODE = /:[a-z0-9_+-]+:/g
const LIVE_MRKDWN = [
  /<[^<>]*>/g,
  EMOJI_CODE,
  /https?:\/\/\S+/g,
  /(?<!\w)([*_~`])\S[^\n]*?\1(?!\w)/g,
  /^(&gt;|>)/gm,
  /```/g,
]
