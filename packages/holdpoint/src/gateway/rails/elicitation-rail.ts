/**
 * Asks in the host's own dialog. Clients of the session era get a question on the call's stream; stateless clients get
 * their call answered with the question and come back with the answer and the state we gave them.
 */
import type { Hold, JsonValue, Store, Surface } from '@holdpoint/core'
import type { Caller } from '../caller.ts'
import type { Doubts } from './doubts.ts'
import { decisionForm, readFormAnswer } from './elicitation-form.ts'
import { bringFormAnswer } from './host-voice.ts'
import { questionText } from './question-text.ts'
import type { Asked, HostRail } from './rail.ts'
import { sealState } from './request-state.ts'
import type { AskedState } from './request-state.ts'
import type { Seal } from './seal.ts'

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
  takeBack(hold: Hold, caller: Caller, state: AskedState, answer: JsonValue | undefined): Promise<Asked>
}

export function createElicitationRail(options: ElicitationRailOptions): ElicitationRail {
  const { store, doubts } = options

  async function bring(hold: Hold, caller: Caller, answer: JsonValue | undefined, afterMs: number): Promise<Asked> {
    const read = readFormAnswer(hold, answer, afterMs)
    if (read.kind === 'verdict' && read.doubt !== null) {
      doubts.add({ ...hold.call, client: caller.client }, 'elicitation', read.doubt)
    }
    return await bringFormAnswer(store, hold, 'elicitation', read, options.newGrantId)
  }

  return {
    name: 'elicitation',
    unusable({ hold, caller }) {
      if (!caller.capabilities.elicitationForm) return 'the client declares no forms'
      if (questionText(hold.preview) === null) return 'the arguments are too long to be shown whole in a form'
      return null
    },
    takeBack: async (hold, caller, state, answer) => await bring(hold, caller, answer, options.now() - state.askedAt),
    async ask({ hold, caller, over }) {
      const form = decisionForm(questionText(hold.preview) ?? '', hold)
      if (caller.era === 'stateless') {
        options.shown(hold, 'form')
        const inputRequests = { [QUESTION_KEY]: { method: 'elicitation/create', params: form } }
        const requestState = sealState(options.seal, hold, 'elicitation', options.now())
        return {
          kind: 'reply',
          resultJson: JSON.stringify({ resultType: 'input_required', inputRequests, requestState }),
        }
      }
      const { mode: _form, ...params } = form
      const asked = performance.now()
      const question = caller.ask('elicitation/create', params)
      if (question === null) return { kind: 'undecided', why: 'the client cannot be asked' }
      options.shown(hold, 'form')
      const answer = await Promise.race([question.answer, over.then(() => null)])
      if (answer === null) {
        question.withdraw('the question is closed')
        return { kind: 'undecided', why: 'nobody answered here' }
      }
      if (answer.kind === 'result') return await bring(hold, caller, answer.result, performance.now() - asked)
      if (answer.kind === 'error') {
        doubts.add({ ...hold.call, client: caller.client }, 'elicitation', 'the client refused the question')
      }
      return { kind: 'undecided', why: 'the client refused the question' }
    },
  }
}
