/**
 * A service is killed after a platform took its message and before its own store says so: on each platform, with the real
 * processes. What is sent again, who decides, and what every copy says afterwards.
 */
import {
  drawDingTalkCard,
  drawDingTalkMarkdown,
  startDingTalkFake,
  startFeishuFake,
  startSlackFake,
} from '@holdpoint/channels/testing'
import type { PlatformFake } from '@holdpoint/channels/testing'
import type { Delivery } from '@holdpoint/core'
import { describe, expect, test, vi } from 'vitest'
import { connectAgent } from '../harness/serve-agent.ts'
import { eventually } from '../harness/serve-harness.ts'
import { usingStore } from '../harness/using-store.ts'
import { PATIENCE_MS } from '../harness/wait-for.ts'
import { codeIn, startAsking } from './asking-service.ts'
import type { AskingOptions } from './asking-service.ts'

/** One message of a question, as people see it now. */
interface Copy {
  readonly text: string
  /** Approves, as the one who may; `null`: it can no longer be pressed. */
  readonly approve: (() => Promise<unknown>) | null
}

interface Played extends Omit<AskingOptions, 'place'> {
  readonly fake: PlatformFake & { withholdAnswers(messages: number): void }
  copies(item: string): readonly Copy[]
  /** Where a message cannot be changed or pressed, people reply with the code. */
  readonly answersBy: 'buttons' | 'code'
}

interface Platform {
  readonly name: string
  /** How many messages of one question may stand there after the crash. */
  readonly mostCopies: number
  readonly play: () => Promise<Played>
}

const PLATFORMS: readonly Platform[] = [
  { name: 'Feishu, which takes our uuid', mostCopies: 1, play: playFeishu },
  { name: 'DingTalk with cards, which takes our outTrackId', mostCopies: 1, play: playDingTalkCards },
  { name: 'Slack, which takes no id of ours', mostCopies: 2, play: playSlack },
  { name: 'DingTalk with markdown, which takes no id of ours', mostCopies: 2, play: playDingTalkMarkdown },
]

describe.each(PLATFORMS)('[X13.4] killed while it sends: $name', ({ mostCopies, play }) => {
  test('no more copies than the platform forces; either one decides, once, and both say so', async () => {
    const { fake, copies, answersBy, ...options } = await play()
    const first = await startAsking(options)
    const { place } = first
    fake.withholdAnswers(2)
    const lost = ['killed-1', 'killed-2'].map((item) => first.remove(item).catch(() => null))
    for (const item of ['killed-1', 'killed-2']) await eventually(() => copies(item)[0])
    await first.service.stop('SIGKILL')
    await Promise.all(lost)
    expect((await deliveries(place.home)).map(({ state, ref }) => [state, ref])).toEqual([
      ['waiting', null],
      ['waiting', null],
    ])
    await lapseLeases(place.home)
    const again = await startAsking({ ...options, place })
    await vi.waitFor(async () => {
      for (const { state } of await deliveries(place.home)) expect(state).toBe('sent')
    }, PATIENCE_MS)
    for (const item of ['killed-1', 'killed-2']) expect(copies(item)).toHaveLength(mostCopies)

    // The copy of which nobody knows was pressed, and the one that is known.
    await copies('killed-1')[0]?.approve?.()
    await copies('killed-2').at(-1)?.approve?.()
    await vi.waitFor(async () => {
      for (const item of ['killed-1', 'killed-2']) expect(await again.hold(item)).toMatchObject({ state: 'approved' })
    }, PATIENCE_MS)
    // Whatever can still be pressed is told what happened, and shows it from then on.
    for (const item of ['killed-1', 'killed-2']) for (const copy of copies(item)) await copy.approve?.()
    const agent = await connectAgent(again.service.url, { era: '2025' })
    for (const item of ['killed-1', 'killed-2']) {
      expect((await agent.call('delete_item', { id: item })).answer.result?.isError).not.toBe(true)
      expect(again.runs(item)).toBe(1)
    }
    if (answersBy === 'buttons') {
      await vi.waitFor(() => {
        for (const copy of ['killed-1', 'killed-2'].flatMap(copies)) {
          expect(copy.text).toContain('Approved by ana')
          expect(copy.approve).toBeNull()
        }
      }, PATIENCE_MS)
    }
    const audit = await again.service.get('/admin/audit?limit=1000')
    const { records } = audit.json as { readonly records: readonly { readonly kind: string }[] }
    expect(records.filter(({ kind }) => kind === 'hold-approved')).toHaveLength(2)
    await again.close()
    await fake.close()
  })
})

const deliveries = (home: string): Promise<readonly Delivery[]> =>
  usingStore({ path: home }, async (store) => {
    const holds = [...(await store.holds.inState('pending', 10)), ...(await store.holds.inState('approved', 10))]
    return await store.deliveries.ofHolds(holds.map(({ id }) => id))
  })

