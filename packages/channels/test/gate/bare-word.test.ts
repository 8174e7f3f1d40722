/** A word that was written for one question and arrives while another stands there. */
import { decide } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANA, asked, codeIn, startBot } from './bot.ts'
import type { Bot } from './bot.ts'

const FIRST = 'Archive the list'
const SECOND = 'DROP everything'

async function decideOnThePage(store: Store, answer: 'approve' | 'decline' | 'cancel'): Promise<void> {
  const [hold] = await store.holds.inState('pending', 1)
  const verdict = { answer, by: ANA.by, via: 'page', assurance: 'identified', reason: null } as const
  expect((await decide(store, { hold: hold?.id ?? '', tenant: 'default', verdict })).kind).toBe('decided')
}

/** Each ends the first question, in its own way. */
const ENDS: { readonly [how: string]: (bot: Bot) => Promise<void> } = {
  'its time is over': async (bot) => bot.pass(300_001),
  'approved on the page': (bot) => decideOnThePage(bot.store, 'approve'),
  'declined on the page': (bot) => decideOnThePage(bot.store, 'decline'),
  'cancelled on the page': (bot) => decideOnThePage(bot.store, 'cancel'),
  'cancelled in the chat': async (bot) => void (await bot.write(ANA, '取消')),
  'confirmed in the chat': async (bot) => void (await bot.write(ANA, '确认')),
}

