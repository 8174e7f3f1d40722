/**
 * Requests that Slack sends by HTTP: `events` and `interactivity`. The signature is checked over the raw body, within five
 * minutes of its time, before anything of it is parsed. What is not signed learns nothing, not even whether the path exists.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { HttpCallback, HttpReply } from '../channel.ts'

/** As wide as Slack recommends. */
const WINDOW_MS = 5 * 60_000

export type SignedRequest =
  | { readonly kind: 'event' | 'interaction'; readonly payload: JsonObject }
  | { readonly kind: 'answer'; readonly reply: HttpReply }

/** What Slack takes for "received". */
export const RECEIVED: HttpReply = { status: 200, contentType: 'text/plain; charset=utf-8', body: '' }

export function readSignedRequest(callback: HttpCallback, signingSecret: string): SignedRequest {
  if (callback.method !== 'POST') return refuse(405, 'Only POST is answered here.')
  if (!isSigned(callback, signingSecret)) return refuse(401, 'The signature does not fit.')
  const body = readUtf8(callback.body)
  if (body === null) return refuse(400, 'The body is no text.')
  switch (callback.path) {
    case 'events': {
      const payload = readJson(body)
      if (payload === null) return refuse(400, 'The body is no JSON object.')
      if (payload['type'] === 'url_verification' && typeof payload['challenge'] === 'string')
        return { kind: 'answer', reply: { ...RECEIVED, body: payload['challenge'] } }
      return { kind: 'event', payload }
    }
    case 'interactivity': {
      const payloads = new URLSearchParams(body).getAll('payload')
      const payload = payloads.length === 1 ? readJson(payloads[0] ?? '') : null
      return payload === null ? refuse(400, 'The body has no payload.') : { kind: 'interaction', payload }
    }
    default:
      return refuse(404, 'Slack is answered at events and interactivity.')
  }
}

function isSigned({ headers, body, receivedAt }: HttpCallback, signingSecret: string): boolean {
  const time = headers['x-slack-request-timestamp'] ?? ''
  const signature = headers['x-slack-signature'] ?? ''
  if (!/^\d{1,12}$/.test(time) || !/^v0=[0-9a-f]{64}$/.test(signature)) return false
  if (Math.abs(receivedAt - Number(time) * 1000) > WINDOW_MS) return false
  const expected = createHmac('sha256', signingSecret).update(`v0:${time}:`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature.slice(3), 'hex'))
}

function readUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

function readJson(text: string): JsonObject | null {
  try {
    const value: JsonValue = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

function refuse(status: number, words: string): SignedRequest {
  return { kind: 'answer', reply: { status, contentType: 'text/plain; charset=utf-8', body: words } }
}
