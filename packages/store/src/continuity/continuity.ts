/**
 * Compares the database with the heads that are kept outside it, when it is opened: a log that is shorter than its
 * head, or another one, was restored, cut or exchanged, and what was approved in it does not run. A log without a head
 * gets one, and from then on a missing head is reported too.
 *
 * It refuses to repair anything: what the heads said stays where they are kept.
 */
import type { Continuity, KeptHead, SignedHead } from '@holdpoint/core'
import { countRecords, headPayload, isLaterHead, recordDraft, say, HOME_TENANT } from '@holdpoint/core'
import type { AuditStatements } from '../audit/audit-statements.ts'
import type { Script } from '../query/script.ts'
import { firstRow } from '../query/script.ts'
import type { HeadFile, HeadsFound } from '../sqlite/head-file.ts'
import type { HeadKeeper } from '../sqlite/head-keeper.ts'
import { StoreUnavailableError } from '../store-unavailable-error.ts'
import type { Executor } from '../transaction/executor.ts'
import type { StoreStateStatements } from '../transaction/store-state.ts'
import type { Transaction } from '../transaction/transaction.ts'
import { whyNotContinued } from './compare-with-head.ts'
import type { LogState } from './compare-with-head.ts'
import type { HeadWitness } from './head-witness.ts'
import type { Notices } from './notices.ts'

export interface ContinuityOptions {
  readonly statements: { readonly state: StoreStateStatements; readonly audit: AuditStatements }
  readonly notices: Notices
  readonly executor: Executor
  readonly head: HeadKeeper
  readonly headFile: HeadFile
  /** Its path, for people. */
  readonly place: string
  readonly witness: HeadWitness | null
  readonly sign: (payload: string) => string
  /** The chain of this file. */
  readonly chain: string
  readonly randomId: () => string
  /** Takes up a time that was reached before. */
  readonly reached: (at: number) => void
}

interface Finding {
  /** Why the log is not what the heads say; `null`: it is. */
  readonly broken: string | null
  /** The log has no head yet, and says itself that it never had one. */
  readonly begin: boolean
}

