/**
 * Takes a risky call to its answer: looks at what it is about, opens a hold or finds the one of an identical call, asks
 * (`ask-person.ts`), and has it run (`hold-steps.ts`, `run-hold.ts`). Verdicts arrive in the store through `decide`,
 * from whatever process, and wake it here. It also looks after holds of processes that ended, and ends in order. It
 * refuses to decide.
 */
import { errorAnswer, INVALID_PARAMS, openHold, sayToAgent, takeOver } from '@holdpoint/core'
import type { Call, Hold, OpenedHold, OpenHoldRequest, Ownership, SeeProcess } from '@holdpoint/core'
import type { PolicyConfig } from '@holdpoint/core/policy'
import type { Caller } from '../calls/caller.ts'
import type { TakenBack } from '../rails/rail-choice.ts'
import { answer, answerEnded, answerWithEnvelope, createDeliverOnce } from './answer-caller.ts'
import { askAndWait } from './ask-person.ts'
import type { AskingWish, AskOptions } from './ask-person.ts'
import { createHoldSteps } from './hold-steps.ts'
import type { HoldStepsOptions } from './hold-steps.ts'
import { createKeptHolds } from './kept-holds.ts'
import type { WaitingPlace } from './kept-holds.ts'
import type { OpenQuestions } from './open-questions.ts'
import { createSignal, createTimeLeft, waitAtMost } from './waiting-time.ts'
import type { TimeLeft } from './waiting-time.ts'

/** What holding, asking and running need of the rest of the gateway. */
export interface HoldKeeperOptions extends HoldStepsOptions, Omit<AskOptions, 'stopping' | 'advance'> {
  readonly ownership: Ownership
  /** What can be seen of another process from here. */
  readonly see: SeeProcess
  readonly questions: OpenQuestions
  /** What is in force now. */
  readonly settings: () => HoldSettings
}

export interface HoldSettings extends Pick<PolicyConfig, 'wait' | 'answerWithinMs'> {
  /** What open holds may take in the store. */
  readonly limits: Pick<PolicyConfig['limits'], 'heldBytes' | 'tenantHeldBytes'>
}

export interface HoldKeeper {
  /** Takes a risky call to its answer. Resolves when the caller has one. */
  hold(caller: Caller, request: HoldRequest): Promise<void>
  /** Looks after a hold whose own process has ended: runs an approved one, offers to take back one that ran. */
  adopt(hold: Hold): Promise<void>
  /** Holds of this process on this tool whose definition changed. */
  openHoldsOf(tool: string): readonly string[]
  /** Waits for calls in flight; what is not answered in time becomes `unknown`, said and stored. */
  drain(withinMs: number): Promise<void>
}

export interface HoldRequest extends Pick<OpenHoldRequest, 'id' | 'ruling' | 'definition' | 'policyHash' | 'warnings'> {
  readonly call: Call
  /** The agent wants to see how it stands, and nothing may run. */
  readonly previewOnly: boolean
}

/** One asking of a call: it is asked anew where what it is about changed before it could run. */
interface HoldTurn {
  /** Of the hold, should it open one. */
  readonly id: string
  /** Concerns this hold alone. */
  readonly only: string | null
  readonly where: AskingWish
  readonly previewOnly: boolean
  readonly timeLeft: TimeLeft
  /** From 1. */
  readonly turn: number
}

type OpenHold = Extract<OpenedHold, { readonly hold: Hold }>

/** How a call came out of its hold. `look-again`: another caller just got the outcome it came for. */
type Met = WaitingPlace['state'] | 'look-again'

/** Of one call, where what it is about changes before it can run; then its question waits elsewhere. */
const MOST_ASKINGS = 3
const ANSWERED_BEFORE = 'This question has been answered and told. Call again without requestState to be asked anew.'

