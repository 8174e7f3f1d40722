/** Signs a request as Slack does (`v0`, docs.slack.dev, authentication/verifying-requests-from-slack). */
import { createHmac } from 'node:crypto'

export interface SlackFakeRequest {
  /** Behind the request URL of the bot: `events` or `interactivity`. */
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

export interface SlackFakeResponse {
  readonly status: number
  readonly body: string
}

export interface UnsignedSlackRequest {
  readonly path: string
  readonly contentType: string
  readonly body: string
  readonly signingSecret: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export function signSlackRequest({
  path,
  contentType,
  body,
  signingSecret,
  at,
}: UnsignedSlackRequest): SlackFakeRequest {
  const time = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', signingSecret).update(`v0:${time}:${body}`).digest('hex')
  return {
    path,
    body,
    headers: {
      'content-type': contentType,
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${signature}`,
    },
  }
}
