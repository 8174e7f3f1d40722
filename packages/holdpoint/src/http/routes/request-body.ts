/**
 * Reads the body of a POST: JSON only, uncompressed, bounded, strict. Anything but `application/json` is refused
 * because a web page elsewhere can send the other types without asking first; compression because a small body may hide
 * a vast one. No body at all, and no word of a type, is an empty object.
 */
import { readStrict, say } from '@holdpoint/core'
import type { MiddlewareHandler } from 'hono'
import { problem, toProblemResponse, validationError } from '../problem.ts'
import type { HttpProblem } from '../problem.ts'
import { MAX_ADMIN_BODY_BYTES } from '../server-limits.ts'

export function requireJsonBody(mostBytes: number = MAX_ADMIN_BODY_BYTES): MiddlewareHandler {
  return async (context, next) => {
    const body = await readBody(context.req.raw, mostBytes)
    if (typeof body !== 'string') return toProblemResponse(body)
    // The validators of the routes read what was read here, bounded and checked.
    const { url, method } = context.req.raw
    const headers = new Headers(context.req.raw.headers)
    headers.set('content-type', 'application/json')
    context.req.raw = new Request(url, { method, headers, body })
    return await next()
  }
}

async function readBody(request: Request, mostBytes: number): Promise<string | HttpProblem> {
  const unacceptable = checkMediaType(request.headers)
  if (unacceptable !== null) return unacceptable
  const bytes = await readBounded(request, mostBytes)
  if (bytes !== null && bytes.length > 0 && !request.headers.has('content-type')) return wrongType()
  if (bytes === null) {
    return problem(413, 'BODY_TOO_LARGE', say('bodyTooLarge', { n: mostBytes }), {
      headers: { connection: 'close' },
    })
  }
  if (bytes.length === 0) return '{}'
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return validationError(say('bodyNotUtf8'), [])
  }
  const reading = readStrict(text)
  return reading.ok ? text : validationError(say('bodyNotJson', { why: reading.message }), [])
}

function checkMediaType(headers: Headers): HttpProblem | null {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/json') return wrongType()
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') {
    return problem(415, 'UNSUPPORTED_MEDIA_TYPE', say('bodyCompressed'))
  }
  return null
}

function wrongType(): HttpProblem {
  return problem(415, 'UNSUPPORTED_MEDIA_TYPE', say('bodyWrongType'))
}

/** `null`: more than allowed. The announced length is believed only when it condemns. */
async function readBounded(request: Request, mostBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    length += value.length
    if (length > mostBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}
