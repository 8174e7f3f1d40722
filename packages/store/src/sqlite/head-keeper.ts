/**
 * Keeps the head up with the log. When a caller learns that something above low is on record, the head covers it
 * already; passed reads share a head a moment later, so that none of them waits for it. A witness receives each head,
 * newest first when it is slow, and delays nothing.
 *
 * It refuses further changes while the head cannot be written: what is not in the head can be taken away unnoticed.
 */
import type { Head, SignedHead } from '@holdpoint/core'
import { toHeadLine } from '@holdpoint/core'
import type { HeadWitness } from '../continuity/head-witness.ts'
import type { StoreProblem } from '../store-problem.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { ChainPlace, LogIdentity } from '../transaction/transaction.ts'
import type { HeadFile } from './head-file.ts'

/** Heads over nothing but passed reads are this far behind at most. */
const READS_LATER_MS = 1000

export interface HeadKeeper {
  /** Throws while the head cannot be kept. */
  readonly assertKept: () => void
  /** `waited`: a caller is about to learn that its record is committed. */
  readonly advance: (committed: CommittedEnd, waited: boolean) => void
  /** Writes what is still to be written, and answers the head over all of it. */
  readonly now: () => SignedHead | null
  readonly problems: () => readonly string[]
  readonly close: () => void
}

export interface CommittedEnd {
  readonly log: LogIdentity
  readonly end: ChainPlace
  readonly at: number
}

export interface HeadKeeperOptions {
  readonly file: HeadFile
  readonly place: string
  readonly chain: string
  readonly witness: HeadWitness | null
  readonly onProblem: (problem: StoreProblem) => void
}

export function createHeadKeeper(options: HeadKeeperOptions): HeadKeeper {
  const { file, witness } = options
  let written: SignedHead | null = null
  let wanted: Head | null = null
  let failure: unknown = null
  let later: NodeJS.Timeout | null = null

  function write(): void {
    if (later !== null) clearTimeout(later)
    later = null
    if (wanted === null) return
    try {
      written = file.append(wanted)
      wanted = null
      if (failure !== null) options.onProblem({ kind: 'recovered' })
      failure = null
      witness?.tell(toHeadLine(written))
    } catch (error) {
      if (failure === null) options.onProblem({ kind: 'head-unavailable', file: options.place, error })
      failure = error
    }
  }

  return {
    assertKept() {
      if (failure === null) return
      write()
      if (failure === null) return
      throw new StoreUnavailableError(`The head of the audit log, ${options.place}, cannot be written.`, {
        hint: 'Nothing above low goes on until it can: without it, records could be taken away unnoticed.',
        cause: failure,
      })
    },
    advance({ log, end, at }, waited) {
      if (log.store === null) return
      const known = wanted ?? written
      const chains = [{ chain: options.chain, length: end.length, hash: end.hash }]
      const same = known?.generation === log.generation && known.chains[0]?.hash === end.hash
      if (!same) wanted = { store: log.store, generation: log.generation, at, chains }
      if (wanted === null) return
      if (waited) write()
      else later ??= setTimeout(write, READS_LATER_MS).unref()
    },
    now() {
      write()
      return written
    },
    problems() {
      const words = failure instanceof Error ? failure.message : String(failure)
      return [
        ...(failure === null ? [] : [`The head of the audit log, ${options.place}, cannot be written: ${words}`]),
        ...(witness?.problems() ?? []),
      ]
    },
    close() {
      write()
      file.close()
    },
  }
}
