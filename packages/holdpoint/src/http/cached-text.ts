/** Answers a GET with a text that caches may keep: by its entity tag it need not be sent twice. It changes nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { problem, sendProblem } from './problem.ts'
import { securityHeaders } from './security-headers.ts'

export interface CachedText {
  readonly text: string
  /** Another one for another text. */
  readonly version: string
  readonly type: string
  readonly maxAgeSeconds: number
}

export function sendCachedText(request: IncomingMessage, response: ServerResponse, cached: CachedText): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const headers = { allow: 'GET, HEAD' }
    sendProblem(response, problem(405, 'METHOD_NOT_ALLOWED', 'This can only be read.', { headers }))
    return
  }
  const tag = `"${cached.version}"`
  const headers = {
    ...securityHeaders,
    etag: tag,
    // A shared cache must not serve one token's text to another.
    'cache-control': `private, max-age=${cached.maxAgeSeconds}`,
    vary: 'Authorization',
  }
  if (isKnown(request.headers['if-none-match'], tag)) {
    response.writeHead(304, headers).end()
    return
  }
  const body = Buffer.from(cached.text)
  response.writeHead(200, {
    ...headers,
    'content-type': `${cached.type}; charset=utf-8`,
    'content-length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Weak comparison, as for every conditional GET. */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((given) => given.trim().replace(/^W\//, '') === tag)
}
