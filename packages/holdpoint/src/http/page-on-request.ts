/**
 * The page and its API as one listener that can be bound before they are loaded. What answers is large, and most processes that
 * offer a page are never asked for it: it is loaded with the first request. One that cannot be loaded is refused, and tried
 * again with the next.
 */
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import type { Store } from '@holdpoint/core'
import type { Access } from '../access/access.ts'
import type { AllowedHosts } from './host-and-origin.ts'
import type { PageServer, PageServerOptions } from './page-server.ts'
import { fromError, sendProblem } from './problem.ts'
import { serverLimits } from './server-limits.ts'

export interface PageOnRequestOptions extends Omit<PageServerOptions, 'store' | 'access' | 'allowedHosts'> {
  readonly store: () => Promise<Store>
  readonly access: () => Promise<Access>
}

export interface PageOnRequest {
  readonly limits: ServerOptions
  handle(request: IncomingMessage, response: ServerResponse): void
  allowedHosts(): AllowedHosts
  boundTo(port: number): void
  close(): Promise<void>
}

export function createPageOnRequest(options: PageOnRequestOptions): PageOnRequest {
  let allowed: AllowedHosts = { port: 0, publicHosts: [] }
  let loading: Promise<PageServer> | null = null
  const allowedHosts = (): AllowedHosts => allowed

  async function load(): Promise<PageServer> {
    const { createPageServer } = await import('./page-server.ts')
    return createPageServer({
      ...options,
      store: await options.store(),
      access: await options.access(),
      allowedHosts,
    })
  }

  return {
    limits: serverLimits,
    handle(request, response) {
      loading ??= load()
      loading.then(
        (server) => {
          // A client that has gone meanwhile would never end what is opened for it.
          if (!response.destroyed) server.handle(request, response)
        },
        (error: unknown) => {
          loading = null
          options.log(`the page could not be loaded: ${String(error)}`)
          if (!response.destroyed) sendProblem(response, fromError(error))
        },
      )
    },
    allowedHosts,
    boundTo(port) {
      const { publicUrl } = options.config()
      allowed = { port, publicHosts: publicUrl === null ? [] : [new URL(publicUrl).host] }
    },
    async close() {
      await loading?.then(
        (server) => server.close(),
        () => {},
      )
    },
  }
}
