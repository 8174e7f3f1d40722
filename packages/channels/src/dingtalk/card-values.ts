/**
 * A message as the values of a card template's variables, all of them texts: the template shows them in plain text components,
 * so nothing in them comes alive. DingTalk takes at most a kilobyte for each value, so the body is spread over several, which the
 * template shows one below the other. Cuts nothing off: a message that has no room has no values.
 */
import { keepInOneLine, showLeftoverCharacters } from '@holdpoint/core'
import type { Place } from '../channel.ts'
import type { ChannelMessage, MessageButton, MessagePart } from '../channel-message.ts'

/** The variables of the template, as docs/channels/dingtalk.md lists them. */
export type CardValues = { readonly [variable: string]: string }

/** `body1`, `body2` and so on. */
export const BODY_VARIABLES = 8
/** Of UTF-8, a little below the kilobyte. */
const MOST_BYTES = 1000
/** Begins what goes on from the value before. No text of a call can begin so: every `⟦` in what is shown is ours. */
const CONTINUED = '⟦…⟧'

/** `null`: there is no room for all of it. */
export function toCardValues(message: ChannelMessage, place: Place['kind']): CardValues | null {
  const approve = message.buttons.filter(({ tone }) => tone === 'approve')
  const decline = message.buttons.filter(({ tone }) => tone === 'decline')
  const bodies = spread(message.parts.flatMap(linesOf))
  if (approve.length > 1 || decline.length > 1 || bodies.length > BODY_VARIABLES) return null
  const reason = decline[0]?.asksReason ?? null
  const values: { [variable: string]: string } = {
    title: keepInOneLine(message.title),
    risk: message.risk ?? '',
    ...buttonValues('approve', approve[0], place),
    ...buttonValues('decline', decline[0], place),
    asks_reason: String(reason !== null),
    reason_label: keepInOneLine(reason?.label ?? ''),
    reason_placeholder: keepInOneLine(reason?.placeholder ?? ''),
    has_link: String(message.link !== null),
    link_text: keepInOneLine(message.link?.text ?? ''),
    link_url: message.link?.url ?? '',
  }
  for (let number = 1; number <= BODY_VARIABLES; number += 1) values[`body${number}`] = bodies[number - 1] ?? ''
  return Object.values(values).every((value) => Buffer.byteLength(value) <= MOST_BYTES) ? values : null
}

/** A line for the person who pressed, cut to what a variable takes: it is a receipt, and decides nothing. */
export function toNotice(text: string): string {
  return pieces(keepInOneLine(text))[0] ?? ''
}

/** What a button sends back: DingTalk tells no group from a person where a card was pressed, so the button says it. */
export function readPressValue(value: string): { readonly button: string; readonly place: Place['kind'] } | null {
  const [kind, ...id] = value.split('.')
  if ((kind !== 'group' && kind !== 'person') || id.length === 0) return null
  return { button: id.join('.'), place: kind }
}

function buttonValues(name: string, button: MessageButton | undefined, place: Place['kind']): CardValues {
  return {
    [`can_${name}`]: String(button !== undefined),
    [`${name}_press`]: button === undefined ? '' : `${place}.${button.id}`,
    [`${name}_text`]: keepInOneLine(button?.text ?? ''),
  }
}

/** A line end in what a call says would begin a line like ours: it stands behind a bar, or is shown by its code. */
function linesOf(part: MessagePart): readonly string[] {
  switch (part.kind) {
    case 'line':
      return [(part.tone === 'warning' ? '⚠️ ' : '') + keepInOneLine(part.text)]
    case 'claim':
      return [`💬 ${keepInOneLine(part.label)}`, ...behindBar(part.text)]
    case 'block':
      return [keepInOneLine(part.label), ...behindBar(part.text)]
    case 'fields':
      return [
        keepInOneLine(part.label),
        ...part.rows.map(({ name, now, after }) => {
          const row = `• ${keepInOneLine(name)}: ${keepInOneLine(now)}`
          return after === null ? row : `${row} → ${keepInOneLine(after)}`
        }),
      ]
  }
}

function behindBar(text: string): readonly string[] {
  return showLeftoverCharacters(text)
    .split('\n')
    .map((line) => `│ ${line}`)
}

/** Fills value after value with whole lines; only a line that is longer than a value is broken. */
function spread(lines: readonly string[]): readonly string[] {
  const values: string[] = []
  let value: string | null = null
  for (const piece of lines.flatMap(pieces)) {
    const longer: string = value === null ? piece : `${value}\n${piece}`
    if (value !== null && Buffer.byteLength(longer) > MOST_BYTES) {
      values.push(value)
      value = piece
    } else value = longer
  }
  if (value !== null) values.push(value)
  return values
}

function pieces(line: string): readonly string[] {
  if (Buffer.byteLength(line) <= MOST_BYTES) return [line]
  const found: string[] = []
  let piece = ''
  let bytes = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (bytes + more > MOST_BYTES) {
      found.push(piece)
      piece = CONTINUED
      bytes = Buffer.byteLength(CONTINUED)
    }
    piece += character
    bytes += more
  }
  return [...found, piece]
}
