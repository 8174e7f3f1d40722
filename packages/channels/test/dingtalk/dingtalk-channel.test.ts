import { inspect } from 'node:util'
import { ChannelError, createDingTalkChannel } from '@holdpoint/channels'
import type { Channel, ChannelMessage, DingTalkOptions } from '@holdpoint/channels'
import { drawDingTalkCard, startDingTalkFake } from '@holdpoint/channels/testing'
import type { DingTalkFake, DingTalkFakeOptions } from '@holdpoint/channels/testing'
import { DECIDED, QUESTION, rememberingReceiver } from '@holdpoint/testing/channel'
import { afterEach, describe, expect, test } from 'vitest'
import { GROUP, optionsFor, PERSON } from './dingtalk-under-test.ts'

const made: { readonly channel: Channel; readonly fake: DingTalkFake }[] = []

afterEach(async () => {
  for (const { channel, fake } of made.splice(0)) {
    await channel.close()
    await fake.close()
  }
})

async function makeChannel(
  how: 'card' | 'markdown',
  options: Partial<DingTalkOptions> = {},
  fakeOptions: DingTalkFakeOptions = {},
) {
  const fake = await startDingTalkFake(fakeOptions)
  const channel = createDingTalkChannel({ ...optionsFor(fake, how), ...options })
  const receiver = rememberingReceiver()
  made.push({ channel, fake })
  return { channel, fake, receiver }
}

describe('[X13.S2] access tokens of DingTalk', () => {
  test('one is renewed once, however many wait for it, and kept', async () => {
    let now = 1_000_000
    const { channel, fake } = await makeChannel('card', { now: () => now })
    const ids = Array.from({ length: 20 }, (_, index) => `d${index}`)
    await Promise.all(ids.map((id) => channel.deliver({ id, place: GROUP, message: QUESTION })))
    await channel.say(GROUP, 'hello')
    expect(fake.tokens()).toHaveLength(1)
    // Five minutes before the two hours are over.
    now += 7200_000 - 299_000
    await Promise.all(ids.map(() => channel.say(GROUP, 'hello')))
    expect(fake.tokens()).toHaveLength(2)
  })

  test('one that lapsed early is renewed, and the request is made again, once', async () => {
    const { channel, fake } = await makeChannel('card')
    await channel.say(GROUP, 'one')
    fake.lapseTokens()
    await Promise.all([channel.say(GROUP, 'two'), channel.say(GROUP, 'three')])
    expect(fake.messages().map(({ param }) => param['content'])).toEqual(
      expect.arrayContaining(['one', 'two', 'three']),
    )
    expect(fake.messages()).toHaveLength(3)
    expect(fake.tokens()).toHaveLength(2)
  })
})

