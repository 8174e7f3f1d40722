import { randomUUID } from 'node:crypto'
import type { ChannelHealth, ChannelQuestions, ChannelStatus } from '@holdpoint/channels'
import { reportChannels } from '@holdpoint/core'
import type { Hold, ProcessIdentity, SeeProcess, Store } from '@holdpoint/core'
import { DEFAULT_CONFIG } from '@holdpoint/core/policy'
import type { ChannelConnection, PolicyConfig } from '@holdpoint/core/policy'
import { createMemoryStore } from '@holdpoint/store/memory'
import { sampleRecord } from '@holdpoint/testing'
import { waitingHold } from '@holdpoint/testing/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { announceChats, findChatKeeper } from '../../src/chats/chat-keeper.ts'
import { createChatsOnNeed } from '../../src/chats/chats-on-need.ts'
import type { ChatsOnNeed } from '../../src/chats/chats-on-need.ts'

const SOCKET: ChannelConnection = { settings: {}, secrets: { app_token: { variable: 'A' } } }
const CALLBACKS: ChannelConnection = { settings: {}, secrets: { signing_secret: { variable: 'A' } } }
const TO_OPS = { channel: 'slack', place: { kind: 'group', id: 'ops' } } as const
const ANYTHING = { rule: null, server: null, tool: null, tenant: null, session: null }

const configured = (slack: ChannelConnection): PolicyConfig => ({
  ...DEFAULT_CONFIG,
  channels: {
    ...DEFAULT_CONFIG.channels,
    connections: { slack },
    routes: [{ match: ANYTHING, to: [TO_OPS], otherwise: [] }],
  },
})

interface PlayedProcess {
  readonly chats: ChatsOnNeed
  readonly self: ProcessIdentity
  readonly said: readonly string[]
  /** How often it opened, and how often it closed. */
  opened: number
  closed: number
  state: ChannelHealth['state']
}

