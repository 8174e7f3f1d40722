/**
 * A message as markdown, for a robot without a card template. DingTalk's markdown is live: links, images, headings, and
 * `dtmd://` links that send text in the name of the one who presses them, so every text of a call is written such that it
 * is read as its characters. What may stand as it is comes from a closed list; all else is escaped, in a way that also breaks
 * the construct for a reader that knows no escapes. Draws no buttons: people answer by writing.
 */
import { keepInOneLine, showLeftoverCharacters } from '@holdpoint/core'
import type { ChannelMessage, MessagePart } from '../channel-message.ts'

/** The blank that markdown neither swallows nor counts. */
const BLANK = '\u00a0'
/** Two spaces before a line end break the line. */
const BREAK = '  \n'

/** Letters, digits and marks of every script, all that is beyond ASCII, and the few signs of ASCII that markdown gives no meaning. */
const PLAIN = /^[\p{L}\p{M}\p{N},;?'"%/ ]$|^[^\p{ASCII}]$/u

export function toMarkdown({ title, parts, link }: ChannelMessage): string {
  const paragraphs = [`### ${literalLine(title)}`, ...parts.map(paragraphOf)]
  const address = link === null ? null : linkAddress(link.url)
  if (link !== null && address !== null) paragraphs.push(`[${literalLine(link.text)}](${address})`)
  return paragraphs.join('\n\n')
}

function paragraphOf(part: MessagePart): string {
  switch (part.kind) {
    case 'line':
      return (part.tone === 'warning' ? '⚠️ ' : '') + literalLine(part.text)
    case 'claim':
      return `💬 **${literalLine(part.label)}**\n\n${quoted(part.text)}`
    case 'block':
      return `**${literalLine(part.label)}**\n\n${quoted(part.text)}`
    case 'fields':
      return [
        `**${literalLine(part.label)}**`,
        ...part.rows.map(({ name, now, after }) => {
          const row = `• ${literalLine(name)}: ${literalLine(now)}`
          return after === null ? row : `${row} → ${literalLine(after)}`
        }),
      ].join(BREAK)
  }
}

/** Each line behind a sign of quotation, so that none can pass for a line of ours. */
function quoted(text: string): string {
  return showLeftoverCharacters(text)
    .split('\n')
    .map((line) => `> ${literal(line)}`)
    .join(BREAK)
}

function literalLine(text: string): string {
  return literal(keepInOneLine(text))
}

/** One line, read by people as the very characters that it has. */
export function literal(line: string): string {
  const characters = Array.from(line)
  let written = ''
  for (const [index, character] of characters.entries()) {
    const before = characters[index - 1] ?? ' '
    written += literalCharacter(character, before, characters[index + 1] ?? '')
  }
  // A line of nothing would end what it is quoted in.
  return written === '' ? BLANK : written
}

function literalCharacter(character: string, before: string, next: string): string {
  switch (character) {
    // Entities, which stop HTML where a backslash does not.
    case '&':
      return '&amp;'
    case '<':
      return '&lt;'
    case '>':
      return '&gt;'
    case '\t':
      return BLANK.repeat(4)
    // At the ends of a line, and in a row, markdown swallows or counts blanks.
    case ' ':
      return before === ' ' || next === ' ' || next === '' ? BLANK : ' '
    // Only at the end of a word does a dot or a colon make no address and no list. What follows the text may go on after a dot.
    case '.':
      return /\p{L}/u.test(before) && next === ' ' ? '.' : '\\.'
    case ':':
      return next === ' ' || next === '' || (/\d/.test(before) && /\d/.test(next)) ? ':' : '\\:'
    default:
      return PLAIN.test(character) ? character : `\\${character}`
  }
}

/** Ours, from the configuration; `null`: it is no address of the web. */
function linkAddress(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { href, protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  return href.replaceAll(/[()<>[\]\\"'*_~`|!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
