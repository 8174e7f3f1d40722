/**
 * Sends questions to chats and keeps them up to date: whatever is due in the table of deliveries is leased, done and written
 * down. Any process that shares the store and has the channel open does it; a process that dies leaves its jobs to the others
 * when its leases lapse. It decides nothing, and a message that could not be sent approves nothing.
 */
import { moveDelivery, say } from '@holdpoint/core'
import type { Delivery, DeliveryEvent, Hold, Store } from '@holdpoint/core'
import { ChannelError } from '../channel.ts'
import type { Channel } from '../channel.ts'
import type { QuestionMessage } from './question-message.ts'
import { moment, questionWord, timeLeft } from './question-words.ts'
import { titleIn } from './waiting-questions.ts'

export interface DeliveringOptions {
  readonly store: Store
  /** Those that are open here by now, by name. */
  readonly channels: ReadonlyMap<string, Channel>
  /** This process. */
  readonly self: string
  readonly localeOf: (channel: string) => string
  readonly messageOf: (channel: Channel, delivery: Delivery, hold: Hold) => QuestionMessage
  /** A question was not brought to one of its places: others may be asked besides. */
  readonly notBrought: (hold: Hold) => Promise<void>
  /** A job ended: there may be more to do. */
  readonly ended: () => void
  readonly log: (message: string) => void
}

export interface Delivering {
  /**
   * Begins what is due now, and waits for none of it: a platform that does not answer holds up no other question. Answers
   * when more is due; `null`: nothing is planned.
   */
  work(): Promise<number | null>
  /** Resolves once nothing is under way. */
  settled(): Promise<void>
}

/** It could not be brought there, or not at once: the place may never be reached. */
export function isNotBrought({ state, ref, job }: Delivery): boolean {
  if (state === 'failed') return ref === null
  return job?.kind === 'send' && job.lease === null && job.attempts >= FAILED_ATTEMPTS
}

const LEASE_MS = 60_000
/** In one channel. One that has so much under way is given nothing more until something of it ends. */
const AT_ONCE = 16
/** After so many in vain, others are asked besides; trying here goes on. */
const FAILED_ATTEMPTS = 2
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 5 * 60_000
/** Of those that may have arrived, or of which the platform says nothing. */
const MOST_ATTEMPTS = 12
/** A platform that is away is tried as long as the question is open, and so long after to take its buttons away. */
const LATE_NEWS_MS = 24 * 60 * 60_000
/** A reminder comes when so much of the time is over, and only where there is enough of it. */
const REMIND_AFTER = 0.8
const REMIND_IF_LONGER_MS = 10 * 60_000