describe('[X13.S2] cards of DingTalk', () => {
  test('go to a group and to a person with our id, texts only, and cannot be forwarded', async () => {
    const { channel, fake } = await makeChannel('card')
    await channel.deliver({ id: 'dg', place: GROUP, message: QUESTION })
    await channel.deliver({ id: 'dp', place: PERSON, message: QUESTION })
    const [group, person] = fake.requests().filter(({ path }) => path.endsWith('createAndDeliver'))
    expect(group?.body).toMatchObject({
      outTrackId: 'dg',
      callbackType: 'STREAM',
      cardTemplateId: fake.cardTemplateId,
      openSpaceId: 'dtv1.card//IM_GROUP.cidGroup1==',
      imGroupOpenSpaceModel: { supportForward: false },
      imGroupOpenDeliverModel: { robotCode: fake.clientId },
    })
    expect(person?.body).toMatchObject({
      outTrackId: 'dp',
      openSpaceId: 'dtv1.card//IM_ROBOT.U1',
      imRobotOpenSpaceModel: { supportForward: false },
      imRobotOpenDeliverModel: { spaceType: 'IM_ROBOT', robotCode: fake.clientId },
    })
    expect(Object.values(fake.cards()[0]?.values ?? {}).every((value) => typeof value === 'string')).toBe(true)
  })

  test.each(['taken', 'refused'] as const)('made twice with one id is one card: the second is %s', async (sameCard) => {
    const { channel, fake } = await makeChannel('card', {}, { sameCard })
    const first = await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    expect(await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })).toEqual(first)
    expect(fake.cards()).toHaveLength(1)
  })

  test('an answer draws the card anew for the one who pressed at once, and then for everyone', async () => {
    const { channel, fake, receiver } = await makeChannel('card')
    receiver.pressed = async () => ({ notice: 'Approved.', message: DECIDED })
    await channel.open(receiver)
    await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    const answer = await fake.press({ outTrackId: 'd1', userId: 'U1', params: { press: 'group.press-approve-1' } })
    expect(answer.data['response']).toMatchObject({
      cardData: { cardParamMap: { title: DECIDED.title, can_approve: 'false', approve_press: '' } },
      userPrivateData: { cardParamMap: { notice: 'Approved.' } },
    })
    await expect.poll(() => fake.cards()[0]?.values['title']).toBe(DECIDED.title)
    expect(fake.cards()[0]?.valuesFor('U2')).toMatchObject({ title: DECIDED.title, can_decline: 'false' })
    expect(fake.cards()[0]?.valuesFor('U2')['notice']).toBeUndefined()
    expect(fake.cards()[0]?.valuesFor('U1')['notice']).toBe('Approved.')
  })

  test('a press that is told again has the same name, and no other company presses', async () => {
    const { channel, fake, receiver } = await makeChannel('card', { corpId: 'W1' })
    await channel.open(receiver)
    await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    const press = { outTrackId: 'd1', userId: 'U1', params: { press: 'group.b1' } }
    await fake.press({ ...press, messageId: 'frame-1' })
    await fake.press({ ...press, messageId: 'frame-1' })
    expect(receiver.presses.map(({ event }) => event)).toEqual(['frame-1', 'frame-1'])
    const foreign = await fake.press({ ...press, corpId: 'W2' })
    expect(foreign).toMatchObject({ code: 200, data: { response: {} } })
    expect(receiver.presses).toHaveLength(2)
    await fake.write({ text: 'confirm 7F3K', userId: 'U1', corpId: 'W2', group: GROUP.id })
    await fake.write({ text: 'end', userId: 'U1', group: GROUP.id })
    await expect.poll(() => receiver.replies.map(({ text }) => text)).toEqual(['end'])
  })

  test('without a template, a change whose answer is lost stands there twice at most', async () => {
    const { channel, fake, receiver } = await makeChannel('markdown')
    await channel.open(receiver)
    const delivered = await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    const asked = fake.messages().length
    const outcomes: string[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      fake.loseNextAnswer()
      outcomes.push(
        await channel.update(delivered, DECIDED).then(
          () => 'said',
          (error: unknown) => (error instanceof ChannelError ? error.kind : 'other'),
        ),
      )
    }
    expect(outcomes).toEqual(['unknown', 'said', 'said', 'said'])
    expect(fake.messages()).toHaveLength(asked + 2)
  })

  test('without a company configured, whoever presses is named with the company of the envelope', async () => {
    const { channel, fake, receiver } = await makeChannel('card')
    await channel.open(receiver)
    await fake.press({ outTrackId: 'd1', userId: 'U1', corpId: 'W2', params: { press: 'group.b1' } })
    expect(receiver.presses).toMatchObject([{ by: { workspace: 'W2', user: 'U1' } }])
  })

  test('what carries no id of ours, or no one, is no press', async () => {
    const { channel, fake, receiver } = await makeChannel('card')
    await channel.open(receiver)
    const callbacks = [
      { corpId: 'W1', userId: 'U1', outTrackId: 'd1', content: '{"cardPrivateData":{"params":{}}}' },
      { corpId: 'W1', userId: 'U1', outTrackId: 'd1', content: '{{{' },
      {
        corpId: 'W1',
        userId: 'U1',
        outTrackId: 'd1',
        content: '{"cardPrivateData":{"params":{"press":["group.b1"]}}}',
      },
      { corpId: 'W1', outTrackId: 'd1', content: '{"cardPrivateData":{"params":{"press":"group.b1"}}}' },
      { userId: 'U1', outTrackId: 'd1', content: '{"cardPrivateData":{"params":{"press":"group.b1"}}}' },
      { corpId: 'W1', userId: 'U1', outTrackId: 'd1', content: '{"cardPrivateData":{"params":{"press":"b1"}}}' },
    ]
    for (const data of callbacks)
      expect(await fake.push('/v1.0/card/instances/callback', data)).toMatchObject({ code: 200 })
    expect(receiver.presses).toEqual([])
  })

  test('a line that is longer than a value goes on in the next, and says so', async () => {
    const { channel, fake } = await makeChannel('card')
    const text = `${'订'.repeat(700)}✅ Approved by admin`
    await channel.deliver({
      id: 'd1',
      place: GROUP,
      message: { ...QUESTION, parts: [{ kind: 'block', label: 'SQL', text }] },
    })
    const lines = drawDingTalkCard(fake.cards()[0]?.values ?? {}).text.split('\n')
    expect(lines.every((line) => !line.startsWith('✅'))).toBe(true)
    expect(lines.filter((line) => line.startsWith('⟦…⟧'))).toHaveLength(2)
  })

  test('a place with a semicolon in its name adds no other place', async () => {
    const { channel, fake } = await makeChannel('card')
    const place = { kind: 'person', id: 'U1;IM_GROUP.cidGroup1==' } as const
    const delivered = channel.deliver({ id: 'd1', place, message: QUESTION })
    await expect(delivered).rejects.toMatchObject({ kind: 'no-such-place' })
    expect(fake.requests()).toEqual([])
  })
})

