/**
 * A question that left as the answer to a call came back and decided nothing: it is spent, in whatever process its
 * answer arrives next, so that nothing counts later only because time went by. A question is known by the revision of
 * the hold at which it was asked, since clocks of several processes need not agree. It decides nothing and moves no
 * state.
 */
import type { Hold } from '../hold/hold.ts'
import { transition } from '../hold/transition.ts'
import type { Rail } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'
import type { Step, Store } from '../store/store.ts'
import { holdRecord } from './hold-record.ts'

export interface SpendQuestionRequest {
  readonly hold: string
  /** By the hold's revision when it was asked. */
  readonly question: number
  readonly via: Rail
  /** Why its answer decided nothing. */
  readonly why: string
}

/** The hold as it then stands; `null`: it is not open any more, so there is nothing left to answer. */
export async function spendQuestion(store: Store, request: SpendQuestionRequest): Promise<Hold | null> {
  return await store.holds.change(request.hold, (hold, now): Step<Hold | null> => {
    if (hold === null) return { do: 'keep', answer: null }
    if (hold.state === 'pending' && isSpent(hold, request.question)) return { do: 'keep', answer: hold }
    const moved = transition(hold, { type: 'question-spent', at: now, question: request.question })
    if (!moved.ok) return { do: 'keep', answer: null }
    const spent = moved.hold
    const record = holdRecord(
      spent,
      'decision-refused',
      hold.call.principal,
      say('noDecisionVia', { rail: request.via, why: request.why }),
    )
    return { do: 'write', hold: spent, record, before: null, answer: spent }
  })
}

/** Whether an answer to the question that was asked at this revision no longer counts. */
export function isSpent(hold: Hold, question: number): boolean {
  return hold.spentQuestion !== undefined && question <= hold.spentQuestion
}
