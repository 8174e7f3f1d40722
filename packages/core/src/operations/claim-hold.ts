/**
 * The requester of an approved call claims it, to run it itself: once, under a lease that is the claim's own, after everything that
 * stands between an approval and a run has been looked at (P3, P4). Whoever did not ask finds no hold here. A claim whose answer is
 * lost has been made all the same: nothing gives it out twice. It runs nothing.
 */
import type { Hold, ProcessIdentity } from '../hold/hold.ts'
import { runsFrom } from '../hold/runs-from.ts'
import type { Sha256 } from '../json/sha256.ts'
import { ownerLease, placelessProcess } from '../lease/hold-owner.ts'
import { say } from '../sentence/say.ts'
import type { Store } from '../store/store.ts'
import { beginDispatch } from './begin-dispatch.ts'
import type { DispatchStart } from './begin-dispatch.ts'

/** Whose holds somebody may claim: what one token asked for through this door, and nothing else. */
export interface HoldRequester {
  readonly tenant: string
  readonly principal: string
}

export interface ClaimRequest extends Pick<DispatchStart, 'check' | 'recorded'> {
  readonly hold: string
  readonly requester: HoldRequester
  /** Of the arguments as they were asked for: a claim for another call than the one that was shown is none. */
  readonly digest: string
  readonly attempt: string
  /** How long it may take to report an outcome. */
  readonly leaseMs: number
  readonly sha256: Sha256
}

export type ClaimRefusal = 'OTHER_DIGEST' | 'NOT_APPROVED' | 'NOT_YET' | 'NOT_NOW' | 'ALREADY_CLAIMED'

export type Claimed =
  | { readonly kind: 'claimed'; readonly hold: Hold; readonly until: number }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly code: ClaimRefusal; readonly message: string; readonly hold: Hold }
  /** Declined, expired, void …: it will never run. */
  | { readonly kind: 'ended'; readonly hold: Hold }

/** A hold that this requester asked for, to run it itself; `null`: for this requester there is none of that id. */
export async function requestedHold(store: Store, id: string, requester: HoldRequester): Promise<Hold | null> {
  const hold = await store.holds.get(id)
  return hold !== null && isRequestOf(hold, requester) ? hold : null
}

export function isRequestOf({ call }: Pick<Hold, 'call'>, { tenant, principal }: HoldRequester): boolean {
  return call.runBy === 'requester' && call.tenant === tenant && call.principal === principal
}

export async function claimHold(store: Store, request: ClaimRequest): Promise<Claimed> {
  const hold = await requestedHold(store, request.hold, request.requester)
  if (hold === null) return { kind: 'not-found' }
  if (request.digest !== hold.call.digest) {
    return { kind: 'refused', code: 'OTHER_DIGEST', message: say('claimForAnotherCall'), hold }
  }
  const early = whyNotClaimed(hold, await store.now())
  if (early !== null) return early
  const claimant = placelessProcess(`claim/${request.attempt}`, 0)
  const lease = await store.leases.take(ownerLease(claimant), claimant.instance, request.leaseMs)
  // Its name was made for this claim alone.
  if (lease === null) throw new Error('Another claim has the lease of this one.')
  const by: ProcessIdentity = { ...claimant, fence: lease.fence }
  const { attempt, sha256, check, recorded } = request
  const begun = await beginDispatch(store, hold, {
    attempt,
    by: () => by,
    sha256,
    runBy: 'requester',
    ...(check === undefined ? {} : { check }),
    ...(recorded === undefined ? {} : { recorded }),
  })
  if (begun.kind === 'begun') return { kind: 'claimed', hold: begun.hold, until: lease.until }
  await store.leases.release(lease)
  const now = (await store.holds.get(hold.id)) ?? hold
  if (begun.kind === 'not-now') return { kind: 'refused', code: 'NOT_NOW', message: begun.message, hold: now }
  return (
    whyNotClaimed(now, await store.now()) ?? {
      kind: 'refused',
      code: 'NOT_NOW',
      message: say('claimNotPossible'),
      hold: now,
    }
  )
}

function whyNotClaimed(hold: Hold, now: number): Exclude<Claimed, { kind: 'claimed' | 'not-found' }> | null {
  switch (hold.state) {
    case 'pending':
      return { kind: 'refused', code: 'NOT_APPROVED', message: say('claimNotApproved'), hold }
    case 'approved': {
      const from = runsFrom(hold)
      if (from === null || now >= from) return null
      return {
        kind: 'refused',
        code: 'NOT_YET',
        message: say('claimNotYet', { when: new Date(from).toISOString() }),
        hold,
      }
    }
    case 'dispatching':
    case 'succeeded':
    case 'failed':
    case 'unknown':
    case 'resolved':
      return { kind: 'refused', code: 'ALREADY_CLAIMED', message: say('claimedBefore'), hold }
    case 'declined':
    case 'cancelled':
    case 'expired':
    case 'invalidated':
      return { kind: 'ended', hold }
  }
}
