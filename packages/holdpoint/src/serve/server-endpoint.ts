/**
 * One configured server behind HTTP: sessions get an upstream connection of their own, stateless exchanges share one
 * per tenant and principal. No two principals ever share a connection.
 */
import { randomUUID } from 'node:crypto'
import { errorText } from '@holdpoint/core'
import type { Downstream, ServerIdentity, SignText } from '@holdpoint/core'
import type { UpstreamConfig } from '@holdpoint/core/policy'
import type { ConnectedServer, Gateway } from '@holdpoint/gateway'
import { createSigner, GATEWAY_KEY_VARIABLE } from '@holdpoint/gateway/proof'
import type { Signer } from '@holdpoint/gateway/proof'
import { createHttpFront } from '../transport/http-front.ts'
import type { LargeMessages } from '../transport/large-messages.ts'
import type { HttpFront } from '../transport/http-front.ts'
import { checkParameterHeaders } from '../transport/stateless-headers.ts'
import type { FrontLink, HttpFrontCaller, OpeningSession, SessionLink } from '../transport/link-source.ts'
import type { Log } from '../home/log.ts'
import { VERSION } from '../home/version.ts'
import { MESSAGE_LIMIT, openUpstream } from '../transport/open-upstream.ts'
import type { ServerReports } from '../transport/report-servers.ts'
import type { ServerChildren } from '../transport/server-children.ts'

export interface ServerEndpoint {
  readonly server: ServerIdentity
  readonly front: HttpFront
  /** A connection for a hold whose own has gone. */
  serviceConnection(caller: HttpFrontCaller, stateless: boolean): Promise<ConnectedServer>
  close(): Promise<void>
}

export interface ServerEndpointOptions {
  readonly server: ServerIdentity
  readonly upstream: UpstreamConfig
  readonly gateway: Gateway
  readonly children: ServerChildren
  readonly large: LargeMessages
  readonly reports: ServerReports
  /** Signs in the name of this home, for servers behind a URL. */
  readonly sign: SignText
  readonly idleMs: number
  readonly log: Log
}

const HANDSHAKE_WITHIN_MS = 15_000
const SERVER_BUSY = -32000
const TOO_MANY =
  'This principal runs as many servers as it may, and none of them is idle. Wait for their answers, or end a session.'
const HANDSHAKE = JSON.stringify({
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'holdpoint', version: VERSION },
})

export function createServerEndpoint(options: ServerEndpointOptions): ServerEndpoint {
  const { server, gateway, log } = options
  const shared = new Map<string, ConnectedServer>()
  // Its own processes know a key that is theirs alone, so what is signed for one server says nothing to another.
  const own = options.upstream.kind === 'command' ? createSigner() : null
  const standIns = new Map<string, Promise<ConnectedServer>>()

  function connect(tenant: string, isShared: boolean): ConnectedServer {
    return gateway.connect(
      openUpstream(server, withGatewayKey(options.upstream, own), log, (upstream) =>
        options.reports.watch(upstream, tenant),
      ),
      { tenant, shared: isShared, sign: own?.sign ?? options.sign },
    )
  }

  /** Its process is on the list of its owner's for as long as it runs. */
  function keep(opened: ConnectedServer, owner: HttpFrontCaller, isUsed: () => boolean): ConnectedServer {
    if (options.upstream.kind !== 'command') return opened
    const { connection } = opened
    const remove = options.children.add(owner, {
      isIdle: () => !connection.busy && !isUsed(),
      usedAt: () => connection.usedAt,
      end: () => void connection.close(),
    })
    connection.onClosed(remove)
    return opened
  }

  const hasRoom = (caller: HttpFrontCaller): boolean =>
    options.upstream.kind !== 'command' || options.children.makeRoom(caller)

  function openSession(caller: HttpFrontCaller, downstream: Downstream, session: OpeningSession): SessionLink | null {
    if (!hasRoom(caller)) return null
    const opened = keep(connect(caller.tenant, false), caller, session.isUsed)
    const link = opened.open({ downstream, origin: { ...caller, session: session.id } })
    return {
      receive: (message, bytes) => link.receive(message, bytes),
      leave: (id) => link.leave(id),
      abandon: () => link.abandon(),
      closed: new Promise((resolve) => opened.connection.onClosed(() => resolve())),
      close: () => opened.connection.close(),
    }
  }

  function sharedConnection(caller: HttpFrontCaller): ConnectedServer {
    const key = keyOf(caller)
    const known = shared.get(key)
    if (known?.connection.alive === true) return known
    const opened = keep(connect(caller.tenant, true), caller, () => false)
    shared.set(key, opened)
    return opened
  }

  function openExchange(
    caller: HttpFrontCaller,
    downstream: Downstream,
    headers: { readonly [name: string]: string },
  ): FrontLink {
    // Without sessions, what a person allowed "for this session" lasts for the day, in this process, for this
    // principal.
    const day = new Date().toISOString().slice(0, 10)
    const session = JSON.stringify([gateway.self.instance, caller.tenant, caller.principal, day])
    const runs = shared.get(keyOf(caller))?.connection.alive === true
    if (!runs && !hasRoom(caller)) return refusing(downstream)
    return sharedConnection(caller).open({
      downstream,
      origin: { ...caller, session },
      headers,
      checkArguments: (sent, schema) => checkParameterHeaders(headers, sent, schema),
    })
  }

  async function openStandIn(caller: HttpFrontCaller): Promise<ConnectedServer> {
    const opened = keep(connect(caller.tenant, true), caller, () => false)
    const answer = await opened.connection.ask('initialize', HANDSHAKE, HANDSHAKE_WITHIN_MS)
    if (answer.kind === 'result') opened.connection.pass('{"jsonrpc":"2.0","method":"notifications/initialized"}', null)
    return opened
  }

  return {
    server,
    front: createHttpFront({
      links: { openSession, openExchange },
      bodyLimit: MESSAGE_LIMIT,
      newSessionId: randomUUID,
      idleMs: options.idleMs,
      large: options.large,
    }),
    async serviceConnection(caller, stateless) {
      if (stateless) return sharedConnection(caller)
      const key = keyOf(caller)
      const known = await standIns.get(key)?.catch(() => null)
      if (known?.connection.alive === true) return known
      const opening = openStandIn(caller)
      standIns.set(key, opening)
      return await opening
    },
    async close() {
      const others = await Promise.allSettled(standIns.values())
      const opened = others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []))
      await Promise.all([...shared.values(), ...opened].map(({ connection }) => connection.close()))
    },
  }
}

function withGatewayKey(upstream: UpstreamConfig, signer: Signer | null): UpstreamConfig {
  if (upstream.kind !== 'command' || signer === null) return upstream
  return { ...upstream, env: { ...upstream.env, [GATEWAY_KEY_VARIABLE]: signer.publicKey } }
}

function keyOf({ tenant, principal }: HttpFrontCaller): string {
  return JSON.stringify([tenant, principal])
}

/** Answers every request with why there is no server for it. */
function refusing(downstream: Downstream): FrontLink {
  return {
    receive(message) {
      if (message.kind === 'request') downstream.answer(message.id, errorText(message.id, SERVER_BUSY, TOO_MANY), null)
    },
    leave: () => {},
    abandon: () => {},
  }
}
