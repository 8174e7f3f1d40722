import { createTestDatabase } from '@holdpoint/testing/postgres'
import type { TestDatabase } from '@holdpoint/testing/postgres'
import { describeStoreContract } from '@holdpoint/testing/store'
import { afterAll, beforeAll } from 'vitest'
import { openPostgres } from './open-postgres.ts'

let database: TestDatabase
let schemas = 0

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  await database.drop()
})

/** Each test has a schema of its own, which costs less than a database. */
describeStoreContract('PostgreSQL', { spansProcesses: true }, async () => {
  const schema = `contract_${++schemas}`
  return {
    open: async (clock) => await openPostgres(database.url, { schema, clock }),
    destroy: async () => undefined,
  }
})
