/**
 * Brings records to the spool, all of one moment with one write: under load that call is most of what a record costs. No caller
 * learns that a record is safe before it is written.
 */
import type { AppendedRecord, Spool } from './spool.ts'

export interface Spooling {
  /** Settles once the record survives the process, or as `unspooled` settles it. */
  readonly add: (record: AppendedRecord) => Promise<void>
  /** How many are not written yet. */
  readonly count: () => number
  /** Writes what has gathered, at once: whatever is asked for after a record must find it in its place. */
  readonly writeNow: () => void
}

export interface SpoolingOptions {
  readonly spool: Spool
  /** Calls back once all that comes in this moment has come. */
  readonly afterThisMoment: (work: () => void) => void
  readonly spooled: (record: AppendedRecord, sequence: number) => void
  /** The spool did not take it: it is committed instead. */
  readonly unspooled: (record: AppendedRecord) => Promise<void>
}

interface Gathered {
  readonly record: AppendedRecord
  readonly settle: (outcome: Promise<void> | void) => void
}

export function createSpooling(options: SpoolingOptions): Spooling {
  let gathered: Gathered[] = []

  function writeNow(): void {
    if (gathered.length === 0) return
    const batch = gathered
    gathered = []
    const { count, first } = options.spool.add(batch.map(({ record }) => record))
    for (const [index, { record, settle }] of batch.entries()) {
      if (index < count) {
        options.spooled(record, first + index)
        settle()
      } else settle(options.unspooled(record))
    }
  }

  return {
    add: (record) =>
      new Promise((settle) => {
        if (gathered.length === 0) options.afterThisMoment(writeNow)
        gathered.push({ record, settle })
      }),
    count: () => gathered.length,
    writeNow,
  }
}
