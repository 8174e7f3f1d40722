/** Walks the whole audit log against its hashes and the checkpoints signed with this home's key. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { checkpointPayload, createChainVerifier } from '@holdpoint/core'
import type { Checkpoint, Store } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import type { HomeDirectory } from '../home/home-directory.ts'

const BATCH = 5000

export function createAuditVerifier(home: HomeDirectory): ReturnType<typeof createChainVerifier> {
  const key = home.checkpointKey(() => randomBytes(32).toString('hex'))
  return createChainVerifier(sha256, (checkpoint: Checkpoint) => {
    const expected = createHmac('sha256', key).update(checkpointPayload(checkpoint)).digest()
    const given = Buffer.from(checkpoint.signature, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

export async function verifyAudit(
  store: Store,
  home: HomeDirectory,
): Promise<ReturnType<ReturnType<typeof createAuditVerifier>['finish']>> {
  const verifier = createAuditVerifier(home)
  for (let from = 0; ;) {
    const records = await store.audit.walk(from, BATCH)
    if (records.length === 0 || !verifier.feed(records)) break
    from = (records.at(-1)?.sequence ?? from) + 1
  }
  return verifier.finish(await store.audit.checkpoints())
}