describe('[X13.S2] DingTalk without a card template', () => {
  test('a message that cannot be changed is followed by a line, once', async () => {
    const { channel, fake } = await makeChannel('markdown')
    const delivered = await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    await channel.update(delivered, DECIDED)
    await channel.update(delivered, DECIDED)
    expect(fake.messages().map(({ msgKey }) => msgKey)).toEqual(['sampleMarkdown', 'sampleText'])
    expect(fake.messages()[1]?.param['content']).toBe('Approved: delete 2 orders\nAna approved it at 14:02 in the chat')
  })

  test('a question that changes while it is open is asked anew with all that it shows, once', async () => {
    const { channel, fake } = await makeChannel('markdown')
    const delivered = await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    const changed: ChannelMessage = {
      ...QUESTION,
      parts: [...QUESTION.parts, { kind: 'block', label: 'Arguments', text: 'id: 99' }],
    }
    await channel.update(delivered, changed)
    await channel.update(delivered, changed)
    expect(fake.messages().map(({ msgKey }) => msgKey)).toEqual(['sampleMarkdown', 'sampleMarkdown'])
    expect(JSON.stringify(fake.messages()[1]?.param)).toMatch(/id: 99/)
  })

  test('a card that was sent while there was a template is still changed as one', async () => {
    const { channel, fake } = await makeChannel('card')
    const delivered = await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
    const later = createDingTalkChannel(optionsFor(fake, 'markdown'))
    await later.update(delivered, DECIDED)
    expect(fake.cards()[0]?.values['title']).toBe(DECIDED.title)
    await later.close()
  })

  test('people are named with their company; one without an id of the company is nobody configured', async () => {
    const { channel, fake, receiver } = await makeChannel('markdown')
    await channel.open(receiver)
    await fake.write({ text: 'one', userId: 'U1', group: null })
    await fake.write({ text: 'two', userId: 'U1', group: GROUP.id, more: { senderStaffId: undefined } })
    await fake.write({ text: 'three', userId: 'U1', group: GROUP.id, more: { senderCorpId: undefined } })
    await expect.poll(() => receiver.replies).toHaveLength(3)
    expect(receiver.replies).toMatchObject([
      { by: { workspace: 'W1', user: 'U1', name: 'Person U1' }, place: PERSON },
      { by: { workspace: 'W1', user: '$:LWCP_v1:$U1' }, place: GROUP },
      { by: { workspace: 'W1', user: 'U1' }, place: GROUP },
    ])
  })

  test('rich text is what was typed, with a sign for every picture; sounds and files say nothing', async () => {
    const { channel, fake, receiver } = await makeChannel('markdown')
    await channel.open(receiver)
    const rich = (richText: readonly unknown[]) => ({ msgtype: 'richText', text: undefined, content: { richText } })
    const write = (more: object) => fake.write({ text: '', userId: 'U1', group: null, more: { ...more } })
    await write(rich([{ text: 'con' }, { text: 'firm' }]))
    await write(rich([{ text: 'confirm' }, { type: 'picture', downloadCode: 'x' }]))
    const quoting = rich([{ text: 'confirm 7F3K' }])
    await write({ ...quoting, content: { ...quoting.content, isReplyMsg: true } })
    await write({ msgtype: 'audio', content: { recognition: 'confirm' } })
    await write({ msgtype: 'file', content: { fileName: 'confirm' } })
    await fake.write({ text: 'end', userId: 'U1', group: null })
    await expect.poll(() => receiver.replies.at(-1)?.text).toBe('end')
    expect(receiver.replies.map(({ text }) => text)).toEqual(['confirm', 'confirm\ufffc', 'confirm 7F3K', 'end'])
    expect(receiver.replies.map(({ origin }) => origin)).toEqual(['typed', 'typed', 'quoted', 'typed'])
  })
})

