/**
 * Members of one object whose names a server may take for each other: readers ignore case (`DRY_RUN`), width, normal form,
 * zero-width characters, and `_` or `-` between words (`dryRun` beside `dry_run`). Which of the two counts is then the
 * server's choice, so nobody can say what such arguments do. Letters of other scripts are no matter of this module.
 */
import type { JsonObject, JsonValue } from './json-value.ts'

export interface LookAlikes {
  readonly one: string
  readonly other: string
}

const PLAIN_NAME = /^[a-z0-9]*$/
const VISIBLE_ASCII = /^[!-~]*$/
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\s]+/gu
/** Between words alone: `1-5` and `15` are two numbers, and many documents have both `_id` and `id`. */
const SEPARATORS = /(?<=\p{L})[_-]+(?=[\p{L}\p{N}])|(?<=\p{N})[_-]+(?=\p{L})/gu

/** What a careless reader makes of a name. */
export function foldName(name: string): string {
  if (PLAIN_NAME.test(name)) return name
  const seen = VISIBLE_ASCII.test(name) ? name : name.normalize('NFKC').replace(UNSEEN, '')
  // Both ways: some letters have a partner in one direction only (the Kelvin sign, the dotless i, ß).
  return seen.toUpperCase().toLowerCase().normalize('NFKC').replace(SEPARATORS, '')
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
  if (names.length > 1) {
    const known = new Map<string, string>()
    for (const name of names) {
      const folded = foldName(name)
      const one = known.get(folded)
      if (one !== undefined) return { one, other: name }
      known.set(folded, name)
    }
  }
  for (const name of names) {
    const found = findLookAlikes(object[name] ?? null)
    if (found !== null) return found
  }
  return null
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
 * Whether anything at any depth, other than the member of this very name at the top, is named like it or mentions it: another
 * `dry_run` further down, or `--dry-run=false` in a text.
 */
export function hasNamesake(value: JsonObject, name: string): boolean {
  const bare = (text: string): string => foldName(text).replace(/[^\p{L}\p{N}]+/gu, '')
  const folded = bare(name)
  const within = (inner: JsonValue, isTop: boolean): boolean => {
    if (typeof inner === 'string') return bare(inner).includes(folded)
    if (typeof inner !== 'object' || inner === null) return false
    if (Array.isArray(inner)) return (inner as readonly JsonValue[]).some((item) => within(item, false))
    return Object.entries(inner as JsonObject).some(
      ([key, item]) => (bare(key) === folded && !(isTop && key === name)) || within(item, false),
    )
  }
  return within(value, true)
}
