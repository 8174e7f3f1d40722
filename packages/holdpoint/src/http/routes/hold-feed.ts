/**
 * Follows the store for all event streams at once: one watch, one read per change, however many browsers look on. It
 * keeps the latest changes, so that a stream that broke for a moment goes on where it was; for anything older it says
 * that it does not know, and the reader starts from a fresh list.
 */
import type { ListedHold, Store, StoreChange } from '@holdpoint/core'

export interface FeedFollower {
  holdChanged(hold: ListedHold, sequence: number): void
  /** Settings or tokens changed: the pause may have, or this follower's own key. */
  settingsChanged(sequence: number): void
  /** The feed cannot go on; the follower connects anew. */
  ended(): void
}

export interface HoldFeed {
  follow(follower: FeedFollower): () => void
  /** The holds that changed after this change, or `null` where that is no longer known. */
  changedSince(sequence: number): readonly string[] | null
  close(): void
}

const CHANGES_KEPT = 2000

export function createHoldFeed(store: Store, log: (message: string, error: unknown) => void): HoldFeed {
  const followers = new Set<FeedFollower>()
  let recent: StoreChange[] = []
  let stop: (() => void) | null = null
  let delivering: Promise<void> = Promise.resolve()

  function onChange(change: StoreChange): void {
    recent.push(change)
    if (recent.length > CHANGES_KEPT * 2) recent = recent.slice(-CHANGES_KEPT)
    // One after the other: a slow read must not let an older state overtake a newer one.
    delivering = delivering.then(() => deliver(change)).catch(fail)
  }

  async function deliver(change: StoreChange): Promise<void> {
    if (followers.size === 0) return
    if (change.hold === null) {
      for (const follower of followers) follower.settingsChanged(change.sequence)
      return
    }
    const hold = await store.holds.look(change.hold)
    if (hold === null) return
    for (const follower of followers) follower.holdChanged(hold, change.sequence)
  }

  function fail(error: unknown): void {
    log('the event feed could not read a change', error)
    for (const follower of followers) follower.ended()
  }

  return {
    follow(follower) {
      stop ??= store.watch(onChange)
      followers.add(follower)
      return () => {
        followers.delete(follower)
      }
    },
    changedSince(sequence) {
      const oldest = recent[0]?.sequence
      const newest = recent.at(-1)?.sequence
      if (oldest === undefined || newest === undefined || sequence < oldest || sequence > newest) return null
      const later = recent.filter((change) => change.sequence > sequence && change.hold !== null)
      return [...new Set(later.map((change) => change.hold ?? ''))]
    },
    close() {
      stop?.()
      stop = null
      for (const follower of followers) follower.ended()
      followers.clear()
    },
  }
}
