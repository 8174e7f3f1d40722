/**
 * How a delivery may change: who takes its job, what came of it, and when it is over. Pure: time comes in. What a
 * process reports without holding the lease any more is taken only where it is a fact about the message, never as an
 * end of the job that another process has begun.
 */
import { recordDraft } from '../audit/record-draft.ts'
import type { RecordDraft } from '../audit/record.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { say } from '../sentence/say.ts'
import { MOST_COPIES } from './delivery.ts'
import type { Delivery, DeliveryJob, DeliveryLease } from './delivery.ts'

export type DeliveryEvent =
  /**
   * It stands there under this name and shows the hold as of this revision, all of it or (`whole`: false) a part.
   * `remindAt`: `null` for no reminder.
   */
  | {
      readonly type: 'sent'
      readonly lease: DeliveryLease
      readonly ref: string
      readonly shows: number
      readonly whole: boolean
      readonly remindAt: number | null
    }
  /**
   * It was brought up to date: by the job, or, without a lease, by the answer to a press. `closes`: nothing more will
   * follow.
   */
  | {
      readonly type: 'updated'
      readonly lease: DeliveryLease | null
      readonly shows: number
      readonly whole: boolean
      readonly closes: boolean
      readonly remindAt: number | null
    }
  | { readonly type: 'reminded'; readonly lease: DeliveryLease }
  /** To be tried again. `mayHaveArrived`: the platform's answer was lost. */
  | {
      readonly type: 'postponed'
      readonly lease: DeliveryLease
      readonly afterMs: number
      readonly mayHaveArrived: boolean
      readonly problem: string
    }
  /** Trying again does not help. */
  | {
      readonly type: 'failed'
      readonly lease: DeliveryLease
      readonly mayHaveArrived: boolean
      readonly problem: string
    }
  /**
   * There is nothing left to say there: the hold was decided before the message was sent, or the place is no longer
   * asked.
   */
  | { readonly type: 'closed'; readonly lease: DeliveryLease | null }

export type DeliveryTransition =
  | { readonly ok: true; readonly delivery: Delivery; readonly record: RecordDraft | null }
  /** `not-leased`: another process has the job, or it is done. */
  | { readonly ok: false; readonly why: 'not-leased' | 'closed' }

export interface JobTaking {
  readonly by: string
  readonly until: number
  /** Whether the platform shows one message, however often it is sent under one id. */
  readonly dedupes: boolean
}

export type TakenJob =
  | { readonly kind: 'taken'; readonly delivery: Delivery }
  | { readonly kind: 'given-up'; readonly delivery: Delivery; readonly record: RecordDraft }

const LONGEST_PROBLEM = 500

/** For a job that is due and that no process holds; a lease that lapsed left `copies` as if its attempt had arrived. */
export function takeJob(delivery: Delivery, job: DeliveryJob, { by, until, dedupes }: JobTaking): TakenJob {
  const { copies } = delivery
  // A process that had lost the lease reported that its message arrived.
  const kind = job.kind === 'send' && delivery.ref !== null ? 'update' : job.kind
  if (kind === 'send' && !dedupes && copies >= MOST_COPIES) {
    const failed = toFailed(delivery, say('mayStandTwice'), copies)
    return { kind: 'given-up', delivery: failed, record: failureRecord(failed) }
  }
  const mayStand = dedupes ? Math.max(copies, 1) : copies + 1
  const lease = { by, until, copiesBefore: copies }
  return {
    kind: 'taken',
    delivery: {
      ...delivery,
      revision: delivery.revision + 1,
      copies: kind === 'send' ? mayStand : copies,
      job: { ...job, kind, attempts: job.attempts + 1, lease },
    },
  }
}

/** The hold changed: what stands there is to show it, whatever was planned otherwise. */
export function planUpdate(delivery: Delivery, now: number): Delivery {
  const job: DeliveryJob = { kind: 'update', dueAt: now, attempts: 0, lease: null }
  return { ...delivery, revision: delivery.revision + 1, job }
}

