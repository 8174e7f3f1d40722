/**
 * Tells the other processes of the home how this one stands before its servers, by what comes of their connections: the
 * first message says that a server is there, an end before it that it could not be started. It stands beside the messages
 * and holds none of them up; what cannot be told is only logged.
 */
import { reportServer } from '@holdpoint/core'
import type { ProcessIdentity, ServerReport, ServerStanding, Store, Upstream, UpstreamEvents } from '@holdpoint/core'
import type { Log } from '../home/log.ts'

export interface ServerReports {
  /** The same connection, looked at. */
  watch(upstream: Upstream, tenant: string): Upstream
  /** After the last thing that a connection said. */
  close(): Promise<void>
}

export interface ServerReportsOptions {
  readonly store: () => Promise<Store>
  readonly self: ProcessIdentity
  readonly log: Log
}

interface Standing extends Pick<ServerReport, 'tenant' | 'server'> {
  readonly open: Map<object, Exclude<ServerStanding, 'failed'>>
  failed: string | null
  /** What was told last. */
  told: string
}

/** A server that answers at once is never said to be starting, and nothing is written while it does. */
const SETTLE_MS = 300

export function createServerReports({ store, self, log }: ServerReportsOptions): ServerReports {
  const standings = new Map<string, Standing>()
  const due = new Map<Standing, NodeJS.Timeout>()
  let telling: Promise<void> = Promise.resolve()

  function changed(standing: Standing): void {
    if (due.has(standing)) return
    due.set(standing, setTimeout(() => tell(standing), SETTLE_MS).unref())
  }

  function tell(standing: Standing): void {
    clearTimeout(due.get(standing))
    due.delete(standing)
    const states = [...standing.open.values()]
    const state: ServerStanding | null = states.includes('connected')
      ? 'connected'
      : (states[0] ?? (standing.failed === null ? null : 'failed'))
    const problem = state === 'failed' ? standing.failed : null
    const told = `${state} ${problem}`
    if (told === standing.told) return
    standing.told = told
    telling = telling
      .then(async () => {
        const opened = await store()
        const report = state === null ? null : { state, problem, since: await opened.now() }
        await reportServer(opened, self, standing, report)
      })
      .catch((error: unknown) => log(`other processes could not be told how servers stand: ${String(error)}`))
  }

  function standingOf(server: Upstream['server'], tenant: string): Standing {
    const key = JSON.stringify([server.identity, tenant])
    const known = standings.get(key) ?? { tenant, server, open: new Map(), failed: null, told: 'null null' }
    standings.set(key, known)
    return known
  }

  return {
    watch(upstream, tenant) {
      const standing = standingOf(upstream.server, tenant)
      const connection = {}
      let isClosing = false
      const reached = (): void => {
        if (standing.open.get(connection) === 'connected') return
        standing.open.set(connection, 'connected')
        standing.failed = null
        changed(standing)
      }
      const ended = (reason: string): void => {
        // That we end it before it said anything is no failure of its own.
        if (standing.open.get(connection) === 'starting' && !isClosing) standing.failed = reason
        standing.open.delete(connection)
        changed(standing)
      }
      return {
        ...upstream,
        async close() {
          isClosing = true
          await upstream.close()
        },
        open(events: UpstreamEvents) {
          standing.open.set(connection, 'starting')
          changed(standing)
          upstream.open({
            message(text, bytes, relatedTo, notTaken) {
              reached()
              events.message(text, bytes, relatedTo, notTaken)
            },
            requestFailed(id, failure) {
              // An address that nothing could be sent to: there is no process whose end would tell.
              if (failure.certainty === 'nothing-sent' && standing.open.get(connection) === 'starting') {
                standing.failed = failure.message
                standing.open.delete(connection)
                changed(standing)
              }
              events.requestFailed(id, failure)
            },
            closed(reason) {
              ended(reason)
              events.closed(reason)
            },
          })
        },
      }
    },
    async close() {
      for (const standing of standings.values()) {
        // What could not be started stays told; what was connected is no longer.
        standing.open.clear()
        tell(standing)
      }
      await telling
    },
  }
}
