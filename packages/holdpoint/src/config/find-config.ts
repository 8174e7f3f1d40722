/**
 * Where the configuration stands: `--config`, `HOLDPOINT_CONFIG`, else `holdpoint.yaml` in HOLDPOINT_HOME. Never the
 * working directory: a cloned repository must not disarm the gate.
 */
import { existsSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

export interface ConfigPlaces {
  /** The value of `--config`, or `null`. */
  readonly flag: string | null
  readonly environment: { readonly [name: string]: string | undefined }
  /** The user's home directory. */
  readonly userHome: string
  readonly workingDirectory: string
}

export interface FoundConfig {
  readonly path: string
  /** The file was named by a flag or a variable, so it has to exist. */
  readonly named: boolean
}

export function holdpointHome(environment: ConfigPlaces['environment'], userHome: string): string {
  const named = environment['HOLDPOINT_HOME']
  if (named === undefined || named === '') return join(userHome, '.holdpoint')
  return resolve(expandHome(named, userHome))
}

/** The file to read, or `null`: there is none, and the defaults protect. */
export function findConfig(places: ConfigPlaces): FoundConfig | null {
  const named = places.flag ?? places.environment['HOLDPOINT_CONFIG'] ?? ''
  if (named !== '') {
    const path = expandHome(named, places.userHome)
    return { path: isAbsolute(path) ? path : resolve(places.workingDirectory, path), named: true }
  }
  const path = join(holdpointHome(places.environment, places.userHome), 'holdpoint.yaml')
  return existsSync(path) ? { path, named: false } : null
}

function expandHome(path: string, userHome: string): string {
  return path === '~' || path.startsWith('~/') || path.startsWith('~\\') ? join(userHome, path.slice(1)) : path
}
