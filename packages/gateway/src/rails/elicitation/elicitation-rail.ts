/**
 * Asks in the host's own dialog. Clients of the session era get a question on the call's stream; stateless clients get
 * their call answered with the question and come back with the answer and the state we gave them. A dialog that cannot
 * show the call whole is used last, only to point to where it can be decided and to say no.
 */
import { say, spendQuestion, decide, invalidateHold } from '@holdpoint/core'
import type { Hold, JsonObject, JsonValue, Store, Surface, Rail } from '@holdpoint/core'
import type { AskedClient } from '../../calls/caller.ts'
import { FAILED_LASTS_MS, SELF_ANSWERED_LASTS_MS } from '../failed-rails.ts'
import type { FailedRails } from '../failed-rails.ts'
import { decisionForm, readFormAnswer, pointerText, questionText, SHORT_ID } from './elicitation-form.ts'
import type { FormShape } from './form-choices.ts'
import { dialogOf } from '../host-profiles.ts'
import type { HostDialog } from '../host-profiles.ts'
import { isByItself, whyClosed } from '../rail.ts'
import type { Asked, HostRail, RailQuestion } from '../rail.ts'
import { sealState } from '../request-state.ts'
import type { AskedState } from '../request-state.ts'
import type { Seal } from '../seal.ts'
import type { FormAnswer } from './elicitation-form.ts'

/** Under this name our question stands among those of a stateless answer. */
export const QUESTION_KEY = 'holdpoint'

export interface ElicitationRailOptions {
  /** How the person starts this program; `null`: they cannot. */
  readonly program: () => string | null
  readonly store: Store
  readonly seal: Seal
  readonly failedRails: FailedRails
  readonly now: () => number
  /** Whatever is done to the clock. */
  readonly elapsed: () => number
  /** Told when the question is on its way to the person. */
  readonly shown: (hold: Hold, surface: Surface) => void
  readonly newGrantId: () => string
}

export interface ElicitationRail extends HostRail {
  /** The answer of a stateless client that came back. */
  takeBack(
    hold: Hold,
    caller: Pick<AskedClient, 'client'>,
    state: AskedState & { readonly arrivedAt: number },
    answer: JsonValue | undefined,
  ): Promise<Asked>
  /** The same dialog where it cannot show the call whole: it says where to decide, and takes a no. */
  readonly pointer: HostRail
}

/** What the dialog of this client can carry of this hold. */
interface DialogForm {
  readonly dialog: HostDialog
  /** `null`: it does not fit. */
  readonly text: string | null
  readonly shape: FormShape
}

function dialogFor(hold: Hold, { client }: Pick<AskedClient, 'client'>): DialogForm {
  const dialog = dialogOf(client)
  const text = questionText(hold, dialog)
  return { dialog, text, shape: { showsWhole: text !== null, fields: dialog.fields, commas: dialog.commas } }
}

