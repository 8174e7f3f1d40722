/**
 * Fills the title of a call: `Merge pull request #{pullNumber}[ into {owner}/{repo}]`. A slot names an argument, by a path
 * where it is inside another (`parent.page_id`), or several of which the first that is there counts (`{title/name}`), and
 * how it is said. What stands in brackets is left out where one of its slots has no value; a title without a value that it
 * needs is none. `{method|word create=Create,update=Update}` says a word of ours for one of the server's (`-=…` where the
 * argument is not given); for any other word there is no title, so that nothing is called what it is not.
 *
 * Whatever comes from outside is made visible, on one line, and shortened by itself: the end of a path and the first words
 * of a text stay, a bracket of ours is never cut. It reads nothing but the values it is given.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import type { Titles } from './titles.ts'
import { manifestWords } from './manifest-names.ts'
import {
  closeBrackets,
  commandLine,
  headline,
  lineCount,
  listed,
  moneyOf,
  MOST_CLOSED,
  pathEnd,
  plainWords,
  siteOf,
  statementLine,
  timeOf,
} from './title-values.ts'
import type { TitleLanguage } from './title-values.ts'

const SLOT = /\{([^{}|]+)(?:\|([a-z]+)(?: ([^{}]*))?)?\}/g
const OPTIONAL = /\[([^[\]]*)\]/g
export const LONGEST_TITLE = 120

/** `null`: an argument that the title needs is not there. */
export function fillTitles(templates: Titles, args: JsonObject): Titles | null {
  const en = fillTitle(templates.en, args, 'en')
  const zh = fillTitle(templates.zh, args, 'zh')
  return en === null || zh === null ? null : { en, zh }
}

function fillTitle(template: string, args: JsonObject, language: TitleLanguage): string | null {
  const parts = template.split(OPTIONAL)
  // Odd places are what stood in brackets: first all of them, and where that is too long, none.
  const whole = join(parts, (part) => fillPart(part, args, language) ?? '', args, language)
  if (whole === null || whole.length <= LONGEST_TITLE) return whole
  const short = join(parts, () => '', args, language) ?? whole
  return closeBrackets(clipVisible(short, LONGEST_TITLE - MOST_CLOSED))
}

function join(
  parts: readonly string[],
  optional: (part: string) => string,
  args: JsonObject,
  language: TitleLanguage,
): string | null {
  let said = ''
  for (const [index, part] of parts.entries()) {
    const filled = index % 2 === 1 ? optional(part) : fillPart(part, args, language)
    if (filled === null) return null
    said += filled
  }
  return said
}

function fillPart(part: string, args: JsonObject, language: TitleLanguage): string | null {
  let missing = false
  const filled = part.replace(SLOT, (_slot, names: string, format: string | undefined, how: string | undefined) => {
    const value = firstOf(args, names)
    const said =
      format === 'word'
        ? wordFor(value, how ?? '')
        : value === null
          ? null
          : sayValue(value, format ?? 'text', how ?? '', args, language)
    if (said === null || (said === '' && format !== 'word')) missing = true
    return said ?? ''
  })
  return missing ? null : filled
}

function sayValue(
  value: JsonValue,
  format: string,
  how: string,
  args: JsonObject,
  language: TitleLanguage,
): string | null {
  switch (format) {
    case 'file':
      return typeof value === 'string' ? pathEnd(value, 'file') : null
    case 'path':
      return typeof value === 'string' ? pathEnd(value, 'path') : null
    case 'site':
      return typeof value === 'string' ? siteOf(value) : null
    case 'count':
      return Array.isArray(value) ? counted(value.length, how, language) : null
    case 'lines':
      return linesOf(value, language)
    case 'list':
      return listed(value, 3, language)
    case 'first':
      return listed(value, 1, language, '人')
    case 'command':
      return commandLine(value)
    case 'sql':
      return statementLine(value)
    case 'manifest':
      return typeof value === 'string' ? manifestWords(value, language) : null
    case 'headline':
      return typeof value === 'string' ? headline(value) : null
    case 'time':
      return typeof value === 'string' ? timeOf(value) : null
    case 'money':
      return moneyOf(value, firstOf(args, how))
    default:
      return plainWords(value)
  }
}

/** `create=Create,update=Update,-=Save`; `-` stands for an argument that is not given, `*` for any that is. */
function wordFor(value: JsonValue | null, words: string): string | null {
  if (value === '-' || (value !== null && typeof value === 'object')) return null
  const given = value === null ? '-' : String(value)
  const pairs = words.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  const found = pairs.find(([name]) => name === given) ?? (value === null ? null : pairs.find(([name]) => name === '*'))
  return found?.[1] ?? null
}

/** Of a text, or how many there are. */
function linesOf(value: JsonValue, language: TitleLanguage): string | null {
  const count = typeof value === 'string' ? lineCount(value) : value
  return typeof count === 'number' ? counted(count, language === 'en' ? 'line/lines' : '行', language) : null
}

/** `entity/entities`; a language without a plural has one form. */
function counted(count: number, forms: string, language: TitleLanguage): string {
  const [one = '', many = one] = forms.split('/')
  return `${count} ${language === 'zh' || count === 1 ? one : many}`
}

function firstOf(args: JsonObject, names: string): JsonValue | null {
  for (const name of names.split('/')) {
    const value = valueAt(args, name)
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    if (!isEmpty) return value
  }
  return null
}

function valueAt(args: JsonObject, path: string): JsonValue | null {
  let value: JsonValue | undefined = args
  for (const name of path.split('.')) {
    const holds: boolean = (isJsonObject(value) || Array.isArray(value)) && Object.hasOwn(value, name)
    value = holds ? (value as JsonObject)[name] : undefined
  }
  return value ?? null
}
