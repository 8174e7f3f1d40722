/**
 * Verifies audit chains as they are read, in batches, and names the first record that is not what was written. Each
 * chain's records must come in their order; chains may be mixed. A cut tail or a dropped chain shows through a
 * checkpoint, and where the checkpoints went with it, through a head that was kept elsewhere: in the home, as a
 * receipt, by a witness. A record that is gone from the log, the checkpoints and every head cannot be noticed.
 */
import type { Sha256 } from '../json/sha256.ts'
import { say } from '../sentence/say.ts'
import { FIRST_SEQUENCE, GENESIS_HASH, hashRecord } from './chain.ts'
import type { HeadSource, KeptHead } from './head.ts'
import type { AuditRecord, Checkpoint } from './record.ts'

export type ChainVerification =
  | {
      readonly ok: true
      readonly records: number
      readonly chains: readonly { readonly chain: string; readonly length: number; readonly hash: string }[]
    }
  | ChainFault

export interface ChainFault {
  readonly ok: false
  /** `null` where a checkpoint itself is forged. */
  readonly chain: string | null
  readonly sequence: number | null
  readonly reason: string
}

export interface ChainVerifier {
  /** Answers whether everything so far is sound; after `false` reading on is pointless. */
  feed(records: readonly AuditRecord[]): boolean
  /** `heads` are trusted: the caller has checked their signatures, or got them as receipts. */
  finish(checkpoints: readonly Checkpoint[], heads?: readonly KeptHead[]): ChainVerification
}

/** What was read of a chain. */
interface ReadChain {
  /** How many records came before those that were read, and how the last of them ended. */
  readonly begin: { readonly length: number; readonly hash: string }
  /** Of every record, since a checkpoint may speak of any length. */
  readonly hashes: string[]
}

/**
 * `beginnings`: the checkpoints of a log that drops its oldest records on purpose. A chain may then begin where one of
 * them, signed, says that it was; without them a chain begins at its first record, and what is missing there is
 * missing.
 */
export function createChainVerifier(
  sha256: Sha256,
  checkSignature: (checkpoint: Checkpoint) => boolean,
  beginnings: readonly Checkpoint[] = [],
): ChainVerifier {
  const chains = new Map<string, ReadChain>()
  let count = 0
  let fault: ChainFault | null = null

  function feed(records: readonly AuditRecord[]): boolean {
    for (const record of records) {
      if (fault !== null) break
      const read = chains.get(record.chain) ?? { begin: findBegin(record), hashes: [] }
      fault = findRecordFault(record, read, sha256)
      if (fault !== null) break
      chains.set(record.chain, read)
      read.hashes.push(record.hash)
      count++
    }
    return fault === null
  }

  function findBegin({ chain, sequence, previousHash }: AuditRecord): ReadChain['begin'] {
    const length = sequence - FIRST_SEQUENCE
    const said = beginnings.find((checkpoint) =>
      checkpoint.chains.some((end) => end.chain === chain && end.length === length && end.hash === previousHash),
    )
    const dropped = length > 0 && said !== undefined && checkSignature(said)
    return dropped ? { length, hash: previousHash } : { length: 0, hash: GENESIS_HASH }
  }

  function finish(checkpoints: readonly Checkpoint[], heads: readonly KeptHead[] = []): ChainVerification {
    const inOrder = [...checkpoints].sort((left, right) => left.at - right.at)
    const signed = inOrder.filter((checkpoint) => checkSignature(checkpoint))
    const statements = [...signed.map(statementOf), ...heads.map(({ head, source }) => ({ ...head, source }))]
    const rewritten = findRewrite(statements, chains)
    if (fault !== null) {
      // A broken link may only be the end of a stretch that was rewritten consistently; the checkpoint knows its start.
      const earlier = rewritten?.chain === fault.chain && (rewritten.sequence ?? 0) < (fault.sequence ?? 0)
      return earlier ? (rewritten ?? fault) : fault
    }
    const found = rewritten ?? findMissing(statements, chains) ?? findForgery(inOrder, signed)
    if (found !== null) return found
    return {
      ok: true,
      records: count,
      chains: [...chains].map(([chain, read]) => ({ chain, length: lengthOf(read), hash: read.hashes.at(-1) ?? '' })),
    }
  }

  return { feed, finish }
}

