/** Tokens on any database. */
import type { TokenStore } from '@holdpoint/core'
import type { QueryBuilder } from '../query/query-builder.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import { addToken, findTokenByHash, findTokens, revokeToken } from './token-queries.ts'
import { fromStoredToken } from './token-row.ts'

export function createTokenStore(db: QueryBuilder, executor: Executor): TokenStore {
  return {
    add: (token, record) => executor.write((transaction) => addToken(db, transaction, token, record)),
    findByHash: (sha256) =>
      executor.read(function* () {
        const row = yield* firstRow(findTokenByHash(db, sha256))
        return row === undefined ? null : fromStoredToken(row)
      }),
    list: (tenant) =>
      executor.read(function* () {
        return (yield* allRows(findTokens(db, tenant))).map(fromStoredToken)
      }),
    revoke: (id, at, record) => executor.write((transaction) => revokeToken(db, transaction, { id, at, record })),
  }
}
