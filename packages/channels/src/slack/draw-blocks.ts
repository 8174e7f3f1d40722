/**
 * Draws a message as Block Kit. Every text stands in a `plain_text` object with emoji codes off: Slack reads no mention, link or
 * markup there. A value of a call never begins a line of its own beside a line of ours.
 *
 * It cuts nothing: what Slack would refuse or cut does not fit.
 */
import { isJsonObject, keepInOneLine, showLeftoverCharacters } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { ActionsBlock, Button, KnownBlock, ModalView, PlainTextElement } from '@slack/web-api'
import type { ChannelMessage, MessageButton, MessagePart } from '../channel-message.ts'
import { slackWord } from './slack-words.ts'

/**
 * Limits of Block Kit, in UTF-16 units (docs.slack.dev, reference/block-kit). Slack counts all blocks of a message together as
 * well, at a length that it does not document; people met it between 11,300 and 13,200 (slackapi/bolt-js, issues 2509 and 2867).
 */
const MOST = { blocks: 50, all: 10_000, title: 150, text: 3000, cell: 2000, button: 75, value: 2000, url: 3000 }
const CELLS_OF_A_SECTION = 10
const MOST_OF_A_FORM = { title: 24, label: 2000, placeholder: 150, reason: 2000 }

const ACTION_OF_A_PRESS = 'holdpoint-press'
const ACTION_OF_THE_LINK = 'holdpoint-link'
const FORM = 'holdpoint-reason'
const MARKS = { low: '🟢', medium: '🟡', high: '🔴' } as const

/** `null`: it does not fit. */
export function drawMessage(message: ChannelMessage): KnownBlock[] | null {
  const title = keepInOneLine(message.risk === null ? message.title : `${MARKS[message.risk]} ${message.title}`)
  const blocks: KnownBlock[] = [
    { type: 'header', text: plain(title) },
    ...message.parts.flatMap(drawPart),
    ...drawActions(message),
  ]
  const fits =
    title.length <= MOST.title &&
    blocks.length <= MOST.blocks &&
    JSON.stringify(blocks).length <= MOST.all &&
    message.buttons.every(
      (button) => keepInOneLine(button.text).length <= MOST.button && valueOf(button).length <= MOST.value,
    ) &&
    (message.link === null ||
      (keepInOneLine(message.link.text).length <= MOST.button && message.link.url.length <= MOST.url))
  return fits ? blocks : null
}

/** One line that the bot says. */
export function drawLine(text: string): KnownBlock[] | null {
  const shown = showLeftoverCharacters(text)
  return shown.length <= MOST.all ? sections(shown) : null
}

/** Notifications and screen readers are given this; Slack reads markup in it. */
export function fallbackText(text: string): string {
  return beginning(keepInOneLine(text), MOST.title)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function drawPart(part: MessagePart): KnownBlock[] {
  switch (part.kind) {
    case 'line': {
      const text = showLeftoverCharacters(part.text)
      if (part.tone === 'muted') return context(text)
      return sections(part.tone === 'warning' ? `⚠️ ${text}` : text)
    }
    case 'claim':
      return context(`💬 ${keepInOneLine(part.label)}: ${keepInOneLine(part.text)}`)
    case 'block':
      return [...context(keepInOneLine(part.label)), ...sections(showLeftoverCharacters(part.text))]
    case 'fields': {
      const cells = part.rows.map(({ name, now, after }) => ({
        name: keepInOneLine(name),
        value: keepInOneLine(now) + (after === null ? '' : `\n→ ${keepInOneLine(after)}`),
      }))
      const label = context(keepInOneLine(part.label))
      const inCells = cells.every(({ name, value }) => name.length <= MOST.cell && value.length <= MOST.cell)
      if (!inCells) return [...label, ...cells.flatMap(({ name, value }) => sections(`${name}\n${value}`))]
      const fields = cells.flatMap(({ name, value }) => [plain(name), plain(value)])
      const drawn: KnownBlock[] = []
      for (let from = 0; from < fields.length; from += CELLS_OF_A_SECTION)
        drawn.push({ type: 'section', fields: fields.slice(from, from + CELLS_OF_A_SECTION), expand: true })
      return [...label, ...drawn]
    }
  }
}

function drawActions({ buttons, link }: ChannelMessage): ActionsBlock[] {
  const elements: Button[] = buttons.map((button, index) => ({
    type: 'button',
    // Slack wants each to be another one.
    action_id: `${ACTION_OF_A_PRESS}-${index}`,
    text: plain(keepInOneLine(button.text)),
    value: valueOf(button),
    style: button.tone === 'approve' ? 'primary' : 'danger',
  }))
  if (link !== null)
    elements.push({
      type: 'button',
      action_id: ACTION_OF_THE_LINK,
      text: plain(keepInOneLine(link.text)),
      url: link.url,
    })
  return elements.length === 0 ? [] : [{ type: 'actions', elements }]
}

/** Small and grey. */
function context(text: string): KnownBlock[] {
  if (text.length > MOST.cell) return sections(text)
  return [{ type: 'context', elements: [plain(text)] }]
}

/** As many sections as the text needs. Without `expand` Slack folds a long one. */
function sections(text: string): KnownBlock[] {
  const drawn: KnownBlock[] = []
  for (let rest = text === '' ? ' ' : text; rest !== '';) {
    const piece = rest.slice(0, endOfPiece(rest))
    drawn.push({ type: 'section', text: plain(piece), expand: true })
    rest = rest.slice(piece.length)
  }
  return drawn
}

/** After a line end, where there is one in the second half; never inside a character. */
function endOfPiece(text: string): number {
  if (text.length <= MOST.text) return text.length
  const line = text.lastIndexOf('\n', MOST.text - 1)
  if (line >= MOST.text / 2) return line + 1
  return text.charCodeAt(MOST.text - 1) >> 10 === 0xd800 >> 10 ? MOST.text - 1 : MOST.text
}

/** At most so many UTF-16 units, and whole characters. */
function beginning(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text.slice(0, most)).slice(0, -1).join('')
}

