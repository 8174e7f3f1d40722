/**
 * Looks after the holds of this process: takes a risky call to its answer, step by step, and ends in order. Verdicts arrive
 * in the store through `decide`, from whatever process, and wake it here; it refuses to decide.
 */
import { errorAnswer, INVALID_PARAMS, loseDispatch, openHold, say, takeOver } from '@holdpoint/core'
import type { Hold, OpenedHold, OpenHoldRequest } from '@holdpoint/core'
import { answer, answerEnded } from './answer-caller.ts'
import { createCallerWaits } from './caller-waits.ts'
import type { Caller } from '../calls/caller.ts'
import { createDeliverOnce } from './deliver-once.ts'
import type { HoldKeeper, HoldKeeperOptions, HoldRequest } from './hold-keeper-options.ts'
import { createHoldRunner } from './hold-runner.ts'
import { createKeptHolds } from './kept-holds.ts'
import { waitAtMost } from './pause.ts'
import type { AskingWish } from './put-question.ts'
import type { TakenBack } from '../rails/rail-choice.ts'
import { tellHowItStands } from './tell-how-it-stands.ts'
import { createUndoOffers } from './undo-offers.ts'
import { forgetDue } from './undo-window.ts'
import { createCallPatience } from './wait-policy.ts'
import type { CallPatience } from './wait-policy.ts'

/** One asking of a call: it is asked anew where what it is about changed before it could run. */
interface Asking {
  /** Of the hold, should it open one. */
  readonly id: string
  /** Concerns this hold alone. */
  readonly only: string | null
  readonly where: AskingWish
  readonly previewOnly: boolean
  readonly patience: CallPatience
  /** From 1. */
  readonly turn: number
}

type OpenHold = Extract<OpenedHold, { readonly hold: Hold }>

/** Of one call, where what it is about changes before it can run; then its question waits elsewhere. */
const MOST_ASKINGS = 3
const ANSWERED_BEFORE = 'This question has been answered and told. Call again without requestState to be asked anew.'

