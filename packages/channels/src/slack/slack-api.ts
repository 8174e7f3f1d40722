/**
 * Slack's Web API through the vendor's client, which is loaded with the first call. It tries nothing twice: whoever delivers
 * keeps the jobs. No error, and no log, carries a token or an address that lets someone in.
 */
import type { KnownBlock, Logger, ModalView, WebClient, WebClientOptions } from '@slack/web-api'
import { say } from '@holdpoint/core'
import { ChannelError } from '../channel.ts'
import type { ChannelErrorKind } from '../channel.ts'

export interface SlackApi {
  /** Whose token it is. */
  whoAmI(): Promise<SlackIdentity>
  /** The conversation with one person. */
  conversationWith(user: string): Promise<string>
  /** Answers the message's `ts`. */
  post(channel: string, blocks: KnownBlock[], text: string): Promise<string>
  replace(channel: string, ts: string, blocks: KnownBlock[], text: string): Promise<void>
  /** A line that one person sees: in answer to a press, or, where there is no address for that, in the conversation. */
  notify(to: NoticeAddress, blocks: KnownBlock[], text: string): Promise<void>
  openForm(trigger: string, view: ModalView): Promise<void>
}

export interface SlackIdentity {
  readonly workspace: string
  readonly user: string
  readonly bot: string | null
}

export interface NoticeAddress {
  readonly respondTo: string | null
  readonly channel: string
  readonly user: string
}

export interface SlackApiOptions {
  readonly botToken: string
  readonly apiUrl: string
}

/** Longer than Slack takes, and short enough that a delivery's lease outlives it. */
export const REQUEST_TIMEOUT_MS = 10_000

/** Slack finds no mention, no name and no address in what we send, and fetches nothing of it. */
const LITERAL = { parse: 'none', link_names: false, unfurl_links: false, unfurl_media: false } as const

export function createSlackApi({ botToken, apiUrl }: SlackApiOptions): SlackApi {
  let loading: Promise<WebClient> | null = null
  const load = (): Promise<WebClient> =>
    (loading ??= import('@slack/web-api').then(({ WebClient: Client }) => new Client(botToken, clientOptions(apiUrl))))
  const call = async <Result>(what: string, request: (client: WebClient) => Promise<Result>): Promise<Result> => {
    const client = await load()
    return request(client).catch((error: unknown) => {
      throw fromSlackError(what, error)
    })
  }

  return {
    async whoAmI() {
      const { team_id: workspace, user_id: user, bot_id: bot } = await call('auth.test', (client) => client.auth.test())
      if (workspace === undefined || user === undefined)
        throw failureOf('refused', 'connection', 'auth.test: no workspace')
      return { workspace, user, bot: bot ?? null }
    },
    async conversationWith(user) {
      const opened = await call('conversations.open', (client) => client.conversations.open({ users: user }))
      if (opened.channel?.id === undefined)
        throw failureOf('no-such-place', 'message', 'conversations.open: no channel')
      return opened.channel.id
    },
    async post(channel, blocks, text) {
      const sent: { readonly ts?: unknown } = await call(
        'chat.postMessage',
        (client) => client.apiCall('chat.postMessage', { channel, blocks, text, ...LITERAL }) as Promise<object>,
      )
      if (typeof sent.ts !== 'string') throw failureOf('unknown', 'message', 'chat.postMessage: no message')
      return sent.ts
    },
    async replace(channel, ts, blocks, text) {
      await call('chat.update', (client) =>
        client.chat.update({ channel, ts, blocks, text, parse: 'none', link_names: false }),
      )
    },
    async notify({ respondTo, channel, user }, blocks, text) {
      if (respondTo !== null && isSlackAddress(respondTo, apiUrl) && (await respond(respondTo, blocks, text))) return
      await call('chat.postEphemeral', (client) =>
        client.chat.postEphemeral({ channel, user, blocks, text, parse: 'none', link_names: false }),
      )
    },
    async openForm(trigger, view) {
      await call('views.open', (client) => client.views.open({ trigger_id: trigger, view }))
    },
  }
}

/** What both of the vendor's clients are given: one attempt, and no log of theirs. */
export function clientOptions(apiUrl: string): WebClientOptions {
  return {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: REQUEST_TIMEOUT_MS,
    allowAbsoluteUrls: false,
    logger: SILENT,
  }
}

/** The vendor's log has bodies and addresses in it. */
export const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  setName: () => undefined,
  getLevel: () => 'error' as ReturnType<Logger['getLevel']>,
}

async function respond(address: string, blocks: KnownBlock[], text: string): Promise<boolean> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text, blocks }),
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    return response.ok
  } catch {
    return false
  }
}