describe('[X13.3] [X5] a bare word in flight confirms no other question than the one it was written for', () => {
  test.each(Object.entries(ENDS))('%s', async (_how, end) => {
    const bot = startBot()
    const first = bot.remove(ANA, { id: 1 }, { title: FIRST })
    await asked(bot, ANA, FIRST)
    await end(bot)
    await first
    const before = bot.ledger.length
    const second = bot.remove(ANA, { id: 2 }, { title: SECOND })
    // It says at once what is needed to answer it.
    const code = codeIn(await asked(bot, ANA, SECOND))
    for (const word of ['确认', 'confirm', 'yes', 'ok']) expect(await bot.write(ANA, word)).toBe(true)
    await bot.seen(ANA, `Nothing was decided yet. Say which one you mean:\n${SECOND}: reply "confirm ${code}"`)
    expect(bot.ledger).toHaveLength(before)
    await bot.write(ANA, `确认 ${code}`)
    expect(await second).toMatchObject({ kind: 'done' })
    expect(bot.ledger.slice(before)).toEqual([{ id: 2 }])
    await bot.end()
  })

  test('at another process of the bot as well', async () => {
    const bot = startBot()
    const other = startBot({ store: bot.store })
    const first = bot.remove(ANA, { id: 1 }, { title: FIRST })
    await asked(bot, ANA, FIRST)
    await decideOnThePage(bot.store, 'decline')
    await first
    const second = bot.remove(ANA, { id: 2 }, { title: SECOND })
    const code = codeIn(await asked(bot, ANA, SECOND))
    expect(await other.write(ANA, '确认')).toBe(true)
    await other.seen(ANA, `confirm ${code}`)
    expect([...bot.ledger, ...other.ledger]).toEqual([])
    await other.write(ANA, `确认 ${code}`)
    expect(await second).toMatchObject({ kind: 'done' })
    await other.gate.close()
    await bot.end()
  })

  test('of the two that waited the other one ended: its word is not given to the one that is left', async () => {
    const bot = startBot()
    const first = bot.remove(ANA, { id: 1 }, { title: FIRST })
    await asked(bot, ANA, FIRST)
    const second = bot.remove(ANA, { id: 2 }, { title: SECOND })
    await asked(bot, ANA, SECOND)
    await decideOnThePage(bot.store, 'cancel')
    await first
    await bot.write(ANA, '确认')
    await bot.seen(ANA, 'Nothing was decided yet')
    expect(bot.ledger).toEqual([])
    bot.pass(10_000)
    await bot.write(ANA, '确认')
    expect(await second).toMatchObject({ kind: 'done' })
    await bot.end()
  })

  test('a chat that had another question lately: nobody reads a new one in less than a second', async () => {
    const bot = startBot()
    const first = bot.remove(ANA, { id: 1 }, { title: FIRST })
    await asked(bot, ANA, FIRST)
    await decideOnThePage(bot.store, 'decline')
    await first
    bot.pass(60_000)
    const second = bot.remove(ANA, { id: 2 }, { title: SECOND })
    await asked(bot, ANA, SECOND)
    await bot.write(ANA, '确认')
    await bot.seen(ANA, 'Nothing was decided yet')
    expect(bot.ledger).toEqual([])
    bot.pass(1000)
    await bot.write(ANA, '确认')
    expect(await second).toMatchObject({ kind: 'done' })
    await bot.end()
  })

  test.each(['确认', '取消'])('what was sent before the question stood there answers it never: %s', async (word) => {
    const bot = startBot()
    const sentAt = Date.now() - 1
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    bot.pass(60_000)
    // Told for the first time now: the bot was down when it was sent.
    expect(await bot.write(ANA, word, { sentAt })).toBe(true)
    const help = await bot.seen(ANA, 'Nothing was decided yet')
    expect(await bot.store.holds.inState('pending', 10)).toHaveLength(1)
    expect(bot.ledger).toEqual([])
    await bot.write(ANA, `confirm ${codeIn(help)}`)
    expect(await running).toMatchObject({ kind: 'done' })
    await bot.end()
  })

  test('`cancel`: a text from before the question does not drop it, and goes to the agent', async () => {
    const bot = startBot({ unmatched: 'cancel' })
    const sentAt = Date.now() - 1
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    expect(await bot.write(ANA, 'delete my orders', { sentAt })).toBe(false)
    expect(await bot.write(ANA, 'how many?', { sentAt: Date.now() + 10 })).toBe(true)
    expect(await running).toMatchObject({ kind: 'cancelled' })
    await bot.end()
  })

  test('the only question is answered by a bare word, at once, whatever the platform says of the time', async () => {
    for (const sentAt of [null, Date.now() + 60_000]) {
      const bot = startBot()
      const running = bot.remove(ANA)
      await asked(bot, ANA)
      await bot.write(ANA, '确认', { sentAt })
      expect(await running).toMatchObject({ kind: 'done' })
      await bot.end()
    }
  })

  test('the questions of other chats put nothing in doubt', async () => {
    const bot = startBot()
    const ben = { session: 'test/p2p/ben', by: 'test:ben', isGroup: false }
    const first = bot.remove(ben)
    await asked(bot, ben)
    await bot.write(ben, 'no')
    await first
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    await bot.write(ANA, '确认')
    expect(await running).toMatchObject({ kind: 'done' })
    await bot.end()
  })

  test('whatever ended it, and whatever the word: it runs only what its author can have read', async () => {
    const wait = fc.integer({ min: 0, max: 30_000 })
    const ways = fc.constantFrom(...Object.keys(ENDS))
    const word = fc.constantFrom('确认', 'confirm', 'OK', 'yes', '批准')
    const origin = fc.constantFrom('typed' as const, 'edited' as const, 'quoted' as const)
    await fc.assert(
      fc.asyncProperty(ways, wait, wait, word, origin, async (how, untilAsked, untilWord, text, from) => {
        const bot = startBot()
        const first = bot.remove(ANA, { id: 1 }, { title: FIRST })
        await asked(bot, ANA, FIRST)
        await ENDS[how]?.(bot)
        await first
        const before = bot.ledger.length
        bot.pass(untilAsked)
        void bot.remove(ANA, { id: 2 }, { title: SECOND })
        await asked(bot, ANA, SECOND)
        bot.pass(untilWord)
        await bot.write(ANA, text, { origin: from })
        await bot.gate.close()
        if (untilAsked + untilWord < 10_000 || untilWord < 900 || from !== 'typed') {
          expect(bot.ledger).toHaveLength(before)
        }
        await bot.store.close()
      }),
      { numRuns: 25 },
    )
  })
})
