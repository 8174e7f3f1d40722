/**
 * The short way for records that come alone: they are chained to the end this process remembers and inserted under the next
 * number, without reading first. If another process went on meanwhile, that number is taken, the insert fails as a whole,
 * and the caller goes the long way. The chain cannot fork: a number exists once.
 */
import type { RecordDraft } from '@holdpoint/core'
import { chainRecord } from '@holdpoint/core'
import type { Query } from '../query/query.ts'
import { CHECKPOINT_EVERY } from '../transaction/transaction.ts'
import type { ChainPlace, TransactionContext } from '../transaction/transaction.ts'
import type { Connection } from './connection.ts'
import { isTaken } from './sqlite-error.ts'

export interface ChainContinuation {
  /** `null`: go the long way. */
  continueFrom(end: ChainPlace, drafts: readonly RecordDraft[]): (ChainPlace & { readonly at: number }) | null
}

export function createChainContinuation(
  connection: Connection,
  context: TransactionContext,
  now: () => number,
): ChainContinuation {
  const { audit, chain, sha256 } = context

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
    continueFrom(end, drafts) {
      const last = end.length + drafts.length
      if (drafts.length === 0 || Math.floor(last / CHECKPOINT_EVERY) > Math.floor(end.length / CHECKPOINT_EVERY))
        return null
      const at = now()
      let { hash } = end
      const queries = drafts.map((draft, index) => {
        const place = { chain, sequence: end.length + 1 + index, at, previousHash: hash }
        const record = chainRecord(draft, place, sha256)
        hash = record.hash
        return audit.insert(record)
      })
      return insert(queries) ? { length: last, hash, at } : null
    },
  }
}