describe('[X13.4] the chats of a wrap', () => {
  let store: Store
  let ended: Set<string>
  let processes: PlayedProcess[]
  beforeEach(() => {
    store = createMemoryStore()
    ended = new Set()
    processes = []
  })
  afterEach(async () => {
    for (const { chats } of processes) await chats.close()
  })

  const see: SeeProcess = ({ instance }) => (ended.has(instance) ? 'ended' : 'running')
  const identity = (): ProcessIdentity => ({ instance: randomUUID(), host: 'h', pid: 1, startedAt: null, place: null })

  function playedQuestions(process: () => PlayedProcess): ChannelQuestions {
    const health = (): readonly ChannelStatus[] => [
      { name: 'slack', platform: 'slack', state: process().state, problem: null, since: 0 },
    ]
    return {
      async open() {
        process().opened += 1
        const reports = health().map((status) => ({ ...status, lastConnected: null }))
        await reportChannels(store, process().self.instance, reports)
      },
      reaches: () => true,
      health,
      close: async () => void (process().closed += 1),
    }
  }

  function start(over: { readonly quietMs?: number; readonly openingMs?: number } = {}, slack = SOCKET): PlayedProcess {
    const said: string[] = []
    const self = identity()
    const chats = createChatsOnNeed({
      store: async () => store,
      config: () => configured(slack),
      self,
      see,
      load: async () => playedQuestions(() => played),
      quietMs: 60_000,
      openingMs: 5000,
      log: (message) => said.push(message),
      ...over,
    })
    const played: PlayedProcess = { chats, self, said, opened: 0, closed: 0, state: 'connected' }
    processes.push(played)
    return played
  }

  async function ask(over: Partial<Hold> = {}): Promise<Hold> {
    const hold = { ...waitingHold({ id: randomUUID(), key: randomUUID() }), ...over }
    await store.holds.changeNewest(hold.key, () => ({
      do: 'write',
      hold,
      record: sampleRecord({ kind: 'hold-created', hold: hold.id }),
      before: null,
      answer: null,
    }))
    return hold
  }

  const keeperNow = async (): Promise<string | undefined> => (await findChatKeeper(store, see)).keeper?.process.instance

  test('one of several opens them; when it is gone the next in need does', async () => {
    const [first, second] = [start(), start()]
    const hold = await ask()
    expect(await first.chats.reaches(hold)).toBe(true)
    expect(await second.chats.reaches(await ask())).toBe(true)
    expect([first.opened, second.opened]).toEqual([1, 0])
    ended.add(first.self.instance)
    await expect.poll(() => second.opened, { timeout: 10_000 }).toBe(1)
    await expect.poll(keeperNow).toBe(second.self.instance)
  })

  test('one that was stopped, and so brings no question anywhere, is taken the place of', async () => {
    const states = { slack: 'connected' }
    const at = (await store.now()) - 31_000
    await store.settings.put('chats/keeper', JSON.stringify({ process: identity(), front: 'wrap', states, at }), null)
    const next = start()
    expect(await next.chats.reaches(await ask())).toBe(true)
    expect(next.opened).toBe(1)
    expect(await keeperNow()).toBe(next.self.instance)
  })

  test('of many that begin at once one opens', async () => {
    const many = Array.from({ length: 8 }, () => start())
    const hold = await ask()
    expect(await Promise.all(many.map(({ chats }) => chats.reaches(hold)))).toEqual(many.map(() => true))
    expect(many.reduce((sum, { opened }) => sum + opened, 0)).toBe(1)
  })

  test('they stay open while a call waits, close after a quiet time, and open again with the next', async () => {
    const played = start({ quietMs: 0 })
    const hold = await ask()
    expect(await played.chats.reaches(hold)).toBe(true)
    expect(played.closed).toBe(0)
    await store.holds.change(hold.id, () => ({
      do: 'write',
      hold: { ...hold, state: 'expired', revision: hold.revision + 1 },
      record: sampleRecord({ kind: 'hold-expired', hold: hold.id }),
      before: null,
      answer: null,
    }))
    await expect.poll(() => played.closed, { timeout: 10_000 }).toBe(1)
    expect(await keeperNow()).toBeUndefined()
    expect(await played.chats.reaches(await ask())).toBe(true)
    expect(played.opened).toBe(2)
  })

  test('a service that begins takes them over, and no wrap opens any while it runs', async () => {
    const wrap = start()
    const hold = await ask()
    expect(await wrap.chats.reaches(hold)).toBe(true)
    const self = identity()
    const served: PlayedProcess = { ...wrap, self, state: 'connected' }
    await playedQuestions(() => served).open()
    const stop = announceChats({ store, self, see, log: () => {} })
    await expect.poll(() => wrap.closed, { timeout: 10_000 }).toBe(1)
    expect(await wrap.chats.reaches(hold)).toBe(true)
    expect(wrap.opened).toBe(1)
    await stop()
    await expect.poll(() => wrap.opened, { timeout: 10_000 }).toBe(2)
  })

  test('a chat that refuses reaches nobody at once; one that does not answer, after a while', async () => {
    const hold = await ask()
    const refused = start()
    refused.state = 'refused'
    expect(await refused.chats.reaches(hold)).toBe(false)
    await refused.chats.close()
    const away = start({ openingMs: 300 })
    away.state = 'connecting'
    const before = performance.now()
    expect(await away.chats.reaches(hold)).toBe(false)
    expect(performance.now() - before).toBeGreaterThan(250)
    away.state = 'connected'
    expect(await away.chats.reaches(hold)).toBe(true)
  })

  test('a hold that its rule asks elsewhere opens nothing; callbacks by HTTP open nothing, and that is said once', async () => {
    const played = start()
    const { ruling } = waitingHold({ id: 'any' })
    expect(await played.chats.reaches(await ask({ ruling: { ...ruling, rails: ['page'] } }))).toBe(false)
    expect(played.opened).toBe(0)
    const callbacks = start({}, CALLBACKS)
    for (const hold of [await ask(), await ask()]) expect(await callbacks.chats.reaches(hold)).toBe(false)
    expect(callbacks.opened).toBe(0)
    expect(callbacks.said).toEqual([expect.stringContaining('Run holdpoint serve on this home')])
  })
})
