/**
 * Looks after the holds of this process: lets callers wait for them, runs them once approved, hands out outcomes.
 * It refuses to decide: verdicts arrive in the store through `decide`, from whatever process, and wake it here.
 */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  envelopeAnswer,
  errorAnswer,
  loseDispatch,
  markCallerLeft,
  markDelivered,
  openHold,
  sweepHolds,
  takeOver,
} from '@holdpoint/core'
import type { Call, Hold, OpenHoldRequest, ProcessIdentity, Store } from '@holdpoint/core'
import { answer, answerEnded, beat } from './answer-caller.ts'
import type { Caller } from './caller.ts'
import type { Connection } from './connection.ts'
import { dispatchHold, dispatchNextRound } from './dispatch.ts'
import type { Dispatched, DispatchOptions } from './dispatch.ts'
import { stripOurMeta } from './hold-meta.ts'
import { waitMilliseconds } from './wait-policy.ts'
import type { WaitSetting } from './wait-policy.ts'

/** How a person is reached for a hold. The composition decides which surfaces there are. */
export interface Attention {
  /** Makes sure that the link leads somewhere, and tells whether somebody can be reached to decide soon. */
  summon(hold: Hold): Promise<{ readonly approvalUrl: string; readonly reachable: boolean }>
}

export interface HoldKeeperOptions {
  readonly store: Store
  readonly self: ProcessIdentity
  readonly isAlive: (process: ProcessIdentity) => boolean
  readonly attention: Attention
  readonly wait: () => WaitSetting
  readonly dispatch: DispatchOptions
  /** A connection on which a hold may run whose own connection has gone; `null` where there is none. */
  readonly otherConnection: (hold: Hold, stateless: boolean) => Promise<Connection | null>
  readonly log: (message: string) => void
}

export interface HoldKeeper {
  /** Takes a risky call to its answer. Resolves when the caller has one. */
  hold(caller: Caller, request: HoldRequest): Promise<void>
  /** Looks after an approved hold whose own process has ended. */
  adopt(hold: Hold): Promise<void>
  /** Holds of this process on this tool whose definition changed. */
  openHoldsOf(tool: string): readonly string[]
  /** Waits for calls in flight; what is not answered in time becomes `unknown`, said and stored. */
  drain(withinMs: number): Promise<void>
}

export interface HoldRequest extends Pick<OpenHoldRequest, 'id' | 'ruling' | 'definition' | 'policyHash' | 'warnings'> {
  readonly call: Call
}

/** One hold that this process looks after. */
interface Kept {
  readonly id: string
  readonly tool: string
  connection: Connection | null
  /** `_meta` without a progress token, for running after the caller has gone. */
  metaText: string | null
  readonly callers: Set<Waiting>
  running: Promise<void> | null
  /** A try failed before anything was sent: only a caller who comes again starts the next one, never a loop of ours. */
  heldBack: boolean
}

interface Waiting {
  readonly caller: Caller
  readonly done: () => void
}

const START_WITHIN_MS = 10_000
const SWEEP_MS = 700
const STORE_TROUBLE =
  'Holdpoint cannot reach its store, so it cannot say what became of this call. Do not retry; tell the user.'