export function createDelivering(options: DeliveringOptions): Delivering {
  const { store, channels } = options
  const underWay = new Map<Promise<void>, string>()

  function channelsWithRoom(): readonly { readonly name: string; readonly dedupes: boolean }[] {
    const busy = [...underWay.values()]
    return [...channels.values()]
      .map(({ about }) => ({ name: about.name, dedupes: about.dedupes }))
      .filter(({ name }) => busy.filter((each) => each === name).length < AT_ONCE)
  }

  async function work(): Promise<number | null> {
    for (;;) {
      const due = await store.deliveries.takeDue({
        channels: channelsWithRoom(),
        by: options.self,
        leaseMs: LEASE_MS,
        limit: AT_ONCE,
      })
      if (due.length === 0) break
      for (const delivery of due) begin(delivery)
    }
    return await store.deliveries.nextDueAt(channelsWithRoom().map(({ name }) => name))
  }

  function begin(delivery: Delivery): void {
    const job = doJob(delivery)
      .catch((error: unknown) => options.log(`${delivery.channel}: what was sent could not be noted: ${String(error)}`))
      .finally(() => {
        underWay.delete(job)
        options.ended()
      })
    underWay.set(job, delivery.channel)
  }

  async function doJob(delivery: Delivery): Promise<void> {
    const channel = channels.get(delivery.channel)
    const lease = delivery.job?.lease ?? null
    if (channel === undefined || delivery.job === null || lease === null) return
    const hold = await store.holds.get(delivery.hold)
    if (hold === null) return await move(delivery, { type: 'closed', lease })
    const shows = hold.revision
    const remindAt = reminderOf(hold)
    try {
      switch (delivery.job.kind) {
        case 'send': {
          // The answer to an earlier attempt was lost: under our id the platform names the message that it shows, as it was then.
          const mayStand = channel.about.dedupes && lease.copiesBefore > 0
          // Decided before anybody was asked here: there is nothing to say.
          if (hold.state !== 'pending' && !mayStand) return await move(delivery, { type: 'closed', lease })
          const { message, whole } = options.messageOf(channel, delivery, hold)
          const { ref } = await channel.deliver({ id: delivery.id, place: delivery.place, message })
          return await move(delivery, { type: 'sent', lease, ref, shows: mayStand ? 0 : shows, whole, remindAt })
        }
        case 'update': {
          const { message, whole } = options.messageOf(channel, delivery, hold)
          if (delivery.ref === null) return await move(delivery, { type: 'closed', lease })
          await channel.update({ id: delivery.id, place: delivery.place, ref: delivery.ref }, message)
          return await move(delivery, { type: 'updated', lease, shows, whole, closes: isOver(hold), remindAt })
        }
        case 'remind':
          if (hold.state === 'pending')
            await channel.say(delivery.place, reminder(channel, delivery, hold, await store.now()))
          return await move(delivery, { type: 'reminded', lease })
      }
    } catch (error) {
      await failed(delivery, hold, error)
    }
  }

  async function failed(delivery: Delivery, hold: Hold, error: unknown): Promise<void> {
    const { job } = delivery
    const lease = job?.lease ?? null
    if (job === null || lease === null) return
    const kind = error instanceof ChannelError ? error.kind : 'unknown'
    const problem = problemOf(delivery, error)
    const mayHaveArrived = kind === 'unknown'
    // People may have been reminded: once is enough.
    if (job.kind === 'remind' && mayHaveArrived) return await move(delivery, { type: 'reminded', lease })
    const isNews = hold.endedAt === null || (await store.now()) - hold.endedAt < LATE_NEWS_MS
    const again = kind === 'later' ? isNews : kind === 'unknown' && job.attempts < MOST_ATTEMPTS
    if (again) {
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, job.attempts - 1))
      const asked = error instanceof ChannelError ? error.retryAfterMs : 0
      await move(delivery, { type: 'postponed', lease, afterMs: Math.max(asked, pause), mayHaveArrived, problem })
    } else {
      options.log(`${delivery.channel}: a question could not be brought to ${delivery.place.id}: ${problem}`)
      await move(delivery, { type: 'failed', lease, mayHaveArrived, problem })
    }
    if (job.kind === 'send' && hold.state === 'pending') await options.notBrought(hold)
  }

  /** What another process has done meanwhile stands. */
  async function move(delivery: Delivery, event: DeliveryEvent): Promise<void> {
    await moveDelivery(store, delivery.id, event)
  }

  function reminder({ about }: Channel, delivery: Delivery, hold: Hold, now: number): string {
    const locale = options.localeOf(delivery.channel)
    const text = questionWord(locale, about.signsReplies ? 'reminder' : 'reminderElsewhere', {
      title: titleIn(hold, locale),
      when: moment(hold.decideBy, locale),
      left: timeLeft(hold.decideBy - now, locale),
      code: delivery.code,
    })
    const isTalk = delivery.place.kind === 'group' && about.signsReplies
    return isTalk ? `${text} ${questionWord(locale, 'mentionMe')}` : text
  }

  return {
    work,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay.keys())
    },
  }
}

/** People read it, in many places. Errors that are not ours may carry a secret: of those only the kind is told. */
function problemOf({ channel }: Delivery, error: unknown): string {
  if (error instanceof ChannelError) return error.message
  return say('channelUncertain', { platform: channel, why: error instanceof Error ? error.name : 'an error' })
}

function reminderOf(hold: Hold): number | null {
  const whole = hold.decideBy - hold.createdAt
  return hold.state === 'pending' && whole > REMIND_IF_LONGER_MS ? hold.createdAt + whole * REMIND_AFTER : null
}

/** Nothing more will happen to it that people have to see. */
function isOver({ state }: Hold): boolean {
  return !['pending', 'approved', 'dispatching', 'unknown'].includes(state)
}
