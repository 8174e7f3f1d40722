/**
 * Lets a caller wait for its hold: asks its person, then stays for the outcome, and gives the envelope where that takes
 * longer than the call may wait. Nobody is left without an answer when the process ends.
 */
import { markCallerLeft } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { beat } from './answer-caller.ts'
import { awaitOutcome } from './await-outcome.ts'
import type { Caller } from '../calls/caller.ts'
import { messageOf } from '../calls/error-message.ts'
import type { HoldKeeperOptions } from './hold-keeper-options.ts'
import { dropCaller } from './kept-hold.ts'
import type { KeptHold, WaitingCaller } from './kept-hold.ts'
import { createSignal } from './pause.ts'
import { putQuestion } from './put-question.ts'
import type { AskingWish } from './put-question.ts'
import { tellHowItStands } from './tell-how-it-stands.ts'
import type { CallPatience } from './wait-policy.ts'

export interface WaitingWish {
  readonly asking: AskingWish
  readonly patience: CallPatience
}

export interface CallerWaits {
  /** Resolves when the caller has its answer, has gone, or is to be asked anew. */
  wait(entry: KeptHold, hold: Hold, caller: Caller, wish: WaitingWish): Promise<void>
  /** Other work that an orderly end waits for. */
  track(work: Promise<void>): void
  /** Whoever waits for a person gets the envelope now. Answers what is still under way. */
  stop(): readonly Promise<void>[]
}

export interface CallerWaitsOptions extends Pick<
  HoldKeeperOptions,
  'store' | 'rails' | 'attention' | 'awaitsAnswer' | 'viewMeta' | 'views' | 'program' | 'log'
> {
  readonly look: (entry: KeptHold) => Promise<void>
}

export function createCallerWaits(options: CallerWaitsOptions): CallerWaits {
  const { store, look, log } = options
  const underWay = new Set<Promise<void>>()
  const stopping = createSignal()

  function track(work: Promise<void>): void {
    underWay.add(work)
    const forget = (): void => void underWay.delete(work)
    work.then(forget, forget)
  }

  async function waitFor(
    entry: KeptHold,
    hold: Hold,
    caller: Caller,
    { asking, patience }: WaitingWish,
  ): Promise<void> {
    const place = takePlace(entry, caller, () => {
      markCallerLeft(store, hold.id).catch((error: unknown) => log(messageOf(error)))
    })
    const stopBeating = beat(caller, () => entry.due !== null)
    const view = viewOf(entry, hold, caller)
    const limit = patience('in-host')
    const stopped = stopping.wait()
    try {
      entry.heldBack = false
      await look(entry)
      if (place.isSettled()) return
      if (hold.state === 'pending' && asking !== 'nowhere') {
        const closed = Promise.race([place.over, stopped.over, entry.decided])
        const question = { kept: entry, hold, caller, closed, place: asking, patience, shown: view.show }
        const asked = await putQuestion(options, question)
        if (asked?.kind === 'reply') {
          view.leave()
          dropCaller(entry, caller)
          caller.reply(asked.resultJson)
          return
        }
      }
      view.show()
      const isOver = (): boolean => place.isSettled() || caller.gone
      const limits = Promise.race([limit.over, stopped.over])
      await awaitOutcome({ store, kept: entry, over: place.over, isOver, limit: limits, look })
      if (!isOver()) await tellHowItStands(options, hold, caller, () => dropCaller(entry, caller))
    } finally {
      view.end()
      stopBeating()
      stopped.end()
      limit.end()
    }
  }

  function viewOf(entry: KeptHold, hold: Hold, caller: Caller): ShownView {
    let end: (() => void) | null = null
    const show = (): void => {
      end ??= options.views.show({
        hold,
        caller,
        approvalUrl: () => options.attention.link(hold),
        isInDialog: () => entry.dialogOf === caller.session && (entry.asking || options.awaitsAnswer(hold.id)),
      })
    }
    return {
      show,
      leave() {
        entry.dialogOf = caller.session
        show()
        entry.endShown?.()
        entry.endShown = end
        void entry.decided.then(end)
        end = null
      },
      end: () => end?.(),
    }
  }

  return {
    async wait(entry, hold, caller, wish) {
      const waiting = waitFor(entry, hold, caller, wish)
      track(waiting)
      await waiting
    },
    track,
    stop() {
      stopping.give()
      return [...underWay]
    },
  }
}

/** What a view of the caller's is shown while it waits. */
interface ShownView {
  show(): void
  /** The question leaves as the answer of the call: its view shows it until it is decided, or asked anew. */
  leave(): void
  end(): void
}

interface WaitingPlace {
  /** Resolves when the caller has its answer, or went away. */
  readonly over: Promise<void>
  isSettled(): boolean
}

/** `lastLeft`: the last of those who waited has gone without an answer. */
function takePlace(entry: KeptHold, caller: Caller, lastLeft: () => void): WaitingPlace {
  let settled = false
  let finish: () => void = () => {}
  const over = new Promise<void>((resolve) => (finish = resolve))
  const waiting: WaitingCaller = {
    caller,
    done() {
      settled = true
      finish()
    },
  }
  entry.callers.add(waiting)
  caller.onGone(() => {
    if (settled || !entry.callers.delete(waiting)) return
    waiting.done()
    if (entry.callers.size === 0) lastLeft()
  })
  return { over, isSettled: () => settled }
}
