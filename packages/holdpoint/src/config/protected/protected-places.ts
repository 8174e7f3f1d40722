/**
 * Which places decide what Holdpoint holds, as absolute paths: its home, its configuration, the hosts' MCP and hook
 * settings. How a text leads into one of them is the matter of `protected-paths.ts`.
 */
import { say } from '@holdpoint/core'
import { HOST_PLACES, PROJECT_SETTINGS } from '../host-settings.ts'
import { collapse, comparable, slashed } from './path-spelling.ts'
import { otherPathsOf, readMounts } from './mounts.ts'
import type { Mount } from './mounts.ts'
import type { PathSurroundings } from './path-spelling.ts'
import { OWN_NAME } from './place-finder.ts'
import type { ProtectedPlace } from './place-finder.ts'
import { realPath } from './real-path.ts'

export interface ProtectedPathsOptions {
  readonly userHome: string
  readonly holdpointHome: string
  /** The file that was read, or `null`. */
  readonly configFile: string | null
  readonly environment: { readonly [name: string]: string | undefined }
  readonly workingDirectory: string
  /** Where else a relative path may be meant: the working directories of the servers. */
  readonly otherFolders?: readonly string[]
  /** What is mounted where; without it the system is asked. */
  readonly mounts?: readonly Mount[]
}

/** Variables that are parts of paths without being any. */
const NAMES_IN_PATHS = new Set(['USER', 'LOGNAME', 'USERNAME', 'HOMEDRIVE'])
const LONGEST_VALUE = 4096

export function surroundingsOf(options: ProtectedPathsOptions): PathSurroundings {
  const variables = new Map<string, string>()
  for (const [name, value] of Object.entries(options.environment)) {
    if (value === undefined || value === '' || value.length > LONGEST_VALUE) continue
    if (/[/\\]/.test(value) || NAMES_IN_PATHS.has(name.toUpperCase())) variables.set(name.toLowerCase(), slashed(value))
  }
  variables.set('home', slashed(options.userHome))
  variables.set('userprofile', slashed(options.userHome))
  variables.set('holdpoint_home', slashed(options.holdpointHome))
  return { userHome: slashed(options.userHome), workingDirectory: slashed(options.workingDirectory), variables }
}

export function placesOf(options: ProtectedPathsOptions, surroundings: PathSurroundings): readonly ProtectedPlace[] {
  const configFolders = ['.config', 'Library/Application Support', 'AppData/Roaming', 'AppData/Local'].map(
    (folder) => `${surroundings.userHome}/${folder}`,
  )
  for (const name of ['appdata', 'localappdata', 'xdg_config_home'])
    configFolders.push(surroundings.variables.get(name) ?? '')
  const roots = { home: [surroundings.userHome], config: configFolders.filter((folder) => folder !== ''), root: [''] }
  const named: [string, string][] = [[slashed(options.holdpointHome), say('ownFolder')]]
  if (options.configFile !== null) named.push([slashed(options.configFile), say('ownConfiguration')])
  for (const { host, under, path } of HOST_PLACES) {
    for (const root of roots[under]) named.push([root === '' ? path : `${root}/${path}`, say('settingsOf', { host })])
  }
  const places = new Map<string, ProtectedPlace>()
  const mounts = options.mounts ?? readMounts()
  for (const [path, words] of named) {
    const spelled = collapse(path)
    const real = realPath(spelled)
    // Shells for Windows write `/c/Users/…` and `/mnt/c/Users/…`.
    const withoutDrive = /^[a-z]:(?=\/)/i.test(spelled) ? [spelled.slice(2)] : []
    for (const form of [spelled, real, ...otherPathsOf(real, mounts), ...withoutDrive]) {
      const compared = comparable(form)
      if (!places.has(compared)) places.set(compared, { path: compared, written: form, words })
    }
  }
  return [...places.values()]
}

/** Every folder that holds a protected place: a call that is given the whole folder is given the place. */
export function foldersAround(places: readonly ProtectedPlace[]): ReadonlySet<string> {
  const folders = new Set(['/'])
  for (const { path } of places) {
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) folders.add(path.slice(0, cut))
  }
  return folders
}

/** Finds texts that name a protected file or folder at all; what they lead to is worked out afterwards. */
export function markersOf(places: readonly ProtectedPlace[]): RegExp {
  const names = new Set([OWN_NAME])
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
