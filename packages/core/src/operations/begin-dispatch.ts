/**
 * Begins the one run of an approved hold, for every process that runs calls: not while the gate is paused, only for an approval
 * that the log knows and that is of these very bytes, and only under the lease of the process (P4). Where the approved call is
 * kept from running, the log says why, so that the person who approved it finds out too. It runs nothing.
 */
import type { Hold, ProcessIdentity } from '../hold/hold.ts'
import type { Sha256 } from '../json/sha256.ts'
import { say } from '../sentence/say.ts'
import type { Store } from '../store/store.ts'
import { claimDispatch } from './dispatch-hold.ts'
import { findPause } from './gate-pause.ts'
import { holdRecord } from './hold-record.ts'
import { findApproval, whyNotToBegin } from './recorded-approval.ts'

export interface DispatchStart {
  /** The id of the try. */
  readonly attempt: string
  /** This process under its lease. */
  readonly by: () => ProcessIdentity
  readonly sha256: Sha256
  /** What the runner itself has to look at first, while the gate is not paused; `null`: nothing is in the way. */
  readonly check?: () => Promise<DispatchObstacle | null>
  /** Why the approval no longer counts, by the row that is claimed; `null` while it does. */
  readonly whyVoid?: (hold: Hold) => string | null
  /** Whoever asked runs it itself. Absent: this process does. */
  readonly runBy?: 'requester'
  /** The reasons that are on record already: a runner that tries again by itself writes each of them once. */
  readonly recorded?: Set<string>
}

export type DispatchObstacle =
  /** Not now. `detail`: what the log says, where it may say less. */
  | { readonly kind: 'not-now'; readonly message: string; readonly detail?: string }
  /** Never: the hold has ended. */
  | { readonly kind: 'ended' }

export type BegunDispatch =
  /** The call may run now, once, and only in this process. */
  | { readonly kind: 'begun'; readonly hold: Hold }
  /** Nothing was started, and the approval stands. */
  | { readonly kind: 'not-now'; readonly message: string; readonly leaseLapsed: boolean }
  | { readonly kind: 'ended' }

export async function beginDispatch(store: Store, hold: Hold, start: DispatchStart): Promise<BegunDispatch> {
  const notNow = async (message: string, detail: string, leaseLapsed: boolean): Promise<BegunDispatch> => {
    if (start.recorded?.has(detail) !== true) await store.audit.append(holdRecord(hold, 'hold-released', null, detail))
    start.recorded?.add(detail)
    return { kind: 'not-now', message, leaseLapsed }
  }
  if ((await findPause(store, hold.call.tenant)) !== null) {
    const message = say('pausedBeforeSending')
    return await notNow(message, message, false)
  }
  const obstacle = (await start.check?.()) ?? null
  if (obstacle?.kind === 'ended') return obstacle
  if (obstacle !== null) return await notNow(obstacle.message, obstacle.detail ?? obstacle.message, false)
  const approval = await findApproval(store, hold.id)
  const claimed = await claimDispatch(
    store,
    hold.id,
    start.attempt,
    start.by(),
    (row) => whyNotToBegin(row, approval, start.sha256) ?? start.whyVoid?.(row) ?? null,
    start.runBy,
  )
  if (claimed.kind === 'moved') return { kind: 'begun', hold: claimed.hold }
  if (claimed.kind !== 'refused' || claimed.refusal.code !== 'LEASE_LAPSED') return { kind: 'ended' }
  const { message } = claimed.refusal
  return await notNow(message, message, true)
}
