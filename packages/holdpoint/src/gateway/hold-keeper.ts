/**
 * Looks after the holds of this process: lets callers wait for them, runs them once approved, hands out outcomes.
 * It refuses to decide: verdicts arrive in the store through `decide`, from whatever process, and wake it here.
 */
import {
  envelopeAnswer,
  errorAnswer,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  loseDispatch,
  markCallerLeft,
  markDelivered,
  openHold,
  say,
  takeOver,
} from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { answer, answerEnded, beat } from './answer-caller.ts'
import { awaitOutcome } from './await-outcome.ts'
import type { Caller } from './caller.ts'
import { dispatchHold, dispatchNextRound } from './dispatch.ts'
import type { Dispatched, DispatchOptions } from './dispatch.ts'
import { messageOf } from './error-message.ts'
import type { HoldKeeper, HoldKeeperOptions } from './hold-keeper-options.ts'
import { heldInput } from './held-input.ts'
import { dropCaller, takeCallers } from './kept-hold.ts'
import type { KeptHold, WaitingCaller } from './kept-hold.ts'
import { createKeptHolds } from './kept-holds.ts'
import { createSignal, pause } from './pause.ts'
import { putQuestion } from './put-question.ts'
import type { AskingWish } from './put-question.ts'
import { createUndoOffers } from './undo-offers.ts'
import { forgetDue, wakeWhenDue, windowLeft } from './undo-window.ts'
import { createCallPatience } from './wait-policy.ts'
import type { CallPatience } from './wait-policy.ts'

/** Of one call, where what it is about changes before it can run; then its question waits elsewhere. */
const MOST_ASKINGS = 3
const ANSWERED_BEFORE = 'This question has been answered and told. Call again without requestState to be asked anew.'
const STORE_TROUBLE = say('outcomeUntold')

interface WaitingWish {
  readonly asking: AskingWish
  readonly patience: CallPatience
}

