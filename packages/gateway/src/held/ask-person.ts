/**
 * Asks a person about a hold and lets the caller wait: in the host where one of its rails can ask, else on the page and
 * the terminal while a person can be reached there. Once it is approved the caller stays for the outcome; where that
 * takes longer than the call may wait, it gets the envelope. It refuses to decide, and leaves no caller without an
 * answer when the process ends.
 */
import { markCallerLeft, thrownMessage } from '@holdpoint/core'
import type { Call, Hold, JsonObject, ListedHold, Store } from '@holdpoint/core'
import type { AskedClient, Caller } from '../calls/caller.ts'
import type { BringAnswer, RailChoice } from '../rails/rail-choice.ts'
import type { Asked } from '../rails/rail.ts'
import { answerWithEnvelope, sendHeartbeats } from './answer-caller.ts'
import { windowLeft } from './kept-holds.ts'
import type { KeptHold, WaitingPlace } from './kept-holds.ts'
import type { OpenQuestions } from './open-questions.ts'
import { waitAtMost } from './waiting-time.ts'
import type { Signal, TimeLeft } from './waiting-time.ts'

/** How a person is reached for a hold. The front that creates the gateway decides which surfaces there are. */
export interface Attention {
  /** Makes sure that the link leads somewhere. */
  link(hold: Hold): Promise<string>
  /** A person is about to be asked, also where the host asks itself: whoever asks elsewhere begins. Returns at once. */
  announce(hold: Hold): void
  /** Draws a person's attention where it can, and answers whether one can be reached to decide soon. */
  summon(hold: Hold): Promise<{ readonly reachable: boolean }>
}

/**
 * What a view that the client draws of an open call shows while that waits: that nothing runs, and what is asked where.
 */
export interface WaitingViews {
  /** From before its question is known. Answers how to end it. */
  expect(call: Omit<Call, 'arguments'>, client: AskedClient): () => void
  show(waiting: ShownWaiting): () => void
  /** What the envelope carries for such a view; nothing where the client draws none of ours. */
  pendingMeta(hold: Hold, client: AskedClient, approvalUrl: string): Promise<JsonObject>
}

export interface ShownWaiting {
  readonly hold: Hold
  readonly caller: AskedClient
  readonly approvalUrl: () => Promise<string>
  /** A dialog of this very client asks: the view does not, meanwhile. */
  readonly isInDialog: () => boolean
}

/** Where the person is asked: in the host, on the page they went to, or not at all because they just answered. */
export type AskingPlace = 'here' | 'page' | { readonly bring: BringAnswer }

/** A preview asks no one. */
export type AskingWish = AskingPlace | 'nowhere'

export interface AskOptions {
  readonly store: Store
  readonly attention: Attention
  /** The rails of the hosts. */
  readonly rails: RailChoice
  /** Questions that left as the answer of a call, and whose own answer may still be on its way. */
  readonly questions: Pick<OpenQuestions, 'age'>
  readonly views: WaitingViews
  readonly program: () => string | null
  readonly settings: () => { readonly answerWithinMs: number }
  readonly log: (message: string) => void
  /** Given when this process ends: those who wait for a person get the envelope. */
  readonly stopping: Signal
  /** Does what the hold's state asks for now. */
  readonly advance: (kept: KeptHold) => Promise<void>
}

/** Resolves when the caller has its answer, has gone, or is to be asked anew; answers how its wait ended. */
export async function askAndWait(
  options: AskOptions,
  kept: KeptHold,
  hold: Hold,
  caller: Caller,
  { where, timeLeft }: { readonly where: AskingWish; readonly timeLeft: TimeLeft },
): Promise<WaitingPlace['state']> {
  const { store, stopping, advance, log } = options
  const place = kept.callers.join(caller, () => {
    markCallerLeft(store, hold.id).catch((error: unknown) => log(thrownMessage(error)))
  })
  const stopHeartbeats = sendHeartbeats(caller, () => kept.run.isDueLater)
  const view = createShownView(options, kept, hold, caller)
  const limit = timeLeft('in-host')
  const stopped = stopping.wait()
  try {
    kept.run.holdBack(false)
    await advance(kept)
    if (place.state !== 'waiting') return place.state
    if (hold.state === 'pending' && where !== 'nowhere') {
      const closed = Promise.race([place.over, stopped.over, kept.decided])
      const asked = await putQuestion(options, { kept, hold, caller, closed, place: where, timeLeft, shown: view.show })
      if (asked?.kind === 'reply') {
        view.leave()
        place.giveUp()
        caller.reply(asked.resultJson)
        return 'answered'
      }
    }
    view.show()
    const isOver = (): boolean => place.state !== 'waiting' || caller.gone
    const limits = Promise.race([limit.over, stopped.over])
    await awaitOutcome({ store, kept, over: place.over, isOver, limit: limits, advance })
    if (!isOver()) await answerWithEnvelope(options, hold, caller, place.giveUp)
    return place.state
  } finally {
    view.end()
    stopHeartbeats()
    stopped.end()
    limit.end()
  }
}

interface QuestionToPut {
  readonly kept: KeptHold
  readonly hold: Hold
  readonly caller: AskedClient
  /** Resolves when there is nothing left to ask. */
  readonly closed: Promise<void>
  readonly place: AskingPlace
  /** How long this call may wait, where a person can be reached there. */
  readonly timeLeft: TimeLeft
  /** From here on a view shows where it is asked. */
  readonly shown: () => void
}

