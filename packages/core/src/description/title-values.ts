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

/** `null`: nothing that could be said in a few words. */
export function plainWords(value: JsonValue, longest: number = LONGEST_TEXT): string | null {
  if (typeof value === 'string') return oneLine(value, longest)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return null
}

/** Line ends are blanks here: a title is one line, and whoever reads on sees them. */
function oneLine(text: string, longest: number): string {
  // Far more than can be shown, so that a text of megabytes costs nothing.
  const start = text.slice(0, longest * 8)
  const said = showInOneLine(start.replace(/[ \t\r\n]+/g, ' ').trim())
  return clipVisible(start.length < text.length ? `${said}…` : said, longest)
}

/** `file`: its last name alone. `path`: as much of its end as fits, whole names only where one fits. */
export function pathEnd(path: string, much: 'file' | 'path'): string {
  const shown = showInOneLine(path.length > 4096 ? path.slice(-4096) : path)
  const names = shown.split(/[/\\]/).filter((name) => name !== '')
  const last = names.at(-1) ?? shown
  if (much === 'file') return clipStart(last, LONGEST_PATH)
  if (shown.length <= LONGEST_PATH) return shown
  let end = last
  for (const name of names.slice(0, -1).toReversed()) {
    if (`…/${name}/${end}`.length > LONGEST_PATH) break
    end = `${name}/${end}`
  }
  return clipStart(`…/${end}`, LONGEST_PATH)
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
export function listed(value: JsonValue, most: number, language: TitleLanguage): string | null {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : splitList(value)
  const names = items.slice(0, most).map((item) => nameOf(item))
  if (names.length === 0 || names.includes(null)) return null
  const left = items.length - names.length
  const separator = language === 'zh' ? '、' : ', '
  const said = names.join(separator)
  if (left <= 0) return said
  return language === 'zh' ? `${said} 等 ${items.length} 项` : `${said} and ${left} more`
}

/** Addresses of a mail often come in one text. */
function splitList(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== 'string' || value.length > 10_000 || !value.includes('@')) return [value]
  return value.split(/\s*[,;]\s*/).filter((part) => part !== '')
}

/** What a thing is called by those who made it, in the order of how much that tells. */
const NAMING = ['name', 'title', 'entityName', 'subject', 'path', 'file_path', 'key', 'id', 'email', 'address', 'url']
const RELATION = ['from', 'relationType', 'to']

function nameOf(item: JsonValue): string | null {
  if (!isJsonObject(item)) return plainWords(item, LONGEST_LISTED)
  const relation = textsOf(item, RELATION)
  if (relation.length === RELATION.length) return clipVisible(relation.join(' '), LONGEST_LISTED * 2)
  const [name] = textsOf(item, NAMING)
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