export function transitDelivery(delivery: Delivery, event: DeliveryEvent, now: number): DeliveryTransition {
  if (delivery.state === 'closed' && event.type !== 'sent' && event.type !== 'updated') {
    return { ok: false, why: 'closed' }
  }
  const { job } = delivery
  const isHeld = job?.lease !== null && job?.lease !== undefined && job.lease.until > now
  const owns = event.lease === null ? !isHeld : holdsJob(job, event.lease)
  const next = { ...delivery, revision: delivery.revision + 1 }
  switch (event.type) {
    case 'sent':
      return arrive(delivery, event, owns, now)
    case 'updated': {
      const isNewer = event.shows >= (delivery.shownRevision ?? 0)
      const shown = isNewer ? { ...next, shownRevision: event.shows, shownWhole: event.whole } : next
      if (!owns || delivery.state === 'closed') return { ok: true, delivery: shown, record: null }
      // A copy whose name is not known yet was pressed: it is still to be sent, or given up.
      const following = delivery.state === 'sent' ? reminder(delivery, event.remindAt) : delivery.job
      const done = { ...shown, job: following, problem: null }
      return { ok: true, delivery: event.closes ? { ...done, state: 'closed', job: null } : done, record: null }
    }
    case 'reminded':
      return owns ? { ok: true, delivery: { ...next, reminded: true, job: null }, record: null } : NOT_LEASED
    case 'postponed': {
      if (!owns || job === null) return NOT_LEASED
      const again = { ...job, dueAt: now + Math.max(event.afterMs, 0), lease: null }
      const postponed = { ...next, copies: copiesAfter(delivery, job, event), job: again, problem: clip(event.problem) }
      return { ok: true, delivery: postponed, record: null }
    }
    case 'failed': {
      if (!owns || job === null) return NOT_LEASED
      // The question stands there; that a person was not reminded of it takes nothing from it.
      if (job.kind === 'remind') {
        return { ok: true, delivery: { ...next, job: null, problem: clip(event.problem) }, record: null }
      }
      const failed = toFailed(delivery, event.problem, copiesAfter(delivery, job, event))
      return { ok: true, delivery: failed, record: failureRecord(failed) }
    }
    case 'closed':
      return owns ? { ok: true, delivery: { ...next, state: 'closed', job: null }, record: null } : NOT_LEASED
  }
}

const NOT_LEASED: DeliveryTransition = { ok: false, why: 'not-leased' }

/** A message that arrived is one that must be kept up to date, whoever sent it and however late that is reported. */
function arrive(
  delivery: Delivery,
  { ref, shows, whole, remindAt }: Extract<DeliveryEvent, { readonly type: 'sent' }>,
  owns: boolean,
  now: number,
): DeliveryTransition {
  const known = delivery.ref !== null
  const arrived: Delivery = {
    ...delivery,
    revision: delivery.revision + 1,
    state: 'sent',
    ref: delivery.ref ?? ref,
    sentAt: delivery.sentAt ?? now,
    shownRevision: known ? delivery.shownRevision : shows,
    shownWhole: known ? delivery.shownWhole === true && whole : whole,
    copies: Math.max(delivery.copies, known && delivery.ref !== ref ? MOST_COPIES : 1),
    job: owns || delivery.state === 'closed' ? reminder(delivery, remindAt) : delivery.job,
    problem: null,
  }
  return { ok: true, delivery: arrived, record: delivery.ref === ref ? null : arrivalRecord(arrived, ref) }
}

function holdsJob(job: DeliveryJob | null, lease: DeliveryLease): boolean {
  return job?.lease?.by === lease.by && job.lease.until === lease.until
}

function reminder({ reminded }: Delivery, remindAt: number | null): DeliveryJob | null {
  return remindAt === null || reminded ? null : { kind: 'remind', dueAt: remindAt, attempts: 0, lease: null }
}

function copiesAfter(
  { copies }: Delivery,
  job: DeliveryJob,
  { lease, mayHaveArrived }: { readonly lease: DeliveryLease; readonly mayHaveArrived: boolean },
): number {
  return job.kind === 'send' && !mayHaveArrived ? lease.copiesBefore : copies
}

function toFailed(delivery: Delivery, problem: string, copies: number): Delivery {
  const revision = delivery.revision + 1
  return { ...delivery, revision, copies, state: 'failed', job: null, problem: clip(problem) }
}

/** A platform's own words may be long and may hold anything. */
function clip(problem: string): string {
  return clipVisible(showInOneLine(problem), LONGEST_PROBLEM)
}

function arrivalRecord(delivery: Delivery, ref: string): RecordDraft {
  const { tenant, hold, place } = delivery
  const words = { ...whereWords(delivery), ref: showInOneLine(ref) }
  const detail = place.kind === 'group' ? say('sentToGroup', words) : say('sentToPerson', words)
  return recordDraft({ kind: 'question-delivered', tenant, hold, detail })
}

function failureRecord(delivery: Delivery): RecordDraft {
  const { tenant, hold, place, problem } = delivery
  const words = { ...whereWords(delivery), problem: problem ?? '' }
  const detail = place.kind === 'group' ? say('notSentToGroup', words) : say('notSentToPerson', words)
  return recordDraft({ kind: 'delivery-failed', tenant, hold, detail })
}

function whereWords({ channel, place }: Delivery): { readonly channel: string; readonly place: string } {
  return { channel: showInOneLine(channel), place: showInOneLine(place.id) }
}
