/**
 * Sees to it that approval links lead somewhere: finds the process that serves the page of this home, or serves it from
 * here, loaded and bound only when it is needed. When the other process ends, this one takes its place, on the same
 * port if it can, so that links already sent keep working. No process is started for it: when the last one of a home
 * ends, the link is dead until a person opens the page again.
 */
import type { ProcessIdentity } from '@holdpoint/core'
import { seeProcess } from '@holdpoint/store/process'
import { leaveService, readService, removeService, writeService } from '../home/service-file.ts'
import type { Service } from '../home/service-file.ts'
import type { Log } from '../home/log.ts'

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
  /**
   * Whether calls still wait for a person: then a page that is no longer served is taken over even by a process that
   * never needed it, and is left to others. `null`: this one serves under an address of its own, and does neither.
   */
  readonly isNeeded: (() => Promise<boolean>) | null
  /** Binds the page to this port on loopback; rejects with EADDRINUSE where another process has it. */
  readonly bind: (port: number) => Promise<BoundPage>
  readonly log: Log
}

const LOOK_AGAIN_MS = 1500
/** Reading one small file; the store is asked only where that names a process that is gone. */
const LOOK_AFTER_OTHERS_MS = 3000
const ANSWERS_WITHIN_MS = 1000
const ENDED = 'This process is ending and serves no page any more.'

export function createPageHost(options: PageHostOptions): PageHost {
  let bound: BoundPage | null = null
  let binding: Promise<PagePlace> | null = null
  let watching: NodeJS.Timeout | null = null
  let closed = false
  const { isNeeded } = options
  const lookingAfter =
    isNeeded === null ? null : setInterval(() => void lookAfter(isNeeded), LOOK_AFTER_OTHERS_MS).unref()

  /** Serves a page that lost its process, exactly where it was: links lead there. Of several, one gets the port. */
  async function lookAfter(needed: () => Promise<boolean>): Promise<void> {
    if (bound !== null || binding !== null || closed) return
    const service = readService(options.serviceFile)
    if (service === null) return
    try {
      if ((await isServed(service)) || !(await needed()) || bound !== null || binding !== null) return
      binding = take(service.port).finally(() => {
        binding = null
      })
      await binding
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' && !closed) {
        options.log(`the page cannot be taken over: ${String(error)}`)
      }
    }
  }

  async function take(port: number): Promise<PagePlace> {
    bound = await options.bind(port)
    return announce(bound)
  }

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
    return announce(bound)
  }

  function announce({ port }: BoundPage): PagePlace {
    // Others would be sent to a page that goes away with this process.
    if (closed) throw new Error(ENDED)
    const url = `http://localhost:${port}`
    writeService(options.serviceFile, { process: options.self, port, url })
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
      if (lookingAfter !== null) clearInterval(lookingAfter)
      // A port on its way to being bound is bound in spite of this: it is given back then.
      await binding?.catch(() => {})
      if (bound === null) return
      const ending = bound
      bound = null
      const passOn = isNeeded !== null && (await isNeeded().catch(() => false))
      await ending.close()
      // Only now: another process that reads it takes the port at once.
      if (passOn) leaveService(options.serviceFile, options.self.instance)
      else removeService(options.serviceFile, options.self.instance)
    },
  }
}

/**
 * A process that cannot be seen from here is asked itself: a container that was made anew does not answer for the old
 * one.
 */
async function isServed({ process, url, ended }: Service): Promise<boolean> {
  if (ended === true) return false
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
