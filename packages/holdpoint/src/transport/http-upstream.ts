/**
 * An MCP server over Streamable HTTP, both eras: every message is a POST, answers come as JSON or as a stream of events.
 * It reports exactly what matters for held calls: a connection that was refused sent nothing; anything after that may have
 * been carried out. Redirects are not followed: they would carry our credentials elsewhere.
 */
import type http from 'node:http'
import { isJsonObject, META_PROTOCOL_VERSION, metaOf, say, STATELESS_VERSION } from '@holdpoint/core'
import type {
  JsonValue,
  RequestId,
  RequestInfo,
  SendFailure,
  ServerIdentity,
  Upstream,
  UpstreamEvents,
  UpstreamMessage,
} from '@holdpoint/core'
import { oversizedAnswer } from './oversized-answer.ts'
import { encodeHeaderValue } from './header-value.ts'
import {
  failureOf,
  wasNotTaken,
  header,
  isAnswerTo,
  isInitializedNotification,
  looksLikeMessage,
  readAnswerBody,
  withId,
} from './http-answers.ts'
import { createSseReader } from './sse-reader.ts'

export interface HttpUpstreamOptions {
  readonly server: ServerIdentity
  readonly url: URL
  /** Sent with every request; references to the environment have been resolved. */
  readonly headers: { readonly [name: string]: string }
  readonly bodyLimit: number
  readonly log: (message: string) => void
}

const ACCEPT = 'application/json, text/event-stream'
const DEFAULT_RETRY_MS = 1000
const MOST_RESUMES = 20
const STREAM_WITHIN_MS = 1000

