/**
 * The next step of a hold that this process looks after: waits until an approval can no longer be taken back, runs the
 * call once, hands what became of it to all who wait for it here, and offers to take back what ran. It refuses to
 * decide, and to run what another process owns, what no caller wants any more, or what can still be taken back.
 */
import {
  errorAnswer,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isSameOwner,
  isWhole,
  loseDispatch,
  markDelivered,
  say,
  thrownMessage,
} from '@holdpoint/core'
import type { Call, Hold } from '@holdpoint/core'
import type { CallCarrier, Caller } from '../calls/caller.ts'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import type { HoldRecipes } from '../recipes/hold-recipes.ts'
import { answer, answerEnded, answerWithServersQuestion } from './answer-caller.ts'
import { windowLeft } from './kept-holds.ts'
import type { KeptHold, KeptHolds, RunsOn, WaitingPlace } from './kept-holds.ts'
import type { OpenQuestions } from './open-questions.ts'
import { runHold, runNextRound } from './run-hold.ts'
import type { RunOptions, RunStep } from './run-hold.ts'
import { stillListens } from './waiting-time.ts'

export interface HoldSteps {
  /** Does what the hold's state asks for. */
  advance(kept: KeptHold): Promise<void>
  /** Sends on what the caller answered to a question that the server asked in the middle of the call. */
  nextRound(kept: KeptHold, hold: Hold, caller: Caller): Promise<WaitingPlace['state']>
  /** Shows the caller what the server asks back. */
  replyInput(kept: KeptHold, caller: Caller, resultText: string): void
  /** Offers to take back what ran, as a hold of its own, which runs here once a person approves it. */
  offerUndo(hold: Hold, on: RunsOn): void
  /** The same for what an earlier process stored as done, and ended before it could offer that. */
  offerMissedUndos(call: Call, on: RunsOn): void
  /** What is not begun by now begins elsewhere, or when the agent calls again. Answers what is still under way. */
  end(): readonly Promise<void>[]
  /** What was sent and has no answer yet becomes `unknown`, and its callers hear of it. */
  loseUnanswered(): Promise<void>
}

export interface HoldStepsOptions extends RunOptions {
  readonly recipes: HoldRecipes
  readonly questions: Pick<OpenQuestions, 'openFor'>
  /** A connection on which a hold may run whose own connection has gone; `null` where there is none. */
  readonly otherConnection: (hold: Hold, stateless: boolean) => Promise<UpstreamConnection | null>
  readonly log: (message: string) => void
}

const LOOK_AGAIN_MS = 500
const STORE_TROUBLE = say('outcomeNotStored')

