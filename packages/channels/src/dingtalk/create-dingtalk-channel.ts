/**
 * DingTalk as a channel, over a stream client of our own. With a card template messages are cards whose buttons answer; without one
 * they are markdown, and people answer by writing. Shows, hands over and keeps up to date; reads no reply, decides nothing,
 * logs nothing.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { keepInOneLine, say, sayIn } from '@holdpoint/core'
import { ChannelError } from '../channel.ts'
import type {
  Channel,
  ChannelHealth,
  ChannelReceiver,
  DeliveredMessage,
  Place,
  Press,
  PressAnswer,
} from '../channel.ts'
import type { ChannelMessage } from '../channel-message.ts'
import { checkPlatformAddress } from '../platform-address.ts'
import { toCardValues, toNotice } from './card-values.ts'
import type { CardValues } from './card-values.ts'
import { createDingTalkApi, DingTalkError } from './dingtalk-api.ts'
import { asList, asObject, textValue } from './json-values.ts'
import type { UnknownObject } from './json-values.ts'
import { toMarkdown } from './literal-markdown.ts'
import { CARD_TOPIC, readPress, readRobotMessage, ROBOT_TOPIC } from './read-callback.ts'
import { ROBOT_NOT_FOUND, takeRobotRequest } from './robot-request.ts'
import { createStreamConnection } from './stream-connection.ts'
import type { StreamCallback, StreamPauses } from './stream-connection.ts'

export interface DingTalkOptions {
  /** The name under which the channel is configured. */
  readonly name: string
  /** Client ID (AppKey) and Client Secret (AppSecret) of the app. */
  readonly clientId: string
  readonly clientSecret: string
  /** Where it is not the client id. */
  readonly robotCode?: string | null
  /** As people call the robot in a chat, for clients that leave the mention in the text. */
  readonly robotName?: string | null
  /** The company whose people may act; what comes from others is dropped. None: who may act is left to `people:`. */
  readonly corpId?: string | null
  /** The published template of the card; none: markdown, and no buttons. */
  readonly cardTemplateId?: string | null
  /** `http`: the console sends them to `/channels/{name}/robot`. No signature says who wrote what comes that way. */
  readonly robotMessages?: 'stream' | 'http'
  readonly apiBase?: string
  readonly pauses?: StreamPauses
  readonly now?: () => number
  readonly random?: () => number
}

const PLATFORM = 'DingTalk'
const DINGTALK_API = 'https://api.dingtalk.com'
const PAUSES: StreamPauses = { firstMs: 250, mostMs: 60_000, heartbeatMs: 30_000 }
/** DingTalk waits two seconds for the answer to a press. */
const ANSWER_WITHIN_MS = 1500
/** Of the text of a robot's message. */
const MOST_MESSAGE_BYTES = 15_000
const CARD = 'card:'
const MARKDOWN = 'markdown:'
/** Of how many messages without a template the last line said about them is remembered. */
const MOST_REMEMBERED = 1000