export function createHoldKeeper(options: HoldKeeperOptions): HoldKeeper {
  const { store, ownership, see, log } = options
  const kept = createKeptHolds(options)
  const steps = createHoldSteps(options, kept)
  const stopping = createSignal()
  const asking: AskOptions = { ...options, stopping, advance: steps.advance }
  const deliverOnce = createDeliverOnce(store)
  const waits = new Set<Promise<unknown>>()

  async function takeToAnswer(caller: Caller, request: HoldRequest): Promise<void> {
    const returned = await options.rails.takeBack(caller, request.call)
    if (returned.kind === 'refused') {
      caller.replyError(INVALID_PARAMS, returned.message)
      return
    }
    const previewOnly = request.previewOnly || caller.card.previewOnly
    let turn: HoldTurn = {
      id: request.id,
      only: returned.kind === 'foreign' ? null : returned.hold,
      where: previewOnly ? 'nowhere' : firstPlace(returned),
      previewOnly,
      timeLeft: createTimeLeft(() => options.settings().wait, caller),
      turn: 1,
    }
    steps.offerMissedUndos(request.call, caller)
    for (;;) {
      const opened = await open(caller, request, turn)
      if (opened === null) return
      const met = await meet(caller, opened, turn)
      if (met === 'look-again') continue
      if (met !== 'ask-anew' || caller.gone) return
      turn = askAnew(turn, opened.hold)
    }
  }

  /** Opens a hold for the call, or finds the one it belongs to; `null`: the caller has its answer without one. */
  async function open(caller: Caller, request: HoldRequest, turn: HoldTurn): Promise<OpenHold | null> {
    const seen = await options.recipes.lookFirst(request.call, caller.connection, caller.metaText)
    if (seen.kind === 'answer') {
      answer(caller, seen.answer)
      return null
    }
    const { heldBytes, tenantHeldBytes } = options.settings().limits
    const opened = await openOwned({
      ...request,
      id: turn.id,
      only: turn.only,
      previewOnly: turn.previewOnly,
      entity: seen.entity,
      entityWarnings: seen.warnings,
      see,
      room: { ofPrincipal: heldBytes, ofTenant: tenantHeldBytes },
      sha256: options.sha256,
    }).finally(seen.opened)
    switch (opened.kind) {
      case 'limited':
        answer(caller, errorAnswer('RATE_LIMITED', opened.message))
        return null
      case 'other-call':
        answer(caller, errorAnswer('INVALIDATED', sayToAgent('otherCallOfThatName', {})))
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

  /** Takes the caller through what its hold has come to. */
  async function meet(caller: Caller, { kind, hold }: OpenHold, turn: HoldTurn): Promise<Met> {
    switch (kind) {
      case 'asked':
      case 'joined':
      case 'run':
        return await wait(caller, hold, turn)
      case 'await-outcome':
        return await joinRun(caller, hold, turn)
      case 'standing':
        await answerWithEnvelope(options, hold, caller, () => {})
        return 'answered'
      case 'repeat-answer':
        answerEnded(caller, hold, null)
        return 'answered'
      case 'deliver':
        return (await deliverOnce(caller, hold)) ? 'answered' : 'look-again'
    }
  }

  async function wait(caller: Caller, hold: Hold, turn: HoldTurn): Promise<Met> {
    const waiting = askAndWait(asking, kept.keep(hold, caller), hold, caller, turn)
    waits.add(waiting)
    try {
      return await waiting
    } finally {
      waits.delete(waiting)
    }
  }

  /** The call runs already: its outcome is near, or the server asks something first. */
  async function joinRun(caller: Caller, hold: Hold, turn: HoldTurn): Promise<Met> {
    const asked = hold.attempt?.awaitingInput ?? null
    if (asked === null) return await wait(caller, hold, turn)
    const entry = kept.keep(hold, caller)
    const answersIt = caller.round !== null && turn.only === null && !turn.previewOnly
    if (answersIt) return await steps.nextRound(entry, hold, caller)
    steps.replyInput(entry, caller, asked.resultText)
    return 'answered'
  }

  function askAnew(before: HoldTurn, { call }: Hold): HoldTurn {
    const turn = before.turn + 1
    if (turn > MOST_ASKINGS) log(`${call.tool} changes faster than its call can be approved`)
    return {
      ...before,
      id: options.recipes.newHoldId(),
      only: null,
      where: before.previewOnly || turn > MOST_ASKINGS ? 'nowhere' : 'here',
      turn,
    }
  }

  return {
    hold: (caller, request) => takeToAnswer(caller, request).finally(options.views.expect(request.call, caller)),
    async adopt(hold) {
      if (hold.state === 'succeeded') {
        const connection = await options.otherConnection(hold, false)
        if (connection !== null) steps.offerUndo(hold, { connection, metaText: null })
        return
      }
      const taken = await takeOver(store, hold, await ownership.take(), see)
      if (taken.kind === 'moved') await steps.advance(kept.keep(taken.hold, null))
    },
    openHoldsOf(tool) {
      return kept
        .all()
        .filter(({ call }) => call.tool === tool)
        .map(({ id }) => id)
    },
    async drain(withinMs) {
      const running = steps.end()
      // A pending hold outlives this process: its callers get the envelope now instead of silence.
      stopping.give()
      await waitAtMost(withinMs, Promise.allSettled([...running, ...waits]))
      await steps.loseUnanswered()
      kept.rest()
      await ownership.release()
    },
  }
}

/** A person who went to the page is asked there; one who answered is asked nothing more. */
function firstPlace(returned: Exclude<TakenBack, { readonly kind: 'refused' }>): AskingWish {
  if (returned.kind === 'answered') return returned
  return returned.kind === 'opened' ? 'page' : 'here'
}
