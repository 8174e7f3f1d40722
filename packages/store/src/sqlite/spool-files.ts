/** Where spools stand: in a folder beside the database and named after it, since two databases may share a directory. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const SPOOL = '.spool'
const LOCK = '.lock'
const OTHERS = 0o077

export interface SpoolFiles {
  /** The lines. */
  readonly lines: string
  /** Locked while the owner lives. It is made after the lines and removed after them. */
  readonly lock: string
  /** Where the lines are kept when some of them cannot be read. */
  readonly damaged: string
}

export function spoolDirectory(file: string): string {
  return `${resolve(file)}-spool`
}

export function spoolFiles(directory: string, id: string): SpoolFiles {
  return {
    lines: join(directory, `${id}${SPOOL}`),
    lock: join(directory, `${id}${LOCK}`),
    damaged: join(directory, `${id}.damaged`),
  }
}

export function prepareSpoolDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if ((statSync(directory).mode & OTHERS) !== 0 && process.platform !== 'win32') chmodSync(directory, 0o700)
}

/** The ids that have lines and those that only have a lock left. */
export function listSpools(directory: string): {
  readonly spools: readonly string[]
  readonly locks: readonly string[]
} {
  let names: readonly string[] = []
  try {
    names = readdirSync(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const spools = idsOf(names, SPOOL)
  const known = new Set(spools)
  return { spools, locks: idsOf(names, LOCK).filter((id) => !known.has(id)) }
}

export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

export function remove(path: string): void {
  rmSync(path, { force: true })
}

function idsOf(names: readonly string[], end: string): readonly string[] {
  return names.filter((name) => name.endsWith(end)).map((name) => name.slice(0, -end.length))
}
