/**
 * What was decided, in the order in which it was. A store pages by when calls were made, so what waited long and was decided
 * just now stands there behind all that came later: whatever was seen waiting is therefore followed, and where the newest
 * calls are not all there are, each state is asked for by itself, so that those that wait leave room for the decided ones.
 */
import { TERMINAL_STATES } from '@holdpoint/core'
import type { HoldPage, HoldState, ListedHold, Store } from '@holdpoint/core'
import { standsSince } from '../../terminal/inbox/inbox-desk.ts'

export interface InboxHistory {
  /** `waiting`: everything with these words that needs somebody; `newest`: calls of every state. */
  collect(words: string, waiting: readonly ListedHold[], newest: HoldPage): Promise<readonly ListedHold[]>
}

export type ListHolds = (words: string, state: HoldState | null, limit: number) => Promise<HoldPage>

const MOST_SHOWN = 200
const MOST_FOLLOWED = 50
const OF_EACH_STATE = 25
const DECIDED: readonly HoldState[] = ['approved', 'dispatching', ...TERMINAL_STATES]

export function createInboxHistory(store: Store, list: ListHolds): InboxHistory {
  let searched = ''
  let waited: ReadonlySet<string> = new Set()
  let left: readonly string[] = []

  /** Of what waited a moment ago, that which no longer does, latest first. */
  function follow(words: string, waiting: readonly ListedHold[]): readonly string[] {
    const waits = new Set(waiting.map(({ id }) => id))
    const isSameSearch = words === searched
    const gone = isSameSearch ? [...waited].filter((id) => !waits.has(id)) : []
    left = isSameSearch ? [...new Set([...gone, ...left])].slice(0, MOST_FOLLOWED) : []
    searched = words
    waited = waits
    return left
  }

  return {
    async collect(words, waiting, newest) {
      const followed = await Promise.all(follow(words, waiting).map(async (id) => await store.holds.look(id)))
      const states = newest.nextCursor === null ? [] : DECIDED
      const pages = await Promise.all(states.map(async (state) => await list(words, state, OF_EACH_STATE)))
      const found = new Map<string, ListedHold>()
      for (const hold of [...newest.holds, ...pages.flatMap(({ holds }) => holds), ...followed]) {
        if (hold !== null && DECIDED.includes(hold.state)) found.set(hold.id, hold)
      }
      return [...found.values()].toSorted((one, other) => standsSince(other) - standsSince(one)).slice(0, MOST_SHOWN)
    },
  }
}
