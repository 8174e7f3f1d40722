/** A Feishu channel before the local Feishu, as the contract drives it. */
import type { Channel, ChannelPerson, FeishuChannelOptions, HttpReply, Place } from '@holdpoint/channels'
import { createFeishuChannel } from '@holdpoint/channels'
import type { FakeFeishuPerson, FeishuCallback, FeishuFake } from '@holdpoint/channels/testing'
import { startFeishuFake } from '@holdpoint/channels/testing'
import { ANA, BEN } from '@holdpoint/testing/channel'
import type { ChannelTraits, ChannelUnderTest, DrawnMessage } from '@holdpoint/testing/channel'

export const GROUP: Place = { kind: 'group', id: 'oc_team' }
export const PERSON: Place = { kind: 'person', id: ANA.user }

export interface OpenedFeishu {
  readonly feishu: FeishuFake
  readonly channel: Channel
  readonly logged: string[]
}

export async function startFeishu(
  by: 'stream' | 'http',
  more: Partial<FeishuChannelOptions> & { readonly clock?: () => number } = {},
): Promise<OpenedFeishu> {
  const { clock = Date.now, ...options } = more
  const logged: string[] = []
  const feishu = await startFeishuFake({
    chats: [GROUP.id],
    people: [ANA.user, BEN.user],
    now: clock,
    ...(by === 'http' ? { callback: (callback: FeishuCallback) => post(channel, callback, clock()) } : {}),
  })
  const { appId, appSecret, encryptKey, verificationToken } = feishu.app
  const channel: Channel = createFeishuChannel({
    name: 'feishu',
    appId,
    appSecret,
    apiUrl: feishu.url,
    events: by === 'stream' ? { by } : { by, encryptKey, verificationToken },
    log: (line) => logged.push(line),
    pauses: { firstMs: 150, mostMs: 4000 },
    ...options,
  })
  return { feishu, channel, logged }
}

/** A callback as it comes through the routes of a gateway. */
export function post(channel: Channel, { headers, body }: FeishuCallback, receivedAt: number): Promise<HttpReply> {
  return channel.request({ method: 'POST', path: 'events', headers, body: Buffer.from(body), receivedAt })
}

export function inFeishu({ workspace, user }: ChannelPerson): FakeFeishuPerson {
  return { tenantKey: workspace, openId: user }
}

const TRAITS: ChannelTraits = {
  answersBy: 'buttons',
  dedupes: true,
  updates: true,
  asksReason: true,
  longConnection: true,
  tellsRetryAfter: true,
  envelope: 'authenticated',
  origins: ['typed', 'edited', 'forwarded', 'quoted', 'bot'],
}

export async function makeFeishuUnderTest(
  by: 'stream' | 'http',
  credentials: 'good' | 'bad',
): Promise<ChannelUnderTest> {
  const wrong = credentials === 'good' ? {} : { appSecret: 'not-the-secret-of-this-app' }
  const { feishu, channel, logged } = await startFeishu(by, wrong)
  const drawn = (place: Place = GROUP): readonly DrawnMessage[] =>
    feishu.messages(place.id).map(({ id, drawn: { text, buttons, links, live } }) => ({
      ref: id,
      text,
      buttons: buttons.map((button) => ({ id: String(button.value['id']), text: button.text })),
      links,
      live,
    }))
  return {
    channel,
    traits: { ...TRAITS, longConnection: by === 'stream' },
    place: GROUP,
    person: PERSON,
    unknownPlace: { kind: 'group', id: 'oc_nowhere' },
    secrets: [feishu.app.appSecret, feishu.app.encryptKey, feishu.app.verificationToken, 'not-the-secret-of-this-app'],
    drawn,
    notices: () => feishu.toasts(),
    logged: () => logged,
    async press({ message, button, by: person, event, reason = '' }) {
      await feishu.press({ message: message.ref, button, by: inFeishu(person), event, reason })
    },
    async write(text, person, { origin = 'typed', mentionsBot = false, event, place = GROUP, answers } = {}) {
      await feishu.write({
        text,
        by: origin === 'own' ? { tenantKey: 'W1', openId: feishu.app.botOpenId } : inFeishu(person),
        chat: place.kind === 'group' ? place.id : null,
        mentionsBot,
        edited: origin === 'edited',
        senderType: origin === 'bot' || origin === 'own' ? 'app' : 'user',
        ...(origin === 'forwarded' ? { type: { name: 'merge_forward', content: text } } : {}),
        ...(origin === 'quoted' ? { type: { name: 'post', content: struckThrough(text) } } : {}),
        ...(event === undefined ? {} : { message: event }),
        ...(answers === undefined ? {} : { answers: answers.ref }),
      })
    },
    slowestAcknowledgement: () => feishu.slowestAnswerMs(),
    refuseNext: (requests, retryAfterMs) =>
      feishu.failNext(
        requests,
        429,
        { code: 99991400, msg: 'request trigger frequency limit' },
        { 'x-ogw-ratelimit-limit': '100', 'x-ogw-ratelimit-reset': String(Math.ceil(retryAfterMs / 1000)) },
      ),
    loseNextAnswer: () => feishu.loseNextAnswer(),
    drop: () => feishu.dropConnections(),
    away: (away) => feishu.setAway(away),
    connections: () => feishu.connections(),
    listening: () => feishu.listening(),
    async close() {
      await channel.close()
      await feishu.close()
    },
  }
}

/** Rich text in which a word is struck through: the nearest that Feishu has to words that are not the writer's. */
function struckThrough(text: string): string {
  return JSON.stringify({ title: '', content: [[{ tag: 'text', text, style: ['lineThrough'] }]] })
}