/** An address out of an envelope is written to only where it is Slack's. */
function isSlackAddress(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin } = new URL(address)
  return origin === 'https://hooks.slack.com' || origin === new URL(apiUrl).origin
}

/** Errors of Slack that say: not here. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'cannot_dm_bot',
  'cant_update_message',
  'channel_not_found',
  'edit_window_closed',
  'is_archived',
  'message_not_found',
  'method_not_supported_for_channel_type',
  'not_in_channel',
  'restricted_action',
  'restricted_action_non_threadable_channel',
  'restricted_action_read_only_channel',
  'restricted_action_thread_locked',
  'user_disabled',
  'user_not_found',
  'user_not_visible',
  'users_list_not_supplied',
  'users_not_found',
])
const LATER: ReadonlySet<string> = new Set(['ratelimited', 'rate_limited', 'service_unavailable', 'accesslimited'])
/** Slack says of these that something may have been done. */
const UNCERTAIN: ReadonlySet<string> = new Set(['fatal_error', 'internal_error', 'request_timeout'])
/** The connection was never there, so nothing was sent. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** With these nothing passes until someone corrects the app or its tokens. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'access_denied',
  'account_inactive',
  'app_missing_action_url',
  'invalid_auth',
  'invalid_token',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_authed',
  'org_login_required',
  'team_access_not_granted',
  'token_expired',
  'token_revoked',
  'two_factor_setup_required',
])
/** The calls that only bring a token, and which one: whoever corrects it needs to know. */
const SIGN_IN: ReadonlyMap<string, string> = new Map([
  ['auth.test', 'xoxb-…'],
  ['apps.connections.open', 'xapp-…, connections:write'],
])

interface VendorError {
  readonly code?: unknown
  readonly data?: { readonly error?: unknown; readonly needed?: unknown }
  readonly retryAfter?: unknown
  readonly statusCode?: unknown
  readonly original?: { readonly cause?: { readonly code?: unknown } }
}

/** Only names and numbers of Slack's answer are kept: a cause could carry a header. */
export function fromSlackError(method: string, thrown: unknown): ChannelError {
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as VendorError
  const token = SIGN_IN.get(method)
  const about = token === undefined ? 'message' : 'connection'
  const what = token === undefined ? method : `${method}, ${token}`
  switch (error.code) {
    case 'slack_webapi_rate_limited_error': {
      const retryAfterMs = typeof error.retryAfter === 'number' ? error.retryAfter * 1000 : 0
      return failureOf('later', about, `${what}: ratelimited`, retryAfterMs)
    }
    case 'slack_webapi_platform_error': {
      const name = nameOf(error.data?.error)
      const needed = error.data?.needed === undefined ? '' : `, scope ${nameOf(error.data.needed)}`
      const why = `${what}: ${name}${needed}`
      if (NOT_THERE.has(name)) return failureOf('no-such-place', about, why)
      if (LATER.has(name)) return failureOf('later', about, why)
      if (UNCERTAIN.has(name)) return failureOf('unknown', about, why)
      return failureOf('refused', CREDENTIALS.has(name) ? 'connection' : about, why)
    }
    case 'slack_webapi_http_error': {
      const status = typeof error.statusCode === 'number' ? error.statusCode : 0
      const kind = status === 503 || status === 429 ? 'later' : status >= 500 ? 'unknown' : 'refused'
      return failureOf(kind, about, `${what}: ${status}`)
    }
    default: {
      const cause = error.original?.cause?.code
      return typeof cause === 'string' && NOT_SENT.has(cause)
        ? failureOf('later', 'connection', `${what}: ${cause}`)
        : failureOf('unknown', about, `${what}: no answer`)
    }
  }
}

function failureOf(
  kind: ChannelErrorKind,
  about: 'connection' | 'message',
  why: string,
  retryAfterMs = 0,
): ChannelError {
  const sentences = {
    later: about === 'connection' ? 'channelUnreachable' : 'channelBusy',
    'no-such-place': 'channelNoPlace',
    unknown: about === 'connection' ? 'channelUnreachable' : 'channelUncertain',
    refused: about === 'connection' ? 'channelRefused' : 'channelRefusesMessage',
  } as const
  return new ChannelError(kind, say(sentences[kind], { platform: 'Slack', why }), { retryAfterMs })
}

/** Slack's own names of errors and scopes; anything else is not repeated. */
function nameOf(value: unknown): string {
  return typeof value === 'string' && /^[a-z_:.,]{1,100}$/.test(value) ? value : 'an error'
}
