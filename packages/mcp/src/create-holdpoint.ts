/**
 * What the tools of one server share: where holds are kept, who is asked, the engine. Made once, outside of what is made per request. Nothing heavy is loaded before the first call
 * that has to be asked.
 */
import type { ToolDemand } from './engine/author-policy.ts'
import type { Engine } from './engine/engine.ts'
import type { CallGuard } from './guard/guarded-call.ts'
import type { HoldpointOptions } from './holdpoint-options.ts'
import type { HoldRequests } from './requests/hold-requests.ts'

export interface Holdpoint extends CallGuard {
  readonly options: HoldpointOptions
  /** What the author demands, by tool. */
  readonly demands: Map<string, ToolDemand>
  engine(): Promise<Engine>
  /** Calls that this process runs itself: asked by the engine here, or by the service. */
  requests(): Promise<HoldRequests>
  log(message: string): void
  /** Waits for calls under way, and closes page and store. */
  close(): Promise<void>
}

export function createHoldpoint(options: HoldpointOptions): Holdpoint {
  const demands = new Map<string, ToolDemand>()
  let engine: Promise<Engine> | null = null
  let requests: Promise<HoldRequests> | null = null
  if (options.remote !== undefined && options.store !== undefined) {
    throw new Error('With remote, the service keeps the questions: leave store out.')
  }
  if (options.remote !== undefined && (options.cheatsheet !== undefined || options.feedback === true)) {
    throw new Error('With remote, cheatsheet and feedback are not offered: leave them out.')
  }

  function log(message: string): void {
    if (options.log === undefined) process.stderr.write(`holdpoint: ${message}\n`)
    else options.log(message)
  }

  async function openRequests(): Promise<HoldRequests> {
    if (options.remote !== undefined) {
      const { createRemoteRequests } = await import('./requests/remote-requests.ts')
      return createRemoteRequests({ ...options.remote, log })
    }
    const [{ gateway, store, tenant, principal, link }, { createLocalRequests }] = await Promise.all([
      holdpoint.engine(),
      import('./requests/local-requests.ts'),
    ])
    return createLocalRequests({ gateway, store, requester: { tenant, principal }, link, log })
  }

  async function callGuard(): Promise<CallGuard> {
    const { createCallGuard } = await import('./guard/guard-call.ts')
    return createCallGuard(() => holdpoint.requests(), options.server, { log })
  }

  const holdpoint: Holdpoint = {
    options,
    demands,
    log,
    async engine() {
      engine ??= import('./engine/engine.ts').then(
        async ({ createEngine }) => await createEngine(options, demands, log),
      )
      try {
        return await engine
      } catch (error) {
        // A store that could not be opened is tried again with the next call.
        engine = null
        throw error
      }
    },
    async requests() {
      requests ??= openRequests()
      try {
        return await requests
      } catch (error) {
        requests = null
        throw error
      }
    },
    guard: async (call, run) => await (await callGuard()).guard(call, run),
    ask: async (call) => await (await callGuard()).ask(call),
    async close() {
      await (await requests?.catch(() => null))?.close()
      await (await engine?.catch(() => null))?.close()
    },
  }
  return holdpoint
}
