/** Holds on any database. */
import type { HoldStep, HoldStore } from '@holdpoint/core'
import { batchLimit } from '../query/page-limit.ts'
import type { QueryBuilder } from '../query/query-builder.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import type { HoldContext } from './change-hold.ts'
import { changeHold } from './change-hold.ts'
import { countHolds } from './count-holds.ts'
import { fromHoldBody } from './hold-row.ts'
import { listHolds } from './list-holds.ts'

export function createHoldStore(db: QueryBuilder, context: HoldContext, executor: Executor): HoldStore {
  const { holds, search } = context
  return {
    get: (id) =>
      executor.read(function* () {
        const row = yield* firstRow(holds.byId({ id }))
        return row === undefined ? null : fromHoldBody(row)
      }),
    change: <Answer>(id: string, step: HoldStep<Answer>) =>
      executor.write((transaction) =>
        changeHold(context, transaction, holds.byId({ id }), (hold, now, leases) => {
          const wanted = step(hold, now, leases)
          if (wanted.do === 'write' && wanted.hold.id !== id)
            throw new Error(`A step on hold ${id} wrote another hold.`)
          return wanted
        }),
      ),
    changeNewest: (key, step) =>
      executor.write((transaction) => changeHold(context, transaction, holds.newestByKey({ key }), step)),
    list: (query) => executor.read(() => listHolds(db, search, query)),
    inState: (state, limit) =>
      executor.read(function* () {
        return (yield* allRows(holds.inState({ state, limit: batchLimit(limit) }))).map(fromHoldBody)
      }),
    inSession: (session, state, limit) =>
      executor.read(function* () {
        return (yield* allRows(holds.inSession({ session, state, limit: batchLimit(limit) }))).map(fromHoldBody)
      }),
    async overdue(limit) {
      const overdue = { now: await executor.now(), limit: batchLimit(limit) }
      return await executor.read(function* () {
        const rows = [...(yield* allRows(holds.undecided(overdue))), ...(yield* allRows(holds.unexecuted(overdue)))]
        return rows.slice(0, overdue.limit).map(fromHoldBody)
      })
    },
    count: (query) =>
      executor.read(function* () {
        if (query.states.length === 0) return 0
        return Number((yield* firstRow(countHolds(db, query)))?.count ?? 0)
      }),
  }
}
