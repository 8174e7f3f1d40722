/** Questions over a played channel and a store in memory, for the tests of this folder. */
import { randomInt, randomUUID } from 'node:crypto'
import { toPeople } from '@holdpoint/core'
import type { Hold, People, Store } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { sampleRecord } from '@holdpoint/testing'
import { waitingHold } from '@holdpoint/testing/store'
import { afterEach, expect, vi } from 'vitest'
import type { ChannelPerson } from '../../src/index.ts'
import { createChannelQuestions } from '../../src/questions/channel-questions.ts'
import type { ChannelQuestions, ChannelQuestionsOptions } from '../../src/questions/channel-questions.ts'
import { OPS, playChannel } from './played-channel.ts'
import type { PlayedChannel } from './played-channel.ts'

export const ANA: ChannelPerson = { workspace: 'T1', user: 'U1', name: null }
export const BOB: ChannelPerson = { workspace: 'T1', user: 'U2', name: null }
export const STRANGER: ChannelPerson = { workspace: 'T1', user: 'U9', name: null }

export const PEOPLE: People = toPeople(
  {
    people: {
      ana: { identities: ['slack:T1/U1', 'feishu:K1/ou1'], roles: ['approver'] },
      bob: { identities: ['slack:T1/U2'], roles: ['approver'] },
      vic: { identities: ['slack:T1/U3'], roles: ['viewer'] },
    },
    tokens: [],
  },
  [],
)

export interface Opened {
  readonly store: Store
  readonly slack: PlayedChannel
  readonly questions: ChannelQuestions
  ask(over?: Partial<Hold> & { readonly id?: string }): Promise<Hold>
  get(id: string): Promise<Hold | null>
}

const open: ChannelQuestions[] = []
afterEach(async () => {
  for (const questions of open.splice(0)) await questions.close()
})

export async function start(
  over: Partial<ChannelQuestionsOptions> = {},
  slack: PlayedChannel = playChannel('slack'),
  store: Store = createMemoryStore(),
): Promise<Opened> {
  const questions = createChannelQuestions({
    store,
    channels: [slack.channel],
    self: randomUUID(),
    routeOf: () => ({ to: [{ channel: 'slack', place: OPS }], otherwise: [] }),
    people: async () => PEOPLE,
    words: () => ({}),
    localeOf: () => 'en',
    alerts: () => [],
    page: (id) => `https://holdpoint.example/approvals/${id}`,
    mostOpen: 20,
    sameReader: (destination) => [destination],
    randomId: randomUUID,
    now: Date.now,
    randomInteger: (limit) => randomInt(limit),
    log: () => {},
    ...over,
  })
  open.push(questions)
  await questions.open()
  return {
    store,
    slack,
    questions,
    get: (id) => store.holds.get(id),
    async ask(more = {}) {
      const now = await store.now()
      const sample = waitingHold({ id: more.id ?? randomUUID(), key: randomUUID() })
      const ruling = { ...sample.ruling, assurance: 'identified' as const, executeWithinMs: 600_000, ...more.ruling }
      const hold: Hold = { ...sample, createdAt: now, decideBy: now + 3_600_000, ...more, ruling }
      await store.holds.changeNewest(hold.key, () => ({
        do: 'write',
        hold,
        record: sampleRecord({ kind: 'hold-created', hold: hold.id }),
        before: null,
        answer: null,
      }))
      return hold
    },
  }
}

export async function shownFor(slack: PlayedChannel, count = 1): Promise<void> {
  await vi.waitFor(() => expect(slack.shown).toHaveLength(count), 10_000)
}

export const button = (slack: PlayedChannel, tone: 'approve' | 'decline', at = 0): string =>
  slack.shown[at]?.message.buttons.find((each) => each.tone === tone)?.id ?? ''
export const codeOf = async ({ store }: Opened, hold: Hold): Promise<string> =>
  (await store.deliveries.ofHolds([hold.id]))[0]?.code ?? ''
export const textOf = (slack: PlayedChannel, at = 0): string => JSON.stringify(slack.shown[at]?.message)
