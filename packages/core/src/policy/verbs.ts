/**
 * Finds the verb that rates a tool's name or an action-like argument. The highest verb anywhere wins: `get_or_delete`
 * deletes. It refuses to guess at words it does not know; those rate nothing.
 */
import type { Risk } from './ruling.ts'
import {
  ADDING_VERBS,
  CARRIER_VERBS,
  CHANGING_VERBS,
  CLOSING_READ_VERBS,
  HARMLESS_ENDINGS,
  HIGH_VERBS,
  JOINING_WORDS,
  READ_VERBS,
  TELLING_PARTS,
  THINGS_FIRST,
  THINGS_THAT_ARE_KEPT,
  THINGS_TOO,
} from './verb-lists.ts'

export interface VerbFinding {
  readonly verb: string
  readonly risk: Risk
  /** What kind of work it is. `carry`: whatever the argument says. */
  readonly kind: 'read' | 'add' | 'change' | 'high' | 'carry'
}

const RANK: { readonly [kind in VerbFinding['kind']]: number } = { read: 0, add: 1, change: 2, carry: 3, high: 4 }

/** The words of a name in snake, kebab, camel or dotted form, lower case, in order. */
export function splitName(name: string): readonly string[] {
  const words: string[] = []
  // Compatibility forms (fullwidth letters, say) read as the letters they imitate.
  for (const chunk of name.normalize('NFKC').split(/[^\p{L}\p{N}]+/u)) {
    if (chunk === '') continue
    const parts = chunk
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(/(\p{L})(\p{N})/gu, '$1 $2')
      .replace(/(\p{N})(\p{L})/gu, '$1 $2')
      .toLowerCase()
      .split(' ')
    words.push(...parts)
    // Odd casing (`DeLeTe`) must not break a verb apart.
    if (parts.length > 1) words.push(chunk.toLowerCase())
  }
  return words
}

/** The highest verb of a name, or `null` where no word is known. */
export function findVerb(name: string): VerbFinding | null {
  const words = splitName(name)
  let highest: VerbFinding | null = null
  for (const [index, word] of words.entries()) {
    const finding = verbOf(word, index, words)
    if (finding !== null && (highest === null || RANK[finding.kind] > RANK[highest.kind])) highest = finding
  }
  return highest
}

/** The higher of two findings. */
export function higherVerb(one: VerbFinding | null, other: VerbFinding | null): VerbFinding | null {
  if (one === null || other === null) return one ?? other
  return RANK[other.kind] > RANK[one.kind] ? other : one
}

/** Letters of two scripts in one word: `dеlete` with a Cyrillic е is there to be misread. */
export function mixesScripts(name: string): boolean {
  return splitName(name).some(
    (word) => /[a-z]/.test(word) && /[^\p{Script=Latin}\p{N}\p{Script=Common}\p{Script=Inherited}]/u.test(word),
  )
}

function verbOf(word: string, index: number, words: readonly string[]): VerbFinding | null {
  if (THINGS_TOO.has(word) && namesAThing(word, index, words)) return null
  if (CARRIER_VERBS.has(word)) return { verb: word, risk: 'high', kind: 'carry' }
  if (HIGH_VERBS.has(word)) return { verb: word, risk: 'high', kind: 'high' }
  if (ADDING_VERBS.has(word)) return { verb: word, risk: 'medium', kind: 'add' }
  if (CHANGING_VERBS.has(word)) return { verb: word, risk: 'medium', kind: 'change' }
  if (READ_VERBS.has(word)) return { verb: word, risk: 'low', kind: 'read' }
  const part = tellingPartOf(word)
  return part === null ? null : { verb: part, risk: 'high', kind: 'high' }
}

function namesAThing(word: string, index: number, words: readonly string[]): boolean {
  if (words.some((other) => JOINING_WORDS.has(other))) return false
  const first = words[0] ?? ''
  if (index > 0 && READ_VERBS.has(first)) return true
  if (index > 0 && (ADDING_VERBS.has(first) || CHANGING_VERBS.has(first)) && THINGS_THAT_ARE_KEPT.has(word)) return true
  const last = words.at(-1) ?? ''
  return THINGS_FIRST.has(word) && CLOSING_READ_VERBS.has(last)
}

function tellingPartOf(word: string): string | null {
  for (const part of TELLING_PARTS) {
    if (word.length <= part.length) continue
    if (word.endsWith(part)) return part
    if (word.startsWith(part) && !HARMLESS_ENDINGS.has(word.slice(part.length))) return part
  }
  return null
}