/** As if the time of the killed process's leases were over. */
async function lapseLeases(home: string): Promise<void> {
  const leased = await deliveries(home)
  await usingStore({ path: home }, async (store) => {
    for (const { id } of leased) {
      await store.deliveries.change(id, (delivery, now) => {
        if (delivery?.job?.lease === null || delivery?.job?.lease === undefined) throw new Error('Nothing was leased.')
        const lease = { ...delivery.job.lease, until: now }
        const lapsed = { ...delivery, revision: delivery.revision + 1, job: { ...delivery.job, lease } }
        return { do: 'write', delivery: lapsed, record: null, answer: null }
      })
    }
  })
}

const person = (identity: string): object => ({ ana: { identities: [identity] } })

async function playFeishu(): Promise<Played> {
  const fake = await startFeishuFake({ chats: ['oc_ops'], people: ['ou_ana'] })
  const { appId, appSecret, workspace } = fake.app
  const by = { tenantKey: workspace, openId: 'ou_ana' }
  return {
    fake,
    answersBy: 'buttons',
    config: {
      people: person(`feishu:${workspace}/ou_ana`),
      channels: {
        feishu: { app_id: appId, app_secret: '${FEISHU_APP_SECRET}', api_url: fake.url },
        ask: [{ to: ['feishu:group/oc_ops'] }],
      },
    },
    environment: { FEISHU_APP_SECRET: appSecret },
    isReached: async () => void (await fake.write({ text: 'hello', by, chat: 'oc_ops' })),
    copies: (item) =>
      fake.messages('oc_ops').flatMap(({ id, drawn: { text, buttons } }) => {
        const button = buttons.find((each) => each.text === 'Approve')
        const approve = button && (() => fake.press({ message: id, button: String(button.value['id']), by }))
        return text.includes(item) ? [{ text, approve: approve ?? null }] : []
      }),
  }
}

async function playSlack(): Promise<Played> {
  const fake = await startSlackFake({ channels: ['C0OPS'], people: ['U0ANA'] })
  return {
    fake,
    answersBy: 'buttons',
    config: {
      people: person(`slack:${fake.workspace}/U0ANA`),
      channels: {
        slack: { bot_token: '${SLACK_BOT_TOKEN}', app_token: '${SLACK_APP_TOKEN}', api_url: fake.url },
        ask: [{ to: ['slack:group/C0OPS'] }],
      },
    },
    environment: { SLACK_BOT_TOKEN: fake.botToken, SLACK_APP_TOKEN: fake.appToken },
    isReached: async () => await fake.write({ channel: 'C0OPS', user: 'U0ANA', text: 'hello' }),
    copies: (item) =>
      fake.messages('C0OPS').flatMap(({ ts, drawn: { text, buttons } }) => {
        const button = buttons.find((each) => each.text === 'Approve')
        const { actionId } = button ?? {}
        const approve = actionId && (() => fake.press({ channel: 'C0OPS', ts, actionId, user: 'U0ANA' }))
        return text.includes(item) ? [{ text, approve: approve || null }] : []
      }),
  }
}

async function playDingTalkCards(): Promise<Played> {
  const fake = await startDingTalkFake({ groups: ['cidOps=='], people: ['U0ANA'] })
  return {
    ...dingTalkOptions(fake, { card_template: fake.cardTemplateId }),
    answersBy: 'buttons',
    copies: (item) =>
      fake.cards().flatMap(({ outTrackId, values }) => {
        const { text, buttons } = drawDingTalkCard(values)
        const button = buttons.find((each) => each.text === 'Approve')
        const approve = button && (() => fake.press({ outTrackId, userId: 'U0ANA', params: button.params }))
        return text.includes(item) ? [{ text, approve: approve ?? null }] : []
      }),
  }
}

async function playDingTalkMarkdown(): Promise<Played> {
  const fake = await startDingTalkFake({ groups: ['cidOps=='], people: ['U0ANA'] })
  return {
    ...dingTalkOptions(fake, {}),
    answersBy: 'code',
    copies: (item) =>
      fake.messages().flatMap(({ param }) => {
        const { text } = drawDingTalkMarkdown(Object.values(param).join('\n'))
        if (!text.includes(item) || !text.includes('confirm')) return []
        const reply = { text: `confirm ${codeIn(text)}`, userId: 'U0ANA', group: 'cidOps==', mentionsRobot: true }
        return [{ text, approve: () => fake.write(reply) }]
      }),
  }
}

function dingTalkOptions(
  fake: Awaited<ReturnType<typeof startDingTalkFake>>,
  more: object,
): Pick<Played, 'config' | 'environment' | 'isReached'> & { readonly fake: typeof fake } {
  return {
    fake,
    config: {
      people: person('dingtalk:W1/U0ANA'),
      channels: {
        dingtalk: { client_id: fake.clientId, client_secret: '${DINGTALK_SECRET}', api_url: fake.url, ...more },
        ask: [{ to: ['dingtalk:group/cidOps=='] }],
      },
    },
    environment: { DINGTALK_SECRET: fake.clientSecret },
    isReached: async () => void (await fake.ping('there?')),
  }
}
