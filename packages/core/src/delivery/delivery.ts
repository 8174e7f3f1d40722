/**
 * One question in one place of a chat platform: which message asks about which hold there, and what is to be done with
 * it next. A delivery is a plain value. It changes only through the functions of this folder, and only the store makes
 * a change durable.
 *
 * It refuses to carry what the message says, which is made from the hold each time, and to decide anything: a button
 * and a code only say which hold is meant.
 */

/** A conversation, as the platform names it. */
export interface Place {
  readonly kind: 'group' | 'person'
  readonly id: string
}

/** Whom the message is written for: the agent's claim is shown to approvers alone. */
export type DeliveryAudience = 'approver' | 'requester'

/** What is known before it is stored. */
export interface PlannedDelivery {
  /** Unguessable, at most 50 characters of `A-Z a-z 0-9 _ -`: what the platform dedupes by. */
  readonly id: string
  readonly hold: string
  readonly tenant: string
  /** The name under which the channel is configured. */
  readonly channel: string
  readonly place: Place
  readonly audience: DeliveryAudience
  /** Whether it is asked here because a question could not be brought to another place. */
  readonly instead: boolean
  /** Random ids, of the same characters: all that a button carries. */
  readonly buttons: { readonly approve: string; readonly decline: string }
}

export interface Delivery extends PlannedDelivery {
  /** Grows by one with each change; the compare-and-swap compares it. */
  readonly revision: number
  /** Names the hold in replies; among the open deliveries of its place there is no other with this code. */
  readonly code: string
  readonly createdAt: number
  readonly state: DeliveryState
  /** The platform's name of the message, once it is known. */
  readonly ref: string | null
  /** When that was learnt first; `null`: not yet. */
  readonly sentAt: number | null
  /** The revision of the hold that the message shows. */
  readonly shownRevision: number | null
  /** Whether the message had room for all of that; `null`: not known yet. */
  readonly shownWhole: boolean | null
  /**
   * How many messages of it may stand in the place, counted before each attempt. More than one only where the platform
   * takes no id of ours, and never more than two: `MOST_COPIES`.
   */
  readonly copies: number
  /** `null`: nothing is to be done. */
  readonly job: DeliveryJob | null
  readonly reminded: boolean
  /** The last failure, in words for people. */
  readonly problem: string | null
}

/**
 * `waiting`: nothing was sent that we know of. `sent`: it stands there and is kept up to date. `failed`: given up;
 * `copies` says whether a message may stand there all the same. `closed`: its question is decided and the message says
 * so, or it was never sent.
 */
export type DeliveryState = 'waiting' | 'sent' | 'failed' | 'closed'

export interface DeliveryJob {
  readonly kind: 'send' | 'update' | 'remind'
  /** On database time. */
  readonly dueAt: number
  /** How often it was taken. */
  readonly attempts: number
  readonly lease: DeliveryLease | null
}

/** The right of one process to do the job, until a moment of database time. Each taking has a lease of its own. */
export interface DeliveryLease {
  readonly by: string
  readonly until: number
  /** `Delivery.copies` before this attempt, for one that certainly sent nothing. */
  readonly copiesBefore: number
}

/** A message and one extra copy: what a crash between sending and storing costs where the platform does not dedupe. */
export const MOST_COPIES = 2

const ID = /^[A-Za-z0-9_-]{1,50}$/
const LONGEST_NAME = 256
/** Half of a surrogate pair, and the character that ends a text elsewhere. */
const UNSTORABLE = /[\p{Surrogate}\0]/u

/** Throws for what would not be found again, or not be taken by a platform: ids are ours, so that is a bug. */
export function toDelivery(planned: PlannedDelivery, code: string, now: number): Delivery {
  const { id, hold, tenant, channel, place, audience, instead, buttons } = planned
  const { approve, decline } = buttons
  if (![id, approve, decline].every(isDeliveryId) || approve === decline) {
    throw new TypeError('The id of a delivery and those of its buttons have 1 to 50 characters of A-Z a-z 0-9 _ -.')
  }
  if (![hold, tenant, channel, place.id].every(isPlaceName)) {
    throw new TypeError('A delivery names its hold, tenant, channel and place in 1 to 256 well-formed characters.')
  }
  return {
    id,
    revision: 1,
    hold,
    tenant,
    channel,
    place: { kind: place.kind, id: place.id },
    audience,
    instead,
    code,
    buttons: { approve, decline },
    createdAt: now,
    state: 'waiting',
    ref: null,
    sentAt: null,
    shownRevision: null,
    shownWhole: null,
    copies: 0,
    job: { kind: 'send', dueAt: now, attempts: 0, lease: null },
    reminded: false,
    problem: null,
  }
}

/** Whether a text from a platform can be the id of a button of ours. */
export function isDeliveryId(text: string): boolean {
  return ID.test(text)
}

/**
 * No database stores every text as it is: half of a surrogate pair would become another character, and find another
 * place.
 */
export function isPlaceName(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_NAME && !UNSTORABLE.test(text)
}

/**
 * Whether a message of it may stand in its place and still asks: then its code is taken, and replies there may mean it.
 */
export function mayBeAnswered({ state, copies }: Delivery): boolean {
  return state === 'waiting' || state === 'sent' || (state === 'failed' && copies > 0)
}
