/**
 * Which process of a home has its chats open: one row of the store, so that ten processes do not keep ten connections. The row
 * only says where to look: its reader checks that the process lives, and takes its place when it does not. How that process
 * finds them stands in its report (`report-health.ts`). Several that have them open by chance do no harm, since deliveries are
 * leased and a hold is decided once.
 */
import { LEASE_MS, RENEW_LEASE_EVERY_MS, readChannelReportsOf } from '@holdpoint/core'
import type { ChatPlatform, ProcessIdentity, SeeProcess, Store } from '@holdpoint/core'
import type { Log } from '../home/log.ts'

export interface ChatKeeper {
  readonly process: ProcessIdentity
  /** A `serve` keeps them as long as it runs, a `wrap` while somebody is asked. */
  readonly front: 'serve' | 'wrap'
  /** Store time at which it was last written. */
  readonly at: number
}

/** What was found, with the text it was read from, for the swap that takes its place. */
export interface FoundKeeper {
  readonly text: string | null
  /** `null`: no process that lives. */
  readonly keeper: ChatKeeper | null
}

const KEY = 'chats/keeper'
/** So often a process looks who has them. */
export const LOOK_MS = 1000

export async function findChatKeeper(store: Store, see: SeeProcess): Promise<FoundKeeper> {
  const text = await store.settings.get(KEY)
  const keeper = text === null ? null : readKeeper(text)
  return { text, keeper: keeper !== null && lives(keeper, await store.now(), see) ? keeper : null }
}

/**
 * Whether another process of the home has a chat open; `null`: none that is known. A platform tells each event to one of an app's
 * connections: whoever opens a second one takes answers that were meant for the first. Of processes of other homes with the
 * same app nothing is known here.
 */
export async function findHolder(store: Store, see: SeeProcess, platform: ChatPlatform): Promise<ChatKeeper | null> {
  const { keeper } = await findChatKeeper(store, see)
  if (keeper === null) return null
  const channels = await readChannelReportsOf(store, keeper.process.instance)
  // One that has just begun says nothing of its channels yet.
  const isHeld = channels.length === 0 || channels.some((each) => each.platform === platform && isOpen(each.state))
  return isHeld ? keeper : null
}

/** `before`: the text that was found. Answers what stands there now; `null`: another process was first. */
export async function writeChatKeeper(
  store: Store,
  before: string | null,
  given: Omit<ChatKeeper, 'at'>,
): Promise<ChatKeeper | null> {
  const keeper: ChatKeeper = { ...given, at: await store.now() }
  return (await store.settings.swap(KEY, before, JSON.stringify(keeper), null)) ? keeper : null
}

/** Only one's own row: another process may have taken over meanwhile. */
export async function removeChatKeeper(store: Store, { instance }: ProcessIdentity): Promise<void> {
  const text = await store.settings.get(KEY)
  if (text !== null && readKeeper(text)?.process.instance === instance) await store.settings.swap(KEY, text, null, null)
}

/** Whether it is time to write it again, before those that cannot see the process take it for gone. */
export function isToBeRenewed({ at }: ChatKeeper, now: number): boolean {
  return now - at >= RENEW_LEASE_EVERY_MS
}

/**
 * Says of a `serve` that it has them, as long as it runs: a `wrap` that has them lets go then. Answers how to end it; another
 * service that was first is left alone.
 */
export function announceChats(options: {
  readonly store: Store
  readonly self: ProcessIdentity
  readonly see: SeeProcess
  readonly log: Log
}): () => Promise<void> {
  const { store, self, see, log } = options
  async function announce(): Promise<void> {
    try {
      const { text, keeper } = await findChatKeeper(store, see)
      const isOwn = keeper?.process.instance === self.instance
      if (keeper !== null && (isOwn ? !isToBeRenewed(keeper, await store.now()) : keeper.front === 'serve')) return
      await writeChatKeeper(store, text, { process: self, front: 'serve' })
    } catch (error) {
      log(`that the chats are open here could not be written down: ${String(error)}`)
    }
  }
  const announcing = setInterval(() => void announce(), LOOK_MS).unref()
  void announce()
  return async () => {
    clearInterval(announcing)
    await removeChatKeeper(store, self).catch(() => {})
  }
}

/** It lives as long as it writes: one that was stopped runs, and brings no question anywhere. */
function lives({ process, at }: ChatKeeper, now: number, see: SeeProcess): boolean {
  return see(process) !== 'ended' && now - at < LEASE_MS
}

function isOpen(state: 'connecting' | 'connected' | 'refused' | 'closed'): boolean {
  return state === 'connected' || state === 'connecting'
}

function readKeeper(text: string): ChatKeeper | null {
  try {
    const { process, front, at } = JSON.parse(text) as Partial<ChatKeeper>
    if (process === undefined || typeof at !== 'number') return null
    return { process, front: front === 'serve' ? 'serve' : 'wrap', at }
  } catch {
    return null
  }
}
