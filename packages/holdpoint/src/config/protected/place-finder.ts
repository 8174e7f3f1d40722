/** Which protected place an absolute path stands in. By text alone, and fast: it runs on every path of every call. */
import { say } from '@holdpoint/core'
import { matchesGlob } from '@holdpoint/core/policy'
import { PROJECT_SETTINGS } from '../host-settings.ts'
import { comparable } from './path-spelling.ts'

export interface ProtectedPlace {
  /** Comparable form, no slash at the end. */
  readonly path: string
  /** As it stands on the disk. */
  readonly written: string
  readonly words: string
}

/** The usual name of our home. A copy, or that of another account or mount, has it too, and no ordinary folder does. */
export const OWN_NAME = '.holdpoint'

/**
 * By looking up each of its beginnings, each folder where a project's begin, and whatever stands after a folder that
 * one begins with: `/proc/1/root/home/…` and `/host/home/…` are `/home/…` seen from elsewhere.
 */
export function createPlaceFinder(places: readonly ProtectedPlace[]): (path: string) => string | null {
  const byPath = new Map(places.map(({ path, words }) => [path, words]))
  // Beginnings longer than every place need no look: a path of many parts would cost the square of its length.
  const longest = Math.max(0, ...places.map(({ path }) => path.length))
  const firstParts = new Set(places.map(({ path }) => path.split('/', 2).join('/')))
  const byFirstPart = new Map<string, { readonly rest: string; readonly words: string }[]>()
  for (const { host, path } of PROJECT_SETTINGS) {
    const [first = '', ...rest] = path.toLowerCase().split('/')
    const known = byFirstPart.get(first) ?? []
    known.push({ rest: rest.map((part) => `/${part}`).join(''), words: say('settingsOf', { host }) })
    byFirstPart.set(first, known)
  }
  byFirstPart.set(OWN_NAME, [{ rest: '', words: say('ownFolder') }])
  const placeFrom = (path: string, start: number): string | null => {
    let end = path.indexOf('/', start + 1)
    for (; end !== -1 && end - start <= longest; end = path.indexOf('/', end + 1)) {
      const words = byPath.get(path.slice(start, end))
      if (words !== undefined) return words
    }
    return byPath.get(path.slice(start)) ?? null
  }
  const projectPlaceAt = (path: string, start: number, end: number): string | null => {
    for (const { rest, words } of byFirstPart.get(path.slice(start, end)) ?? []) {
      const after = end + rest.length
      if (path.startsWith(rest, end) && (after === path.length || path[after] === '/')) return words
    }
    return null
  }
  return (path) => {
    const compared = comparable(path)
    let start = 0
    while (start < compared.length) {
      const slash = compared.indexOf('/', start)
      const end = slash === -1 ? compared.length : slash
      const known = end > start && end <= longest ? byPath.get(compared.slice(0, end)) : undefined
      const words =
        known ??
        (end > start ? projectPlaceAt(compared, start, end) : null) ??
        (start > 1 && firstParts.has(compared.slice(start - 1, end)) ? placeFrom(compared, start - 1) : null)
      if (words !== null) return words
      start = end + 1
    }
    return null
  }
}

/** `~/.hold*`, `/home/*\/.holdpoint` and the like: a pattern that fits the first parts of a protected path. */
export function placeOfGlob(pattern: string, places: readonly ProtectedPlace[]): string | null {
  const wanted = comparable(pattern).split('/')
  if (wanted.length > MOST_PARTS) return say('uncheckable')
  for (const { path, words } of places) if (fitsParts(wanted, path.split('/'))) return words
  if (wanted.some((part) => lettersOf(part) >= FEWEST_LETTERS && fitsGlob(part, OWN_NAME))) return say('ownFolder')
  for (const { host, path } of PROJECT_SETTINGS) {
    // The settings of a project may stand anywhere, so only the end of the pattern counts.
    const parts = path.toLowerCase().split('/')
    const end = wanted.slice(-parts.length)
    const last = end.at(-1) ?? ''
    if (ANY_NAME.test(last) || (parts.length === 1 && ANY_OF_A_KIND.test(last))) continue
    if (end.length === parts.length && !ANY_NAME.test(end[0] ?? '') && fitsParts(end, parts))
      return say('settingsOf', { host })
  }
  return null
}

const MOST_PARTS = 200
/** `.*` stands in every second regular expression. */
const FEWEST_LETTERS = 4
const ANY_NAME = /^\*+$/
const ANY_OF_A_KIND = /^\*+\.\w+$/

/** Whether the beginning of a pattern fits all the parts; `**` is any number of them. */
function fitsParts(wanted: readonly string[], parts: readonly string[]): boolean {
  // Which numbers of parts the pattern so far can have used up.
  let reached = new Set([0])
  let anywhere = false
  for (const pattern of wanted) {
    anywhere ||= ANY_NAME.test(pattern)
    const next = new Set<number>()
    for (const used of reached) {
      const part = parts[used]
      if (pattern === '**') for (let more = used; more < parts.length; more++) next.add(more)
      // A bare `*` fits every folder on the way; as our own it would make each listing of a home a question.
      // So would every search for files of one kind, wherever they are.
      else if (part !== undefined && used === parts.length - 1 && isUnspecific(pattern, anywhere)) continue
      else if (part !== undefined && (ANY_NAME.test(pattern) || fitsGlob(pattern, part))) next.add(used + 1)
    }
    if (next.has(parts.length)) return true
    if (next.size === 0) return false
    reached = next
  }
  return false
}

function lettersOf(pattern: string): number {
  return pattern.replace(/\[[^\]]*\]|[*?.]/g, '').length
}

function isUnspecific(pattern: string, anywhere: boolean): boolean {
  return ANY_NAME.test(pattern) || (anywhere && ANY_OF_A_KIND.test(pattern))
}

function fitsGlob(pattern: string, name: string): boolean {
  if (!/[*?[]/.test(pattern)) return pattern === name
  return matchesGlob(pattern.replace(/\[[^\]]*\]/g, '?'), name)
}
