/** Where the policy comes from: the file if there is one, else the defaults, which protect. */
import { homedir } from 'node:os'
import { sha256 } from '@holdpoint/store'
import { createProjectFolders } from './protected/project-folders.ts'
import { createProtectedPaths } from './protected/protected-paths.ts'
import { findConfig } from './find-config.ts'
import { loadPolicyFile } from './load-policy-file.ts'
import { readConfig } from './read-config.ts'
import type { LoadedPolicy, LoadResult } from './load-policy-file.ts'
import { say } from '@holdpoint/core'
import { formatConfigProblem } from './config-problem.ts'
import type { ConfigProblem } from './config-problem.ts'

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
  const result = await loadPolicyFile({ file, environment: process.env, sha256, protectedPaths, projects })
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

/** "GATE OFF", wherever it is so: banners, pages, descriptions. */
export function describeGateOff({ config, policy }: PolicyInForce): string | null {
  if (config.profile === 'observe') return say('gateOffObserve')
  const open = Object.keys(config.tenants).filter((tenant) => policy.gateOff(tenant))
  return open.length === 0 ? null : say('gateOffFor', { tenants: open.join(', ') })
}

/**
 * The configuration cannot even be read for its store and tokens. A command that looks or decides fails with this: the
 * default store would show nothing of what waits, and a token of the file would look mistyped.
 */
export class ConfigUnreadableError extends Error {
  readonly code = 'CONFIG_INVALID'
  /** What a person can do about it. */
  readonly hint = 'Which store and tokens it names is not known. See all of it: holdpoint policy check'

  constructor(problems: readonly ConfigProblem[]) {
    const [first, ...others] = problems
    const more = others.length === 0 ? '' : ` And ${others.length} more.`
    super(first === undefined ? 'The configuration cannot be read.' : `${formatConfigProblem(first)}${more}`)
    this.name = 'ConfigUnreadableError'
  }
}
