/** Reads the driver's errors and says them in words a person can act on. */
import { StoreUnavailableError } from '../store-unavailable-error.ts'

const BUSY = 5
const CONSTRAINT = 19
const UNNAMED = 1

const CODES_BY_TEXT: ReadonlyMap<string, number> = new Map([
  ['database is locked', BUSY],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
])

/** SQLite's primary result code, or `null` for an error that is not SQLite's. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return null
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff
  // The driver leaves the number out where a query answers all of its rows; the texts are SQLite's own and fixed.
  return CODES_BY_TEXT.get(error.message) ?? UNNAMED
}

/** The key of a row that was to be inserted exists already. */
export function isTaken(error: unknown): boolean {
  const code = sqliteCode(error)
  return (
    code === CONSTRAINT ||
    (code === UNNAMED && error instanceof Error && error.message.startsWith('UNIQUE constraint failed'))
  )
}

export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === BUSY
}

/** Bugs (a step that threw, a wrong value) stay what they are; what the database or the disk said becomes one error. */
export function toStoreError(error: unknown, file: string): unknown {
  if (error instanceof StoreUnavailableError) return error
  const code = sqliteCode(error)
  if (code !== null) return unavailable(file, error, SQLITE_PROBLEMS.get(code) ?? OTHER_PROBLEM)
  const name = error instanceof Error && 'code' in error ? String(error.code) : ''
  const problem = SYSTEM_PROBLEMS.get(name)
  return problem === undefined ? error : unavailable(file, error, problem)
}

interface Problem {
  readonly what: string
  readonly hint: string
}

function unavailable(file: string, cause: unknown, problem: Problem): StoreUnavailableError {
  return new StoreUnavailableError(`The store ${file} ${problem.what}.`, { hint: problem.hint, cause })
}

const DISK_FULL: Problem = { what: 'cannot be written: the disk is full', hint: 'Free some space and try again.' }
const READ_ONLY: Problem = {
  what: 'cannot be written: it is read-only for this account',
  hint: 'Check who owns the file and its directory, and that both may be written.',
}
const NOT_OPENED: Problem = {
  what: 'cannot be opened',
  hint: 'Check that the path is right and that this account may read and write there.',
}
const CORRUPT: Problem = {
  what: 'is damaged or not a store',
  hint: 'Move the file away and restore a copy. A new store is made where there is none.',
}
const OTHER_PROBLEM: Problem = {
  what: 'failed',
  hint: 'The cause is in the log. Try again; if it stays, check the disk.',
}

const SQLITE_PROBLEMS: ReadonlyMap<number, Problem> = new Map([
  [
    BUSY,
    { what: 'is locked by another process', hint: 'See which process holds it open, end that one and try again.' },
  ],
  [3, READ_ONLY],
  [8, READ_ONLY],
  [10, { what: 'cannot be read or written', hint: 'Check the disk and the free space.' }],
  [11, CORRUPT],
  [13, DISK_FULL],
  [14, NOT_OPENED],
  [26, CORRUPT],
])

const SYSTEM_PROBLEMS: ReadonlyMap<string, Problem> = new Map([
  ['EACCES', NOT_OPENED],
  ['EPERM', NOT_OPENED],
  ['ENOENT', NOT_OPENED],
  ['ENOTDIR', NOT_OPENED],
  ['EISDIR', NOT_OPENED],
  ['EEXIST', NOT_OPENED],
  ['EROFS', READ_ONLY],
  ['ENOSPC', DISK_FULL],
  ['EDQUOT', DISK_FULL],
  ['EFBIG', DISK_FULL],
  ['EIO', OTHER_PROBLEM],
])
