/**
 * Lets a requester wait until a person has decided and can no longer take it back, or what runs has ended: for as long as it asks, and only so many of one caller at a
 * time. It looks at the store when that says that the hold changed, and decides nothing.
 */
import { runsFrom } from '@holdpoint/core'
import type { Hold, Store } from '@holdpoint/core'

export interface RequestWaits {
  /** The hold as it stands then; `null`: the caller waits in too many places already. */
  wait(hold: Hold, about: WaitAbout): Promise<Hold | null>
}

export interface WaitAbout {
  /** Whose waits are counted together. */
  readonly caller: string
  readonly seconds: number
  /** Ends it early. */
  readonly signal: AbortSignal
}

/** Tells of changes of one hold until it is stopped; `ended`: it can tell of no more. */
export type FollowHold = (id: string, changed: () => void, ended: () => void) => () => void

export function createRequestWaits(store: Store, follow: FollowHold, mostPerCaller: number): RequestWaits {
  const waiting = new Map<string, number>()

  /** Answers the hold as it stands once something is due for its requester, or that time is over. */
  async function untilDue(first: Hold, milliseconds: number, signal: AbortSignal): Promise<Hold> {
    let wake = (): void => {}
    const over = new AbortController()
    const end = (): void => {
      over.abort()
      wake()
    }
    const limit = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    const unfollow = follow(first.id, () => wake(), end)
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
      signal.removeEventListener('abort', end)
    }
  }

  return {
    async wait(hold, { caller, seconds, signal }) {
      if (seconds <= 0 || leftUntilDue(hold, await store.now()) === 0) return hold
      const others = waiting.get(caller) ?? 0
      if (others >= mostPerCaller) return null
      waiting.set(caller, others + 1)
      try {
        return await untilDue(hold, seconds * 1000, signal)
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
