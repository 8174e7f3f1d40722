/** Walks the whole audit log against its hashes and the checkpoints signed with this home's key. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { checkpointPayload, createChainVerifier } from '@holdpoint/core'
import type { Checkpoint, Store } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import type { AuditFinding } from '../cli/command-context.ts'
import { verifyAudit as verifyWith } from '../cli/verify-audit.ts'
import type { HomeDirectory } from '../home/home-directory.ts'

export function createAuditVerifier(home: HomeDirectory): ReturnType<typeof createChainVerifier> {
  const key = home.checkpointKey(() => randomBytes(32).toString('hex'))
  return createChainVerifier(sha256, (checkpoint: Checkpoint) => {
    const expected = createHmac('sha256', key).update(checkpointPayload(checkpoint)).digest()
    const given = Buffer.from(checkpoint.signature, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

export async function verifyAudit(store: Store, home: HomeDirectory): Promise<AuditFinding> {
  return await verifyWith(store, createAuditVerifier(home))
}
