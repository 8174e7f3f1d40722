/**
 * What an agent or a server chose (arguments, names, rationale, a reason), brought through a whole question to each platform:
 * people read its characters, and nothing of it comes alive.
 */
import { randomUUID } from 'node:crypto'
import { buildPreview, findHiddenCharacters, showLeftoverCharacters } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { HELD_CALL, sampleHold, sampleVerdict, sha256 } from '@holdpoint/testing'
import { HOSTILE_TEXTS, rememberingReceiver } from '@holdpoint/testing/channel'
import type { ChannelUnderTest, DrawnMessage, MakeChannel } from '@holdpoint/testing/channel'
import { describe, expect, test } from 'vitest'
import { makeDingTalk } from '../dingtalk/dingtalk-under-test.ts'
import { makeFeishuUnderTest } from '../feishu/feishu-under-test.ts'
import { openSlack } from '../slack/slack-under-test.ts'
import { questionMessage } from '../../src/questions/question-message.ts'

const PLATFORMS: readonly (readonly [string, MakeChannel])[] = [
  ['Slack', (credentials) => openSlack('http', credentials)],
  ['Feishu', (credentials) => makeFeishuUnderTest('http', credentials)],
  ['DingTalk with cards', makeDingTalk('card')],
  ['DingTalk with markdown', makeDingTalk('markdown')],
]
const PAGE = 'https://holdpoint.example/approvals/h1'

/** The text stands wherever an agent or a server can put one. */
function holdWith(text: string): Hold {
  const call = {
    ...HELD_CALL,
    tool: text.slice(0, 60),
    server: { ...HELD_CALL.server, name: text.slice(0, 60) },
    client: { name: text.slice(0, 60), version: '1' },
    rationale: text,
    argumentsText: JSON.stringify({ note: text, list: [text], [text.slice(0, 40)]: 1 }),
  }
  const hold = sampleHold({ call })
  const { ruling } = hold
  return { ...hold, preview: buildPreview({ call, ruling, definition: null, warnings: [text.slice(0, 100)], sha256 }) }
}

const decided = (hold: Hold, text: string): Hold => ({
  ...hold,
  state: 'declined',
  verdicts: [
    sampleVerdict('decline', { via: 'channel', by: 'slack:T1/U1', person: 'ana', reason: text.slice(0, 100) }),
  ],
})

async function show(under: ChannelUnderTest, hold: Hold): Promise<DrawnMessage> {
  const { message } = questionMessage(hold, {
    audience: 'approver',
    locale: 'en',
    code: '7F3K',
    buttons: under.traits.answersBy === 'buttons' ? { approve: 'b-yes', decline: 'b-no' } : null,
    page: PAGE,
    here: under.channel.about.platform,
    inGroup: true,
    signsReplies: true,
    now: 0,
    fits: (each) => under.channel.fits(each),
  })
  await under.channel.deliver({ id: randomUUID(), place: under.place, message })
  const drawn = under.drawn().at(-1)
  if (drawn === undefined) throw new Error('Nothing was drawn.')
  return drawn
}

/** A platform breaks lines as it likes; hidden characters and line ends are shown by their names. */
const comparable = (text: string): string =>
  showLeftoverCharacters(text)
    .replaceAll(/⟦U\+000[9AD]⟧/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe.each(PLATFORMS)('[X13.1] [D5] [D8] what others chose is text in %s', (_name, make) => {
  test('in a question and in what is said of its end', { timeout: 60_000 }, async () => {
    const under = await make('good')
    await under.channel.open(rememberingReceiver())
    for (const [words, text] of HOSTILE_TEXTS) {
      const open = await show(under, holdWith(text))
      expect(comparable(open.text), words).toContain(comparable(text))
      expect(open.links, words).toEqual([PAGE])
      if (under.traits.answersBy === 'buttons')
        expect(
          open.buttons.map(({ id }) => id),
          words,
        ).toEqual(['b-yes', 'b-no'])
      const ended = await show(under, decided(holdWith(text), text))
      expect([ended.links, ended.buttons], words).toEqual([[PAGE], []])
      for (const drawn of [open, ended]) {
        expect(drawn.live, words).toEqual([])
        expect(findHiddenCharacters(drawn.text), words).toEqual([])
      }
    }
    await under.close()
  })
})