/** Slack takes no empty text. */
function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text: text === '' ? ' ' : text, emoji: false }
}

/** The random id; behind it the words of the form, which whoever receives the press cannot know otherwise. */
function valueOf({ id, asksReason }: MessageButton): string {
  return asksReason === null ? id : `${id} ${JSON.stringify([asksReason.label, asksReason.placeholder])}`
}

export interface PressedValue {
  readonly button: string
  readonly asksReason: MessageButton['asksReason']
}

/** `null`: the button is not one of ours. */
export function readPressedValue(actionId: unknown, value: unknown): PressedValue | null {
  if (typeof actionId !== 'string' || !actionId.startsWith(`${ACTION_OF_A_PRESS}-`) || typeof value !== 'string')
    return null
  const [, button, words] = /^([A-Za-z0-9_-]{1,100})(?: (.*))?$/s.exec(value) ?? []
  if (button === undefined) return null
  if (words === undefined) return { button, asksReason: null }
  try {
    const [label, placeholder]: unknown[] = JSON.parse(words)
    return { button, asksReason: { label: String(label), placeholder: String(placeholder) } }
  } catch {
    return null
  }
}

/** What the form keeps about the press that opened it. */
export interface FormOrigin {
  readonly button: string
  readonly channel: string
  readonly message: string
  readonly respondTo: string | null
}

/** The form that asks for a reason. To close it decides nothing. */
export function drawReasonForm(
  asked: NonNullable<MessageButton['asksReason']>,
  buttonText: string,
  origin: FormOrigin,
  locale: string,
): ModalView {
  const submit = beginning(buttonText, MOST_OF_A_FORM.title)
  return {
    type: 'modal',
    callback_id: FORM,
    private_metadata: JSON.stringify(origin),
    title: plain(submit),
    submit: plain(submit),
    close: plain(slackWord(locale, 'back')),
    blocks: [
      {
        type: 'input',
        block_id: FORM,
        optional: true,
        label: plain(beginning(asked.label, MOST_OF_A_FORM.label)),
        element: {
          type: 'plain_text_input',
          action_id: FORM,
          multiline: true,
          max_length: MOST_OF_A_FORM.reason,
          placeholder: plain(beginning(asked.placeholder, MOST_OF_A_FORM.placeholder)),
        },
      },
    ],
  }
}

/** `null`: the form is not one of ours. */
export function readReasonForm(view: JsonObject): (FormOrigin & { readonly reason: string | null }) | null {
  if (view['callback_id'] !== FORM || typeof view['private_metadata'] !== 'string') return null
  const origin = readOrigin(view['private_metadata'])
  const written = ['state', 'values', FORM, FORM, 'value'].reduce<JsonValue | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    view,
  )
  return origin && { ...origin, reason: typeof written === 'string' && written.trim() !== '' ? written : null }
}

function readOrigin(json: string): FormOrigin | null {
  try {
    const origin: JsonValue = JSON.parse(json)
    if (!isJsonObject(origin)) return null
    const { button, channel, message, respondTo } = origin
    if (typeof button !== 'string' || typeof channel !== 'string' || typeof message !== 'string') return null
    return { button, channel, message, respondTo: typeof respondTo === 'string' ? respondTo : null }
  } catch {
    return null
  }
}
