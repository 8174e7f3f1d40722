/**
 * Whether another process of the home has a chat open. A platform tells each event to one of an app's connections: whoever opens a
 * second one takes answers that were meant for the first. Of processes of other homes with the same app nothing is known here.
 */
import { readChannelReportsOf } from '@holdpoint/core'
import type { ChatPlatform, SeeProcess, Store } from '@holdpoint/core'
import { findChatKeeper } from './chat-keeper.ts'
import type { ChatKeeper } from './chat-keeper.ts'

/** `null`: none that is known. */
export async function findHolder(store: Store, see: SeeProcess, platform: ChatPlatform): Promise<ChatKeeper | null> {
  const { keeper } = await findChatKeeper(store, see)
  if (keeper === null) return null
  const channels = await readChannelReportsOf(store, keeper.process.instance)
  // One that has just begun says nothing of its channels yet.
  const isHeld = channels.length === 0 || channels.some((each) => each.platform === platform && isOpen(each.state))
  return isHeld ? keeper : null
}

function isOpen(state: 'connecting' | 'connected' | 'refused' | 'closed'): boolean {
  return state === 'connected' || state === 'connecting'
}
