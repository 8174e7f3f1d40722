/** What one link between a client and a server needs of the rest of the gateway. */
import type { Downstream, JsonObject } from '@holdpoint/core'
import type { AuditTrail } from './audit-trail.ts'
import type { CallOutcomes } from './call-outcomes.ts'
import type { UpstreamConnection } from './upstream-connection.ts'
import type { Gate } from './gate.ts'
import type { HoldKeeper } from '../held/hold-keeper.ts'
import type { IdNames } from './id-names.ts'
import type { Offer } from '../offers/offer.ts'
import type { OpenQuestions } from '../held/open-questions.ts'
import type { ServerTools } from '../tools/server-tools.ts'

export interface LinkOptions {
  readonly connection: UpstreamConnection
  readonly downstream: Downstream
  readonly gate: Gate
  readonly keeper: () => Promise<HoldKeeper>
  readonly tools: ServerTools
  readonly trail: AuditTrail
  readonly outcomes: CallOutcomes
  readonly origin: LinkOrigin
  /** Those that left as answers; the others are the link's own. */
  readonly openQuestions: Pick<OpenQuestions, 'openFor'>
  /** What we ourselves offer beside the server. */
  readonly offer: Offer
  /** Shared connections give each request a name of its own upstream; others keep the client's ids. */
  readonly names: IdNames
  /** `Mcp-Param-*` headers that came with the current request, for HTTP fronts. */
  readonly headers: () => { readonly [name: string]: string }
  /** What is wrong with arguments that the request's headers must repeat; always `null` where there are no headers. */
  readonly checkArguments: (
    sent: JsonObject,
    inputSchema: JsonObject,
  ) => { readonly code: number; readonly message: string } | null
  readonly log: (message: string) => void
}

export interface LinkOrigin {
  readonly tenant: string
  readonly principal: string
  readonly session: string
  /** The host behind this connection is trusted to pass on what its person answered. */
  readonly relaysAPerson: boolean
}
