/**
 * Requests to DingTalk's API. Keeps one access token and renews it once for all who wait for it; says of each failure whether it is
 * to be tried again, and repeats nothing by itself but a request whose token had lapsed. Its errors carry DingTalk's error
 * code and nothing else of an answer, a request or a credential.
 */
import { say } from '@holdpoint/core'
import { ChannelError } from '../channel.ts'
import type { ChannelErrorKind } from '../channel.ts'
import { asList, asObject, textValue, parseObject } from './json-values.ts'
import type { UnknownObject } from './json-values.ts'

export interface DingTalkApi {
  /** Rejects with a `ChannelError`: a `DingTalkError` where DingTalk answered. */
  call(request: DingTalkRequest): Promise<UnknownObject>
  /** Where the stream can be connected to, once, within 90 seconds. Rejects with a `ChannelError`. */
  requestConnection(topics: readonly string[]): Promise<StreamTicket>
  /** Rejects with a `ChannelError` of kind `refused` where DingTalk does not take the credentials. */
  checkCredentials(): Promise<void>
  /** Breaks off what is under way; every later request is rejected. */
  close(): void
}

export interface DingTalkRequest {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: UnknownObject
  /** Whether it may be done twice. Where not, a lost answer is `unknown`: nobody can tell whether it arrived. */
  readonly repeatable: boolean
}

export interface StreamTicket {
  readonly endpoint: string
  readonly ticket: string
}

export interface DingTalkApiOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiBase: string
  readonly now: () => number
}

const TIMEOUT_MS = 10_000
/** A token is renewed so long before it lapses that no request is under way with one that has. */
const RENEW_BEFORE_MS = 300_000
/** Refused credentials are not sent again for so long, however many messages are waiting. */
const REFUSED_FOR_MS = 60_000
/** Of a limit on requests in a second, in a minute, and of one on an address, which lasts five minutes. */
const SECOND_MS = 1000
const MINUTE_MS = 60_000
const ADDRESS_BLOCKED_MS = 300_000

const TOKEN_LAPSED = /^(InvalidAuthentication|accesstoken\.expired)$/i
const TOO_MANY = /Qp[sm]Limit|qps|over\.?limit|query\.limit|too\.?(fast|many)|flowControl|\bbusy\b/i
const NO_PLACE =
  /conversation|\bcid|userId|staffId|openSpace|openDeliver|chatbot\.?(not|Not)|robot.*not|resource\.not\.found|card\.?not\.?exist|sceneGroup|userNotExist/i

