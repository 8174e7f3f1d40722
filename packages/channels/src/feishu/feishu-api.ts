/**
 * Feishu's REST interface through the vendor's SDK, which is loaded with the first request. The SDK logs nothing here, and
 * its errors do not leave this file: both carry secrets.
 */
import type * as Sdk from '@larksuiteoapi/node-sdk'
import type { Cache, Client, HttpInstance, Logger } from '@larksuiteoapi/node-sdk'
import { FeishuFailure, isTokenFailure } from './feishu-failure.ts'

export type FeishuSdk = typeof Sdk

export interface FeishuApp {
  readonly appId: string
  readonly appSecret: string
  /** Without a slash at its end. */
  readonly baseUrl: string
}

export interface FeishuApi {
  /** The SDK with our HTTP client and its silenced logger, for the long connection. */
  load(): Promise<LoadedSdk>
  /** The bot's own id, by which its mentions and its own words are known. */
  botOpenId(): Promise<string>
  send(to: FeishuReceiver, content: string, uuid: string | null): Promise<string>
  replace(messageId: string, content: string): Promise<void>
}

export interface FeishuReceiver {
  readonly idType: 'chat_id' | 'open_id'
  readonly id: string
}

export interface LoadedSdk {
  readonly sdk: FeishuSdk
  readonly http: HttpInstance
  readonly logger: Logger
}

/** A person waits for what follows; Feishu answers within a second. */
const REQUEST_TIMEOUT_MS = 10_000

const SILENT: Logger = { error() {}, warn() {}, info() {}, debug() {}, trace() {} }

/** Nothing of ours left the machine. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

export function createFeishuApi(app: FeishuApp, now: () => number): FeishuApi {
  const tokens = createTokenCache(now)
  let loading: Promise<{ readonly loaded: LoadedSdk; readonly client: Client }> | null = null

  const load = () =>
    (loading ??= (async () => {
      const sdk = await import('@larksuiteoapi/node-sdk')
      const loaded = { sdk, http: createHttp(sdk), logger: SILENT }
      const client = new sdk.Client({
        appId: app.appId,
        appSecret: app.appSecret,
        domain: app.baseUrl,
        cache: tokens.cache,
        httpInstance: loaded.http,
        logger: SILENT,
        loggerLevel: sdk.LoggerLevel.fatal,
      })
      return { loaded, client }
    })())

  /** Once more with a new token, where the old one was withdrawn: such a request was not carried out. */
  const request = async <Answer>(run: (client: Client) => Promise<Answer>): Promise<Answer> => {
    const { client } = await load()
    try {
      return await run(client)
    } catch (error) {
      const failure = toFailure(error)
      if (!isTokenFailure(failure)) throw failure
      tokens.forget()
      return await run(client).catch((again: unknown) => {
        throw toFailure(again)
      })
    }
  }

  return {
    load: async () => (await load()).loaded,

    async botOpenId() {
      const answer: unknown = await request((client) =>
        client.request({ method: 'GET', url: '/open-apis/bot/v3/info' }),
      )
      const id = (answer as { readonly bot?: { readonly open_id?: unknown } } | null)?.bot?.open_id
      if (typeof id !== 'string' || id === '') throw unreadable()
      return id
    },

    async send(to, content, uuid) {
      const answer = await request((client) =>
        client.im.v1.message.create({
          params: { receive_id_type: to.idType },
          data: { receive_id: to.id, msg_type: 'interactive', content, ...(uuid === null ? {} : { uuid }) },
        }),
      )
      const id = answer.data?.message_id
      if (id === undefined || id === '') throw unreadable()
      return id
    },

    async replace(messageId, content) {
      await request((client) => client.im.v1.message.patch({ path: { message_id: messageId }, data: { content } }))
    },
  }
}

/** An answer without what it should carry: what was asked for may have been done. */
function unreadable(): FeishuFailure {
  return new FeishuFailure('unreadable answer', { code: null, status: null, retryAfterMs: 0, mayHaveRun: true })
}

/** The SDK's own cache is one for the whole process, where channels of the same app would share tokens for other addresses. */
function createTokenCache(now: () => number): { readonly cache: Cache; forget(): void } {
  const kept = new Map<string | symbol, { readonly value: unknown; readonly until: number }>()
  return {
    cache: {
      async set(key, value: unknown, expire) {
        kept.set(key as string | symbol, { value, until: expire ?? Infinity })
        return true
      },
      async get(key) {
        const entry = kept.get(key as string | symbol)
        return entry !== undefined && entry.until > now() ? entry.value : undefined
      },
    },
    forget: () => kept.clear(),
  }
}

/**
 * The SDK's HTTP client with a time limit, and with failures of ours: Feishu reports some in the body of a 200, and says
 * only in a header how long to wait.
 */
function createHttp(sdk: FeishuSdk): HttpInstance {
  const vendor = sdk.defaultHttpInstance as unknown as HttpInstance
  type Options = Parameters<HttpInstance['request']>[0]
  const request = async (options: Options): Promise<unknown> => {
    let answer: { readonly data: unknown; readonly headers: unknown }
    try {
      answer = await vendor.request({ timeout: REQUEST_TIMEOUT_MS, ...options, $return_headers: true })
    } catch (error) {
      throw toFailure(error, options.url)
    }
    const code = codeOf(answer.data)
    if (code !== null && code !== 0) throw answeredFailure(200, answer.data, answer.headers)
    return answer.data
  }
  const withBody = (method: string) => (url: string, data?: unknown, options?: Options) =>
    request({ ...options, method, url, data })
  const withoutBody = (method: string) => (url: string, options?: Options) => request({ ...options, method, url })
  return {
    request,
    get: withoutBody('GET'),
    delete: withoutBody('DELETE'),
    head: withoutBody('HEAD'),
    options: withoutBody('OPTIONS'),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
  } as HttpInstance
}

/** From whatever the SDK or its HTTP client threw, which is not kept. */
export function toFailure(error: unknown, url = ''): FeishuFailure {
  if (error instanceof FeishuFailure) return error
  const { response, code } = (error ?? {}) as {
    readonly response?: { readonly status?: unknown; readonly data?: unknown; readonly headers?: unknown }
    readonly code?: unknown
  }
  if (response !== undefined && typeof response.status === 'number')
    return answeredFailure(response.status, response.data, response.headers)
  const name = typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : 'no answer'
  const mayHaveRun = !NEVER_SENT.has(name) && !url.includes('/auth/') && !url.includes('/ws/endpoint')
  return new FeishuFailure(name, { code: null, status: null, retryAfterMs: 0, mayHaveRun })
}

function answeredFailure(status: number, body: unknown, headers: unknown): FeishuFailure {
  const code = codeOf(body)
  const said = (body as { readonly msg?: unknown } | null)?.msg
  const words = typeof said === 'string' ? `: ${said.slice(0, 200)}` : ''
  return new FeishuFailure(code === null ? `HTTP ${status}` : `${code}${words}`, {
    code,
    status,
    retryAfterMs: Math.max(secondsIn(headers, 'x-ogw-ratelimit-reset'), secondsIn(headers, 'retry-after')) * 1000,
    mayHaveRun: status >= 500,
  })
}

function codeOf(body: unknown): number | null {
  const code = typeof body === 'object' && body !== null ? (body as { readonly code?: unknown }).code : null
  return typeof code === 'number' ? code : null
}

function secondsIn(headers: unknown, name: string): number {
  const value = Number((headers as { readonly [name: string]: unknown } | null | undefined)?.[name])
  return Number.isFinite(value) && value > 0 ? value : 0
}
