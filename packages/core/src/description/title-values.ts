/**
 * How a value of a call is said inside a title: visible, on one line, as long as a reader takes in at one look. The end of a
 * path and of an address tells most and is never cut; of a text its beginning does.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'

export type TitleLanguage = 'en' | 'zh'

const LONGEST_TEXT = 60
const LONGEST_PATH = 56
const LONGEST_LISTED = 32
const LONGEST_HEADLINE = 1000

/** `null`: nothing that could be said in a few words. */
export function plainWords(value: JsonValue, longest: number = LONGEST_TEXT): string | null {
  if (typeof value === 'string') return addressEnd(value, longest) ?? oneLine(value, longest)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return null
}

const MAIL_ADDRESS = /(?:^|[\s<])([^\s<>@"]{1,256}@[^\s<>@"]{1,256})>?$/
const PATH = /^\S*[/\\]\S*$/

/** The end of a mail address or a path that is too long, which tells where it leads; `null`: it fits, or is none. */
function addressEnd(text: string, longest: number): string | null {
  if (text.length <= longest || text.length > LONGEST_HEADLINE) return null
  const [, address = null] = MAIL_ADDRESS.exec(text) ?? []
  if (address !== null) return clipStart(showInOneLine(address), longest)
  return PATH.test(text) && !text.includes('://') ? pathEnd(text, 'path', longest) : null
}

/** Line ends are blanks here: a title is one line, and whoever reads on sees them. */
function oneLine(text: string, longest: number): string {
  // Far more than can be shown, so that a text of megabytes costs nothing.
  const start = text.slice(0, longest * 8)
  const said = showInOneLine(start.replace(/[ \t\r\n]+/g, ' ').trim())
  return closeBrackets(clipVisible(start.length < text.length ? `${said}…` : said, longest))
}

const BRACKETS = ['()', '[]', '{}', '（）', '「」', '《》', '“”']
export const MOST_CLOSED = 3

/** A text that was shortened inside a bracket closes it: what follows is not part of what stood there. */
export function closeBrackets(clipped: string): string {
  if (!clipped.endsWith('…')) return clipped
  let open = ''
  for (const letter of clipped) {
    const [, closing] = BRACKETS.find(([opening]) => opening === letter) ?? []
    if (closing !== undefined) open = closing + open
    else if (open.startsWith(letter)) open = open.slice(1)
  }
  return `${clipped}${open.slice(0, MOST_CLOSED)}`
}

/** The first line of a text that has one by custom: a commit, a page. */
export function headline(text: string): string {
  const lines = text
    .slice(0, LONGEST_HEADLINE)
    .split('\n')
    .map((line) => line.trim())
  const first = lines.find((line) => line !== '') ?? ''
  return oneLine(first, LONGEST_TEXT)
}

/** `2026-11-20T10:00:00-08:00` as people write it; whatever else it is stays as it was sent. */
export function timeOf(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (found === null) return oneLine(text, LONGEST_TEXT)
  const [, day = '', time = '', zone] = found
  return `${day} ${time}${zone === undefined ? '' : zone === 'Z' ? ' UTC' : ` (${zone})`}`
}

const LONGEST_COMMAND = 110
const COMMAND_START = 70
const COMMAND_END = 38

/**
 * A command line, or its words as a list. Both its ends tell what it does (`curl … | sh`), so a long one loses its middle;
 * where a line ends, another command begins.
 */
export function commandLine(value: JsonValue): string | null {
  const text = commandText(value)
  return text === null ? null : bothEnds(text)
}

