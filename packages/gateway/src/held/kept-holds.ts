/**
 * The holds that this process looks after, and the one record it keeps of each: who waits for it here, whether a dialog
 * asks about it, whether it runs. A record changes only through its own verbs, all of them in this file; others read it
 * and ask for a change. While there are records, the store is watched and swept; while this process owns an open hold,
 * its lease is renewed; without one it writes nothing. It decides nothing and runs nothing.
 */
import { holdsLease, isTerminal, runsFrom, sweepHolds, takeOver, thrownMessage } from '@holdpoint/core'
import type { Call, Hold, ListedHold, Ownership, SeeProcess, Store } from '@holdpoint/core'
import type { CallCarrier, Caller } from '../calls/caller.ts'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'

/** On what a call runs, whether or not its caller still waits. */
export type RunsOn = Pick<CallCarrier, 'connection' | 'metaText'>

/** One hold that this process looks after. */
export interface KeptHold {
  readonly id: string
  readonly call: Pick<Call, 'tenant' | 'principal' | 'client' | 'server' | 'tool'>
  /** `_meta` without a progress token, for running after the caller has gone. */
  readonly metaText: string | null
  /** The newest connection that it can run on by itself. */
  readonly connection: UpstreamConnection | null
  /** Whether this process owns it and it is open, as it was last seen: for such its lease is renewed. */
  readonly owned: boolean
  /** Resolves as soon as the question is closed, in whatever process. */
  readonly decided: Promise<void>
  readonly callers: WaitingCallers
  readonly dialog: HoldDialog
  readonly run: HoldRun
  /** It was looked up in the store and found so. */
  seen(hold: ListedHold): void
  /** It is needed on this connection, should the one before have gone. */
  reachedOn(connection: UpstreamConnection): void
}

/** Those who wait for the hold in this process. */
export interface WaitingCallers {
  readonly count: number
  /** One who is still there: the call runs with what its request brought. */
  present(): Caller | null
  /** `lastLeft`: the last of those who waited has gone without an answer. */
  join(caller: Caller, lastLeft: () => void): WaitingPlace
  /** All of them, each to be answered and then let go; none waits any more. */
  takeAll(): readonly WaitingCaller[]
}

export interface WaitingCaller {
  readonly caller: Caller
  letGo(how: 'answered' | 'ask-anew'): void
}

export interface WaitingPlace {
  /** Resolves when the caller is let go, or went away. */
  readonly over: Promise<void>
  /** How it ended: with an answer, so that its call is asked anew, or because the caller went away. */
  readonly state: 'waiting' | 'answered' | 'ask-anew' | 'left'
  /** The caller gets another answer than the outcome of the hold. */
  giveUp(): void
}

/** The one dialog of a host that may ask about the hold at a time. */
export interface HoldDialog {
  readonly isOpen: boolean
  open(): void
  /** It is shown, or was given, to the client of this session; `null` for a card, which asks by itself. */
  askedOf(session: string | null): void
  close(): void
  /** The question left as the answer of a call: what a view shows of it ends once it is decided, or left anew. */
  keepView(end: () => void): void
  /** Whether the newest dialog was this session's. */
  isOf(session: string): boolean
}

/** The try that runs the approved call. */
export interface HoldRun {
  readonly underWay: Promise<void> | null
  /** The approved call waits until it may run. */
  readonly isDueLater: boolean
  /** A try failed before anything was sent: only a caller who comes again starts the next one, never a loop of ours. */
  readonly isHeldBack: boolean
  /** `ended`: called when the work is done, however it ended. */
  begin(work: Promise<void>, ended: () => void): void
  holdBack(isHeldBack: boolean): void
  /** Wakes once the call may run. A wait that is under way goes on. */
  wakeIn(milliseconds: number, wake: () => void): void
  cancelWake(): void
}

export interface KeptHolds {
  /** The record of this hold, made where there is none. `on`: `null` where no connection is known. */
  keep(hold: Hold, on: RunsOn | null): KeptHold
  /** There is nothing left to do for it. */
  release(kept: KeptHold): void
  all(): readonly KeptHold[]
  /** Called whenever a process, this or another, changed a kept hold. */
  onChanged(listener: (kept: KeptHold) => void): void
  /** Stops watching; what is kept stays. */
  rest(): void
}

export interface KeptHoldsOptions {
  readonly store: Store
  readonly ownership: Ownership
  readonly see: SeeProcess
  readonly log: (message: string) => void
}

const SWEEP_MS = 700

