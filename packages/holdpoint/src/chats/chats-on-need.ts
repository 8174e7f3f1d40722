/**
 * The chats of a `wrap`: nothing is loaded or connected before the first question that a route sends to one. Then one process
 * of the home opens them, and keeps them open while calls of any process wait there; after a quiet time it closes them again.
 * When that process ends, another that is in need takes its place. Where a `serve` has them, no `wrap` opens any.
 *
 * It brings no question and takes no answer itself (`open-channels.ts` does), and it decides nothing: a chat that cannot be
 * opened reaches nobody, and the call gets the envelope.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { CHAT_PLATFORMS, readChannelReportsOf } from '@holdpoint/core'
import type { ChannelReport, ChatPlatform, ListedHold, ProcessIdentity, SeeProcess, Store } from '@holdpoint/core'
import { findChannelRoute } from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import type { ChannelHealth, ChannelQuestions } from '@holdpoint/channels'
import type { Log } from '../home/log.ts'
import { LOOK_MS, findChatKeeper, isToBeRenewed, removeChatKeeper, writeChatKeeper } from './chat-keeper.ts'
import type { ChatKeeper } from './chat-keeper.ts'

export interface ChatsOnNeedOptions {
  readonly store: () => Promise<Store>
  readonly config: () => PolicyConfig
  readonly self: ProcessIdentity
  readonly see: SeeProcess
  /** Loads what asks in chats, for these platforms. Nothing is connected yet. */
  readonly load: (platforms: readonly ChatPlatform[]) => Promise<ChannelQuestions>
  /** So long they stay open after the last call that waits there. */
  readonly quietMs: number
  /** So long a call waits at most for a connection that is being made. */
  readonly openingMs: number
  readonly log: Log
}

export interface ChatsOnNeed {
  /** A person is to be asked about this hold: where a route sends it to a chat, chats are open from now on. */
  begin(hold: RoutedHold): void
  /** Whether a person can be asked about it in a chat. Waits while a connection is being made. */
  reaches(hold: RoutedHold): Promise<boolean>
  /** What is to be said of decided calls is said first, for a moment. Questions stay, for the next process. */
  close(): Promise<void>
}

type RoutedHold = Pick<ListedHold, 'call' | 'ruling'>

/** Of all that wait, as lists carry them. */
const LOOKED_AT = 10_000
/** Messages change with these: who decided, whether it ran. */
const OPEN_STATES = ['pending', 'approved', 'dispatching'] as const
const LAST_WORDS_MS = 2000
const SHORT_PAUSE_MS = 100

