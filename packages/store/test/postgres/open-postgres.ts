/** Opens PostgreSQL stores as they are in the sources, on a server that tests may lose. */
import type { Store } from '@holdpoint/core'
import { testStoreOptions } from '@holdpoint/testing/store'
import { createPostgresStore } from '../../src/postgres/create-postgres-store.ts'
import type { PostgresStoreOptions } from '../../src/postgres/create-postgres-store.ts'

export async function openPostgres(url: string, over: Partial<Omit<PostgresStoreOptions, 'url'>> = {}): Promise<Store> {
  const { sha256, checkpointKey, randomId } = testStoreOptions
  return await createPostgresStore({ url, sha256, checkpointKey, randomId, mayForget: true, ...over })
}
