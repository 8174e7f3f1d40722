/**
 * The robot's messages by HTTP. DingTalk signs the time and not the body: whoever has seen one signature can put any body under it
 * for as long as it is taken. Such an envelope is `unsigned`, whatever it says; time and signature are checked nevertheless, before
 * the body is parsed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HttpCallback, HttpReply } from '../channel.ts'
import { parseObject } from './json-values.ts'
import type { UnknownObject } from './json-values.ts'

/** Either side of now. DingTalk itself advises an hour. */
const WINDOW_MS = 300_000

export const ROBOT_NOT_FOUND: HttpReply = { status: 404, contentType: 'application/json', body: '{}' }
const REFUSED: HttpReply = { status: 401, contentType: 'application/json', body: '{}' }
/** What DingTalk takes for "no message in answer". */
const TAKEN: HttpReply = { status: 200, contentType: 'application/json', body: '{"msgtype":"empty"}' }

/** Hands over what was sent, and answers. */
export async function takeRobotRequest(
  { method, path, headers, body, receivedAt }: HttpCallback,
  secret: string,
  take: (data: UnknownObject) => Promise<void>,
): Promise<HttpReply> {
  if (method !== 'POST' || path !== 'robot') return ROBOT_NOT_FOUND
  if (!isSigned(headers['timestamp'], headers['sign'], secret, receivedAt)) return REFUSED
  await take(parseObject(new TextDecoder().decode(body)))
  return TAKEN
}

function isSigned(timestamp: string | undefined, sign: string | undefined, secret: string, now: number): boolean {
  if (timestamp === undefined || sign === undefined || !/^\d{13}$/.test(timestamp)) return false
  if (Math.abs(now - Number(timestamp)) > WINDOW_MS) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest()
  const given = Buffer.from(sign, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