export function createKeptHolds({ store, ownership, see, log }: KeptHoldsOptions): KeptHolds {
  const kept = new Map<string, KeptHold>()
  let changed: (entry: KeptHold) => void = () => {}
  let sweeper: NodeJS.Timeout | null = null
  let unwatch: (() => void) | null = null
  let sweeping = false
  /** The fence of what is kept. */
  let ownedUnder: number | undefined

  function watch(): void {
    ownedUnder ??= ownership.current().fence
    unwatch ??= store.watch((change) => {
      const watched = change.hold === null ? undefined : kept.get(change.hold)
      if (watched !== undefined) changed(watched)
    })
    sweeper ??= setInterval(() => void sweep(), SWEEP_MS).unref()
  }

  function rest(): void {
    if (sweeper !== null) clearInterval(sweeper)
    unwatch?.()
    sweeper = null
    unwatch = null
    ownedUnder = undefined
  }

  async function sweep(): Promise<void> {
    if (sweeping) return
    sweeping = true
    try {
      if ([...kept.values()].some(({ owned }) => owned)) await renew()
      await sweepHolds(store, see)
    } catch (error) {
      log(`the store cannot be swept: ${thrownMessage(error)}`)
    } finally {
      sweeping = false
    }
  }

  async function renew(): Promise<void> {
    // A machine that slept, or a clock that was set forward, ends a lease long before it is due to be renewed.
    const { leases } = await store.leases.inForce()
    if (!holdsLease(ownership.current(), leases)) ownership.lapsed()
    const { fence } = await ownership.take()
    if (fence === ownedUnder) return
    await ownAnew()
    ownedUnder = fence
  }

  /** After a lapse. What was decided meanwhile is left to the next identical call: the answer reached no one here. */
  async function ownAnew(): Promise<void> {
    for (const entry of kept.values()) {
      const hold = entry.owned ? await store.holds.look(entry.id) : null
      if (hold === null) continue
      entry.seen(hold)
      if (hold.state !== 'pending' || !entry.owned) continue
      await takeOver(store, hold, await ownership.take(), see)
    }
  }

  return {
    keep(hold, on) {
      const known = kept.get(hold.id)
      const entry = known ?? createKeptHold(hold, on, ownership)
      if (known !== undefined && on !== null) known.reachedOn(on.connection)
      entry.seen(hold)
      kept.set(hold.id, entry)
      watch()
      return entry
    },
    release(entry) {
      entry.run.cancelWake()
      kept.delete(entry.id)
      if (kept.size === 0) rest()
    },
    all: () => [...kept.values()],
    onChanged(listener) {
      changed = listener
    },
    rest,
  }
}

/** Milliseconds of database time until an approved call may run, so that the approval can be taken back; 0: it may. */
export async function windowLeft(store: Pick<Store, 'now'>, hold: ListedHold): Promise<number> {
  const from = runsFrom(hold)
  return from === null ? 0 : Math.max(0, from - (await store.now()))
}

export function createKeptHold(hold: Hold, on: RunsOn | null, ownership: Pick<Ownership, 'current'>): KeptHold {
  const { tenant, principal, client, server, tool } = hold.call
  let connection = on?.connection ?? null
  let owned = false
  let close: () => void = () => {}
  const decided = new Promise<void>((resolve) => (close = resolve))
  return {
    id: hold.id,
    call: { tenant, principal, client, server, tool },
    metaText: withoutProgressToken(on?.metaText ?? null),
    get connection() {
      return connection
    },
    get owned() {
      return owned
    },
    decided,
    callers: createWaitingCallers(),
    dialog: createHoldDialog(decided),
    run: createHoldRun(),
    seen({ state, owner }) {
      owned = state !== 'unknown' && !isTerminal(state) && owner.instance === ownership.current().instance
      if (state !== 'pending') close()
    },
    reachedOn(reached) {
      if (connection?.alive !== true) connection = reached
    },
  }
}

function createWaitingCallers(): WaitingCallers {
  const waiting = new Set<WaitingCaller>()
  return {
    get count() {
      return waiting.size
    },
    present: () => [...waiting].find(({ caller }) => !caller.gone)?.caller ?? null,
    join(caller, lastLeft) {
      let state: WaitingPlace['state'] = 'waiting'
      let finish: () => void = () => {}
      const over = new Promise<void>((resolve) => (finish = resolve))
      function end(how: WaitingPlace['state']): void {
        state = how
        finish()
      }
      const own: WaitingCaller = { caller, letGo: end }
      waiting.add(own)
      caller.onGone(() => {
        if (state !== 'waiting' || !waiting.delete(own)) return
        end('left')
        if (waiting.size === 0) lastLeft()
      })
      return {
        over,
        get state() {
          return state
        },
        giveUp() {
          if (waiting.delete(own)) end('answered')
        },
      }
    },
    takeAll() {
      const taken = [...waiting]
      waiting.clear()
      return taken
    },
  }
}

function createHoldDialog(decided: Promise<void>): HoldDialog {
  let isOpen = false
  let session: string | null = null
  let endView: (() => void) | null = null
  return {
    get isOpen() {
      return isOpen
    },
    open() {
      isOpen = true
    },
    askedOf(asked) {
      session = asked
    },
    close() {
      isOpen = false
    },
    keepView(end) {
      endView?.()
      endView = end
      void decided.then(end)
    },
    isOf: (asked) => session === asked,
  }
}

function createHoldRun(): HoldRun {
  let underWay: Promise<void> | null = null
  let wakes: NodeJS.Timeout | null = null
  let isHeldBack = false
  return {
    get underWay() {
      return underWay
    },
    get isDueLater() {
      return wakes !== null
    },
    get isHeldBack() {
      return isHeldBack
    },
    begin(work, ended) {
      underWay = work.finally(() => {
        underWay = null
        ended()
      })
    },
    holdBack(held) {
      isHeldBack = held
    },
    wakeIn(milliseconds, wake) {
      wakes ??= setTimeout(() => {
        wakes = null
        wake()
      }, milliseconds).unref()
    },
    cancelWake() {
      if (wakes !== null) clearTimeout(wakes)
      wakes = null
    },
  }
}

function withoutProgressToken(metaText: string | null): string | null {
  if (metaText === null) return null
  const { progressToken: _token, ...rest } = JSON.parse(metaText) as { [key: string]: unknown }
  return JSON.stringify(rest)
}
