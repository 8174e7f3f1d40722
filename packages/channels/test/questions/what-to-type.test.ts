/** What a person is told whose message in a chat decided nothing. */
import { buildPreview } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { HELD_CALL, sha256 } from '@holdpoint/testing'
import { waitingHold } from '@holdpoint/testing/store'
import { describe, expect, test, vi } from 'vitest'
import type { Place } from '../../src/index.ts'
import { playChannel } from './played-channel.ts'
import { ANA, BOB, STRANGER, codeOf, shownFor, start, textOf } from './question-scene.ts'
import type { Opened } from './question-scene.ts'

const OWN: Place = { kind: 'person', id: ANA.user }
const inOwnChat = { routeOf: () => ({ to: [{ channel: 'slack', place: OWN }], otherwise: [] }) }
const { ruling } = waitingHold({ id: 'any' })

async function askAbout({ ask }: Opened, tool: string): Promise<Hold> {
  const call = { ...HELD_CALL, tool }
  const preview = buildPreview({ call, ruling, definition: null, warnings: [], sha256 })
  return await ask({ call: { ...waitingHold({ id: 'any' }).call, tool }, preview })
}

const saidLast = ({ slack }: Opened): string => slack.said.at(-1)?.text ?? ''

describe('[X13.4] [A5] several questions wait in one chat', () => {
  test.each(['en', 'zh-CN'])('each is named with its own code (%s)', async (locale) => {
    const opened = await start({ localeOf: () => locale })
    const holds = [await askAbout(opened, 'delete_contact'), await askAbout(opened, 'drop_table')]
    await shownFor(opened.slack, 2)
    await opened.slack.write('确认', ANA)
    const lines = saidLast(opened).split('\n')
    for (const hold of holds) {
      const title = opened.slack.shown.find(({ message }) => JSON.stringify(message).includes(hold.call.tool))?.message
        .title
      const line = lines.find((each) => each.startsWith(`${title}`)) ?? ''
      const code = await codeOf(opened, hold)
      expect(line).toContain(locale === 'en' ? `reply "confirm ${code}"` : `请回复“确认 ${code}”`)
    }
    expect(lines).toHaveLength(4)
    for (const { id } of holds) expect(await opened.get(id)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('a message that answers one of them is told the code of that one alone, and decides nothing', async () => {
    const opened = await start()
    const other = await askAbout(opened, 'drop_table')
    await shownFor(opened.slack)
    const meant = await askAbout(opened, 'delete_contact')
    await shownFor(opened.slack, 2)
    await vi.waitFor(async () =>
      expect((await opened.store.deliveries.ofHolds([meant.id]))[0]?.ref).toEqual(expect.any(String)),
    )
    const [delivery] = await opened.store.deliveries.ofHolds([meant.id])
    await opened.slack.write('confirm', ANA, { answers: delivery?.ref ?? '' })
    expect(saidLast(opened)).toContain(`confirm ${delivery?.code}`)
    expect(saidLast(opened).split('\n')).toHaveLength(3)
    expect(saidLast(opened)).not.toContain(await codeOf(opened, other))
    expect(await opened.get(meant.id)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('one that is too long for the chat is offered a "no" alone', async () => {
    const opened = await start({}, playChannel('slack', 400))
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await vi.waitFor(async () => expect((await opened.store.deliveries.ofHolds([hold.id]))[0]?.shownWhole).toBe(false))
    await opened.slack.write('confirm', ANA)
    expect(saidLast(opened)).toContain(`cancel ${await codeOf(opened, hold)}`)
    expect(saidLast(opened)).not.toContain('"confirm')
  })
})

describe('[X13.4] [X5] a person who answers wrongly is told how to answer', () => {
  const WRONG = ['yes please', '好的', '👍', 'уes', 'confirm it please', 'yes\nno', 'what is this?']

  test.each(WRONG)('in their own chat: %j', async (text) => {
    const opened = await start(inOwnChat)
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.write(text, ANA, { place: OWN, event: 'wrong' })
    expect(opened.slack.said).toHaveLength(1)
    expect(saidLast(opened)).toContain(`confirm ${await codeOf(opened, hold)}`)
    // Told again, it is answered once.
    await opened.slack.write(text, ANA, { place: OWN, event: 'wrong' })
    expect(opened.slack.said).toHaveLength(1)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('in a group where the bot was mentioned; talk without that stays talk', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    for (const text of WRONG) await opened.slack.write(text, BOB)
    expect(opened.slack.said).toEqual([])
    await opened.slack.write('@bot 好的', BOB, { mention: ['@bot'] })
    expect(saidLast(opened)).toContain(`confirm ${await codeOf(opened, hold)}`)
    expect(saidLast(opened)).toContain('mention me')
  })

  test.each(['edited', 'forwarded', 'quoted'] as const)('a word that is %s is answered as well', async (origin) => {
    const opened = await start(inOwnChat)
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.write(`confirm ${await codeOf(opened, hold)}`, ANA, { place: OWN, origin })
    expect(saidLast(opened)).toContain('no answer that counts')
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('what a program writes is not answered: two of them would talk for ever', async () => {
    const opened = await start(inOwnChat)
    await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.write('confirm', STRANGER, { place: OWN, origin: 'bot', mention: ['@bot'] })
    await opened.slack.write('hello', STRANGER, { place: OWN, origin: 'bot', mention: ['@bot'] })
    expect(opened.slack.said).toEqual([])
  })

  test('where nothing waits, talk is left alone', async () => {
    const opened = await start(inOwnChat)
    await opened.slack.write('hello', ANA, { place: OWN })
    await opened.slack.write('@bot hello', ANA, { mention: ['@bot'] })
    expect(opened.slack.said).toEqual([])
  })
})

describe('[X13.4] [F8] nothing is suggested that can never count', () => {
  const unsigned = { envelope: 'unsigned' } as const
  const robot = (buttons: boolean) => playChannel('slack', 100_000, { buttons, signsReplies: false })

  test.each(['en', 'zh-CN'])('without buttons the question leads to the page (%s)', async (locale) => {
    const opened = await start({ localeOf: () => locale }, robot(false))
    const hold = await opened.ask()
    await shownFor(opened.slack)
    expect(textOf(opened.slack)).toContain(locale === 'en' ? 'Answer on the page' : '请在页面上答复')
    expect(textOf(opened.slack)).not.toContain(await codeOf(opened, hold))
    for (const word of ['confirm', '确认', 'yes please']) {
      await opened.slack.write(word, ANA, { ...unsigned, mention: ['@bot'] })
      expect(saidLast(opened)).toContain(locale === 'en' ? 'never counts' : '一律不计入')
      expect(saidLast(opened)).not.toContain(await codeOf(opened, hold))
    }
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('with buttons they answer, and no reply is asked for', async () => {
    const opened = await start({}, robot(true))
    const hold = await opened.ask()
    await shownFor(opened.slack)
    expect(textOf(opened.slack)).toContain('Press a button to answer')
    expect(textOf(opened.slack)).not.toContain('reply')
    const approve = opened.slack.shown[0]?.message.buttons[0]?.id ?? ''
    await opened.slack.press(approve, ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved' })
  })

  test('where the rule demands the code, it cannot be approved there, and says so', async () => {
    const opened = await start({}, robot(true))
    const hold = await opened.ask({ ruling: { ...ruling, code: 'always' } })
    await shownFor(opened.slack)
    expect(textOf(opened.slack)).toContain('It cannot be approved in this chat')
    const [delivery] = await opened.store.deliveries.ofHolds([hold.id])
    const { notice } = await opened.slack.press(delivery?.buttons.approve ?? '', ANA)
    expect(notice).toContain('It cannot be approved in this chat')
    expect(notice).not.toContain('confirm')
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })
})
