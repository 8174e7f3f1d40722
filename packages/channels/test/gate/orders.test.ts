import fc from 'fast-check'
import { openTestStore } from '@holdpoint/testing/store'
import { describe, expect, test } from 'vitest'
import type { ChatSession, RunResult } from '@holdpoint/channels/gate'
import { asked, startBot } from './bot.ts'
import type { Bot } from './bot.ts'

/** Two people in their own chats, and a group with both. */
const PLACES = [
  { session: 'test/p2p/ana', isGroup: false, people: ['test:ana'] },
  { session: 'test/p2p/ben', isGroup: false, people: ['test:ben'] },
  { session: 'test/group/1', isGroup: true, people: ['test:ana', 'test:ben'] },
] as const

const CONFIRMING = ['ok', '确认', 'yes']
const OTHERS = ['不确认', "don't confirm", '好的', 'ok?', 'уes', 'yes\nno', 'confirm all', 'hello', 'cancel', '取消']

type Act =
  | { readonly do: 'ask'; readonly place: number; readonly person: number; readonly order: number }
  | {
      readonly do: 'write'
      readonly place: number
      readonly person: number
      readonly text: string
      /** With the code of this question, counted over all chats; `null`: a bare text. */
      readonly code: number | null
      readonly origin: 'typed' | 'edited' | 'forwarded' | 'bot'
    }

const place = fc.nat({ max: PLACES.length - 1 })
const person = fc.nat({ max: 1 })
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('ask' as const), place, person, order: fc.nat({ max: 3 }) }),
  fc.record({
    do: fc.constant('write' as const),
    place,
    person,
    text: fc.constantFrom(...CONFIRMING, ...OTHERS),
    code: fc.option(fc.nat({ max: 4 })),
    origin: fc.constantFrom('typed' as const, 'typed' as const, 'typed' as const, 'edited' as const, 'bot' as const),
  }),
)

/** What a person has asked for, and what the rules say of it. Kept beside the gate, without its code. */
interface Asked {
  readonly at: ChatSession
  readonly order: number
  readonly code: string
  state: 'open' | 'confirmed' | 'cancelled'
}

function atOf({ place: where, person: who }: Pick<Act, 'place' | 'person'>): ChatSession {
  const { session, isGroup, people } = PLACES[where] ?? PLACES[0]
  return { session, isGroup, by: people[who % people.length] ?? '' }
}

/** What this text means by the rules, for at most one question. */
function meant(all: readonly Asked[], at: ChatSession, said: Act & { do: 'write' }): Asked | null {
  if (said.origin !== 'typed' || !CONFIRMING.includes(said.text)) return null
  const here = all.filter((one) => one.at.session === at.session && one.state === 'open')
  const named = said.code === null ? null : all[said.code]
  const found = said.code === null ? (here.length === 1 && !at.isGroup ? here[0] : undefined) : named
  const isOpenHere = found !== undefined && found !== null && here.includes(found)
  return isOpenHere && found.at.by === at.by ? found : null
}

async function play(bot: Bot, acts: readonly Act[]): Promise<void> {
  const all: Asked[] = []
  const running: Promise<RunResult>[] = []
  const expected: object[] = []
  for (const one of acts) {
    const at = atOf(one)
    if (one.do === 'ask') {
      const isAsked = all.some(
        ({ at: before, order, state }) =>
          state === 'open' && order === one.order && before.session === at.session && before.by === at.by,
      )
      if (isAsked) continue
      const before = bot.chat.get(at.session)?.length ?? 0
      running.push(bot.remove(at, { order: one.order, at: at.session }))
      await expect.poll(() => bot.chat.get(at.session)?.length ?? 0, { interval: 1 }).toBeGreaterThan(before)
      await asked(bot, at)
      const [newest] = (
        await bot.store.holds.list({
          tenant: null,
          state: 'pending',
          server: null,
          tool: null,
          risk: null,
          text: null,
          limit: 1,
          cursor: null,
        })
      ).holds
      all.push({ at, order: one.order, code: (newest?.id ?? '').slice(-4).toUpperCase(), state: 'open' })
      continue
    }
    const code = one.code === null ? null : (all[one.code]?.code ?? 'ZZ99')
    const confirmedNow = meant(all, at, one)
    const consumed = await bot.write(at, code === null ? one.text : `${one.text} ${code}`, { origin: one.origin })
    if (confirmedNow !== null) {
      expect(consumed).toBe(true)
      confirmedNow.state = 'confirmed'
      expected.push({ order: confirmedNow.order, at: confirmedNow.at.session })
      await expect.poll(() => bot.ledger.length, { interval: 1 }).toBe(expected.length)
    }
    // Whatever else it did can only have dropped questions.
    const open = new Set((await bot.store.holds.inState('pending', 100)).map(({ id }) => id.slice(-4).toUpperCase()))
    for (const question of all) if (question.state === 'open' && !open.has(question.code)) question.state = 'cancelled'
    expect(bot.ledger).toEqual(expected)
  }
  await bot.gate.close()
  await Promise.all(running)
  expect(bot.ledger).toEqual(expected)
}

const seed = process.env['HOLDPOINT_SEED'] === 'random' ? {} : { seed: 20_261_118 }

describe('[X13.3] whatever is written, in whatever order', () => {
  test('an operation runs exactly when the person who asked for it confirms it in that chat', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
        const bot = startBot()
        await play(bot, acts)
        await bot.end()
      }),
      { numRuns: 60, ...seed },
    )
  })
})

describe('[X13.3] [S3.3] many chats at once', () => {
  test('a hundred sessions ask, and each is answered on its own, whichever way the others go', async () => {
    const { store, end, records } = await openTestStore()
    const hanging = 'test/p2p/0'
    const chat = new Map<string, string>()
    const bot = startBot({
      store,
      send: async (session, text) => {
        // One chat does not answer the bot at all.
        if (session === hanging) await new Promise(() => {})
        chat.set(session, text)
      },
    })
    const people = Array.from({ length: 100 }, (_each, n): ChatSession => ({
      session: `test/p2p/${n}`,
      by: `test:${n}`,
      isGroup: false,
    }))
    const running = people.map((at, n) => bot.remove(at, { n }))
    await expect.poll(() => chat.size).toBe(99)
    const shown = async (): Promise<number> => (await records()).filter(({ kind }) => kind === 'question-shown').length
    await expect.poll(shown).toBe(99)
    const others = people.slice(1)
    const consumed = await Promise.all(others.map((at, n) => bot.write(at, n % 2 === 0 ? '确认' : '取消')))
    expect(consumed.every(Boolean)).toBe(true)
    const results = await Promise.all(running.slice(1))
    expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(50)
    expect(results.filter(({ kind }) => kind === 'cancelled')).toHaveLength(49)
    expect(bot.ledger).toHaveLength(50)
    expect(new Set(bot.ledger.map(({ n }) => n)).size).toBe(50)
    await bot.gate.close()
    expect(await running[0]).toMatchObject({ kind: 'waiting' })
    await end()
  })
})
