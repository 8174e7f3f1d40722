/**
 * Asks in the host's own dialog. Clients of the session era get a question on the call's stream; stateless clients get
 * their call answered with the question and come back with the answer and the state we gave them.
 */
import { say, spendQuestion } from '@holdpoint/core'
import type { Hold, JsonObject, JsonValue, Store, Surface } from '@holdpoint/core'
import type { Caller } from '../caller.ts'
import type { Doubts } from './doubts.ts'
import { decisionForm, readFormAnswer } from './elicitation-form.ts'
import { bringFormAnswer } from './host-voice.ts'
import { questionText } from './question-text.ts'
import type { Asked, HostRail, RailQuestion } from './rail.ts'
import { sealState } from './request-state.ts'
import type { AskedState } from './request-state.ts'
import type { Seal } from './seal.ts'
import { whyClosed } from './why-closed.ts'

/** A slip in what was written is told and asked again; a host that goes on slipping has nobody who reads. */
const MOST_UNCLEAR = 2
const MOST_REMEMBERED = 10_000

/** Under this name our question stands among those of a stateless answer. */
export const QUESTION_KEY = 'holdpoint'

export interface ElicitationRailOptions {
  readonly store: Store
  readonly seal: Seal
  readonly doubts: Doubts
  readonly now: () => number
  /** Told when the question is on its way to the person. */
  readonly shown: (hold: Hold, surface: Surface) => void
  readonly newGrantId: () => string
}

export interface ElicitationRail extends HostRail {
  /** The answer of a stateless client that came back. */
  takeBack(
    hold: Hold,
    caller: Caller,
    state: AskedState & { readonly arrivedAt: number },
    answer: JsonValue | undefined,
  ): Promise<Asked>
}

type Brought = Asked | { readonly kind: 'ask-again'; readonly problem: string }

export function createElicitationRail(options: ElicitationRailOptions): ElicitationRail {
  const { store, doubts } = options
  /** By hold: how often what was written could not stand. */
  const unclear = new Map<string, number>()

  function mayAskAgain({ id }: Hold): boolean {
    const times = (unclear.get(id) ?? 0) + 1
    const [oldest] = unclear.keys()
    if (unclear.size >= MOST_REMEMBERED && oldest !== undefined) unclear.delete(oldest)
    unclear.set(id, times)
    return times <= MOST_UNCLEAR
  }

  /** `ask-again`: with what was wrong. */
  async function bring(hold: Hold, caller: Caller, answer: JsonValue | undefined, afterMs: number): Promise<Brought> {
    const said = readFormAnswer(hold, answer, afterMs)
    if (said.kind === 'unclear' && mayAskAgain(hold)) return { kind: 'ask-again', problem: said.why }
    const read = said.kind === 'unclear' ? said.alone : said
    if (read.kind === 'verdict' && read.doubt !== null) {
      doubts.add({ ...hold.call, client: caller.client }, 'elicitation', read.doubt)
    }
    return await bringFormAnswer(store, hold, 'elicitation', read, options.newGrantId)
  }

  function formOf(hold: Hold, problem: string | null): JsonObject {
    return decisionForm(questionText(hold) ?? '', hold, problem)
  }

  /** The call is answered with the question. */
  function askByReply(hold: Hold, problem: string | null): Asked {
    options.shown(hold, 'form')
    const inputRequests = { [QUESTION_KEY]: { method: 'elicitation/create', params: formOf(hold, problem) } }
    const requestState = sealState(options.seal, hold, 'elicitation', options.now())
    return { kind: 'reply', resultJson: JSON.stringify({ resultType: 'input_required', inputRequests, requestState }) }
  }

  async function askOnStream({ hold, caller, over }: RailQuestion, problem: string | null): Promise<Brought> {
    const { mode: _form, ...params } = formOf(hold, problem)
    const asked = performance.now()
    const question = caller.ask('elicitation/create', params)
    if (question === null) return { kind: 'undecided', why: 'the client cannot be asked' }
    options.shown(hold, 'form')
    const answer = await Promise.race([question.answer, over.then(() => null)])
    if (answer === null) {
      question.withdraw(await whyClosed(store, hold.id))
      return { kind: 'undecided', why: 'nobody answered here' }
    }
    if (answer.kind === 'result') return await bring(hold, caller, answer.result, performance.now() - asked)
    if (answer.kind === 'error') {
      doubts.add({ ...hold.call, client: caller.client }, 'elicitation', 'the client refused the question')
    }
    return { kind: 'undecided', why: 'the client refused the question' }
  }

  return {
    name: 'elicitation',
    unusable({ hold, caller }) {
      if (!caller.capabilities.elicitationForm) return 'the client declares no forms'
      if (questionText(hold) === null) return 'the arguments are too long to be shown whole in a form'
      return null
    },
    async takeBack(hold, caller, state, answer) {
      const brought = await bring(hold, caller, answer, state.arrivedAt - state.askedAt)
      if (brought.kind !== 'ask-again' && brought.kind !== 'undecided') return brought
      // Before anything is said of it: the same answer sent again must not count because time went by.
      const why = brought.kind === 'undecided' ? brought.why : say('writtenCannotStand')
      const spent = await spendQuestion(store, { hold: hold.id, question: state.revision, via: 'elicitation', why })
      if (brought.kind === 'undecided') return brought
      return spent === null
        ? { kind: 'undecided', why: 'it was decided elsewhere' }
        : askByReply(spent, brought.problem)
    },
    async ask(question) {
      const { hold, caller } = question
      if (caller.era === 'stateless') return askByReply(hold, null)
      let brought = await askOnStream(question, null)
      while (brought.kind === 'ask-again') brought = await askOnStream(question, brought.problem)
      return brought
    },
  }
}