export function createHoldKeeper(options: HoldKeeperOptions): HoldKeeper {
  const { store, ownership, see, log } = options
  const kept = createKeptHolds({ store, ownership, see, changed: (entry) => runner.advance(entry), log })
  const undos = createUndoOffers({
    recipes: options.recipes,
    look: (offered, carrier) => runner.advance(kept.keep(offered, carrier)),
    track: (work) => waits.track(work),
    log,
  })
  const runner = createHoldRunner({ ...options, offerUndo: undos.offer, release: kept.release, seen: kept.seen })
  const waits = createCallerWaits({ ...options, look: runner.look })
  const deliverOnce = createDeliverOnce(store)

  /** Opens a hold for the call, or finds the one it belongs to; `null`: the caller has its answer without one. */
  async function open(caller: Caller, request: HoldRequest, asking: Asking): Promise<OpenHold | null> {
    const seen = await options.recipes.lookFirst(request.call, caller.connection, caller.metaText)
    if (seen.kind === 'answer') {
      answer(caller, seen.answer)
      return null
    }
    const opened = await openOwned({
      ...request,
      id: asking.id,
      only: asking.only,
      previewOnly: asking.previewOnly,
      entity: seen.entity,
      entityWarnings: seen.warnings,
      see,
      room: options.room(),
      sha256: options.dispatch.sha256,
    }).finally(seen.opened)
    switch (opened.kind) {
      case 'limited':
        answer(caller, errorAnswer('RATE_LIMITED', opened.message))
        return null
      case 'gone':
        caller.replyError(INVALID_PARAMS, ANSWERED_BEFORE)
        return null
      default:
        return opened
    }
  }

  async function openOwned(request: Omit<OpenHoldRequest, 'owner'>): Promise<Exclude<OpenedHold, { kind: 'lapsed' }>> {
    for (;;) {
      const opened = await openHold(store, { ...request, owner: await ownership.take() })
      if (opened.kind !== 'lapsed') return opened
      ownership.lapsed()
    }
  }

  /** Takes the caller through what its hold has come to. `look-again`: another caller just got the outcome it came for. */
  async function meet(caller: Caller, { kind, hold }: OpenHold, asking: Asking): Promise<'met' | 'look-again'> {
    switch (kind) {
      case 'asked':
      case 'joined':
      case 'run':
        await wait(caller, hold, asking)
        return 'met'
      case 'await-outcome':
        await joinRun(caller, hold, asking)
        return 'met'
      case 'standing':
        await tellHowItStands(options, hold, caller, () => {})
        return 'met'
      case 'repeat-refusal':
        answerEnded(caller, hold, null)
        return 'met'
      case 'deliver':
        return (await deliverOnce(caller, hold)) ? 'met' : 'look-again'
    }
  }

  async function wait(caller: Caller, hold: Hold, { where, patience }: Asking): Promise<void> {
    await waits.wait(kept.keep(hold, caller), hold, caller, { asking: where, patience })
  }

  /** The call runs already: its outcome is near, or the server asks something first. */
  async function joinRun(caller: Caller, hold: Hold, asking: Asking): Promise<void> {
    const asked = hold.attempt?.awaitingInput ?? null
    if (asked === null) return await wait(caller, hold, asking)
    const entry = kept.keep(hold, caller)
    if (caller.round === null || asking.only !== null || asking.previewOnly) {
      runner.replyInput(entry, caller, asked.resultText)
    } else await runner.nextRound(entry, hold, caller)
  }

  function askAnew(asking: Asking, { call }: Hold): Asking {
    const turn = asking.turn + 1
    if (turn > MOST_ASKINGS) log(`${call.tool} changes faster than its call can be approved`)
    return {
      ...asking,
      id: options.recipes.newHoldId(),
      only: null,
      where: asking.previewOnly || turn > MOST_ASKINGS ? 'nowhere' : 'here',
      turn,
    }
  }

  async function answered(caller: Caller, request: HoldRequest): Promise<void> {
    const returned = await options.rails.takeBack(caller, request.call)
    if (returned.kind === 'refused') {
      caller.replyError(INVALID_PARAMS, returned.message)
      return
    }
    const previewOnly = request.previewOnly || caller.previewOnly
    let asking: Asking = {
      id: request.id,
      only: returned.kind === 'foreign' ? null : returned.hold,
      where: previewOnly ? 'nowhere' : firstPlace(returned),
      previewOnly,
      patience: createCallPatience(options.wait, caller),
      turn: 1,
    }
    undos.offerMissed(request.call, caller)
    for (;;) {
      const opened = await open(caller, request, asking)
      if (opened === null) return
      if ((await meet(caller, opened, asking)) === 'look-again') continue
      if (!runner.takeAskAgain(caller) || caller.gone) return
      asking = askAnew(asking, opened.hold)
    }
  }

  return {
    hold: (caller, request) => answered(caller, request).finally(options.views.expect(request.call, caller)),
    async adopt(hold) {
      if (hold.state === 'succeeded') {
        const connection = await options.otherConnection(hold, false)
        if (connection !== null) undos.offer(hold, { connection, metaText: null })
        return
      }
      const taken = await takeOver(store, hold, await ownership.take(), see)
      if (taken.kind === 'moved') await runner.look(kept.keep(taken.hold, null))
    },
    openHoldsOf(tool) {
      return kept
        .all()
        .filter((entry) => entry.tool === tool)
        .map((entry) => entry.id)
    },
    async drain(withinMs) {
      // A pending hold outlives this process: whoever waits for it gets the envelope now instead of silence.
      runner.end()
      kept.all().forEach(forgetDue)
      const waiting = waits.stop()
      const running = kept.all().flatMap((entry) => (entry.running === null ? [] : [entry.running]))
      await waitAtMost(withinMs, Promise.allSettled([...running, ...waiting]))
      for (const entry of kept.all()) {
        const hold = await store.holds.get(entry.id)
        if (hold?.state === 'dispatching' && hold.attempt?.by.instance === ownership.current().instance) {
          const lost = await loseDispatch(store, hold.id, hold.attempt.id, say('stoppedEarly'))
          if (lost.kind === 'moved') await runner.answerAll(entry, lost.hold, null)
        }
      }
      kept.rest()
      await ownership.release()
    },
  }
}

/** Whoever went to the page is asked there; whoever answered is asked nothing more. */
function firstPlace(returned: Exclude<TakenBack, { readonly kind: 'refused' }>): AskingWish {
  if (returned.kind === 'answered') return returned
  return returned.kind === 'opened' ? 'page' : 'here'
}
