/**
 * The call that would take back one that ran, as a hold of its own: a person decides on it like on any other, nothing
 * can grant it, and no agent's call can ever meet it. One per hold, however often it is offered; of one principal the
 * newest few stand open, and older ones make room for them.
 */
import type { Call, ToolDefinition } from '../call/call.ts'
import type { Hold, ProcessIdentity } from '../hold/hold.ts'
import type { Sha256 } from '../json/sha256.ts'
import { findLiveOwners } from '../lease/hold-owner.ts'
import type { SeeProcess } from '../lease/hold-owner.ts'
import type { Ruling } from '../policy/ruling.ts'
import type { Step, Store } from '../store/store.ts'
import { invalidateHold } from './dispatch-hold.ts'
import { holdRecord } from './hold-record.ts'
import { draftHold } from './open-hold.ts'
import { UNDO_SESSION } from './undo-session.ts'
import type { Preview } from '../preview/preview.ts'
import { say, sayIn } from '../sentence/say.ts'
import { suffices } from '../hold/assurance.ts'
import { higherRisk } from '../policy/risk-order.ts'

export interface UndoOffer {
  readonly id: string
  /** The hold whose call ran. */
  readonly of: Hold
  /** The compensating call. */
  readonly call: Pick<Call, 'tool' | 'argumentsText' | 'arguments' | 'digest'>
  /** What the policy says of the compensating call itself. */
  readonly ruling: Ruling
  readonly definition: ToolDefinition
  readonly policyHash: string
  readonly owner: ProcessIdentity
  readonly sha256: Sha256
}

const OFFERED_BY = { client: { name: 'holdpoint undo', version: '' }, session: UNDO_SESSION }

const OPEN_OFFERS = 10
const MOST_LOOKED_AT = 1000
/** An offer would have lapsed by then. */
const OFFERED_WITHIN_MS = 60 * 60_000
const MOST_MISSED = 100

/** Whether it ever was, whatever became of the offer. */
export async function isUndoOffered(store: Store, of: Pick<Hold, 'id'>, sha256: Sha256): Promise<boolean> {
  return await store.holds.changeNewest(undoKey(of, sha256), (newest) => ({ do: 'keep', answer: newest !== null }))
}

/** Two members where a call's key has six: the texts that are hashed can never be the same. */
function undoKey(of: Pick<Hold, 'id'>, sha256: Sha256): string {
  return sha256(JSON.stringify(['undo', of.id]))
}

/** `null`: it was offered before. */
export async function offerUndo(store: Store, offer: UndoOffer): Promise<Hold | null> {
  const key = undoKey(offer.of, offer.sha256)
  const offered = await store.holds.changeNewest(key, (newest, now): Step<Hold | null> => {
    if (newest !== null) return { do: 'keep', answer: null }
    const hold = draftUndo(offer, key, now)
    const record = holdRecord(hold, 'hold-created', null, say('wouldTakeBack', { hold: offer.of.id }))
    return { do: 'write', hold, record, before: null, answer: hold }
  })
  if (offered !== null) await makeRoom(store, offered)
  return offered
}

async function makeRoom(store: Store, offered: Hold): Promise<void> {
  const { tenant, principal } = offered.call
  const pending = await store.holds.inSession(UNDO_SESSION, 'pending', MOST_LOOKED_AT)
  const open = pending.filter(({ call }) => call.tenant === tenant && call.principal === principal)
  for (const { id } of open.slice(0, Math.max(0, open.length - OPEN_OFFERS))) {
    await invalidateHold(store, id, say('madeRoom', { n: OPEN_OFFERS }))
  }
}

function draftUndo(offer: UndoOffer, key: string, now: number): Hold {
  const { of, call } = offer
  const { taskText: _ofTheCallThatRan, ...ran } = of.call
  const drafted = draftHold(
    {
      id: offer.id,
      call: { ...ran, ...call, ...OFFERED_BY, rationale: null },
      ruling: undoRuling(offer.ruling, of.ruling, of.call.tool),
      definition: offer.definition,
      policyHash: offer.policyHash,
      owner: offer.owner,
      warnings: [say('takesBackHold', { hold: of.id, title: of.preview.title })],
      sha256: offer.sha256,
    },
    key,
    [],
    now,
  )
  return {
    ...drafted,
    undoOf: of.id,
    preview: asUndo(drafted.preview),
  }
}

function asUndo(preview: Preview): Preview {
  const { title, titles = { en: title, zh: title } } = preview
  const en = say('undoTitle', { title: titles.en })
  return { ...preview, title: en, titles: { en, zh: sayIn('zh-CN', 'undoTitle', { title: titles.zh }) } }
}

/** An unwanted offer must not stay among the open questions for a day. */
const LONGEST_OFFER_MS = 60 * 60_000

/** `own`: of the call that takes back; `of`: of the call that ran. It is always asked, each time, and never granted. */
export function undoRuling(own: Ruling, of: Ruling, tool: string): Ruling {
  const quorum = Math.max(own.quorum, of.quorum)
  const approvers = shared(own.approvers, of.approvers, quorum)
  return {
    ...own,
    answer: 'ask',
    risk: higherRisk(own.risk, of.risk),
    rule: `undo recipe, ${own.rule}`,
    why: say('takesBack', { tool, why: own.why }),
    rails: shared(own.rails, of.rails, 1),
    approvers,
    // A quorum larger than the number of people who may decide could never be met.
    quorum: approvers === null ? quorum : Math.max(own.quorum, Math.min(quorum, approvers.length)),
    assurance: suffices(own.assurance, of.assurance) ? own.assurance : of.assurance,
    ...(own.code === 'always' || of.code === 'always' ? { code: 'always' as const } : {}),
    grantable: false,
    scope: null,
    gateOff: false,
    decideWithinMs: Math.min(own.decideWithinMs, of.decideWithinMs, LONGEST_OFFER_MS),
    executeWithinMs: Math.min(own.executeWithinMs, of.executeWithinMs),
    undoWindowMs: longerWindow(own.undoWindowMs, of.undoWindowMs),
  }
}

/** What is set counts; a zero that is set for the call that ran says nothing of the one that takes it back. */
function longerWindow(own: number | null, of: number | null): number | null {
  if (own === null) return of === 0 ? null : of
  return Math.max(own, of ?? 0)
}

/** What both allow; where that is too few to decide, the undo's own. `null` allows anything. */
function shared<Name>(own: readonly Name[] | null, of: readonly Name[] | null, least: number): readonly Name[] | null {
  if (own === null || of === null) return own ?? of
  const both = own.filter((name) => of.includes(name))
  return both.length < least ? own : both
}

/**
 * Calls that ran and could be taken back, whose process ended before it offered that. A process that can reach the same
 * server makes the offer, and only the first one does.
 */
export async function findMissedUndos(store: Store, see: SeeProcess, sha256: Sha256): Promise<readonly Hold[]> {
  const any = { tenant: null, server: null, tool: null, risk: null, text: null, cursor: null }
  const { holds } = await store.holds.list({ ...any, state: 'succeeded', limit: MOST_MISSED })
  const since = (await store.now()) - OFFERED_WITHIN_MS
  const standing = await findLiveOwners(store, see)
  const missed: Hold[] = []
  for (const hold of holds) {
    const { undo, endedAt, attempt } = hold
    if (undo === undefined || endedAt === null || endedAt < since || attempt === null || standing.sends(hold)) continue
    if (await isUndoOffered(store, hold, sha256)) continue
    const whole = await store.holds.get(hold.id)
    if (whole !== null) missed.push(whole)
  }
  return missed
}
