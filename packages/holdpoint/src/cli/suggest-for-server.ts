/** Recipes for a live server: starts or reaches it, reads its list, ends it again. */
import { suggestRecipes } from '@holdpoint/core/policy'
import type { UpstreamConfig } from '@holdpoint/core/policy'
import type { ServerSuggestions, SuggestQuestion } from './command-context.ts'
import { formatConfigProblem } from '../config/config-problem.ts'
import { listLiveTools } from './live-tools.ts'
import type { Log } from '../home/log.ts'
import { identifyUpstream } from '../transport/open-upstream.ts'
import type { PolicyInForce } from '../config/policy-source.ts'

export async function suggestForServer(
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
