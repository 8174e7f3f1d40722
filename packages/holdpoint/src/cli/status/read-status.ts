/**
 * Gathers what `holdpoint status` shows, from the store, the configuration and the files of hosts. It starts nothing,
 * asks no server and no chat, and decides nothing. What cannot be read is said to be unreadable, never to be fine.
 */
import { titlesApart, readGateStatus, sweepHolds, thrownMessage } from '@holdpoint/core'
import type { GateReader, GateStatus, HoldState, ListedHold, Role, SeeProcess, Store } from '@holdpoint/core'
import { formatConfigProblem } from '../../config/config-problem.ts'
import type { PolicyInForce, PolicyLoading } from '../../config/policy-source.ts'
import { createChannelOverview } from '../../http/channel-overview.ts'
import { shownTo } from '../../http/routes/shown-approval.ts'
import { countWatchers } from '@holdpoint/core'
import { createServerOverview } from '../../http/server-overview.ts'
import type { StatusOfGate, HostState, ServerState, StatusView, StatusOfStore, StatusOfWaiting } from './status-view.ts'

export interface StatusSources {
  readonly loading: PolicyLoading
  readonly config: PolicyInForce['config']
  readonly openStore: () => Promise<Store>
  readonly see: SeeProcess
  /** Who looks: what a recipe read is for those alone who may decide. */
  readonly reader: { readonly role: Role }
  readonly gate: GateReader
  /** Why the policy lets everything pass; `null`: it holds, or nothing can be said of it. */
  readonly gateOff: string | null
  readonly changesWaiting: () => Promise<number>
  readonly hosts: () => Promise<readonly HostState[]>
  /** Where the page is served now. */
  readonly page: string | null
  readonly desktop: boolean
  readonly localTenant: string
  /** Of the reader; `null`: every one. */
  readonly tenant: string | null
}

/** So many are counted and told; of more it is said that there are more. */
const COUNTED = 200

export async function readStatus(sources: StatusSources): Promise<StatusView> {
  const { loading, config, tenant, localTenant, page, desktop } = sources
  const hosts = await sources.hosts()
  const opening = await open(sources)
  if (!opening.ok) {
    return {
      gate: describeGate(sources, { off: sources.gateOff, paused: null }, 0),
      store: { state: 'unreachable', store: config.store, notices: [opening.message] },
      waiting: null,
      servers: configuredOnly(config, loading),
      hosts,
      reach: { page, inboxes: 0, terminals: 0, desktop, channels: [] },
    }
  }
  const { store } = opening
  await sweepHolds(store, sources.see)
  const channels = await createChannelOverview(store, () => config)(tenant ?? localTenant)
  return {
    gate: describeGate(
      sources,
      await readGateStatus(store, sources.gate, sources.gateOff),
      await sources.changesWaiting(),
    ),
    store: await describeStore(store, config.store),
    waiting: await describeWaiting(store, tenant, sources.reader),
    servers: await describeServers(store, sources),
    hosts,
    reach: {
      page,
      ...(await countWatchers(store)),
      desktop,
      channels: channels.map(({ name, state, problem }) => ({ name, state, problem })),
    },
  }
}

type Opening = { readonly ok: true; readonly store: Store } | { readonly ok: false; readonly message: string }

async function open({ openStore }: StatusSources): Promise<Opening> {
  try {
    const store = await openStore()
    await store.now()
    return { ok: true, store }
  } catch (error) {
    return { ok: false, message: thrownMessage(error) }
  }
}

function describeGate({ loading, config }: StatusSources, gate: GateStatus, changesWaiting: number): StatusOfGate {
  return {
    ...gate,
    profile: config.profile,
    config_file: loading.ok ? loading.file : (loading.problems[0]?.file ?? null),
    problems: loading.ok ? [] : loading.problems.map(formatConfigProblem),
    tenants_off: loading.ok ? Object.keys(config.tenants).filter((name) => loading.policy.gateOff(name)) : [],
    changes_waiting: changesWaiting,
  }
}

async function describeStore({ continuity }: Store, store: string): Promise<StatusOfStore> {
  const notices = [...(await continuity.notices()).map(({ what }) => what), ...continuity.problems()]
  return { state: notices.length === 0 ? 'fine' : 'attention', store, notices }
}

async function describeWaiting(
  store: Store,
  tenant: string | null,
  reader: StatusSources['reader'],
): Promise<StatusOfWaiting> {
  const pending = await inState(store, 'pending', tenant)
  const unknown = await inState(store, 'unknown', tenant)
  const now = await store.now()
  const oldestFirst = pending.holds.toReversed()
  const titles = titlesApart(oldestFirst.map((hold) => shownTo(hold, reader).preview))
  return {
    pending: pending.holds.length,
    unknown: unknown.holds.length,
    more: pending.nextCursor !== null || unknown.nextCursor !== null,
    calls: oldestFirst.map((hold: ListedHold, index) => ({
      id: hold.id,
      title: titles[index] ?? '',
      risk: hold.ruling.risk,
      server: hold.call.server.name,
      tool: hold.call.tool,
      principal: hold.call.principal,
      waits_ms: Math.max(0, now - hold.createdAt),
    })),
  }
}

async function inState(store: Store, state: HoldState, tenant: string | null) {
  const query = { tenant, state, server: null, tool: null, risk: null, text: null, limit: COUNTED, cursor: null }
  return await store.holds.list(query)
}

async function describeServers(store: Store, sources: StatusSources): Promise<readonly ServerState[]> {
  const { loading, config, tenant, localTenant } = sources
  if (!loading.ok) return configuredOnly(config, loading)
  const seen = await createServerOverview(store, () => loading, localTenant, sources.see)(tenant ?? localTenant)
  const known = seen.map(({ name, configured, problem, tools }): ServerState => ({
    name,
    configured,
    problem,
    tools: tools.length,
    asking: tools.filter(({ answer }) => answer !== 'pass').length,
    changed: tools.filter(({ changed }) => changed).length,
  }))
  const names = new Set(known.filter(({ configured }) => configured).map(({ name }) => name))
  return [
    ...known,
    ...configuredOnly(config, loading).filter(({ name, problem }) => problem !== null && !names.has(name)),
  ]
}

function configuredOnly(config: PolicyInForce['config'], loading: PolicyLoading): readonly ServerState[] {
  return Object.keys(config.servers).map((name) => {
    const problem = loading.ok ? unsetOf(loading, name) : null
    return { name, configured: true, problem, tools: 0, asking: 0, changed: 0 }
  })
}

function unsetOf({ unset }: Pick<PolicyInForce, 'unset'>, name: string): string | null {
  return (Object.hasOwn(unset, name) ? unset[name]?.[0]?.message : undefined) ?? null
}
