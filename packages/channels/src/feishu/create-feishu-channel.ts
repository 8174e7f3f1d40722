/**
 * Feishu and Lark as a channel: cards through the vendor's SDK, presses and replies over its long connection or by signed
 * callbacks. Each event of a long connection goes to any one client of the app, so nothing here depends on what this process
 * sent before: what a press needs stands in its envelope and in the button.
 *
 * Feishu drops a second message with the same id for one hour. After that, the same delivery again would be a second message.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { say, sayIn } from '@holdpoint/core'
import { ChannelError } from '../channel.ts'
import type { Channel, ChannelHealth, ChannelReceiver, Place, PressAnswer } from '../channel.ts'
import { checkPlatformAddress } from '../platform-address.ts'
import { createFeishuApi, toFailure } from './feishu-api.ts'
import type { FeishuReceiver } from './feishu-api.ts'
import { cardFits, toCard, toLineCard } from './feishu-card.ts'
import type { CardElement } from './feishu-card.ts'
import { readEvent } from './feishu-event.ts'
import type { FeishuEvent } from './feishu-event.ts'
import { refusesCredentials, fromFeishuFailure } from './feishu-failure.ts'
import type { FeishuFailure } from './feishu-failure.ts'
import { createFeishuStream } from './feishu-stream.ts'
import type { FeishuStream } from './feishu-stream.ts'
import type { ReconnectPauses } from '../reconnect-pauses.ts'
import { assertInstalled } from '../vendor-packages.ts'
import { httpAnswer, readCallback, sameText } from './signed-callback.ts'

export interface FeishuChannelOptions {
  /** The name under which it is configured. */
  readonly name: string
  /** `cli_` and sixteen hexadecimal digits. */
  readonly appId: string
  readonly appSecret: string
  /** How events come: over a connection that we open, or to `/channels/{name}/events`. */
  readonly events: { readonly by: 'stream' } | ({ readonly by: 'http' } & FeishuCallbackSecrets)
  /** `feishu`, where none is given: open.feishu.cn. `lark`: open.larksuite.com. */
  readonly domain?: 'feishu' | 'lark'
  /** In place of the domain's: a private installation, or a fake. */
  readonly apiUrl?: string
  /** The `tenant_key` of the company whose app it is: events of others are dropped. `null` or none: any. */
  readonly workspace?: string | null
  readonly log?: (line: string) => void
  readonly now?: () => number
  readonly random?: () => number
  readonly pauses?: ReconnectPauses
}

/** Both of the app, under 事件与回调 > 加密策略. A token alone proves nothing: it stands in every event, so one event that is seen is enough to forge others. */
export interface FeishuCallbackSecrets {
  readonly encryptKey: string
  readonly verificationToken: string
}

const ADDRESSES = { feishu: 'https://open.feishu.cn', lark: 'https://open.larksuite.com' } as const
const NAMES = { feishu: 'Feishu', lark: 'Lark' } as const
/** Feishu gives up after three seconds. */
const ANSWER_WITHIN_MS = 2300
const PAUSES: ReconnectPauses = { firstMs: 400, mostMs: 30_000 }
const LONGEST_LINE = 4000

/**
 * Throws a `ChannelError` of the kind `refused` for options that cannot work, or under which callbacks could be forged, and where the
 * vendor's package is not installed.
 */
