/** The part of the contract about what people do. */
import { readChatMessage } from '@holdpoint/core'
import type { ChannelReceiver, Reply } from '@holdpoint/channels'
import { expect, test } from 'vitest'
import { ANA, BEN, DECIDED, QUESTION, rememberingReceiver } from './channel-under-test.ts'
import type { ChannelUnderTest, DrawnMessage, MakeChannel } from './channel-under-test.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

/** Platforms give up after three seconds. */
const ACKNOWLEDGED_WITHIN_MS = 3000

export function describeReceiving(make: MakeChannel): void {
  describePresses(make)
  describeReplies(make)
}

function describePresses(make: MakeChannel): void {
  test('a press arrives with the identity and the place of the envelope, and its answer is shown', async () => {
    const receiver = rememberingReceiver()
    const { under, message } = await asked(make, receiver)
    if (message !== null) {
      await under.press({ message, button: 'press-approve-1', by: ANA, event: 'e1' })
      await expect.poll(() => under.notices().join('\n')).toContain('Your answer is stored.')
      expect(receiver.presses).toMatchObject([
        {
          button: 'press-approve-1',
          by: { workspace: ANA.workspace, user: ANA.user },
          place: under.place,
          envelope: under.traits.envelope,
          reason: null,
        },
      ])
      expect(under.drawn()).toHaveLength(1)
      expect(under.drawn()[0]?.buttons).toHaveLength(2)
    }
    await under.close()
  })

  test('a press in a chat with one person has that person as its place', async () => {
    const receiver = rememberingReceiver()
    const { under, message } = await asked(make, receiver, 'person')
    if (message !== null) {
      await under.press({ message, button: 'press-approve-1', by: ANA, event: 'e1' })
      await expect.poll(() => receiver.presses).toMatchObject([{ place: under.person }])
    }
    await under.close()
  })

  test('the message of an answer takes the place of the pressed one', async () => {
    const { under, message } = await asked(make, {
      ...rememberingReceiver(),
      pressed: async () => ({ notice: 'Approved.', message: DECIDED }),
    })
    if (message !== null) {
      await under.press({ message, button: 'press-approve-1', by: ANA, event: 'e1' })
      await expect.poll(() => under.drawn()[0]?.text).toContain('Ana approved it at 14:02')
      expect(under.drawn()).toHaveLength(1)
      expect(under.drawn()[0]?.buttons).toEqual([])
    }
    await under.close()
  })

  test('each press has a name of its own, and the same one again has the same', async () => {
    const receiver = rememberingReceiver()
    const { under, message } = await asked(make, receiver)
    if (message !== null) {
      const press = { message, button: 'press-approve-1', by: ANA } as const
      await under.press({ ...press, event: 'e1' })
      await expect.poll(() => receiver.presses.length).toBe(1)
      await under.press({ ...press, event: 'e1' })
      await under.press({ ...press, event: 'e2', by: BEN })
      await expect.poll(() => receiver.presses.some(({ by }) => by.user === BEN.user)).toBe(true)
      const names = (user: string): Set<string> =>
        new Set(receiver.presses.filter(({ by }) => by.user === user).map(({ event }) => event))
      expect(names(ANA.user).size).toBe(1)
      expect([...names(BEN.user)].some((name) => names(ANA.user).has(name))).toBe(false)
    }
    await under.close()
  })

  test('a reason arrives as it was written; an empty one is none', async () => {
    const receiver = rememberingReceiver()
    const { under, message } = await asked(make, receiver)
    if (message !== null && under.traits.asksReason) {
      let event = 0
      for (const [words, reason] of HOSTILE_TEXTS.filter(([, text]) => text === text.trim() && !/\p{Cc}/u.test(text))) {
        const before = receiver.presses.length
        await under.press({ message, button: 'press-decline-1', by: ANA, event: `e${(event += 1)}`, reason })
        await expect.poll(() => receiver.presses.length, { message: words }).toBe(before + 1)
        expect(receiver.presses.at(-1), words).toMatchObject({ button: 'press-decline-1', reason })
      }
      await under.press({ message, button: 'press-decline-1', by: ANA, event: 'e-empty', reason: '' })
      await expect.poll(() => receiver.presses.at(-1)).toMatchObject({ button: 'press-decline-1', reason: null })
    }
    await under.close()
  })

  test('a notice with hostile text is shown as its characters', async () => {
    let notice = ''
    const { under, message } = await asked(make, {
      ...rememberingReceiver(),
      pressed: async () => ({ notice, message: null }),
    })
    if (message !== null) {
      for (const [index, [words, text]] of HOSTILE_TEXTS.entries()) {
        notice = `Refused: ${text.slice(0, 60)}`
        await under.press({ message, button: 'press-approve-1', by: ANA, event: `e${index}` })
        await expect.poll(() => under.notices(), { interval: 5 }).toHaveLength(index + 1)
        const blanks = (shown: string): string => shown.replaceAll(/\s+|⟦U\+[0-9A-F]{4}⟧|\p{Cf}|\p{Cc}/gu, '')
        expect(blanks(under.notices()[index] ?? ''), words).toContain(blanks(notice))
      }
    }
    await under.close()
  })

  test('a slow receiver is acknowledged in time, and its answer still arrives', { timeout: 20_000 }, async () => {
    const { under, message } = await asked(make, {
      ...rememberingReceiver(),
      async pressed() {
        await passing(ACKNOWLEDGED_WITHIN_MS + 500)
        return { notice: 'Approved.', message: DECIDED }
      },
      wrote: () => passing(ACKNOWLEDGED_WITHIN_MS + 500),
    })
    const acts = [under.write('confirm 7F3K', ANA)]
    if (message !== null) acts.push(under.press({ message, button: 'press-approve-1', by: ANA, event: 'e1' }))
    await Promise.all(acts)
    expect(under.slowestAcknowledgement()).toBeLessThan(ACKNOWLEDGED_WITHIN_MS)
    if (message !== null && under.traits.updates)
      await expect.poll(() => under.drawn()[0]?.text).toContain('Ana approved it at 14:02')
    await under.close()
  })

  test('a receiver that fails leads to a polite line, and to nothing worse', async () => {
    const receiver = rememberingReceiver()
    const { under, message } = await asked(make, {
      pressed: async () => {
        throw new Error('column "holds.secret" does not exist')
      },
      async wrote(reply) {
        await receiver.wrote(reply)
        throw new Error('column "holds.secret" does not exist')
      },
    })
    if (message !== null) {
      await under.press({ message, button: 'press-approve-1', by: ANA, event: 'e1' })
      await expect.poll(() => under.notices()).toHaveLength(1)
      expect(under.notices()[0]).toMatch(/\p{L}/u)
      expect(under.notices()[0]).not.toContain('column')
      expect(under.drawn()[0]?.buttons).toHaveLength(2)
    }
    await under.write('one', ANA, { event: 'm1' })
    await under.write('two', ANA, { event: 'm2' })
    await expect.poll(() => receiver.replies.map(({ text }) => text)).toEqual(expect.arrayContaining(['one', 'two']))
    await under.close()
  })
}

