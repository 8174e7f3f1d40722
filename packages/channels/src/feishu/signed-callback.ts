/**
 * A callback of Feishu by HTTP, verified over its raw body before anything of it is parsed: the signature is
 * `sha256(timestamp + nonce + encryptKey + body)`, not older or newer than five minutes, and the body is encrypted with the
 * same key. One exception is Feishu's own: the request that checks the address (`url_verification`) bears no signature. It is
 * answered where it is encrypted with our key and carries our token, and gives away nothing but what it brought.
 *
 * Every refusal is the same 401, so that an answer tells no one which check failed: CBC without one would be readable by its
 * padding. Source: open.feishu.cn, event-subscription-guide; the missing signature: larksuite/oapi-sdk-python#79.
 */
import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import type { HttpCallback, HttpReply } from '../channel.ts'

export interface CallbackSecrets {
  readonly encryptKey: string
  readonly verificationToken: string
}

export type ReadCallback =
  | { readonly kind: 'event'; readonly payload: unknown }
  | { readonly kind: 'answered'; readonly reply: HttpReply }

const WINDOW_MS = 5 * 60_000
/** Events have a few kilobytes. */
const LARGEST_BODY = 1024 * 1024

const REFUSED: ReadCallback = answered(401, { error: 'unauthorized' })

export function readCallback(callback: HttpCallback, secrets: CallbackSecrets): ReadCallback {
  if (callback.path !== 'events') return answered(404, { error: 'not found' })
  if (callback.method !== 'POST') return answered(405, { error: 'method not allowed' })
  if (callback.body.byteLength > LARGEST_BODY) return answered(413, { error: 'too large' })
  const signed = readSignature(callback, secrets.encryptKey)
  if (signed === 'wrong') return REFUSED
  const payload = decrypt(callback.body, secrets.encryptKey)
  if (payload === null) return REFUSED
  const { type, token, challenge } = payload as { readonly [name: string]: unknown }
  if (type === 'url_verification')
    return sameText(token, secrets.verificationToken) && typeof challenge === 'string'
      ? answered(200, { challenge })
      : REFUSED
  return signed === 'right' ? { kind: 'event', payload } : REFUSED
}

/** In constant time. */
export function sameText(one: unknown, other: string): boolean {
  if (typeof one !== 'string') return false
  return timingSafeEqual(sha256(Buffer.from(one)), sha256(Buffer.from(other)))
}

export function httpAnswer(status: number, body: unknown): HttpReply {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

function answered(status: number, body: unknown): ReadCallback {
  return { kind: 'answered', reply: httpAnswer(status, body) }
}

function readSignature({ headers, body, receivedAt }: HttpCallback, encryptKey: string): 'right' | 'wrong' | 'none' {
  const timestamp = headers['x-lark-request-timestamp']
  const nonce = headers['x-lark-request-nonce']
  const signature = headers['x-lark-signature']
  if (timestamp === undefined && nonce === undefined && signature === undefined) return 'none'
  if (timestamp === undefined || nonce === undefined || signature === undefined) return 'wrong'
  if (!/^\d{10}(\d{3})?$/.test(timestamp)) return 'wrong'
  const sentAt = Number(timestamp) * (timestamp.length === 10 ? 1000 : 1)
  if (Math.abs(receivedAt - sentAt) > WINDOW_MS) return 'wrong'
  const expected = sha256(Buffer.concat([Buffer.from(timestamp + nonce + encryptKey), body])).toString('hex')
  return sameText(signature, expected) ? 'right' : 'wrong'
}

/** `{"encrypt": base64(iv + AES-256-CBC)}`; `null` for anything else: a plain event is not from an app with a key. */
function decrypt(body: Uint8Array, encryptKey: string): object | null {
  try {
    const { encrypt } = JSON.parse(Buffer.from(body).toString('utf8')) as { readonly encrypt?: unknown }
    if (typeof encrypt !== 'string') return null
    const sealed = Buffer.from(encrypt, 'base64')
    const decipher = createDecipheriv('aes-256-cbc', sha256(Buffer.from(encryptKey)), sealed.subarray(0, 16))
    const opened = Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()])
    const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(opened))
    return typeof payload === 'object' && !Array.isArray(payload) ? payload : null
  } catch {
    return null
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
