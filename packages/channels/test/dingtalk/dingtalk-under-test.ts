/** DingTalk before its local server, as the contract of channels drives it: with a card template, and without. */
import type { Place } from '@holdpoint/channels'
import { createDingTalkChannel } from '@holdpoint/channels'
import type { DingTalkOptions } from '@holdpoint/channels'
import { drawDingTalkCard, drawDingTalkMarkdown, startDingTalkFake } from '@holdpoint/channels/testing'
import type { DingTalkFake, FakeDingTalkCard, FakeDingTalkMessage } from '@holdpoint/channels/testing'
import type { ChannelTraits, ChannelUnderTest, DrawnMessage, MakeChannel } from '@holdpoint/testing/channel'

export const GROUP: Place = { kind: 'group', id: 'cidGroup1==' }
export const PERSON: Place = { kind: 'person', id: 'U1' }
/** As the defaults, but short. */
export const PAUSES = { firstMs: 40, mostMs: 2000, heartbeatMs: 30_000 }

const CARD_TRAITS: ChannelTraits = {
  answersBy: 'buttons',
  dedupes: true,
  updates: true,
  asksReason: true,
  longConnection: true,
  tellsRetryAfter: true,
  envelope: 'authenticated',
  // DingTalk tells a robot neither of edits nor of other robots.
  origins: ['typed', 'forwarded', 'quoted'],
}
/** Markdown has no buttons, no id of ours, and is not changed: what came of it is said below. */
const MARKDOWN_TRAITS: ChannelTraits = {
  ...CARD_TRAITS,
  answersBy: 'text',
  dedupes: false,
  updates: false,
  asksReason: false,
}

export function makeDingTalk(how: 'card' | 'markdown'): MakeChannel {
  return async (credentials) => {
    const fake = await startDingTalkFake()
    const options: DingTalkOptions = {
      ...optionsFor(fake, how),
      ...(credentials === 'bad' ? { clientSecret: 'a-wrong-secret' } : {}),
    }
    return underTest(fake, options, how === 'card' ? CARD_TRAITS : MARKDOWN_TRAITS)
  }
}

export function optionsFor(fake: DingTalkFake, how: 'card' | 'markdown'): DingTalkOptions {
  return {
    name: 'ding',
    clientId: fake.clientId,
    clientSecret: fake.clientSecret,
    cardTemplateId: how === 'card' ? fake.cardTemplateId : null,
    robotName: 'Holdpoint',
    apiBase: fake.url,
    pauses: PAUSES,
  }
}

function underTest(fake: DingTalkFake, options: DingTalkOptions, traits: ChannelTraits): ChannelUnderTest {
  const channel = createDingTalkChannel(options)
  const acknowledged: number[] = []
  const drawn = (place: Place = GROUP): readonly DrawnMessage[] => [
    ...fake.cards().filter(isIn(place)).map(drawCard),
    ...fake.messages().filter(isIn(place)).map(drawMessage),
  ]
  return {
    channel,
    traits,
    place: GROUP,
    person: PERSON,
    unknownPlace: { kind: 'group', id: 'cidNowhere==' },
    get secrets() {
      return [options.clientSecret, fake.clientSecret, 'fake-session-secret', ...fake.tokens()]
    },
    drawn,
    notices: fake.notices,
    logged: () => [],
    async press({ message, button, by, event, reason }) {
      const card = fake.cards().find(({ outTrackId }) => `card:${outTrackId}` === message.ref)
      const pressed =
        card && drawDingTalkCard(card.values).buttons.find(({ params }) => params.press.endsWith(`.${button}`))
      if (card === undefined || pressed === undefined) throw new Error('There is no such button.')
      const params = { ...pressed.params, ...(pressed.asksReason ? { reason: reason ?? '' } : {}) }
      const who = { userId: by.user, corpId: by.workspace }
      const answer = await fake.press({ outTrackId: card.outTrackId, ...who, params, messageId: event })
      acknowledged.push(answer.tookMs)
    },
    async write(text, by, how = {}) {
      const { place = GROUP, origin, event, mentionsBot } = how
      const answer = await fake.write({
        text,
        userId: by.user,
        corpId: by.workspace,
        group: place.kind === 'group' ? place.id : null,
        ...(event === undefined ? {} : { msgId: event }),
        ...(mentionsBot === undefined ? {} : { mentionsRobot: mentionsBot }),
        more: {
          ...(origin === 'own' ? { senderId: '$:LWCP_v1:$robot' } : {}),
          ...(origin === 'forwarded' ? { msgtype: 'chatRecord', content: { summary: text } } : {}),
          ...(origin === 'quoted'
            ? { text: { content: text, isReplyMsg: true, repliedMsg: { msgType: 'text' } } }
            : {}),
        },
      })
      acknowledged.push(answer.tookMs)
    },
    slowestAcknowledgement: () => Math.max(0, ...acknowledged),
    refuseNext: fake.refuseNext,
    loseNextAnswer: fake.loseNextAnswer,
    drop: fake.drop,
    away: fake.away,
    connections: fake.connectionRequests,
    listening: fake.connections,
    async close() {
      await channel.close()
      await fake.close()
    },
  }
}

function isIn(place: Place): (shown: { readonly place: Place }) => boolean {
  return (shown) => shown.place.kind === place.kind && shown.place.id === place.id
}

/** The bar beside a block, and the sign that a long line goes on, are the card's own. */
function drawCard({ outTrackId, values }: FakeDingTalkCard): DrawnMessage {
  const { text, buttons, link } = drawDingTalkCard(values)
  return {
    ref: `card:${outTrackId}`,
    text: text.replaceAll('\n⟦…⟧', '').replaceAll(/^│ /gm, ''),
    buttons: buttons.map(({ params, text: label }) => ({
      id: params.press.replace(/^(group|person)\./, ''),
      text: label,
    })),
    links: link === null ? [] : [link],
    live: [],
  }
}

function drawMessage({ msgKey, param, processQueryKey }: FakeDingTalkMessage): DrawnMessage {
  const ref = `markdown:${processQueryKey}`
  if (msgKey === 'sampleText') return { ref, text: param['content'] ?? '', buttons: [], links: [], live: [] }
  const { text, live } = drawDingTalkMarkdown(param['text'] ?? '')
  const lines = (param['text'] ?? '').split('\n')
  const links = live.filter(({ kind }) => kind === 'link')
  const own = (lines.at(-1) ?? '').startsWith('[') ? links.at(-1) : undefined
  return {
    ref,
    text: text.replaceAll('\u00a0', ' '),
    buttons: [],
    links: own === undefined ? [] : [own.of],
    live: live
      .filter((found) => found !== own)
      .filter(({ kind, line }) => kind !== 'heading' || line !== 0)
      .filter(({ kind }) => kind !== 'quotation')
      .filter(({ kind, line }) => kind !== 'emphasis' || !/^(💬 )?\*\*.*\*\*( {2})?$/.test(lines[line] ?? ''))
      .map(({ kind, of }) => `${kind}: ${of}`),
  }
}
