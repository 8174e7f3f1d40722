/** Where the policy comes from: the file if there is one, else the defaults, which protect. */
import { homedir } from 'node:os'
import { sha256 } from '@holdpoint/store'
import { createProjectFolders, createProtectedPaths, findConfig, loadPolicy as loadFrom, readConfig } from './index.ts'
import type { LoadedPolicy, LoadResult } from './index.ts'

export interface PolicyInForce extends LoadedPolicy {
  /** `null`: the built-in defaults. */
  readonly file: string | null
}

export type PolicyLoading = ({ readonly ok: true } & PolicyInForce) | Extract<LoadResult, { readonly ok: false }>

export interface PolicyPlaces {
  readonly flag: string | null
  readonly home: string
  readonly workingDirectory: string
}

export async function loadPolicy(places: PolicyPlaces): Promise<PolicyLoading> {
  const { flag, home, workingDirectory } = places
  const found = findConfig({ flag, environment: process.env, userHome: homedir(), workingDirectory })
  const file = found?.path ?? null
  const protectedPaths = createProtectedPaths({
    userHome: homedir(),
    holdpointHome: home,
    configFile: file,
    environment: process.env,
    workingDirectory,
    otherFolders: file === null ? [] : await serverFolders(file),
  })
  const projects = createProjectFolders(homedir())
  const result = await loadFrom({ file, environment: process.env, sha256, protectedPaths, projects })
  return result.ok ? { ok: true, file, ...result.loaded } : result
}

/** Where the configured servers run: a relative path among a call's arguments may be meant from there. */
async function serverFolders(file: string): Promise<readonly string[]> {
  const reading = await readConfig(file, process.env)
  if (!reading.ok) return []
  return Object.values(reading.config.servers).flatMap(({ upstream }) =>
    upstream?.kind === 'command' && upstream.cwd !== null ? [upstream.cwd] : [],
  )
}