/** Throws a `ChannelError` of the kind `refused` for an address to which no secret may be sent. */
export function createDingTalkChannel(options: DingTalkOptions): Channel {
  const { clientId, clientSecret, corpId = null, robotName = null, cardTemplateId = null } = options
  const { pauses = PAUSES, now = Date.now, random = Math.random } = options
  const robotCode = options.robotCode ?? clientId
  const byHttp = options.robotMessages === 'http'
  const topics = [...(cardTemplateId === null ? [] : [CARD_TOPIC]), ...(byHttp ? [] : [ROBOT_TOPIC])]
  const apiBase = checkPlatformAddress(options.apiBase ?? DINGTALK_API, PLATFORM)
  const api = createDingTalkApi({ clientId, clientSecret, apiBase, now })
  const updates = new Map<string, Promise<void>>()
  const lastSaid = new Map<string, string>()
  /** Of those the answer was lost. */
  const maybeSaid = new Map<string, string>()
  const closing = new AbortController()
  let receiver: ChannelReceiver | null = null
  let health: ChannelHealth = { state: 'connecting', problem: null, since: now() }

  function tell(state: ChannelHealth['state'], problem: string | null): void {
    if (health.state === 'closed') return
    health = { state, problem, since: health.state === state ? health.since : now() }
  }

  const stream = createStreamConnection({
    requestTicket: () => api.requestConnection(topics),
    handle,
    tell,
    pauses,
    now,
    random,
  })

  async function handle({ topic, messageId, data }: StreamCallback): Promise<UnknownObject> {
    if (topic === CARD_TOPIC) return await handlePress(data, messageId)
    // Acknowledged at once: DingTalk does not tell a message again.
    if (topic === ROBOT_TOPIC) void handleMessage(data, 'authenticated')
    return {}
  }

  async function handleMessage(data: UnknownObject, envelope: 'authenticated' | 'unsigned'): Promise<void> {
    const reply = readRobotMessage(data, { envelope, robotName })
    if (reply === null || receiver === null || !isOfCompany(reply.by.workspace)) return
    try {
      await receiver.wrote(reply)
    } catch {
      // The receiver answers for its own failures; the next message is handed over nevertheless.
    }
  }

  async function handlePress(data: UnknownObject, messageId: string): Promise<UnknownObject> {
    const press = readPress(data, messageId)
    const card = textValue(data['outTrackId'])
    if (press === null || card === null || receiver === null || !isOfCompany(press.by.workspace)) return {}
    const answering = answerOf(receiver, press)
    const answer = await withinTime(answering)
    if (answer !== null) {
      const values = valuesOf(press, answer)
      // The answer to a press changes the card of the one who pressed; this changes it for everyone, once the press is answered.
      if (values !== null)
        setImmediate(() => void putInOrder(card, { cardData: { cardParamMap: values } }).catch(() => {}))
      return shown(answer.notice, values)
    }
    void answering.then((late) => showLate(card, press, late)).catch(() => {})
    return shown(inBothLanguages('channelStillWorking'), null)
  }

  async function showLate(card: string, press: Press, answer: PressAnswer): Promise<void> {
    const values = valuesOf(press, answer)
    await putInOrder(card, {
      ...(values === null ? {} : { cardData: { cardParamMap: values } }),
      privateData: { [press.by.user]: { cardParamMap: { notice: toNotice(answer.notice) } } },
    })
  }

  /** Two changes of one card arrive in the order in which they were made. */
  function putInOrder(card: string, change: UnknownObject): Promise<void> {
    const put = (updates.get(card) ?? Promise.resolve()).then(async () => {
      await api.call({
        method: 'PUT',
        path: '/v1.0/card/instances',
        body: {
          outTrackId: card,
          userIdType: 1,
          ...change,
          cardUpdateOptions: { updateCardDataByKey: true, updatePrivateDataByKey: true },
        },
        repeatable: true,
      })
    })
    const settled = put.catch(() => {})
    updates.set(card, settled)
    void settled.then(() => updates.get(card) === settled && updates.delete(card))
    return put
  }

  function isOfCompany(workspace: string): boolean {
    return corpId === null || corpId === workspace
  }

  async function deliverCard(id: string, place: Place, values: CardValues): Promise<DeliveredMessage> {
    const group = place.kind === 'group'
    const space = {
      // A forwarded card would be pressed where nobody was asked.
      supportForward: false,
      lastMessageI18n: { ZH_CN: values['title'], EN_US: values['title'] },
      notification: { alertContent: values['title'], notificationOff: false },
    }
    const body = {
      cardTemplateId,
      outTrackId: id,
      callbackType: 'STREAM',
      userIdType: 1,
      cardData: { cardParamMap: values },
      openSpaceId: `dtv1.card//${group ? 'IM_GROUP' : 'IM_ROBOT'}.${place.id}`,
      ...(group
        ? { imGroupOpenSpaceModel: space, imGroupOpenDeliverModel: { robotCode } }
        : { imRobotOpenSpaceModel: space, imRobotOpenDeliverModel: { spaceType: 'IM_ROBOT', robotCode } }),
    }
    const delivered = { id, place, ref: CARD + id }
    try {
      const path = '/v1.0/card/instances/createAndDeliver'
      const answer = await api.call({ method: 'POST', path, body, repeatable: false })
      const results = asList(asObject(answer['result'])['deliverResults']).map(asObject)
      if (results.some(({ success }) => success === false)) throw noPlace('deliverResults')
      if (answer['success'] === false) throw refusesMessage('createAndDeliver')
      return delivered
    } catch (error) {
      // The card was made by an attempt whose answer was lost.
      if (error instanceof DingTalkError && error.code === 'param.cardAlreadyExist') return delivered
      throw error
    }
  }

  /** Answers with DingTalk's id of the message. */
  async function sendAsRobot(place: Place, msgKey: string, msgParam: string): Promise<string> {
    const whom = place.kind === 'group' ? { openConversationId: place.id } : { userIds: [place.id] }
    const answer = await api.call({
      method: 'POST',
      path: place.kind === 'group' ? '/v1.0/robot/groupMessages/send' : '/v1.0/robot/oToMessages/batchSend',
      body: { robotCode, ...whom, msgKey, msgParam },
      repeatable: false,
    })
    if (asList(answer['invalidStaffIdList']).length > 0) throw noPlace('invalidStaffIdList')
    if (asList(answer['flowControlledStaffIdList']).length > 0) {
      const why = 'flowControlledStaffIdList'
      throw new ChannelError('later', say('channelBusy', { platform: PLATFORM, why }), { retryAfterMs: 1000 })
    }
    return textValue(answer['processQueryKey']) ?? ''
  }

  async function sayText(place: Place, text: string): Promise<void> {
    checkPlace(place)
    const msgParam = JSON.stringify({ content: text })
    if (Buffer.byteLength(msgParam) >= MOST_MESSAGE_BYTES) throw tooLong()
    await sendAsRobot(place, 'sampleText', msgParam)
  }

  return {
    about: {
      name: options.name,
      platform: 'dingtalk',
      dedupes: cardTemplateId !== null,
      buttons: cardTemplateId !== null,
      signsReplies: !byHttp,
    },
    fits: (message) => (cardTemplateId === null ? toMarkdownParam(message) : toCardValues(message, 'person')) !== null,
    async deliver({ id, place, message }) {
      checkPlace(place)
      if (cardTemplateId !== null) {
        const values = toCardValues(message, place.kind)
        if (values === null) throw tooLong()
        return await deliverCard(id, place, values)
      }
      const msgParam = toMarkdownParam(message)
      if (msgParam === null) throw tooLong()
      return { id, place, ref: MARKDOWN + (await sendAsRobot(place, 'sampleMarkdown', msgParam)) }
    },
    async update({ id, place, ref }, message) {
      if (ref.startsWith(CARD)) {
        const values = toCardValues(message, place.kind)
        if (values === null) throw tooLong()
        return await putInOrder(id, { cardData: { cardParamMap: values } })
      }
      // DingTalk changes no markdown: what came of it is said below, once. A question that is still open is asked anew, whole: an
      // answer to it counts for what it shows now.
      const isOpen = message.risk !== null
      const line = isOpen ? toMarkdownParam(message) : outcomeOf(message)
      if (line === null) throw tooLong()
      if (lastSaid.get(id) === line) return
      try {
        await (isOpen ? sendAsRobot(place, 'sampleMarkdown', line) : sayText(place, line))
      } catch (error) {
        const mayStand = error instanceof ChannelError && error.kind === 'unknown'
        const isSecond = maybeSaid.get(id) === line
        if (mayStand && !isSecond) maybeSaid.set(id, line)
        // Each attempt is a message here: after two that may stand there, it is taken for said.
        if (!mayStand || !isSecond) throw error
      }
      maybeSaid.delete(id)
      const [oldest] = lastSaid.keys()
      if (lastSaid.size >= MOST_REMEMBERED && oldest !== undefined) lastSaid.delete(oldest)
      lastSaid.set(id, line)
    },
    say: (place, text) => sayText(place, text.split('\n').map(keepInOneLine).join('\n')),
    async open(opened) {
      receiver = opened
      if (topics.length > 0 && opened !== null) return await stream.open()
      for (let attempt = 0; ; attempt += 1) {
        try {
          await api.checkCredentials()
          return tell('connected', null)
        } catch (error) {
          const refused = !(error instanceof ChannelError) || error.kind === 'refused'
          tell(refused ? 'refused' : 'connecting', error instanceof ChannelError ? error.message : null)
          if (refused) throw error
          const pause = Math.min(pauses.mostMs, pauses.firstMs * 2 ** Math.min(attempt, 20))
          // Where it is closed meanwhile, the next attempt says so.
          await setTimeoutPromise(pause, null, { signal: closing.signal }).catch(() => null)
        }
      }
    },
    request: (callback) =>
      byHttp && receiver !== null && health.state !== 'closed'
        ? takeRobotRequest(callback, clientSecret, (data) => handleMessage(data, 'unsigned'))
        : Promise.resolve(ROBOT_NOT_FOUND),
    health: () => health,
    async close() {
      tell('closed', null)
      receiver = null
      stream.close()
      api.close()
      closing.abort()
    },
  }
}

