/** The HTTP API and the page, put together for one bound server. Heavy: loaded only by a process that serves them. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readPeople, thrownMessage, HOME_TENANT } from '@holdpoint/core'
import type { CheckEdit, ProcessIdentity, Store } from '@holdpoint/core'
import { createRequesterNames } from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import { openRuleCall } from '@holdpoint/gateway'
import type { Access } from '../access/access.ts'
import type { AllowedHosts } from './host-and-origin.ts'
import { createHttpApi } from './http-api.ts'
import { DEFAULT_HTTP_LIMITS } from './http-options.ts'
import type { RequestOptions } from './http-options.ts'
import { pageFile } from '../page/index.ts'
import { verifyHomeAudit } from '../home/audit-verifier.ts'
import type { HomeDirectory } from '@holdpoint/store/home'
import { seeProcess } from '@holdpoint/store/process'
import type { Log } from '../home/log.ts'
import type { PolicyInForce } from '../config/policy-source.ts'
import { announcePresence } from '@holdpoint/core'
import { createChannelOverview } from './channel-overview.ts'
import { policyOverview } from './policy-overview.ts'
import { createServerOverview } from './server-overview.ts'
import { createRatingTrial } from './try-ratings.ts'
import { VERSION } from '../home/version.ts'

export interface PageServerOptions {
  readonly home: HomeDirectory
  readonly store: Store
  readonly access: Access
  readonly config: () => PolicyConfig
  readonly gateOff: () => string | null
  readonly self: () => ProcessIdentity
  readonly checkEdit: CheckEdit
  /** `null`: it could not be read, so nothing can be said of any tool. */
  readonly policy: () => PolicyInForce | null
  /** How people start this program, for the commands that the page shows. */
  readonly program: () => string
  readonly allowedHosts: () => AllowedHosts
  /** Calls whose requester runs them itself; `null`: this process serves none. */
  readonly requests: RequestOptions | null
  readonly log: Log
}

export interface PageServer {
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): void
}

const PRESENCE_EVERY_MS = 10_000

export function createPageServer(options: PageServerOptions): PageServer {
  const { store, log } = options
  let watchers = 0
  const names = createRequesterNames(
    async () => store,
    () => performance.now(),
  )

  async function announce(): Promise<void> {
    try {
      await announcePresence(store, options.self().instance, watchers > 0)
    } catch (error) {
      log(`other processes could not be told that the page is open: ${String(error)}`)
    }
  }
  const presence = setInterval(() => {
    if (watchers > 0) void announce()
  }, PRESENCE_EVERY_MS).unref()

  const api = createHttpApi({
    store,
    access: options.access,
    auth: options.config().auth,
    tenant: HOME_TENANT,
    allowedHosts: options.allowedHosts,
    page: (path, languages) => pageFile(path, languages, options.program()),
    verifyAudit: () => verifyHomeAudit(store, options.home),
    gateOff: options.gateOff,
    checkEdit: options.checkEdit,
    listServers: createServerOverview(store, options.policy, HOME_TENANT, seeProcess),
    policyOverview: (tenant) => policyOverview(options.policy(), tenant),
    tryRatings: createRatingTrial({
      store,
      policy: options.policy,
      rule: openRuleCall({ known: names.of, now: Date.now }),
    }),
    listChannels: createChannelOverview(store, options.config),
    requests: options.requests,
    newId: randomUUID,
    see: seeProcess,
    people: async () => await readPeople(store, options.config()),
    onWatchers: (count) => {
      const changed = count > 0 !== watchers > 0
      watchers = count
      if (changed) void announce()
    },
    now: Date.now,
    version: VERSION,
    instance: options.self().instance,
    limits: DEFAULT_HTTP_LIMITS,
    log: (message, error) => log(`${message}: ${thrownMessage(error)}`),
  })
  return {
    handle: (request, response) => api.handle(request, response),
    close() {
      clearInterval(presence)
      api.close()
    },
  }
}
