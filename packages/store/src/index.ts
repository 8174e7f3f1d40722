/** The Store port of Holdpoint on SQLite. */
export { sha256 } from './sha256.ts'
export { createSqliteStore } from './sqlite/create-sqlite-store.ts'
export type { SqliteStoreOptions } from './sqlite/create-sqlite-store.ts'
export { describeStoreProblem } from './store-problem.ts'
export type { StoreProblem } from './store-problem.ts'
export { StoreUnavailableError } from './store-unavailable-error.ts'
export type { HeadWitness } from './continuity/head-witness.ts'