export function createHoldKeeper(options: HoldKeeperOptions): HoldKeeper {
  const { store, self, log } = options
  const kept = new Map<string, Kept>()
  /** Outcomes being written to a caller right now: each is handed out once. */
  const delivering = new Map<string, Promise<void>>()
  /** Callers on their way to an answer: a process that ends gives them one first. */
  const waits = new Set<Promise<void>>()
  let stop: () => void = () => {}
  const stopping = new Promise<void>((resolve) => (stop = resolve))
  let sweeper: NodeJS.Timeout | null = null
  let unwatch: (() => void) | null = null

  function keep(hold: Hold, caller: Pick<Caller, 'connection' | 'metaText'> | null): Kept {
    const known = kept.get(hold.id)
    if (known !== undefined) {
      if (caller !== null && known.connection?.alive !== true) known.connection = caller.connection
      return known
    }
    const metaText = caller?.metaText ?? null
    const entry: Kept = {
      id: hold.id,
      tool: hold.call.tool,
      connection: caller?.connection ?? null,
      metaText: metaText === null ? null : withoutProgressToken(metaText),
      callers: new Set(),
      running: null,
      heldBack: false,
    }
    kept.set(hold.id, entry)
    unwatch ??= store.watch((change) => {
      const watched = change.hold === null ? undefined : kept.get(change.hold)
      if (watched !== undefined) advance(watched)
    })
    sweeper ??= setInterval(() => void sweep(), SWEEP_MS).unref()
    return entry
  }

  function release(entry: Kept): void {
    kept.delete(entry.id)
    if (kept.size === 0) rest()
  }

  function rest(): void {
    if (sweeper !== null) clearInterval(sweeper)
    unwatch?.()
    sweeper = null
    unwatch = null
  }

  async function sweep(): Promise<void> {
    try {
      await sweepHolds(store, options.isAlive)
    } catch (error) {
      log(`the store cannot be swept: ${messageOf(error)}`)
    }
  }

  function advance(entry: Kept): void {
    look(entry).catch((error: unknown) => log(`hold ${entry.id} cannot go on: ${messageOf(error)}`))
  }

  async function look(entry: Kept): Promise<void> {
    const hold = await store.holds.get(entry.id)
    if (hold === null) return
    switch (hold.state) {
      case 'pending':
      case 'dispatching':
        return
      case 'approved':
        if (
          hold.owner.instance === self.instance &&
          isWanted(entry, hold) &&
          entry.running === null &&
          !entry.heldBack
        ) {
          start(entry, run(entry, hold))
        }
        return
      case 'succeeded':
      case 'failed':
      case 'unknown':
      case 'resolved':
      case 'declined':
      case 'cancelled':
      case 'expired':
      case 'invalidated':
        // While a try of ours runs, it answers: it may hold more of the result than was stored.
        if (entry.running === null) await answerAll(entry, hold, null)
    }
  }

  /** Somebody who waits here counts, whatever the hold still says of a caller that left before. */
  function isWanted(entry: Kept, hold: Hold): boolean {
    return !hold.callerLeft || entry.callers.size > 0
  }

  function start(entry: Kept, work: Promise<void>): void {
    entry.running = work
      .catch((error: unknown) => {
        log(`hold ${entry.id} cannot go on: ${messageOf(error)}`)
        entry.heldBack = true
        for (const { caller, done } of takeCallers(entry)) {
          answer(caller, errorAnswer('STORE_UNAVAILABLE', STORE_TROUBLE, { hold: entry.id }))
          done()
        }
      })
      .finally(() => {
        entry.running = null
        advance(entry)
      })
  }

  async function run(entry: Kept, hold: Hold): Promise<void> {
    const waiting = [...entry.callers].find(({ caller }) => !caller.gone)?.caller
    const own = entry.connection?.alive === true ? entry.connection : null
    const connection = waiting?.connection ?? own ?? (await options.otherConnection(hold, entry.metaText !== null))
    if (connection === null) {
      log(`hold ${hold.id} is approved but its connection has gone; it runs when the agent calls again`)
      entry.heldBack = true
      return
    }
    const nobody = { connection, metaText: entry.metaText, headers: {}, progressToken: null, relay: () => {} }
    const carrier = waiting ?? nobody
    await conclude(entry, await dispatchHold(options.dispatch, hold, carrier))
  }

  async function conclude(entry: Kept, dispatched: Dispatched): Promise<void> {
    if (dispatched.kind === 'ended') {
      const hold = await store.holds.get(entry.id)
      if (hold !== null && hold.state !== 'approved' && hold.state !== 'dispatching') {
        await answerAll(entry, hold, dispatched.wholeResult)
      }
      return
    }
    entry.heldBack = dispatched.kind === 'not-sent'
    for (const waiting of takeCallers(entry)) {
      if (dispatched.kind === 'input-asked') waiting.caller.reply(stripOurMeta(dispatched.resultText))
      else waiting.caller.replyError(INTERNAL_ERROR, notSentMessage(dispatched.message))
      waiting.done()
    }
  }

  async function answerAll(entry: Kept, hold: Hold, wholeResult: string | null): Promise<void> {
    let written = false
    for (const waiting of takeCallers(entry)) {
      if (answerEnded(waiting.caller, hold, wholeResult)) written = true
      waiting.done()
    }
    if (written) await markDelivered(store, hold.id)
    if (hold.state !== 'unknown') release(entry)
  }

  function takeCallers(entry: Kept): readonly Waiting[] {
    const callers = [...entry.callers]
    entry.callers.clear()
    return callers
  }

  async function waitUntilAnswered(entry: Kept, hold: Hold, caller: Caller): Promise<void> {
    const waiting = wait(entry, hold, caller)
    waits.add(waiting)
    try {
      await waiting
    } finally {
      waits.delete(waiting)
    }
  }

  async function wait(entry: Kept, hold: Hold, caller: Caller): Promise<void> {
    let settled = false
    const over = new Promise<void>((resolve) => {
      const waiting: Waiting = {
        caller,
        done: () => {
          settled = true
          resolve()
        },
      }
      entry.callers.add(waiting)
      caller.onGone(() => {
        if (settled || !entry.callers.delete(waiting)) return
        waiting.done()
        if (entry.callers.size === 0) {
          markCallerLeft(store, hold.id).catch((error: unknown) => log(messageOf(error)))
        }
      })
    })
    const stopBeating = beat(caller)
    try {
      entry.heldBack = false
      await look(entry)
      if (settled) return
      const question = hold.state === 'pending' ? await options.attention.summon(hold) : null
      const reachable = question?.reachable ?? true
      if (question !== null) {
        const patience = after(waitMilliseconds(options.wait(), reachable, caller.progressToken !== null))
        await Promise.race([over, stopping, patience])
      }
      await awaitOutcome(entry, over, () => settled || caller.gone)
      if (settled || caller.gone) return
      const current = (await store.holds.get(hold.id)) ?? hold
      const approvalUrl = question?.approvalUrl ?? (await options.attention.summon(current)).approvalUrl
      dropCaller(entry, caller)
      answer(caller, envelopeAnswer(current, approvalUrl, await store.now()))
    } finally {
      stopBeating()
    }
  }

  /** Once approved, or sent, the outcome is near: an envelope now would only cost the agent a turn. */
  async function awaitOutcome(entry: Kept, over: Promise<void>, isOver: () => boolean): Promise<void> {
    const started = performance.now()
    while (!isOver()) {
      const hold = await store.holds.get(entry.id)
      if (hold === null || hold.state === 'pending') return
      const startsSoon = hold.state === 'approved' && performance.now() - started < START_WITHIN_MS
      if (hold.state === 'approved' && entry.running === null && !startsSoon) return
      if (hold.state !== 'approved' && hold.state !== 'dispatching') await look(entry)
      await Promise.race([over, after(100)])
    }
  }

  function dropCaller(entry: Kept, caller: Caller): void {
    for (const waiting of entry.callers) if (waiting.caller === caller) entry.callers.delete(waiting)
  }

  async function deliver(caller: Caller, hold: Hold): Promise<boolean> {
    const earlier = delivering.get(hold.id)
    if (earlier !== undefined) {
      await earlier
      return false
    }
    const delivery = (async () => {
      if (answerEnded(caller, hold, null)) await markDelivered(store, hold.id)
    })()
    delivering.set(hold.id, delivery)
    try {
      await delivery
    } finally {
      delivering.delete(hold.id)
    }
    return true
  }

  return {
    async hold(caller, request) {
      for (;;) {
        const opened = await openHold(store, {
          ...request,
          owner: self,
          isAlive: options.isAlive,
          sha256: options.dispatch.sha256,
        })
        if (opened.kind === 'limited') {
          answer(caller, errorAnswer('RATE_LIMITED', opened.message))
          return
        }
        const { hold } = opened
        switch (opened.kind) {
          case 'asked':
          case 'joined':
          case 'run': {
            await waitUntilAnswered(keep(hold, caller), hold, caller)
            return
          }
          case 'await-outcome': {
            const entry = keep(hold, caller)
            const asked = hold.attempt?.awaitingInput ?? null
            if (asked === null) await waitUntilAnswered(entry, hold, caller)
            else if (caller.round === null) caller.reply(stripOurMeta(asked.resultText))
            else await nextRound(entry, hold, caller)
            return
          }
          case 'repeat-refusal':
            answerEnded(caller, hold, null)
            return
          case 'deliver':
            if (await deliver(caller, hold)) return
        }
      }
    },
    async adopt(hold) {
      const taken = await takeOver(store, hold.id, self)
      if (taken.kind === 'moved') await look(keep(taken.hold, null))
    },
    openHoldsOf(tool) {
      return [...kept.values()].filter((entry) => entry.tool === tool).map((entry) => entry.id)
    },
    async drain(withinMs) {
      // A pending hold outlives this process: whoever waits for it gets the envelope now instead of silence.
      stop()
      const running = [...kept.values()].flatMap((entry) => (entry.running === null ? [] : [entry.running]))
      await Promise.race([Promise.allSettled([...running, ...waits]), after(withinMs)])
      for (const entry of kept.values()) {
        const hold = await store.holds.get(entry.id)
        if (hold?.state === 'dispatching' && hold.attempt?.by.instance === self.instance) {
          const reason = 'Holdpoint was stopped before the server answered.'
          const lost = await loseDispatch(store, hold.id, hold.attempt.id, reason)
          if (lost.kind === 'moved') await answerAll(entry, lost.hold, null)
        }
      }
      rest()
    },
  }

  async function nextRound(entry: Kept, hold: Hold, caller: Caller): Promise<void> {
    if (caller.round === null) return
    const dispatched = dispatchNextRound(options.dispatch, hold, caller, caller.round)
    let finish: () => void = () => {}
    const over = new Promise<void>((resolve) => (finish = resolve))
    const waiting: Waiting = { caller, done: finish }
    entry.callers.add(waiting)
    start(
      entry,
      dispatched.then(async (result) => {
        if (result.kind !== 'not-sent') return await conclude(entry, result)
        // This round was answered before: that concerns this caller alone, the round itself goes on.
        entry.callers.delete(waiting)
        caller.replyError(INVALID_PARAMS, result.message)
        finish()
      }),
    )
    await over
  }
}

function withoutProgressToken(metaText: string): string {
  const { progressToken: _token, ...rest } = JSON.parse(metaText) as { [key: string]: unknown }
  return JSON.stringify(rest)
}

function notSentMessage(message: string): string {
  return `The server could not be reached, so the approved call was not sent (${message}). The approval still stands for a while: call again with identical arguments.`
}

async function after(ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
