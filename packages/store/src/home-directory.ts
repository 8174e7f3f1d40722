/** HOLDPOINT_HOME: what all processes of one account share. Private to that account, or nothing is written there. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'

export interface HomeDirectory {
  readonly path: string
  readonly databaseFile: string
  /** Which process serves the page of this home. */
  readonly serviceFile: string
  /** Where the head of the log in a database is kept: here, with the key, wherever the database is. */
  headFile(databaseFile: string): string
  /** The key that signs the audit log's checkpoints and heads, made on first use. */
  checkpointKey(randomKey: () => string): string
  /** The private key that signs what others check, made on first use. */
  signingKey(newKey: () => string): string
}

export function openHomeDirectory(path: string): HomeDirectory {
  try {
    makeFolder(path)
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700)
  } catch (error) {
    throw new HomeUnavailableError(path, error)
  }
  return {
    path,
    databaseFile: join(path, 'holdpoint.db'),
    serviceFile: join(path, 'service.json'),
    headFile(databaseFile) {
      const file = resolve(databaseFile)
      // As the store names it by default: a copy of "holdpoint.db*" must not take it along.
      if (dirname(file) === resolve(path)) return join(path, `audit-head-of-${basename(file)}`)
      return join(path, `audit-head-of-${createHash('sha256').update(file).digest('hex').slice(0, 12)}`)
    },
    checkpointKey: (randomKey) => keyIn(path, 'checkpoint.key', randomKey),
    signingKey: (newKey) => keyIn(path, 'signing.key', newKey),
  }
}

function keyIn(path: string, name: string, newKey: () => string): string {
  try {
    return keyFile(join(path, name), newKey)
  } catch (error) {
    throw new HomeUnavailableError(path, error)
  }
}

/** The key in this file, which only this account reads; made on first use. */
export function keyFile(file: string, newKey: () => string): string {
  makeKey(file, newKey)
  return readKey(file)
}

/** Step by step: where a file system pretends that parents are missing, Node's own recursion never ends. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path || existsSync(parent)) throw error
    makeFolder(parent)
    mkdirSync(path, { mode: 0o700 })
  }
}

/** Exclusive: of several processes that start at once, one writes and the others read. */
function makeKey(file: string, randomKey: () => string): void {
  try {
    writeFileSync(file, randomKey(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // A restored backup or a copy may have opened it to others.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  }
}

/** The winner of the race may still be writing. */
function readKey(file: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const key = readFileSync(file, 'utf8').trim()
    if (key !== '' || attempt > 50) return key
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
  }
}

/** HOLDPOINT_HOME cannot be used. Nothing is started without it: there would be no place for what must be durable. */
class HomeUnavailableError extends Error {
  readonly code = 'HOME_UNAVAILABLE'
  /** What a person can do about it. */
  readonly hint: string

  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`The home ${path} cannot be used: ${why}`, { cause })
    this.name = 'HomeUnavailableError'
    this.hint = 'Set HOLDPOINT_HOME to a folder that this account may write to.'
  }
}
