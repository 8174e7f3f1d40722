/**
 * Ends the permissions on tools whose definition is no longer the one they were given for. For good: a server that goes
 * back to what it said before was not believed for that. Denials stay: they match the definition they were made for and no
 * other, and a server must not talk itself out of a no by changing and changing back.
 */
import { revokeGrant, say } from '@holdpoint/core'
import type { Store, ToolDefinition } from '@holdpoint/core'

export interface ChangedTools {
  readonly serverIdentity: string
  /** As they are defined now. */
  readonly definitions: readonly ToolDefinition[]
}

const BY = say('policyVoidsGrant')
const ALL = Number.MAX_SAFE_INTEGER

export async function voidGrants(store: Store, changed: ChangedTools): Promise<void> {
  const now = new Map(changed.definitions.map((definition) => [definition.name, definition]))
  // Of every tenant: what is known of a server is shared, and only whoever lists first sees that it changed.
  for (const grant of await store.grants.list(null, ALL)) {
    const definition = now.get(grant.tool)
    if (definition === undefined || grant.serverIdentity !== changed.serverIdentity) continue
    if (grant.effect !== 'allow' || grant.revokedAt !== null) continue
    if (grant.definitionHash === definition.hash && grant.definitionTextHash === definition.textHash) continue
    await revokeGrant(store, { id: grant.id, tenant: grant.tenant, by: BY })
  }
}
