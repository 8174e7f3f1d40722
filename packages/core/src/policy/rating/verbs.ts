/**
 * Finds the verb that rates a tool's name or an action-like argument. The highest verb anywhere wins: `get_or_delete`
 * deletes, and so does `getdeleteall`. It refuses to guess at words it does not know; those rate nothing. Text too long
 * for a name is high unread.
 */
import { choppedVerb, DEEDS, gluedVerb, verbInDigits } from './glued-verbs.ts'
import type { Risk } from '../ruling.ts'
import {
  ADDING_VERBS,
  CARRIER_VERBS,
  CHANGING_VERBS,
  CLOSING_READ_VERBS,
  COMPOUND_THINGS,
  HANDLED_THINGS,
  HIGH_VERBS,
  JOINING_WORDS,
  KNOWN_READS,
  PLAIN_READ_VERBS,
  READ_VERBS,
  RUN_THINGS,
  THINGS_FIRST,
  THINGS_THAT_ARE_KEPT,
  THINGS_TOO,
  VERBS_BEFORE_THINGS,
} from './verb-lists.ts'

export interface VerbFinding {
  readonly verb: string
  readonly risk: Risk
  /** What kind of work it is. `carry`: whatever the argument says. */
  readonly kind: 'read' | 'add' | 'change' | 'high' | 'carry'
}

const RANK: { readonly [kind in VerbFinding['kind']]: number } = { read: 0, add: 1, change: 2, carry: 3, high: 4 }

const LONGEST = 200

/** Stands for every verb that a longer text may hold. */
export const TOO_LONG: VerbFinding = { verb: 'too long to read', risk: 'high', kind: 'high' }

/** What a name says, before any word is judged. */
interface NameParts {
  readonly words: readonly string[]
  /** Chunks in camel case as one word: odd casing (`DeLeTe`) must not break a verb apart. */
  readonly wholes: readonly string[]
  /** Verbs that odd casing cut in two: `getSENDemail` splits like `getHTTPResponse`, and sends. */
  readonly hidden: readonly string[]
}

/** The words of a name in snake, kebab, camel or dotted form, lower case, in order. */
export function splitName(name: string): readonly string[] {
  const { words, wholes } = partsOf(name)
  return [...words, ...wholes]
}

/** The highest verb of a name, or `null` where no word is known. */
export function findVerb(name: string): VerbFinding | null {
  if (name.length > LONGEST) return TOO_LONG
  const { words, wholes, hidden } = partsOf(name)
  if (hidden[0] !== undefined) return { verb: hidden[0], risk: 'high', kind: 'high' }
  if (KNOWN_READS.has(words.join(' '))) return { verb: words.at(-1) ?? '', risk: 'low', kind: 'read' }
  const things = thingsIn(words)
  let highest: VerbFinding | null = null
  for (const [index, word] of words.entries()) if (!things.has(index)) highest = higherVerb(highest, verbOf(word))
  for (const whole of wholes) highest = higherVerb(highest, knownVerb(whole))
  return highest ?? verbBeforeThing(words)
}

/** `empty_trash`, `s3_format_disk`, `turn_off`: only where no other word says what is done. */
function verbBeforeThing(words: readonly string[]): VerbFinding | null {
  const at = words.findIndex(
    (word, index) => index < 3 && VERBS_BEFORE_THINGS.has(word) && HANDLED_THINGS.has(words[index + 1] ?? ''),
  )
  const verb = words[at]
  return verb === undefined ? null : { verb, risk: 'high', kind: 'high' }
}

/** The higher of two findings. */
export function higherVerb(one: VerbFinding | null, other: VerbFinding | null): VerbFinding | null {
  if (one === null || other === null) return one ?? other
  return RANK[other.kind] > RANK[one.kind] ? other : one
}

/**
 * Letters beside plain ones that may be there to be misread: `dеlete` with a Cyrillic е, small capitals, fullwidth
 * letters. A letter with an accent is its plain letter; a name wholly in another script imitates nothing.
 */
export function mixesScripts(name: string): boolean {
  if (PLAIN_TEXT.test(name) || !/[A-Za-z]/.test(name)) return false
  return /[^\p{ASCII}]/u.test(name.normalize('NFD').replace(/[^\p{L}\p{Nl}\p{So}]/gu, ''))
}

// oxlint-disable-next-line no-control-regex
const PLAIN_TEXT = /^[\x00-\x7f]*$/

