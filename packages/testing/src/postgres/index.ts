/** A real PostgreSQL for tests. */
export { createTestDatabase } from './test-database.ts'
export type { TestDatabase } from './test-database.ts'
