/**
 * The SQLite driver, struck at the transaction that records a given audit kind.
 *
 *   CRASH_KIND   the audit kind, such as hold-dispatched
 *   CRASH_WHEN   before   kill -9 before its COMMIT
 *                after    kill -9 right after its COMMIT
 *                lost     COMMIT happens, but its acknowledgement is an I/O error
 *                down     from this transaction on, every COMMIT fails, and nothing is committed
 */
import { DatabaseSync as RealDatabase } from '@photostructure/sqlite'

export * from '@photostructure/sqlite'

const { CRASH_KIND: kind, CRASH_WHEN: when } = process.env
const AUDIT_INSERT = /^insert into "?audit_records"?/
let armed = false
let down = false

const failure = () =>
  Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10, errstr: 'disk I/O error' })

const die = () => {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

function commit(run) {
  if (down) throw failure()
  if (!armed) return run()
  armed = false
  if (when === 'before') die()
  if (when === 'down') {
    down = true
    throw failure()
  }
  const answer = run()
  if (when === 'after') die()
  if (when === 'lost') throw failure()
  return answer
}

export class DatabaseSync extends RealDatabase {
  prepare(sql, ...more) {
    const statement = super.prepare(sql, ...more)
    if (sql === 'commit') {
      const run = statement.run.bind(statement)
      Object.defineProperty(statement, 'run', { value: (...parameters) => commit(() => run(...parameters)) })
    } else if (AUDIT_INSERT.test(sql)) {
      const all = statement.all.bind(statement)
      const value = (...parameters) => {
        if (parameters.includes(kind)) armed = true
        return all(...parameters)
      }
      Object.defineProperty(statement, 'all', { value })
    }
    return statement
  }
}
