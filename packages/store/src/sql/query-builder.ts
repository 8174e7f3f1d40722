/**
 * Kysely as a compiler only: it turns typed queries into SQL text and never sees a connection. The query creator is
 * taken instead of the `Kysely` class, which would bring migrations, introspection and drivers into every start.
 */
import { DefaultQueryExecutor, QueryCreator } from 'kysely'
import type { DialectAdapter, QueryCompiler } from 'kysely'
import type { Tables } from '../schema/tables.ts'

export type QueryBuilder = QueryCreator<Tables>

export function createQueryBuilder(compiler: QueryCompiler, adapter: DialectAdapter): QueryBuilder {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection() {
      throw new Error('Queries are compiled here and run by the store.')
    },
  })
  return new QueryCreator<Tables>({ executor })
}