/** Puts the question where the person is, and waits for them there. One dialog at a time for one hold. */
async function putQuestion(options: AskOptions, question: QuestionToPut): Promise<Asked | null> {
  const { kept, caller, closed, place, timeLeft, shown } = question
  let { hold } = question
  const approvalUrl = (): Promise<string> => options.attention.link(hold)
  announce(options, hold)
  if (typeof place === 'object') {
    const brought = await place.bring({ hold, decided: kept.decided, approvalUrl })
    // What no person can have answered is asked where one may be.
    if (brought?.kind !== 'not-reached') return brought
    // The question that was answered so is spent: the next one is another.
    hold = (await options.store.holds.get(hold.id)) ?? hold
  }
  if (place !== 'page' && !isInDialog(options, kept)) {
    kept.dialog.open()
    const waiting = timeLeft('in-host')
    try {
      const asked = await options.rails.ask({
        hold,
        caller,
        approvalUrl,
        over: Promise.race([closed, waiting.over]),
        decided: kept.decided,
        begun: (rail) => {
          kept.dialog.askedOf(rail === 'card' ? null : caller.session)
          // The card shows its own question by itself, with the answers.
          if (rail !== 'card') shown()
        },
      })
      if (asked !== null) return asked
    } finally {
      kept.dialog.close()
      waiting.end()
    }
  }
  shown()
  const reachable = place === 'page' || isInDialog(options, kept) || (await isReachable(options, hold))
  const waiting = timeLeft(reachable ? 'elsewhere' : 'nobody')
  await Promise.race([closed, waiting.over])
  waiting.end()
  return null
}

function announce({ attention, log }: Pick<AskOptions, 'attention' | 'log'>, hold: Hold): void {
  try {
    attention.announce(hold)
  } catch (error) {
    log(`hold ${hold.id} could not be announced: ${thrownMessage(error)}`)
  }
}

/** A way to a person that fails reaches no person: the call gets the envelope, and the question stays where it is. */
async function isReachable({ attention, log }: Pick<AskOptions, 'attention' | 'log'>, hold: Hold): Promise<boolean> {
  try {
    return (await attention.summon(hold)).reachable
  } catch (error) {
    log(`no person can be told of hold ${hold.id}: ${thrownMessage(error)}`)
    return false
  }
}

/** A client that was given a question has as long to bring the answer as a server that was given a call. */
function isInDialog({ questions, settings }: Pick<AskOptions, 'questions' | 'settings'>, kept: KeptHold): boolean {
  return kept.dialog.isOpen || (questions.age(kept.id) ?? Infinity) < settings().answerWithinMs
}

/** What a view of the caller's is shown while it waits. */
interface ShownView {
  show(): void
  /** The question leaves as the answer of the call: its view shows it until it is decided, or asked anew. */
  leave(): void
  end(): void
}

function createShownView(options: AskOptions, kept: KeptHold, hold: Hold, caller: AskedClient): ShownView {
  let end: (() => void) | null = null
  function show(): () => void {
    end ??= options.views.show({
      hold,
      caller,
      approvalUrl: () => options.attention.link(hold),
      isInDialog: () => kept.dialog.isOf(caller.session) && isInDialog(options, kept),
    })
    return end
  }
  return {
    show: () => void show(),
    leave() {
      kept.dialog.askedOf(caller.session)
      kept.dialog.keepView(show())
      end = null
    },
    end: () => end?.(),
  }
}

export interface OutcomeWait extends Pick<AskOptions, 'store' | 'advance'> {
  readonly kept: KeptHold
  /** Resolves when the caller has its answer, or went away. */
  readonly over: Promise<void>
  readonly isOver: () => boolean
  /** Resolves when the call has waited as long as it may, or this process ends. */
  readonly limit: Promise<void>
}

const START_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 100

/**
 * Keeps a caller whose call was approved until it has its outcome: that is near, and an envelope would only cost the
 * agent a turn. Only while the approval can still be taken back does the call's own limit count: that may last longer
 * than its host waits. Resolves when the caller is answered, or is to get the envelope.
 */
export async function awaitOutcome({ store, kept, over, isOver, limit, advance }: OutcomeWait): Promise<void> {
  let limited = false
  void limit.then(() => (limited = true))
  let mayRunSince = performance.now()
  while (!isOver()) {
    const hold = await store.holds.look(kept.id)
    if (hold === null || hold.state === 'pending') return
    const leftMs = await leftToTakeBack(store, kept, hold)
    if (leftMs > 0) {
      if (limited) return
      await waitAtMost(leftMs, over, limit)
      mayRunSince = performance.now()
      continue
    }
    const startsSoon = performance.now() - mayRunSince < START_WITHIN_MS
    if (hold.state === 'approved' && kept.run.underWay === null && !startsSoon) return
    if (hold.state !== 'approved' && hold.state !== 'dispatching') await advance(kept)
    await waitAtMost(LOOK_EVERY_MS, over)
  }
}

async function leftToTakeBack(store: Store, kept: KeptHold, hold: ListedHold): Promise<number> {
  return hold.state === 'approved' && kept.run.underWay === null ? await windowLeft(store, hold) : 0
}