export function createHoldSteps(options: HoldStepsOptions, keptHolds: KeptHolds): HoldSteps {
  const { store, ownership, recipes, log } = options
  const offers = new Set<Promise<void>>()
  const lookingAgain = new Set<KeptHold>()
  let ending = false
  keptHolds.onChanged(advanceSoon)

  async function advance(kept: KeptHold): Promise<void> {
    const standing = await store.holds.look(kept.id)
    if (standing === null) return
    kept.seen(standing)
    // It is read whole where something is to be done with it, and not at each look.
    if (standing.state === 'pending' || standing.state === 'dispatching') return
    const hold = isWhole(standing) ? standing : await store.holds.get(kept.id)
    switch (hold?.state) {
      case undefined:
      case 'pending':
      case 'dispatching':
        return
      case 'approved': {
        if (!isSameOwner(hold.owner, ownership.current()) || ending) return
        const leftMs = await windowLeft(store, hold)
        if (leftMs > 0) kept.run.wakeIn(leftMs, () => advanceSoon(kept))
        else if (mayRun(kept, hold)) begin(kept, run(kept, hold))
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
        if (kept.run.underWay === null) await answerAll(kept, hold, null)
    }
  }

  function advanceSoon(kept: KeptHold): void {
    advance(kept).catch((error: unknown) => {
      log(`hold ${kept.id} cannot go on: ${thrownMessage(error)}`)
      lookAgainSoon(kept)
    })
  }

  /** A store that could not be read when the hold changed says nothing more of that change by itself. */
  function lookAgainSoon(kept: KeptHold): void {
    if (lookingAgain.has(kept)) return
    lookingAgain.add(kept)
    setTimeout(() => {
      lookingAgain.delete(kept)
      if (!ending && keptHolds.all().includes(kept)) advanceSoon(kept)
    }, LOOK_AGAIN_MS).unref()
  }

  function begin(kept: KeptHold, work: Promise<void>): void {
    const caught = work.catch((error: unknown) => {
      log(`hold ${kept.id} cannot go on: ${thrownMessage(error)}`)
      kept.run.holdBack(true)
      for (const { caller, letGo } of kept.callers.takeAll()) {
        answer(caller, errorAnswer('STORE_UNAVAILABLE', STORE_TROUBLE, { hold: kept.id }))
        letGo('answered')
      }
    })
    kept.run.begin(caught, () => advanceSoon(kept))
  }

  async function run(kept: KeptHold, hold: Hold): Promise<void> {
    const waiting = kept.callers.present()
    const own = kept.connection?.alive === true ? kept.connection : null
    const connection = waiting?.connection ?? own ?? (await options.otherConnection(hold, kept.metaText !== null))
    if (connection === null) {
      log(`hold ${hold.id} is approved but its connection has gone; it runs when the agent calls again`)
      kept.run.holdBack(true)
      return
    }
    const alone: CallCarrier = {
      connection,
      metaText: kept.metaText,
      headers: {},
      progressToken: null,
      relay: () => {},
    }
    await conclude(kept, await runHold(options, hold, waiting ?? alone, offerUndo))
  }

  async function conclude(kept: KeptHold, result: RunStep): Promise<void> {
    if (result.kind === 'ended') {
      const hold = await store.holds.get(kept.id)
      if (hold !== null && hold.state !== 'approved' && hold.state !== 'dispatching') {
        await answerAll(kept, hold, result.wholeResult)
      }
      return
    }
    kept.run.holdBack(result.kind === 'not-sent')
    for (const { caller, letGo } of kept.callers.takeAll()) {
      if (result.kind === 'input-asked') replyInput(kept, caller, result.resultText)
      else caller.replyError(INTERNAL_ERROR, notSentMessage(result.message))
      letGo('answered')
    }
  }

  async function answerAll(kept: KeptHold, hold: Hold, wholeResult: string | null): Promise<void> {
    if (hold.state === 'invalidated' && hold.changedSince !== undefined) {
      // The approved call is no longer about what was shown.
      for (const { letGo } of kept.callers.takeAll()) letGo('ask-anew')
      keptHolds.release(kept)
      return
    }
    let written = false
    for (const { caller, letGo } of kept.callers.takeAll()) {
      if (answerEnded(caller, hold, wholeResult) && stillListens(caller)) written = true
      letGo('answered')
    }
    if (written) await markDelivered(store, hold.id)
    if (hold.state !== 'unknown') keptHolds.release(kept)
  }

  function replyInput(kept: KeptHold, caller: Caller, resultText: string): void {
    const { call } = kept
    answerWithServersQuestion(caller, resultText, call.server.name, () => options.questions.openFor(call))
  }

  function track(work: Promise<void>): void {
    offers.add(work)
    const forget = (): void => void offers.delete(work)
    work.then(forget, forget)
  }

  function offerUndo(hold: Hold, on: RunsOn): void {
    track(
      recipes.offerUndo(hold, on.connection, on.metaText).then(
        (offered) => {
          if (offered !== null) advanceSoon(keptHolds.keep(offered, on))
        },
        (error: unknown) => log(`no undo can be offered for hold ${hold.id}: ${thrownMessage(error)}`),
      ),
    )
  }

  return {
    advance,
    replyInput,
    offerUndo,
    async nextRound(kept, hold, caller) {
      if (caller.round === null) return 'waiting'
      const sent = runNextRound(options, hold, caller, caller.round, offerUndo)
      const place = kept.callers.join(caller, () => {})
      begin(
        kept,
        sent.then(async (result) => {
          if (result.kind !== 'not-sent') return await conclude(kept, result)
          // This round was answered before: that concerns this caller alone, the round itself goes on.
          caller.replyError(INVALID_PARAMS, result.message)
          place.giveUp()
        }),
      )
      await place.over
      return place.state
    },
    offerMissedUndos(call, on) {
      track(
        recipes.missedUndos(call).then(
          (missed) => missed.forEach((hold) => offerUndo(hold, on)),
          (error: unknown) => log(`earlier calls cannot be looked at: ${thrownMessage(error)}`),
        ),
      )
    },
    end() {
      ending = true
      const all = keptHolds.all()
      for (const { run: tried } of all) tried.cancelWake()
      return [...offers, ...all.flatMap(({ run: tried }) => (tried.underWay === null ? [] : [tried.underWay]))]
    },
    async loseUnanswered() {
      for (const kept of keptHolds.all()) {
        const hold = await store.holds.get(kept.id)
        if (hold?.state === 'dispatching' && hold.attempt?.by.instance === ownership.current().instance) {
          const lost = await loseDispatch(store, hold.id, hold.attempt.id, say('stoppedEarly'))
          if (lost.kind === 'moved') await answerAll(kept, lost.hold, null)
        }
      }
    },
  }
}

/** A caller who waits here counts, whatever the hold still says of one that left before. */
function mayRun(kept: KeptHold, hold: Hold): boolean {
  const isWanted = !hold.callerLeft || kept.callers.count > 0
  return isWanted && kept.run.underWay === null && !kept.run.isHeldBack
}

function notSentMessage(message: string): string {
  return `The approved call was not sent (${message}). The approval still stands for a while: call again with identical arguments.`
}
