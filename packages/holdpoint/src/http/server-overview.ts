/**
 * The servers that were seen and what the policy in force says of their tools: pinned definitions and the
 * configuration, joined. It starts no server and asks none. It does not say whose client saw a server.
 */
import {
  PINS_PREFIX,
  changedTools,
  definitionOfPin,
  readServerReports,
  readToolPins,
  serverOfPinsKey,
  pinsOfServer,
  trustOfServers,
} from '@holdpoint/core'
import type { Pin, SeeProcess, ServerIdentity, ServerReport, ServerTrust, Store, ToolPins } from '@holdpoint/core'
import type { ServerToolView, ServerOverview } from './http-options.ts'
import { identifyUpstream } from '../transport/open-upstream.ts'
import type { PolicyInForce } from '../config/policy-source.ts'

interface SeenServer {
  readonly server: ServerIdentity
  readonly configured: boolean
  /** By tool: as first seen, and whether any client sees another now. */
  readonly tools: Map<string, { readonly pin: Pin; changed: boolean }>
}

export function createServerOverview(
  store: Store,
  policyInForce: () => Pick<PolicyInForce, 'policy' | 'config' | 'unset'> | null,
  localTenant: string,
  see: SeeProcess,
): (tenant: string) => Promise<readonly ServerOverview[]> {
  return async (tenant) => {
    const current = policyInForce()
    if (current === null) return []
    const seen = configuredServers(current)
    for (const { key, value } of await store.settings.under(PINS_PREFIX)) {
      const pins = readToolPins(value)
      const identity = serverOfPinsKey(key)
      if (pins === null || identity === '') continue
      // A server that another tenant wrapped on its own is not listed here.
      if (!seen.has(identity) && tenant !== localTenant) continue
      addPins(seen, identity, pins)
    }
    const reports = await readServerReports(store, tenant, see)
    for (const { server } of reports) {
      if (!seen.has(server.identity) && tenant === localTenant) seen.set(server.identity, unlisted(server))
    }
    return [...seen.values()]
      .map((entry) => {
        const report = reports.find(({ server }) => server.identity === entry.server.identity) ?? null
        return { ...toView(entry, current, tenant), ...standingOf(entry, report, current) }
      })
      .sort((one, other) => one.name.localeCompare(other.name))
  }
}

/** One that was started and has listed no tools. */
function unlisted({ name, identity }: Pick<ServerIdentity, 'name' | 'identity'>): SeenServer {
  return { server: { name, identity, display: '', transport: 'stdio' }, configured: false, tools: new Map() }
}

/** An entry that refers to variables that are not set is never started, whatever was seen of it before. */
function standingOf(
  { server, configured, tools }: SeenServer,
  report: ServerReport | null,
  { unset }: Pick<PolicyInForce, 'unset'>,
): Pick<ServerOverview, 'state' | 'since' | 'problem'> {
  const [missing] = configured && Object.hasOwn(unset, server.name) ? (unset[server.name] ?? []) : []
  if (report !== null && report.state !== 'failed') {
    return { state: report.state, since: new Date(report.since).toISOString(), problem: null }
  }
  if (missing !== undefined) return { state: 'failed', since: null, problem: missing.message }
  if (report !== null) {
    return { state: 'failed', since: new Date(report.since).toISOString(), problem: report.problem }
  }
  return { state: tools.size > 0 ? 'idle' : 'unseen', since: null, problem: null }
}

/** By identity. */
export function configuredServers({ config }: Pick<PolicyInForce, 'config'>): Map<string, SeenServer> {
  const servers = Object.entries(config.servers).flatMap(([name, { upstream }]) =>
    upstream === null ? [] : [identifyUpstream(name, upstream)],
  )
  return new Map(servers.map((server) => [server.identity, { server, configured: true, tools: new Map() }]))
}

function addPins(seen: Map<string, SeenServer>, identity: string, pins: ToolPins): void {
  const { server: name, pinned, current, display = '', transport = 'stdio' } = pins
  const entry = seen.get(identity) ?? {
    server: { name, identity, display, transport },
    configured: false,
    tools: new Map<string, { readonly pin: Pin; changed: boolean }>(),
  }
  seen.set(identity, entry)
  const others = new Set(changedTools({ pinned, current }).map(({ tool }) => tool))
  for (const [tool, pin] of Object.entries(pinned)) {
    const changed = others.has(tool)
    const known = entry.tools.get(tool)
    if (known === undefined) entry.tools.set(tool, { pin, changed })
    else known.changed ||= changed
  }
}

function toView(
  { server, configured, tools }: SeenServer,
  { policy }: Pick<PolicyInForce, 'policy'>,
  tenant: string,
): Omit<ServerOverview, 'state' | 'since' | 'problem'> {
  return {
    name: server.name,
    identity: server.identity,
    display: configured ? server.display : null,
    transport: configured ? server.transport : null,
    configured,
    tools: [...tools]
      .map(([name, { pin, changed }]): ServerToolView => {
        const said = policy.answerTool(definitionOfPin(name, pin), server, tenant)
        const { risk, rule, why, answer, asking, irreversible, depends } = said
        return { name, risk, rule, why, answer, asking, irreversible, depends, changed }
      })
      .sort((one, other) => one.name.localeCompare(other.name)),
  }
}

/** How far the server of a call can be trusted, for surfaces that have no list of servers. */
export async function serverTrust(
  store: Store,
  current: Pick<PolicyInForce, 'config'>,
  identity: string,
): Promise<ServerTrust> {
  const pins = (await store.settings.under(pinsOfServer(identity))).map(({ value }) => readToolPins(value))
  const changed = pins.some((seen) => seen !== null && changedTools(seen).length > 0)
  return trustOfServers([{ configured: configuredServers(current).has(identity), changed }])
}
