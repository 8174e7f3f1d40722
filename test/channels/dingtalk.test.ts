/** A service that asks in DingTalk, as whole processes: our stream client, a DingTalk that the test plays, and a ledger. */
import { drawDingTalkCard, drawDingTalkMarkdown, startDingTalkFake } from '@holdpoint/channels/testing'
import type { DingTalkFake, FakeDingTalkCard, FakeDingTalkMessage } from '@holdpoint/channels/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../harness/serve-harness.ts'
import { usingStore } from '../harness/using-store.ts'
import { PATIENCE_MS } from '../harness/wait-for.ts'
import { codeIn, expectNothingOfTheCall, startAsking } from './asking-service.ts'
import type { AskingService } from './asking-service.ts'

const GROUP = 'cidOps=='
const [ANA, STRANGER] = ['U0ANA', 'U0EVE']
const CORP = 'corp1'
const SIX_MINUTES_MS = 6 * 60_000

const settings = (dingtalk: DingTalkFake, more: object = {}): object => ({
  people: { ana: { identities: [`dingtalk:${CORP}/${ANA}`] } },
  channels: {
    dingtalk: {
      client_id: dingtalk.clientId,
      client_secret: '${DINGTALK_SECRET}',
      corp_id: CORP,
      api_url: dingtalk.url,
      ...more,
    },
    ask: [{ to: [`dingtalk:group/${GROUP}`] }],
  },
})

async function startPlayed(
  more: (dingtalk: DingTalkFake) => object,
  comes: 'over a stream' | 'by HTTP' = 'over a stream',
): Promise<[DingTalkFake, AskingService]> {
  const dingtalk = await startDingTalkFake({ corpId: CORP, groups: [GROUP], people: [ANA, STRANGER] })
  const asking = await startAsking({
    config: settings(dingtalk, more(dingtalk)),
    environment: { DINGTALK_SECRET: dingtalk.clientSecret },
    isReached: async () => {
      if (comes === 'over a stream') await dingtalk.ping('there?')
      else if (dingtalk.tokens().length === 0) throw new Error('DingTalk was not reached yet.')
    },
  })
  return [dingtalk, asking]
}

const write = (dingtalk: DingTalkFake, text: string, userId: string): Promise<unknown> =>
  dingtalk.write({ text, userId, group: GROUP, mentionsRobot: true })

describe('[X13.4] a service asks in DingTalk with cards', () => {
  let dingtalk: DingTalkFake
  let asking: AskingService

  beforeAll(async () => {
    ;[dingtalk, asking] = await startPlayed(({ cardTemplateId }) => ({ card_template: cardTemplateId }))
  })
  afterAll(async () => {
    await asking.close()
    await dingtalk.close()
  })

  const cardAbout = (item: string): Promise<FakeDingTalkCard> =>
    eventually(() => dingtalk.cards().find(({ values }) => drawDingTalkCard(values).text.includes(item)))

  async function press(card: FakeDingTalkCard, text: string, userId: string, reason?: string): Promise<void> {
    const button = drawDingTalkCard(card.values).buttons.find((each) => each.text === text)
    if (button === undefined) throw new Error(`there is no button "${text}"`)
    const params = reason === undefined ? button.params : { ...button.params, reason }
    const { code } = await dingtalk.press({ outTrackId: card.outTrackId, userId, params })
    expect(code).toBe(200)
  }

  test('[S3.5] the press of a mapped approver runs the call once, and everyone’s card says who, when and where, without its buttons', async () => {
    const answer = asking.remove('ding-1')
    const card = await cardAbout('ding-1')
    const drawn = drawDingTalkCard(card.values)
    // Without `public_url` there is no link that a phone could open.
    expect(drawn.link).toBeNull()
    expect(drawn.text).toContain('holdpoint show ')
    expect(asking.runs('ding-1')).toBe(0)
    const carried = drawn.buttons.map(({ params }) => JSON.stringify(params))
    expect(carried).toHaveLength(2)
    const { id: hold = '' } = (await asking.hold('ding-1')) ?? {}
    for (const each of carried) expectNothingOfTheCall(each, ['ding-1', 'delete_item', 'approve', 'decline', hold])
    await press(card, 'Approve', ANA)
    expect((await answer).answer.result?.isError).not.toBe(true)
    expect(await asking.endedRuns('ding-1')).toBe(1)
    await vi.waitFor(() => {
      for (const values of [card.values, card.valuesFor(ANA), card.valuesFor(STRANGER)]) {
        const { text, buttons } = drawDingTalkCard(values)
        expect(text).toMatch(/Approved by ana\b.*, .+ UTC, in this chat\./)
        expect(text).toContain('It ran.')
        expect(buttons).toEqual([])
      }
    }, PATIENCE_MS)
    expect(await asking.hold('ding-1')).toMatchObject({
      state: 'succeeded',
      via: 'channel',
      decided_by: `dingtalk:${CORP}/${ANA}`,
    })
  })

  test('[S3.5] a stranger decides nothing by press or code; nor does a bare word; the approver’s code does', async () => {
    const answer = asking.remove('ding-2')
    const card = await cardAbout('ding-2')
    await press(card, 'Approve', STRANGER)
    expect(dingtalk.notices().at(-1)).not.toMatch(/^Approved/)
    const code = codeIn(drawDingTalkCard(card.values).text)
    await write(dingtalk, `confirm ${code}`, STRANGER)
    await write(dingtalk, 'ok', ANA)
    expect(await asking.hold('ding-2')).toMatchObject({ state: 'pending' })
    await write(dingtalk, `确认 ${code}`, ANA)
    expect((await answer).answer.result?.isError).not.toBe(true)
    expect(await asking.endedRuns('ding-2')).toBe(1)
  })

  test('a decline with a reason reaches the agent; pressed again, the old button tells what happened', async () => {
    const answer = asking.remove('ding-3')
    const card = await cardAbout('ding-3')
    const [approve] = drawDingTalkCard(card.values).buttons
    await press(card, 'Decline', ANA, 'wrong item')
    expect(JSON.stringify((await answer).answer.result)).toContain('wrong item')
    await dingtalk.press({ outTrackId: card.outTrackId, userId: ANA, params: approve?.params ?? {} })
    expect(dingtalk.notices().at(-1)).toContain('Declined by ana')
    expect(asking.runs('ding-3')).toBe(0)
  })

  test('[F8] a message by HTTP is not taken where messages come over the stream', async () => {
    const { headers, body } = dingtalk.robotRequest({ text: 'confirm 7F3K', userId: ANA, group: GROUP }, Date.now())
    expect((await asking.post('dingtalk/robot', headers, body)).status).toBe(404)
  })
})

