/** Opens SQLite stores as they are in the sources. */
import type { Store } from '@holdpoint/core'
import { testStoreOptions } from '@holdpoint/testing/store'
import { createSqliteStore } from '../src/sqlite/create-sqlite-store.ts'
import type { SqliteStoreOptions } from '../src/sqlite/create-sqlite-store.ts'

export async function openStore(file: string, over: Partial<SqliteStoreOptions> = {}): Promise<Store> {
  return await createSqliteStore({ file, ...testStoreOptions, ...over })
}
