/**
 * What went wrong in a request to Feishu, without what was sent: the errors of its HTTP client carry the app secret and the
 * tokens. And what a failure means to the one who delivers.
 *
 * Sources of the codes: open.feishu.cn, im-v1/message/create and /patch, api-call-guide/generic-error-code and
 * /frequency-control. Those of the long connection are in the SDK.
 */
import { say } from '@holdpoint/core'
import { ChannelError } from '../channel.ts'
import type { ChannelErrorKind } from '../channel.ts'

export class FeishuFailure extends Error {
  override readonly name = 'FeishuFailure'
  /** Feishu's own, in the body; `null`: there was no such body. */
  readonly code: number | null
  /** `null`: there was no answer. */
  readonly status: number | null
  readonly retryAfterMs: number
  /** Whether the request can have been carried out although it failed. */
  readonly mayHaveRun: boolean

  constructor(message: string, more: Pick<FeishuFailure, 'code' | 'status' | 'retryAfterMs' | 'mayHaveRun'>) {
    super(message)
    this.code = more.code
    this.status = more.status
    this.retryAfterMs = more.retryAfterMs
    this.mayHaveRun = more.mayHaveRun
  }
}

/** Tokens live two hours and may be withdrawn: with another one the same request may pass. */
const TOKEN_CODES = new Set([99991661, 99991663, 99991664, 99991665, 99991671, 99991677])
const BUSY_CODES = new Set([
  99991400, // requests of the app
  230020, // messages to this chat
  230049, // this very message is being sent
  2200, // internal, under many requests
  5000,
  1000040350, // connections of the app
  1000040343, // internal, of the long connection
  1, // system busy, of the long connection
])
const NO_PLACE_CODES = new Set([
  230002, // the bot is not in the group
  230011, // recalled
  230013, // the person may not use the bot
  230018, // forbidden in this group
  230019, // no such topic
  230029, // the person has left
  230031, // older than 14 days
  230034, // no such receiver
  230035, // muted or blocked
  230038, // a person of another company
  230053, // the person wants no messages of bots
  230054, // a group that takes no cards
  230075, // a secret chat
  230110, // deleted
  232009, // the group was dissolved
])
const CREDENTIAL_CODES = new Set([
  10003, // invalid parameter of the token request
  10012,
  10013,
  10014, // the app is not in use
  10015, // wrong secret
  99991401, // the address of this machine is not allowed
  99991662, // the app is not in use
  99991672, // a permission is missing
  99991673, // the app is not installed
  230006, // the app is no bot
  230027, // a permission is missing
  514, // of the long connection
  403,
])

const DEFAULT_PAUSE_MS = 1000

export function isTokenFailure(failure: FeishuFailure): boolean {
  return failure.code !== null && TOKEN_CODES.has(failure.code)
}

export function kindOfFailure({ code, status, message, mayHaveRun }: FeishuFailure): ChannelErrorKind {
  if (code !== null && BUSY_CODES.has(code)) return 'later'
  if (status === 429) return 'later'
  if (code !== null && NO_PLACE_CODES.has(code)) return 'no-such-place'
  if (code === 230001 && /invalid (receive_id|message_id|open_id|chat_id)/i.test(message)) return 'no-such-place'
  if (code !== null && (CREDENTIAL_CODES.has(code) || TOKEN_CODES.has(code))) return 'refused'
  if (status === null || status >= 500) return mayHaveRun ? 'unknown' : 'later'
  return 'refused'
}

/** Whether trying again with the same credentials cannot help. */
export function refusesCredentials(failure: FeishuFailure): boolean {
  const { code, status } = failure
  if (kindOfFailure(failure) !== 'refused') return false
  return status === 401 || status === 403 || (code !== null && (CREDENTIAL_CODES.has(code) || TOKEN_CODES.has(code)))
}

export function fromFeishuFailure(failure: FeishuFailure, platform: string): ChannelError {
  const values = { platform, why: failure.message }
  const kind = kindOfFailure(failure)
  switch (kind) {
    case 'later': {
      const message = failure.status === null ? say('channelUnreachable', values) : say('channelBusy', values)
      return new ChannelError(kind, message, { retryAfterMs: failure.retryAfterMs || DEFAULT_PAUSE_MS })
    }
    case 'no-such-place':
      return new ChannelError(kind, say('channelNoPlace', values))
    case 'unknown':
      return new ChannelError(kind, say('channelUncertain', values), { retryAfterMs: DEFAULT_PAUSE_MS })
    case 'refused':
      return new ChannelError(
        kind,
        refusesCredentials(failure) ? say('channelRefused', values) : say('channelRefusesMessage', values),
      )
  }
}
