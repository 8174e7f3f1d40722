/**
 * Slack as a channel: messages in Block Kit, presses and replies by socket mode or by signed HTTP requests. Slack takes no id of
 * ours, so a message whose answer was lost may be sent twice: both have the same buttons, and a press on either decides once.
 *
 * Every event is acknowledged once what it says was taken, and stored, or shortly before Slack gives up on it. Events of another workspace
 * than the bot's are dropped and logged.
 */
import { say } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import type { KnownBlock } from '@slack/web-api'
import { ChannelError } from '../channel.ts'
import type { Channel, ChannelHealth, ChannelReceiver, DeliveredMessage, Place, Press } from '../channel.ts'
import type { ChannelMessage } from '../channel-message.ts'
import { checkPlatformAddress } from '../platform-address.ts'
import { drawLine, drawMessage, drawReasonForm, fallbackText } from './draw-blocks.ts'
import type { FormOrigin } from './draw-blocks.ts'
import { readInteraction } from './read-interaction.ts'
import { readMessageEvent } from './read-message-event.ts'
import { RECEIVED, readSignedRequest } from './signed-request.ts'
import { createSlackApi } from './slack-api.ts'
import type { NoticeAddress, SlackIdentity } from './slack-api.ts'
import { slackWord } from './slack-words.ts'
import { createSocketConnection, pauseFor, tryAppToken } from './socket-connection.ts'
import type { ReconnectPauses } from '../reconnect-pauses.ts'
import type { SocketConnection } from './socket-connection.ts'
import { assertInstalled } from '../vendor-packages.ts'

export interface SlackChannelOptions {
  /** The name under which it is configured. */
  readonly name: string
  /** `xoxb-…`, the bot's. */
  readonly botToken: string
  /** How events come: over a connection that we open (`xapp-…`, the app's token), or to `/channels/{name}/events` and `/channels/{name}/interactivity`. */
  readonly events:
    | { readonly by: 'socket'; readonly appToken: string }
    | { readonly by: 'http'; readonly signingSecret: string }
  /** The team id that is expected, `T…`; `null`: the one that the bot token belongs to. */
  readonly workspace?: string | null
  /** Slack's, where none is given. */
  readonly apiUrl?: string
  /** For the few words of the channel itself. */
  readonly locale?: string
  readonly log?: (line: string) => void
  readonly now?: () => number
  readonly pauses?: ReconnectPauses
}

const SLACK_API = 'https://slack.com/api/'
/** What is under way is finished, within this. */
const CLOSE_WITHIN_MS = 5000
/** Slack tells the person after three seconds that the app did not answer. */
const ACKNOWLEDGE_WITHIN_MS = 2000
const PAUSES: ReconnectPauses = { firstMs: 1000, mostMs: 60_000 }

/**
 * Throws a `ChannelError` of the kind `refused` for an address to which no token may be sent, and where the vendor's packages are
 * not installed.
 */
