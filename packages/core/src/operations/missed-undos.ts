/**
 * Calls that ran and could be taken back, whose process ended before it offered that. It offers nothing itself: a
 * process that can reach the same server does, and only the first one makes the offer.
 */
import type { Hold } from '../hold/hold.ts'
import type { Sha256 } from '../json/sha256.ts'
import { findLiveOwners } from '../lease/hold-owner.ts'
import type { SeeProcess } from '../lease/hold-owner.ts'
import type { Store } from '../store/store.ts'
import { isUndoOffered } from './offer-undo.ts'

/** An offer would have lapsed by then. */
const OFFERED_WITHIN_MS = 60 * 60_000
const MOST_LOOKED_AT = 100

export async function findMissedUndos(store: Store, see: SeeProcess, sha256: Sha256): Promise<readonly Hold[]> {
  const any = { tenant: null, server: null, tool: null, risk: null, text: null, cursor: null }
  const { holds } = await store.holds.list({ ...any, state: 'succeeded', limit: MOST_LOOKED_AT })
  const since = (await store.now()) - OFFERED_WITHIN_MS
  const standing = await findLiveOwners(store, see)
  const missed: Hold[] = []
  for (const hold of holds) {
    const { undo, endedAt, attempt } = hold
    if (undo === undefined || endedAt === null || endedAt < since || attempt === null || standing.sends(hold)) continue
    if (await isUndoOffered(store, hold, sha256)) continue
    const whole = await store.holds.get(hold.id)
    if (whole !== null) missed.push(whole)
  }
  return missed
}