/** A statement in SQL goes on over its lines, unless a comment ends with one. */
export function statementLine(value: JsonValue): string | null {
  if (typeof value !== 'string') return null
  return bothEnds(/--|#/.test(value) ? value : value.replaceAll(/\s+/g, ' '))
}

function bothEnds(text: string): string {
  const marked = (part: string): string =>
    showInOneLine(
      part
        .split(/\r?\n/)
        .map((line) => line.replace(/[ \t]+/g, ' ').trim())
        .filter((line) => line !== '')
        .join(' ⏎ '),
    )
  if (text.length <= LONGEST_COMMAND * 8) {
    const said = marked(text)
    if (said.length <= LONGEST_COMMAND) return said
  }
  const start = clipVisible(`${marked(text.slice(0, COMMAND_START * 8))}…`, COMMAND_START)
  const end = clipStart(`…${marked(text.slice(-COMMAND_END * 8))}`, COMMAND_END).slice(1)
  // A word that lost its beginning reads as another word.
  const whole = /^\S{0,15}\s+(.*)$/.exec(end)?.[1] ?? end
  return `${start} ${whole.trimStart()}`
}

function commandText(value: JsonValue): string | null {
  if (typeof value === 'string') return value
  if (!Array.isArray(value) || value.length === 0) return null
  const words = (value as readonly JsonValue[]).map((word) => (typeof word === 'string' ? word : null))
  if (words.includes(null)) return null
  // A list whose first item is no program's name alone is a list of commands.
  if (/\s/.test(words[0] ?? '')) return words.join('\n')
  return words.map((word) => (word === '' || /\s/.test(word ?? '') ? `"${word}"` : word)).join(' ')
}

/** `file`: its last name alone. `path`: as much of its end as fits, whole names only where one fits. */
export function pathEnd(path: string, much: 'file' | 'path', longest: number = LONGEST_PATH): string {
  const shown = showInOneLine(path.length > 4096 ? path.slice(-4096) : path)
  const names = shown.split(/[/\\]/).filter((name) => name !== '')
  const last = names.at(-1) ?? shown
  if (much === 'file') return clipStart(last, longest)
  if (shown.length <= longest) return shown
  let end = last
  for (const name of names.slice(0, -1).toReversed()) {
    if (`…/${name}/${end}`.length > longest) break
    end = `${name}/${end}`
  }
  return clipStart(`…/${end}`, longest)
}

/** Host and path of an address: what goes before and after rarely tells where it leads. */
export function siteOf(address: string): string {
  const found = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)([^?#]*)/i.exec(address.slice(0, 4096))
  if (found === null) return oneLine(address, LONGEST_TEXT)
  const [, host = '', path = ''] = found
  const shown = showInOneLine(host)
  const rest = path === '/' ? '' : pathEnd(path, 'path')
  return `${clipStart(shown, LONGEST_PATH)}${rest === '' || rest.startsWith('/') ? rest : `/${rest}`}`
}

/** Some of several by name, and how many more there are. */
export function listed(value: JsonValue, most: number, language: TitleLanguage, counter = '项'): string | null {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : splitList(value)
  const shown = items.slice(0, most)
  const names = shown.map((item) => nameOf(item, shown.length === 1 ? LONGEST_PATH : LONGEST_LISTED))
  if (names.length === 0 || names.includes(null)) return null
  const left = items.length - names.length
  const separator = language === 'zh' ? '、' : ', '
  const said = names.join(separator)
  if (left <= 0) return said
  return language === 'zh' ? `${said} 等 ${items.length} ${counter}` : `${said} and ${left} more`
}

/** Addresses of a mail often come in one text. */
function splitList(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== 'string' || value.length > 10_000 || !value.includes('@')) return [value]
  // A comma in quotes belongs to a name: "Doe, Jane" <jane@example.com>.
  const parts = value.match(/(?:"[^"]*"|[^,;"])+/g) ?? []
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** What a thing is called by those who made it, in the order of how much that tells. */
const NAMING = [
  'name',
  'title',
  'entityName',
  'subject',
  'summary',
  'login',
  'path',
  'file_path',
  'key',
  'id',
  'email',
  'address',
  'url',
]
/** Where the words of a thing stand, when they are not its own: `{ properties: { title: … }, content: … }`. */
const WORDS_WITHIN = ['properties', 'fields']
const RELATION = ['from', 'relationType', 'to']

function nameOf(item: JsonValue, longest: number): string | null {
  if (!isJsonObject(item)) return plainWords(item, longest)
  const relation = textsOf(item, RELATION)
  if (relation.length === RELATION.length) return clipVisible(relation.join(' '), LONGEST_LISTED * 2)
  const within = WORDS_WITHIN.flatMap((key) => {
    const inner = Object.hasOwn(item, key) ? item[key] : undefined
    return isJsonObject(inner) ? [inner] : []
  })
  const [name] = [item, ...within].flatMap((words) => textsOf(words, NAMING))
  if (name === undefined && within[0] !== undefined) return textsOf(within[0], Object.keys(within[0]))[0] ?? null
  return name ?? textsOf(item, Object.keys(item))[0] ?? null
}

function textsOf(item: JsonObject, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const value = Object.hasOwn(item, name) ? item[name] : undefined
    const said = value === undefined || value === '' ? null : plainWords(value, LONGEST_LISTED)
    return said === null ? [] : [said]
  })
}

/** An empty last line is the end of the one before. */
export function lineCount(text: string): number {
  if (text === '') return 0
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** Currencies without a smaller unit, and those with a thousand of them (ISO 4217). */
const WHOLE = /^(?:bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|ugx|vnd|vuv|xaf|xof|xpf)$/i
const THOUSAND = /^(?:bhd|jod|kwd|omr|tnd)$/i

/** An amount in the smallest unit of its currency, as its server counts it. */
export function moneyOf(amount: JsonValue, currency: JsonValue | null): string | null {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return plainWords(amount)
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return String(amount)
  const digits = WHOLE.test(currency) ? 0 : THOUSAND.test(currency) ? 3 : 2
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`
}

function clipStart(text: string, longest: number): string {
  if (text.length <= longest) return text
  // A marker of ours is never cut in two: half a marker would read as something else.
  const pieces = Array.from(text.matchAll(/⟦U\+[0-9A-F]{4,6}⟧|[^]/gu), ([piece]) => piece)
  let end = ''
  for (const piece of pieces.toReversed()) {
    if (end.length + piece.length > longest - 1) break
    end = piece + end
  }
  return `…${end}`
}
