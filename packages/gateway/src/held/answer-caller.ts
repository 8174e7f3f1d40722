/**
 * What a caller is told, once: the outcome of its hold, the envelope while that waits for a person, a question of the
 * server's, an answer of ours. Each puts it into the shape that its client reads. It refuses to change the hold.
 */
import {
  decisiveVerdict,
  endedAnswer,
  envelopeAnswer,
  isJsonObject,
  markDelivered,
  toToolResult,
  translate,
  withoutEntity,
} from '@holdpoint/core'
import type { AgentAnswer, Hold, JsonObject, JsonValue, Store } from '@holdpoint/core'
import type { AnsweredCall, Caller } from '../calls/caller.ts'
import { markServersInput } from '../calls/server-words.ts'
import { cardStanding, cardVerdict, inOtherWords, toldToView } from '../rails/card/card-meta.ts'
import type { Attention, WaitingViews } from './ask-person.ts'
import { imitatesEnvelope, markAsServersWords, markHeldResult, markServersError, stripOurMeta } from './hold-meta.ts'
import { stillListens } from './waiting-time.ts'

/** Tells what became of a hold that has ended. Answers whether its client was still there to hear it. */
export function answerEnded(caller: AnsweredCall, hold: Hold, wholeResult: string | null): boolean {
  const { outcome } = hold
  if (outcome?.kind === 'result')
    return caller.reply(
      markHeldResult(wholeResult ?? outcome.resultText, hold, caller.card.view === 'ours' ? verdictOf(hold) : {}),
    )
  if (outcome?.kind === 'error') return caller.relayError(markServersError(outcome.errorText, hold.call.server.name))
  return answer(caller, endedAnswer(hold), {}, hold)
}

/** `meta`: what goes into the result's `_meta` beside our own mark, where only a view sees it. */
export function answer(
  caller: AnsweredCall,
  agentAnswer: AgentAnswer,
  meta: JsonObject = {},
  ended: Hold | null = null,
): boolean {
  const result = toToolResult(agentAnswer, shapeFor(caller))
  const own = isJsonObject(result['_meta']) ? result['_meta'] : {}
  const forPerson = caller.card.view === 'ours' ? forView(agentAnswer, ended) : {}
  const all = { ...meta, ...own, ...forPerson }
  return caller.reply(JSON.stringify({ ...result, ...(Object.keys(all).length === 0 ? {} : { _meta: all }) }))
}

/**
 * What the agent is told, once more for the person before the card: of a hold how it stands, as every surface shows it;
 * of a call that no person was asked about the same words in that person's language.
 */
function forView(agentAnswer: AgentAnswer, ended: Hold | null): JsonObject {
  if (agentAnswer.kind !== 'error') return {}
  const { error } = agentAnswer.error
  if (ended !== null) {
    // How what it is about has changed, and what was approved in its place, is for those who may decide.
    const standing = cardStanding(withoutEntity({ ...ended, edit: null }), { now: ended.decideBy, besideViews: false })
    return toldToView({ stands: { ...standing, reason: reasonAgainst(ended) } })
  }
  const said = inOtherWords((language) => ({
    error: { ...error, message: translate(error.message, 'message', language) },
  }))
  return toldToView({ error, said })
}

/** Who decided, where and when: what the card shows with a result. The mark says only who and on which rail. */
function verdictOf(hold: Hold): JsonObject {
  if (decisiveVerdict(hold) === null) return {}
  const said = inOtherWords((language) => viaOf(hold, language))
  return toldToView({ ...cardVerdict(hold), reason: reasonAgainst(hold), ...viaOf(hold, 'en'), said })
}

/** What an approver said in favour is told neither to the agent nor to its host. */
function reasonAgainst(hold: Hold): string | null {
  const decisive = decisiveVerdict(hold)
  return decisive === null || decisive.answer === 'approve' ? null : decisive.reason
}

function viaOf(hold: Hold, language: string): JsonObject {
  const via = decisiveVerdict(hold)?.via
  return via === undefined ? {} : { via: translate(via, 'rail', language) }
}

function shapeFor(caller: AnsweredCall): { hasOutputSchema: boolean; modern: boolean } {
  return { hasOutputSchema: caller.hasOutputSchema, modern: caller.era === 'stateless' }
}

export interface EnvelopeOptions {
  readonly store: Store
  readonly attention: Pick<Attention, 'link'>
  readonly views: Pick<WaitingViews, 'pendingMeta'>
  /** How the person starts this program, for commands that the envelope names; `null`: they cannot. */
  readonly program: () => string | null
}

/**
 * Gives a caller the envelope: what its call waits for, and where a person decides it. `leave`: the caller waits no
 * longer; called at the last moment, so that an outcome that comes meanwhile still reaches it.
 */
export async function answerWithEnvelope(
  { store, attention, views, program }: EnvelopeOptions,
  hold: Hold,
  caller: Caller,
  leave: () => void,
): Promise<void> {
  const current = (await store.holds.get(hold.id)) ?? hold
  const approvalUrl = await attention.link(current)
  const envelope = envelopeAnswer(current, approvalUrl, await store.now(), program())
  const meta = await views.pendingMeta(current, caller, approvalUrl)
  leave()
  answer(caller, envelope, meta)
}

/** What a server asks back about a call that was held, as its client may have it: nothing in it passes for ours. */
export function answerWithServersQuestion(
  caller: Pick<AnsweredCall, 'reply'>,
  resultText: string,
  server: string,
  oursIsOpen: () => boolean,
): void {
  const result = JSON.parse(resultText) as JsonValue
  const stripped = stripOurMeta(resultText)
  const imitates = isJsonObject(result) && imitatesEnvelope(result)
  caller.reply(markServersInput(imitates ? markAsServersWords(stripped, server) : stripped, server, oursIsOpen))
}

/** Answers whether this caller has got it; else another just did, and the call is to be looked at anew. */
export type DeliverOnce = (caller: Caller, hold: Hold) => Promise<boolean>

/** Hands the stored outcome of a hold to one of the callers who ask for it at the same moment. */
export function createDeliverOnce(store: Store): DeliverOnce {
  /** Outcomes being written to a caller right now. */
  const delivering = new Map<string, Promise<void>>()

  async function write(caller: Caller, hold: Hold): Promise<void> {
    if (answerEnded(caller, hold, null) && stillListens(caller)) await markDelivered(store, hold.id)
  }

  return async (caller, hold) => {
    const earlier = delivering.get(hold.id)
    if (earlier !== undefined) {
      await earlier
      return false
    }
    const delivery = write(caller, hold)
    delivering.set(hold.id, delivery)
    try {
      await delivery
    } finally {
      delivering.delete(hold.id)
    }
    return true
  }
}

/** Clients may allow no more than two seconds between signs of life; those that are still there later allow more. */
const FIRST_BEATS_MS = 1500
const FIRST_BEATS = 20
const LATER_BEATS_MS = 10_000

/** Shows a client that sent a progress token that its call still waits, and for what. Answers how to stop. */
export function sendHeartbeats(
  caller: Pick<Caller, 'progressToken' | 'heartbeat'>,
  isApproved: () => boolean,
): () => void {
  if (caller.progressToken === null) return () => {}
  let count = 0
  let timer = setTimeout(next, FIRST_BEATS_MS)
  function next(): void {
    count += 1
    caller.heartbeat(count, isApproved() ? 'Approved; it runs in a moment' : 'Waiting for a person to decide')
    timer = setTimeout(next, count < FIRST_BEATS ? FIRST_BEATS_MS : LATER_BEATS_MS)
  }
  return () => clearTimeout(timer)
}