function describeReplies(make: MakeChannel): void {
  test('what a person writes arrives with author, place and envelope', async () => {
    const { under, replies } = await listening(make)
    await under.write('confirm 7F3K', ANA, { event: 'm1' })
    await under.write('a < b & c > "d"', BEN, { event: 'm2', place: under.place })
    await expect.poll(() => replies).toHaveLength(2)
    expect(replies).toMatchObject([
      {
        text: 'confirm 7F3K',
        mention: [],
        origin: 'typed',
        by: { workspace: ANA.workspace, user: ANA.user },
        place: under.place,
        envelope: under.traits.envelope,
        answers: null,
      },
      { text: 'a < b & c > "d"', by: { user: BEN.user } },
    ])
    expect(replies[0]?.event).not.toBe(replies[1]?.event)
    await under.close()
  })

  test('what a person writes says when it was sent, by the clock of the platform', async () => {
    const { under, replies } = await listening(make)
    await under.write('confirm 7F3K', ANA)
    await expect.poll(() => replies).toHaveLength(1)
    expect(Math.abs(Date.now() - (replies[0]?.sentAt ?? 0))).toBeLessThan(60_000)
    await under.close()
  })

  test('in a chat with one person the place is that person', async () => {
    const { under, replies } = await listening(make)
    await under.write('确认', ANA, { place: under.person })
    await expect.poll(() => replies).toMatchObject([{ text: '确认', place: under.person }])
    await under.close()
  })

  test('a mention of the bot is named, so that the rest can be read', async () => {
    const { under, replies } = await listening(make)
    await under.write('confirm 7F3K', ANA, { mentionsBot: true })
    await expect.poll(() => replies).toHaveLength(1)
    const [reply] = replies
    if (reply === undefined) throw new Error('Nothing arrived.')
    expect(reply.mention).not.toEqual([])
    expect(readChatMessage(reply, { mention: reply.mention })).toMatchObject({ kind: 'confirm', code: '7F3K' })
    await under.close()
  })

  test('edited, forwarded and quoted text and that of other bots says what it is, or does not arrive', async () => {
    const { under, replies } = await listening(make)
    for (const origin of under.traits.origins) {
      await under.write('确认', ANA, { origin, event: `m-${origin}` })
      await under.write('end', BEN, { event: `end-${origin}` })
      await expect.poll(() => replies.at(-1)?.text, { message: origin }).toBe('end')
      const arrived = replies.splice(0).filter(({ text }) => text !== 'end')
      expect(
        arrived.every((reply) => reply.origin === origin),
        origin,
      ).toBe(true)
      if (origin === 'typed') expect(arrived).toHaveLength(1)
      else for (const reply of arrived) expect(readChatMessage(reply, {}).kind, origin).toBe('none')
    }
    await under.close()
  })

  test('what the bot itself writes never comes back', async () => {
    const { under, replies } = await listening(make)
    await under.channel.say(under.place, 'confirm 7F3K')
    await under.write('confirm 7F3K', ANA, { origin: 'own', event: 'm1' })
    await under.write('end', BEN, { event: 'm2' })
    await expect.poll(() => replies.map(({ text }) => text)).toEqual(['end'])
    await under.close()
  })

  test('the same message again has the same name, or does not arrive again', async () => {
    const { under, replies } = await listening(make)
    await under.write('确认', ANA, { event: 'm1' })
    await under.write('确认', ANA, { event: 'm1' })
    await under.write('end', ANA, { event: 'm2' })
    await expect.poll(() => replies.at(-1)?.text).toBe('end')
    expect(new Set(replies.slice(0, -1).map(({ event }) => event)).size).toBe(1)
    expect(replies.at(-1)?.event).not.toBe(replies[0]?.event)
    await under.close()
  })
}

async function asked(
  make: MakeChannel,
  receiver: ChannelReceiver,
  where: 'place' | 'person' = 'place',
): Promise<{ readonly under: ChannelUnderTest; readonly message: DrawnMessage | null }> {
  const under = await make('good')
  await under.channel.open(receiver)
  await under.channel.deliver({ id: 'd1', place: under[where], message: QUESTION })
  const [message] = under.drawn(under[where])
  if (message === undefined) throw new Error('Nothing was drawn.')
  return { under, message: under.traits.answersBy === 'buttons' ? message : null }
}

async function listening(make: MakeChannel): Promise<{ readonly under: ChannelUnderTest; readonly replies: Reply[] }> {
  const under = await make('good')
  const receiver = rememberingReceiver()
  await under.channel.open(receiver)
  return { under, replies: receiver.replies }
}

function passing(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