export function createSlackChannel(options: SlackChannelOptions): Channel {
  const { name, events, locale = 'en', log = () => undefined, now = Date.now, pauses = PAUSES } = options
  assertInstalled('slack', 'Slack')
  const apiUrl = `${checkPlatformAddress(options.apiUrl ?? SLACK_API, 'Slack')}/`
  const api = createSlackApi({ botToken: options.botToken, apiUrl })
  const conversations = new Map<string, string>()
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  let receiver: ChannelReceiver | null = null
  let me: SlackIdentity | null = null
  let socket: SocketConnection | null = null
  let health: ChannelHealth = { state: 'connecting', problem: say('channelNotYetOpen'), since: now() }

  const setHealth = (state: ChannelHealth['state'], problem: string | null): void => {
    if (health.state === 'closed' || (health.state === state && health.problem === problem)) return
    health = { state, problem, since: state === health.state ? health.since : now() }
    if (problem !== null) log(`slack ${name}: ${problem}`)
  }
  const refuse = (error: ChannelError): ChannelError => {
    setHealth('refused', error.message)
    return error
  }
  const assertUsable = (): void => {
    if (health.state === 'refused') throw new ChannelError('refused', health.problem ?? say('channelClosed', SLACK))
    if (closing.signal.aborted) throw new ChannelError('refused', say('channelClosed', SLACK))
  }

  const conversationOf = async (place: Place): Promise<string> => {
    if (place.kind === 'group') return place.id
    const known = conversations.get(place.id)
    if (known !== undefined) return known
    const opened = await api.conversationWith(place.id)
    conversations.set(place.id, opened)
    return opened
  }

  /** What goes wrong in it is logged and ends there. */
  const inBackground = (what: string, work: () => Promise<void>): Promise<void> => {
    const running = work()
      .catch((error: unknown) => log(`slack ${name}: ${what} failed: ${shortly(error)}`))
      .finally(() => underWay.delete(running))
    underWay.add(running)
    return running
  }

  const notify = async (to: NoticeAddress, text: string): Promise<void> => {
    const blocks = drawLine(text)
    if (blocks !== null) await api.notify(to, blocks, fallbackText(text))
  }

  /** `taken`: called once the press was taken, before its answer is shown. */
  const handOver = async (
    taker: ChannelReceiver,
    press: Press,
    origin: FormOrigin,
    taken: () => void,
  ): Promise<void> => {
    const address: NoticeAddress = { respondTo: origin.respondTo, channel: origin.channel, user: press.by.user }
    try {
      const { notice, message } = await taker.pressed(press).finally(taken)
      const blocks = message === null ? null : drawMessage(message)
      const replaced =
        message === null || blocks === null
          ? Promise.resolve()
          : api.replace(origin.channel, origin.message, blocks, fallbackText(message.title))
      const done = await Promise.allSettled([notify(address, notice), replaced])
      for (const result of done)
        if (result.status === 'rejected') log(`slack ${name}: an answer was not shown: ${shortly(result.reason)}`)
    } catch (error) {
      log(`slack ${name}: a press was not taken: ${shortly(error)}`)
      await notify(address, slackWord(locale, 'failed'))
    }
  }

  /** Resolves once it may be acknowledged. */
  const receiveInteraction = async (payload: JsonObject): Promise<void> => {
    const [taker, identity] = [receiver, me]
    if (taker === null || identity === null || closing.signal.aborted) return
    const reading = readInteraction(payload, identity.workspace)
    switch (reading.kind) {
      case 'none':
        return
      case 'other-workspace':
        return log(`slack ${name}: a press of the workspace ${idOnly(reading.workspace)} was dropped: it is not ours.`)
      case 'press':
        return await new Promise((taken) => {
          void inBackground('a press', () => handOver(taker, reading.press, reading.origin, taken))
        })
      case 'ask-reason':
        void inBackground('the form for a reason', async () => {
          const { asked, buttonText, by, origin, trigger } = reading
          await api
            .openForm(trigger, drawReasonForm(asked, buttonText, origin, locale))
            .catch(async (error: unknown) => {
              log(`slack ${name}: the form for a reason did not open: ${shortly(error)}`)
              const address = { respondTo: origin.respondTo, channel: origin.channel, user: by.user }
              await notify(address, slackWord(locale, 'formFailed'))
            })
        })
    }
  }

  /** Resolves once it may be acknowledged. */
  const receiveEvent = async (body: JsonObject): Promise<void> => {
    const [taker, identity] = [receiver, me]
    if (taker === null || identity === null || closing.signal.aborted) return
    const reading = readMessageEvent(body, identity)
    if (reading.kind === 'other-workspace')
      log(`slack ${name}: a message of the workspace ${idOnly(reading.workspace)} was dropped: it is not ours.`)
    if (reading.kind === 'reply') await inBackground('a reply', () => taker.wrote(reading.reply))
  }

  const identify = async (): Promise<SlackIdentity> => {
    const found = await api.whoAmI()
    const expected = options.workspace ?? found.workspace
    if (found.workspace === expected) return found
    throw new ChannelError('refused', say('channelOtherWorkspace', { found: found.workspace, expected }))
  }

  /** Only a refusal ends it. */
  const untilReached = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    for (let failures = 1; ; failures += 1) {
      if (closing.signal.aborted) throw new ChannelError('later', say('channelClosed', SLACK))
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof ChannelError) || error.kind === 'refused') throw error
        setHealth('connecting', error.message)
        await pauseFor(failures, pauses, error.retryAfterMs, closing.signal)
      }
    }
  }

  const listen = async (appToken: string): Promise<void> => {
    socket = createSocketConnection({
      appToken,
      apiUrl,
      pauses,
      async received(type, payload) {
        const taken =
          type === 'interactive' ? [receiveInteraction(payload)] : type === 'events_api' ? [receiveEvent(payload)] : []
        await settledWithin(ACKNOWLEDGE_WITHIN_MS, taken)
      },
      changed(state) {
        if (state.kind === 'connected') setHealth('connected', null)
        else if (state.kind === 'connecting') setHealth('connecting', state.why)
        else refuse(state.error)
      },
    })
    await socket.open()
  }

  return {
    about: { name, platform: 'slack', dedupes: false, buttons: true, signsReplies: true },
    fits: (message) => drawMessage(message) !== null,
    async deliver({ id, place, message }) {
      assertUsable()
      const channel = await conversationOf(place)
      const ts = await api.post(channel, blocksOf(message), fallbackText(message.title))
      return { id, place, ref: `${channel}:${ts}` }
    },
    async update(delivered, message) {
      assertUsable()
      const { channel, ts } = readRef(delivered)
      await api.replace(channel, ts, blocksOf(message), fallbackText(message.title))
    },
    async say(place, text) {
      assertUsable()
      const blocks = drawLine(text)
      if (blocks === null) throw new ChannelError('refused', say('channelTooLong', SLACK))
      await api.post(await conversationOf(place), blocks, fallbackText(text))
    },
    async open(taker) {
      receiver = taker
      try {
        me = await untilReached(identify)
        if (events.by === 'socket' && taker !== null) await listen(events.appToken)
        else if (events.by === 'socket') await untilReached(() => tryAppToken({ appToken: events.appToken, apiUrl }))
        if (events.by === 'http' || taker === null) setHealth('connected', null)
      } catch (error) {
        throw error instanceof ChannelError && error.kind === 'refused' ? refuse(error) : error
      }
    },
    async request(callback) {
      if (events.by !== 'http') return { status: 404, contentType: 'text/plain; charset=utf-8', body: 'Not found.' }
      const request = readSignedRequest(callback, events.signingSecret)
      if (request.kind === 'answer') return request.reply
      // Not opened or closed: Slack tries an event again, and says so to the one who pressed.
      if (receiver === null || me === null || closing.signal.aborted)
        return { status: 503, contentType: 'text/plain; charset=utf-8', body: 'The channel is not open.' }
      const receive = request.kind === 'event' ? receiveEvent : receiveInteraction
      await settledWithin(ACKNOWLEDGE_WITHIN_MS, [receive(request.payload)])
      return RECEIVED
    },
    health: () => health,
    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      await socket?.close()
      await settledWithin(CLOSE_WITHIN_MS, underWay)
      setHealth('closed', null)
    },
  }
}

/** A receiver that never answers does not keep the process. */
async function settledWithin(milliseconds: number, promises: Iterable<Promise<void>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([Promise.allSettled(promises), timeout])
  clearTimeout(timer)
}

const SLACK = { platform: 'Slack' } as const

function blocksOf(message: ChannelMessage): KnownBlock[] {
  const blocks = drawMessage(message)
  if (blocks === null) throw new ChannelError('refused', say('channelTooLong', SLACK))
  return blocks
}

function readRef({ ref }: DeliveredMessage): { readonly channel: string; readonly ts: string } {
  const [channel = '', ts = ''] = ref.split(':')
  return { channel, ts }
}

/** Our errors say no secret; of others only the kind is told. */
function shortly(error: unknown): string {
  return error instanceof ChannelError ? error.message : error instanceof Error ? error.name : 'an error'
}

/** An id of an envelope, for the log. */
function idOnly(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 20)
}
