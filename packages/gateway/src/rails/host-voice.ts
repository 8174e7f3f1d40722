/**
 * Brings the word of the person at the host to the one door. It is the requester's own voice: assurance `host`, one vote at
 * most, and none where people with names are demanded; `decide` sees to that.
 */
import { decide, invalidateHold, say } from '@holdpoint/core'
import type { Hold, Rail, Store } from '@holdpoint/core'
import type { FormAnswer } from './elicitation/elicitation-form.ts'
import type { Asked } from './rail.ts'

export async function bringFormAnswer(
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
      // Nobody can say what was meant: the question is void, and nothing of it may run later.
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
