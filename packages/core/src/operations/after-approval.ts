/**
 * What follows from an approval, as far as it is known, for every surface that says so. That it runs is said only while
 * something stands ready to run it: not while everything is paused, not where the agent went away, and not once it should
 * have begun and has not. It runs nothing, and promises nothing.
 */
import type { Hold } from '../hold/hold.ts'
import { findLiveOwners } from '../lease/hold-owner.ts'
import type { SeeProcess } from '../lease/hold-owner.ts'
import type { Store } from '../store/store.ts'
import { findPause } from './gate-pause.ts'

/** `paused-soon`: the time in which it can be taken back is not over, so a pause that ends before changes nothing. */
/** `requester`: whoever asked runs it, in its own process. */
export type AfterApproval = 'paused' | 'paused-soon' | 'caller-left' | 'when-asked-again' | 'requester' | 'now'

export interface ApprovedFacts extends Pick<Hold, 'callerLeft' | 'runAfter' | 'decidedAt'> {
  /** Whether a process stands ready that would send it; `true` where that is not known. */
  readonly reached: boolean
  readonly paused: boolean
  /** Its requester runs it, and no process of ours has to be reached. */
  readonly byRequester: boolean
}

/** Before it is sent the server is asked once more what the tool is and what it is about: that may take a while. */
const BEGINS_WITHIN_MS = 30_000

export function afterApproval(facts: ApprovedFacts, now: number): AfterApproval {
  const since = facts.runAfter ?? facts.decidedAt ?? Number.NaN
  // Approved calls wait with a pause; what is tried meanwhile is given up until the agent asks again.
  if (facts.paused) return since > now ? 'paused-soon' : 'paused'
  if (facts.byRequester) return 'requester'
  if (facts.callerLeft) return 'caller-left'
  return !facts.reached || now - since > BEGINS_WITHIN_MS ? 'when-asked-again' : 'now'
}

/** Of a hold in this store. `see`: of the process that would run it, whether it still lives. */
export async function findAfterApproval(store: Store, hold: Hold, see: SeeProcess): Promise<AfterApproval> {
  const paused = (await findPause(store, hold.call.tenant)) !== null
  const reached = (await findLiveOwners(store, see)).reaches(hold)
  return afterApproval({ ...hold, reached, paused, byRequester: hold.call.runBy === 'requester' }, await store.now())
}
