/**
 * Asks people in chats about the holds of a store: finds out where each is to be asked, has it delivered, takes what people
 * answer to `decide`, and keeps every copy up to date. Several processes may do this on one store at once; each hold is
 * asked once in each place, and decided once.
 *
 * It holds no call and runs none: the process that waits hears of the verdict from the store. Silence, a dead channel and a
 * flood of questions approve nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { drawShortCode } from '@holdpoint/core'
import type { Delivery, Hold, ListedHold, PlannedDelivery } from '@holdpoint/core'
import type { Channel, ChannelHealth, ChannelReceiver, Place, Platform } from '../channel.ts'
import { createChatAnswers } from './answer-in-chat.ts'
import type { ChatAnswersOptions } from './answer-in-chat.ts'
import { createDelivering, isNotBrought } from './deliver-questions.ts'
import { questionMessage } from './question-message.ts'
import type { QuestionMessage } from './question-message.ts'
import { questionWord } from './question-words.ts'
import { createAlerts } from './tell-alerts.ts'

export interface ChannelQuestionsOptions extends Omit<ChatAnswersOptions, 'messageOf'> {
  readonly channels: readonly Channel[]
  /** This process, for leases. */
  readonly self: string
  /** Where people are asked about a hold; `null`: nowhere. */
  readonly routeOf: (hold: ListedHold) => QuestionRoute | null
  /** Where operators are told of callers without a rationale; empty: nowhere. */
  readonly alerts: () => readonly Destination[]
  /** The page of a hold that the readers' devices can reach; `null`: there is none. */
  readonly page: (hold: string) => string | null
  /** So many questions stand open for one reader at most, in one group or for one person; what is more is told in one line. */
  readonly mostOpen: number
  /** Every place in which the bot is alone with the person of this one, itself among them; of a group, itself. */
  readonly sameReader: (destination: Destination) => readonly Destination[]
  /** Unguessable: at most 50 characters of `A-Z a-z 0-9 _ -`. */
  readonly randomId: () => string
  /** The time as people's clocks have it, for what is said of the time left. */
  readonly now: () => number
  /** Uniform, from 0 to below the limit, unguessable. */
  readonly randomInteger: (limit: number) => number
  readonly log: (message: string) => void
}

export interface QuestionRoute {
  /** Each of these is asked. */
  readonly to: readonly Destination[]
  /** Asked where a question could not be brought to one of the first, or a channel of those is away. */
  readonly otherwise: readonly Destination[]
}

export interface Destination {
  readonly channel: string
  readonly place: Place
}

export interface ChannelQuestions {
  /**
   * Begins, and opens the channels without waiting for them: one that is away or cannot be opened is shown in `health`, and
   * the others work.
   */
  open(): Promise<void>
  /** Whether a person can be asked about this hold in a chat: its rule allows it and a channel of its route is connected. */
  reaches(hold: ListedHold): boolean
  health(): readonly ChannelStatus[]
  close(): Promise<void>
}

export interface ChannelStatus extends ChannelHealth {
  readonly name: string
  readonly platform: Platform
}

/** Holds are also looked for now and then: a change that was heard by no process is not lost. */
const LOOK_EVERY_MS = 15_000
/** Of all that wait: a hold behind many others is asked as they are. Lists carry no arguments, so they are cheap to read. */
const LOOKED_AT = 10_000
/** A channel that was not connected for so long is taken for away: others are asked beside it. */
const AWAY_AFTER_MS = 30_000
/**
 * A decided call goes on by itself within milliseconds. One change of its message says all of it, and the store is left to what
 * runs the call meanwhile.
 */
const SETTLE_MS = 150
/** What a platform has not answered by then counts as sent, perhaps: its lease lapses, as after a crash. */
const CLOSE_WITHIN_MS = 3000
/** A line that says how many more wait is written into one place at most so often. */
const DIGEST_EVERY_MS = 15 * 60_000
/** It is written when the flood has arrived, so that its number is right. */
const DIGEST_AFTER_MS = 1000
const DIGEST_KEY = 'channel-digest:'

