/**
 * Brings records to the spool, all of one moment with one write: under load that call is most of what a record costs. No caller
 * learns that a record is safe before it is written.
 */
import type { RecordReceipt } from '@holdpoint/core'
import type { AppendedRecord, Spool } from './spool.ts'

export interface ReceiptedRecord extends AppendedRecord {
  readonly receipt: RecordReceipt
}

export interface Spooling {
  /** The receipt is told once the record survives the process, or by the part that takes it unspooled. */
  readonly add: (record: ReceiptedRecord) => void
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
  readonly unspooled: (record: ReceiptedRecord) => void
}

export function createSpooling(options: SpoolingOptions): Spooling {
  let gathered: ReceiptedRecord[] = []

  function writeNow(): void {
    if (gathered.length === 0) return
    const batch = gathered
    gathered = []
    const { count, first } = options.spool.add(batch)
    // All of them stand in their place before anybody goes on.
    for (const [index, record] of batch.entries()) {
      if (index < count) options.spooled(record, first + index)
      else options.unspooled(record)
    }
    for (let index = 0; index < count; index++) batch[index]?.receipt.settled(null)
  }

  return {
    add(record) {
      if (gathered.length === 0) options.afterThisMoment(writeNow)
      gathered.push(record)
    },
    count: () => gathered.length,
    writeNow,
  }
}
