/**
 * The chats of a `wrap` before it needs any: one that has no platform configured, or whose calls all pass, loads nothing of
 * chats. With the first call that a route might send there, `chats-on-need.ts` is loaded and takes over.
 */
import { seeProcess } from '@holdpoint/store/process'
import type { StoreSource } from '../home/store-source.ts'
import type { ChatsOnNeed, ChatsOnNeedOptions } from './chats-on-need.ts'

/** After the last call that waits in a chat: the next question of a conversation often follows soon. */
const CHATS_QUIET_MS = 60_000
/** Nobody can say whether a person is reached before the connection stands, and a call does not wait for ever. */
const CHATS_OPENING_MS = 10_000

export function createLazyChats({
  stores,
  config,
  self,
  log,
}: Pick<ChatsOnNeedOptions, 'config' | 'self' | 'log'> & { readonly stores: StoreSource }): ChatsOnNeed {
  let loading: Promise<ChatsOnNeed> | null = null
  async function load(): Promise<ChatsOnNeed> {
    const { createChatsOnNeed } = await import('./chats-on-need.ts')
    return createChatsOnNeed({
      store: () => stores.get(),
      config,
      self,
      see: seeProcess,
      load: async (platforms) => {
        const { openChannels } = await import('./open-channels.ts')
        const store = await stores.get()
        const environment = process.env
        return openChannels({ store, config, self: self.instance, platforms, environment, log }).questions
      },
      quietMs: CHATS_QUIET_MS,
      openingMs: CHATS_OPENING_MS,
      log,
    })
  }
  const isConfigured = (): boolean => Object.keys(config().channels.connections).length > 0
  return {
    begin(hold) {
      if (!isConfigured()) return
      loading ??= load()
      loading.then(
        (chats) => chats.begin(hold),
        (error: unknown) => log(`nobody is asked in chats: ${String(error)}`),
      )
    },
    async reaches(hold) {
      if (!isConfigured()) return false
      loading ??= load()
      return await (await loading).reaches(hold)
    },
    async close() {
      const chats = await loading?.catch(() => null)
      await chats?.close()
    },
  }
}
