/** Stands between a server of the SDK and its transports, from the first confirmed tool on: its confirmed tools are kept here, and each of its connections passes through. */
import { randomUUID } from 'node:crypto'
import { checkApprovedMarker, createMarkerUses, digestArguments, eraOf, isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { checkerOf, GATEWAY_KEY_VARIABLE } from '@holdpoint/gateway/proof'
import { sha256 } from '@holdpoint/store/sha256'
import type { Holdpoint } from '../create-holdpoint.ts'
import type { ConfirmedTools } from './confirmed-entry.ts'
import { interceptTransport } from './connection.ts'
import type { Converse } from './connection.ts'
import { openConversation } from './open-conversation.ts'
import { createOwnParts } from './own-parts.ts'
import { createListRewriter } from './listed-tools.ts'
import type { ConnectableServer, ProtocolMessage, TransportLike } from './sdk-server.ts'
import { principalOf } from './who-calls.ts'

const protectedServers = new WeakMap<
  ConnectableServer,
  { readonly tools: ConfirmedTools; readonly holdpoint: Holdpoint }
>()
/** Of this process: servers made per request would forget which markers were used. */
const takeMarker = createMarkerUses(Date.now)

export function protectServer(server: ConnectableServer, holdpoint: Holdpoint): ConfirmedTools {
  const known = protectedServers.get(server)
  if (known !== undefined) {
    if (known.holdpoint !== holdpoint)
      throw new Error('All confirmed tools of one server need the same createHoldpoint().')
    return known.tools
  }
  const tools: ConfirmedTools = { entries: new Map(), released: new Map() }
  protectedServers.set(server, { tools, holdpoint })
  const connect = server.connect.bind(server) as (transport: TransportLike) => Promise<void>
  const approvedInFront = createMarkerReader(holdpoint)
  const rewrite = createListRewriter(holdpoint.options, tools)
  const own = createOwnParts(holdpoint.options)
  const patched = server as { connect: (transport: TransportLike) => Promise<void> }
  patched.connect = async (transport) => {
    interceptTransport(transport, {
      tools,
      rewrite,
      own,
      approvedInFront,
      converse: async (about) => {
        const principal = principalOf(about.extra, holdpoint.options.callerOf)
        const { introduced, toServer, toClient } = about
        const session = (instance: string): string => sessionOf(instance, principal, about)
        return await openConversation(holdpoint, tools, { principal, session, introduced, toServer, toClient })
      },
      log: (message) => holdpoint.log(message),
    })
    await connect(transport)
  }
  return tools
}

/** Without sessions, what a person allowed "for this session" lasts for the day, in this process, for this principal. */
function sessionOf(instance: string, principal: string, { transportSession, message }: Converse): string {
  if (transportSession !== undefined) return transportSession
  if (eraOf(message.params as JsonValue | undefined) === 'session') return randomUUID()
  return JSON.stringify([instance, principal, new Date().toISOString().slice(0, 10)])
}

/** The word of a gateway in front of this server that a person approved exactly this call; `null`: it is asked here. */
function createMarkerReader({ options }: Holdpoint): (message: ProtocolMessage) => string | null {
  const key = options.gateway?.key ?? process.env[GATEWAY_KEY_VARIABLE] ?? ''
  if (key === '') return () => null
  const check = checkerOf(key)
  if (check === null)
    throw new Error('The key of the gateway is no public key: it has 43 characters, as `holdpoint key` prints it.')
  const trusted = check
  return (message) => {
    try {
      return read(message)
    } catch {
      // Arguments that cannot be written down, to take a digest of them: the engine refuses them too.
      return null
    }
  }

  function read({ params }: ProtocolMessage): string | null {
    const { name, arguments: sent, _meta: meta } = (params ?? {}) as { readonly [key: string]: JsonValue }
    const args = sent ?? {}
    if (typeof name !== 'string' || !isJsonObject(args)) return null
    const marker = checkApprovedMarker(meta, {
      check: trusted,
      tool: name,
      digest: digestArguments(args as JsonObject, sha256),
      server: options.gateway?.server ?? null,
      now: Date.now(),
      take: takeMarker,
    })
    return marker?.hold ?? null
  }
}
