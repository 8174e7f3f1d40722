/** A complete grant on what the sample of a hold is about; each test says only what it is about. */
import type { Grant } from '@holdpoint/core'

export function sampleGrant(over: Partial<Grant> = {}): Grant {
  return {
    id: 'grant-1',
    tenant: 'default',
    principal: 'local:ana',
    serverIdentity: 'crm-identity',
    serverName: 'crm',
    tool: 'delete_contact',
    definitionHash: 'definition-1',
    definitionTextHash: 'text-1',
    effect: 'allow',
    risk: 'high',
    session: null,
    expiresAt: null,
    condition: { kind: 'any' },
    limits: { count: null, amount: null },
    used: { count: 0, amount: 0 },
    createdBy: 'ben',
    via: 'page',
    assurance: 'identified',
    createdAt: 0,
    fromHold: null,
    revokedAt: null,
    revokedBy: null,
    ...over,
  }
}