function lengthOf({ begin, hashes }: ReadChain): number {
  return begin.length + hashes.length
}

function findRecordFault(record: AuditRecord, read: ReadChain, sha256: Sha256): ChainFault | null {
  const { chain, sequence } = record
  const expected = lengthOf(read) + FIRST_SEQUENCE
  if (sequence > expected) {
    return {
      ok: false,
      chain,
      sequence: expected,
      reason: say('recordMissing', { expected, found: sequence }),
    }
  }
  if (sequence !== expected) {
    return { ok: false, chain, sequence, reason: say('recordMisplaced', { sequence, expected }) }
  }
  if (hashRecord(record, sha256) !== record.hash) {
    return { ok: false, chain, sequence, reason: say('recordChanged', { sequence }) }
  }
  if (record.previousHash !== (read.hashes.at(-1) ?? read.begin.hash)) {
    const reason = say('recordReplaced', { sequence })
    return { ok: false, chain, sequence, reason }
  }
  return null
}

/** A checkpoint's or a head's statement about the ends of the chains. */
interface HeadStatement {
  readonly source: HeadSource | 'checkpoint'
  readonly at: number
  readonly chains: Checkpoint['chains']
}

const SOURCES = {
  checkpoint: () => say('byCheckpoint'),
  head: () => say('byHead'),
  receipt: () => say('byReceipt'),
  witness: () => say('byWitness'),
} as const satisfies { readonly [source in HeadStatement['source']]: () => string }

function statementOf({ at, chains }: Checkpoint): HeadStatement {
  return { source: 'checkpoint', at, chains }
}

function findRewrite(statements: readonly HeadStatement[], chains: ReadonlyMap<string, ReadChain>): ChainFault | null {
  let lowest: ChainFault | null = null
  for (const statement of statements) {
    for (const { chain, length, hash } of statement.chains) {
      const read = chains.get(chain)
      const found = read?.hashes[length - read.begin.length - 1]
      if (found === undefined || found === hash) continue
      if (lowest !== null && (lowest.chain !== chain || (lowest.sequence ?? 0) <= length)) continue
      const said = { when: isoTime(statement.at), source: SOURCES[statement.source]() }
      lowest = { ok: false, chain, sequence: length, reason: say('recordRewritten', { sequence: length, ...said }) }
    }
  }
  return lowest
}

/** The statement that misses the most is named: it says since when. */
function findMissing(statements: readonly HeadStatement[], chains: ReadonlyMap<string, ReadChain>): ChainFault | null {
  let worst: (ChainFault & { readonly counted: number }) | null = null
  for (const statement of statements) {
    for (const { chain, length } of statement.chains) {
      const read = chains.get(chain)
      const present = read === undefined ? 0 : lengthOf(read)
      if (present >= length || length <= (worst?.counted ?? 0)) continue
      const first = present + FIRST_SEQUENCE
      const counted = { when: isoTime(statement.at), source: SOURCES[statement.source](), n: length }
      const reason = present === 0 ? say('chainMissing', counted) : say('recordsMissing', { first, ...counted })
      worst = { ok: false, chain, sequence: first, reason, counted: length }
    }
  }
  return worst === null ? null : { ok: false, chain: worst.chain, sequence: worst.sequence, reason: worst.reason }
}

function findForgery(inOrder: readonly Checkpoint[], signed: readonly Checkpoint[]): ChainFault | null {
  const forged = inOrder.find((checkpoint) => !signed.includes(checkpoint))
  if (forged === undefined) return null
  const reason = say('checkpointForged', { when: isoTime(forged.at) })
  return { ok: false, chain: null, sequence: null, reason }
}

function isoTime(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString()
}
