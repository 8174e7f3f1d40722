/**
 * Brings the records that dead processes left in their spools into the log, each once. Several processes may do so at the
 * same moment: whoever gets the lock of a spool takes it, the others leave it alone. A spool that was taken away, emptied or
 * changed before its records were in the log is told of, with a notice. Nothing here keeps a store from opening; what
 * fails is tried again with the next look.
 */
import { readFileSync, renameSync } from 'node:fs'
import { recordDraft, say } from '@holdpoint/core'
import { isCut, readSpool } from '../audit/spool-line.ts'
import type { SpoolContent } from '../audit/spool-line.ts'
import type { SpoolStatements } from '../audit/spool-statements.ts'
import type { Script } from '../query/script.ts'
import { allRows, firstRow } from '../query/script.ts'
import { STORE_TENANT } from '../continuity/notices.ts'
import type { Notices } from '../continuity/notices.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { Executor } from '../transaction/executor.ts'
import { exists, listSpools, prepareSpoolDirectory, remove, spoolFiles } from './spool-files.ts'
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
  readonly notices: Pick<Notices, 'spoolLost'>
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
      await executor.write((transaction) => takeOver(transaction, id, content))
      // Only now: until the lines are gone, the mark says that they are in the log.
      if (content.damaged) keepAside(files.lines, files.damaged)
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
      yield* transaction.append(recordDraft({ kind: 'spool-recovered', tenant: STORE_TENANT, detail }))
    }
    yield spools.end({ id })
    if (content.damaged || isCut(content, mark?.sequence ?? null)) {
      yield* options.notices.spoolLost(transaction, say('spoolCut', { n: committed }))
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

  /** Marks whose lines are gone: of spools that ended, left by a crash in between, or of one that somebody took away. */
  async function sweepMarks(): Promise<void> {
    const marks = await executor.read(() => allRows(spools.list({})))
    const stale = marks.filter(({ id, ended }) => id !== options.own() && isGone(id, ended === 1))
    if (stale.length === 0) return
    await executor.write(function* (transaction): Script<void> {
      for (const { id } of stale) {
        // Read again: its owner may have ended it meanwhile, or another process told of it.
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
        tell(id, error)
      }
    }
    for (const id of locks) {
      const files = spoolFiles(directory, id)
      // Somebody may have taken the lines of an owner that lives: its lock tells.
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
