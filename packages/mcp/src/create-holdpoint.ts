/**
 * What the tools of one server share: where holds are kept, who is asked, the engine. Made once, outside of what is made per request. Nothing heavy is loaded before the first call
 * that has to be asked.
 */
import type { ToolDemand } from './engine/author-policy.ts'
import type { Engine } from './engine/engine.ts'
import type { HoldpointOptions } from './holdpoint-options.ts'

export interface Holdpoint {
  readonly options: HoldpointOptions
  /** What the author demands, by tool. */
  readonly demands: Map<string, ToolDemand>
  engine(): Promise<Engine>
  log(message: string): void
  /** Waits for calls under way, and closes page and store. */
  close(): Promise<void>
}

export function createHoldpoint(options: HoldpointOptions): Holdpoint {
  const demands = new Map<string, ToolDemand>()
  let engine: Promise<Engine> | null = null

  function log(message: string): void {
    if (options.log === undefined) process.stderr.write(`holdpoint: ${message}\n`)
    else options.log(message)
  }

  return {
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
    async close() {
      await (await engine?.catch(() => null))?.close()
    },
  }
}
