/** Opens the built store the way every script here does. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createSqliteStore, sha256 } from '@holdpoint/store'

export async function openStore(file, over = {}) {
  return await createSqliteStore({
    file,
    now: Date.now,
    sha256,
    checkpointKey: 'a key kept beside the store',
    randomId: randomUUID,
    ...over,
  })
}

/** Says that it is ready and waits for the starting signal, so that several processes begin at the same moment. */
export async function waitForStart() {
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
}

export function firstHold(template, id, now) {
  return { ...JSON.parse(template), id, key: `key of ${id}`, createdAt: now }
}
