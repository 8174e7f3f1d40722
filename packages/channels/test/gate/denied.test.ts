import type { InboundMessage } from '@holdpoint/channels/gate'
import { findPause, pauseGate, resumeGate, say } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { describe, expect, test } from 'vitest'
import { ANA, BEN, asked, startBot } from './bot.ts'

describe('[X13.3] what cannot be asked is denied at once', () => {
  test('[S13] a job without a chat, with the reason; or it is asked where the bot says', async () => {
    const alone = startBot()
    expect(await alone.remove(null)).toMatchObject({ kind: 'denied', text: expect.stringContaining('no chat') })
    expect(await alone.gate.confirm(null, { title: 'Send it' })).toMatchObject({ kind: 'denied' })
    await alone.end()
    const bot = startBot({ unattended: BEN })
    const running = bot.remove(null)
    await asked(bot, BEN)
    await bot.write(BEN, 'ok')
    expect(await running).toMatchObject({ kind: 'done' })
    await bot.end()
  })

  test('a question that the chat would cut', async () => {
    const bot = startBot({ longestMessage: 400 })
    const result = await bot.remove(ANA, { note: 'x'.repeat(500) })
    expect(result).toMatchObject({ kind: 'denied', text: expect.stringContaining('400') })
    expect(bot.chat.size).toBe(0)
    expect(await bot.store.holds.inState('pending', 10)).toEqual([])
    await bot.end()
  })

  test('[X12.2] while the gate is paused; what waits then is not run before the pause ends, and the log says so once', async () => {
    const bot = startBot()
    const ops = { by: 'ops', tenant: 'default', operator: true }
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    await pauseGate(bot.store, ops, null)
    expect(await findPause(bot.store, 'default')).not.toBeNull()
    expect(await bot.remove(BEN)).toMatchObject({ kind: 'denied', text: expect.stringContaining('paused') })
    await bot.write(ANA, 'ok')
    // Long enough for several tries.
    await new Promise((resolve) => setTimeout(resolve, 1600))
    expect(bot.ledger).toEqual([])
    const query = { tenant: null, since: null, server: null, tool: null, limit: 100, cursor: null }
    const [held] = await bot.store.holds.inState('approved', 10)
    const { records } = await bot.store.audit.read({ ...query, hold: held?.id ?? '' })
    const released = records.filter(({ kind }) => kind === 'hold-released')
    expect(released.map(({ detail }) => detail)).toEqual([say('pausedBeforeSending')])
    await resumeGate(bot.store, ops, null)
    expect(await running).toMatchObject({ kind: 'done' })
    expect(bot.ledger).toHaveLength(1)
    await bot.end()
  })

  test('with a store that is down, nothing is asked and nothing runs', async () => {
    const store = createMemoryStore()
    const bot = startBot({ store })
    await store.close()
    expect(await bot.remove(ANA)).toMatchObject({ kind: 'denied', hold: null })
    expect(await bot.write(ANA, 'hello')).toBe(false)
    expect(await bot.write(ANA, 'confirm')).toBe(true)
    await bot.seen(ANA, 'nothing was decided')
    expect(bot.ledger).toEqual([])
    await bot.gate.close()
  })

  test('a question that cannot be sent is void: no later word confirms it', async () => {
    const send = async (): Promise<void> => {
      throw new Error('the platform is away')
    }
    const bot = startBot({ send })
    expect(await bot.remove(ANA)).toMatchObject({
      kind: 'denied',
      text: expect.stringContaining('could not be sent'),
    })
    expect(await bot.write(ANA, 'confirm')).toBe(false)
    expect(bot.ledger).toEqual([])
    await bot.end()
  })

  test('more questions than a person can read are denied, never confirmed', async () => {
    const bot = startBot()
    const running = Array.from({ length: 25 }, (_each, id) => bot.remove(ANA, { id }))
    const [denied] = await Promise.all(running.slice(20))
    expect(denied).toMatchObject({ kind: 'denied' })
    expect(bot.ledger).toEqual([])
    await bot.gate.close()
    await Promise.all(running)
    await bot.store.close()
  })

  test('mistakes of the author say what to do', async () => {
    const bot = startBot()
    await expect(bot.gate.run(ANA, { operation: 'nope', arguments: {}, preview: { title: '' } })).rejects.toThrow(
      'register it first',
    )
    expect(() => bot.gate.operation('delete_orders', () => {})).toThrow('registered already')
    expect(() => startBot({ name: 'a/b' })).toThrow('no name for a gate')
    await expect(bot.remove(ANA, [] as never)).rejects.toThrow('no JSON object')
    await bot.end()
  })
})

