/** Puts an answer of ours, or the outcome of a hold, to a waiting caller. */
import {
  decisiveVerdict,
  endedAnswer,
  HOLD_META_KEY,
  isJsonObject,
  toToolResult,
  translate,
  withoutEntity,
} from '@holdpoint/core'
import type { AgentAnswer, Hold, JsonObject } from '@holdpoint/core'
import type { Caller } from '../calls/caller.ts'
import { cardStanding } from '../rails/card/card-meta.ts'
import { cardVerdict } from '../rails/card/card-verdict.ts'
import { inOtherWords } from '../rails/card/other-words.ts'
import { markHeldResult, markServersError } from './hold-meta.ts'

/** Clients may allow no more than two seconds between signs of life; those that are still there later allow more. */
const FIRST_BEATS_MS = 1500
const FIRST_BEATS = 20
const LATER_BEATS_MS = 10_000

/** Tells what became of a hold that has ended. Answers whether somebody was still there to hear it. */
export function answerEnded(caller: Caller, hold: Hold, wholeResult: string | null): boolean {
  const { outcome } = hold
  if (outcome?.kind === 'result')
    return caller.reply(
      markHeldResult(wholeResult ?? outcome.resultText, hold, caller.view === 'ours' ? verdictOf(hold) : {}),
    )
  if (outcome?.kind === 'error') return caller.relayError(markServersError(outcome.errorText, hold.call.server.name))
  return answer(caller, endedAnswer(hold), {}, hold)
}

/** `meta`: what goes into the result's `_meta` beside our own mark, where only a view sees it. */
export function answer(
  caller: Caller,
  agentAnswer: AgentAnswer,
  meta: JsonObject = {},
  ended: Hold | null = null,
): boolean {
  const result = toToolResult(agentAnswer, shapeFor(caller))
  const own = isJsonObject(result['_meta']) ? result['_meta'] : {}
  const forPerson = caller.view === 'ours' ? forView(agentAnswer, ended) : {}
  const all = { ...meta, ...own, ...forPerson }
  return caller.reply(JSON.stringify({ ...result, ...(Object.keys(all).length === 0 ? {} : { _meta: all }) }))
}

/**
 * What the agent is told, once more for the person before the card: of a hold how it stands, as every surface shows it; of a
 * call that nobody was asked about the same words in that person's language.
 */
function forView(agentAnswer: AgentAnswer, ended: Hold | null): JsonObject {
  if (agentAnswer.kind !== 'error') return {}
  const { error } = agentAnswer.error
  if (ended !== null) {
    // How what it is about has changed, and what was approved in its place, is for those who may decide.
    const standing = cardStanding(withoutEntity({ ...ended, edit: null }), { now: ended.decideBy, besideViews: false })
    const { id, state } = ended
    return { [HOLD_META_KEY]: { id, state, stands: { ...standing, reason: reasonAgainst(ended) } } }
  }
  const said = inOtherWords((language) => ({
    error: { ...error, message: translate(error.message, 'message', language) },
  }))
  return { [HOLD_META_KEY]: { error, said } }
}

/** Who decided, where and when: what the card shows with a result. */
function verdictOf(hold: Hold): JsonObject {
  if (decisiveVerdict(hold) === null) return {}
  const said = inOtherWords((language) => viaOf(hold, language))
  return { ...cardVerdict(hold), reason: reasonAgainst(hold), ...viaOf(hold, 'en'), said }
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

function shapeFor(caller: Caller): { hasOutputSchema: boolean; modern: boolean } {
  return { hasOutputSchema: caller.hasOutputSchema, modern: caller.era === 'stateless' }
}

/** Shows a client that sent a progress token that its call still waits, and for what. */
export function beat(caller: Caller, isApproved: () => boolean): () => void {
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