describe("[X13.S2] DingTalk's robot by HTTP", () => {
  const NOW = 1_800_000_000_000
  const message = { text: 'confirm 7F3K', userId: 'U1', group: GROUP.id, msgId: 'm1' }

  async function openByHttp() {
    const { channel, fake, receiver } = await makeChannel('markdown', { robotMessages: 'http' })
    await channel.open(receiver)
    const request = (at: number, change: object = {}, path = 'robot') => {
      const { headers, body } = fake.robotRequest(message, at)
      return channel.request({ method: 'POST', path, headers, body, receivedAt: NOW, ...change })
    }
    return { channel, fake, receiver, request }
  }

  test('a signed message is taken, and is a word that DingTalk does not vouch for', async () => {
    const { channel, fake, receiver, request } = await openByHttp()
    expect(await request(NOW - 240_000)).toEqual({
      status: 200,
      contentType: 'application/json',
      body: '{"msgtype":"empty"}',
    })
    expect(receiver.replies).toMatchObject([{ text: 'confirm 7F3K', envelope: 'unsigned', event: 'm1' }])
    expect(fake.connectionRequests(), 'nothing comes over a stream').toEqual([])
    expect(channel.health().state).toBe('connected')
  })

  test('a captured signature with another body is taken for no more than that, and has the name of its message', async () => {
    const { fake, receiver, request } = await openByHttp()
    await request(NOW)
    await request(NOW)
    const forged = fake.robotRequest({ ...message, userId: 'U2', msgId: 'm2' }, NOW)
    await request(NOW, { body: forged.body })
    expect(receiver.replies.map(({ event, envelope }) => `${event} ${envelope}`)).toEqual([
      'm1 unsigned',
      'm1 unsigned',
      'm2 unsigned',
    ])
  })

  test('a wrong, missing, early or late signature is refused before anything is parsed', async () => {
    const { receiver, request } = await openByHttp()
    const statuses = [
      await request(NOW - 360_000),
      await request(NOW + 360_000),
      await request(NOW, { headers: {} }),
      await request(NOW, { headers: { timestamp: String(NOW), sign: 'AAAA' } }),
      await request(NOW, { headers: { timestamp: `${NOW}0`, sign: 'x' } }),
      await request(NOW, { headers: { timestamp: String(NOW) }, body: Buffer.from('{{{') }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401])
    expect(receiver.replies).toEqual([])
  })

  test('presses by HTTP, and messages where they come over the stream, are not known', async () => {
    const { request } = await openByHttp()
    expect(await request(NOW, {}, 'card')).toMatchObject({ status: 404 })
    expect(await request(NOW, { method: 'GET' })).toMatchObject({ status: 404 })
    const { channel, fake, receiver } = await makeChannel('card')
    await channel.open(receiver)
    const signed = { method: 'POST', path: 'robot', ...fake.robotRequest(message, NOW), receivedAt: NOW }
    expect(await channel.request(signed)).toMatchObject({ status: 404 })
    expect(receiver.replies).toEqual([])
  })
})

