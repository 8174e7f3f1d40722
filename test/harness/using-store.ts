/** Opens the store of a home beside the processes that use it, as every process of Holdpoint does. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Store } from '@holdpoint/core'
import { createSqliteStore, sha256 } from '@holdpoint/store'
import { openHomeDirectory } from '@holdpoint/store/home'
import type { TemporaryHome } from './temporary-home.ts'

export async function usingStore<Value>(
  home: Pick<TemporaryHome, 'path'>,
  work: (store: Store) => Promise<Value>,
): Promise<Value> {
  const directory = openHomeDirectory(home.path)
  const store = await createSqliteStore({
    file: directory.databaseFile,
    now: Date.now,
    sha256,
    checkpointKey: directory.checkpointKey(() => randomBytes(32).toString('hex')),
    randomId: randomUUID,
    gatherMs: 0,
    onProblem: () => {},
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
