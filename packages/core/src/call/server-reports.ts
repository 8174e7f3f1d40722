/**
 * How the processes of a home stand before the servers they are in front of. Each says so in the store when it changes,
 * so that any page shows it. A report of a process that was seen to end counts only where it tells why a server could not
 * be started. A report that cannot be read counts as none; what it says of a problem is a sentence for people.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { ProcessIdentity } from '../hold/hold.ts'
import type { SeeProcess } from '../lease/hold-owner.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import type { Store } from '../store/store.ts'
import type { ServerIdentity } from './call.ts'

/** `starting`: it was started and has said nothing yet. */
export type ServerStanding = 'connected' | 'starting' | 'failed'

export interface ServerReport {
  readonly tenant: string
  readonly server: Pick<ServerIdentity, 'name' | 'identity'>
  readonly state: ServerStanding
  /** Why it failed. */
  readonly problem: string | null
  readonly since: number
}

interface StoredReport extends ServerReport {
  readonly by: ProcessIdentity
}

const PREFIX = 'server-reports/'
const STANDINGS: readonly ServerStanding[] = ['connected', 'starting', 'failed']
const LONGEST_PROBLEM = 500
/** Whether a process in another place still runs cannot be seen: what it said counts for so long. */
const UNSEEN_LASTS_MS = 24 * 60 * 60_000
/** A failure is news for a while; then the server counts as one that nobody has started. */
const FAILURE_LASTS_MS = 7 * UNSEEN_LASTS_MS

/** `report: null`: this process is no longer in front of it. Earlier failures of others to start it are over then. */
export async function reportServer(
  { settings }: Pick<Store, 'settings'>,
  by: ProcessIdentity,
  about: Pick<ServerReport, 'tenant' | 'server'>,
  report: Pick<ServerReport, 'state' | 'problem' | 'since'> | null,
): Promise<void> {
  const beside = `${PREFIX}${JSON.stringify([about.server.identity, about.tenant])}/`
  const mine = beside + by.instance
  const { tenant, server } = about
  const { name, identity } = server
  const stored = report === null ? null : JSON.stringify({ tenant, server: { name, identity }, by, ...report })
  await settings.put(mine, stored, null)
  if (report === null || report.state === 'starting') return
  for (const { key, value } of await settings.under(beside)) {
    if (key !== mine && readReport(value)?.state === 'failed') await settings.swap(key, value, null, null)
  }
}

/** Of one tenant, the best of each server: one process that stands before it is enough. */
export async function readServerReports(
  store: Pick<Store, 'settings' | 'now'>,
  tenant: string,
  see: SeeProcess,
): Promise<readonly ServerReport[]> {
  const now = await store.now()
  const best = new Map<string, ServerReport>()
  for (const { value } of await store.settings.under(PREFIX)) {
    const report = readReport(value)
    if (report === null || report.tenant !== tenant || !counts(report, now, see)) continue
    const known = best.get(report.server.identity)
    if (known === undefined || rank(report) < rank(known)) best.set(report.server.identity, report)
  }
  return [...best.values()]
}

function rank({ state }: ServerReport): number {
  return STANDINGS.indexOf(state)
}

function counts({ state, since, by }: StoredReport, now: number, see: SeeProcess): boolean {
  if (state === 'failed') return now - since < FAILURE_LASTS_MS
  const sighting = see(by)
  return sighting === 'running' || (sighting === 'unseen' && now - since < UNSEEN_LASTS_MS)
}

function readReport(text: string): StoredReport | null {
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    return null
  }
  if (!isJsonObject(value)) return null
  const { tenant, server, by, problem, since } = value
  const state = STANDINGS.find((each) => each === value['state'])
  if (typeof tenant !== 'string' || state === undefined || typeof since !== 'number') return null
  if (!isJsonObject(server) || !isJsonObject(by) || typeof by['instance'] !== 'string') return null
  const { name, identity } = server
  if (typeof name !== 'string' || typeof identity !== 'string') return null
  return {
    tenant,
    server: { name, identity },
    state,
    problem: typeof problem === 'string' ? clipVisible(showInOneLine(problem), LONGEST_PROBLEM) : null,
    since,
    by: by as unknown as ProcessIdentity,
  }
}
