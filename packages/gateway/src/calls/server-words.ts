/** What an upstream says, made honest: words that could pass for ours, and its own questions, carry the server's name. */
import { isJsonObject, locateMember, replaceMember } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import { imitatesEnvelope, imitatesUs, markAsServersWords, markServersError, stripOurMeta } from '../held/hold-meta.ts'
import { markServersInput, markServersQuestion } from './server-question.ts'
import type { UpstreamSaid } from './upstream-answer.ts'

export interface ServerWords {
  /** The answer to a request of the client. */
  answer(message: JsonObject, text: string): string
  /** What it says meanwhile, or on its own. */
  aside(said: UpstreamSaid, text: string): string
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
    aside: (said, text) => markServersQuestion(said, text, serverName, oursIsOpen),
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
