import { createDingTalkChannel, createFeishuChannel, createSlackChannel } from '@holdpoint/channels'
import { buildPreview } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { HELD_CALL, sampleHold, sha256 } from '@holdpoint/testing'
import { describe, expect, test } from 'vitest'
import { questionMessage } from '../../src/questions/question-message.ts'

/** Three bytes a character. */
const LONG = '测'.repeat(300)
const MANY = Array.from({ length: 20 }, (_, number) => `${number}${LONG}`)

function longHold(): Hold {
  const given = { text: LONG.repeat(50) }
  const call = {
    ...HELD_CALL,
    principal: LONG,
    rationale: LONG,
    arguments: given,
    argumentsText: JSON.stringify(given),
  }
  const entity = {
    title: LONG,
    source: LONG,
    hash: 'hash-1',
    seen: [],
    fields: MANY.map((label) => ({ label, before: LONG, after: LONG })),
    impact: MANY.map((label) => ({ label, value: LONG })),
  }
  const hold = sampleHold()
  const preview = buildPreview({ call, ruling: hold.ruling, definition: null, warnings: MANY, entity, sha256 })
  return { ...hold, call, preview }
}

const DINGTALK = { name: 'dingtalk', clientId: 'id', clientSecret: 'secret' }
const CHANNELS = [
  ['DingTalk’s card', createDingTalkChannel({ ...DINGTALK, cardTemplateId: 'template' })],
  ['DingTalk’s markdown', createDingTalkChannel(DINGTALK)],
  [
    'Feishu',
    createFeishuChannel({
      name: 'feishu',
      appId: 'cli_0123456789abcdef',
      appSecret: 'secret',
      events: { by: 'stream' },
    }),
  ],
  ['Slack', createSlackChannel({ name: 'slack', botToken: 'x', events: { by: 'http', signingSecret: 'secret' } })],
] as const

describe.each(CHANNELS)('[X13.1] in %s', (_, channel) => {
  const drawn = (hold: Hold) =>
    questionMessage(hold, {
      audience: 'approver',
      locale: 'zh-CN',
      code: '7F3K',
      buttons: { approve: 'b-yes', decline: 'b-no' },
      page: 'https://holdpoint.example/approvals/h1',
      here: 'slack',
      inGroup: true,
      signsReplies: true,
      now: 0,
      fits: (message) => channel.fits(message),
    })

  test('a question of any length fits once it is shortened', () => {
    const { message, whole } = drawn(longHold())
    expect(whole).toBe(false)
    expect(channel.fits(message)).toBe(true)
  })

  test('so does what is said of its end, which takes its buttons away', () => {
    const verdict = { by: 'slack:T1/U1', person: LONG, via: 'channel', assurance: 'identified', at: 1 } as const
    const verdicts = [{ ...verdict, answer: 'decline', reason: LONG, edits: null } as const]
    for (const state of ['declined', 'expired', 'invalidated'] as const) {
      const { message } = drawn({ ...longHold(), state, note: LONG, verdicts: state === 'declined' ? verdicts : [] })
      expect(channel.fits(message), state).toBe(true)
      expect(message.buttons).toEqual([])
    }
  })
})
