/** The Store port of Holdpoint in memory. Importing this loads neither SQL nor native code. */
export { createMemoryStore } from './create-memory-store.ts'
export type { MemoryStoreOptions } from './create-memory-store.ts'
export { MEMORY_LIMITS } from './memory-tables.ts'
export type { MemoryLimits } from './memory-tables.ts'
export { sha256 } from '../sha256.ts'
export type { StoreProblem } from '../store-problem.ts'
export { StoreUnavailableError } from '../store-unavailable-error.ts'
