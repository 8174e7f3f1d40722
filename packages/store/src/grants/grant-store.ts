/** Grants on any database. */
import type { Grant, GrantChange, GrantQuery, GrantStep, GrantStore, Step } from '@holdpoint/core'
import type { Notices } from '../continuity/notices.ts'
import { batchLimit } from '../query/page-limit.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import type { Transaction } from '../transaction/transaction.ts'
import { fromGrantBody, toGrantRow } from './grant-row.ts'
import type { GrantStatements } from './grant-statements.ts'

export function createGrantStore(
  grants: GrantStatements,
  executor: Executor,
  notices: Pick<Notices, 'decisionsCountFrom'>,
): GrantStore {
  /** What was allowed before a restore counts again once a person has accepted the restore; a denial always counts. */
  function* countingAt(find: GrantStatements['standing'], query: GrantQuery, now: number): Script<readonly Grant[]> {
    const standing = (yield* allRows(find({ ...query, now }))).map(fromGrantBody)
    const from = standing.length === 0 ? null : yield* notices.decisionsCountFrom()
    return from === null ? standing : standing.filter(({ effect, createdAt }) => effect === 'deny' || createdAt >= from)
  }

  function* follow<Answer>(transaction: Transaction, wanted: GrantStep<Answer>): Script<Answer> {
    if (wanted.do === 'write') yield* putGrant(grants, transaction, wanted)
    return wanted.answer
  }

  return {
    get: (id) =>
      executor.read(function* () {
        const row = yield* firstRow(grants.byId({ id }))
        return row === undefined ? null : fromGrantBody(row)
      }),
    list: (tenant, limit) =>
      executor.read(function* () {
        return (yield* allRows(grants.list({ tenant, limit: batchLimit(limit) }))).map(fromGrantBody)
      }),
    async standing(query) {
      const now = await executor.now()
      return await executor.read(() => countingAt(grants.standing, query, now))
    },
    add: (step) => executor.write((transaction) => follow(transaction, step(transaction.now()))),
    use: (query, step) =>
      executor.write(function* (transaction) {
        const now = transaction.now()
        return yield* follow(transaction, step(yield* countingAt(grants.lockStanding, query, now), now))
      }),
    change: <Answer>(id: string, step: (grant: Grant | null, now: number) => GrantStep<Answer>) =>
      executor.write(function* (transaction) {
        const row = yield* firstRow(grants.lockById({ id }))
        const wanted = step(row === undefined ? null : fromGrantBody(row), transaction.now())
        if (wanted.do === 'write' && wanted.grant.id !== id) throw new Error(`A step on grant ${id} wrote another one.`)
        return yield* follow(transaction, wanted)
      }),
  }
}

/** In the caller's transaction, with its record. */
export function* putGrant(
  grants: GrantStatements,
  transaction: Transaction,
  { grant, record }: GrantChange,
): Script<void> {
  yield grants.put(toGrantRow(grant))
  yield* transaction.append(record)
}

/** What changes with a hold, in its transaction. */
export function* changeStanding(
  grants: GrantStatements,
  transaction: Transaction,
  { query, change }: NonNullable<Extract<Step<unknown>, { readonly do: 'write' }>['standing']>,
): Script<void> {
  const standing = yield* allRows(grants.lockStanding({ ...query, now: transaction.now() }))
  for (const grant of standing.map(fromGrantBody)) {
    const changed = change(grant)
    if (changed !== null) yield* putGrant(grants, transaction, changed)
  }
}
