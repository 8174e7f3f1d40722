/** The policy as the command line asks about it: what the file says, what a call would get, what a live server's tools get. */
import type { Store } from '@holdpoint/core'
import type { PolicyConfig, UpstreamConfig } from '@holdpoint/core/policy'
import type { LoadedPolicy, ServerQuestion, ServerRatings } from './command-context.ts'
import { formatConfigProblem } from '../config/config-problem.ts'
import type { HomeDirectory } from '../home/home-directory.ts'
import { checkQuorums } from '../config/check-quorums.ts'
import { explainCall } from './explain-call.ts'
import { describeGate } from '../config/gate-words.ts'
import { listLiveTools } from './live-tools.ts'
import { suggestForServer } from './suggest-for-server.ts'
import type { Log } from '../home/log.ts'
import { identifyUpstream } from '../transport/open-upstream.ts'
import { loadPolicy } from '../config/policy-source.ts'
import type { PolicyInForce } from '../config/policy-source.ts'

export async function describePolicy(
  file: string | null,
  home: HomeDirectory,
  openStore: () => Promise<Store>,
  log: Log,
  interrupted: AbortSignal,
): Promise<LoadedPolicy> {
  const loading = await loadPolicy({ flag: file, home: home.path, workingDirectory: process.cwd() })
  if (!loading.ok) return loading
  const unmet = await checkQuorums(loading, home, log)
  if (unmet.length > 0) return { ok: false, problems: unmet }
  const { config } = loading
  const gateOff = describeGate(loading)
  return {
    ok: true,
    file: loading.file,
    profile: config.profile,
    servers: Object.keys(config.servers).length,
    rules: config.rules.length,
    warnings: [...(gateOff === null ? [] : [gateOff]), ...loading.warnings],
    unset: Object.entries(loading.unset).flatMap(([server, problems]) =>
      problems.map((problem) => ({ server, ...problem })),
    ),
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