describe('[X13.3] a platform that delivers twice', () => {
  test('the second time answers nothing, and does not reach the agent', async () => {
    const bot = startBot()
    const running = bot.remove(ANA, { id: 1 })
    await asked(bot, ANA)
    await bot.write(ANA, 'ok', { id: 'platform-1' })
    await running
    expect(await bot.write(ANA, 'ok', { id: 'platform-1' })).toBe(true)
    // Not a later question either.
    const next = bot.remove(ANA, { id: 2 }, { title: 'Another' })
    await asked(bot, ANA, 'Another')
    expect(await bot.write(ANA, 'ok', { id: 'platform-1' })).toBe(true)
    expect(bot.ledger).toEqual([{ id: 1 }])
    await bot.write(ANA, 'no')
    expect(await next).toMatchObject({ kind: 'cancelled' })
    await bot.end()
  })

  test('[F2] a second process that is slow with the same message answers no question that was asked since', async () => {
    const store = createMemoryStore()
    let letGo = (): void => {}
    const waiting = new Promise<void>((resolve) => (letGo = resolve))
    const inSession: typeof store.holds.inSession = async (...given) => {
      await waiting
      return await store.holds.inSession(...given)
    }
    const bot = startBot({ store })
    const slow = startBot({ store: { ...store, holds: { ...store.holds, inSession } } })
    const first = bot.remove(ANA, { id: 1 })
    await asked(bot, ANA)
    const told = slow.write(ANA, 'ok', { id: 'to-both' })
    await bot.write(ANA, 'ok', { id: 'to-both' })
    await first
    const next = bot.remove(ANA, { id: 2 }, { title: 'Another' })
    await asked(bot, ANA, 'Another')
    letGo()
    expect(await told).toBe(true)
    expect([...bot.ledger, ...slow.ledger]).toEqual([{ id: 1 }])
    await bot.write(ANA, 'no')
    expect(await next).toMatchObject({ kind: 'cancelled' })
    await slow.end()
    await bot.end()
    await store.close()
  })

  test('the same call twice at once is one question and one run; made again it is asked again', async () => {
    const bot = startBot()
    const both = [bot.remove(ANA), bot.remove(ANA)]
    await asked(bot, ANA)
    await bot.write(ANA, 'ok')
    expect(await Promise.all(both)).toMatchObject([{ kind: 'done' }, { kind: 'done' }])
    expect(bot.ledger).toHaveLength(1)
    const again = bot.remove(ANA)
    await bot.seen(ANA, 'ran')
    await asked(bot, ANA)
    await bot.write(ANA, 'no')
    expect(await again).toMatchObject({ kind: 'cancelled' })
    expect(bot.ledger).toHaveLength(1)
    await bot.end()
  })
})

describe('[X13.3] [X5] a message whose envelope nobody signs', () => {
  test.each(['forward', 'cancel', 'ask'] as const)(
    'decides nothing, with other texts under `%s`',
    async (unmatched) => {
      const bot = startBot({ unmatched })
      const running = bot.remove(ANA)
      await asked(bot, ANA)
      for (const text of ['confirm', '确认', 'cancel', '取消', 'yes']) {
        expect(await bot.write(ANA, text, { envelope: 'unsigned' })).toBe(true)
      }
      await bot.seen(ANA, 'anybody could have sent')
      expect(await bot.write(ANA, 'and the weather?', { envelope: 'unsigned' })).toBe(false)
      // A bot in plain JavaScript that says nothing of it.
      const untold: object = { ...ANA, text: 'confirm', origin: 'typed', id: 'untold' }
      expect(await bot.gate.intercept(untold as InboundMessage)).toBe(true)
      expect(await bot.store.holds.inState('pending', 10)).toHaveLength(1)
      expect(bot.ledger).toEqual([])
      await bot.write(ANA, 'confirm')
      expect(await running).toMatchObject({ kind: 'done' })
      await bot.end()
    },
  )

  test('goes on to the agent where nothing waits', async () => {
    const bot = startBot()
    expect(await bot.write(ANA, 'ok', { envelope: 'unsigned' })).toBe(false)
    expect(bot.chat.size).toBe(0)
    await bot.end()
  })
})
