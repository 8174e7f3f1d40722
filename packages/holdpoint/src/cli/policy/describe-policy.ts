/**
 * The policy as the command line asks about it: what the file says, what a call would get, what a live server's tools
 * get.
 */
import type { Store } from '@holdpoint/core'
import type { PolicyConfig, UpstreamConfig } from '@holdpoint/core/policy'
import type {
  CheckedPolicy,
  ServerQuestion,
  ServerRatings,
  ServerSuggestions,
  SuggestQuestion,
} from '../command-context.ts'
import { formatConfigProblem } from '../../config/config-problem.ts'
import type { HomeDirectory } from '@holdpoint/store/home'
import { checkQuorums } from '../../config/check-quorums.ts'
import { explainCall } from './explain-call.ts'
import { describeGateOff } from '../../config/policy-source.ts'
import { listLiveTools } from './live-tools.ts'
import type { Log } from '../../home/log.ts'
import { identifyUpstream } from '../../transport/open-upstream.ts'
import { loadPolicy } from '../../config/policy-source.ts'
import type { PolicyInForce } from '../../config/policy-source.ts'
import { suggestRecipes } from '@holdpoint/core/policy'

export async function describePolicy(
  file: string | null,
  home: HomeDirectory,
  openStore: () => Promise<Store>,
  log: Log,
  interrupted: AbortSignal,
): Promise<CheckedPolicy> {
  const loading = await loadPolicy({ flag: file, home: home.path, workingDirectory: process.cwd() })
  if (!loading.ok) return loading
  const unmet = await checkQuorums(loading, home, log)
  if (unmet.length > 0) return { ok: false, problems: unmet }
  const { config } = loading
  const gateOff = describeGateOff(loading)
  return {
    ok: true,
    file: loading.file,
    profile: config.profile,
    servers: Object.keys(config.servers).length,
    rules: config.rules.length,
    warnings: [
      ...(gateOff === null ? [] : [gateOff]),
      ...loading.warnings,
      ...loading.unusableChats().map(formatConfigProblem),
    ],
    unset: Object.entries(loading.unset).flatMap(([server, problems]) =>
      problems.map((problem) => ({ server, ...problem })),
    ),
    tokens: config.tokens,
    explain: async (question) => await explainCall(question, { inForce: loading, openStore, log, interrupted }),
    rateServer: async (question) => await rateServer(question, loading, log, interrupted),
    suggestRecipes: async (question) => await suggestForServer(question, loading, log, interrupted),
  }
}

async function rateServer(
  { server: name, command, tenant }: ServerQuestion,
  { config, policy, unset }: PolicyInForce,
  log: Log,
  interrupted: AbortSignal,
): Promise<ServerRatings> {
  const [missing] = command === null && Object.hasOwn(unset, name) ? (unset[name] ?? []) : []
  if (missing !== undefined) return { kind: 'cannot-start', message: formatConfigProblem(missing) }
  const upstream: UpstreamConfig | null =
    command === null ? configuredUpstream(config, name) : { kind: 'command', command, env: {}, cwd: null }
  if (upstream === null) {
    const configured = Object.keys(config.servers).filter((other) => configuredUpstream(config, other) !== null)
    return { kind: 'not-configured', configured }
  }
  const server = identifyUpstream(name, upstream)
  const live = await listLiveTools(server, upstream, log, interrupted)
  if (!live.ok) return { kind: 'no-answer', display: server.display, message: live.message }
  const tools = live.tools.map((tool) => ({ tool: tool.name, ...policy.answerTool(tool, server, tenant) }))
  return { kind: 'rated', display: server.display, tools }
}

function configuredUpstream(config: PolicyConfig, name: string): UpstreamConfig | null {
  return Object.hasOwn(config.servers, name) ? (config.servers[name]?.upstream ?? null) : null
}

/** Recipes for a live server: starts or reaches it, reads its list, ends it again. */
async function suggestForServer(
  { server: named, command }: SuggestQuestion,
  { config, unset }: PolicyInForce,
  log: Log,
  interrupted: AbortSignal,
): Promise<ServerSuggestions> {
  const asked = named ?? (Object.keys(config.servers).length === 1 ? Object.keys(config.servers)[0] : undefined)
  const [missing] = command === null && asked !== undefined && Object.hasOwn(unset, asked) ? (unset[asked] ?? []) : []
  if (missing !== undefined) return { kind: 'cannot-start', message: formatConfigProblem(missing) }
  const reachable = Object.entries(config.servers).flatMap(([name, { upstream }]) =>
    upstream === null ? [] : [{ name, upstream }],
  )
  const chosen = command === null ? findConfigured(reachable, named) : toCommand(named ?? '', command)
  if (chosen === null) return { kind: 'which-server', configured: reachable.map(({ name }) => name) }
  const server = identifyUpstream(chosen.name, chosen.upstream)
  const live = await listLiveTools(server, chosen.upstream, log, interrupted)
  if (!live.ok) return { kind: 'no-answer', display: server.display, message: live.message }
  return { kind: 'suggested', server: chosen.name, recipes: suggestRecipes(live.tools) }
}

interface NamedUpstream {
  readonly name: string
  readonly upstream: UpstreamConfig
}

function findConfigured(reachable: readonly NamedUpstream[], named: string | null): NamedUpstream | null {
  if (named !== null) return reachable.find(({ name }) => name === named) ?? null
  return reachable.length === 1 ? (reachable[0] ?? null) : null
}

function toCommand(name: string, command: readonly string[]): NamedUpstream {
  return { name, upstream: { kind: 'command', command, env: {}, cwd: null } }
}