export function createContinuity(options: ContinuityOptions): {
  readonly port: Continuity
  /** At the opening. Rejects where the store cannot be written and would have to be. */
  readonly look: () => Promise<void>
} {
  const { executor, notices, statements } = options

  /** A head that is there and cannot be read might say anything: nothing goes on without it. */
  function readOwn(which: 'recent' | 'all'): HeadsFound {
    try {
      return options.headFile.read(which)
    } catch (cause) {
      throw new StoreUnavailableError(`The head of the audit log, ${options.place}, cannot be read.`, {
        hint: 'Make it a file that this account can read and write. It is signed, so do not edit it.',
        cause,
      })
    }
  }

  async function keptHeads(
    which: 'recent' | 'all',
  ): Promise<{ readonly own: HeadsFound; readonly heads: readonly KeptHead[] }> {
    const own = readOwn(which)
    const witnessed = (await options.witness?.heads()) ?? []
    return {
      own,
      heads: [
        ...ownHeads(own),
        ...newestOfEach(witnessed.filter((head) => options.sign(headPayload(head)) === head.signature)),
      ],
    }
  }

  function* compare(log: LogState, own: HeadsFound, heads: readonly KeptHead[]): Script<Finding> {
    const concerned = own.last === null ? heads.filter(({ head }) => head.store === log.store) : heads
    for (const claim of concerned) {
      // A witness may serve others; the head in the home speaks of this log alone.
      if (claim.source === 'witness' && claim.head.store !== (log.store ?? own.last?.store)) continue
      const hashes = new Map<string, string | null>()
      for (const { chain, length } of claim.head.chains) {
        hashes.set(chain, (yield* firstRow(statements.audit.hashAt({ chain, sequence: length })))?.hash ?? null)
      }
      if (countRecords(claim.head) === 0) continue
      // Heads of an earlier generation were compared when that generation ended.
      if (claim.head.store === log.store && claim.head.generation < log.generation) continue
      const broken = whyNotContinued(log, claim, ({ chain }) => hashes.get(chain) ?? null)
      if (broken !== null) return { broken, begin: false }
    }
    // The head of a generation is written before the database says that it is in it.
    const spoken = own.heads.some((head) => log.store === null || head.generation >= log.generation)
    if (own.heads.length > 0) return { broken: spoken ? null : say('headGone'), begin: log.store === null }
    if (own.forged) return { broken: say('headUnsigned'), begin: false }
    return log.store === null ? { broken: null, begin: true } : { broken: say('headGone'), begin: false }
  }

  function* readLog(): Script<LogState> {
    const state = yield* firstRow(statements.state.read({}))
    const end = yield* firstRow(statements.audit.end({ chain: options.chain }))
    return { store: state?.store ?? null, generation: state?.generation ?? 1, length: end?.length ?? 0 }
  }

  /** Compared again inside the transaction: another process may have been faster. */
  function* settle(transaction: Transaction, witnessed: readonly KeptHead[]): Script<void> {
    const own = readOwn('recent')
    const heads = [...ownHeads(own), ...witnessed]
    const log = transaction.log()
    const { broken, begin } = yield* compare(log, own, heads)
    if (broken === null && !begin) return
    const store = own.last?.store ?? log.store ?? options.randomId()
    const known = heads.map(({ head }) => head.generation)
    const generation = Math.max(0, ...known, log.store === null ? 0 : log.generation) + 1
    transaction.rename({ store, generation })
    if (broken !== null) yield* notices.restored(transaction, broken)
    else if (log.length > 0) {
      const detail = say('headBegun', { n: log.length })
      yield* transaction.append(recordDraft({ kind: 'head-begun', tenant: HOME_TENANT, detail }))
    }
    // Before the commit: a process that finds a named log must also find its head.
    options.headFile.append({
      store,
      generation,
      at: transaction.now(),
      chains: [{ chain: options.chain, length: log.length, hash: log.hash }],
    })
  }

  async function look(): Promise<void> {
    const { own, heads } = await keptHeads('recent')
    // Store time does not go back when the database was restored.
    for (const { head } of heads) if (head.store === own.last?.store) options.reached(head.at)
    const { broken, begin } = await executor.read(function* () {
      return yield* compare(yield* readLog(), own, heads)
    })
    if (broken === null && !begin) return
    await executor.write((transaction) =>
      settle(
        transaction,
        heads.filter(({ source }) => source === 'witness'),
      ),
    )
  }

  const port: Continuity = {
    async head() {
      await executor.flush()
      // A transaction of its own: the end of the log may be another process's.
      await executor.write(touch)
      const head = options.head.now()
      if (head !== null) return head
      throw new StoreUnavailableError('There is no head of the audit log.', { hint: 'holdpoint audit verify' })
    },
    async kept() {
      const { own, heads } = await keptHeads('all')
      const log = await executor.read(readLog)
      // Heads from before a restore that a person accepted need not fit the log.
      const speaking = heads.filter(({ head }) => head.store === log.store && head.generation >= log.generation)
      const witnessSilent =
        options.witness?.tellsBack === true &&
        !heads.some(({ head, source }) => source === 'witness' && head.store === log.store)
      return { heads: speaking, witnessSilent, own: own.heads.length > 0 ? 'kept' : own.forged ? 'forged' : 'missing' }
    },
    notices: () => executor.read(() => notices.read()),
    accept: (accepted, record) => executor.write((transaction) => notices.accept(transaction, accepted, record)),
    problems: () => options.head.problems(),
  }
  return { port, look }
}

function ownHeads({ heads }: HeadsFound): readonly KeptHead[] {
  return heads.map((head) => ({ head, source: 'head' }))
}

/** The newest of each log and generation. */
function newestOfEach(heads: readonly SignedHead[]): readonly KeptHead[] {
  const newest = new Map<string, SignedHead>()
  for (const head of heads) {
    const name = `${head.store}.${head.generation}`
    const known = newest.get(name)
    if (known === undefined || isLaterHead(head, known)) newest.set(name, head)
  }
  return [...newest.values()].map((head) => ({ head, source: 'witness' }))
}

// oxlint-disable-next-line require-yield -- nothing to write: the transaction around it looks where the log ends
function* touch(): Script<null> {
  return null
}