export function createChatsOnNeed(options: ChatsOnNeedOptions): ChatsOnNeed {
  const { config, self, see, log } = options
  let questions: ChannelQuestions | null = null
  let looking: NodeJS.Timeout | null = null
  let turn: Promise<ChatKeeper | null> | null = null
  let quietSince: number | null = null
  const closing = new AbortController()
  /** It is tried again every second, and said once. */
  let lastProblem = ''
  /** Platforms of which was said that a `wrap` cannot ask there. */
  const warned = new Set<ChatPlatform>()

  /** The channels of its route, those that stand in for others too. */
  function routeOf({ call, ruling }: RoutedHold): readonly ChatPlatform[] {
    const route = findChannelRoute(config().channels.routes, { call, ruling })
    return route === null ? [] : [...route.to, ...route.otherwise].map(({ channel }) => channel)
  }

  function canOpen(platform: ChatPlatform): boolean {
    return config().channels.connections[platform] !== undefined && callbackSetting(config(), platform) === null
  }

  async function isNeeded(store: Store): Promise<boolean> {
    for (const state of OPEN_STATES) {
      const holds = await store.holds.inState(state, LOOKED_AT)
      if (holds.some((hold) => routeOf(hold).some(canOpen))) return true
    }
    return await hasToSay(store)
  }

  async function hasToSay(store: Store): Promise<boolean> {
    const dueAt = await store.deliveries.nextDueAt(CHAT_PLATFORMS.filter(canOpen))
    return dueAt !== null && dueAt <= (await store.now())
  }

  /** Sees to it that one process has them while they are needed, and answers which. One look at a time. */
  async function look(): Promise<ChatKeeper | null> {
    turn ??= lookOnce()
      .catch((error: unknown) => {
        const problem = `the chats could not be looked after: ${String(error)}`
        if (problem !== lastProblem) log(problem)
        lastProblem = problem
        return null
      })
      .finally(() => (turn = null))
    return await turn
  }

  async function lookOnce(): Promise<ChatKeeper | null> {
    if (closing.signal.aborted) return null
    const store = await options.store()
    const { text, keeper } = await findChatKeeper(store, see)
    const isOwn = keeper?.process.instance === self.instance
    const needed = await isNeeded(store)
    if (!needed && isQuiet()) {
      stopLooking()
      await letGo(store)
      return isOwn ? null : keeper
    }
    if (needed) quietSince = null
    if (keeper !== null && !isOwn) {
      await letGo(store)
      return keeper
    }
    if (questions === null && !needed) return null
    if (isOwn && questions !== null && !isToBeRenewed(keeper, await store.now())) return keeper
    const written = await writeChatKeeper(store, text, { process: self, front: 'wrap' })
    if (written !== null && questions === null) await openHere()
    return written
  }

  async function openHere(): Promise<void> {
    const loaded = await options.load(CHAT_PLATFORMS.filter(canOpen))
    if (closing.signal.aborted) return await loaded.close()
    questions = loaded
    // A platform that is away is tried on and on: whoever waits for it looks at its health.
    void loaded.open()
  }

  async function letGo(store: Store): Promise<void> {
    const former = questions
    questions = null
    if (former === null) return
    await former.close()
    await removeChatKeeper(store, self)
  }

  function isQuiet(): boolean {
    quietSince ??= performance.now()
    return performance.now() - quietSince >= options.quietMs
  }

  function stopLooking(): void {
    if (looking !== null) clearInterval(looking)
    looking = null
  }

  function begin(hold: RoutedHold): void {
    const route = routeOf(hold)
    if (closing.signal.aborted || route.length === 0) return
    quietSince = null
    looking ??= setInterval(() => void look(), LOOK_MS).unref()
    void look()
  }

  /** Said once, and only where no service has the channel. */
  function tellOfCallbacks(route: readonly ChatPlatform[]): void {
    for (const platform of route) {
      const setting = callbackSetting(config(), platform)
      if (setting === null || warned.has(platform)) continue
      warned.add(platform)
      log(
        `${platform} is not asked by a wrap: with ${setting.name} its answers come by HTTP, which only a service receives. Run holdpoint serve on this home, or ${setting.instead}.`,
      )
    }
  }

  /** By channel, as the process that has them finds them; empty before it has said anything. */
  async function statesAt(keeper: ChatKeeper | null): Promise<ReadonlyMap<string, ChannelHealth['state']>> {
    const channels = questions?.health() ?? (keeper === null ? [] : await reportsOf(keeper))
    return new Map(channels.map(({ name, state }) => [name, state]))
  }

  async function reportsOf({ process }: ChatKeeper): Promise<readonly ChannelReport[]> {
    return await readChannelReportsOf(await options.store(), process.instance)
  }

  return {
    begin,
    async reaches(hold) {
      const route = routeOf(hold)
      if (route.length === 0) return false
      begin(hold)
      const giveUpAt = performance.now() + options.openingMs
      while (!closing.signal.aborted) {
        const keeper = await look()
        const states = await statesAt(keeper)
        if (route.some((channel) => states.get(channel) === 'connected')) return true
        if (keeper === null) tellOfCallbacks(route)
        // A process that has just taken them says nothing of its channels yet.
        const isLoading = questions === null && states.size === 0
        const isComing = (channel: ChatPlatform): boolean =>
          states.has(channel) ? states.get(channel) === 'connecting' : isLoading && canOpen(channel)
        if (!route.some(isComing) || performance.now() >= giveUpAt) return false
        await pause(SHORT_PAUSE_MS, undefined, { ref: false })
      }
      return false
    },
    async close() {
      closing.abort()
      stopLooking()
      await turn
      if (questions === null) return
      try {
        const store = await options.store()
        const until = performance.now() + LAST_WORDS_MS
        while (performance.now() < until && (await hasToSay(store))) await pause(SHORT_PAUSE_MS)
        await letGo(store)
      } catch (error) {
        log(`the chats could not be closed in order: ${String(error)}`)
      }
    },
  }
}

/** What makes answers come by HTTP, and what would bring them over a connection of ours; `null`: they come so already. */
function callbackSetting(
  { channels }: PolicyConfig,
  platform: ChatPlatform,
): { readonly name: string; readonly instead: string } | null {
  const connection = channels.connections[platform]
  if (connection === undefined) return null
  const { settings, secrets } = connection
  switch (platform) {
    case 'slack':
      return secrets['signing_secret'] === undefined
        ? null
        : { name: 'signing_secret', instead: 'set app_token in its place' }
    case 'feishu':
      return secrets['encrypt_key'] === undefined
        ? null
        : { name: 'encrypt_key', instead: 'remove encrypt_key and verification_token' }
    case 'dingtalk':
      return settings['robot_messages'] === 'http'
        ? { name: 'robot_messages: http', instead: 'set robot_messages: stream' }
        : null
  }
}
