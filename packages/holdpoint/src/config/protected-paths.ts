/**
 * Tells whether a text leads into a place that decides what Holdpoint holds: its home, its configuration, the hosts' MCP and
 * hook settings. It sees through `~`, variables, encodings, `..`, symlinks, globs, braces and paths inside command lines. A
 * relative path is tried in every folder it may be meant in: ours, the servers', those that the same call names.
 *
 * A tripwire against mistakes and injected calls, not a sandbox: a program can always compose a path that no text shows.
 * It runs on every string of every call, so ordinary strings leave early.
 */
import { lstatSync } from 'node:fs'
import type { ProtectedPaths } from '@holdpoint/core/policy'
import { expandBraces, hasBraces } from './brace-expansion.ts'
import { collapse, decodePercent, slashed, spellAbsolute } from './path-spelling.ts'
import type { PathSurroundings } from './path-spelling.ts'
import { createPlaceFinder, placeOfGlob } from './place-finder.ts'
import { markersOf, placesOf, surroundingsOf } from './protected-places.ts'
import type { ProtectedPathsOptions } from './protected-places.ts'
import { realPath } from './real-path.ts'

export type { ProtectedPathsOptions } from './protected-places.ts'

const LONGEST_PATH = 4096
const LOOKS_LIKE_A_PATH = /[/\\~$%]|^\./
/** An address on the network is no path, unless it carries one of our names. */
const NETWORK_ADDRESS = /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i
/** Most arguments are words or numbers; a word of this kind is spelled like no path. */
const PLAIN_WORD = /^\w{1,64}$/
const BETWEEN_TOKENS = /[\s"'`;|&<>()=,{}]+/

/** A folder in which relative paths are tried. */
interface Base {
  readonly surroundings: PathSurroundings
  /** The folder itself, and where it really is. */
  readonly folder: string
  readonly real: string
  /** Where the folder stands in a protected place, so does all in it. */
  readonly place: string | null
}

export function createProtectedPaths(options: ProtectedPathsOptions): ProtectedPaths {
  const surroundings = surroundingsOf(options)
  const places = placesOf(options, surroundings)
  const markers = markersOf(places)
  const placeOf = createPlaceFinder(places)

  const baseAt = (folder: string): Base => {
    const spelled = collapse(slashed(spellAbsolute(folder, surroundings)))
    const real = spelled.length <= LONGEST_PATH ? realPath(spelled) : spelled
    return {
      surroundings: { ...surroundings, workingDirectory: spelled },
      folder: spelled,
      real,
      place: placeOf(spelled) ?? placeOf(real),
    }
  }
  const own = [...new Set([options.workingDirectory, ...(options.otherFolders ?? [])])].map((folder) => baseAt(folder))

  // All texts of one call come with the same list.
  let latest: { readonly folders: readonly string[]; readonly bases: readonly Base[] } = { folders: [], bases: own }
  const basesFor = (folders: readonly string[]): readonly Base[] => {
    if (folders.length === 0) return own
    if (latest.folders !== folders)
      latest = { folders, bases: [...own, ...folders.map((folder) => baseAt(decodePercent(folder)))] }
    return latest.bases
  }

  const placeIn = (text: string, base: Base): string | null => {
    const absolute = spellAbsolute(text, base.surroundings)
    const collapsed = collapse(absolute)
    const byText = placeOf(collapsed) ?? (/[*?[]/.test(collapsed) ? placeOfGlob(collapsed, places) : null)
    // A longer one is no path to the system, and may be one again for a server that shortens it first.
    if (byText !== null || collapsed.length > LONGEST_PATH) return byText
    if (!absolute.includes('..')) {
      // Most relative texts name nothing that exists; then no link can lead them elsewhere.
      const rest = collapsed.startsWith(`${base.folder}/`) ? collapsed.slice(base.folder.length + 1) : null
      if (rest !== null && !exists(`${base.folder}/${rest.split('/', 1)[0] ?? ''}`))
        return placeOf(`${base.real}/${rest}`)
      return placeOf(realPath(collapsed))
    }
    return placeOf(realPath(collapsed)) ?? (absolute.length <= LONGEST_PATH ? placeOf(realPath(absolute)) : null)
  }

  const placeOfText = (text: string, bases: readonly Base[]): string | null => {
    const [first, ...others] = bases
    const place = first === undefined ? null : placeIn(text, first)
    if (place !== null || others.length === 0 || isAbsolute(text, surroundings)) return place
    return firstPlace(others, (base) => placeIn(text, base))
  }

  /** A bare word is a file of the working directory, and leads out of it only where it is a link. */
  const placeOfWord = (word: string, bases: readonly Base[]): string | null =>
    firstPlace(bases, (base) => {
      const path = `${base.folder}/${word}`
      return base.place ?? placeOf(path) ?? (isLink(path) ? placeOf(realPath(path)) : null)
    })

  const placeOfToken = (token: string, hasMarker: boolean, bases: readonly Base[]): string | null => {
    if (LOOKS_LIKE_A_PATH.test(token) && !NETWORK_ADDRESS.test(token)) {
      const place = placeOfText(token, bases)
      if (place !== null) return place
    } else if (bases.length > own.length && token.length < 256) {
      // Only folders that the call itself names: `{cwd: "~/.codex", command: "rm config.toml"}`.
      const place = placeOfWord(token, bases.slice(own.length))
      if (place !== null) return place
    }
    // After `cd ~` a bare name is a file of the home folder; after a colon or an @ a path may begin anew.
    if (!hasMarker || !markers.test(token)) return null
    return placeOfText(`~/${token}`, own) ?? placeOfText(token.replace(/^.*[:@](?=[/~$.])/, ''), own)
  }

  const placeOfTokens = (text: string, bases: readonly Base[]): string | null => {
    const hasMarker = markers.test(text)
    const seen = new Set<string>()
    for (const token of text.split(BETWEEN_TOKENS)) {
      if (token === '' || seen.has(token)) continue
      seen.add(token)
      const place = placeOfToken(token, hasMarker, bases)
      if (place !== null) return place
    }
    return null
  }

  /** Words in which a shell would see several paths. */
  const placeOfBraces = (text: string, bases: readonly Base[]): string | null => {
    for (const word of text.split(/[\s"'`;|&<>()=]+/)) {
      if (!hasBraces(word) || !LOOKS_LIKE_A_PATH.test(word)) continue
      const place = firstPlace(expandBraces(word), (path) => placeOfText(path, bases))
      if (place !== null) return place
    }
    return null
  }

  const leadsIntoProtected = (text: string, folders: readonly string[] = []): string | null => {
    const bases = basesFor(folders)
    if (PLAIN_WORD.test(text)) return placeOfWord(text, bases)
    if (text === '' || (NETWORK_ADDRESS.test(text) && !/\s/.test(text) && !markers.test(decodePercent(text))))
      return null
    const decoded = text.includes('%') ? decodePercent(text) : text
    if (!/[\s"'`;|&<>()=,{}]/.test(decoded))
      return LOOKS_LIKE_A_PATH.test(decoded) ? placeOfText(decoded, bases) : placeOfWord(decoded, bases)
    const looksLikeAPath = LOOKS_LIKE_A_PATH.test(decoded)
    const isOneLine = decoded.length <= LONGEST_PATH && !decoded.includes('\n')
    const asPath = isOneLine && looksLikeAPath ? placeOfText(decoded.trim(), bases) : null
    if (asPath !== null) return asPath
    if (!looksLikeAPath && folders.length === 0 && !markers.test(decoded)) return null
    return placeOfTokens(decoded, bases) ?? (decoded.includes('{') ? placeOfBraces(decoded, bases) : null)
  }

  return { leadsIntoProtected }
}

function firstPlace<T>(items: readonly T[], look: (item: T) => string | null): string | null {
  for (const item of items) {
    const place = look(item)
    if (place !== null) return place
  }
  return null
}

/** Whether a text means the same place in every folder. */
function isAbsolute(text: string, surroundings: PathSurroundings): boolean {
  const [one, other] = ['/1', '/2'].map((workingDirectory) =>
    spellAbsolute(text, { ...surroundings, workingDirectory }),
  )
  return one === other
}

function isLink(path: string): boolean {
  try {
    return path.length <= LONGEST_PATH && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch {
    return false
  }
}

/** Links that lead nowhere exist as well. Where it cannot be told, it may. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
