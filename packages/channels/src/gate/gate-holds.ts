/**
 * The holds that this process of the bot looks after: it runs what was confirmed, hands what became of it to those who wait, and
 * takes up what ended processes left: their open questions, what was confirmed meanwhile, what they did not tell. It refuses to
 * decide, and to run what another living process owns.
 */
import {
  findLiveOwners,
  holdsLease,
  invalidateHold,
  isSameOwner,
  isTerminal,
  markDelivered,
  say,
  sweepHolds,
  takeOver,
  thrownMessage,
} from '@holdpoint/core'
import type { Hold, HoldState, ListedHold, LiveOwners, SeeProcess } from '@holdpoint/core'
import type { Operation } from './channel-gate.ts'
import { isConfirmation, isOfGate, sessionOf } from './chat-hold.ts'
import type { GateIdentity } from './chat-hold.ts'
import { runOperation } from './run-operation.ts'
import type { Ran, RunOperationOptions } from './run-operation.ts'

export interface GateHolds {
  /** Resolves with the hold once it has ended or its outcome is unknown; with `null` once the gate is closed. */
  wait(hold: Hold, operation: Operation): Promise<Waited>
  /** Whether this process looks after it. */
  keeps(id: string): boolean
  close(): Promise<void>
}

export type Waited =
  /** `whole`: what the operation returned, where it was too large to be stored. */
  { readonly hold: Hold; readonly whole: unknown } | null

export interface GateHoldsOptions extends RunOperationOptions {
  readonly gate: GateIdentity
  readonly see: SeeProcess
  readonly operations: ReadonlyMap<string, Operation>
  /** Puts the question of an ended process into the chat, unless it stands there. Never rejects. */
  readonly askAgain: (hold: Hold) => Promise<void>
  /** Writes what became of a hold into its chat. */
  readonly tell: (hold: Hold) => Promise<void>
  readonly log: (message: string) => void
}

/** One hold that this process looks after. */
interface Kept {
  readonly id: string
  /** Of the caller: a question without a registered operation runs what its asker brought. */
  readonly operation: Operation
  readonly callers: Set<(waited: Waited) => void>
  /** Why it was not started, as far as that is on record. */
  readonly reasons: Set<string>
  running: Promise<void> | null
  whole: unknown
}

const LOOK_EVERY_MS = 500
const MOST_LOOKED_AT = 200
/** How long another process of the bot may take to tell the chat itself. */
const NOTICE_MS = 10_000
/** Between tries to tell a chat that cannot be reached. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** Older endings are not news: a store may have years of them. */
const TELL_WITHIN_MS = 24 * 60 * 60 * 1000
const ENDINGS: readonly HoldState[] = [
  'succeeded',
  'failed',
  'unknown',
  'expired',
  'invalidated',
  'cancelled',
  'declined',
]

