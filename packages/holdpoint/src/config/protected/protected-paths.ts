/**
 * Tells whether a text leads into a place that decides what Holdpoint holds: its home, its configuration, the hosts'
 * MCP and hook settings. It sees through `~`, variables, encodings, quotes, `..`, links of both kinds, mounts, globs,
 * braces, schemes and hosts, and paths inside command lines. A relative path is tried in every folder it may be meant
 * in: ours, the servers', those that the same call or the same command line names.
 *
 * A tripwire against mistakes and injected calls, not a sandbox: a program can always compose a path that no text
 * shows. It runs on every string of every call, so ordinary strings leave early.
 */
import { lstatSync } from 'node:fs'
import { say } from '@holdpoint/core'
import type { ProtectedPaths } from '@holdpoint/core/policy'
import { expandBraces, hasBraces } from './brace-expansion.ts'
import { ANY_NAMES, createFolderNames } from './folder-names.ts'
import type { FolderNames } from './folder-names.ts'
import { createOwnFiles } from './own-files.ts'
import { foldersHandedOver, isWebAddress, pathsIn } from './path-candidates.ts'
import { asPattern, collapse, comparable, slashed, spellAbsolute } from './path-spelling.ts'
import type { PathSurroundings } from './path-spelling.ts'
import { createPlaceFinder, placeOfGlob } from './place-finder.ts'
import { foldersAround, markersOf, placesOf, surroundingsOf } from './protected-places.ts'
import type { ProtectedPathsOptions } from './protected-places.ts'
import { realPath } from './real-path.ts'
import { decodedWord, readingsOf, undoEscapes } from './text-readings.ts'

export type { ProtectedPathsOptions } from './protected-places.ts'