export function createDingTalkApi({ clientId, clientSecret, apiBase, now }: DingTalkApiOptions): DingTalkApi {
  const closing = new AbortController()
  let token: { readonly value: string; readonly renewAt: number } | null = null
  let renewal: Promise<string> | null = null
  let refusal: { readonly error: ChannelError; readonly until: number } | null = null

  async function send(
    { method, path, body, repeatable }: DingTalkRequest,
    headers: { readonly [name: string]: string },
  ): Promise<UnknownObject> {
    if (closing.signal.aborted) throw new ChannelError('refused', say('channelClosed', { platform: 'DingTalk' }))
    let response: Response
    let text: string
    try {
      response = await fetch(apiBase + path, {
        method,
        // Without `accept` the gateway answers in XML.
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      text = await response.text()
    } catch (error) {
      throw lostAnswer(error, repeatable)
    }
    const answer = parseObject(text)
    if (response.ok && answer['punish'] === undefined) return answer
    throw refused(response, answer, repeatable)
  }

  function accessToken(): Promise<string> {
    if (token !== null && now() < token.renewAt) return Promise.resolve(token.value)
    if (refusal !== null && now() < refusal.until) return Promise.reject(refusal.error)
    renewal ??= renewToken().finally(() => {
      renewal = null
    })
    return renewal
  }

  async function renewToken(): Promise<string> {
    const body = { appKey: clientId, appSecret: clientSecret }
    try {
      const answer = await send({ method: 'POST', path: '/v1.0/oauth2/accessToken', body, repeatable: true }, {})
      const value = textValue(answer['accessToken'])
      if (value === null) throw new ChannelError('later', unreachable('no accessToken'))
      const seconds = typeof answer['expireIn'] === 'number' ? answer['expireIn'] : 7200
      token = { value, renewAt: now() + Math.max(seconds * 1000 - RENEW_BEFORE_MS, seconds * 500) }
      refusal = null
      return value
    } catch (error) {
      if (error instanceof ChannelError && error.kind === 'refused') refusal = { error, until: now() + REFUSED_FOR_MS }
      throw error
    }
  }

  return {
    async call(request) {
      const used = await accessToken()
      try {
        return await send(request, { 'x-acs-dingtalk-access-token': used })
      } catch (error) {
        if (!(error instanceof DingTalkError) || !TOKEN_LAPSED.test(error.code)) throw error
        if (token?.value === used) token = null
        return await send(request, { 'x-acs-dingtalk-access-token': await accessToken() })
      }
    },
    async requestConnection(topics) {
      const body = {
        clientId,
        clientSecret,
        ua: 'holdpoint-channels/0.1',
        subscriptions: topics.map((topic) => ({ type: 'CALLBACK', topic })),
      }
      const answer = await send({ method: 'POST', path: '/v1.0/gateway/connections/open', body, repeatable: true }, {})
      const endpoint = textValue(answer['endpoint'])
      const ticket = textValue(answer['ticket'])
      // A stream without TLS is taken only from an address that has none itself, which is a test's.
      const secure = apiBase.startsWith('https:') ? /^wss:\/\//i : /^wss?:\/\//i
      if (endpoint === null || ticket === null || !secure.test(endpoint))
        throw new ChannelError('later', unreachable('no endpoint'))
      return { endpoint, ticket }
    },
    async checkCredentials() {
      await accessToken()
    },
    close() {
      closing.abort()
    },
  }
}

/** What DingTalk answered in refusing. */
export class DingTalkError extends ChannelError {
  /** DingTalk's own, or the HTTP status. */
  readonly code: string

  constructor(kind: ChannelErrorKind, code: string, message: string, retryAfterMs = 0) {
    super(kind, message, { retryAfterMs })
    this.code = code
  }
}

function refused(response: Response, answer: UnknownObject, repeatable: boolean): DingTalkError {
  const platform = 'DingTalk'
  const why = errorCode(answer) ?? `HTTP ${response.status}`
  // DingTalk answers a blocked address with a page, or with `punish`.
  const blocked = answer['punish'] !== undefined || (response.status === 403 && errorCode(answer) === null)
  if (response.status === 429 || blocked || TOO_MANY.test(why)) {
    const least = blocked ? ADDRESS_BLOCKED_MS : /Qpm/i.test(why) ? MINUTE_MS : SECOND_MS
    const retryAfterMs = Math.max(least, readRetryAfter(response.headers.get('retry-after')))
    return new DingTalkError('later', why, say('channelBusy', { platform, why }), retryAfterMs)
  }
  if (response.status >= 500)
    return repeatable
      ? new DingTalkError('later', why, unreachable(why))
      : new DingTalkError('unknown', why, say('channelUncertain', { platform, why }))
  if (NO_PLACE.test(why)) return new DingTalkError('no-such-place', why, say('channelNoPlace', { platform, why }))
  const credentials = response.status === 401 || response.status === 403 || /client|auth|token|permission/i.test(why)
  const sentence = credentials ? 'channelRefused' : 'channelRefusesMessage'
  return new DingTalkError('refused', why, say(sentence, { platform, why }))
}

/** Only `fetch`'s own code is said: its text may name what was sent. */
function lostAnswer(error: unknown, repeatable: boolean): ChannelError {
  const { name, code } = asObject(error instanceof Error ? { name: error.name, code: causeCode(error) } : {})
  const why = textValue(code) ?? textValue(name) ?? 'no answer'
  // Where no connection came about, nothing was sent.
  const notSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(why)
  return repeatable || notSent
    ? new ChannelError('later', unreachable(why))
    : new ChannelError('unknown', say('channelUncertain', { platform: 'DingTalk', why }))
}

function causeCode(error: Error): unknown {
  const { cause } = error
  const first = cause instanceof AggregateError ? asList(cause.errors)[0] : cause
  return first instanceof Error ? (first as NodeJS.ErrnoException).code : undefined
}

function unreachable(why: string): string {
  return say('channelUnreachable', { platform: 'DingTalk', why })
}

/** DingTalk's texts may quote what was sent; its codes are words with dots. */
function errorCode(answer: UnknownObject): string | null {
  const code = textValue(answer['code'])
  return code !== null && /^[\w.-]{1,100}$/.test(code) ? code : null
}

function readRetryAfter(header: string | null): number {
  const seconds = Number(header ?? '')
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, 3_600_000) : 0
}
