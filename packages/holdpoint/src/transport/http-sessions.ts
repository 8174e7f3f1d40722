/**
 * Sessions of the session era over HTTP: each belongs to the caller that opened it and has an upstream connection of its
 * own. Messages travel on the stream of the request they belong to, else on the standing stream.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { INVALID_REQUEST, SESSION_VERSIONS, errorText } from '@holdpoint/core'
import type { ClientMessage, Downstream, RequestId } from '@holdpoint/core'
import type { HttpFrontCaller, LinkSource, SessionLink } from './link-source.ts'
import { EVENT_STREAM_HEADERS, createPostStream, toEvent } from './post-stream.ts'
import type { PostStream } from './post-stream.ts'

export interface SessionPost {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly caller: HttpFrontCaller
  readonly message: ClientMessage
  readonly mayStream: boolean
}

export interface Sessions {
  post(post: SessionPost): void
  listen(request: IncomingMessage, response: ServerResponse, caller: HttpFrontCaller): void
  end(request: IncomingMessage, response: ServerResponse, caller: HttpFrontCaller): void
  close(): Promise<void>
}

interface Session {
  readonly id: string
  readonly caller: HttpFrontCaller
  readonly link: SessionLink
  readonly posts: Map<RequestId, PostStream>
  readonly unsent: string[]
  standing: ServerResponse | null
  lastUsed: number
}

const MOST_UNSENT = 256
const MOST_SESSIONS_PER_CALLER = 256
const KEEPALIVE_MS = 15_000
const NO_HEADERS: { readonly [name: string]: string } = {}
const TOO_MANY =
  'Too many sessions of this principal are open, and none of them is idle. End some of them (DELETE), or wait for their answers.'
const NOT_FOUND = errorText(null, -32001, 'Session not found')

export function createSessions(options: {
  readonly links: LinkSource
  readonly newSessionId: () => string
  readonly idleMs: number
}): Sessions {
  const sessions = new Map<string, Session>()
  const idle = setInterval(
    () => {
      const before = performance.now() - options.idleMs
      for (const session of sessions.values()) {
        if (session.lastUsed < before && session.posts.size === 0 && session.standing === null) void drop(session)
      }
    },
    Math.min(options.idleMs, 60_000),
  ).unref()

  function openSession(caller: HttpFrontCaller): Session | null {
    const own = [...sessions.values()].filter((session) => isSame(session.caller, caller))
    if (own.length >= MOST_SESSIONS_PER_CALLER) return null
    const posts = new Map<RequestId, PostStream>()
    const unsent: string[] = []
    const id = options.newSessionId()
    const downstream: Downstream = {
      answer(requestId, text) {
        if (requestId === null) return
        const stream = posts.get(requestId)
        posts.delete(requestId)
        stream?.answer(text, 200)
      },
      send(text, _bytes, relatedTo) {
        const stream = relatedTo === null ? undefined : posts.get(relatedTo)
        if (stream !== undefined && !stream.ended) stream.send(text)
        else if (session.standing !== null) session.standing.write(toEvent(text))
        else if (unsent.length < MOST_UNSENT) unsent.push(text)
      },
    }
    const link = options.links.openSession(caller, downstream, {
      id,
      isUsed: () => posts.size > 0 || (sessions.get(id)?.standing ?? null) !== null,
    })
    if (link === null) return null
    const session: Session = {
      id,
      caller,
      link,
      posts,
      unsent,
      standing: null,
      lastUsed: performance.now(),
    }
    sessions.set(id, session)
    void session.link.closed.then(() => drop(session))
    return session
  }

  async function drop(session: Session): Promise<void> {
    if (!sessions.delete(session.id)) return
    session.link.leave(null)
    session.standing?.end()
    // A call that waits for a person would else hang on a stream that its client no longer answers.
    for (const [id, stream] of session.posts) stream.answer(errorText(id, -32001, 'The session has ended.'), 404)
    session.posts.clear()
    await session.link.close()
  }

  /** Another caller's session is answered exactly like one that does not exist. */
  function find(request: IncomingMessage, caller: HttpFrontCaller): Session | null {
    const id = request.headers['mcp-session-id']
    const session = typeof id === 'string' ? sessions.get(id) : undefined
    if (session === undefined || !isSame(session.caller, caller)) return null
    session.lastUsed = performance.now()
    return session
  }

  function checkVersion(request: IncomingMessage, response: ServerResponse): boolean {
    const version = request.headers['mcp-protocol-version']
    if (version === undefined || (typeof version === 'string' && SESSION_VERSIONS.includes(version))) return true
    const message = `Bad Request: Unsupported protocol version (supported: ${SESSION_VERSIONS.join(', ')})`
    respond(response, 400, errorText(null, INVALID_REQUEST, message))
    return false
  }

  return {
    post({ request, response, caller, message, mayStream }) {
      const initializes = message.kind === 'request' && message.method === 'initialize'
      if (!initializes && !checkVersion(request, response)) return
      if (request.headers['mcp-session-id'] === undefined && !initializes) {
        respond(
          response,
          400,
          errorText(null, INVALID_REQUEST, 'Bad Request: Mcp-Session-Id header is required; begin with initialize.'),
        )
        return
      }
      const session = request.headers['mcp-session-id'] === undefined ? openSession(caller) : find(request, caller)
      if (session === null) {
        if (initializes) respond(response, 429, errorText(null, INVALID_REQUEST, TOO_MANY))
        else respond(response, 404, NOT_FOUND)
        return
      }
      if (message.kind !== 'request') {
        session.link.receive(message, null)
        response.writeHead(202).end()
        return
      }
      if (session.posts.has(message.id)) {
        respond(response, 400, errorText(null, INVALID_REQUEST, 'This request id is already in use.'))
        return
      }
      const { id } = message
      const stream = createPostStream(response, {
        mayStream,
        headers: initializes ? { 'mcp-session-id': session.id } : NO_HEADERS,
        onAbandoned: () => {
          // No client would receive the answer: a held call must not count as delivered.
          if (session.posts.get(id) === stream) session.posts.delete(id)
          session.link.leave(id)
        },
      })
      session.posts.set(id, stream)
      session.link.receive(message, null)
    },
    listen(request, response, caller) {
      if (!/text\/event-stream|\*\/\*/.test(request.headers.accept ?? '')) {
        respond(response, 406, errorText(null, INVALID_REQUEST, 'Accept must allow text/event-stream.'))
        return
      }
      if (request.headers['mcp-session-id'] === undefined) {
        response.writeHead(405, { allow: 'POST' }).end()
        return
      }
      if (!checkVersion(request, response)) return
      const session = find(request, caller)
      if (session === null) return respond(response, 404, NOT_FOUND)
      if (session.standing !== null) {
        return respond(
          response,
          409,
          errorText(null, INVALID_REQUEST, 'Conflict: this session has a standing stream already.'),
        )
      }
      response.writeHead(200, EVENT_STREAM_HEADERS)
      response.flushHeaders()
      session.standing = response
      for (const text of session.unsent.splice(0)) response.write(toEvent(text))
      const keepalive = setInterval(() => response.write(': keepalive\n\n'), KEEPALIVE_MS).unref()
      response.once('close', () => {
        clearInterval(keepalive)
        session.standing = null
        session.lastUsed = performance.now()
      })
    },
    end(request, response, caller) {
      const session = find(request, caller)
      if (session === null) return respond(response, 404, NOT_FOUND)
      void drop(session).then(() => response.writeHead(200).end())
    },
    async close() {
      clearInterval(idle)
      await Promise.all([...sessions.values()].map((session) => drop(session)))
    },
  }
}

function isSame(one: HttpFrontCaller, other: HttpFrontCaller): boolean {
  return one.tenant === other.tenant && one.principal === other.principal
}

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
