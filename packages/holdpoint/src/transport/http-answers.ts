/** Reads what an HTTP server answers: bodies within a limit, messages among them, and what a status says about a failure. */
import type http from 'node:http'
import { isJsonObject, say } from '@holdpoint/core'
import type { JsonValue, RequestId, SendFailure } from '@holdpoint/core'

export function header(response: http.IncomingMessage, name: string): string | null {
  const value = response.headers[name]
  return typeof value === 'string' ? value : null
}

export function readAnswerBody(
  response: http.IncomingMessage,
  limit: number,
  done: (text: string, whole: boolean) => void,
): void {
  const parts: Buffer[] = []
  let length = 0
  let over = false
  const finish = (whole: boolean): void => {
    if (over) return
    over = true
    done(Buffer.concat(parts, Math.min(length, limit)).toString('utf8'), whole)
  }
  response.on('data', (chunk: Buffer) => {
    if (over) return
    length += chunk.length
    parts.push(chunk)
    if (length > limit) {
      finish(false)
      response.destroy()
    }
  })
  response.on('end', () => finish(true))
  response.on('error', () => finish(false))
  response.on('close', () => finish(false))
}

export function looksLikeMessage(text: string): boolean {
  try {
    const value = JSON.parse(text) as JsonValue
    return (
      isJsonObject(value) && value['jsonrpc'] === '2.0' && ('result' in value || 'error' in value || 'method' in value)
    )
  } catch {
    return false
  }
}

/** Errors on HTTP level often carry no id; they still answer the request they came back on. */
export function withId(text: string, id: RequestId): string {
  const value = JSON.parse(text) as { [key: string]: JsonValue }
  return value['id'] === undefined || value['id'] === null ? JSON.stringify({ ...value, id }) : text
}

/** A 4xx says that the server did not take the request; a 5xx says nothing of the kind. */
export function failureOf(status: number, text: string): SendFailure {
  const message =
    text === '' ? say('answeredHttp', { status }) : say('answeredHttpSaying', { status, words: text.slice(0, 300) })
  if (status < 300 || status >= 500) return { certainty: 'perhaps-sent', message }
  return { certainty: 'refused', message, notTaken: wasNotTaken(status) }
}

/**
 * Refused at the door: led elsewhere, not let in, not found, not understood, or too much. Other refusals, such as a time-out or a conflict, may
 * come from behind it, when something has happened already.
 */
export function wasNotTaken(status: number): boolean {
  return (status >= 300 && status < 400) || [400, 401, 403, 404, 405, 406, 413, 415, 429].includes(status)
}

export function isAnswerTo(text: string, id: RequestId): boolean {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) && value['method'] === undefined && value['id'] === id
  } catch {
    return false
  }
}

export function isInitializedNotification(message: JsonValue): boolean {
  return isJsonObject(message) && message['method'] === 'notifications/initialized'
}
