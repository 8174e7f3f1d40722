/** Verifies the whole audit log of a test's store, with the key that its checkpoints are signed with. */
import { createHmac } from 'node:crypto'
import { checkpointPayload, createChainVerifier } from '@holdpoint/core'
import type { AuditPage, ChainVerification, Checkpoint, Store } from '@holdpoint/core'
import { sha256 } from '../sha256.ts'

/** Of every store that is opened for a test. */
export const CHECKPOINT_KEY = 'a key kept beside the store'

export function signWithCheckpointKey(payload: string): string {
  return createHmac('sha256', CHECKPOINT_KEY).update(payload).digest('hex')
}

export function isSignedCheckpoint(checkpoint: Checkpoint): boolean {
  return signWithCheckpointKey(checkpointPayload(checkpoint)) === checkpoint.signature
}

export async function verifyChain(store: Pick<Store, 'audit'>): Promise<ChainVerification> {
  const verifier = createChainVerifier(sha256, isSignedCheckpoint)
  let cursor: string | null = null
  do {
    const page: AuditPage = await store.audit.walk(cursor, 1000)
    cursor = verifier.feed(page.records) ? page.nextCursor : null
  } while (cursor !== null)
  return verifier.finish(await store.audit.checkpoints())
}
