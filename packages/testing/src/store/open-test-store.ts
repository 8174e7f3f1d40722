/** A real SQLite store in a directory of its own, for as long as a test. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditRecord, Store } from '@holdpoint/core'
import { createSqliteStore } from '@holdpoint/store'
import type { SqliteStoreOptions } from '@holdpoint/store'
import { sha256 } from '../sha256.ts'
import { CHECKPOINT_KEY } from './verify-chain.ts'

export interface TestStore {
  /** The database itself. */
  readonly file: string
  readonly store: Store
  /** All of the audit log, oldest first. */
  records(): Promise<readonly AuditRecord[]>
  /** Closes it and removes its directory. */
  end(): Promise<void>
}

/** The machine's clock unless told otherwise. */
export async function openTestStore(over: Partial<Omit<SqliteStoreOptions, 'file'>> = {}): Promise<TestStore> {
  const directory = await makeDirectory()
  const file = join(directory, 'holdpoint.db')
  const store = await createSqliteStore({ file, ...testStoreOptions, ...over })
  return {
    file,
    store,
    async records() {
      return (await store.audit.walk(null, Number.MAX_SAFE_INTEGER)).records
    },
    async end() {
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** What every store that is opened for a test is given. */
export const testStoreOptions: Omit<SqliteStoreOptions, 'file'> = {
  // Looked up each time: a test may put another clock in its place.
  now: () => Date.now(),
  sha256,
  checkpointKey: CHECKPOINT_KEY,
  randomId: randomUUID,
}

export async function withDirectory<Answer>(body: (directory: string) => Promise<Answer>): Promise<Answer> {
  const directory = await makeDirectory()
  try {
    return await body(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function makeDirectory(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'holdpoint-store-'))
}
