/**
 * Looks after the holds of the store while a service runs: ends what is over time, runs what was approved for a process
 * that has ended, and offers to take back what such a process ran. It asks no person and decides nothing.
 */
import { findMissedUndos, findLiveOwners, sweepHolds } from '@holdpoint/core'
import type { ListedHold, Store } from '@holdpoint/core'
import type { Gateway } from '@holdpoint/gateway'
import { sha256 } from '@holdpoint/store'
import type { Log } from '../home/log.ts'
import { seeProcess } from '@holdpoint/store/process'
import type { ServerEndpoint } from './server-endpoint.ts'

export interface LookAfterHoldsOptions {
  readonly store: Store
  readonly gateway: Gateway
  readonly endpointOf: (hold: ListedHold) => ServerEndpoint | undefined
  readonly log: Log
}

const SWEEP_MS = 700

/** Answers how to end it. */
export function lookAfterHolds({ store, gateway, endpointOf, log }: LookAfterHoldsOptions): () => void {
  /** Approved holds of a process that is gone: an HTTP server can be reached from here just as well. */
  async function adopt(holds: readonly ListedHold[]): Promise<void> {
    if (holds.length === 0) return
    const standing = await findLiveOwners(store, seeProcess)
    for (const hold of holds) {
      if (hold.state !== 'approved' || hold.callerLeft || standing.owns(hold)) continue
      if (endpointOf(hold)?.server.transport !== 'http') continue
      const whole = await store.holds.get(hold.id)
      if (whole !== null) await gateway.adopt(whole)
    }
  }

  /** Looked for now and then rather than listened for: a listener would hear of every record this process writes. */
  async function look(): Promise<void> {
    try {
      await sweepHolds(store, seeProcess)
      await adopt(await store.holds.inState('approved', 200))
    } catch (error) {
      log(`the holds cannot be looked after: ${String(error)}`)
    }
  }

  /** Once: a process that was killed may have run calls that it could no longer offer to take back. */
  async function offerMissedUndos(): Promise<void> {
    try {
      for (const hold of await findMissedUndos(store, seeProcess, sha256)) {
        if (endpointOf(hold)?.server.transport === 'http') await gateway.adopt(hold)
      }
    } catch (error) {
      log(`earlier calls cannot be looked at: ${String(error)}`)
    }
  }

  const sweeper = setInterval(() => void look(), SWEEP_MS)
  void look()
  void offerMissedUndos()
  return () => clearInterval(sweeper)
}
