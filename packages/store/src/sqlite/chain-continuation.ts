/**
 * The short way for records that come without a change: they are chained to the end this process remembers and inserted
 * under the next numbers, without reading first. If another process has committed meanwhile, the caller reads the end
 * first; if it commits at this very moment, the number is taken and the insert fails as a whole. The chain cannot fork.
 */
import { chainRecord } from '@holdpoint/core'
import type { Query } from '../query/query.ts'
import { CHECKPOINT_EVERY, lastSpooled } from '../transaction/transaction.ts'
import type { ChainPlace, TransactionContext, WaitingBatch } from '../transaction/transaction.ts'
import type { Connection } from './connection.ts'
import { isTaken } from './sqlite-error.ts'
import type { WaitingRecord } from '../transaction/waiting-records.ts'

/** Where the chain ends, and the time of what ends it. */
export interface DatedPlace extends ChainPlace {
  readonly at: number
}

/** Records of this process, in the order they came. */
interface WaitingDrafts extends WaitingBatch {
  readonly drafts: readonly WaitingRecord[]
}

export interface ChainContinuation {
  /** `null`: the caller has to read the end first. */
  continueFrom(end: DatedPlace, batch: WaitingDrafts): DatedPlace | null
}

export function createChainContinuation(connection: Connection, context: TransactionContext): ChainContinuation {
  const { audit, chain, sha256, spools } = context

  let seen: number | null = null

  /** Also after a database was written back over this one: a record must not be chained to one that is gone. */
  function isAlone(): boolean {
    const version = connection.foreignVersion()
    const alone = version === seen
    seen = version
    return alone
  }

  function insert(queries: readonly Query[]): boolean {
    try {
      const [only] = queries
      if (queries.length === 1 && only !== undefined) connection.write('normal', only)
      else connection.transaction('normal', () => queries.forEach((query) => connection.execute(query)))
      return true
    } catch (error) {
      if (isTaken(error)) return false
      throw error
    }
  }

  return {
    continueFrom(end, { spool, drafts }) {
      const last = end.length + drafts.length
      if (!isAlone()) return null
      if (drafts.length === 0 || Math.floor(last / CHECKPOINT_EVERY) > Math.floor(end.length / CHECKPOINT_EVERY))
        return null
      let { hash, at } = end
      const queries: Query[] = drafts.map((entry, index) => {
        at = Math.max(at, entry.at)
        const place = { chain, sequence: end.length + 1 + index, at, previousHash: hash }
        const record = chainRecord(entry.draft, place, sha256, entry.text)
        hash = record.hash
        return audit.insert(record)
      })
      const sequence = lastSpooled(drafts)
      if (spools !== null && spool !== null && sequence > 0) queries.push(spools.put({ id: spool, sequence }))
      return insert(queries) ? { length: last, hash, at } : null
    },
  }
}
