/**
 * Brings the records that dead processes left in their spools into the log, each once. Several processes may do so at the same
 * moment: the process that gets the lock of a spool takes it, the others leave it alone. A spool that was removed, emptied or
 * changed before its records were in the log is reported with a notice. Nothing here keeps a store from opening; what fails is
 * tried again with the next look.
 */
import { readFileSync, renameSync } from 'node:fs'
import { recordDraft, say, HOME_TENANT } from '@holdpoint/core'
import { isCut, readSpool } from '../audit/spool-line.ts'
import type { SpoolContent } from '../audit/spool-line.ts'
import type { SpoolStatements } from '../audit/spool-statements.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import type { Notices } from '../continuity/notices.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { Executor } from '../transaction/executor.ts'
import { exists, listSpools, prepareSpoolDirectory, remove, spoolFiles } from './spool-files.ts'
import { takeSpoolLock } from './spool-lock.ts'

export interface SpoolRecovery {
  /** One look for spools of dead processes. Never rejects; while one goes on, another joins it. */
  readonly look: () => Promise<void>
}

export interface SpoolRecoveryOptions {
  readonly directory: string
  readonly spools: SpoolStatements
  readonly executor: Pick<Executor, 'read' | 'write'>
  /** The id of this process's own spool. */
  readonly own: () => string | null
  readonly notices: Pick<Notices, 'spoolLost'>
  readonly onProblem: (problem: StoreProblem) => void
}

export function createSpoolRecovery(options: SpoolRecoveryOptions): SpoolRecovery {
  const { directory, executor, spools } = options
  const reported = new Set<string>()
  let looking: Promise<void> | null = null

  async function recover(id: string): Promise<void> {
    const files = spoolFiles(directory, id)
    const lock = takeSpoolLock(files.lock)
    if (lock === null) return
    try {
      const content = read(files.lines)
      if (content === null) return
      await executor.write((transaction) => takeOver(transaction, id, content))
      // Only now: until the lines are gone, the mark says that they are in the log.
      if (content.damaged) renameDamaged(files.lines, files.damaged)
      else remove(files.lines)
    } finally {
      lock.release()
      if (!exists(files.lines)) remove(files.lock)
    }
  }

  function* takeOver(transaction: Transaction, id: string, content: SpoolContent): Script<void> {
    const { drafts } = content
    const mark = yield* firstRow(spools.find({ id }))
    const committed = mark?.sequence ?? 0
    const fresh = drafts.filter(({ spooled }) => (spooled ?? 0) > committed).length
    yield* transaction.ingest({ spool: id, drafts })
    if (fresh > 0) {
      const detail = say('spoolRecovered', { n: fresh })
      yield* transaction.append(recordDraft({ kind: 'spool-recovered', tenant: HOME_TENANT, detail }))
    }
    yield spools.end({ id })
    if (content.damaged || isCut(content, mark?.sequence ?? null)) {
      yield* options.notices.spoolLost(transaction, say('spoolCut', { n: committed }))
    }
  }

  /** Once for each spool, since looks repeat. A database that is locked or fails is reported by the writer. */
  function report(id: string, error: unknown): void {
    if (error instanceof StoreUnavailableError || reported.has(id)) return
    reported.add(id)
    options.onProblem({ kind: 'spool-unreadable', file: spoolFiles(directory, id).lines, error })
  }

  function renameDamaged(lines: string, damaged: string): void {
    renameSync(lines, damaged)
    options.onProblem({
      kind: 'spool-damaged',
      file: damaged,
      hint: 'Some records of passed calls could not be read. The file holds what is left of them; nothing reads it again.',
    })
  }

  /** Removes marks whose lines are gone: the spool ended and a crash left its mark, or its lines were removed from outside. */
  async function sweepMarks(): Promise<void> {
    const marks = await executor.read(() => allRows(spools.list({})))
    const stale = marks.filter(({ id, ended }) => id !== options.own() && isGone(id, ended === 1))
    if (stale.length === 0) return
    await executor.write(function* (transaction): Script<void> {
      for (const { id } of stale) {
        // Read again: its owner may have ended it meanwhile, or another process reported it.
        const [mark] = (yield* allRows(spools.list({}))).filter((found) => found.id === id)
        if (mark === undefined) continue
        yield spools.remove({ id })
        if (mark.ended !== 1) yield* options.notices.spoolLost(transaction, say('spoolGone', { n: mark.sequence }))
      }
    })
  }

  /** While its owner lives, nothing is lost: it has all of its records in memory, and commits them. */
  function isGone(id: string, ended: boolean): boolean {
    const files = spoolFiles(directory, id)
    if (exists(files.lines)) return false
    if (ended) return true
    prepareSpoolDirectory(directory)
    const lock = takeSpoolLock(files.lock)
    if (lock === null) return false
    lock.release()
    if (exists(files.lines)) return false
    remove(files.lock)
    return true
  }

  async function lookOnce(): Promise<void> {
    const { spools: left, locks } = listSpools(directory)
    for (const id of left) {
      if (id === options.own()) continue
      try {
        await recover(id)
      } catch (error) {
        report(id, error)
      }
    }
    for (const id of locks) {
      const files = spoolFiles(directory, id)
      // The lines may be missing although the owner lives; then it still holds the lock.
      const lock = takeSpoolLock(files.lock)
      if (lock === null) continue
      lock.release()
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
