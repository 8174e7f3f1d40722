/** Everything behind the port of `serve`: one MCP endpoint per configured server, REST, page, and what they share. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import { findMissedUndos, findStanding, sweepHolds } from '@holdpoint/core'
import type { ListedHold, ProcessIdentity, Store } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import { checkHostAndOrigin, sendCachedText, sendProblem } from '../http/index.ts'
import { CHEATSHEET_TTL_SECONDS, CHEATSHEET_TYPE, createGateway, createPolicyEditCheck } from '@holdpoint/gateway'
import { PROGRAM } from '@holdpoint/core/sentence'
import { cardDocument, cardWords } from '../card-view/index.ts'
import { createCheatsheetSource } from '../config/cheatsheet-file.ts'
import type { HomeDirectory } from '../home/home-directory.ts'
import { startedAs } from '../home/started-as.ts'
import { serverTrust } from '../http/server-overview.ts'
import { identifySelf, seeProcess } from '../home/process-identity.ts'
import type { HttpFrontCaller } from '../transport/link-source.ts'
import { createAttention } from '../http/attention.ts'
import { followPolicy } from '../config/follow-policy.ts'
import { describeGate } from '../config/policy-source.ts'
import { createLocalAccess, LOCAL_TENANT } from '../http/local-page.ts'
import type { Log } from '../home/log.ts'
import { identifyUpstream } from '../transport/open-upstream.ts'
import { createPageServer } from '../http/page-server.ts'
import type { PolicyInForce, PolicyPlaces } from '../config/policy-source.ts'
import { createServerChildren } from '../transport/server-children.ts'
import { createServerEndpoint } from './server-endpoint.ts'
import { createLargeMessages } from '../transport/large-messages.ts'
import type { ServerEndpoint } from './server-endpoint.ts'
import { createStoreSource } from '../home/store-source.ts'

export interface ServiceOptions {
  readonly home: HomeDirectory
  readonly places: PolicyPlaces
  readonly loading: PolicyInForce
  readonly loopback: boolean
  readonly log: Log
}

export interface Service {
  readonly self: ProcessIdentity
  readonly store: Store
  readonly limits: ServerOptions
  readonly serverNames: readonly string[]
  handle(request: IncomingMessage, response: ServerResponse): void
  boundTo(port: number): void
  close(drainMs: number): Promise<void>
}

const SWEEP_MS = 700
/** Under load the records of several callers share a commit; a call that comes alone does not wait. */
const GATHER_MS = 1
const ANONYMOUS = 'anonymous'

