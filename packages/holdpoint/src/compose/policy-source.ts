/** The policy in force: from the file if there is one, else the defaults, which protect. */
import { homedir } from 'node:os'
import { DEFAULT_CONFIG, compilePolicy, loadConditions, needsConditions } from '@holdpoint/core/policy'
import type { Policy, PolicyConfig, PolicyProblem, ProtectedPaths } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/store'
import { findConfig } from '../config/find-config.ts'
import type { ConfigProblem } from '../config/config-problem.ts'
import { createProtectedPaths } from '../config/protected-paths.ts'

export interface PolicyInForce {
  readonly file: string | null
  readonly config: PolicyConfig
  readonly policy: Policy
}

export type PolicyLoading =
  | ({ readonly ok: true } & PolicyInForce)
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

export interface PolicyPlaces {
  readonly flag: string | null
  readonly home: string
  readonly workingDirectory: string
}

export async function loadPolicy(places: PolicyPlaces): Promise<PolicyLoading> {
  const found = findConfig({
    flag: places.flag,
    environment: process.env,
    userHome: homedir(),
    workingDirectory: places.workingDirectory,
  })
  const protectedPaths = createProtectedPaths({
    userHome: homedir(),
    holdpointHome: places.home,
    configFile: found?.path ?? null,
    environment: process.env,
    workingDirectory: places.workingDirectory,
  })
  if (found === null) return await compile(DEFAULT_CONFIG, null, protectedPaths, null)
  const { readConfig } = await import('../config/read-config.ts')
  const reading = await readConfig(found.path, process.env)
  if (!reading.ok) return reading
  return await compile(reading.config, found.path, protectedPaths, (problem) => reading.locate(problem))
}

async function compile(
  config: PolicyConfig,
  file: string | null,
  protectedPaths: ProtectedPaths,
  locate: ((problem: PolicyProblem) => ConfigProblem) | null,
): Promise<PolicyLoading> {
  const conditions = needsConditions(config) ? await loadConditions() : null
  const compiled = compilePolicy(config, { sha256, protectedPaths, conditions })
  if (compiled.ok) return { ok: true, file, config, policy: compiled.policy }
  if (locate === null) throw new Error('The built-in defaults do not compile.')
  return { ok: false, problems: compiled.problems.map(locate) }
}