export function createGateHolds(options: GateHoldsOptions): GateHolds {
  const { store, ownership, gate, see, operations, log } = options
  const kept = new Map<string, Kept>()
  /** Holds of this gate that ended and whose chat was not told yet; with the pause after a failed try. */
  const endingsToTell = new Map<string, { readonly from: number; readonly pauseMs: number }>()
  const telling = new Set<string>()
  let closing = false
  let looking: Promise<void> | null = null
  let lookedBefore = false

  const unwatch = store.watch(({ hold }) => {
    if (hold === null || closing) return
    const entry = kept.get(hold)
    if (entry === undefined) noteEnding(hold)
    else advanceSoon(entry)
  })
  const timer = setInterval(lookSoon, LOOK_EVERY_MS).unref()
  // Operations are registered by then.
  setImmediate(lookSoon)

  /** A program that only waits for an answer, or for the end of an operation, must not end meanwhile. */
  function keepProcess(): void {
    const isNeeded = [...kept.values()].some(({ callers, running }) => callers.size > 0 || running !== null)
    if (isNeeded) timer.ref()
    else timer.unref()
  }

  function lookSoon(): void {
    if (closing || looking !== null) return
    looking = look()
      .catch((error: unknown) => log(`the store cannot be looked at: ${thrownMessage(error)}`))
      .finally(() => (looking = null))
  }

  async function look(): Promise<void> {
    if (kept.size > 0) await renew()
    await sweepHolds(store, see)
    const owners = await findLiveOwners(store, see)
    for (const state of ['pending', 'approved'] as const) {
      for (const hold of await listed(state)) if (!owners.owns(hold)) await adopt(hold)
    }
    if (!lookedBefore) {
      for (const state of ENDINGS) for (const { id } of await listed(state)) noteEnding(id)
      lookedBefore = true
    }
    for (const id of endingsToTell.keys()) await tellLeft(id, owners)
    for (const entry of kept.values()) advanceSoon(entry)
  }

  async function listed(state: HoldState): Promise<readonly ListedHold[]> {
    const any = { server: gate.name, tool: null, risk: null, text: null, cursor: null }
    const { holds } = await store.holds.list({ ...any, tenant: gate.tenant, state, limit: MOST_LOOKED_AT })
    return holds.filter((hold) => isOfGate(gate, hold))
  }

  async function renew(): Promise<void> {
    // A machine that slept ends a lease long before it is due to be renewed.
    const { leases } = await store.leases.inForce()
    if (!holdsLease(ownership.current(), leases)) ownership.lapsed()
    await ownership.take()
  }

  /** No living process looks after it: this one does, if it can run it. */
  async function adopt(hold: ListedHold): Promise<void> {
    const waitedFor = kept.get(hold.id)
    const operation = waitedFor?.operation ?? operations.get(hold.call.tool)
    if (waitedFor === undefined && isConfirmation(hold)) {
      await invalidateHold(store, hold.id, say('runnerEnded'))
      noteEnding(hold.id)
      return
    }
    if (operation === undefined) return
    const taken = await takeOver(store, hold, await ownership.take(), see)
    if (taken.kind !== 'moved') return
    const entry = keep(hold.id, operation)
    // Not waited for: a chat that does not answer must not keep the others waiting.
    if (taken.hold.state === 'pending') void options.askAgain(taken.hold)
    advanceSoon(entry)
  }

  /** What ended without anyone here waiting for it; a living process tells its own. */
  async function tellLeft(id: string, owners: LiveOwners): Promise<void> {
    const hold = await store.holds.look(id)
    const isOpen = hold !== null && !isTerminal(hold.state) && hold.state !== 'unknown'
    if (hold === null || !isOfGate(gate, hold) || isOpen || hold.deliveredAt !== null || kept.has(id)) {
      endingsToTell.delete(id)
      return
    }
    const endedAt = hold.endedAt ?? hold.attempt?.startedAt ?? 0
    const age = (await store.now()) - endedAt
    if (age > TELL_WITHIN_MS) endingsToTell.delete(id)
    else if (!owners.owns(hold) || age > NOTICE_MS) tellSoon(id)
  }

  function noteEnding(id: string): void {
    if (!endingsToTell.has(id)) endingsToTell.set(id, { from: 0, pauseMs: FIRST_PAUSE_MS })
  }

  function tellSoon(id: string): void {
    const before = endingsToTell.get(id)
    if (telling.has(id) || (before !== undefined && performance.now() < before.from)) return
    telling.add(id)
    tellOnce(id)
      .then(() => endingsToTell.delete(id))
      .catch((error: unknown) => {
        log(`the chat cannot be told of hold ${id}: ${thrownMessage(error)}`)
        const pauseMs = before?.pauseMs ?? FIRST_PAUSE_MS
        endingsToTell.set(id, { from: performance.now() + pauseMs, pauseMs: Math.min(pauseMs * 2, LONGEST_PAUSE_MS) })
      })
      .finally(() => telling.delete(id))
  }

  /** Of several processes one tells; if it ends meanwhile, another tells again. */
  async function tellOnce(id: string): Promise<void> {
    const lease = await store.leases.take(`chat-notice/${id}`, ownership.current().instance, NOTICE_MS)
    if (lease === null) return
    const hold = await store.holds.get(id)
    if (hold !== null && hold.deliveredAt === null) {
      await options.tell(hold)
      await markDelivered(store, id)
    }
    await store.leases.release(lease)
  }

  function keep(id: string, operation: Operation): Kept {
    const known = kept.get(id)
    const entry = known ?? { id, operation, callers: new Set(), reasons: new Set(), running: null, whole: undefined }
    kept.set(id, entry)
    return entry
  }

  function advanceSoon(entry: Kept): void {
    advance(entry).catch((error: unknown) => log(`hold ${entry.id} cannot go on: ${thrownMessage(error)}`))
  }

  async function advance(entry: Kept): Promise<void> {
    const seen = await store.holds.look(entry.id)
    if (seen === null || seen.state === 'pending' || seen.state === 'dispatching') return
    if (seen.state === 'approved') {
      if (isSameOwner(seen.owner, ownership.current())) begin(entry)
      return
    }
    const hold = await store.holds.get(entry.id)
    if (hold !== null && entry.running === null) await settle(entry, hold)
  }

  function begin(entry: Kept): void {
    if (entry.running !== null || closing) return
    entry.running = run(entry)
      .catch((error: unknown): Ran => {
        log(`hold ${entry.id} cannot run: ${thrownMessage(error)}`)
        return 'later'
      })
      .then((ran) => {
        entry.running = null
        keepProcess()
        // What could not begin is tried again with the next look, not in a loop.
        if (ran === 'ended') advanceSoon(entry)
      })
    keepProcess()
  }

  async function run(entry: Kept): Promise<Ran> {
    const hold = await store.holds.get(entry.id)
    if (hold?.state !== 'approved') return 'ended'
    const about = { session: sessionOf(gate, hold), by: hold.call.principal, hold: hold.id }
    return await runOperation(options, hold, entry.operation, about, {
      reasons: entry.reasons,
      tooLarge: (value) => (entry.whole = value),
      notStored: () => {
        // Those who wait are told so; the chat is told the outcome once it is stored.
        for (const resolve of entry.callers) resolve({ hold: { ...hold, state: 'unknown' }, whole: null })
        entry.callers.clear()
      },
    })
  }

  async function settle(entry: Kept, hold: Hold): Promise<void> {
    if (!kept.delete(entry.id)) return
    if (entry.callers.size === 0) {
      noteEnding(entry.id)
      tellSoon(entry.id)
      return
    }
    // Before the answer leaves: the same call made right after it would else be given this one's result.
    await markDelivered(store, entry.id).catch((error: unknown) => log(`${entry.id}: ${thrownMessage(error)}`))
    for (const resolve of entry.callers) resolve({ hold, whole: entry.whole })
    keepProcess()
  }

  return {
    async wait(hold, operation) {
      if (closing) return null
      const entry = keep(hold.id, operation)
      const waited = new Promise<Waited>((resolve) => entry.callers.add(resolve))
      keepProcess()
      advanceSoon(entry)
      return await waited
    },
    keeps: (id) => kept.has(id),
    async close() {
      if (closing) return
      closing = true
      clearInterval(timer)
      unwatch()
      await looking
      await Promise.all([...kept.values()].flatMap(({ running }) => (running === null ? [] : [running])))
      await Promise.allSettled([...kept.values()].map(advance))
      for (const entry of kept.values()) for (const resolve of entry.callers) resolve(null)
      kept.clear()
      await ownership.release().catch((error: unknown) => log(thrownMessage(error)))
    },
  }
}
