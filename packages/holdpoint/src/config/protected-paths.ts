/**
 * Tells whether a text leads into a place that decides what Holdpoint holds: its home, its configuration, the hosts' MCP and
 * hook settings. It sees through `~`, variables, encodings, `..`, symlinks, globs and paths inside command lines.
 *
 * A tripwire against mistakes and injected calls, not a sandbox: a program can always compose a path that no text shows.
 * It runs on every string of every call, so ordinary strings leave early.
 */
import { lstatSync } from 'node:fs'
import type { ProtectedPaths } from '@holdpoint/core/policy'
import { HOST_PLACES, PROJECT_SETTINGS } from './host-settings.ts'
import { collapse, comparable, decodePercent, spellAbsolute } from './path-spelling.ts'
import type { PathSurroundings } from './path-spelling.ts'
import { createPlaceFinder, placeOfGlob } from './place-finder.ts'
import type { Place } from './place-finder.ts'
import { realPath } from './real-path.ts'

export interface ProtectedPathsOptions {
  readonly userHome: string
  readonly holdpointHome: string
  /** The file that was read, or `null`. */
  readonly configFile: string | null
  readonly environment: { readonly [name: string]: string | undefined }
  readonly workingDirectory: string
}

const LONGEST_PATH = 4096
const MOST_TOKENS = 400
const FOLDER_VARIABLES = [
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'XDG_CONFIG_HOME',
  'HOLDPOINT_HOME',
  'HOLDPOINT_CONFIG',
  'PWD',
]
const LOOKS_LIKE_A_PATH = /[/\\~$%]|^\./
/** An address on the network is no path, unless it carries one of our names. */
const NETWORK_ADDRESS = /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i
/** Most arguments are words or numbers; a word of this kind is spelled like no path. */
const PLAIN_WORD = /^\w{1,64}$/
const BETWEEN_TOKENS = /[\s"'`;|&<>()=,{}]+/

export function createProtectedPaths(options: ProtectedPathsOptions): ProtectedPaths {
  const surroundings = surroundingsOf(options)
  const places = placesOf(options, surroundings)
  const markers = markersOf(places)
  const placeOf = createPlaceFinder(places)

  const placeOfText = (text: string): string | null => {
    const absolute = spellAbsolute(text, surroundings)
    const collapsed = collapse(absolute)
    const byText = placeOf(collapsed) ?? (/[*?[]/.test(collapsed) ? placeOfGlob(collapsed, places) : null)
    if (byText !== null) return byText
    return placeOf(realPath(collapsed)) ?? (absolute.includes('..') ? placeOf(realPath(absolute)) : null)
  }

  const placeOfFolder =
    placeOf(collapse(surroundings.workingDirectory)) ?? placeOf(realPath(surroundings.workingDirectory))

  /** A bare word is a file of the working directory, and leads out of it only where it is a link. */
  const placeOfWord = (word: string): string | null => {
    if (PLAIN_WORD.test(word))
      return placeOfFolder ?? (isLink(`${surroundings.workingDirectory}/${word}`) ? placeOfText(`./${word}`) : null)
    const path = `${surroundings.workingDirectory}/${word}`
    return placeOf(path) ?? (isLink(path) ? placeOf(realPath(path)) : null)
  }

  const placeOfTokens = (text: string): string | null => {
    const hasMarker = markers.test(text)
    let looked = 0
    for (const token of text.split(BETWEEN_TOKENS)) {
      if (token === '' || token.length > LONGEST_PATH) continue
      const isPath = LOOKS_LIKE_A_PATH.test(token) && !NETWORK_ADDRESS.test(token)
      if (isPath && looked++ < MOST_TOKENS) {
        const place = placeOfText(token)
        if (place !== null) return place
      }
      // After `cd ~` a bare name is a file of the home folder; after a colon or an @ a path may begin anew.
      if (hasMarker && markers.test(token)) {
        const place = placeOfText(`~/${token}`) ?? placeOfText(token.replace(/^.*[:@](?=[/~$.])/, ''))
        if (place !== null) return place
      }
    }
    return null
  }

  const leadsIntoProtected = (text: string): string | null => {
    if (PLAIN_WORD.test(text)) return placeOfWord(text)
    if (text === '' || (NETWORK_ADDRESS.test(text) && !/\s/.test(text) && !markers.test(decodePercent(text))))
      return null
    const decoded = text.includes('%') ? decodePercent(text) : text
    if (!/[\s"'`;|&<>()=,{}]/.test(decoded)) {
      if (decoded.length > LONGEST_PATH) return placeOfTokens(decoded)
      return LOOKS_LIKE_A_PATH.test(decoded) ? placeOfText(decoded) : placeOfWord(decoded)
    }
    const isOneLine = decoded.length <= LONGEST_PATH && !decoded.includes('\n')
    const asPath = isOneLine && LOOKS_LIKE_A_PATH.test(decoded) ? placeOfText(decoded.trim()) : null
    return asPath ?? (LOOKS_LIKE_A_PATH.test(decoded) || markers.test(decoded) ? placeOfTokens(decoded) : null)
  }

  return { leadsIntoProtected }
}

function surroundingsOf(options: ProtectedPathsOptions): PathSurroundings {
  const variables = new Map<string, string>()
  for (const name of FOLDER_VARIABLES) {
    const value = options.environment[name]
    if (value !== undefined && value !== '') variables.set(name.toLowerCase(), slashed(value))
  }
  variables.set('home', slashed(options.userHome))
  variables.set('userprofile', slashed(options.userHome))
  variables.set('holdpoint_home', slashed(options.holdpointHome))
  return { userHome: slashed(options.userHome), workingDirectory: slashed(options.workingDirectory), variables }
}

function placesOf(options: ProtectedPathsOptions, surroundings: PathSurroundings): readonly Place[] {
  const configFolders = ['.config', 'Library/Application Support', 'AppData/Roaming', 'AppData/Local'].map(
    (folder) => `${surroundings.userHome}/${folder}`,
  )
  for (const name of ['appdata', 'localappdata', 'xdg_config_home'])
    configFolders.push(surroundings.variables.get(name) ?? '')
  const roots = { home: [surroundings.userHome], config: configFolders.filter((folder) => folder !== ''), root: [''] }
  const named: [string, string][] = [[slashed(options.holdpointHome), "Holdpoint's own folder"]]
  if (options.configFile !== null) named.push([slashed(options.configFile), "Holdpoint's configuration"])
  for (const { host, under, path } of HOST_PLACES) {
    for (const root of roots[under]) named.push([root === '' ? path : `${root}/${path}`, `the settings of ${host}`])
  }
  const places = new Map<string, string>()
  for (const [path, words] of named) {
    const spelled = collapse(path)
    for (const form of [spelled, realPath(spelled)])
      if (!places.has(comparable(form))) places.set(comparable(form), words)
  }
  return [...places].map(([path, words]) => ({ path, words }))
}

/** Finds texts that name a protected file or folder at all; what they lead to is worked out afterwards. */
function markersOf(places: readonly Place[]): RegExp {
  const names = new Set<string>()
  for (const { path } of places) names.add(path.slice(path.lastIndexOf('/') + 1))
  for (const { path } of PROJECT_SETTINGS) names.add(path.slice(path.lastIndexOf('/') + 1).toLowerCase())
  // Names as common as these would send every text the long way.
  for (const common of [
    'user',
    'settings',
    'hooks',
    'config.json',
    'settings.json',
    'mcp',
    'claude',
    'zed',
    'goose',
    'opencode',
  ]) {
    names.delete(common)
  }
  return new RegExp([...names].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'i')
}

function isLink(path: string): boolean {
  try {
    return path.length <= LONGEST_PATH && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch {
    return false
  }
}

function slashed(path: string): string {
  const forward = path.replaceAll('\\', '/')
  return forward.length > 1 && forward.endsWith('/') ? forward.slice(0, -1) : forward
}
