/**
 * A risky call arrives: it opens a hold, or meets the one that an identical call opened before. One transaction, so two
 * identical calls at the same moment make one question.
 */
import type { Call, ToolDefinition } from '../call/call.ts'
import type { Sha256 } from '../json/sha256.ts'
import type { Hold, ProcessIdentity } from '../hold/hold.ts'
import type { HoldEvent } from '../hold/hold-event.ts'
import { meetIdenticalCall } from '../hold/identical-call.ts'
import { holdsLease, isSameOwner, liveOwnersAt } from '../lease/hold-owner.ts'
import type { SeeProcess, LiveOwners } from '../lease/hold-owner.ts'
import { transition } from '../hold/transition.ts'
import { buildPreview } from '../preview/build-preview.ts'
import type { EntityPreview } from '../preview/entity-preview.ts'
import type { Ruling } from '../policy/ruling.ts'
import type { FullRoom, HoldRoom, Step, Store } from '../store/store.ts'
import { callKey, isSameCall } from '../call/call-key.ts'
import { holdRecord } from './hold-record.ts'
import { findAskingLimit, takeAskingTurn } from './asking-limit.ts'
import { sayToAgent } from '../answer/within-tokens.ts'

export interface OpenHoldRequest {
  readonly id: string
  readonly call: Call
  readonly ruling: Ruling
  readonly definition: ToolDefinition | null
  readonly policyHash: string
  readonly owner: ProcessIdentity
  readonly warnings: readonly string[]
  /** Warnings that tell what was read of the server. */
  readonly entityWarnings?: readonly string[]
  /** What the call is about, where a recipe read it. */
  readonly entity?: EntityPreview | null
  /** Concerns this hold alone (an answer that came back to its question): never opens another. */
  readonly only?: string | null
  /** The agent wants to see how it stands: an open hold is neither joined nor run. */
  readonly previewOnly?: boolean
  /** What open holds may take in the store. */
  readonly room: HoldRoom
  /** What can be seen of another process from here; its holds are its own to dispatch while it stands behind them. */
  readonly see: SeeProcess
  readonly sha256: Sha256
}

export type OpenedHold =
  | { readonly kind: 'asked' | 'joined' | 'run' | 'await-outcome' | 'deliver' | 'repeat-answer'; readonly hold: Hold }
  /** A preview met an open hold, which stays as it is. */
  | { readonly kind: 'standing'; readonly hold: Hold }
  | { readonly kind: 'limited'; readonly message: string }
  /** The framework's name for this call stands for another tool or other arguments already. */
  | { readonly kind: 'other-call' }
  /** The hold it concerns has ended and its answer was delivered, or a newer hold has replaced it. */
  | { readonly kind: 'gone' }
  /** The process that wants to own it slept past its lease: it takes a new one first, and nothing was written. */
  | { readonly kind: 'lapsed' }

export async function openHold(store: Store, request: OpenHoldRequest): Promise<OpenedHold> {
  const key = callKey(request.call, request.sha256)
  return await takeAskingTurn(store, request.call, async () => {
    const limit = await findAskingLimit(store, request.call)
    return await store.holds.changeNewest(key, (newest, now, leases) => {
      // What its requester runs belongs to no process of ours, so none has to be alive for it.
      if (request.call.runBy !== 'requester' && !holdsLease(request.owner, leases))
        return { do: 'keep', answer: { kind: 'lapsed' } }
      return step(request, key, newest, { now, standing: liveOwnersAt(now, leases, request.see) }, limit)
    })
  })
}

interface Moment {
  readonly now: number
  readonly standing: LiveOwners
}

