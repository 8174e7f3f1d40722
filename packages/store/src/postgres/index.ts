/** The Store port of Holdpoint on PostgreSQL. */
export { createPostgresStore } from './create-postgres-store.ts'
export type { PostgresStoreOptions } from './create-postgres-store.ts'
