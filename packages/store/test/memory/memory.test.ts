import { createMemoryStore } from '../../src/memory/create-memory-store.ts'
import { describeStoreContract } from '@holdpoint/testing/store'
import { CHECKPOINT_KEY } from '@holdpoint/testing/store'

describeStoreContract('memory', { spansProcesses: false }, async () => ({
  // More than one page of `browse` looks through.
  open: async (now) => createMemoryStore({ now, checkpointKey: CHECKPOINT_KEY, limits: { auditRecords: 30_000 } }),
  destroy: async () => undefined,
}))