export function createChannelQuestions(options: ChannelQuestionsOptions): ChannelQuestions {
  const { store, log } = options
  const channels = new Map(options.channels.map((channel) => [channel.about.name, channel]))
  const answers = createChatAnswers({ ...options, messageOf })
  /** Those that take answers, or were refused: a question that is sent before could be answered into nothing. */
  const opened = new Map<string, Channel>()
  const delivering = createDelivering({ ...options, channels: opened, messageOf, notBrought: plan, ended: wake })
  const tellAlerts = createAlerts({ ...options, channels: opened, places: options.alerts })
  let stopWatching = (): void => {}
  let looking: NodeJS.Timeout | null = null
  let timer: NodeJS.Timeout | null = null
  let settling: NodeJS.Timeout | null = null
  let working: Promise<void> | null = null
  let isWanted = false
  /** Holds wait that found no room where they are to be asked. */
  let isCrowded = false
  /** Lines about a flood that are to be written, by the place. */
  const digests = new Map<string, NodeJS.Timeout>()
  const closing = new AbortController()

  function messageOf(channel: Channel, delivery: Delivery, hold: Hold): QuestionMessage {
    const { name, platform, buttons, signsReplies } = channel.about
    return questionMessage(hold, {
      audience: delivery.audience,
      locale: options.localeOf(name),
      code: delivery.code,
      buttons: buttons ? delivery.buttons : null,
      signsReplies,
      now: options.now(),
      page: options.page(hold.id),
      here: platform,
      inGroup: delivery.place.kind === 'group',
      fits: (message) => channel.fits(message),
    })
  }

  /** Where it is to be asked; empty where its rule asks elsewhere. */
  function routeOf(hold: ListedHold): QuestionRoute {
    const { rails } = hold.ruling
    const route = rails === null || rails.includes('channel') ? options.routeOf(hold) : null
    return { to: route?.to ?? [], otherwise: route?.otherwise ?? [] }
  }

  async function plan(hold: ListedHold): Promise<void> {
    if (hold.state !== 'pending') return
    const { to, otherwise } = routeOf(hold)
    const known = ({ channel }: Destination): boolean => channels.has(channel)
    await planIn(hold, to.filter(known), false)
    if (otherwise.length === 0) return
    // Told from the rows, too: whichever process tried in vain, and whatever became of it, each sees the same.
    const isMissed =
      to.length === 0 ||
      to.some(({ channel }) => isAway(channel)) ||
      (await store.deliveries.ofHolds([hold.id])).some(isNotBrought)
    if (isMissed) await planIn(hold, otherwise.filter(known), true)
  }

  /** It may come back: what is to be asked there stays planned. One that could not be set up here never was there. */
  function isAway(name: string): boolean {
    const health = channels.get(name)?.health()
    if (health === undefined || health.state === 'refused') return true
    return health.state === 'connecting' && Date.now() - health.since >= AWAY_AFTER_MS
  }

  async function planIn(hold: ListedHold, destinations: readonly Destination[], instead: boolean): Promise<void> {
    const asked = await store.deliveries.ofHolds([hold.id])
    const missing = destinations.filter(({ channel, place }) => !asked.some((each) => isThere(each, channel, place)))
    if (missing.length === 0) return
    const wanted = missing.map(({ channel, place }) => ({ ...planned(hold, channel, place), instead }))
    const draw = (taken: readonly string[]): string => drawShortCode(options.randomInteger, taken)
    // Counted where they are stored: however many come at once, and to however many processes, nobody gets more.
    const stored = await store.deliveries.plan(wanted, draw, {
      mostOpen: options.mostOpen,
      places: ({ channel, place }) => options.sameReader({ channel, place }),
    })
    for (const { channel, place } of missing)
      if (!stored.some((each) => isThere(each, channel, place))) tellOfMore(channel, place)
  }

  function planned({ id, call }: ListedHold, channel: string, place: Place): Omit<PlannedDelivery, 'instead'> {
    const buttons = { approve: options.randomId(), decline: options.randomId() }
    return { id: options.randomId(), hold: id, tenant: call.tenant, channel, place, audience: 'approver', buttons }
  }

  function isThere(delivery: Delivery, channel: string, place: Place): boolean {
    return delivery.channel === channel && delivery.place.kind === place.kind && delivery.place.id === place.id
  }

  /** Of a flood, people are told once that there is more. The holds stay pending, and are asked here as room comes. */
  function tellOfMore(channel: string, place: Place): void {
    isCrowded = true
    const here = opened.get(channel)
    const key = `${DIGEST_KEY}${JSON.stringify([channel, place.kind, place.id])}`
    if (here === undefined || digests.has(key) || closing.signal.aborted) return
    const write = async (): Promise<void> => {
      const now = await store.now()
      const before = await store.settings.get(key)
      if (before !== null && now - Number(before) < DIGEST_EVERY_MS) return
      // Of those that would be asked here: how many other tenants have is not said.
      const isMeant = (hold: ListedHold): boolean =>
        routeOf(hold).to.some((each) => each.channel === channel && each.place.id === place.id)
      const waiting = (await store.holds.inState('pending', LOOKED_AT)).filter(isMeant)
      const n = waiting.length - (await store.deliveries.openIn(channel, place)).length
      if (n > 0 && (await store.settings.swap(key, before, String(now), null)))
        await here.say(place, questionWord(options.localeOf(channel), 'digest', { n }))
    }
    const soon = setTimeout(() => {
      digests.delete(key)
      write().catch((error: unknown) =>
        log(`${channel}: ${place.id} could not be told that more questions wait: ${String(error)}`),
      )
    }, DIGEST_AFTER_MS).unref()
    digests.set(key, soon)
  }

  /** One round at a time; what is asked for meanwhile gets another round. */
  function wake(): void {
    if (closing.signal.aborted) return
    isWanted = true
    working ??= (async () => {
      while (isWanted && !closing.signal.aborted) {
        isWanted = false
        if (timer !== null) clearTimeout(timer)
        const dueAt = await delivering.work()
        if (dueAt === null || closing.signal.aborted) continue
        const wait = Math.max(50, dueAt - (await store.now()))
        timer = setTimeout(wake, Math.min(wait, LOOK_EVERY_MS)).unref()
      }
    })()
      .catch((error: unknown) => log(`questions could not be brought to chats: ${String(error)}`))
      .finally(() => {
        working = null
        // Asked for after the last round had looked, and before this.
        if (isWanted) wake()
      })
  }

  function wakeOnceSettled(): void {
    settling ??= setTimeout(() => {
      settling = null
      wake()
    }, SETTLE_MS).unref()
  }

  async function look(): Promise<void> {
    isCrowded = false
    try {
      for (const hold of await store.holds.inState('pending', LOOKED_AT)) await plan(hold)
    } catch (error) {
      log(`questions could not be planned for chats: ${String(error)}`)
    }
    wake()
    try {
      await tellAlerts()
    } catch (error) {
      log(`operators could not be told in chats: ${String(error)}`)
    }
  }

  async function changed(id: string): Promise<void> {
    try {
      const hold = await store.holds.look(id)
      if (hold?.state !== 'pending') return isCrowded ? await look() : wakeOnceSettled()
      await plan(hold)
    } catch (error) {
      log(`a question could not be planned for chats: ${String(error)}`)
    }
    wake()
  }

  function receiverOf(channel: Channel): ChannelReceiver {
    return {
      pressed: async (press) => await answers.pressed(channel, press),
      wrote: async (reply) => {
        const text = await answers.wrote(channel, reply).catch((error: unknown) => {
          // The platform may not tell it again, and what it tells twice is taken once: the person has to write anew.
          log(`${channel.about.name}: a reply could not be taken: ${String(error)}`)
          return questionWord(options.localeOf(channel.about.name), 'notTaken')
        })
        if (text !== null) await channel.say(reply.place, text)
      },
    }
  }

  async function openChannel(channel: Channel): Promise<void> {
    try {
      await channel.open(receiverOf(channel))
    } catch (error) {
      if (closing.signal.aborted) return
      log(`${channel.about.name} could not be opened: ${error instanceof Error ? error.message : String(error)}`)
    }
    opened.set(channel.about.name, channel)
    if (!closing.signal.aborted) await look()
  }

  return {
    async open() {
      // A platform that cannot be reached holds up no question in another.
      for (const channel of options.channels) void openChannel(channel)
      stopWatching = store.watch(({ hold }) => {
        if (hold !== null) void changed(hold)
      })
      looking = setInterval(() => void look(), LOOK_EVERY_MS).unref()
      await look()
    },
    reaches(hold) {
      const { to, otherwise } = routeOf(hold)
      return [...to, ...otherwise].some(({ channel }) => channels.get(channel)?.health().state === 'connected')
    },
    health: () =>
      options.channels.map((channel) => {
        const { name, platform } = channel.about
        return { name, platform, ...channel.health() }
      }),
    async close() {
      closing.abort()
      stopWatching()
      if (looking !== null) clearInterval(looking)
      if (timer !== null) clearTimeout(timer)
      if (settling !== null) clearTimeout(settling)
      for (const digest of digests.values()) clearTimeout(digest)
      await working
      await Promise.race([delivering.settled(), pause(CLOSE_WITHIN_MS, null, { ref: false })])
      await Promise.all(options.channels.map((channel) => channel.close()))
    },
  }
}
