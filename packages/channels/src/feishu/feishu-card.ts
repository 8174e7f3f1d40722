/**
 * A message as a Feishu card, JSON 2.0. Every text stands in a `plain_text`, which Feishu shows as its characters: in
 * `markdown` and `lark_md`, and in messages of type `text`, `<at id=all></at>`, links and styles come alive. Nothing is cut:
 * a card that Feishu would not take whole does not fit.
 */
import { keepInOneLine, showLeftoverCharacters } from '@holdpoint/core'
import type { Risk } from '@holdpoint/core'
import type { ChannelMessage, MessageButton, MessageField, MessagePart } from '../channel-message.ts'
import type { Place } from '../channel.ts'

/** A JSON value of a card. */
export type CardElement = { readonly [key: string]: unknown }

/**
 * Feishu takes request bodies with cards of up to 30 KB, and counts more than it is sent where there are styles. The card
 * travels as a string in the body, so its quotes and line ends are escaped twice. Source: open.feishu.cn, im-v1/message/create.
 */
const LARGEST_BODY = 29_000
/** Elements and components of one card. Source: open.feishu.cn, card-json-v2-structure. */
const MOST_ELEMENTS = 200
/** A title is shown in four lines at most: what is wider stands whole in the first line of the body. In columns of a letter. */
const WIDEST_TITLE = 72
/** Source: open.feishu.cn, button and input of card JSON 2.0. */
const LONGEST_LABEL = 100
const LONGEST_REASON = 500

const TEMPLATES: { readonly [risk in Risk]: string } = { low: 'blue', medium: 'orange', high: 'red' }

/**
 * What a button carries: the id, and the kind of chat that the card was drawn for, since a press tells the id of a chat and
 * not whether it is one with a single person.
 */
export interface ButtonValue {
  readonly id: string
  readonly chat: Place['kind']
}

/** The name of the field of a form in which a reason travels. */
export const REASON_FIELD = 'reason'

export function toCard(message: ChannelMessage, chat: Place['kind']): CardElement {
  const title = keepInOneLine(message.title)
  const whole = widthOf(title) <= WIDEST_TITLE
  return {
    schema: '2.0',
    config: { update_multi: true, enable_forward: false, width_mode: 'fill' },
    header: {
      title: plainText(whole ? title : `${cutToWidth(title, WIDEST_TITLE)}…`),
      template: message.risk === null ? 'grey' : TEMPLATES[message.risk],
    },
    body: {
      elements: [
        ...(whole ? [] : [text(message.title)]),
        ...message.parts.flatMap(toElements),
        ...toButtons(message.buttons, chat),
        ...(message.link === null ? [] : [linkButton(message.link)]),
      ],
    },
  }
}

/** One line as a card: messages of type `text` know mentions and styles. */
export function toLineCard(line: string): CardElement {
  return { schema: '2.0', config: { update_multi: true }, body: { elements: [text(line)] } }
}

export function cardFits(card: CardElement): boolean {
  return countElements(card) <= MOST_ELEMENTS && Buffer.byteLength(JSON.stringify(JSON.stringify(card))) <= LARGEST_BODY
}

function toElements(part: MessagePart): readonly CardElement[] {
  switch (part.kind) {
    case 'line':
      return [text(part.text, part.tone)]
    case 'claim':
      return [columns('grey', [column(1, text(part.label, 'muted'), text(part.text))])]
    case 'block':
      return [text(part.label, 'muted'), text(part.text)]
    case 'fields':
      return [text(part.label, 'muted'), ...part.rows.map(toRow)]
  }
}

/** Each value stands in a column of its own: an arrow or a line end inside one imitates no other. */
function toRow({ name, now, after }: MessageField): CardElement {
  const first = column(1, text(name, 'muted'))
  if (after === null) return columns('default', [first, column(4, text(now))])
  return columns('default', [first, column(2, text(now)), column(2, text(`→ ${after}`))])
}

function toButtons(buttons: readonly MessageButton[], chat: Place['kind']): readonly CardElement[] {
  return buttons.map((button, index) => {
    const drawn = {
      tag: 'button',
      type: button.tone === 'approve' ? 'primary_filled' : 'danger',
      width: 'fill',
      text: plainText(keepInOneLine(button.text).slice(0, LONGEST_LABEL)),
      behaviors: [{ type: 'callback', value: { id: button.id, chat } satisfies ButtonValue }],
    }
    return button.asksReason === null ? drawn : reasonForm(drawn, button.id, button.asksReason, index)
  })
}

/** What is written in the form travels with the press. Some clients send no value from a form, so the name is the id too. */
function reasonForm(
  button: CardElement,
  id: string,
  { label, placeholder }: NonNullable<MessageButton['asksReason']>,
  index: number,
): CardElement {
  return {
    tag: 'form',
    name: `form_${index}`,
    elements: [
      {
        tag: 'input',
        name: `${REASON_FIELD}_${index}`,
        label: plainText(keepInOneLine(label).slice(0, LONGEST_LABEL)),
        placeholder: plainText(keepInOneLine(placeholder).slice(0, LONGEST_LABEL)),
        required: false,
        max_length: LONGEST_REASON,
        width: 'fill',
      },
      { ...button, name: id, form_action_type: 'submit' },
    ],
  }
}

function linkButton({ text: label, url }: NonNullable<ChannelMessage['link']>): CardElement {
  return {
    tag: 'button',
    type: 'default',
    width: 'fill',
    text: plainText(keepInOneLine(label).slice(0, LONGEST_LABEL)),
    behaviors: [{ type: 'open_url', default_url: url }],
  }
}

function text(content: string, tone: 'plain' | 'warning' | 'muted' = 'plain'): CardElement {
  const look = { plain: {}, warning: { text_color: 'red' }, muted: { text_color: 'grey', text_size: 'notation' } }[tone]
  return { tag: 'div', text: { ...plainText(showLeftoverCharacters(content)), ...look } }
}

function plainText(content: string): CardElement {
  return { tag: 'plain_text', content }
}

function columns(background: 'default' | 'grey', list: readonly CardElement[]): CardElement {
  return { tag: 'column_set', flex_mode: 'none', background_style: background, columns: list }
}

function column(weight: number, ...elements: readonly CardElement[]): CardElement {
  return { tag: 'column', width: 'weighted', weight, elements }
}

/** Everything with a tag, as Feishu counts. */
function countElements(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countElements(item), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, item) => sum + countElements(item), 'tag' in value ? 1 : 0)
}

/** Letters outside of Latin script are counted as two columns: too many rather than too few. */
function widthOf(line: string): number {
  let width = 0
  for (const character of line) width += character > '\u02ff' ? 2 : 1
  return width
}

function cutToWidth(line: string, most: number): string {
  let width = 0
  let cut = ''
  for (const character of line) {
    width += widthOf(character)
    if (width > most) break
    cut += character
  }
  return cut
}
