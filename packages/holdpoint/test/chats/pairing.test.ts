import { describe, expect, test } from 'vitest'
import type { Reply } from '@holdpoint/channels'
import { createPairing, drawPairingCode, readPairing } from '../../src/chats/pairing.ts'
import { endedTestMessage, testMessage } from '../../src/chats/test-message.ts'

const CODE = '7F3K9Q'

const reply = (more: Partial<Reply> = {}): Reply => ({
  event: 'e1',
  text: `pair ${CODE}`,
  mention: [],
  origin: 'typed',
  by: { workspace: 'T1', user: 'U1', name: null },
  place: { kind: 'person', id: 'U1' },
  envelope: 'authenticated',
  answers: null,
  sentAt: null,
  ...more,
})

const read = (more: Partial<Reply>): string => readPairing('slack', reply(more), CODE).kind

describe('[X13.S3] who writes the code of a terminal to the bot', () => {
  test.each([[`pair ${CODE}`], [`Pair ${CODE.toLowerCase()} `], [`<@UBOT> pair ${CODE}`], [`pair ${CODE} <@UBOT>`]])(
    '%s pairs',
    (text) => {
      expect(read({ text, mention: ['<@UBOT>'] })).toBe('paired')
    },
  )

  test.each([
    [CODE],
    [`please pair ${CODE}`],
    [`pair ${CODE} now`],
    [`pair${CODE}`],
    [`> pair ${CODE}`],
    [`pair ${CODE}\nno`],
    [`<@UOTHER> pair ${CODE}`],
    ['pair'],
  ])('%s says nothing', (text) => {
    expect(read({ text, mention: ['<@UBOT>'] })).toBe('none')
  })

  test('another code, and part of it, is another code', () => {
    expect(read({ text: 'pair 7F3K9R' })).toBe('other-code')
    expect(read({ text: 'pair 7F3K9' })).toBe('other-code')
    expect(read({ text: `pair ${CODE}A` })).toBe('other-code')
  })

  test.each(['edited', 'forwarded', 'quoted', 'bot'] as const)('a message that is %s does not count', (origin) => {
    expect(read({ origin })).toBe('not-counted')
  })

  test('an envelope that proves nothing, and an id that no person can be mapped by, do not count', () => {
    expect(read({ envelope: 'unsigned' })).toBe('not-counted')
    expect(read({ by: { workspace: 'T1', user: 'U 1', name: null } })).toBe('not-counted')
    expect(read({ by: { workspace: 'T/1', user: 'U1', name: null } })).toBe('not-counted')
  })

  test('the first that counts is taken, once; silence ends with the time', async () => {
    const pairing = createPairing('slack', async () => {})
    const told: string[] = []
    const found = pairing.waitForReply(CODE, new AbortController().signal, (line) => told.push(line))
    await pairing.receiver.wrote(reply({ origin: 'bot' }))
    await pairing.receiver.wrote(reply({ text: 'hello' }))
    await pairing.receiver.wrote(reply({ event: 'first' }))
    await pairing.receiver.wrote(reply({ event: 'second' }))
    expect((await found)?.event).toBe('first')
    expect(told).toEqual([expect.stringContaining('a bot wrote it')])
    const ending = new AbortController()
    const none = pairing.waitForReply(CODE, ending.signal, () => {})
    ending.abort()
    await pairing.receiver.wrote(reply())
    expect(await none).toBeNull()
  })

  test('only the button of the test message is answered; what belongs to a question is not taken', async () => {
    const pairing = createPairing('slack', async () => {})
    const answer = { notice: 'seen', message: endedTestMessage('en', 'pressed') }
    const press = {
      event: 'p',
      button: 'b1',
      by: reply().by,
      place: null,
      envelope: 'authenticated',
      reason: null,
    } as const
    await expect(pairing.receiver.pressed(press)).rejects.toThrow()
    const pressed = pairing.waitForPress('b1', answer, new AbortController().signal)
    await expect(pairing.receiver.pressed({ ...press, button: 'of a question' })).rejects.toThrow()
    expect(await pairing.receiver.pressed(press)).toEqual(answer)
    expect((await pressed)?.by.user).toBe('U1')
  })

  test('an answer to a question of another process is told to its author, and pairs nobody', async () => {
    const meantElsewhere: string[] = []
    const pairing = createPairing('slack', async ({ text }) => void meantElsewhere.push(text))
    const answers = ['confirm 7F3K', '确认 7F3K', 'cancel 7F3K, it is still needed', '@bot confirm 7F3K']
    for (const text of [...answers, 'ok', 'hello 7F3K', `pair ${CODE}`])
      await pairing.receiver.wrote(reply({ text, mention: ['@bot'] }))
    expect(meantElsewhere).toEqual(answers)
  })

  test('a code has six characters, drawn evenly', () => {
    let next = 0
    expect(drawPairingCode((limit) => next++ % limit)).toMatch(/^[0-9A-Z]{6}$/)
    expect(next).toBe(6)
  })

  test('the test message says in both languages that it approves nothing, and its end has no button', () => {
    expect(JSON.stringify(testMessage('en', 'b1'))).toContain('nothing is approved')
    expect(JSON.stringify(testMessage('zh-CN', 'b1'))).toContain('不会批准任何操作')
    expect(testMessage('en', null).buttons).toEqual([])
    expect(endedTestMessage('zh-CN', 'over').buttons).toEqual([])
  })
})
