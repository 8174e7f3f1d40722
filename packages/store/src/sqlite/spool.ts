/**
 * The spool of this process: an append to it survives kill -9 and costs one small write, where a commit costs many. The
 * database says how far it is committed, so each line reaches the log once, whatever dies when.
 *
 * It refuses to acknowledge half a line: what cannot be written whole is taken back, and the caller commits instead.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs'
import type { RecordDraft } from '@holdpoint/core'
import { toSpoolBeginning, toSpoolLine } from '../audit/spool-line.ts'
import type { StoreProblem } from '../store-problem.ts'
import { exists, prepareSpoolDirectory, remove, spoolFiles } from './spool-files.ts'
import type { SpoolFiles } from './spool-files.ts'
import { takeSpoolLock } from './spool-lock.ts'
import type { SpoolLock } from './spool-lock.ts'

/** A file that was committed up to its end is emptied beyond this size: emptying takes a millisecond, however large it is. */
const EMPTY_BEYOND_BYTES = 2_097_152
const TRY_AGAIN_AFTER_MS = 1000
const MOST_ATTEMPTS = 3

export interface Spool {
  /** Writes lines, all with one call. */
  readonly add: (records: readonly AppendedRecord[]) => Spooled
  /** Whose lines wait; `null` before the first. */
  readonly id: () => string | null
  /** Everything added so far is committed. */
  readonly settle: () => void
  /** Lets go. If everything is `committed`, nothing is left to recover, and files and mark are removed. */
  readonly end: (committed: boolean) => void
}

/** How many of the records, from the first on, now survive the process; the others are to be committed instead. */
export interface Spooled {
  readonly count: number
  /** The number of the first line. */
  readonly first: number
}

/** A record as it was appended. */
export interface AppendedRecord {
  readonly draft: RecordDraft
  /** From `recordText`: written once, hashed and spooled as it is. */
  readonly text: string
  readonly at: number
}

export interface SpoolOptions {
  readonly directory: string
  readonly randomId: () => string
  /** Writes down in the database that there is such a spool: one that is gone without having ended was taken away. */
  readonly begin: (id: string) => void
  /** Writes down that all of it is in the log. */
  readonly ended: (id: string) => void
  /** Removes the mark in the database. */
  readonly forget: (id: string) => void
  readonly onProblem: (problem: StoreProblem) => void
}

interface OpenSpool {
  readonly id: string
  readonly files: SpoolFiles
  descriptor: number
  readonly lock: SpoolLock
  /** Where the next line goes. */
  size: number
  sequence: number
}

const NOTHING: Spooled = { count: 0, first: 0 }

export function createSpool(options: SpoolOptions): Spool {
  const { directory } = options
  let open: OpenSpool | null = null
  let notBefore = 0
  let failing = false

  function write(spool: OpenSpool, records: readonly AppendedRecord[]): number {
    const first = spool.sequence + 1
    const lines = records.map(({ text, at }, index) => toSpoolLine(first + index, at, text))
    const text = lines.length === 1 && lines[0] !== undefined ? lines[0] : lines.join('')
    const length = Buffer.byteLength(text)
    const written = writeSync(spool.descriptor, text, spool.size)
    if (written === length) {
      advance(spool, records.length, length)
      return records.length
    }
    const error = new Error('The disk took half of what was written.')
    if (fail(error)) return 0
    // It cannot be taken back: the lines that arrived whole would be found after a crash, so they count.
    let [count, whole] = [0, 0]
    for (const line of lines) {
      const end = whole + Buffer.byteLength(line)
      if (end > written) break
      count += 1
      whole = end
    }
    advance(spool, count, whole)
    return count
  }

  function advance(spool: OpenSpool, lines: number, bytes: number): void {
    spool.size += bytes
    spool.sequence += lines
  }

  /** Answers whether what was written in part is gone. */
  function fail(error: unknown): boolean {
    notBefore = performance.now() + TRY_AGAIN_AFTER_MS
    if (!failing) options.onProblem({ kind: 'spool-unavailable', directory, error })
    failing = true
    try {
      // Half a line must not stand before a whole one. If it cannot be taken back, the next write goes over it.
      if (open !== null) ftruncateSync(open.descriptor, open.size)
      return true
    } catch {
      // Until then the file ends in a line without a line break, which no reader counts.
      return false
    }
  }

  function leave(spool: OpenSpool): void {
    open = null
    spool.lock.release()
    closeSync(spool.descriptor)
    if (!exists(spool.files.lines)) remove(spool.files.lock)
  }

  return {
    add(records) {
      if (failing && performance.now() < notBefore) return NOTHING
      try {
        if (open === null) {
          open = openSpool(directory, options.randomId)
          begin(open.id)
        }
        const first = open.sequence + 1
        const count = write(open, records)
        if (count === records.length) failing = false
        return { count, first }
      } catch (error) {
        fail(error)
        return NOTHING
      }
    },
    id: () => open?.id ?? null,
    settle() {
      if (open === null) return
      try {
        // The file was removed: lines written to it would be lost with this process. The next append opens another.
        if (fstatSync(open.descriptor).nlink === 0) {
          // All of them are in the log, so nothing is missing.
          forget(open.id)
          leave(open)
          return
        }
        if (open.size <= EMPTY_BEYOND_BYTES) return
        // Numbers go on, so whether or not this survives a crash, the mark in the database still tells old from new.
        startOver(open)
      } catch (error) {
        fail(error)
      }
    },
    end(committed) {
      if (open === null) return
      const ended = open
      try {
        if (committed) {
          // In this order: lines without a mark would be taken for new, a mark without lines for lines taken away.
          options.ended(ended.id)
          remove(ended.files.lines)
          forget(ended.id)
        }
        leave(ended)
      } catch (error) {
        fail(error)
      }
    },
  }

  function begin(id: string): void {
    try {
      options.begin(id)
    } catch {
      // Locked: the first commit writes it down.
    }
  }

  function forget(id: string): void {
    try {
      options.forget(id)
    } catch {
      // Locked or failing: the next process that opens the store removes a mark without lines.
    }
  }
}

/** An empty spool in the place of the old one, at one moment: a file without its first line counts as cut. */
function startOver(spool: OpenSpool): void {
  const fresh = `${spool.files.lines}.new`
  const text = toSpoolBeginning(spool.sequence)
  const descriptor = openSync(fresh, 'w', 0o600)
  try {
    writeSync(descriptor, text)
    renameSync(fresh, spool.files.lines)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  closeSync(spool.descriptor)
  spool.descriptor = descriptor
  spool.size = Buffer.byteLength(text)
}

/**
 * The lines come first, then the lock: a process that looks for dead owners in between removes the lines, which is checked
 * below. The other way round, a lock without lines would look like one that a crash left.
 */
function openSpool(directory: string, randomId: () => string): OpenSpool {
  prepareSpoolDirectory(directory)
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const id = randomId()
    const files = spoolFiles(directory, id)
    const descriptor = openSync(files.lines, 'wx', 0o600)
    const beginning = toSpoolBeginning(0)
    try {
      writeSync(descriptor, beginning)
      const lock = takeSpoolLock(files.lock)
      if (lock !== null && exists(files.lines)) {
        return { id, files, descriptor, lock, size: Buffer.byteLength(beginning), sequence: 0 }
      }
      lock?.release()
    } catch (error) {
      closeSync(descriptor)
      remove(files.lines)
      throw error
    }
    closeSync(descriptor)
  }
  throw new Error('The spool was taken away each time it was made.')
}
