/**
 * Brings the records that dead processes left in their spools into the log, each once. Several processes may do so at the
 * same moment: whoever gets the lock of a spool takes it, the others leave it alone. Nothing here keeps a store from
 * opening; what fails is tried again with the next look.
 */
import { readFileSync, renameSync } from 'node:fs'
import { readSpool } from '../audit/spool-line.ts'
import type { SpoolContent } from '../audit/spool-line.ts'
import type { SpoolStatements } from '../audit/spool-statements.ts'
import type { Script } from '../query/script.ts'
import { allRows } from '../query/script.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { Executor } from '../transaction/executor.ts'
import { exists, listSpools, remove, spoolFiles } from './spool-files.ts'
import { takeSpoolLock } from './spool-lock.ts'

export interface SpoolRecovery {
  /** One look at what the dead left. Never rejects; while one goes on, another joins it. */
  readonly look: () => Promise<void>
}

export interface SpoolRecoveryOptions {
  readonly directory: string
  readonly spools: SpoolStatements
  readonly executor: Pick<Executor, 'read' | 'write'>
  /** The spool of this very process. */
  readonly own: () => string | null
  readonly onProblem: (problem: StoreProblem) => void
}

export function createSpoolRecovery(options: SpoolRecoveryOptions): SpoolRecovery {
  const { directory, executor, spools } = options
  const told = new Set<string>()
  let looking: Promise<void> | null = null

  async function recover(id: string): Promise<void> {
    const files = spoolFiles(directory, id)
    const lock = takeSpoolLock(files.lock)
    if (lock === null) return
    try {
      const content = read(files.lines)
      if (content === null) return
      const { drafts } = content
      if (drafts.length > 0) await executor.write((transaction) => transaction.ingest({ spool: id, drafts }))
      // Only now: until the lines are gone, the mark says that they are in the log.
      if (content.damaged) keepAside(files.lines, files.damaged)
      else remove(files.lines)
    } finally {
      lock.release()
      if (!exists(files.lines)) remove(files.lock)
    }
  }

  /** Once for each: looks repeat. A database that is locked or fails is told of by those who write. */
  function tell(id: string, error: unknown): void {
    if (error instanceof StoreUnavailableError || told.has(id)) return
    told.add(id)
    options.onProblem({ kind: 'spool-unreadable', file: spoolFiles(directory, id).lines, error })
  }

  function keepAside(lines: string, damaged: string): void {
    renameSync(lines, damaged)
    options.onProblem({
      kind: 'spool-damaged',
      file: damaged,
      hint: 'Some records of passed calls could not be read. The file holds what is left of them; nothing reads it again.',
    })
  }

  /** Marks whose lines are gone, left by a crash in between. Lines come before their mark, so none will follow. */
  async function sweepMarks(): Promise<void> {
    const marks = await executor.read(() => allRows(spools.list({})))
    const stale = marks.filter(({ id }) => id !== options.own() && !exists(spoolFiles(directory, id).lines))
    if (stale.length === 0) return
    await executor.write(function* (): Script<void> {
      for (const { id } of stale) yield spools.remove({ id })
    })
  }

  async function lookOnce(): Promise<void> {
    const { spools: left, locks } = listSpools(directory)
    for (const id of left) {
      if (id === options.own()) continue
      try {
        await recover(id)
      } catch (error) {
        tell(id, error)
      }
    }
    for (const id of locks) {
      const files = spoolFiles(directory, id)
      // Looked at again: its lines may have been made during the listing.
      if (!exists(files.lines)) remove(files.lock)
    }
    await sweepMarks()
  }

  return {
    look: () =>
      (looking ??= lookOnce()
        .catch(() => undefined)
        .finally(() => (looking = null))),
  }
}

/** `null`: another process was here first. */
function read(lines: string): SpoolContent | null {
  try {
    return readSpool(readFileSync(lines, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
