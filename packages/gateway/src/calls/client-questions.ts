/**
 * Requests of ours to a client of the session era, on the stream of the call they belong to. Their ids are unguessable, so
 * no answer meant for the server is taken for one of ours, and none of ours ever reaches the server.
 */
import { isJsonObject, notificationText } from '@holdpoint/core'
import type { Downstream, JsonObject, JsonValue, RequestId } from '@holdpoint/core'

export type ClientAnswer =
  | { readonly kind: 'result'; readonly result: JsonValue }
  | { readonly kind: 'error'; readonly error: JsonValue }
  /** We took the question back, or the client went away. */
  | { readonly kind: 'withdrawn' }

export interface ClientQuestion {
  readonly answer: Promise<ClientAnswer>
  /** Takes the question back; the client is told, so that it closes what it shows. */
  withdraw(reason: string): void
}

export interface ClientQuestions {
  ask(method: string, params: JsonObject, relatedTo: RequestId): ClientQuestion
  /** Answers whether the response was to a question of ours. */
  take(id: RequestId, text: string): boolean
  readonly open: boolean
  /** Whether an id is one of ours: no server may ask, or take back a question, under it. */
  owns(id: JsonValue | undefined): boolean
}

/** `idPrefix` is known to the client alone: a server that knew it could have its own question answered as ours. */
export function createClientQuestions(downstream: Downstream, idPrefix: string): ClientQuestions {
  const waiting = new Map<RequestId, (answer: ClientAnswer) => void>()
  let count = 0

  return {
    get open() {
      return waiting.size > 0
    },
    owns: (id) => typeof id === 'string' && id.startsWith(idPrefix),
    ask(method, params, relatedTo) {
      count += 1
      const id = `${idPrefix}ask-${count}`
      const answer = new Promise<ClientAnswer>((resolve) => waiting.set(id, resolve))
      downstream.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }), null, relatedTo)
      return {
        answer,
        withdraw(reason) {
          const settle = waiting.get(id)
          if (settle === undefined) return
          waiting.delete(id)
          downstream.send(notificationText('notifications/cancelled', { requestId: id, reason }), null, relatedTo)
          settle({ kind: 'withdrawn' })
        },
      }
    },
    take(id, text) {
      // A late answer to a question that was taken back is ours too, and goes no further.
      if (typeof id !== 'string' || !id.startsWith(`${idPrefix}ask-`)) return false
      const settle = waiting.get(id)
      waiting.delete(id)
      settle?.(readAnswer(text))
      return true
    },
  }
}

function readAnswer(text: string): ClientAnswer {
  const message = JSON.parse(text) as JsonValue
  if (!isJsonObject(message) || !('result' in message)) {
    return { kind: 'error', error: isJsonObject(message) ? (message['error'] ?? null) : null }
  }
  return { kind: 'result', result: message['result'] ?? null }
}
