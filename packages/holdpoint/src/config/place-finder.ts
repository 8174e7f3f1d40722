/** Which protected place an absolute path stands in. By text alone, and fast: it runs on every path of every call. */
import { matchesGlob } from '@holdpoint/core/policy'
import { PROJECT_SETTINGS } from './host-settings.ts'
import { comparable } from './path-spelling.ts'

export interface Place {
  /** Comparable form, no slash at the end. */
  readonly path: string
  readonly words: string
}

/** By looking up each of its beginnings, and each folder where a project's begin. */
export function createPlaceFinder(places: readonly Place[]): (path: string) => string | null {
  const byPath = new Map(places.map(({ path, words }) => [path, words]))
  const byFirstPart = new Map<string, { readonly rest: string; readonly words: string }[]>()
  for (const { host, path } of PROJECT_SETTINGS) {
    const [first = '', ...rest] = path.toLowerCase().split('/')
    const known = byFirstPart.get(first) ?? []
    known.push({ rest: rest.map((part) => `/${part}`).join(''), words: `the settings of ${host}` })
    byFirstPart.set(first, known)
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
      const words = end > start ? (byPath.get(compared.slice(0, end)) ?? projectPlaceAt(compared, start, end)) : null
      if (words !== null) return words
      start = end + 1
    }
    return null
  }
}

/** `~/.hold*` and the like: a pattern that fits the first parts of a protected path. */
export function placeOfGlob(pattern: string, places: readonly Place[]): string | null {
  const wanted = comparable(pattern).split('/')
  for (const { path, words } of places) {
    const parts = path.split('/')
    if (wanted.length < parts.length) continue
    if (parts.every((part, index) => fitsGlob(wanted[index] ?? '', part))) return words
  }
  return null
}

function fitsGlob(pattern: string, name: string): boolean {
  if (!/[*?[]/.test(pattern)) return pattern === name
  // A bare `*` fits every folder; taking it for ours would make each listing of a home a question.
  if (/^\*+$/.test(pattern)) return false
  return matchesGlob(pattern.replace(/\[[^\]]*\]/g, '?'), name)
}
