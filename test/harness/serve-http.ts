/** Plain HTTP for tests: every header under control, bodies as text, streams read event by event. No client library. */
import http from 'node:http'

export interface Reply {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
  /** The body, where it is JSON. */
  readonly json: unknown
}

export interface Sending {
  readonly method?: string
  readonly token?: string | null
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string | Uint8Array
  /** Giving up: the connection is closed, whether or not an answer has begun. */
  readonly signal?: AbortSignal
}

export async function send(base: string, path: string, sending: Sending = {}): Promise<Reply> {
  const { response } = await open(base, path, sending)
  const text = await readAll(response)
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) }
}

export interface Opened {
  readonly request: http.ClientRequest
  readonly response: http.IncomingMessage
}

/** Resolves once the headers of the answer are there; the body is the caller's to read. */
export async function open(base: string, path: string, sending: Sending = {}): Promise<Opened> {
  const { method = 'GET', token, body } = sending
  return await new Promise((resolve, reject) => {
    const request = http.request(new URL(path, base), {
      method,
      agent: false,
      headers: {
        ...(token === undefined || token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...sending.headers,
      },
    })
    request.once('response', (response) => resolve({ request, response }))
    request.once('error', reject)
    const giveUp = (): void => void request.destroy(new Error('The client gave up.'))
    if (sending.signal?.aborted === true) giveUp()
    else sending.signal?.addEventListener('abort', giveUp)
    request.end(body)
  })
}

export async function readAll(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** The data of every event of a stream, as it comes. */
export async function* readEvents(response: http.IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  response.setEncoding('utf8')
  for await (const part of response) {
    const events = (rest + String(part)).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice(6))
      if (data.length > 0) yield data.join('\n')
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
