/** Puts an answer of ours, or the outcome of a hold, to a waiting caller. */
import { endedAnswer, isJsonObject, toToolResult } from '@holdpoint/core'
import type { AgentAnswer, Hold, JsonObject } from '@holdpoint/core'
import type { Caller } from './caller.ts'
import { markHeldResult, markServersError } from './hold-meta.ts'

/** Clients may allow no more than two seconds between signs of life; those that are still there later allow more. */
const FIRST_BEATS_MS = 1500
const FIRST_BEATS = 20
const LATER_BEATS_MS = 10_000

/** Tells what became of a hold that has ended. Answers whether somebody was still there to hear it. */
export function answerEnded(caller: Caller, hold: Hold, wholeResult: string | null): boolean {
  const { outcome } = hold
  if (outcome?.kind === 'result') return caller.reply(markHeldResult(wholeResult ?? outcome.resultText, hold))
  if (outcome?.kind === 'error') return caller.relayError(markServersError(outcome.errorText, hold.call.server.name))
  return answer(caller, endedAnswer(hold))
}

/** `meta`: what goes into the result's `_meta` beside our own mark, where only a view sees it. */
export function answer(caller: Caller, agentAnswer: AgentAnswer, meta: JsonObject = {}): boolean {
  const result = toToolResult(agentAnswer, shapeFor(caller))
  const own = isJsonObject(result['_meta']) ? result['_meta'] : {}
  return caller.reply(JSON.stringify({ ...result, _meta: { ...meta, ...own } }))
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
