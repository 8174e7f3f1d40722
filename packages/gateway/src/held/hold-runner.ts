/**
 * Runs approved holds of this process, each once, and hands what became of a hold to everybody who waits for it here. It
 * refuses to decide, and to run what another process owns, what nobody wants any more, or what can still be taken back.
 */
import { errorAnswer, INTERNAL_ERROR, INVALID_PARAMS, isSameOwner, isWhole, markDelivered, say } from '@holdpoint/core'
import type { Hold, ListedHold } from '@holdpoint/core'
import { answer, answerEnded } from './answer-caller.ts'
import type { Caller } from '../calls/caller.ts'
import { dispatchHold, dispatchNextRound } from './dispatch.ts'
import type { Dispatched, DispatchOptions } from './dispatch.ts'
import { messageOf } from '../calls/error-message.ts'
import type { HoldKeeperOptions } from './hold-keeper-options.ts'
import { heldInput } from './held-input.ts'
import { takeCallers } from './kept-hold.ts'
import type { KeptHold, WaitingCaller } from './kept-hold.ts'
import type { UndoOffers } from './undo-offers.ts'
import { wakeWhenDue, windowLeft } from './undo-window.ts'
import { stillListens } from './wait-policy.ts'

export interface HoldRunner {
  /** Does what the hold's state asks for: waits its window out, runs it, answers its callers. */
  look(entry: KeptHold): Promise<void>
  /** The same, while whoever calls goes on. */
  advance(entry: KeptHold): void
  /** Sends on what the caller answered to a question that the server asked in the middle of the call. */
  nextRound(entry: KeptHold, hold: Hold, caller: Caller): Promise<void>
  answerAll(entry: KeptHold, hold: Hold, wholeResult: string | null): Promise<void>
  /** Shows the caller what the server asks back. */
  replyInput(entry: KeptHold, caller: Caller, resultText: string): void
  /** Whether its approved call is no longer about what was shown, so that it is asked anew. Answered once. */
  takeAskAgain(caller: Caller): boolean
  /** What is not begun by now begins elsewhere, or when the agent calls again. */
  end(): void
}

export interface HoldRunnerOptions extends Pick<
  HoldKeeperOptions,
  'store' | 'ownership' | 'dispatch' | 'recipes' | 'isAsked' | 'otherConnection' | 'log'
> {
  readonly offerUndo: UndoOffers['offer']
  /** Nobody needs to look after it any more. */
  readonly release: (entry: KeptHold) => void
  readonly seen: (entry: KeptHold, hold: ListedHold) => void
}

const STORE_TROUBLE = say('outcomeUntold')

export function createHoldRunner(options: HoldRunnerOptions): HoldRunner {
  const { store, ownership, log } = options
  const dispatching: DispatchOptions = {
    ...options.dispatch,
    owner: () => ownership.current(),
    lookAgain: (hold, connection, metaText) => options.recipes.lookAgain(hold, connection, metaText),
    draftUndo: (hold, outcome) => options.recipes.draftUndo(hold, outcome),
    succeeded: options.offerUndo,
  }
  const askAgain = new Set<Caller>()
  let ending = false

  function advance(entry: KeptHold): void {
    look(entry).catch((error: unknown) => log(`hold ${entry.id} cannot go on: ${messageOf(error)}`))
  }

  async function look(entry: KeptHold): Promise<void> {
    const standing = await store.holds.look(entry.id)
    if (standing === null) return
    options.seen(entry, standing)
    if (standing.state !== 'pending') entry.close()
    // It is read whole where something is to be done with it, and not each time somebody looks.
    if (standing.state === 'pending' || standing.state === 'dispatching') return
    const hold = isWhole(standing) ? standing : await store.holds.get(entry.id)
    switch (hold?.state) {
      case undefined:
      case 'pending':
      case 'dispatching':
        return
      case 'approved': {
        if (!isSameOwner(hold.owner, ownership.current()) || ending) return
        const leftMs = await windowLeft(store, hold)
        if (leftMs > 0) wakeWhenDue(entry, leftMs, () => advance(entry))
        else if (isWanted(entry, hold) && entry.running === null && !entry.heldBack) start(entry, run(entry, hold))
        return
      }
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

  function start(entry: KeptHold, work: Promise<void>): void {
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

  async function run(entry: KeptHold, hold: Hold): Promise<void> {
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
    await conclude(entry, await dispatchHold(dispatching, hold, carrier))
  }

  async function conclude(entry: KeptHold, dispatched: Dispatched): Promise<void> {
    if (dispatched.kind === 'ended') {
      const hold = await store.holds.get(entry.id)
      if (hold !== null && hold.state !== 'approved' && hold.state !== 'dispatching') {
        await answerAll(entry, hold, dispatched.wholeResult)
      }
      return
    }
    entry.heldBack = dispatched.kind === 'not-sent'
    for (const { caller, done } of takeCallers(entry)) {
      if (dispatched.kind === 'input-asked') replyInput(entry, caller, dispatched.resultText)
      else caller.replyError(INTERNAL_ERROR, notSentMessage(dispatched.message))
      done()
    }
  }

  async function answerAll(entry: KeptHold, hold: Hold, wholeResult: string | null): Promise<void> {
    if (hold.state === 'invalidated' && hold.changedSince !== undefined) {
      for (const { caller, done } of takeCallers(entry)) {
        askAgain.add(caller)
        done()
      }
      options.release(entry)
      return
    }
    let written = false
    for (const waiting of takeCallers(entry)) {
      if (answerEnded(waiting.caller, hold, wholeResult) && stillListens(waiting.caller)) written = true
      waiting.done()
    }
    if (written) await markDelivered(store, hold.id)
    if (hold.state !== 'unknown') options.release(entry)
  }

  function replyInput(entry: KeptHold, caller: Caller, resultText: string): void {
    caller.reply(heldInput(resultText, entry.server, () => options.isAsked(entry.asker)))
  }

  return {
    look,
    advance,
    answerAll,
    replyInput,
    async nextRound(entry, hold, caller) {
      if (caller.round === null) return
      const dispatched = dispatchNextRound(dispatching, hold, caller, caller.round)
      let finish: () => void = () => {}
      const over = new Promise<void>((resolve) => (finish = resolve))
      const waiting: WaitingCaller = { caller, done: finish }
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
    },
    takeAskAgain: (caller) => askAgain.delete(caller),
    end() {
      ending = true
    },
  }
}

/** Somebody who waits here counts, whatever the hold still says of a caller that left before. */
function isWanted(entry: KeptHold, hold: Hold): boolean {
  return !hold.callerLeft || entry.callers.size > 0
}

function notSentMessage(message: string): string {
  return `The approved call was not sent (${message}). The approval still stands for a while: call again with identical arguments.`
}
