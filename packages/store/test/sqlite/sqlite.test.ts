import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStoreContract } from '@holdpoint/testing/store'
import { openStore } from '../open-store.ts'

describeStoreContract('SQLite', { spansProcesses: true }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'holdpoint-store-'))
  return {
    open: async (clock) => await openStore(join(directory, 'holdpoint.db'), { now: clock }),
    destroy: async () => await rm(directory, { recursive: true, force: true }),
  }
})