describe('[X13.S2] what DingTalk refuses', () => {
  test.each([
    [403, { code: 'Forbidden.AccessDenied.QpsLimitForApi' }, 'later', 1000],
    [403, { code: 'Forbidden.AccessDenied.QpmLimitForAppkeyAndApi' }, 'later', 60_000],
    [400, { code: 'request.overlimit' }, 'later', 1000],
    [200, { status: 1111, wait: 5, source: 'x5', punish: 'deny' }, 'later', 300_000],
    [403, '<html>blocked</html>', 'later', 300_000],
    [503, '<html>away</html>', 'unknown', 0],
    [500, { code: 'system.busy' }, 'later', 1000],
    [403, { code: 'Forbidden.AccessDenied.AccessTokenPermissionDenied' }, 'refused', 0],
    [403, { code: 'Forbidden.AccessDenied.IpNotInWhiteList' }, 'refused', 0],
    [400, { code: 'param.templateUnpublished' }, 'refused', 0],
    [400, { code: 'param.userIdNotExist' }, 'no-such-place', 0],
    [400, { code: 'invalidParameter.userIds' }, 'no-such-place', 0],
  ] as const)('%i %o is %s', async (status, answer, kind, retryAfterMs) => {
    const { channel, fake } = await makeChannel('card')
    fake.answerNext(status, typeof answer === 'string' ? answer : JSON.stringify(answer))
    const error = await channel
      .deliver({ id: 'd1', place: GROUP, message: QUESTION })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ kind, retryAfterMs })
    if (!(error instanceof ChannelError)) throw error
    expect(error.message).toContain('DingTalk')
  })

  test('no secret is in an error, in the health or on the console', async () => {
    const { channel, fake, receiver } = await makeChannel('card')
    const lines: string[] = []
    const terminal = globalThis.console as unknown as { [name: string]: unknown }
    const names = ['log', 'info', 'warn', 'error', 'debug'] as const
    const before = names.map((name) => terminal[name])
    for (const name of names) terminal[name] = (...said: unknown[]) => lines.push(inspect(said, { depth: 9 }))
    try {
      await channel.open(receiver)
      await channel.deliver({ id: 'd1', place: GROUP, message: QUESTION })
      const errors: unknown[] = []
      for (const [status, answer] of [
        [400, JSON.stringify({ code: `x ${fake.clientSecret}`, message: fake.clientSecret })],
        [500, JSON.stringify({ code: 'unknownError', message: `${fake.clientSecret} ${fake.tokens().join()}` })],
        [403, fake.clientSecret],
      ] as const) {
        fake.answerNext(status, answer)
        errors.push(
          await channel.deliver({ id: 'd2', place: GROUP, message: QUESTION }).catch((reason: unknown) => reason),
        )
      }
      fake.away(true)
      errors.push(await channel.say(GROUP, 'hello').catch((reason: unknown) => reason))
      fake.drop()
      await expect.poll(() => channel.health().problem).toContain('DingTalk')
      expect(errors).toHaveLength(4)
      const said = [...lines, inspect(errors, { depth: 12, showHidden: true }), inspect(channel, { depth: 5 })]
      said.push(JSON.stringify(channel.health()))
      for (const secret of [fake.clientSecret, ...fake.tokens()]) expect(said.join('\n')).not.toContain(secret)
    } finally {
      for (const [index, name] of names.entries()) terminal[name] = before[index]
    }
  })
})
