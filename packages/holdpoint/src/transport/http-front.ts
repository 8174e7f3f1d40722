/**
 * The client's side of `serve`: Streamable HTTP in both eras at one endpoint per server. It checks what HTTP adds (method,
 * headers that must repeat the body, sizes, sessions) and hands every message to a link. Who the caller is has been
 * established before; another caller's session does not exist here.
 */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  PARSE_ERROR,
  SESSION_VERSIONS,
  STATELESS_VERSION,
  eraOf,
  errorText,
  readClientMessage,
} from '@holdpoint/core'
import type { ClientMessage, Downstream } from '@holdpoint/core'
import type { HttpFrontCaller, LinkSource } from './link-source.ts'
import type { LargeMessages } from './large-messages.ts'
import { createPostStream } from './post-stream.ts'
import { createSessions } from './http-sessions.ts'
import { checkStatelessHeaders, parameterHeaders, statusOf } from './stateless-headers.ts'

export interface HttpFrontOptions {
  readonly links: LinkSource
  readonly bodyLimit: number
  readonly newSessionId: () => string
  readonly idleMs: number
  /** Shared by the fronts of all servers. */
  readonly large: LargeMessages
}

export interface HttpFront {
  handle(request: IncomingMessage, response: ServerResponse, caller: HttpFrontCaller): void
  close(): Promise<void>
}

export function createHttpFront(options: HttpFrontOptions): HttpFront {
  const sessions = createSessions({ links: options.links, newSessionId: options.newSessionId, idleMs: options.idleMs })

  function post(request: IncomingMessage, response: ServerResponse, caller: HttpFrontCaller): void {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return refuse(response, 415, errorText(null, INVALID_REQUEST, 'Content-Type must be application/json.'))
    }
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      return refuse(response, 415, errorText(null, INVALID_REQUEST, 'Compressed request bodies are not accepted.'))
    }
    const accept = request.headers.accept ?? ''
    const mayStream = accept.includes('text/event-stream') || accept.includes('*/*')
    if (!mayStream && !accept.includes('application/json')) {
      const message = 'Accept must allow application/json and text/event-stream.'
      return refuse(response, 406, errorText(null, INVALID_REQUEST, message))
    }
    readBody(request, options.bodyLimit, (body) => {
      try {
        if (body.kind === 'too-large') {
          const message = `The body is larger than ${options.bodyLimit} bytes.`
          refuse(response, 413, errorText(null, INVALID_REQUEST, message))
        } else if (body.kind === 'whole') inTurn(request, response, caller, body.bytes, mayStream)
      } catch {
        if (!response.headersSent) refuse(response, 500, errorText(null, INTERNAL_ERROR, 'Internal error.'))
      }
    })
  }

  function inTurn(
    request: IncomingMessage,
    response: ServerResponse,
    caller: HttpFrontCaller,
    bytes: Buffer,
    mayStream: boolean,
  ): void {
    if (!options.large.waits(bytes.length)) return received(request, response, caller, bytes, mayStream)
    const whose = JSON.stringify([caller.tenant, caller.principal])
    const isTaken = options.large.take(whose, bytes.length, async () => {
      if (response.destroyed) return
      try {
        received(request, response, caller, bytes, mayStream)
      } catch {
        if (!response.headersSent) refuse(response, 500, errorText(null, INTERNAL_ERROR, 'Internal error.'))
      }
      if (!response.writableEnded) await new Promise((resolve) => response.once('close', resolve))
    })
    if (!isTaken)
      refuse(response, 429, errorText(null, INVALID_REQUEST, 'Too many large messages are waiting already.'))
  }

  function received(
    request: IncomingMessage,
    response: ServerResponse,
    caller: HttpFrontCaller,
    bytes: Buffer,
    mayStream: boolean,
  ): void {
    if (!isUtf8(bytes)) return refuse(response, 400, errorText(null, PARSE_ERROR, 'The body is not valid UTF-8.'))
    const message = readClientMessage(bytes.toString('utf8'))
    if (message.kind === 'refused') return refuse(response, 400, errorText(message.id, message.code, message.message))
    if (isStateless(request, message)) stateless(request, response, caller, message, mayStream)
    else sessions.post({ request, response, caller, message, mayStream })
  }

  function stateless(
    request: IncomingMessage,
    response: ServerResponse,
    caller: HttpFrontCaller,
    message: ClientMessage,
    mayStream: boolean,
  ): void {
    if (message.kind === 'refused') return
    const problem = checkStatelessHeaders(request.headers, message)
    if (problem !== null) {
      const id = message.kind === 'request' ? message.id : null
      return refuse(response, 400, errorText(id, problem.code, problem.message, problem.data))
    }
    if (message.kind !== 'request') {
      // Notifications have no recipient in this era: the exchange they would belong to has its own stream.
      response.writeHead(202).end()
      return
    }
    const stream = createPostStream(response, { mayStream, headers: {}, onAbandoned: () => link.abandon() })
    const downstream: Downstream = {
      answer: (_id, text) => stream.answer(text, statusOf(text)),
      send: (text) => stream.send(text),
    }
    const link = options.links.openExchange(caller, downstream, parameterHeaders(request.headers))
    link.receive(message, null)
  }

  return {
    handle(request, response, caller) {
      // The caller left while its key was checked: no event will say so again, and the answer would reach no one.
      if (response.destroyed) return
      switch (request.method) {
        case 'POST':
          post(request, response, caller)
          return
        case 'GET':
          sessions.listen(request, response, caller)
          return
        case 'DELETE':
          sessions.end(request, response, caller)
          return
        default:
          response.writeHead(405, { allow: 'GET, POST, DELETE' }).end()
      }
    },
    close: () => sessions.close(),
  }
}

function isStateless(request: IncomingMessage, message: ClientMessage): boolean {
  if (message.kind === 'request' || message.kind === 'notification') {
    if (eraOf(message.params) === 'stateless') return true
    if (message.method === 'initialize') return false
  }
  const version = request.headers['mcp-protocol-version']
  return typeof version === 'string' && !SESSION_VERSIONS.includes(version) && version >= STATELESS_VERSION
}

export function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

/** Reads a request's body up to a limit; what is larger is refused without being kept. `done` is called once. */
type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' }

function readBody(request: IncomingMessage, limit: number, done: (body: Body) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume()
    done({ kind: 'too-large' })
    return
  }
  const parts: Buffer[] = []
  let length = 0
  let over = false
  const finish = (body: Body): void => {
    if (over) return
    over = true
    done(body)
  }
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limit) {
      parts.length = 0
      finish({ kind: 'too-large' })
    } else parts.push(chunk)
  })
  request.on('end', () => {
    const [only] = parts
    finish({ kind: 'whole', bytes: parts.length === 1 && only !== undefined ? only : Buffer.concat(parts) })
  })
  request.on('close', () => finish({ kind: 'aborted' }))
  request.on('error', () => finish({ kind: 'aborted' }))
}
