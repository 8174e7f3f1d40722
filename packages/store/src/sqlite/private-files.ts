/**
 * Keeps the store private to its account: a directory made here is 0700, the files are 0600, also when they were there
 * before and whatever the umask says. Arguments can hold secrets. It never widens a mode, so a read-only file stays
 * read-only.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, relative, resolve } from 'node:path'
import type { StoreProblem } from '../store-problem.ts'

const OTHERS = 0o077
const STICKY = 0o1000

export function preparePrivateFiles(file: string, onProblem: (problem: StoreProblem) => void): void {
  const directory = dirname(resolve(file))
  if (existsSync(directory)) tightenDirectory(directory, onProblem)
  else makeDirectory(directory)
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  tightenFiles(file)
}

/**
 * An empty file of 0600, whatever the umask. One that exists is not opened: closing it would drop the locks that this
 * process holds on it.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    tighten(file)
  }
}

/** The database makes its two side files with the mode of the main one; these are for files that were there before. */
export function tightenFiles(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) tighten(path)
}

function tighten(path: string): void {
  const status = statSync(path, { throwIfNoEntry: false })
  if (status?.isFile() === true && (status.mode & OTHERS) !== 0) chmodSync(path, status.mode & 0o700)
}

function makeDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
}

/** A directory that is shared on purpose (`/tmp`), another account's, or where a person works keeps its mode. */
function tightenDirectory(directory: string, onProblem: (problem: StoreProblem) => void): void {
  const status = statSync(directory)
  if ((status.mode & OTHERS) === 0 || process.platform === 'win32') return
  const ours = status.uid === process.getuid?.() && (status.mode & STICKY) === 0
  if (ours && !contains(directory, process.cwd()) && !contains(directory, homedir())) {
    chmodSync(directory, status.mode & 0o700)
    return
  }
  onProblem({
    kind: 'directory-open',
    directory,
    hint: 'Other accounts can see that a store is here. Keep it in a directory of its own with mode 0700.',
  })
}

function contains(directory: string, path: string): boolean {
  const way = relative(directory, resolve(path))
  return way === '' || (!way.startsWith('..') && resolve(directory, way) === resolve(path))
}
