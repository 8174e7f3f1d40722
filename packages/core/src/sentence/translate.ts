/**
 * Translates a sentence of ours into the reader's language, by finding the template of its group that it was made from.
 * What is not recognised stays as it was said. Values stay as they are.
 *
 * Values are texts of agents, servers and people, so they may be made of our templates. A template that begins with
 * words of its own is recognised by them, before any that begins with a value; and a slot for a sentence takes one of
 * its group only.
 */
import { GROUPS, OPEN_GROUPS } from './groups.ts'
import type { Group } from './groups.ts'
import { otherLanguage } from './language.ts'
import { matchTemplate } from './match-template.ts'
import type { Cut } from './match-template.ts'
import { fillTemplate, readTemplate } from './slots.ts'
import type { Slot, Template } from './slots.ts'

interface KnownSentence {
  readonly english: Template
  readonly chinese: Template
  readonly cut: Cut
}

interface Turned {
  /** `null`: it fits, but where a sentence of a certain group has to stand, something else does. */
  readonly text: string | null
  /** How it was recognised, the more telling first: by its first words, how soon others follow, how many they are. */
  readonly rank: readonly [first: number, next: number, words: number]
}

/** No template makes a longer sentence without a value that long. */
const LONGEST = 20_000
/** A record of a grant with every limit there is. */
const DEEPEST = 8
/** Values can be made of templates; there is an end to trying them. */
const MOST_LOOKS = 1000

/** Its sentences bear values in quotes, and are made longer at their end. */
const QUOTING: Group = 'covers'
/** A limit at the end was appended to whatever stands before it, and that is a sentence of its group again. */
const LAST_COUNTS = 1000

const known = new Map<Group, readonly KnownSentence[]>()

export function translate(sentence: string, group: Group, locale: string): string {
  if (otherLanguage(locale) === null || sentence.length > LONGEST) return sentence
  return turn(sentence, group, { looksLeft: MOST_LOOKS }, DEEPEST) ?? sentence
}

/**
 * `null`: it is no sentence of this group, or it cannot be recognised for sure: a lesser template that fits too would
 * lie.
 */
function turn(sentence: string, group: Group, search: { looksLeft: number }, depth: number): string | null {
  let best: Turned | null = null
  if (depth === 0 || search.looksLeft-- <= 0) return null
  const searched = group === QUOTING ? maskStrings(sentence) : sentence
  for (const { english, chinese, cut } of sentencesOf(group)) {
    const values = matchTemplate(english, sentence, searched, cut)
    if (values === null) continue
    const { fixed } = english
    const first = cut === 'right' ? LAST_COUNTS : (fixed[0]?.length ?? 0)
    const rank = [first, -(values[0]?.length ?? 0), fixed.join('').length] as const
    if (best !== null && !isAhead(rank, best.rank)) continue
    const turned = turnValues(english.slots, values, search, depth)
    best = { text: turned === null ? null : fillTemplate(chinese, turned), rank }
  }
  return best?.text ?? null
}

/** `null`: where a sentence of a certain group has to stand, something else does. */
function turnValues(
  slots: readonly Slot[],
  values: readonly string[],
  search: { looksLeft: number },
  depth: number,
): { readonly [name: string]: string } | null {
  const turned: [string, string][] = []
  for (const [index, { name, group }] of slots.entries()) {
    const value = values[index] ?? ''
    const inner = group === null ? null : turn(value, group as Group, search, depth - 1)
    if (group !== null && inner === null && !OPEN_GROUPS.has(group as Group)) return null
    turned.push([name, inner ?? value])
  }
  return Object.fromEntries(turned)
}

function isAhead(one: Turned['rank'], other: Turned['rank']): boolean {
  const [first, next, words] = one.map((part, index) => part - (other[index] ?? 0))
  return (first || next || words || 0) > 0
}

function sentencesOf(group: Group): readonly KnownSentence[] {
  const before = known.get(group)
  if (before !== undefined) return before
  const sentences = GROUPS[group].flatMap((table) =>
    Object.values(table).map(([text, chinese]) => {
      const english = readTemplate(text)
      const isAppended = group === QUOTING && english.fixed[0] === ''
      return { english, chinese: readTemplate(chinese), cut: isAppended ? ('right' as const) : ('left' as const) }
    }),
  )
  known.set(group, sentences)
  return sentences
}

/**
 * A text in which what stands inside JSON strings is blotted out, as long as before: it is part of a value. In one
 * reading.
 */
const ESCAPED_OR_QUOTE = /\\[^]|"/g

function maskStrings(text: string): string {
  let masked = ''
  let at = 0
  for (;;) {
    const open = text.indexOf('"', at)
    const close = open < 0 ? -1 : endOfString(text, open)
    // Where one string has no end, none that begins inside it has.
    if (close < 0) return masked + text.slice(at)
    masked += text.slice(at, open) + '\0'.repeat(close + 1 - open)
    at = close + 1
  }
}

function endOfString(text: string, open: number): number {
  ESCAPED_OR_QUOTE.lastIndex = open + 1
  for (let found = ESCAPED_OR_QUOTE.exec(text); found !== null; found = ESCAPED_OR_QUOTE.exec(text)) {
    if (found[0] === '"') return found.index
  }
  return -1
}
