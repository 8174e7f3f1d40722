/** Holds in a store, and a store for as long as a test needs it. */
import type { Store } from '@holdpoint/core'
import type { SqliteStoreOptions } from '../src/sqlite/create-sqlite-store.ts'
import { approve } from '@holdpoint/testing/store'
import { openStore } from './open-store.ts'
import { sampleRecord } from '@holdpoint/testing'
import { waitingHold } from '@holdpoint/testing/store'

export async function ask(store: Store, id: string): Promise<void> {
  const hold = waitingHold({ id })
  await store.holds.changeNewest(hold.key, (_newest, now) => ({
    do: 'write',
    hold: { ...hold, createdAt: now },
    record: sampleRecord({ kind: 'hold-created', hold: id }),
    before: null,
    answer: null,
  }))
}

export async function askAndApprove(store: Store, id: string): Promise<void> {
  await ask(store, id)
  await store.holds.change(id, (hold) => approve(hold))
}

export async function withStore(
  file: string,
  body: (store: Store) => Promise<void>,
  over?: Partial<SqliteStoreOptions>,
): Promise<void> {
  const store = await openStore(file, over)
  try {
    await body(store)
  } finally {
    await store.close()
  }
}