function step(
  request: OpenHoldRequest,
  key: string,
  found: Hold | null,
  moment: Moment,
  limit: string | null,
): Step<OpenedHold> {
  const { now, standing } = moment
  const expired = found === null ? null : transition(found, { type: 'deadline', at: now })
  const newest = expired?.ok === true ? expired.hold : found
  const meeting = meetIdenticalCall(newest, now)
  if (typeof request.only === 'string' && (newest?.id !== request.only || meeting.next === 'ask')) {
    return { do: 'keep', answer: { kind: 'gone' } }
  }
  if (meeting.next === 'ask') {
    if (limit !== null) return { do: 'keep', answer: { kind: 'limited', message: limit } }
    const hold = draftHold(request, key, meeting.warnings, now)
    return {
      do: 'write',
      hold,
      record: holdRecord(hold, 'hold-created', null, null),
      before: null,
      room: { ...request.room, refused: (full) => ({ kind: 'limited', message: noRoom(full, request) }) },
      answer: { kind: 'asked', hold },
    }
  }
  if (newest === null) throw new Error('An identical call was met without a hold.')
  if (!isSameCall(newest.call, request.call)) return { do: 'keep', answer: { kind: 'other-call' } }
  if (request.previewOnly === true && (meeting.next === 'join' || meeting.next === 'run')) {
    return { do: 'keep', answer: { kind: 'standing', hold: newest } }
  }
  switch (meeting.next) {
    case 'join':
      return rejoin(request, newest, moment, 'joined')
    case 'run':
      return isSameOwner(newest.owner, request.owner) || !standing.owns(newest)
        ? rejoin(request, newest, moment, 'run')
        : // The owner is alive: it runs the call, now that a caller waits for it again.
          rejoin(request, newest, moment, 'await-outcome')
    case 'await-outcome':
      return { do: 'keep', answer: { kind: 'await-outcome', hold: newest } }
    case 'deliver':
    case 'repeat-answer':
      if (expired?.ok === true) {
        const record = holdRecord(newest, 'hold-expired', null, newest.note)
        return { do: 'write', hold: newest, record, before: null, answer: { kind: meeting.next, hold: newest } }
      }
      return { do: 'keep', answer: { kind: meeting.next, hold: newest } }
  }
}

function noRoom({ whose, bytes, taken }: FullRoom, { call, room }: OpenHoldRequest): string {
  const most = whose === 'principal' ? room.ofPrincipal : room.ofTenant
  const sizes = { size: inMegabytes(bytes), most: inMegabytes(most) }
  if (taken === 0) return sayToAgent('callTooLargeToHold', { tool: call.tool, ...sizes })
  const sizeWords = { ...sizes, taken: inMegabytes(taken) }
  return whose === 'principal'
    ? sayToAgent('principalHoldsTooMuch', { principal: call.principal, ...sizeWords })
    : sayToAgent('tenantHoldsTooMuch', { tenant: call.tenant, ...sizeWords })
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function rejoin(
  request: OpenHoldRequest,
  newest: Hold,
  { now, standing }: Moment,
  kind: 'joined' | 'run' | 'await-outcome',
): Step<OpenedHold> {
  const events: HoldEvent[] = [{ type: 'join', at: now, rationale: request.call.rationale }]
  if (!isSameOwner(newest.owner, request.owner) && !standing.owns(newest)) {
    events.push({ type: 'take-over', at: now, by: request.owner, from: newest.owner })
  }
  let hold = newest
  for (const event of events) {
    const moved = transition(hold, event)
    if (!moved.ok) throw new Error(`An open hold refused to be joined: ${moved.refusal.message}`)
    hold = moved.hold
  }
  hold = { ...hold, revision: newest.revision + 1 }
  return {
    do: 'write',
    hold,
    record: holdRecord(hold, 'hold-joined', null, request.call.rationale),
    before: null,
    answer: { kind, hold },
  }
}

/** Also for holds that no caller asked for. */
export type HoldDraft = Omit<OpenHoldRequest, 'see' | 'room'>

export function draftHold(request: HoldDraft, key: string, warnings: readonly string[], now: number): Hold {
  const { arguments: _parsed, ...call } = request.call
  return {
    id: request.id,
    revision: 1,
    state: 'pending',
    key,
    call,
    ruling: request.ruling,
    preview: buildPreview({
      call: request.call,
      ruling: request.ruling,
      definition: request.definition,
      warnings: [...request.warnings, ...warnings],
      ...(request.entityWarnings === undefined ? {} : { entityWarnings: request.entityWarnings }),
      entity: request.entity ?? null,
      sha256: request.sha256,
    }),
    definitionHash: request.definition?.hash ?? '',
    inputSchemaText: keptSchema(request.definition),
    definitionTextHash: request.definition?.textHash ?? '',
    policyHash: request.policyHash,
    createdAt: now,
    decideBy: now + request.ruling.decideWithinMs,
    runAfter: null,
    executeBy: null,
    verdicts: [],
    edit: null,
    laterRationales: [],
    owner: request.owner,
    attempt: null,
    outcome: null,
    callerLeft: false,
    deliveredAt: null,
    decidedAt: null,
    endedAt: null,
    note: null,
  }
}

/** A schema beyond this is not read for an edit either, and each hold would carry it. */
const LONGEST_SCHEMA = 512 * 1024

function keptSchema(definition: ToolDefinition | null): string | null {
  if (definition === null) return null
  const text = JSON.stringify(definition.inputSchema)
  return text.length <= LONGEST_SCHEMA ? text : null
}
