/**
 * A server's own question to the person, while one of ours is open or where its words could pass for ours: it carries the
 * server's name, so that nobody answers the one for the other.
 */
import { isJsonObject, replaceMember } from '@holdpoint/core'
import type { JsonValue } from '@holdpoint/core'
import type { UpstreamSaid } from './upstream-answer.ts'

const OUR_WORDS = /holdpoint|run it once|only this once|for this session/i

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
