/**
 * Sees to it that approval links lead somewhere: finds the process that serves the page of this home, or serves it from
 * here, loaded and bound only now that somebody needs it. When the other process ends, this one takes its place, on the
 * same port if it can, so that links already sent keep working.
 */
import type { ProcessIdentity } from '@holdpoint/core'
import { seeProcess } from '../home/process-identity.ts'
import { readService, removeService, writeService } from '../home/service-file.ts'
import type { Service } from '../home/service-file.ts'
import type { Log } from './log.ts'

export interface PageHost {
  /** Where the page is. */
  ensure(): Promise<PagePlace>
  close(): Promise<void>
}

export interface PagePlace {
  readonly url: string
  readonly servedHere: boolean
}

/** A bound server of the page. */
export interface BoundPage {
  readonly port: number
  close(): Promise<void>
}

export interface PageHostOptions {
  readonly self: ProcessIdentity
  readonly serviceFile: string
  readonly preferredPort: number
  /** Binds the page to this port on loopback; rejects with EADDRINUSE where somebody else has it. */
  readonly bind: (port: number) => Promise<BoundPage>
  readonly log: Log
}

const LOOK_AGAIN_MS = 1500
const ANSWERS_WITHIN_MS = 1000
const ENDED = 'This process is ending and serves no page any more.'

export function createPageHost(options: PageHostOptions): PageHost {
  let bound: BoundPage | null = null
  let binding: Promise<PagePlace> | null = null
  let watching: NodeJS.Timeout | null = null
  let closed = false

  async function serveHere(formerPort: number | null): Promise<PagePlace> {
    const ports = [...(formerPort === null ? [] : [formerPort]), options.preferredPort, 0]
    for (const port of ports) {
      if (closed) throw new Error(ENDED)
      try {
        bound = await options.bind(port)
        break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      }
    }
    if (bound === null) throw new Error('No port could be bound for the page.')
    // Others would be sent to a page that goes away with this process.
    if (closed) throw new Error(ENDED)
    const url = `http://localhost:${bound.port}`
    writeService(options.serviceFile, { process: options.self, port: bound.port, url })
    options.log(`the page is at ${url}`)
    return { url, servedHere: true }
  }

  async function look(): Promise<PagePlace> {
    if (bound !== null) return { url: `http://localhost:${bound.port}`, servedHere: true }
    const service = readService(options.serviceFile)
    if (service !== null && (await isServed(service))) {
      if (!closed) watching ??= setInterval(() => void takeOverIfGone(), LOOK_AGAIN_MS).unref()
      return { url: service.url, servedHere: false }
    }
    return await serveHere(service?.port ?? null)
  }

  async function takeOverIfGone(): Promise<void> {
    try {
      await ensure()
    } catch (error) {
      if (!closed) options.log(`the page cannot be served: ${String(error)}`)
    }
  }

  async function ensure(): Promise<PagePlace> {
    binding ??= look().finally(() => {
      binding = null
    })
    return await binding
  }

  return {
    ensure,
    async close() {
      closed = true
      if (watching !== null) clearInterval(watching)
      // A port on its way to being bound is bound in spite of this: it is given back then.
      await binding?.catch(() => {})
      if (bound === null) return
      const ending = bound
      bound = null
      removeService(options.serviceFile, options.self.instance)
      await ending.close()
    },
  }
}

/** A process that cannot be seen from here is asked itself: a container that was made anew answers for nobody else. */
async function isServed({ process, url }: Service): Promise<boolean> {
  const sighting = seeProcess(process)
  if (sighting !== 'unseen') return sighting === 'running'
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS), redirect: 'error' })
    const { instance } = (await answer.json()) as { readonly instance?: unknown }
    return instance === process.instance
  } catch {
    return false
  }
}
