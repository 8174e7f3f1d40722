/** What an upstream says, made honest: words that could pass for ours, and its own questions, carry the server's name. */
import { isJsonObject, locateMember, replaceMember } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { imitatesEnvelope, imitatesUs, markAsServersWords, markServersError, stripOurMeta } from '../held/hold-meta.ts'
import type { UpstreamSaid } from './upstream-answer.ts'

export interface ServerWords {
  /** The answer to a request of the client. */
  answer(message: JsonObject, text: string): string
  /** What it says meanwhile, or on its own. */
  unasked(said: UpstreamSaid, text: string): string
}

/** `oursIsOpen`: while a question of ours is open, every question of the server is marked as the server's. */
export function createServerWords(serverName: string, oursIsOpen: () => boolean): ServerWords {
  /** Put in place even where nothing in it changes: of two results in one message only the one that was read may leave. */
  function exposeImitation(text: string, result: JsonObject): string {
    const span = locateMember(text, ['result'])
    if (span === null) return text
    const stripped = stripOurMeta(text.slice(span.start, span.end))
    return replaceMember(
      text,
      ['result'],
      imitatesEnvelope(result) ? markAsServersWords(stripped, serverName) : stripped,
    )
  }

  return {
    answer({ result }, text) {
      const honest = imitatesUs(result, text) ? exposeImitation(text, result as JsonObject) : text
      if (!isJsonObject(result)) return withMember(honest, 'error', (said) => markServersError(said, serverName))
      if (!asksForInput(result)) return honest
      return withMember(honest, 'result', (said) => markServersInput(said, serverName, oursIsOpen))
    },
    unasked: (said, text) => markServersQuestion(said, text, serverName, oursIsOpen),
  }
}

/** A server may ask for input instead of answering. */
export function asksForInput(result: JsonObject): boolean {
  return result['resultType'] === 'input_required'
}

function withMember(text: string, member: string, change: (said: string) => string): string {
  const span = locateMember(text, [member])
  if (span === null) return text
  const said = text.slice(span.start, span.end)
  const changed = change(said)
  return changed === said ? text : replaceMember(text, [member], changed)
}

const OUR_WORDS = /holdpoint|run it once|only this once|for this session/i

/**
 * A server's own question to the person, while one of ours is open or where its words could pass for ours: it carries the
 * server's name, so that no person answers the one for the other.
 */
export function markServersQuestion(
  said: UpstreamSaid,
  text: string,
  server: string,
  oursIsOpen: () => boolean,
): string {
  if (said.kind !== 'request' || said.method !== 'elicitation/create' || !isJsonObject(said.params)) return text
  const { message } = said.params
  if (typeof message !== 'string' || !(OUR_WORDS.test(JSON.stringify(said.params)) || oursIsOpen())) return text
  return replaceMember(text, ['params', 'message'], markedWords(server, message))
}

/** The same for questions that a stateless server answers a call with; `resultText` is the result alone, as JSON. */
export function markServersInput(resultText: string, server: string, oursIsOpen: () => boolean): string {
  if (!resultText.includes('input_required')) return resultText
  const result = JSON.parse(resultText) as JsonValue
  const requests = isJsonObject(result) ? result['inputRequests'] : undefined
  if (!isJsonObject(requests)) return resultText
  return Object.entries(requests).reduce((text, [key, request]) => {
    const params = isJsonObject(request) ? request['params'] : undefined
    const message = isJsonObject(params) ? params['message'] : undefined
    if (typeof message !== 'string' || !(OUR_WORDS.test(JSON.stringify([key, params])) || oursIsOpen())) return text
    return replaceMember(text, ['inputRequests', key, 'params', 'message'], markedWords(server, message))
  }, resultText)
}

function markedWords(server: string, message: string): string {
  return JSON.stringify(`The server "${server}" asks (this is not Holdpoint's question): ${message}`)
}
