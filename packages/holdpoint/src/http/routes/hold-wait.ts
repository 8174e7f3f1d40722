/**
 * Lets a request wait until a person has decided and can no longer take it back, or what runs has ended: for as long as it asks, and only so many of one caller at a
 * time. It looks at the store when that says that the hold changed, and decides nothing.
 */
import { runsFrom } from '@holdpoint/core'
import type { Hold, Store } from '@holdpoint/core'
import type { ApiContext } from '../api.ts'
import type { HoldFeed } from './hold-feed.ts'

export interface HoldWaits {
  /** The hold as it stands then; `null`: the caller waits in too many places already. */
  wait(context: ApiContext, hold: Hold, seconds: number): Promise<Hold | null>
}

export function createHoldWaits(store: Store, feed: HoldFeed, mostPerCaller: number): HoldWaits {
  const waiting = new Map<string, number>()

  /** Answers the hold as it stands once something is due for its requester, or that time is over. */
  async function untilDue(context: ApiContext, first: Hold, milliseconds: number): Promise<Hold> {
    const { outgoing } = context.env
    let wake = (): void => {}
    const over = new AbortController()
    const end = (): void => {
      over.abort()
      wake()
    }
    const limit = setTimeout(end, milliseconds)
    outgoing.once('close', end)
    const unfollow = feed.follow({
      holdChanged: (changed) => void (changed.id === first.id && wake()),
      settingsChanged: () => {},
      ended: end,
    })
    let hold = first
    try {
      while (!over.signal.aborted) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        // Looked at while it is followed: no change falls between the two.
        hold = (await store.holds.get(first.id)) ?? hold
        const leftMs = leftUntilDue(hold, await store.now())
        if (leftMs === 0 || over.signal.aborted) break
        const due = leftMs === null ? null : setTimeout(wake, leftMs)
        await woken
        if (due !== null) clearTimeout(due)
      }
      return hold
    } finally {
      clearTimeout(limit)
      unfollow()
      outgoing.off('close', end)
    }
  }

  return {
    async wait(context, hold, seconds) {
      if (seconds <= 0 || leftUntilDue(hold, await store.now()) === 0) return hold
      const caller = context.get('caller')?.id ?? ''
      const others = waiting.get(caller) ?? 0
      if (others >= mostPerCaller) return null
      waiting.set(caller, others + 1)
      try {
        return await untilDue(context, hold, seconds * 1000)
      } finally {
        const left = (waiting.get(caller) ?? 1) - 1
        if (left === 0) waiting.delete(caller)
        else waiting.set(caller, left)
      }
    },
  }
}

/** How long until its requester can do something about it: 0 now, `null` until it changes. */
function leftUntilDue(hold: Hold, now: number): number | null {
  switch (hold.state) {
    case 'pending':
    case 'dispatching':
      return null
    case 'approved':
      return Math.max(0, (runsFrom(hold) ?? now) - now)
    default:
      return 0
  }
}
