/**
 * Says whether the owner of a spool lives. The operating system drops the lock at the moment a process ends, however it
 * ends, and pids that are used again or mean nothing in another container cannot mislead it. SQLite is only borrowed for
 * its lock, which works wherever the store itself does; nothing is ever written to the file. The file must not be opened
 * by other means: closing any descriptor of it would drop the lock.
 */
import { DatabaseSync } from '@photostructure/sqlite'
import { makePrivateFile } from './private-files.ts'
import { isBusy } from './sqlite-error.ts'

export interface SpoolLock {
  readonly release: () => void
}

/** `null`: another process has it. */
export function takeSpoolLock(file: string): SpoolLock | null {
  // SQLite would make it readable for every account.
  makePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // The journal would be one more file per process.
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
  return { release: () => database.close() }
}
