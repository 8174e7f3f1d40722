/** Verifies the whole audit log of a store. */
import type { Store } from '@holdpoint/core'
import type { AuditFinding, AuditVerifier } from './command-context.ts'
import { walkAudit } from './read-audit.ts'

export async function verifyAudit(store: Store, verifier: AuditVerifier): Promise<AuditFinding> {
  // Checkpoints first: one written while the records are read would speak of records that were not read.
  const checkpoints = await store.audit.checkpoints()
  for await (const batch of walkAudit(store)) {
    if (!verifier.feed(batch)) break
  }
  return verifier.finish(checkpoints)
}
