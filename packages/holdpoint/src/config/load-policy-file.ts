/**
 * From a file (or none) to a policy that judges calls, or to problems with file and line. The expression parser is
 * loaded only for configurations that have conditions.
 */
import {
  compilePolicy,
  DEFAULT_CONFIG,
  findUnmetQuorums,
  hashConfig,
  loadConditions,
  needsConditions,
} from '@holdpoint/core/policy'
import type {
  CompileResult,
  KnownIdentities,
  Policy,
  PolicyConfig,
  ProjectFolders,
  ProtectedPaths,
} from '@holdpoint/core/policy'
import type { Sha256 } from '@holdpoint/core'
import { findUnusableChats } from './unusable-chats.ts'
import { findCheatsheets } from './cheatsheet-file.ts'
import { formatConfigProblem } from './config-problem.ts'
import type { ConfigProblem } from './config-problem.ts'
import { othersMayWrite } from './others-may-write.ts'
import { readConfig } from './read-config.ts'
import type { ConfigReading } from './read-config.ts'
import type { Environment } from './to-policy-config.ts'

export interface LoadPolicyFileOptions {
  /** `null`: there is no file, and the defaults protect. */
  readonly file: string | null
  readonly environment: Environment
  readonly sha256: Sha256
  readonly protectedPaths: ProtectedPaths
  readonly projects: ProjectFolders
}

export interface LoadedPolicy {
  readonly config: PolicyConfig
  readonly policy: Policy
  /** Another configuration, judged as this one is: for trying a change before it is made. Nothing is put in force. */
  readonly compileOther: (config: PolicyConfig) => CompileResult
  /** Names the whole configuration; what a person confirms. */
  readonly configHash: string
  /** The files of the servers that have one, by absolute path. */
  readonly cheatsheets: { readonly [server: string]: string }
  /** What a person should know of this file: settings without effect, others who may write it. One sentence each. */
  readonly warnings: readonly string[]
  /** By server: the variables it refers to and that are not set. Such a server is never started. */
  readonly unset: { readonly [server: string]: readonly ConfigProblem[] }
  /** Quorums that the people who are mapped cannot meet. Some are mapped by tokens of the store. */
  readonly unmetQuorums: (known: KnownIdentities) => readonly ConfigProblem[]
  /** Packages and secrets of chats that are missing here. Only a process that asks in chats needs them. */
  readonly unusableChats: () => readonly ConfigProblem[]
}

export type LoadResult =
  | { readonly ok: true; readonly loaded: LoadedPolicy }
  | {
      readonly ok: false
      readonly problems: readonly ConfigProblem[]
      /** What the file says in spite of them; `null`: not even which store and tokens are meant. */
      readonly config: PolicyConfig | null
    }

export async function loadPolicyFile(options: LoadPolicyFileOptions): Promise<LoadResult> {
  const reading = options.file === null ? withoutFile() : await readConfig(options.file, options.environment)
  if (!reading.ok) return reading
  const { config } = reading
  const conditions = needsConditions(config) ? await loadConditions() : null
  const { sha256, protectedPaths, projects } = options
  const environment = { sha256, protectedPaths, projects, conditions }
  const compiled = compilePolicy(config, environment)
  const sheets = await findCheatsheets(config, options.file)
  const problems = [...(compiled.ok ? [] : compiled.problems), ...sheets.problems]
  if (!compiled.ok || problems.length > 0) {
    return { ok: false, config, problems: problems.map((problem) => reading.locate(problem)) }
  }
  const configHash = hashConfig(config, options.sha256)
  const { unset } = reading
  const warnings = [
    ...reading.warnings.map(formatConfigProblem),
    ...(options.file === null ? [] : othersMayWrite(options.file)),
  ]
  return {
    ok: true,
    loaded: {
      config,
      policy: compiled.policy,
      compileOther: (other) => compilePolicy(other, environment),
      configHash,
      cheatsheets: sheets.files,
      warnings,
      unset,
      unmetQuorums: (known) => findUnmetQuorums(config, known).map((problem) => reading.locate(problem)),
      unusableChats: () =>
        findUnusableChats(config.channels, options.environment).map((problem) => reading.locate(problem)),
    },
  }
}

function withoutFile(): ConfigReading {
  return {
    ok: true,
    config: DEFAULT_CONFIG,
    warnings: [],
    unset: {},
    locate: ({ message, suggestion }) => ({ file: '(defaults)', line: 1, column: 1, message, suggestion }),
  }
}
