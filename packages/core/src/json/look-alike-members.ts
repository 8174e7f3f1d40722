/**
 * Members of one object whose names a server may take for each other: readers ignore case (`DRY_RUN`), width, normal
 * form, zero-width characters, and `_` or `-` between words (`dryRun` beside `dry_run`). Which of the two counts is
 * then the server's choice, so what such arguments do is unknown here. And people cannot tell names apart that differ
 * only in letters of another script (`prеview` with a Cyrillic е); two in plain ASCII (`l1`, `ll`) are left alone: they
 * are ordinary columns.
 */
import { skeletonOf } from '../confusable/skeleton.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

export interface LookAlikes {
  readonly one: string
  readonly other: string
}

const PLAIN_NAME = /^[a-z0-9]*$/
const VISIBLE_ASCII = /^[!-~]*$/
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\s]+/gu
/** Between words alone: `1-5` and `15` are two numbers, and many documents have both `_id` and `id`. */
const SEPARATORS = /(?<=\p{L})[\p{Pc}\p{Pd}]+(?=[\p{L}\p{N}])|(?<=\p{N})[\p{Pc}\p{Pd}]+(?=\p{L})/gu
const FOREIGN_LETTER = /[^\p{Script=Latin}\P{L}]/u
/** How forms write one member of a list. */
const LIST_MARK = /\[\d*\]$/

const FOLDED = new Map<string, string>()
const MOST_FOLDED = 2000
const FEW = 12
const LONGEST_KEPT = 80

/** What a careless reader makes of a name. */
export function foldName(name: string): string {
  if (PLAIN_NAME.test(name)) return name
  const known = FOLDED.get(name)
  if (known !== undefined) return known
  const folded = fold(name)
  if (name.length <= LONGEST_KEPT) {
    if (FOLDED.size >= MOST_FOLDED) FOLDED.clear()
    FOLDED.set(name, folded)
  }
  return folded
}

function fold(name: string): string {
  const seen = VISIBLE_ASCII.test(name) ? name : name.normalize('NFKC').replace(UNSEEN, '')
  // Both ways: some letters have a partner in one direction only (the Kelvin sign, the dotless i, ß).
  return seen.toUpperCase().toLowerCase().normalize('NFKC').replace(LIST_MARK, '').replace(SEPARATORS, '')
}

/** What people take a name for. */
function seenName(name: string): string {
  return skeletonOf(foldName(name)).replace(SEPARATORS, '')
}

/** The first two members, at any depth, whose names look alike. */
export function findLookAlikes(value: JsonValue): LookAlikes | null {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) {
      const found = findLookAlikes(item)
      if (found !== null) return found
    }
    return null
  }
  const object = value as JsonObject
  const names = Object.keys(object)
  if (names.length > 1 && mayLookAlike(names)) {
    const alike = firstTwoAlike(names, foldName, () => true) ?? firstTwoSeenAlike(names)
    if (alike !== null) return alike
  }
  for (const name of names) {
    const found = findLookAlikes(object[name] ?? null)
    if (found !== null) return found
  }
  return null
}

/** Few names are compared one by one, without a table: most calls have few. */
function mayLookAlike(names: readonly string[]): boolean {
  if (names.length > FEW) return true
  for (const name of names) {
    const folded = foldName(name)
    if (!VISIBLE_ASCII.test(name)) return true
    // Of a pair at least one is not as it is folded.
    if (folded === name) continue
    for (const other of names) if (other !== name && foldName(other) === folded) return true
  }
  return false
}

function firstTwoAlike(
  names: readonly string[],
  as: (name: string) => string,
  counts: (one: string, other: string) => boolean,
): LookAlikes | null {
  const known = new Map<string, string>()
  for (const name of names) {
    const compared = as(name)
    const one = known.get(compared)
    if (one === undefined) known.set(compared, name)
    else if (counts(one, name)) return { one, other: name }
  }
  return null
}

/**
 * The skeletons of two Latin names may agree as well (`m` and `rn`, `café` and `cafe`); one of the two must be of
 * another script.
 */
function firstTwoSeenAlike(names: readonly string[]): LookAlikes | null {
  const isForeign = (name: string): boolean => !VISIBLE_ASCII.test(name) && FOREIGN_LETTER.test(name)
  if (!names.some(isForeign)) return null
  return firstTwoAlike(names, seenName, (one, other) => isForeign(one) || isForeign(other))
}

/** The two names as people can tell them apart: in quotes, everything beyond plain letters by its code. */
export function nameLookAlikes({ one, other }: LookAlikes): LookAlikes {
  return { one: quote(one), other: quote(other) }
}

const LONGEST_SHOWN = 80

function quote(name: string): string {
  const clipped = name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name
  return JSON.stringify(clipped).replace(/[^ -~…]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Whether anything at any depth, other than the member of this very name at the top, is named like it or mentions it:
 * another `dry_run` further down, or `--dry-run=false` in a text.
 */
export function hasNamesake(value: JsonObject, name: string): boolean {
  const bare = (text: string): string => foldName(text).replace(/[^\p{L}\p{N}]+/gu, '')
  const folded = bare(name)
  const seen = bare(seenName(name))
  const mentions = (text: string): boolean =>
    bare(text).includes(folded) || (!VISIBLE_ASCII.test(text) && bare(seenName(text)).includes(seen))
  const isNamedLike = (key: string): boolean =>
    bare(key) === folded || (!VISIBLE_ASCII.test(key) && bare(seenName(key)) === seen)
  const within = (inner: JsonValue, isTop: boolean): boolean => {
    if (typeof inner === 'string') return mentions(inner)
    if (typeof inner !== 'object' || inner === null) return false
    if (Array.isArray(inner)) return (inner as readonly JsonValue[]).some((item) => within(item, false))
    return Object.entries(inner as JsonObject).some(
      ([key, item]) => (isNamedLike(key) && !(isTop && key === name)) || within(item, false),
    )
  }
  return within(value, true)
}