export function createHoldKeeper(options: HoldKeeperOptions): HoldKeeper {
  const { store, self, log } = options
  const kept = createKeptHolds({ store, isAlive: options.isAlive, changed: advance, log })
  /** Outcomes being written to a caller right now: each is handed out once. */
  const delivering = new Map<string, Promise<void>>()
  /** Callers on their way to an answer: a process that ends gives them one first. */
  const waits = new Set<Promise<void>>()
  /** Callers whose approved call is no longer about what was shown: they are asked anew instead of answered. */
  const askAgain = new Set<Caller>()
  const dispatching: DispatchOptions = {
    ...options.dispatch,
    lookAgain: (hold, connection, metaText) => options.recipes.lookAgain(hold, connection, metaText),
    draftUndo: (hold, outcome) => options.recipes.draftUndo(hold, outcome),
    succeeded: (hold, carrier) => undos.offer(hold, carrier),
  }
  const undos = createUndoOffers({
    recipes: options.recipes,
    look: (offered, carrier) => advance(kept.keep(offered, carrier)),
    track: (work) => {
      waits.add(work)
      void work.finally(() => waits.delete(work))
    },
    log,
  })
  const stopping = createSignal()
  let ending = false

  function advance(entry: KeptHold): void {
    look(entry).catch((error: unknown) => log(`hold ${entry.id} cannot go on: ${messageOf(error)}`))
  }

  async function look(entry: KeptHold): Promise<void> {
    const hold = await store.holds.get(entry.id)
    if (hold === null) return
    if (hold.state !== 'pending') entry.close()
    switch (hold.state) {
      case 'pending':
      case 'dispatching':
        return
      case 'approved': {
        // What is not begun before the end begins elsewhere, or when the agent calls again.
        if (hold.owner.instance !== self.instance || ending) return
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

  /** Somebody who waits here counts, whatever the hold still says of a caller that left before. */
  function isWanted(entry: KeptHold, hold: Hold): boolean {
    return !hold.callerLeft || entry.callers.size > 0
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
    for (const waiting of takeCallers(entry)) {
      if (dispatched.kind === 'input-asked')
        waiting.caller.reply(heldInput(dispatched.resultText, entry.server, () => options.isAsked(entry.asker)))
      else waiting.caller.replyError(INTERNAL_ERROR, notSentMessage(dispatched.message))
      waiting.done()
    }
  }

  async function answerAll(entry: KeptHold, hold: Hold, wholeResult: string | null): Promise<void> {
    if (hold.state === 'invalidated' && hold.changedSince !== undefined) {
      for (const { caller, done } of takeCallers(entry)) {
        askAgain.add(caller)
        done()
      }
      kept.release(entry)
      return
    }
    let written = false
    for (const waiting of takeCallers(entry)) {
      if (answerEnded(waiting.caller, hold, wholeResult)) written = true
      waiting.done()
    }
    if (written) await markDelivered(store, hold.id)
    if (hold.state !== 'unknown') kept.release(entry)
  }

  async function waitUntilAnswered(entry: KeptHold, hold: Hold, caller: Caller, wish: WaitingWish): Promise<void> {
    const waiting = wait(entry, hold, caller, wish)
    waits.add(waiting)
    try {
      await waiting
    } finally {
      waits.delete(waiting)
    }
  }

  async function wait(entry: KeptHold, hold: Hold, caller: Caller, { asking, patience }: WaitingWish): Promise<void> {
    let settled = false
    const over = new Promise<void>((resolve) => {
      const waiting: WaitingCaller = {
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
    const stopBeating = beat(caller, () => entry.due !== null)
    const limit = patience('in-host')
    const stopped = stopping.wait()
    try {
      entry.heldBack = false
      await look(entry)
      if (settled) return
      if (hold.state === 'pending' && asking !== 'nowhere') {
        const closed = Promise.race([over, stopped.over, entry.decided])
        const asked = await putQuestion(options, { kept: entry, hold, caller, closed, place: asking, patience })
        if (asked?.kind === 'reply') {
          dropCaller(entry, caller)
          caller.reply(asked.resultJson)
          return
        }
      }
      await awaitOutcome({
        store,
        kept: entry,
        over,
        isOver: () => settled || caller.gone,
        limit: Promise.race([limit.over, stopped.over]),
        look,
      })
      if (settled || caller.gone) return
      await tellHowItStands(hold, caller, () => dropCaller(entry, caller))
    } finally {
      stopBeating()
      stopped.end()
      limit.end()
    }
  }

  async function tellHowItStands(hold: Hold, caller: Caller, leave: () => void): Promise<void> {
    const current = (await store.holds.get(hold.id)) ?? hold
    const approvalUrl = await options.attention.link(current)
    const envelope = envelopeAnswer(current, approvalUrl, await store.now())
    const viewMeta = await options.viewMeta(current, caller, approvalUrl)
    leave()
    answer(caller, envelope, viewMeta)
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
      const returned = await options.ladder.takeBack(caller, request.call)
      if (returned.kind === 'refused') {
        caller.replyError(INVALID_PARAMS, returned.message)
        return
      }
      const previewOnly = request.previewOnly || caller.previewOnly
      let asking: AskingWish = returned.kind === 'answered' ? returned : returned.kind === 'opened' ? 'page' : 'here'
      if (previewOnly) asking = 'nowhere'
      let only = returned.kind === 'foreign' ? null : returned.hold
      let id = request.id
      let askings = 1
      const patience = createCallPatience(options.wait, caller)
      undos.offerMissed(request.call, caller)
      for (;;) {
        const seen = await options.recipes.lookFirst(request.call, caller.connection, caller.metaText)
        if (seen.kind === 'answer') {
          answer(caller, seen.answer)
          return
        }
        const opened = await openHold(store, {
          ...request,
          id,
          only,
          previewOnly,
          entity: seen.entity,
          entityWarnings: seen.warnings,
          owner: self,
          isAlive: options.isAlive,
          sha256: options.dispatch.sha256,
        }).finally(seen.opened)
        if (opened.kind === 'limited') {
          answer(caller, errorAnswer('RATE_LIMITED', opened.message))
          return
        }
        if (opened.kind === 'gone') {
          caller.replyError(INVALID_PARAMS, ANSWERED_BEFORE)
          return
        }
        const { hold } = opened
        switch (opened.kind) {
          case 'asked':
          case 'joined':
          case 'run': {
            await waitUntilAnswered(kept.keep(hold, caller), hold, caller, { asking, patience })
            break
          }
          case 'await-outcome': {
            const entry = kept.keep(hold, caller)
            const asked = hold.attempt?.awaitingInput ?? null
            if (asked === null) await waitUntilAnswered(entry, hold, caller, { asking, patience })
            else if (caller.round === null || only !== null || previewOnly)
              caller.reply(heldInput(asked.resultText, entry.server, () => options.isAsked(entry.asker)))
            else await nextRound(entry, hold, caller)
            break
          }
          case 'standing':
            await tellHowItStands(hold, caller, () => {})
            return
          case 'repeat-refusal':
            answerEnded(caller, hold, null)
            return
          case 'deliver':
            if (await deliver(caller, hold)) return
            continue
        }
        if (!askAgain.delete(caller) || caller.gone) return
        askings += 1
        if (askings > MOST_ASKINGS) log(`${hold.call.tool} changes faster than its call can be approved`)
        asking = previewOnly || askings > MOST_ASKINGS ? 'nowhere' : 'here'
        only = null
        id = options.recipes.newHoldId()
      }
    },
    async adopt(hold) {
      if (hold.state === 'succeeded') {
        const connection = await options.otherConnection(hold, false)
        if (connection !== null) undos.offer(hold, { connection, metaText: null })
        return
      }
      const taken = await takeOver(store, hold.id, self)
      if (taken.kind === 'moved') await look(kept.keep(taken.hold, null))
    },
    openHoldsOf(tool) {
      return kept
        .all()
        .filter((entry) => entry.tool === tool)
        .map((entry) => entry.id)
    },
    async drain(withinMs) {
      // A pending hold outlives this process: whoever waits for it gets the envelope now instead of silence.
      ending = true
      kept.all().forEach(forgetDue)
      stopping.give()
      const running = kept.all().flatMap((entry) => (entry.running === null ? [] : [entry.running]))
      await Promise.race([Promise.allSettled([...running, ...waits]), pause(withinMs)])
      for (const entry of kept.all()) {
        const hold = await store.holds.get(entry.id)
        if (hold?.state === 'dispatching' && hold.attempt?.by.instance === self.instance) {
          const reason = say('stoppedEarly')
          const lost = await loseDispatch(store, hold.id, hold.attempt.id, reason)
          if (lost.kind === 'moved') await answerAll(entry, lost.hold, null)
        }
      }
      kept.rest()
    },
  }

  async function nextRound(entry: KeptHold, hold: Hold, caller: Caller): Promise<void> {
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
  }
}

function notSentMessage(message: string): string {
  return `The approved call was not sent (${message}). The approval still stands for a while: call again with identical arguments.`
}
