import { createMemoryStore } from '../src/memory/create-memory-store.ts'
import { runStoreContract } from './contract.ts'
import { CHECKPOINT_KEY } from './contract/given-store.ts'

runStoreContract('memory', { spansProcesses: false }, async () => ({
  // More than one page of `browse` looks through.
  open: async (now) => createMemoryStore({ now, checkpointKey: CHECKPOINT_KEY, limits: { auditRecords: 30_000 } }),
  destroy: async () => undefined,
}))
