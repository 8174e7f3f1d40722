/**
 * What the gateway itself offers to a client beside the server's own: tools and resources of ours, and how they get
 * into what the server answers. An offer never takes a name that the server uses, and nothing that an agent can call
 * through one approves anything. Where there is nothing of ours to add, the server's bytes stay as they are.
 */
import type {
  ClientCapabilities,
  ClientIdentity,
  ClientMessage,
  Era,
  JsonObject,
  ServerIdentity,
  JsonValue,
} from '@holdpoint/core'
import { METHOD_NOT_FOUND, eraOf, isJsonObject, locateMember, replaceMember } from '@holdpoint/core'

type ClientRequest = ClientMessage & { readonly kind: 'request' }

export interface OfferContext {
  readonly era: Era
  readonly client: ClientIdentity
  readonly capabilities: ClientCapabilities
  readonly origin: OfferOrigin
  readonly server: ServerIdentity
  /** Whether the server has a tool of this name, as far as its list is known. */
  readonly serverHas: (tool: string) => boolean
  /** The server has views of its own, which can call any tool on this connection. */
  readonly serverHasViews: boolean
}

export interface OfferOrigin {
  readonly tenant: string
  readonly principal: string
  readonly session: string
}

export interface Offer {
  /** Entries for the end of `tools/list`. */
  tools(context: OfferContext): readonly JsonObject[]
  /** Entries for the end of `resources/list`. */
  resources(context: OfferContext): readonly JsonObject[]
  /** Whether a name is ours even where the server has a tool of that name: its own is then out of reach. */
  reserves(context: OfferContext, name: string): boolean
  /** The result of a tool of ours; `null`: the name is not ours. */
  callTool(context: OfferContext, name: string, sent: JsonObject): Promise<JsonObject> | null
  /** The result of reading a resource of ours; `null`: the address is not ours. */
  readResource(context: OfferContext, uri: string): Promise<JsonObject> | null
}

/** Several offers as one, in their order. */
export function joinOffers(offers: readonly Offer[]): Offer {
  return {
    tools: (context) => offers.flatMap((offer) => offer.tools(context)),
    resources: (context) => offers.flatMap((offer) => offer.resources(context)),
    reserves: (context, name) => offers.some((offer) => offer.reserves(context, name)),
    callTool(context, name, sent) {
      for (const offer of offers) {
        const result = offer.callTool(context, name, sent)
        if (result !== null) return result
      }
      return null
    },
    readResource(context, uri) {
      for (const offer of offers) {
        const result = offer.readResource(context, uri)
        if (result !== null) return result
      }
      return null
    },
  }
}

/** The answer to `initialize` or `server/discover`: a server without resources has some once we offer any. */
export function withOfferedCapabilities(
  message: JsonObject,
  text: string,
  offer: Offer,
  context: OfferContext,
): string {
  const { result } = message
  if (!isJsonObject(result) || offer.resources(context).length === 0) return text
  const capabilities = isJsonObject(result['capabilities']) ? result['capabilities'] : null
  if (capabilities === null || isJsonObject(capabilities['resources'])) return text
  return replaceMember(text, ['result', 'capabilities', 'resources'], '{}')
}

/** One page of a list of the server; ours stand at the end of the last one. */
export function withOfferedEntries(
  message: JsonObject,
  text: string,
  list: 'resources',
  offered: readonly JsonObject[],
): string {
  const { result } = message
  if (!isJsonObject(result) || !Array.isArray(result[list]) || offered.length === 0) return text
  if (typeof result['nextCursor'] === 'string') return text
  const own = new Set(offered.map((entry) => entry['uri']))
  const theirs = (result[list] as readonly JsonValue[]).filter(
    (entry) => !isJsonObject(entry) || !own.has(entry['uri']),
  )
  const span = locateMember(text, ['result', list])
  if (span === null) return text
  return replaceMember(text, ['result', list], JSON.stringify([...theirs, ...offered]))
}

/** A result of our own. Those of the stateless era say what kind they are, and lists how long they hold. */
export function ownResult(
  { method, params }: Pick<ClientRequest, 'method' | 'params'>,
  result: JsonObject,
): JsonObject {
  if (eraOf(params) !== 'stateless') return result
  const cache = method === 'resources/list' ? { ttlMs: 0, cacheScope: 'private' } : {}
  return { resultType: 'complete', ...cache, ...result }
}

/** A server without anything of the kind refuses the method; ours are there all the same. */
export function refusesMethod(message: JsonObject): boolean {
  const { error } = message
  return isJsonObject(error) && error['code'] === METHOD_NOT_FOUND
}
