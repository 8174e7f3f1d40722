/** Opens SQLite stores in directories of their own. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@holdpoint/core'
import { createSqliteStore } from '../src/sqlite/create-sqlite-store.ts'
import type { SqliteStoreOptions } from '../src/sqlite/create-sqlite-store.ts'
import { sha256 } from '../src/sha256.ts'
import { CHECKPOINT_KEY } from './contract/given-store.ts'

export async function openStore(file: string, over: Partial<SqliteStoreOptions> = {}): Promise<Store> {
  return await createSqliteStore({
    file,
    now: Date.now,
    sha256,
    checkpointKey: CHECKPOINT_KEY,
    randomId: randomUUID,
    ...over,
  })
}

export async function withDirectory<Answer>(body: (directory: string) => Promise<Answer>): Promise<Answer> {
  const directory = await mkdtemp(join(tmpdir(), 'holdpoint-store-'))
  try {
    return await body(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
