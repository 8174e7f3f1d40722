/**
 * The clock of the database, as last read, and the time that has passed here since. It may run ahead by as long as a
 * query takes, never behind: what has expired there does not count here.
 */
import { DATABASE_TIME_TEXT } from '../sql/sql-dialect.ts'

export interface DatabaseClock {
  /** Reads the clock with the rows that `run` answers for this text of SQL, which ends in the time as `clock`. */
  readonly read: (run: (selecting: string) => Promise<readonly unknown[]>) => Promise<void>
  readonly now: () => number
}

/** `instead`: another clock, for tests. */
export function createDatabaseClock(instead: (() => number) | null): DatabaseClock {
  let said = 0
  let since = 0
  return {
    async read(run) {
      if (instead !== null) return void (await run('select 0 as clock'))
      const asked = performance.now()
      const [row] = (await run(`select ${DATABASE_TIME_TEXT} as clock`)) as readonly { readonly clock: number }[]
      if (row === undefined) throw new Error('The database did not say what time it is.')
      said = row.clock
      since = asked
    },
    now: () => instead?.() ?? Math.floor(said + performance.now() - since),
  }
}
