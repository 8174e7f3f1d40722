/** Puts an answer of ours, or the outcome of a hold, to a waiting caller. */
import { decisiveVerdict, endedAnswer, HOLD_META_KEY, isJsonObject, toToolResult, translate } from '@holdpoint/core'
import type { AgentAnswer, ErrorCode, Hold, JsonObject } from '@holdpoint/core'
import type { Caller } from './caller.ts'
import { inOtherWords } from './card/other-words.ts'
import { markHeldResult, markServersError } from './hold-meta.ts'

/** Clients may allow no more than two seconds between signs of life; those that are still there later allow more. */
const FIRST_BEATS_MS = 1500
const FIRST_BEATS = 20
const LATER_BEATS_MS = 10_000

const OWN_REASON: ReadonlySet<ErrorCode> = new Set(['EXPIRED', 'TIMEOUT', 'INVALIDATED', 'CANCELLED'])

/** Tells what became of a hold that has ended. Answers whether somebody was still there to hear it. */
export function answerEnded(caller: Caller, hold: Hold, wholeResult: string | null): boolean {
  const { outcome } = hold
  if (outcome?.kind === 'result')
    return caller.reply(markHeldResult(wholeResult ?? outcome.resultText, hold, saidOf(caller, hold)))
  if (outcome?.kind === 'error') return caller.relayError(markServersError(outcome.errorText, hold.call.server.name))
  return answer(caller, endedAnswer(hold))
}

/** `meta`: what goes into the result's `_meta` beside our own mark, where only a view sees it. */
export function answer(caller: Caller, agentAnswer: AgentAnswer, meta: JsonObject = {}): boolean {
  const result = toToolResult(agentAnswer, shapeFor(caller))
  const own = isJsonObject(result['_meta']) ? result['_meta'] : {}
  const told = caller.view === 'ours' ? withOtherWords(agentAnswer) : {}
  return caller.reply(JSON.stringify({ ...result, _meta: { ...meta, ...own, ...told } }))
}

/** The card shows to a person what the agent was told, in that person's language. */
function withOtherWords(agentAnswer: AgentAnswer): JsonObject {
  if (agentAnswer.kind !== 'error') return {}
  const { error } = agentAnswer.error
  const said = inOtherWords((language) => {
    const message = translate(error.message, language)
    // What somebody gave as their reason stays as they wrote it.
    const isOurs = error.reason !== undefined && OWN_REASON.has(error.code)
    return { error: { ...error, message, ...(isOurs ? { reason: translate(error.reason, language) } : {}) } }
  })
  return { [HOLD_META_KEY]: { error, said } }
}

function saidOf({ view }: Caller, hold: Hold): JsonObject {
  const via = decisiveVerdict(hold)?.via
  if (view !== 'ours' || via === undefined) return {}
  return { said: inOtherWords((language) => ({ via: translate(via, language) })) }
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
