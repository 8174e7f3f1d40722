/** A lease on looking after the sample's holds. */
import type { Lease } from '@holdpoint/core'
import { ownerLease } from '@holdpoint/core'
import { OWNER } from './hold.ts'

export function sampleLease(over: Partial<Lease> = {}): Lease {
  return { name: ownerLease(OWNER), holder: OWNER.instance, until: 30_000, fence: 1, ...over }
}
