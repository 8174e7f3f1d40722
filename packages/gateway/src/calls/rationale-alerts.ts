/**
 * Tells the operator of callers that send no usable rationale where it is not refused. Once each: a client that never sends one
 * must fill neither the log nor the audit. While a grace period runs, "once" holds across processes and restarts, for a `wrap`
 * starts anew with every conversation; where chats are configured for it, operators are told there from what is stored.
 */
import { callerOf, noteMissingRationale, recordDraft, say } from '@holdpoint/core'
import type { Call, Sha256, Store } from '@holdpoint/core'
import type { AuditTrail } from './audit-trail.ts'
import type { RationaleDemand } from './rationale.ts'

export interface RationaleAlertsOptions {
  readonly store: () => Promise<Store>
  readonly trail: AuditTrail
  readonly demand: () => RationaleDemand
  readonly sha256: Sha256
  readonly log: (message: string) => void
}

/** Of one process; after that many callers the rest of them tell nothing new. */
const MOST_CALLERS = 1000

export function createRationaleAlerts(options: RationaleAlertsOptions): (call: Call) => void {
  const alerted = new Set<string>()
  /** Calls of one caller come one after the other: its name is put together when it changes, not for each of them. */
  let latest: Pick<Call, 'tenant' | 'principal' | 'server'> | null = null

  async function alertInGrace(call: Call, until: number): Promise<void> {
    const date = new Date(until).toISOString().slice(0, 10)
    const record = missing(call, say('rationaleDeprecated', { date }))
    const store = await options.store()
    if (!(await noteMissingRationale(store, call, until, record, options.sha256))) return
    options.log(
      `DEPRECATED: ${described(call)} without a rationale; from ${date} on such calls are refused. This is said once for each caller`,
    )
  }

  return (call) => {
    const { tenant, principal, server } = call
    if (latest?.server === server && latest.principal === principal && latest.tenant === tenant) return
    const caller = callerOf(call)
    latest = { tenant, principal, server }
    if (alerted.has(caller) || alerted.size >= MOST_CALLERS) return
    alerted.add(caller)
    const demand = options.demand()
    if (demand.kind === 'grace') {
      alertInGrace(call, demand.until).catch((error: unknown) => {
        alerted.delete(caller)
        latest = null
        options.log(`a missing rationale could not be put on record: ${String(error)}`)
      })
      return
    }
    options.log(`${described(call)} without a rationale; this is said once for each caller`)
    void options.trail.append(missing(call, null))
  }
}

function described({ client, principal, tool, server }: Call): string {
  return `${client.name} (${principal}) calls ${tool} on ${server.name}`
}

function missing(call: Call, detail: string | null): ReturnType<typeof recordDraft> {
  return recordDraft({
    kind: 'rationale-missing',
    tenant: call.tenant,
    principal: call.principal,
    client: call.client.name,
    server: call.server.name,
    tool: call.tool,
    digest: call.digest,
    detail,
  })
}
