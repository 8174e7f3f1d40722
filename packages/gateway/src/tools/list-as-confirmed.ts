/**
 * How a tool stands in a list of a server that confirms its own tools: as a gateway would list it, by the author's word instead of a policy. It loads little, so that a server that
 * only lists starts fast.
 */
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { RationaleDemand } from '../calls/rationale.ts'
import { rewriteTool } from './tools-list.ts'

export { cheatsheetUri } from '../offers/cheatsheet-uri.ts'

export interface ConfirmedListing {
  readonly risk: 'medium' | 'high'
  readonly destructiveHint: boolean | null
  readonly rationale: RationaleDemand
  /** A call is a preview unless it says otherwise, so the parameter stands in the list of every client. */
  readonly previewFirst: boolean
  readonly cheatsheet: string | null
}

export function listAsConfirmed(tool: JsonObject, listing: ConfirmedListing): JsonValue {
  const { name, inputSchema } = tool
  if (typeof name !== 'string') return tool
  const schema =
    typeof inputSchema === 'object' && inputSchema !== null && !Array.isArray(inputSchema) ? inputSchema : {}
  const definition = {
    name,
    title: null,
    description: null,
    inputSchema: schema as JsonObject,
    outputSchema: null,
    annotations: {},
    hash: '',
    textHash: '',
  }
  return rewriteTool(
    tool,
    { definition, drifted: false, hasView: true },
    {
      rate: () => ({ risk: listing.risk, asks: true, gateOff: false, destructiveHint: listing.destructiveHint }),
      rationale: listing.rationale,
      cards: false,
      previewsFirst: () => listing.previewFirst,
      cheatsheet: listing.cheatsheet,
    },
  )
}