export function createElicitationRail(options: ElicitationRailOptions): ElicitationRail {
  const { store, failedRails } = options
  async function bring(
    hold: Hold,
    caller: Pick<AskedClient, 'client'>,
    answer: JsonValue | undefined,
    afterMs: number,
  ): Promise<Asked> {
    const read = readFormAnswer(hold, answer, afterMs, dialogFor(hold, caller).shape)
    if (read.kind === 'no-decision' && read.byItself) await noteFailure(hold, caller, read.why, SELF_ANSWERED_LASTS_MS)
    return await bringFormAnswer(store, hold, 'elicitation', read, options.newGrantId)
  }

  async function noteFailure(
    hold: Hold,
    { client }: Pick<AskedClient, 'client'>,
    why: string,
    lastsMs: number,
  ): Promise<void> {
    await failedRails.add({ ...hold.call, client }, 'elicitation', { why, lastsMs })
  }

  async function formOf({ hold, caller, approvalUrl }: RailQuestion): Promise<JsonObject> {
    const { dialog, text, shape } = dialogFor(hold, caller)
    const page = await approvalUrl()
    const program = options.program()
    const message = text ?? pointerText(hold, page, dialog, program)
    const elsewhere = program === null ? page : `${page} or: ${program} open ${hold.id.slice(0, SHORT_ID)}`
    return decisionForm(message, hold, shape, elsewhere)
  }

  /** The call is answered with the question. */
  async function askByReply(question: RailQuestion): Promise<Asked> {
    const { hold } = question
    const params = await formOf(question)
    options.shown(hold, 'form')
    const inputRequests = { [QUESTION_KEY]: { method: 'elicitation/create', params } }
    const requestState = sealState(options.seal, hold, 'elicitation', options.now())
    return { kind: 'reply', resultJson: JSON.stringify({ resultType: 'input_required', inputRequests, requestState }) }
  }

  async function askOnStream(railQuestion: RailQuestion): Promise<Asked> {
    const { hold, caller, over, decided } = railQuestion
    const { mode: _form, ...params } = await formOf(railQuestion)
    const asked = options.elapsed()
    const question = caller.ask('elicitation/create', params)
    if (question === null) return { kind: 'undecided', why: 'the client cannot be asked' }
    options.shown(hold, 'form')
    const answer = await Promise.race([question.answer, over.then(() => null)])
    const afterMs = options.elapsed() - asked
    if (answer === null) {
      question.withdraw(await whyClosed(store, hold.id))
      // One that ends rather than ask would end again in its next process.
      if (caller.hostEnded && afterMs < ENDS_WITHIN_MS) await noteFailure(hold, caller, ENDED, SELF_ANSWERED_LASTS_MS)
      return { kind: 'undecided', why: 'nobody answered here' }
    }
    if (answer.kind === 'result') {
      const brought = await bring(hold, caller, answer.result, afterMs)
      if (brought.kind === 'not-reached') await noted(hold, brought.why)
      // A person who wants to decide elsewhere is waited for there.
      if (brought.kind === 'undecided' && brought.why === say('wentToDecide')) await Promise.race([decided, over])
      return brought
    }
    if (answer.kind === 'error') await noteFailure(hold, caller, REFUSED, lastsAfter(afterMs))
    return { kind: 'not-reached', why: REFUSED }
  }

  /** On record with the hold: people who look at it see why no form decided it. */
  async function noted({ id, revision }: Hold, why: string): Promise<void> {
    await spendQuestion(store, { hold: id, question: revision, via: 'elicitation', why })
  }

  async function ask(question: RailQuestion): Promise<Asked> {
    return question.caller.era === 'stateless' ? await askByReply(question) : await askOnStream(question)
  }

  function undeclared({ caller }: Pick<RailQuestion, 'caller'>): string | null {
    return caller.capabilities.elicitationForm ? null : 'the client declares no forms'
  }

  return {
    name: 'elicitation',
    unusable: ({ hold, caller }) =>
      undeclared({ caller }) ??
      (dialogFor(hold, caller).text === null ? 'its dialog does not show the call whole' : null),
    ask,
    pointer: {
      name: 'elicitation',
      unusable: ({ hold, caller }) =>
        undeclared({ caller }) ?? (dialogFor(hold, caller).text === null ? null : 'its dialog shows the call whole'),
      ask,
    },
    async takeBack(hold, caller, state, answer) {
      const brought = await bring(hold, caller, answer, state.arrivedAt - state.askedAt)
      if (brought.kind === 'decided' || brought.kind === 'reply') return brought
      // Before anything is said of it: the same answer sent again must not count because time went by.
      const { why } = brought
      await spendQuestion(store, { hold: hold.id, question: state.revision, via: 'elicitation', why })
      return brought
    },
  }
}

const REFUSED = 'the client refused the question'
const ENDED = 'the client ended when it was asked'
/** Headless hosts that cannot draw a form end within this; a person who quits has looked at it first. */
const ENDS_WITHIN_MS = 2_000

/** A host that refuses at once has no dialog; one that fails later may have been busy, or had a time-out of its own. */
function lastsAfter(afterMs: number): number {
  return isByItself(afterMs) ? SELF_ANSWERED_LASTS_MS : FAILED_LASTS_MS
}

/**
 * Brings the word of the person at the host to the one door. It is the requester's own voice: assurance `host`, one
 * vote at most, and none where people with names are demanded; `decide` sees to that.
 */
async function bringFormAnswer(
  store: Store,
  hold: Hold,
  via: Rail,
  answer: FormAnswer,
  newGrantId: () => string,
): Promise<Asked & { kind: 'decided' | 'undecided' | 'not-reached' }> {
  switch (answer.kind) {
    case 'no-decision':
      return { kind: answer.byItself ? 'not-reached' : 'undecided', why: answer.why }
    case 'elsewhere':
      return { kind: 'undecided', why: say('wentToDecide') }
    case 'unknown':
      // It cannot be known what was meant: the question is void, and nothing of it may run later.
      await invalidateHold(store, hold.id, say('answeredUnknown', { why: answer.why }))
      return { kind: 'decided' }
    case 'verdict': {
      const decision = await decide(store, {
        hold: hold.id,
        tenant: hold.call.tenant,
        verdict: {
          answer: answer.answer,
          by: hold.call.principal,
          via,
          assurance: 'host',
          reason: answer.reason,
        },
        ...(answer.grant === null ? {} : { grant: { id: newGrantId(), request: answer.grant } }),
      })
      if (decision.kind === 'refused' && decision.hold.state === 'pending') {
        return { kind: 'undecided', why: decision.refusal.message }
      }
      return { kind: 'decided' }
    }
  }
}
