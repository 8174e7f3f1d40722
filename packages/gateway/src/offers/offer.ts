/**
 * What the gateway itself offers to a client beside the server's own: tools and resources of ours. An offer never takes a
 * name that the server uses, and nothing that an agent can call through one approves anything.
 */
import type { ClientCapabilities, ClientIdentity, Era, JsonObject, ServerIdentity } from '@holdpoint/core'

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