describe('[X13.4] a service asks in DingTalk without a template, and messages come by HTTP', () => {
  let dingtalk: DingTalkFake
  let asking: AskingService

  beforeAll(async () => {
    ;[dingtalk, asking] = await startPlayed(() => ({ robot_messages: 'http' }), 'by HTTP')
  })
  afterAll(async () => {
    await asking.close()
    await dingtalk.close()
  })

  const textOf = ({ param }: FakeDingTalkMessage): string => drawDingTalkMarkdown(Object.values(param).join('\n')).text
  const questionAbout = (item: string): Promise<FakeDingTalkMessage> =>
    eventually(() => dingtalk.messages().find((message) => textOf(message).includes(item)))

  test('[F8] a captured sign with a forged body decides nothing, whoever it names; the page does, and the chat is told', async () => {
    const answer = asking.remove('ding-4')
    // No answer by writing is asked for: it could not count. The attacker knows the code all the same.
    const question = textOf(await questionAbout('ding-4'))
    expect(question).toContain('It cannot be answered in this chat')
    expect(question).not.toMatch(/confirm|mention me/)
    const asked = (await asking.hold('ding-4'))?.id ?? ''
    const code = await usingStore(
      { path: asking.place.home },
      async ({ deliveries }) => (await deliveries.ofHolds([asked]))[0]?.code,
    )
    expect(code).toMatch(/^\w{4}$/)
    const captured = dingtalk.robotRequest(
      { text: 'hello', userId: STRANGER, group: GROUP, mentionsRobot: true },
      Date.now(),
    )
    const forged = dingtalk.robotRequest(
      { text: `confirm ${code}`, userId: ANA, group: GROUP, mentionsRobot: true },
      Date.now(),
    )
    const said = dingtalk.messages().length
    const taken = await asking.post('dingtalk/robot', captured.headers, forged.body)
    expect(taken.status).toBe(200)
    const told = await eventually(() => dingtalk.messages()[said])
    expect(textOf(told)).not.toMatch(/^Approved/)
    const word = dingtalk.robotRequest({ text: 'confirm', userId: ANA, group: GROUP, mentionsRobot: true }, Date.now())
    const before = dingtalk.messages().length
    expect((await asking.post('dingtalk/robot', word.headers, word.body)).status).toBe(200)
    const help = textOf(await eventually(() => dingtalk.messages()[before]))
    expect(help).toContain('never counts')
    expect(help).not.toContain('confirm')
    expect(await asking.hold('ding-4')).toMatchObject({ state: 'pending' })
    for (const at of [Date.now() - SIX_MINUTES_MS, Date.now() + SIX_MINUTES_MS]) {
      const old = dingtalk.robotRequest({ text: `confirm ${code}`, userId: ANA, group: GROUP }, at)
      expect((await asking.post('dingtalk/robot', old.headers, old.body)).status).toBe(401)
    }
    const unsigned = await asking.post(
      'dingtalk/robot',
      { timestamp: captured.headers.timestamp, sign: 'AAAA' },
      forged.body,
    )
    expect(unsigned.status).toBe(401)
    const { id = '' } = (await asking.hold('ding-4')) ?? {}
    expect(id).not.toBe('')
    await asking.service.approve(id)
    await answer
    await asking.service.reaches(id, 'succeeded')
    expect(await asking.endedRuns('ding-4')).toBe(1)
    // Such a message cannot be changed: what came of it stands below it.
    await eventually(() => dingtalk.messages().find((message) => textOf(message).includes('Approved by')))
  })
})

describe('[X13.4] a service asks in DingTalk without a template', () => {
  test('[S3.5] the question is markdown with a code; a reply over the stream decides it', async () => {
    const [dingtalk, asking] = await startPlayed(() => ({}))
    const answer = asking.remove('ding-5')
    const question = await eventually(() =>
      dingtalk.messages().find(({ param }) => JSON.stringify(param).includes('confirm')),
    )
    const code = codeIn(drawDingTalkMarkdown(Object.values(question.param).join('\n')).text)
    await write(dingtalk, `confirm ${code}`, STRANGER)
    expect(await asking.hold('ding-5')).toMatchObject({ state: 'pending' })
    await write(dingtalk, `confirm ${code}`, ANA)
    expect((await answer).answer.result?.isError).not.toBe(true)
    expect(await asking.endedRuns('ding-5')).toBe(1)
    await asking.close()
    await dingtalk.close()
  })
})