const LONGEST_PATH = 4096
const LONGEST_WORD = 256
/** Longer texts are documents, and their words no names of files. */
const LONGEST_COMMAND = 16 * 1024
const LOOKS_LIKE_A_PATH = /[/\\~$%]|^\./
/** Most arguments are words or numbers; a word of this kind is spelled like no path. */
const PLAIN_WORD = /^\w{1,64}$/
/** From this length on a word may be a path in base64 or hexadecimal digits. */
const SHORTEST_ENCODED = 16
const HAS_SEPARATOR = /[\s"'`;|&<>()=,{}]/
const BETWEEN_TOKENS = /[\s"'`;|&<>()=,{}]+/
/** Words before the folder in which the rest of a command line runs. */
const ENTERS = /^(?:cd|chdir|pushd|set-location|-C|--(?:directory|git-dir|work-tree|cwd|prefix|chdir))$/i
/** The root and the folder of a process, as Linux shows them. */
const OF_A_PROCESS = /^\/proc\/(self|thread-self|\d+)(?:\/task\/\d+)?\/(cwd|root)(?:\/|$)/
const MOST_NAMED = 16

/** A folder in which relative paths are tried. */
interface Base {
  readonly surroundings: PathSurroundings
  /** The folder itself, and where it really is. */
  readonly folder: string
  readonly real: string
  /** Where the folder stands in a protected place, so does all in it. */
  readonly place: string | null
  readonly names: FolderNames
}

export function createProtectedPaths(options: ProtectedPathsOptions): ProtectedPaths {
  const surroundings = surroundingsOf(options)
  const places = placesOf(options, surroundings)
  const markers = markersOf(places)
  const around = foldersAround(places)
  const placeOf = createPlaceFinder(places)
  const alsoStandsIn = createOwnFiles(places)
  const userHome = comparable(surroundings.userHome)

  const absolute = (text: string): string => collapse(slashed(spellAbsolute(text, surroundings)))
  const baseAt = (folder: string): Base => {
    const spelled = absolute(folder)
    const real = spelled.length <= LONGEST_PATH ? realPath(spelled) : spelled
    return {
      surroundings: { ...surroundings, workingDirectory: spelled },
      folder: spelled,
      real,
      place: placeOf(spelled) ?? placeOf(real),
      names: ANY_NAMES,
    }
  }
  const own = [...new Set([options.workingDirectory, ...(options.otherFolders ?? [])])].map((folder) => {
    const base = baseAt(folder)
    return { ...base, names: createFolderNames(base.folder) }
  })

  // All texts of one call come with the same list.
  let latest: { readonly folders: readonly string[]; readonly bases: readonly Base[] } = { folders: [], bases: own }
  const basesFor = (folders: readonly string[]): readonly Base[] => {
    if (folders.length === 0) return own
    if (latest.folders !== folders) {
      const written = new Set(folders.flatMap((folder) => pathsIn(undoEscapes(folder))).filter(isPathLike))
      latest = { folders, bases: [...own, ...[...written].map((folder) => baseAt(folder))] }
    }
    return latest.bases
  }

  const placeOnDisk = (path: string): string | null => placeOf(realPath(path)) ?? alsoStandsIn(path)

  const placeIn = (text: string, base: Base): string | null => {
    const spelled = spellAbsolute(text, base.surroundings)
    const collapsed = collapse(spelled)
    const pattern = asPattern(collapsed)
    const byText = placeOf(collapsed) ?? (pattern === null ? null : placeOfGlob(pattern, places))
    // A longer one is no path to the system, and may be one again for a server that shortens it first.
    if (byText !== null || collapsed.length > LONGEST_PATH) return byText
    if (!spelled.includes('..')) {
      // Most relative texts name nothing that exists; then no link can lead them elsewhere.
      const rest = collapsed.startsWith(`${base.folder}/`) ? collapsed.slice(base.folder.length + 1) : null
      const first = rest?.split('/', 1)[0] ?? ''
      if (rest !== null && (!base.names.mayHold(first) || statusOf(`${base.folder}/${first}`) === 'missing'))
        return placeOf(`${base.real}/${rest}`)
      return placeOnDisk(collapsed)
    }
    return placeOnDisk(collapsed) ?? (spelled.length <= LONGEST_PATH ? placeOnDisk(spelled) : null)
  }

  /** `find -path` and the like: a pattern that begins with any folder is meant in every one. */
  const placeAnywhere = (text: string): string | null =>
    text.startsWith('*') && text.includes('/') ? placeOfGlob(`/**/${text.replace(/^\*+\//, '')}`, places) : null

  const placeOfText = (text: string, bases: readonly Base[]): string | null => {
    if (text.startsWith('/proc/')) {
      const place = placeOfProcess(text, bases)
      if (place !== null) return place
    }
    const [first, ...others] = bases
    const place = placeAnywhere(text) ?? (first === undefined ? null : placeIn(text, first))
    if (place !== null || others.length === 0 || isAbsolute(text, surroundings)) return place
    return firstPlace(others, (base) => placeIn(text, base))
  }

  /** Another process may have any root and any folder. `self` means those of the server, which we only guess. */
  const placeOfProcess = (text: string, bases: readonly Base[]): string | null => {
    const [start, process, what] = OF_A_PROCESS.exec(text) ?? []
    if (start === undefined) return null
    const rest = text.slice(start.length)
    const place = what === 'root' ? placeOfText(`/${rest}`, bases) : firstPlace(bases, (base) => placeIn(rest, base))
    if (place !== null || process === 'self' || process === 'thread-self' || rest === '') return place
    const link = start.replace(/\/$/, '')
    return realPath(link) === link ? say('otherProcess') : null
  }

  const placeOfLink = (word: string, { folder, names }: Base): string | null =>
    names.mayHold(word) && statusOf(`${folder}/${word}`) === 'link' ? placeOnDisk(`${folder}/${word}`) : null

  /** A bare word is a file of the working directory, and leads out of it only where it is a link. */
  const placeOfWord = (word: string, bases: readonly Base[]): string | null =>
    firstPlace(bases, (base) => {
      return base.place ?? placeOf(`${base.folder}/${word}`) ?? placeOfLink(word, base)
    })

  const placeOfPaths = (word: string, bases: readonly Base[]): string | null =>
    firstPlace(pathsIn(word), (path) => {
      if (!isPathLike(path)) return null
      // After a host's name a relative path begins in the home there.
      return placeOfText(path, bases) ?? (path === word ? null : placeOfText(`~/${path}`, own))
    })

  const placeOfToken = (token: string, hasMarker: boolean, bases: readonly Base[], nested: boolean): string | null => {
    if (LOOKS_LIKE_A_PATH.test(token)) {
      const place = placeOfPaths(token, bases)
      if (place !== null) return place
    } else if (bases.length > own.length && token.length < LONGEST_WORD) {
      // Only folders that the call itself names: `{cwd: "~/.codex", command: "rm config.toml"}`.
      const place = placeOfWord(token, bases.slice(own.length))
      if (place !== null) return place
    }
    const encoded = nested || token.length < SHORTEST_ENCODED ? null : decodedWord(token)
    if (encoded !== null) {
      const place = placeInText(encoded, bases, true)
      if (place !== null) return place
    }
    // After `cd ~` a bare name is a file of the home folder.
    return hasMarker && markers.test(token) ? placeOfText(`~/${token}`, own) : null
  }

  /** A word of a command line may be a link as well, also after `path:`. */
  const placeOfLinks = (token: string): string | null =>
    token.length >= LONGEST_WORD || isWebAddress(token)
      ? null
      : firstPlace(token.includes(':') ? pathsIn(token) : [token], (word) =>
          word === '' || LOOKS_LIKE_A_PATH.test(word) ? null : firstPlace(own, (base) => placeOfLink(word, base)),
        )

  const placeOfTokens = (text: string, bases: readonly Base[], seen: Set<string>, nested: boolean): string | null => {
    const hasMarker = markers.test(text)
    const isShort = text.length <= LONGEST_COMMAND
    const named = new Set<string>()
    const relative = new Set<string>()
    let enters = false
    for (const token of text.split(BETWEEN_TOKENS)) {
      if (token === '') continue
      if (!seen.has(token)) {
        const place = placeOfToken(token, hasMarker, bases, nested) ?? (isShort ? placeOfLinks(token) : null)
        if (place !== null) return place
        seen.add(token)
      }
      if (isPathLike(token) && isAbsolute(token, surroundings)) {
        if (token.length < LONGEST_PATH && !isWebAddress(token)) named.add(absolute(token))
      } else if (token.length < LONGEST_PATH) {
        relative.add(token)
        if (enters && named.size < MOST_NAMED) {
          const entered = Array.from(named, (folder) => collapse(`${folder}/${token}`))
          for (const folder of entered) named.add(folder)
        }
      }
      enters = ENTERS.test(token)
    }
    return named.size === 0 ? null : placeInNamed(named, relative)
  }

  /** `tar -C ~ .codex`: what one text names, in the folders that it names. By text alone, since there may be many. */
  const placeInNamed = (named: ReadonlySet<string>, relative: ReadonlySet<string>): string | null => {
    const holding = [...named].filter((folder) => around.has(comparable(folder)))
    const any = [...named].slice(0, MOST_NAMED)
    for (const token of relative) {
      const folders = token.includes('..') ? any : holding
      const place = firstPlace(folders, (folder) =>
        folder === '/' && !token.includes('/') ? null : placeOf(collapse(`${folder}/${token.replaceAll('\\', '/')}`)),
      )
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

  const placeHandedOver = (text: string): string | null => {
    const given = foldersHandedOver(text).some((folder) => around.has(comparable(absolute(folder))))
    return given ? say('folderAround') : null
  }

  const placeOfReading = (text: string, bases: readonly Base[], seen: Set<string>, nested: boolean): string | null => {
    const looksLikeAPath = LOOKS_LIKE_A_PATH.test(text)
    if (!HAS_SEPARATOR.test(text) && !text.includes(':'))
      return (looksLikeAPath ? null : placeOfWord(text, bases)) ?? placeOfToken(text, true, bases, nested)
    const isOneLine = text.length <= LONGEST_PATH && !text.includes('\n')
    const asPath = isOneLine && looksLikeAPath ? placeOfPaths(text.trim(), bases) : null
    if (asPath !== null) return asPath
    return (
      placeOfTokens(text, bases, seen, nested) ??
      (text.includes('{') ? placeOfBraces(text, bases) : null) ??
      placeHandedOver(text)
    )
  }

  const placeInText = (text: string, bases: readonly Base[], nested: boolean): string | null => {
    const seen = new Set<string>()
    return firstPlace(readingsOf(text), (reading) => placeOfReading(reading, bases, seen, nested))
  }

  const leadsIntoProtected = (text: string, folders: readonly string[] = []): string | null => {
    if (text === '') return null
    const bases = basesFor(folders)
    for (const { names } of own) names.expire()
    if (PLAIN_WORD.test(text)) {
      const place = placeOfWord(text, bases)
      const encoded = place !== null || text.length < SHORTEST_ENCODED ? null : decodedWord(text)
      return encoded === null ? place : placeInText(encoded, bases, true)
    }
    if (isWebAddress(text) && !/\s/.test(text)) {
      // An address on the network is no path, unless it carries one of our names.
      const decoded = undoEscapes(text)
      if (!markers.test(decoded) && !decoded.toLowerCase().includes(userHome)) return null
    }
    return placeInText(text, bases, false)
  }

  return { leadsIntoProtected }
}

function isPathLike(text: string): boolean {
  return LOOKS_LIKE_A_PATH.test(text) && !isWebAddress(text)
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

/** A `link` leads elsewhere, by its target or as one of several names. Where that is not known, it counts as one. */
function statusOf(path: string): 'missing' | 'link' | 'plain' {
  if (path.length > LONGEST_PATH) return 'plain'
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 'missing'
    return found.isSymbolicLink() || (found.isFile() && found.nlink > 1) ? 'link' : 'plain'
  } catch {
    return 'plain'
  }
}
