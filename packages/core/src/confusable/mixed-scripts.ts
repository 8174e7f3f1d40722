/**
 * Whether a name mixes scripts beyond what UTS #39 calls "highly restrictive": letters of one script, or of Latin with
 * those that Chinese, Japanese or Korean are written in. By Unicode's own properties, as this engine knows them.
 *
 * A file's name is made of words: `отчёт-final.md` is ordinary where people write so, `отчeт.md` with one Latin letter
 * is not, and neither is `арр-data`, whose Cyrillic part has only letters that pass for Latin ones.
 */
import { skeletonOf } from './skeleton.ts'

/** Those of UAX #31, table 5, and some that are written today. */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Canadian_Aboriginal',
  'Cherokee',
  'Coptic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Lisu',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
  'Tifinagh',
  'Yi',
] as const

const TOGETHER: readonly (readonly string[])[] = [
  ...SCRIPTS.map((script) => [script]),
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const BEYOND_ASCII = /[^\0-\x7f]/
/**
 * Latin letters made for mathematics or for phonetics, and in circles, small capitals, hyphens, slashes and other marks
 * of an address that are none: no host has them by right.
 */
const MADE_UP =
  /[\u{1d400}-\u{1d7ff}\u2460-\u24ff\u0251\u0261\u0262\u026a\u0274\u0276\u0280\u0281\u028f\u0299\u029b\u029c\u029f\u1d00-\u1d7f\ua730\ua731\u2010-\u2015\u2212\u2044\u2215\u29f8\uff03\uff0f\uff1a\uff1f\uff20]/u
const WIDE = /[\uff21-\uff3a\uff41-\uff5a]/
const LETTERS = /[\p{L}\p{N}\p{M}]+/gu
const ASCII_LETTER = /[a-z]/i

let patterns: { readonly together: readonly RegExp[]; readonly anyKnown: RegExp } | null = null

/** Whether all letters belong together. Scripts of the past are one writing among themselves. */
export function isOfOneWriting(text: string): boolean {
  if (!BEYOND_ASCII.test(text)) return true
  patterns ??= {
    together: TOGETHER.map((scripts) => new RegExp(`^${lettersOf([...scripts, 'Common', 'Inherited'])}*$`, 'u')),
    anyKnown: new RegExp(lettersOf(SCRIPTS), 'u'),
  }
  return patterns.together.some((pattern) => pattern.test(text)) || !patterns.anyKnown.test(text)
}

function lettersOf(scripts: readonly string[]): string {
  return `[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`
}

/** A label of a host's name, or the part of an address before the @. */
export function isOddLabel(label: string): boolean {
  if (!BEYOND_ASCII.test(label)) return false
  return !isOfOneWriting(label) || MADE_UP.test(label) || (WIDE.test(label) && ASCII_LETTER.test(label))
}

/** One part of a path. */
export function isOddSegment(segment: string): boolean {
  if (!BEYOND_ASCII.test(segment)) return false
  const words = segment.match(LETTERS) ?? []
  if (
    words.some((word) => !isOfOneWriting(word) || (ASCII_LETTER.test(word) && (MADE_UP.test(word) || WIDE.test(word))))
  )
    return true
  const foreign = words.filter((word) => BEYOND_ASCII.test(word) && !/\p{Script=Latin}/u.test(word))
  return (
    words.some((word) => ASCII_LETTER.test(word)) &&
    foreign.some((word) => /..\p{L}?/u.test(word)) &&
    foreign.every((word) => readsAsLatin(word) !== null)
  )
}

/** What a word of another script passes for, where each of its letters looks like a Latin one; else `null`. */
export function readsAsLatin(word: string): string | null {
  if (!BEYOND_ASCII.test(word) || ASCII_LETTER.test(word)) return null
  const skeleton = skeletonOf(word)
  return /^[a-z0-9-]{2,}$/.test(skeleton) ? skeleton.replaceAll('rn', 'm') : null
}

/** `а U+0430 Cyrillic`: the letters that do not belong, at most a few. */
export function describeLetters(text: string): string {
  const odd = [...new Set(text)].filter((character) => BEYOND_ASCII.test(character)).slice(0, 4)
  return odd.map((character) => `${character} ${codeOf(character)}${scriptOf(character)}`).join(', ')
}

/** Which characters differ, one by one where the two are of a length. */
export function describeDifference(one: string, other: string): string {
  const [left, right] = [Array.from(one), Array.from(other)]
  let start = 0
  while (start < left.length && left[start] === right[start]) start++
  let end = 0
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end)) end++
  const [here, there] = [left.slice(start, left.length - end), right.slice(start, right.length - end)]
  if (here.length !== there.length) return `${named(here)} ≠ ${named(there)}`
  const pairs = here.flatMap((character, index) => {
    const instead = there[index] ?? ''
    return character === instead ? [] : [`${named([character])} ≠ ${named([instead])}`]
  })
  return [...new Set(pairs)].slice(0, 4).join(', ')
}

function named(characters: readonly string[]): string {
  return characters.map((character) => `${character} ${codeOf(character)}${scriptOf(character)}`).join(' ')
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function scriptOf(character: string): string {
  if (!BEYOND_ASCII.test(character)) return ''
  const script = SCRIPTS.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character))
  return script === undefined ? '' : ` ${script}`
}
