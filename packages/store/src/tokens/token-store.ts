/** Tokens on any database: added and revoked together with their record. */
import type { RecordDraft, TokenRow, TokenStore } from '@holdpoint/core'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import type { Transaction } from '../transaction/transaction.ts'
import { fromStoredToken, toStoredToken } from './token-row.ts'
import type { TokenStatements } from './token-statements.ts'

export function createTokenStore(tokens: TokenStatements, executor: Executor): TokenStore {
  function* add(transaction: Transaction, token: TokenRow, record: RecordDraft): Script<void> {
    yield tokens.insert(toStoredToken(token))
    transaction.countSettingChange()
    yield* transaction.append(record)
  }

  function* revoke(transaction: Transaction, id: string, at: number, record: RecordDraft): Script<boolean> {
    const revoked = yield* firstRow(tokens.revoke({ id, at }))
    if (revoked === undefined) return false
    transaction.countSettingChange()
    yield* transaction.append(record)
    return true
  }

  return {
    add: (token, record) => executor.write((transaction) => add(transaction, token, record)),
    findByHash: (sha256) =>
      executor.read(function* () {
        const row = yield* firstRow(tokens.byHash({ sha256 }))
        return row === undefined ? null : fromStoredToken(row)
      }),
    list: (tenant) =>
      executor.read(function* () {
        return (yield* allRows(tokens.list({ tenant }))).map(fromStoredToken)
      }),
    revoke: (id, at, record) => executor.write((transaction) => revoke(transaction, id, at, record)),
  }
}
