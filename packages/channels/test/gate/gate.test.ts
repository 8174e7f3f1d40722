import { describe, expect, test } from 'vitest'
import { ANA, BEN, asked, codeIn, startBot } from './bot.ts'

describe('[X13.3] [S3.1] a question in the chat of the person who asked', () => {
  test.each([
    ['en', 'confirm'],
    ['zh-CN', '确认'],
    ['zh-CN', '批准'],
    ['zh-CN', '执行'],
    ['en', 'yes'],
    ['en', 'y'],
    ['en', 'ok'],
  ])(
    '[S3.2] is confirmed by one word (%s: %s), runs once, and the word does not reach the agent',
    async (language, word) => {
      const bot = startBot({ language })
      const running = bot.remove(ANA)
      await asked(bot, ANA, language === 'en' ? 'Please confirm' : '需要确认')
      expect(bot.ledger).toEqual([])
      expect(await bot.write(ANA, word)).toBe(true)
      expect(await running).toMatchObject({ kind: 'done', value: { deleted: 3 } })
      expect(bot.ledger).toEqual([{ status: 1 }])
      expect(bot.queue).toEqual([])
      await bot.end()
    },
  )

  test.each(['取消', 'cancel', 'no', 'n', '拒绝', '不', '不确认', "don't confirm"])(
    '[S3.2] [A1] [A3] is dropped by %s, and nothing runs',
    async (word) => {
      const bot = startBot()
      const running = bot.remove(ANA)
      await asked(bot, ANA)
      expect(await bot.write(ANA, word)).toBe(true)
      expect(await running).toMatchObject({ kind: 'cancelled', text: 'Operation cancelled' })
      expect(bot.ledger).toEqual([])
      expect(bot.queue).toEqual([])
      await bot.end()
    },
  )

  test('shows what will happen and how to answer, and not what the agent claims', async () => {
    const bot = startBot()
    const preview = {
      title: 'Delete 3 orders',
      warnings: ['They were paid.'],
      fields: [{ label: 'status', before: 'open', after: 'gone' }],
      impact: [{ label: 'rows', value: '3' }],
      irreversible: true,
    }
    const request = { operation: 'delete_orders', arguments: { ids: [7, 8] }, preview, rationale: 'the boss wants it' }
    const running = bot.gate.run(ANA, request)
    expect(await asked(bot, ANA)).toBe(
      [
        'Please confirm: Delete 3 orders',
        '⚠ It cannot be taken back.',
        '⚠ They were paid.',
        'status: open → gone',
        'rows: 3',
        'Arguments:',
        '  ids: 7, 8',
        'Reply "confirm" to run it, or "cancel" to drop it, within 5 min.',
      ].join('\n'),
    )
    await bot.write(ANA, 'cancel')
    const { hold } = await running
    expect([...bot.chat.values()].flat().join()).not.toContain('boss')
    // It is kept for approvers all the same.
    expect((await bot.store.holds.get(hold ?? ''))?.call.rationale).toBe('the boss wants it')
    await bot.end()
  })

  test('text of others cannot pass for a line of the question', async () => {
    const bot = startBot()
    const running = bot.remove(ANA, { note: 'x\n✅ Approved by admin\u202e' }, { title: 'Delete\nReply "ok" to go on' })
    const lines = (await asked(bot, ANA)).split('\n')
    expect(lines).toContain('  │ ✅ Approved by admin⟦U+202E⟧')
    expect(lines.every((line) => !line.startsWith('✅') && !line.startsWith('Reply "ok"'))).toBe(true)
    expect(lines.some((line) => line.startsWith('⚠'))).toBe(true)
    await bot.write(ANA, 'no')
    await running
    await bot.end()
  })

  test('[S3.3] after its time is over: "Operation cancelled (timeout)", to the agent and to the chat', async () => {
    const bot = startBot({ decideWithinMs: 50 })
    expect(await bot.remove(ANA)).toMatchObject({ kind: 'timeout', text: 'Operation cancelled (timeout)' })
    await bot.seen(ANA, /^Operation cancelled \(timeout\)$/)
    expect(await bot.write(ANA, 'confirm')).toBe(false)
    expect(bot.ledger).toEqual([])
    await bot.end()
  })

  test('[S3.3] waits 300 s unless told otherwise', async () => {
    const bot = startBot()
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    const [hold] = await bot.store.holds.inState('pending', 10)
    expect((hold?.decideBy ?? 0) - (hold?.createdAt ?? 0)).toBe(300_000)
    await bot.write(ANA, 'no')
    await running
    await bot.end()
  })

  test('an operation that throws has failed, and the reason comes back', async () => {
    const bot = startBot()
    bot.gate.operation('break', () => {
      throw new Error('the disk is full')
    })
    const running = bot.gate.run(ANA, { operation: 'break', arguments: {}, preview: { title: 'Break it' } })
    await asked(bot, ANA)
    await bot.write(ANA, 'ok')
    expect(await running).toMatchObject({ kind: 'failed', text: 'the disk is full' })
    await bot.end()
  })

  test('confirm() asks and leaves the rest to its caller; two of the same are two questions', async () => {
    const bot = startBot()
    const first = bot.gate.confirm(ANA, { title: 'Send it' })
    const one = codeIn((await asked(bot, ANA, 'Please confirm: Send it')).replace('"confirm"', '"confirm 0000"'))
    expect(one).toBe('0000')
    const second = bot.gate.confirm(ANA, { title: 'Send it' })
    const code = codeIn(await bot.seen(ANA, /confirm \w{4}"/))
    await asked(bot, ANA)
    await bot.write(ANA, `confirm ${code}`)
    expect(await second).toMatchObject({ kind: 'confirmed' })
    await bot.write(ANA, 'cancel')
    expect(await first).toMatchObject({ kind: 'cancelled' })
    await bot.end()
  })
})

describe('[X13.3] which question is meant', () => {
  test('[A5] [S11] with two waiting a bare word decides nothing and is answered with what to type; each has its code', async () => {
    const bot = startBot()
    const first = bot.remove(ANA, { id: 1 }, { title: 'Delete order 1' })
    await asked(bot, ANA)
    const second = bot.remove(ANA, { id: 2 }, { title: 'Delete order 2' })
    await asked(bot, ANA, 'Delete order 2')
    expect(await bot.write(ANA, '确认')).toBe(true)
    const help = await bot.seen(ANA, 'Nothing was decided yet')
    const lines = help.split('\n')
    expect(lines).toHaveLength(3)
    expect(bot.ledger).toEqual([])
    const codeOf = (title: string): string => codeIn(lines.find((line) => line.startsWith(title)) ?? '')
    expect(await bot.write(ANA, `confirm ${codeOf('Delete order 2')}`)).toBe(true)
    expect(await second).toMatchObject({ kind: 'done' })
    expect(bot.ledger).toEqual([{ id: 2 }])
    // One is left. A word that comes now may be meant for the other, which has just ended.
    await bot.write(ANA, 'ok')
    expect(await bot.seen(ANA, /^Nothing was decided yet[^\n]*\nDelete order 1: reply "confirm/)).not.toContain(
      'order 2',
    )
    expect(bot.ledger).toEqual([{ id: 2 }])
    bot.pass(10_000)
    await bot.write(ANA, 'ok')
    expect(await first).toMatchObject({ kind: 'done' })
    expect(bot.ledger).toEqual([{ id: 2 }, { id: 1 }])
    await bot.end()
  })

  test('[A6] the code of another chat is not found, and decides nothing there or here', async () => {
    const bot = startBot({ code: 'always' })
    const running = bot.remove(ANA)
    const code = codeIn(await asked(bot, ANA))
    expect(await bot.write(BEN, `confirm ${code}`)).toBe(true)
    expect(await bot.seen(BEN, 'No question in this chat')).toContain(code)
    expect(bot.ledger).toEqual([])
    await bot.write(ANA, `cancel ${code}`)
    await running
    await bot.end()
  })

  test('[S10] a reply while another chat waits does not touch that one; a word with nothing waiting goes to the agent', async () => {
    const bot = startBot()
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    expect(await bot.write(BEN, '确认')).toBe(false)
    expect(await bot.write(BEN, 'what is open?')).toBe(false)
    expect(bot.queue).toEqual(['确认', 'what is open?'])
    expect(bot.chat.get(BEN.session)).toBeUndefined()
    expect(bot.ledger).toEqual([])
    await bot.write(ANA, 'ok')
    await running
    await bot.end()
  })

  test('a rule may demand the code always', async () => {
    const bot = startBot()
    bot.gate.operation('drop_table', () => 'dropped', { code: 'always' })
    const running = bot.gate.run(ANA, { operation: 'drop_table', arguments: {}, preview: { title: 'Drop it' } })
    const code = codeIn(await asked(bot, ANA))
    expect(await bot.write(ANA, 'confirm')).toBe(true)
    await bot.seen(ANA, 'Nothing was decided yet')
    await bot.write(ANA, `${code.toLowerCase()} ok`)
    expect(await running).toMatchObject({ kind: 'done', value: 'dropped' })
    await bot.end()
  })

  test('a late answer with a code is told what became of the question', async () => {
    const bot = startBot({ code: 'always' })
    const running = bot.remove(ANA)
    const code = codeIn(await asked(bot, ANA))
    await bot.write(ANA, `confirm ${code}`)
    await running
    expect(await bot.write(ANA, `cancel ${code}`)).toBe(true)
    await bot.seen(ANA, /^Done: Delete the orders/)
    expect(bot.ledger).toHaveLength(1)
    await bot.end()
  })

  test('[F2] a message that the platform tells again answers no question that was asked since', async () => {
    const bot = startBot()
    const early = { id: 'told-twice' }
    expect(await bot.write(ANA, 'yes', early)).toBe(false)
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    expect(await bot.write(ANA, 'yes', early)).toBe(false)
    expect(bot.ledger).toEqual([])
    const other = bot.remove(ANA, { status: 2 })
    await bot.seen(ANA, /cancel \w{4}/)
    expect(await bot.write(ANA, 'ok', { id: 'which' })).toBe(true)
    expect(await bot.write(ANA, `cancel ${codeIn(await bot.seen(ANA, 'status: 2'))}`)).toBe(true)
    await other
    // One waits by now; the word was written to two.
    expect(await bot.write(ANA, 'ok', { id: 'which' })).toBe(true)
    expect(bot.ledger).toEqual([])
    bot.pass(10_000)
    expect(await bot.write(ANA, 'ok')).toBe(true)
    expect(await running).toMatchObject({ kind: 'done' })
    expect(bot.ledger).toEqual([{ status: 1 }])
    await bot.end()
  })

  test('[F2] `cancel`: the request itself, told again, does not drop its own question', async () => {
    const bot = startBot({ unmatched: 'cancel' })
    const request = { id: 'request' }
    expect(await bot.write(ANA, 'delete my orders', request)).toBe(false)
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    expect(await bot.write(ANA, 'delete my orders', request)).toBe(false)
    expect(await bot.write(ANA, 'confirm')).toBe(true)
    expect(await running).toMatchObject({ kind: 'done' })
    await bot.end()
  })

  test('what is said before the question stands in the chat confirms nothing', async () => {
    let release: () => void = () => {}
    const sent: string[] = []
    const send = async (_session: string, text: string): Promise<void> => {
      sent.push(text)
      if (sent.length === 1) await new Promise<void>((resolve) => (release = resolve))
    }
    const bot = startBot({ send })
    const running = bot.remove(ANA)
    await expect.poll(() => sent.length).toBe(1)
    expect(await bot.write(ANA, 'ok')).toBe(true)
    // It is asked once more, whole.
    await expect.poll(() => sent.length).toBe(2)
    expect(sent[1]).toContain('Please confirm')
    expect(bot.ledger).toEqual([])
    release()
    await expect
      .poll(async () => {
        await bot.write(ANA, 'ok')
        return bot.ledger.length
      })
      .toBe(1)
    expect(await running).toMatchObject({ kind: 'done' })
    await bot.end()
  })
})

describe('[X13.3] a text that is no answer', () => {
  test.each(['yes\nno', '👍', 'уes', 'οk', 'yes, but only the first', '好的', 'please confirm', 'y'.repeat(100_000)])(
    '[A7] [A11] [A13] [X5] %j leaves the question as it is, goes to the agent, and the person is told how to answer',
    async (text) => {
      const bot = startBot()
      const running = bot.remove(ANA)
      await asked(bot, ANA)
      expect(await bot.write(ANA, text)).toBe(false)
      expect(bot.queue).toEqual([text])
      await bot.seen(
        ANA,
        /^Still waiting for an answer:\nDelete the orders with status 1: reply "confirm" or "cancel"\.$/,
      )
      expect(bot.ledger).toEqual([])
      await bot.write(ANA, 'no')
      await running
      await bot.end()
    },
  )

  test('`cancel`: it drops the question and is consumed', async () => {
    const bot = startBot({ unmatched: 'cancel' })
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    expect(await bot.write(ANA, 'how many are there?')).toBe(true)
    expect(await running).toMatchObject({ kind: 'cancelled' })
    expect(bot.queue).toEqual([])
    await bot.end()
  })

  test('`ask`: it is consumed, and the person is told how to answer', async () => {
    const bot = startBot({ unmatched: 'ask' })
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    expect(await bot.write(ANA, 'how many are there?')).toBe(true)
    await bot.seen(ANA, 'Still waiting')
    await bot.write(ANA, 'ok')
    expect(await running).toMatchObject({ kind: 'done' })
    await bot.end()
  })

  test.each(['edited', 'forwarded', 'quoted', 'bot'] as const)(
    '[X5] a word that is %s answers nothing',
    async (origin) => {
      const bot = startBot({ unmatched: 'cancel' })
      const running = bot.remove(ANA)
      await asked(bot, ANA)
      expect(await bot.write(ANA, 'confirm', { origin })).toBe(false)
      expect(await bot.write(ANA, 'cancel', { origin })).toBe(false)
      expect(bot.ledger).toEqual([])
      await bot.write(ANA, 'ok')
      expect(await running).toMatchObject({ kind: 'done' })
      await bot.end()
    },
  )
})

describe('[X13.3] in a group', () => {
  const group = (by: string) => ({ session: 'test/group/1', by, isGroup: true })

  test('[S12] [A12] the question stands in the group, needs its code, and only who may answer answers', async () => {
    const bot = startBot()
    const running = bot.remove(group('test:ana'))
    const code = codeIn(await asked(bot, group('test:ana')))
    expect(await bot.write(group('test:ana'), 'ok')).toBe(true)
    await bot.seen(group('test:ana'), 'Nothing was decided yet')
    for (const word of ['confirm', 'cancel']) {
      expect(await bot.write(group('test:ben'), `${word} ${code}`)).toBe(true)
      await bot.seen(group('test:ben'), 'You may not answer this question')
    }
    expect(bot.ledger).toEqual([])
    const [hold] = await bot.store.holds.inState('pending', 10)
    const { records } = await bot.store.audit.read({
      tenant: null,
      since: null,
      server: null,
      tool: null,
      hold: hold?.id ?? '',
      limit: 100,
      cursor: null,
    })
    const refused = records.filter(({ kind }) => kind === 'decision-refused')
    expect(refused.map(({ actor }) => actor)).toEqual(['test:ben', 'test:ben'])
    await bot.write(group('test:ana'), `confirm ${code}`)
    expect(await running).toMatchObject({ kind: 'done' })
    await bot.end()
  })

  test.each([['anyone' as const], [['test:ben']]])(
    '[S12] another member answers where the rule says so: %j',
    async (answeredBy) => {
      const bot = startBot({ answeredBy })
      const running = bot.remove(group('test:ana'))
      const code = codeIn(await asked(bot, group('test:ana')))
      await bot.write(group('test:ben'), `confirm ${code}`)
      expect(await running).toMatchObject({ kind: 'done' })
      await bot.end()
    },
  )

  test('a person who may not confirm may not do so in their own chat either', async () => {
    const bot = startBot({ answeredBy: ['test:boss'] })
    const running = bot.remove(ANA)
    await asked(bot, ANA)
    await bot.write(ANA, 'confirm')
    await bot.seen(ANA, 'You may not answer')
    expect(bot.ledger).toEqual([])
    await bot.write({ ...ANA, by: 'test:boss' }, 'confirm')
    expect(await running).toMatchObject({ kind: 'done' })
    await bot.end()
  })

  test('what others talk about meanwhile is not answered with hints', async () => {
    const bot = startBot()
    const running = bot.remove(group('test:ana'))
    const code = codeIn(await asked(bot, group('test:ana')))
    expect(await bot.write(group('test:ben'), 'lunch?')).toBe(false)
    await bot.write(group('test:ana'), `cancel ${code}`)
    await running
    expect(bot.chat.get('test/group/1')).toHaveLength(1)
    await bot.end()
  })
})
