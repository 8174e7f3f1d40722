/**
 * Which places decide what Holdpoint holds, as absolute paths: its home, its configuration, the hosts' MCP and hook settings.
 * How a text leads into one of them is the matter of `protected-paths.ts`.
 */
import { say } from '@holdpoint/core'
import { HOST_PLACES, PROJECT_SETTINGS } from './host-settings.ts'
import { collapse, comparable, slashed } from './path-spelling.ts'
import type { PathSurroundings } from './path-spelling.ts'
import type { Place } from './place-finder.ts'
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
}

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

export function surroundingsOf(options: ProtectedPathsOptions): PathSurroundings {
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

export function placesOf(options: ProtectedPathsOptions, surroundings: PathSurroundings): readonly Place[] {
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
  const places = new Map<string, string>()
  for (const [path, words] of named) {
    const spelled = collapse(path)
    for (const form of [spelled, realPath(spelled)])
      if (!places.has(comparable(form))) places.set(comparable(form), words)
  }
  return [...places].map(([path, words]) => ({ path, words }))
}

/** Finds texts that name a protected file or folder at all; what they lead to is worked out afterwards. */
export function markersOf(places: readonly Place[]): RegExp {
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