export function createFeishuChannel(options: FeishuChannelOptions): Channel {
  const { name, domain = 'feishu', log = () => {}, now = Date.now, random = Math.random, pauses = PAUSES } = options
  const platform = NAMES[domain]
  assertInstalled('feishu', platform)
  const app = { appId: options.appId, appSecret: options.appSecret, baseUrl: checkOptions(options, platform) }
  const api = createFeishuApi(app, now)
  const closing = new AbortController()
  let stream: FeishuStream | null = null
  let receiver: ChannelReceiver | null = null
  let botOpenId = ''
  let health: ChannelHealth = { state: 'connecting', problem: null, since: now() }

  const setHealth = (state: ChannelHealth['state'], problem: string | null): void => {
    if (health.state === 'closed' || (health.state === state && health.problem === problem)) return
    health = { state, problem, since: state === health.state ? health.since : now() }
    if (problem !== null) log(`feishu ${name}: ${problem}`)
  }
  const unreachable = (failure: FeishuFailure): string => say('channelUnreachable', { platform, why: failure.message })
  const refuse = (failure: FeishuFailure): void =>
    setHealth('refused', say('channelRefused', { platform, why: failure.message }))

  /** A request, with failures as those of the port. */
  const ask = async <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    if (closing.signal.aborted) throw new ChannelError('refused', say('channelClosed', { platform }))
    if (health.state === 'refused') throw new ChannelError('refused', health.problem ?? '')
    try {
      return await run()
    } catch (error) {
      throw fromFeishuFailure(toFailure(error), platform)
    }
  }
  const write = async (to: Place, card: CardElement, uuid: string | null): Promise<string> => {
    if (!cardFits(card)) throw new ChannelError('refused', say('channelTooLong', { platform }))
    return await ask(() => api.send(toReceiver(to), JSON.stringify(card), uuid))
  }
  const replace = async (messageId: string, card: CardElement): Promise<void> => {
    if (!cardFits(card)) throw new ChannelError('refused', say('channelTooLong', { platform }))
    if (!/^[\w-]+$/.test(messageId))
      throw new ChannelError('no-such-place', say('channelNoPlace', { platform, why: 'id' }))
    await ask(() => api.replace(messageId, JSON.stringify(card)))
  }

  /** What the one who pressed is shown. What comes too late for that is drawn when it comes. */
  const press = async (event: FeishuEvent & { readonly kind: 'press' }, taker: ChannelReceiver): Promise<object> => {
    const decided = taker.pressed(event.press).then(
      (given) => ({ given }),
      () => ({ given: null }),
    )
    const outcome = await inTime(decided)
    if (outcome !== null) return outcome.given === null ? FAILED : toAnswer(outcome.given, event.chat)
    void decided.then(async ({ given }) => {
      if (given === null || given.message === null || event.messageId === null) return
      await replace(event.messageId, toCard(given.message, event.chat)).catch((error: unknown) =>
        log(`feishu ${name}: a late answer was not drawn: ${error instanceof ChannelError ? error.message : 'failed'}`),
      )
    })
    return STILL_WORKING
  }

  /** The body of the answer; `null`: it concerns another app or company. Rejects where Feishu should send it again. */
  const take = async (payload: unknown, checkToken: ((token: string) => boolean) | null): Promise<object | null> => {
    const taker = receiver
    if (taker === null || closing.signal.aborted) throw new Error('not open')
    const event = readEvent(payload, { appId: app.appId, tenantKey: options.workspace ?? null, checkToken, botOpenId })
    switch (event.kind) {
      case 'none':
        return {}
      case 'foreign':
        log(`feishu ${name}: an event of another app or company was dropped.`)
        return null
      case 'press':
        return await press(event, taker)
      case 'reply':
        await inTime(taker.wrote(event.reply))
        return {}
    }
  }

  /** The credentials are tried, and the bot learns its own id; a platform that is away is tried until it is back. */
  const reach = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      try {
        botOpenId = await api.botOpenId()
        return
      } catch (error) {
        const failure = toFailure(error)
        if (refusesCredentials(failure)) {
          refuse(failure)
          throw fromFeishuFailure(failure, platform)
        }
        setHealth('connecting', unreachable(failure))
        await passing(Math.min(pauses.mostMs, pauses.firstMs * 2 ** failures) * (0.75 + 0.5 * random()), closing.signal)
      }
    }
  }

  return {
    about: { name, platform: 'feishu', dedupes: true, buttons: true, signsReplies: true },
    fits: (message) => cardFits(toCard(message, 'person')),

    async deliver({ id, place, message }) {
      return { id, place, ref: await write(place, toCard(message, place.kind), id) }
    },
    update: ({ place, ref }, message) => replace(ref, toCard(message, place.kind)),
    async say(place, text) {
      await write(place, toLineCard(text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text), null)
    },

    async open(taker) {
      if (closing.signal.aborted) throw new ChannelError('refused', say('channelClosed', { platform }))
      receiver = taker
      await reach()
      if (closing.signal.aborted) return
      if (options.events.by === 'http' || taker === null) return setHealth('connected', null)
      stream = createFeishuStream(app, api, pauses, random, {
        event: (payload) => take(payload, null),
        connected: () => setHealth('connected', null),
        lost: (failure) =>
          setHealth('connecting', failure === null ? say('channelLost', { platform }) : unreachable(failure)),
        refused: refuse,
      })
      await stream.open().catch((error: unknown) => {
        throw fromFeishuFailure(toFailure(error), platform)
      })
    },

    async request(callback) {
      if (options.events.by !== 'http') return httpAnswer(404, { error: 'not found' })
      const { verificationToken } = options.events
      const read = readCallback(callback, options.events)
      if (read.kind === 'answered') return read.reply
      try {
        const body = await take(read.payload, (token) => sameText(token, verificationToken))
        return body === null ? httpAnswer(401, { error: 'unauthorized' }) : httpAnswer(200, body)
      } catch {
        return httpAnswer(503, { error: 'try again' })
      }
    },

    health: () => health,

    async close() {
      closing.abort()
      stream?.close()
      receiver = null
      setHealth('closed', null)
    },
  }
}

