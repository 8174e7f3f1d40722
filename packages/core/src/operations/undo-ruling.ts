/**
 * Under which ruling a call is taken back: its own, which the policy gives it like any other call, but never one that asks
 * less than the call it takes back. A recipe must not be a way around a rule on the compensating tool, nor the other way.
 */
import { suffices } from '../hold/assurance.ts'
import { higherRisk } from '../policy/risk-order.ts'
import type { Ruling } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'

/** An offer nobody wants must not stand among the open questions for a day. */
const LONGEST_OFFER_MS = 60 * 60_000

/** `own`: of the call that takes back; `of`: of the call that ran. It is always asked, each time, and never granted. */
export function undoRuling(own: Ruling, of: Ruling, tool: string): Ruling {
  const quorum = Math.max(own.quorum, of.quorum)
  const approvers = shared(own.approvers, of.approvers, quorum)
  return {
    ...own,
    answer: 'ask',
    risk: higherRisk(own.risk, of.risk),
    rule: `undo recipe, ${own.rule}`,
    why: say('takesBack', { tool, why: own.why }),
    rails: shared(own.rails, of.rails, 1),
    approvers,
    // More people than may decide at all would make a question that nobody can answer.
    quorum: approvers === null ? quorum : Math.max(own.quorum, Math.min(quorum, approvers.length)),
    assurance: suffices(own.assurance, of.assurance) ? own.assurance : of.assurance,
    grantable: false,
    scope: null,
    gateOff: false,
    decideWithinMs: Math.min(own.decideWithinMs, of.decideWithinMs, LONGEST_OFFER_MS),
    executeWithinMs: Math.min(own.executeWithinMs, of.executeWithinMs),
    undoWindowMs: Math.max(own.undoWindowMs, of.undoWindowMs),
  }
}

/** What both allow; where that is too few to decide, the undo's own. `null` allows anything. */
function shared<Name>(own: readonly Name[] | null, of: readonly Name[] | null, least: number): readonly Name[] | null {
  if (own === null || of === null) return own ?? of
  const both = own.filter((name) => of.includes(name))
  return both.length < least ? own : both
}
