/** What the guard of a hold's deadline compiles to on each database. */
import { PostgresAdapter, PostgresQueryCompiler, SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { sampleHold } from '@holdpoint/testing'
import { toHoldRow } from '../../src/holds/hold-row.ts'
import { createHoldStatements } from '../../src/sql/hold-statements.ts'
import { createQueryBuilder } from '../../src/sql/query-builder.ts'
import { POSTGRES_DIALECT, SQLITE_DIALECT } from '../../src/sql/sql-dialect.ts'
import type { SqlQuery } from '../../src/sql/sql-query.ts'

const GUARDED = { ...toHoldRow(sampleHold(), 1), before: 1000, now: 999 }

const BUILDERS = {
  SQLite: createHoldStatements(createQueryBuilder(new SqliteQueryCompiler(), new SqliteAdapter()), SQLITE_DIALECT),
  PostgreSQL: createHoldStatements(
    createQueryBuilder(new PostgresQueryCompiler(), new PostgresAdapter()),
    POSTGRES_DIALECT,
  ),
}

test.each(Object.entries(BUILDERS))('on %s both sides of the deadline are numbers, whatever the values', (_, holds) => {
  for (const query of [holds.insert(GUARDED), holds.update({ ...GUARDED, expected: 1 })] as SqlQuery[]) {
    expect(query.sql).toMatch(/cast\((\?|\$\d+) as bigint\) > (greatest\()?cast\((\?|\$\d+) as bigint\)/)
  }
})

test('on PostgreSQL the deadline is compared with the clock of the database, and a row that changes is locked', () => {
  const holds = BUILDERS.PostgreSQL
  expect((holds.insert(GUARDED) as SqlQuery).sql).toContain('clock_timestamp()')
  expect((holds.lockById({ id: 'h1' }) as SqlQuery).sql).toContain('for update')
  expect((holds.byId({ id: 'h1' }) as SqlQuery).sql).not.toContain('for update')
})