function partsOf(name: string): NameParts {
  const words: string[] = []
  const wholes: string[] = []
  const hidden: string[] = []
  // Compatibility forms (fullwidth letters, say) and accents read as the letters they imitate.
  const plain = PLAIN_TEXT.test(name)
    ? name
    : name
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC')
  for (const chunk of plain.split(/[^\p{L}\p{N}]+/u)) {
    if (chunk === '') continue
    const parts = chunk
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(/(\p{L})(\p{N})/gu, '$1 $2')
      .replace(/(\p{N})(\p{L})/gu, '$1 $2')
      .toLowerCase()
      .split(' ')
    words.push(...parts)
    if (parts.length === 1) continue
    wholes.push(chunk.toLowerCase())
    const chopped = parts.some((part, index) => part.length <= 2 && (parts[index + 1]?.length ?? 3) <= 2)
    const odd = chopped || !ORDINARY_CAMEL.test(chunk)
    hidden.push(...verbsAcross(parts, odd ? HIGH_VERBS : LONG_DEEDS))
    const digits = verbInDigits(chunk.toLowerCase())
    if (digits !== null) hidden.push(digits)
  }
  const across = choppedVerb(words)
  if (across !== null) hidden.push(across)
  return { words, wholes, hidden }
}

const ORDINARY_CAMEL = /^\p{Ll}*(?:\p{Lu}\p{Ll}+|\p{N}+\p{Ll}*)*$/u

/** Those that no two words of an ordinary name make up by chance. */
const LONG_DEEDS: ReadonlySet<string> = new Set([...DEEDS].filter((verb) => verb.length >= 5))

/** Verbs that begin in one part and end in another. */
function verbsAcross(parts: readonly string[], verbs: ReadonlySet<string>): readonly string[] {
  const whole = parts.join('')
  const borders: number[] = []
  let at = 0
  for (const part of parts) borders.push((at += part.length))
  return [...verbs].filter((verb) => {
    if (verb.length < 3) return false
    for (let start = whole.indexOf(verb); start >= 0; start = whole.indexOf(verb, start + 1)) {
      const from = start
      if (borders.some((border) => from < border && border < from + verb.length)) return true
    }
    return false
  })
}

function verbOf(word: string): VerbFinding | null {
  const known = knownVerb(word)
  if (known !== null) return known
  const glued = gluedVerb(word)
  if (glued === null) return null
  return knownVerb(glued) ?? { verb: glued, risk: 'high', kind: 'high' }
}

function knownVerb(word: string): VerbFinding | null {
  if (CARRIER_VERBS.has(word)) return { verb: word, risk: 'high', kind: 'carry' }
  if (HIGH_VERBS.has(word)) return { verb: word, risk: 'high', kind: 'high' }
  if (ADDING_VERBS.has(word)) return { verb: word, risk: 'medium', kind: 'add' }
  if (CHANGING_VERBS.has(word)) return { verb: word, risk: 'medium', kind: 'change' }
  if (READ_VERBS.has(word)) return { verb: word, risk: 'low', kind: 'read' }
  return null
}

/** Which of the words name what is read or kept, and say nothing of what is done. */
function thingsIn(words: readonly string[]): ReadonlySet<number> {
  const things = new Set<number>()
  if (words.some((word) => JOINING_WORDS.has(word))) return things
  // The name of a product may stand before the verb: `github_get_release`.
  const lead = verbOf(words[0] ?? '') === null && !THINGS_TOO.has(words[0] ?? '') ? 1 : 0
  const verb = words[lead] ?? ''
  const last = words.length - 1
  const reads = PLAIN_READ_VERBS.has(verb)
  const keeps = ADDING_VERBS.has(verb) || CHANGING_VERBS.has(verb)
  for (let index = lead + 1; index <= last; index++) {
    const word = words[index] ?? ''
    const stands = index === lead + 1 || index === last
    const compound = `${word} ${words[index + 1] ?? ''}`
    if ((word === 'run' || word === 'call') && RUN_THINGS.has(words[index + 1] ?? '')) continue
    if (reads && COMPOUND_THINGS.has(compound)) things.add(index).add(index + 1)
    // Asking for a merge merges nothing.
    else if (keeps && compound === 'merge request') things.add(index)
    else if (stands && ((reads && THINGS_TOO.has(word)) || (keeps && THINGS_THAT_ARE_KEPT.has(word)))) things.add(index)
    // `create_purchase_order`: what is kept may have two words.
    else if (keeps && index === lead + 2 && things.has(index - 1) && THINGS_THAT_ARE_KEPT.has(word)) things.add(index)
  }
  const first = words[0] ?? ''
  if (last > 0 && CLOSING_READ_VERBS.has(words[last] ?? '')) {
    if (THINGS_FIRST.has(first)) things.add(0)
    if (COMPOUND_THINGS.has(`${first} ${words[1] ?? ''}`)) things.add(0).add(1)
  }
  return things
}
