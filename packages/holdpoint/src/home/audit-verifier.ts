/** Walks the whole audit log against its hashes and the checkpoints and heads signed with this home's key. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { checkpointPayload, createChainVerifier, headPayload } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import type { AuditFinding, AuditVerifier } from './verify-audit.ts'
import { verifyAudit } from './verify-audit.ts'
import type { HomeDirectory } from '@holdpoint/store/home'

export function createAuditVerifier(home: HomeDirectory): AuditVerifier {
  const key = home.checkpointKey(() => randomBytes(32).toString('hex'))
  const isMac = (payload: string, signature: string): boolean => {
    const expected = createHmac('sha256', key).update(payload).digest()
    const given = Buffer.from(signature, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const chains = createChainVerifier(sha256, (checkpoint) => isMac(checkpointPayload(checkpoint), checkpoint.signature))
  return { ...chains, isSigned: (head) => isMac(headPayload(head), head.signature) }
}

export async function verifyHomeAudit(store: Store, home: HomeDirectory): Promise<AuditFinding> {
  return await verifyAudit(store, createAuditVerifier(home))
}
