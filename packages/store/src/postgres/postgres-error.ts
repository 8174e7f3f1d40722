/** Reads what the driver throws and says it in words a person can act on. */
import { StoreUnavailableError } from '../store-unavailable-error.ts'

/** The five characters of SQLSTATE, or `null` for an error that is not the database's. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error ? error.code : null
}

/** Two transactions got in each other's way, and this one may simply run again. */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

/** The connection is gone, or the server is; what was under way on it may have happened or not. */
export function isLost(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true
  const state = sqlState(error)
  if (state !== null) return state.startsWith('08') || state.startsWith('57P') || state === '25P03'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^E[A-Z]+$/.test(code)) return true
  return error instanceof Error && /^Connection terminated|timeout expired|Client has encountered/.test(error.message)
}

/** A session that broke refuses what comes after. */
export class ConnectionLostError extends Error {
  constructor(cause?: unknown) {
    super('The connection to the database is lost.', { cause })
    this.name = 'ConnectionLostError'
  }
}

/** Bugs (a step that threw) stay what they are; what the database or the network said becomes one error. */
export function explainProblem(error: unknown, store: string): unknown {
  if (error instanceof StoreUnavailableError) return error
  const state = sqlState(error)
  if (state === null && !isLost(error)) return error
  const { what, hint } = (state === null ? null : findProblem(state)) ?? (isLost(error) ? UNREACHABLE : OTHER_PROBLEM)
  return new StoreUnavailableError(`The store ${store} ${what}.`, { hint, cause: error })
}

interface Problem {
  readonly what: string
  readonly hint: string
}

const UNREACHABLE: Problem = {
  what: 'cannot be reached',
  hint: 'Check that PostgreSQL runs and that this machine may connect to it.',
}
const OTHER_PROBLEM: Problem = {
  what: 'refused a statement',
  hint: 'The cause is in the log. Try again; if it stays, look at what PostgreSQL logs.',
}

function findProblem(state: string): Problem | null {
  for (const [prefix, problem] of PROBLEMS) if (state.startsWith(prefix)) return problem
  return null
}

const PROBLEMS: readonly (readonly [string, Problem])[] = [
  ['28', { what: 'refused the sign-in', hint: 'Check the user and the password in the address of the store.' }],
  ['3D', { what: 'does not exist', hint: 'Create the database first: createdb.' }],
  ['42501', { what: 'does not allow this user to do that', hint: 'Make the user the owner of the schema.' }],
  ['25006', { what: 'is read-only', hint: 'It is a standby. Give the address of the primary.' }],
  ['53100', { what: 'cannot be written: its disk is full', hint: 'Free some space there and try again.' }],
  ['53', { what: 'has no room for more', hint: 'Raise max_connections, or run fewer processes.' }],
  ['55P03', { what: 'is locked by another transaction', hint: 'See pg_stat_activity for which one, and end it.' }],
  ['57014', { what: 'took too long', hint: 'See pg_stat_activity for what keeps it busy.' }],
  ['57P', UNREACHABLE],
  ['08', UNREACHABLE],
]