export async function createService(options: ServiceOptions): Promise<Service> {
  const { home, log } = options
  const stores = createStoreSource(home, options.loading.config, log, GATHER_MS)
  const store = await stores.get()
  const policy = followPolicy({ loading: options.loading, places: options.places, stores, tenant: LOCAL_TENANT, log })
  const config = (): PolicyInForce['config'] => policy.current().config
  const access = createLocalAccess(store, config)
  const endpoints = new Map<string, ServerEndpoint>()
  let url = ''

  // Whoever comes from another machine is not told where we stand on this one.
  const program = (): string => (options.loopback ? startedAs('anywhere') : PROGRAM)
  const self = identifySelf(randomUUID())
  const gateway = createGateway({
    mode: 'serve',
    store: () => stores.get(),
    policy: policy.current,
    attention: createAttention({
      store: async () => store,
      page: { ensure: async () => ({ url, servedHere: true }), close: async () => {} },
      // Whoever runs a service has its page open or its channels set up; a browser on the server helps nobody.
      mayOpenBrowser: () => false,
      openSignedIn: async () => false,
      log,
    }),
    otherConnection: async (hold, stateless) => {
      const endpoint = endpointOf(hold)
      return endpoint === undefined
        ? null
        : await endpoint.serviceConnection({ ...hold.call, relaysAPerson: false }, stateless)
    },
    sha256,
    self,
    see: seeProcess,
    view: { document: cardDocument, words: cardWords },
    cheatsheets: createCheatsheetSource(() => policy.current().cheatsheets, log),
    serverTrust: (identity) => serverTrust(store, policy.current(), identity),
    program,
    log,
  })
  const large = createLargeMessages()
  const children = createServerChildren({
    most: () => config().limits.children,
    idleMs: () => config().limits.idleMs,
    now: () => performance.now(),
  })
  for (const [name, { upstream }] of Object.entries(options.loading.config.servers)) {
    if (upstream === null) continue
    endpoints.set(
      name,
      createServerEndpoint({
        server: identifyUpstream(name, upstream),
        upstream,
        gateway,
        children,
        large,
        idleMs: config().limits.idleMs,
        log,
      }),
    )
  }
  const page = createPageServer({
    program,
    home,
    store,
    access,
    config,
    gateOff: () => describeGate(policy.current()),
    self: () => self,
    checkEdit: createPolicyEditCheck(policy.current, async () => store, sha256),
    policy: policy.current,
    log,
  })

  function endpointOf(hold: ListedHold): ServerEndpoint | undefined {
    const endpoint = endpoints.get(hold.call.server.name)
    return endpoint?.server.identity === hold.call.server.identity ? endpoint : undefined
  }

  /** Approved holds of a process that is gone: an HTTP server can be reached from here just as well. */
  async function adopt(holds: readonly ListedHold[]): Promise<void> {
    if (holds.length === 0) return
    const standing = await findStanding(store, seeProcess)
    for (const hold of holds) {
      if (hold.state !== 'approved' || hold.callerLeft || standing.owns(hold)) continue
      if (endpointOf(hold)?.server.transport !== 'http') continue
      const whole = await store.holds.get(hold.id)
      if (whole !== null) await gateway.adopt(whole)
    }
  }
  /** Looked for now and then rather than listened for: a listener would hear of every record this process writes. */
  async function lookAfterHolds(): Promise<void> {
    try {
      await sweepHolds(store, seeProcess)
      await adopt(await store.holds.inState('approved', 200))
    } catch (error) {
      log(`the holds cannot be looked after: ${String(error)}`)
    }
  }
  /** Once: a process that was killed may have run calls that it could no longer offer to take back. */
  async function offerMissedUndos(): Promise<void> {
    try {
      for (const hold of await findMissedUndos(store, seeProcess, sha256)) {
        if (endpointOf(hold)?.server.transport === 'http') await gateway.adopt(hold)
      }
    } catch (error) {
      log(`earlier calls cannot be looked at: ${String(error)}`)
    }
  }
  const sweeper = setInterval(() => void lookAfterHolds(), SWEEP_MS)
  void lookAfterHolds()
  void offerMissedUndos()

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const [, name, below] = /^\/mcp\/([^/]+)(\/cheatsheet|\/?)$/.exec(path) ?? []
    if (name === undefined) {
      page.handle(request, response)
      return
    }
    const foreign = checkHostAndOrigin(request, page.allowedHosts())
    if (foreign !== null) {
      sendProblem(response, foreign)
      return
    }
    identify(request).then(
      (caller) => {
        if (caller === null)
          refuse(
            response,
            401,
            'UNAUTHORIZED',
            "This endpoint needs an agent's token: Authorization: Bearer hp_… (holdpoint token create --role agent).",
          )
        else if (caller === 'forbidden')
          refuse(
            response,
            403,
            'FORBIDDEN',
            'This token may look, not call tools. Make one with: holdpoint token create --role agent',
          )
        else {
          const endpoint = endpoints.get(decodedName(name))
          if (endpoint === undefined)
            refuse(
              response,
              404,
              'NOT_FOUND',
              `There is no server of that name here. Configured: ${[...endpoints.keys()].join(', ') || 'none'}.`,
            )
          else if (below === '/cheatsheet') sendCheatsheet(request, response, endpoint, caller)
          else endpoint.front.handle(request, response, caller)
        }
      },
      () => refuse(response, 503, 'STORE_UNAVAILABLE', 'The store cannot be reached, so nobody can be identified.'),
    )
  }

  /** The resource of that name, for caches: reading a resource is a POST, which none of them keeps. */
  function sendCheatsheet(
    request: IncomingMessage,
    response: ServerResponse,
    { server }: ServerEndpoint,
    { tenant }: HttpFrontCaller,
  ): void {
    if (!gateway.cheatsheets.has(server.name)) {
      refuse(response, 404, 'NOT_FOUND', 'This server has no cheatsheet.')
      return
    }
    gateway.cheatsheets.current(server.name, tenant).then(
      ({ text, version }) =>
        sendCachedText(request, response, {
          text,
          version,
          type: CHEATSHEET_TYPE,
          maxAgeSeconds: CHEATSHEET_TTL_SECONDS,
        }),
      () => refuse(response, 503, 'STORE_UNAVAILABLE', 'The accepted cheatsheet cannot be read just now.'),
    )
  }

  async function identify(request: IncomingMessage): Promise<HttpFrontCaller | 'forbidden' | null> {
    const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (secret === undefined) {
      const open = config().auth === 'none' && options.loopback
      return open ? { tenant: LOCAL_TENANT, principal: ANONYMOUS, relaysAPerson: false } : null
    }
    const caller = await access.authenticate(secret)
    if (caller === null) return null
    const { tenant, name: principal, relaysAPerson } = caller
    return caller.role === 'viewer' ? 'forbidden' : { tenant, principal, relaysAPerson }
  }

  return {
    self,
    store,
    limits: page.limits,
    serverNames: [...endpoints.keys()],
    handle,
    boundTo(port) {
      url = `http://localhost:${port}`
      page.boundTo(port)
    },
    async close(drainMs) {
      clearInterval(sweeper)
      children.close()
      policy.stop()
      await gateway.drain(drainMs)
      await Promise.all(
        [...endpoints.values()].map(async (endpoint) => {
          await endpoint.front.close()
          await endpoint.close()
        }),
      )
      page.close()
      await stores.close()
    },
  }
}

/** What is no percent-encoding stays as it is: no configured server has such a name, and it must not end the process. */
function decodedName(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { code, message } }))
}