/** The address of the REST interface. */
function checkOptions(
  { appId, appSecret, apiUrl, domain = 'feishu', events }: FeishuChannelOptions,
  platform: string,
): string {
  const refuse = (why: string): never => {
    throw new ChannelError('refused', say('channelRefused', { platform, why }))
  }
  if (!/^cli_[0-9a-fA-F]{16}$/.test(appId)) refuse('an app id is cli_ and sixteen hexadecimal digits')
  if (appSecret === '') refuse('the app secret is missing')
  if (events.by === 'http' && events.encryptKey === '')
    refuse('callbacks need an Encrypt Key: without one they can be forged')
  if (events.by === 'http' && events.verificationToken === '') refuse('callbacks need the Verification Token')
  return checkPlatformAddress(apiUrl ?? ADDRESSES[domain], platform)
}

function toReceiver({ kind, id }: Place): FeishuReceiver {
  return { idType: kind === 'group' ? 'chat_id' : 'open_id', id }
}

function toAnswer({ notice, message }: PressAnswer, chat: Place['kind']): object {
  const toast = { type: 'info', content: notice }
  if (message === null) return { toast }
  return { toast, card: { type: 'raw', data: toCard(message, chat) } }
}

/** In the language of the one who pressed. */
function toToast(type: 'info' | 'error', name: 'wentWrong' | 'channelStillWorking'): object {
  const [english, chinese] = [say(name), sayIn('zh-CN', name)]
  return { toast: { type, content: english, i18n: { en_us: english, zh_cn: chinese } } }
}

const FAILED = toToast('error', 'wentWrong')
const STILL_WORKING = toToast('info', 'channelStillWorking')

/** `null`: it takes longer than Feishu waits, and goes on. */
async function inTime<Outcome>(work: Promise<Outcome>): Promise<Outcome | null> {
  const timeout = new AbortController()
  try {
    return await Promise.race([work, passing(ANSWER_WITHIN_MS, timeout.signal)])
  } finally {
    timeout.abort()
  }
}

async function passing(milliseconds: number, signal: AbortSignal): Promise<null> {
  return await pause(milliseconds, null, { signal }).catch(() => null)
}