export function createHttpUpstream(options: HttpUpstreamOptions): Upstream {
  const { url, server, log } = options
  // A gateway in front of a child process never needs them, and they take longer to load than most of it.
  const client = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  const agent = new client.Agent({ keepAlive: true })
  const open = new Map<RequestId, http.ClientRequest>()
  const streams = new Set<http.ClientRequest>()
  let events: UpstreamEvents | null = null
  let sessionId: string | null = null
  let protocolVersion: string | null = null
  let closed = false
  /** Requests that wait for the standing stream; `null`: nothing to wait for. */
  let held: UpstreamMessage[] | null = null

  function headersFor(message: UpstreamMessage, stateless: boolean): http.OutgoingHttpHeaders {
    const { request } = message
    return {
      ...options.headers,
      'content-type': 'application/json',
      accept: ACCEPT,
      ...(stateless ? statelessHeaders(request) : sessionHeaders()),
    }
  }

  function statelessHeaders(request: RequestInfo | null): http.OutgoingHttpHeaders {
    if (request === null) return { 'mcp-protocol-version': STATELESS_VERSION }
    return {
      'mcp-protocol-version': STATELESS_VERSION,
      'mcp-method': request.method,
      ...(request.name === null ? {} : { 'mcp-name': encodeHeaderValue(request.name) }),
      ...request.headers,
    }
  }

  function sessionHeaders(): http.OutgoingHttpHeaders {
    return {
      ...(sessionId === null ? {} : { 'mcp-session-id': sessionId }),
      ...(protocolVersion === null ? {} : { 'mcp-protocol-version': protocolVersion }),
    }
  }

  function post(message: UpstreamMessage): void {
    const { request } = message
    const parsed = JSON.parse(message.text) as JsonValue
    const params = isJsonObject(parsed) ? parsed['params'] : undefined
    const stateless = typeof metaOf(params)?.[META_PROTOCOL_VERSION] === 'string'
    const body = message.bytes ?? Buffer.from(message.text, 'utf8')
    const opensStream = !stateless && request === null && isInitializedNotification(parsed)
    if (opensStream) holdBack()
    let connected = false
    let answered = false
    const outgoing = client.request(url, {
      method: 'POST',
      agent,
      headers: { ...headersFor(message, stateless), 'content-length': body.length },
    })
    if (request !== null) open.set(request.id, outgoing)
    outgoing.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (connected = true))
      else connected = true
    })
    const fail = (failure: SendFailure): void => {
      if (answered) return
      answered = true
      if (request === null) log(`a message could not be sent: ${failure.message}`)
      else {
        open.delete(request.id)
        events?.requestFailed(request.id, failure)
      }
    }
    outgoing.on('error', (error) =>
      fail({ certainty: connected ? 'perhaps-sent' : 'nothing-sent', message: error.message }),
    )
    outgoing.on('response', (response) => {
      const initialized = !stateless && request?.method === 'initialize'
      if (initialized) sessionId = header(response, 'mcp-session-id')
      receive(response, request, {
        deliver: (text, notTaken) => {
          if (initialized) noteVersion(text)
          if (request !== null && isAnswerTo(text, request.id)) {
            answered = true
            open.delete(request.id)
          }
          events?.message(text, null, request?.id ?? null, notTaken)
        },
        fail,
        ended: (lastEventId, retryMs) => {
          if (answered || request === null) return
          if (lastEventId === null || stateless) {
            fail({ certainty: 'perhaps-sent', message: say('streamClosed') })
          } else resume(request, lastEventId, retryMs ?? DEFAULT_RETRY_MS, 1, fail, () => (answered = true))
        },
      })
      if (opensStream) listen(null, 0)
    })
    outgoing.end(body)
  }

  /**
   * A server may put its questions on the standing stream, and drops what it says before that is open: requests wait until
   * the server has answered for it, or has had its chance.
   */
  function send(message: UpstreamMessage): void {
    if (held === null) post(message)
    else held.push(message)
  }

  function holdBack(): void {
    held = []
    setTimeout(letGo, STREAM_WITHIN_MS).unref()
  }

  function letGo(): void {
    const waiting = held
    held = null
    for (const message of waiting ?? []) post(message)
  }

  function noteVersion(text: string): void {
    const message = JSON.parse(text) as JsonValue
    const result = isJsonObject(message) ? message['result'] : undefined
    if (isJsonObject(result) && typeof result['protocolVersion'] === 'string')
      protocolVersion = result['protocolVersion']
  }

  /** The standing stream of the session era. A server without one says 405, and that is fine. */
  function listen(lastEventId: string | null, tries: number): void {
    if (closed) return
    get(
      lastEventId,
      (response) => {
        letGo()
        if (response.statusCode !== 200) {
          response.resume()
          return
        }
        receive(response, null, {
          deliver: (text) => events?.message(text, null, null),
          fail: () => {},
          ended: (last, retryMs) => {
            if (!closed && tries < MOST_RESUMES)
              setTimeout(() => listen(last, last === null ? tries + 1 : 0), retryMs ?? DEFAULT_RETRY_MS).unref()
          },
        })
      },
      letGo,
    )
  }

  /** A server may close a stream and let the client poll for the rest by the last event's id. */
  function resume(
    request: RequestInfo,
    lastEventId: string,
    retryMs: number,
    tries: number,
    fail: (failure: SendFailure) => void,
    done: () => void,
  ): void {
    const lost: SendFailure = {
      certainty: 'perhaps-sent',
      message: say('streamNotResumed'),
    }
    if (tries > MOST_RESUMES || closed) {
      fail(lost)
      return
    }
    setTimeout(() => {
      let answered = false
      get(
        lastEventId,
        (response) => {
          if (response.statusCode !== 200) {
            response.resume()
            fail(lost)
            return
          }
          receive(response, request, {
            deliver: (text) => {
              if (isAnswerTo(text, request.id)) {
                answered = true
                done()
                open.delete(request.id)
              }
              events?.message(text, null, request.id)
            },
            fail,
            ended: (last, nextRetry) => {
              if (!answered) resume(request, last ?? lastEventId, nextRetry ?? retryMs, tries + 1, fail, done)
            },
          })
        },
        () => fail(lost),
      )
    }, retryMs).unref()
  }

  function get(
    lastEventId: string | null,
    onResponse: (response: http.IncomingMessage) => void,
    onError: () => void = () => {},
  ): void {
    const outgoing = client.request(url, {
      method: 'GET',
      agent,
      headers: {
        ...options.headers,
        accept: 'text/event-stream',
        ...sessionHeaders(),
        ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
      },
    })
    streams.add(outgoing)
    outgoing.on('close', () => streams.delete(outgoing))
    outgoing.on('error', onError)
    outgoing.on('response', onResponse)
    outgoing.end()
  }

  function receive(response: http.IncomingMessage, request: RequestInfo | null, to: ResponseEvents): void {
    const status = response.statusCode ?? 500
    const type = header(response, 'content-type') ?? ''
    if (status === 202 || status === 204) {
      response.resume()
      if (request !== null) to.fail({ certainty: 'perhaps-sent', message: say('answeredWithoutResult', { status }) })
      return
    }
    if (status >= 200 && status < 300 && type.startsWith('text/event-stream')) {
      const reader = createSseReader(
        options.bodyLimit,
        ({ data }) => to.deliver(data),
        (head) => {
          const answer = oversizedAnswer(head.replace(/^data:\s?/, ''), options.bodyLimit)
          if (answer !== null) to.deliver(answer)
        },
      )
      response.on('data', (chunk: Buffer) => reader.feed(chunk))
      let over = false
      const end = (): void => {
        if (over) return
        over = true
        to.ended(reader.lastEventId, reader.retryMs)
      }
      response.on('end', end)
      response.on('error', end)
      response.on('close', end)
      return
    }
    readAnswerBody(response, options.bodyLimit, (text, whole) => {
      if (!whole) {
        const answer = oversizedAnswer(text.slice(0, 4096), options.bodyLimit)
        if (answer === null) to.fail({ certainty: 'perhaps-sent', message: say('answerCutOff') })
        else to.deliver(answer)
      } else if (looksLikeMessage(text)) {
        to.deliver(request === null ? text : withId(text, request.id), wasNotTaken(status))
      } else to.fail(failureOf(status, text))
    })
  }

  return {
    server,
    open(listener) {
      events = listener
    },
    send,
    abort(id) {
      open.get(id)?.destroy()
      open.delete(id)
    },
    async close() {
      closed = true
      for (const stream of streams) stream.destroy()
      for (const outgoing of open.values()) outgoing.destroy()
      if (sessionId !== null) await endSession()
      agent.destroy()
      events?.closed(say('connectionClosed'))
    },
  }

  async function endSession(): Promise<void> {
    await new Promise<void>((resolve) => {
      const outgoing = client.request(url, {
        method: 'DELETE',
        agent,
        headers: { ...options.headers, ...sessionHeaders() },
        timeout: 1000,
      })
      outgoing.on('timeout', () => outgoing.destroy())
      outgoing.on('error', () => resolve())
      outgoing.on('response', (response) => {
        response.resume()
        resolve()
      })
      outgoing.end()
    })
  }
}

interface ResponseEvents {
  /** `notTaken`: its status says that the server did not take the request. */
  deliver(text: string, notTaken?: boolean): void
  fail(failure: SendFailure): void
  /** A stream of events ended. */
  ended(lastEventId: string | null, retryMs: number | null): void
}