/** The values with which the card is drawn anew; `null`: it stays as it is. */
function valuesOf(press: Press, { message }: PressAnswer): CardValues | null {
  return message === null ? null : toCardValues(message, press.place?.kind ?? 'group')
}

function shown(notice: string, values: CardValues | null): UnknownObject {
  return {
    cardUpdateOptions: { updateCardDataByKey: true, updatePrivateDataByKey: true },
    ...(values === null ? {} : { cardData: { cardParamMap: values } }),
    userPrivateData: { cardParamMap: { notice: toNotice(notice) } },
  }
}

async function answerOf(receiver: ChannelReceiver, press: Press): Promise<PressAnswer> {
  try {
    return await receiver.pressed(press)
  } catch {
    return { notice: inBothLanguages('wentWrong'), message: null }
  }
}

/** `null`: DingTalk waits no longer. */
async function withinTime(answering: Promise<PressAnswer>): Promise<PressAnswer | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ANSWER_WITHIN_MS, null)
  })
  try {
    return await Promise.race([answering, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whose language the reader has is not known here. */
function inBothLanguages(name: 'channelStillWorking' | 'wentWrong'): string {
  return `${say(name)} ${sayIn('zh-CN', name)}`
}

function toMarkdownParam(message: ChannelMessage): string | null {
  // The title stands in the list of chats and in notifications, where it is plain text.
  const title = Array.from(keepInOneLine(message.title)).slice(0, 100).join('')
  const msgParam = JSON.stringify({ title, text: toMarkdown(message) })
  return Buffer.byteLength(msgParam) < MOST_MESSAGE_BYTES ? msgParam : null
}

function outcomeOf({ title, parts }: ChannelMessage): string {
  const lines = parts.flatMap((part) => (part.kind === 'line' ? [part.text] : []))
  return [title, ...lines].map(keepInOneLine).join('\n')
}

/** The name of a place becomes a part of a longer one, in which a semicolon begins another place. */
function checkPlace({ id }: Place): void {
  if (!/^[^\s;]{1,256}$/.test(id)) throw noPlace('id')
}

function noPlace(why: string): ChannelError {
  return new ChannelError('no-such-place', say('channelNoPlace', { platform: PLATFORM, why }))
}

function refusesMessage(why: string): ChannelError {
  return new ChannelError('refused', say('channelRefusesMessage', { platform: PLATFORM, why }))
}

function tooLong(): ChannelError {
  return new ChannelError('refused', say('channelTooLong', { platform: PLATFORM }))
}
