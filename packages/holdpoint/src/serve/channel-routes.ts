/**
 * Callbacks of chat platforms, `/channels/{name}/…`: outside `/admin` and `/mcp`, without a token of ours. The raw body goes to the
 * channel, which verifies it before it reads anything; what a platform never sends is refused here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { thrownMessage } from '@holdpoint/core'
import type { Channel, HttpReply } from '@holdpoint/channels'
import type { Log } from '../home/log.ts'
import { checkHostAndOrigin } from '../http/host-and-origin.ts'
import type { AllowedHosts } from '../http/host-and-origin.ts'
import { sendProblem } from '../http/problem.ts'

const PATH = /^\/channels\/([^/]+)\/([\w/-]{1,64})$/
/** Far more than a platform sends about one press or message. */
const MOST_BYTES = 1_000_000

const NOT_FOUND: HttpReply = { status: 404, contentType: 'text/plain', body: 'There is no such channel.' }

export interface ChannelCallbackOptions {
  readonly channels: ReadonlyMap<string, Channel>
  /** The names under which platforms reach this service; they come from no web page. */
  readonly allowed: AllowedHosts
  readonly log: Log
}

/** Answers whether the request was for a channel. */
export function handleChannelCallback(
  { channels, allowed, log }: ChannelCallbackOptions,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [url = '/'] = (request.url ?? '/').split('?', 1)
  // The page of the inbox, as some people type it.
  if (!url.startsWith('/channels/') || url === '/channels/') return false
  const foreign = checkHostAndOrigin(request, allowed)
  if (foreign !== null) {
    sendProblem(response, foreign)
    return true
  }
  const [, name = '', path = ''] = PATH.exec(url) ?? []
  const channel = channels.get(name)
  if (channel === undefined || request.method !== 'POST') {
    send(response, NOT_FOUND)
    return true
  }
  readBody(request)
    .then(async (body) =>
      body === null
        ? { status: 413, contentType: 'text/plain', body: 'Too large.' }
        : await channel.request({
            method: 'POST',
            path,
            headers: headersOf(request),
            body,
            receivedAt: Date.now(),
          }),
    )
    .then(
      (reply) => send(response, reply),
      (error: unknown) => {
        log(`${name}: a callback failed: ${thrownMessage(error)}`)
        send(response, { status: 500, contentType: 'text/plain', body: '' })
      },
    )
  return true
}

function headersOf({ headers }: IncomingMessage): { readonly [name: string]: string | undefined } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}

/** `null`: longer than any callback is. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += (part as Buffer).length
    if (bytes > MOST_BYTES) return null
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

function send(response: ServerResponse, { status, contentType, body }: HttpReply): void {
  response.writeHead(status, { 'content-type': contentType, 'x-content-type-options': 'nosniff' }).end(body)
}
