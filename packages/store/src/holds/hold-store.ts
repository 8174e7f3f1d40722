/** Holds on any database. */
import type { HoldStep, HoldStore, ListedHold } from '@holdpoint/core'
import { batchLimit } from '../query/page-limit.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import type { HoldContext } from './change-hold.ts'
import { changeHold } from './change-hold.ts'
import { fromHoldBody } from './hold-row.ts'
import { listHolds } from './list-holds.ts'
import { toListedHold } from './listed-row.ts'
import type { ListedRow } from './listed-row.ts'

export function createHoldStore(context: HoldContext, executor: Executor): HoldStore {
  const { holds } = context

  function* allListed(rows: readonly ListedRow[]): Script<readonly ListedHold[]> {
    const listed: ListedHold[] = []
    for (const row of rows) {
      const hold = yield* toListedHold(row, holds.bodyByPosition)
      if (hold !== null) listed.push(hold)
    }
    return listed
  }

  return {
    get: (id) =>
      executor.read(function* () {
        const row = yield* firstRow(holds.byId({ id }))
        return row === undefined ? null : fromHoldBody(row)
      }),
    look: (id) =>
      executor.read(function* () {
        const row = yield* firstRow(holds.listedById({ id }))
        return row === undefined ? null : yield* toListedHold(row, holds.bodyByPosition)
      }),
    change: <Answer>(id: string, step: HoldStep<Answer>) =>
      executor.write((transaction) =>
        changeHold(context, transaction, holds.lockById({ id }), (hold, now, leases) => {
          const wanted = step(hold, now, leases)
          if (wanted.do === 'write' && wanted.hold.id !== id)
            throw new Error(`A step on hold ${id} wrote another hold.`)
          return wanted
        }),
      ),
    changeNewest: (key, step) =>
      executor.write(function* (transaction) {
        // Where there is no hold yet, there is no row that could be locked.
        yield* transaction.lock('key', key)
        return yield* changeHold(context, transaction, holds.lockNewestByKey({ key }), step)
      }),
    list: (query) => executor.read(() => listHolds(context, query)),
    inState: (state, limit) =>
      executor.read(function* () {
        return yield* allListed(yield* allRows(holds.inState({ state, limit: batchLimit(limit) })))
      }),
    inSession: (session, state, limit) =>
      executor.read(function* () {
        return yield* allListed(yield* allRows(holds.inSession({ session, state, limit: batchLimit(limit) })))
      }),
    async overdue(limit) {
      const overdue = { now: await executor.now(), limit: batchLimit(limit) }
      return await executor.read(function* () {
        const rows = [...(yield* allRows(holds.undecided(overdue))), ...(yield* allRows(holds.unexecuted(overdue)))]
        return yield* allListed(rows.slice(0, overdue.limit))
      })
    },
    count: (query) =>
      executor.read(function* () {
        if (query.states.length === 0) return 0
        return Number((yield* firstRow(holds.count(query)))?.count ?? 0)
      }),
  }
}
