/**
 * The server and the tool of a call whose requester runs it itself, as far as it tells of them. A name is its own word: the identity
 * holds who said it, so that no permission and no pinned definition of one requester, or of a server behind a gateway, counts for another.
 */
import { readToolDefinition } from '@holdpoint/core'
import type { JsonObject, HoldRequester, ServerIdentity, Sha256, ToolDefinition } from '@holdpoint/core'

/** As much as of the identities of other servers. */
const SHOWN = 16

export function requestedServer({ tenant, principal }: HoldRequester, name: string, sha256: Sha256): ServerIdentity {
  return {
    name,
    identity: sha256(JSON.stringify(['requester', tenant, principal, name])).slice(0, SHOWN),
    display: `runs in its own process, asks as ${principal}`,
    transport: 'http',
  }
}

/** What a program says of its tool: as a server would in a list. `null`: nothing that can be pinned. */
export function requestedDefinition(tool: string, said: JsonObject | null, sha256: Sha256): ToolDefinition | null {
  return said === null ? null : readToolDefinition({ ...said, name: tool }, sha256)
}

/** For ruling alone: nothing is known of it, so nothing reassures. */
export function unknownDefinition(tool: string): ToolDefinition {
  return {
    name: tool,
    title: null,
    description: null,
    inputSchema: {},
    outputSchema: null,
    annotations: {},
    hash: '',
    textHash: '',
  }
}
