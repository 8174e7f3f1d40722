/** The client of a link as it presents itself: its name, what it says it can do, and whose calls belong together. */
import {
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  NO_CAPABILITIES,
  eraOf,
  isJsonObject,
  metaOf,
  readClientCapabilities,
} from '@holdpoint/core'
import type { ClientCapabilities, ClientIdentity } from '@holdpoint/core'
import type { Request } from './request-parts.ts'

/** Whose requests come over one link. */
export interface LinkOrigin {
  readonly tenant: string
  readonly principal: string
  readonly session: string
  /** The host behind this connection is trusted to pass on what its person answered. */
  readonly relaysAPerson: boolean
}

export interface PresentedClient {
  readonly identity: ClientIdentity
  /** Whether it gave its name with this request. */
  note(request: Request): boolean
  capabilitiesOf(request: Request): ClientCapabilities
  originOf(request: Request): LinkOrigin
}

const LONGEST_NAME = 200
const UNKNOWN_CLIENT: ClientIdentity = { name: 'unknown', version: '' }

export function createPresentedClient(origin: LinkOrigin): PresentedClient {
  let identity = UNKNOWN_CLIENT
  let declared = NO_CAPABILITIES
  let stateless: { readonly client: ClientIdentity; readonly origin: LinkOrigin } | null = null

  return {
    get identity() {
      return identity
    },
    note(request) {
      const introduction = request.method === 'initialize' && isJsonObject(request.params) ? request.params : null
      const info = introduction === null ? metaOf(request.params)?.[META_CLIENT_INFO] : introduction['clientInfo']
      if (introduction !== null) declared = readClientCapabilities(introduction['capabilities'])
      if (!isJsonObject(info) || typeof info['name'] !== 'string') return false
      // Every record and every hold carries them.
      const name = info['name'].slice(0, LONGEST_NAME)
      const version = typeof info['version'] === 'string' ? info['version'].slice(0, LONGEST_NAME) : ''
      // The same object for the same client: what is derived from it need not be derived again.
      if (name !== identity.name || version !== identity.version) identity = { name, version }
      return true
    },
    capabilitiesOf(request) {
      if (eraOf(request.params) === 'session') return declared
      return readClientCapabilities(metaOf(request.params)?.[META_CLIENT_CAPABILITIES])
    },
    /** Without sessions, what belongs together is one client of one principal: another host of theirs is another client. */
    originOf(request) {
      if (eraOf(request.params) === 'session') return origin
      if (stateless?.client !== identity) {
        stateless = {
          client: identity,
          origin: { ...origin, session: JSON.stringify([origin.session, identity.name]) },
        }
      }
      return stateless.origin
    },
  }
}
