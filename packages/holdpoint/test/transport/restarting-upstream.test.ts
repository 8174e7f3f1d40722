import type { RequestId, SendFailure, Upstream, UpstreamEvents, UpstreamMessage } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answeredId } from '../../src/transport/restarting-upstream.ts'
import { createRestartingUpstream } from '../../src/transport/restarting-upstream.ts'

interface Server {
  readonly upstream: Upstream
  readonly received: string[]
  says(message: unknown): void
  dies(): void
  closed: boolean
}

function createServer(): Server {
  let events: UpstreamEvents | null = null
  const server: Server = {
    received: [],
    closed: false,
    upstream: {
      server: { name: 's', identity: 'i', display: 's', transport: 'stdio' },
      open: (listener) => void (events = listener),
      send: ({ text }) => void server.received.push(text),
      abort() {},
      async close() {
        server.closed = true
        events?.closed('closed')
      },
    },
    says: (message) => events?.message(typeof message === 'string' ? message : JSON.stringify(message), null, null),
    dies: () => events?.closed('it died'),
  }
  return server
}

function request(id: RequestId, method: string, params: object = {}): UpstreamMessage {
  const text = JSON.stringify({ jsonrpc: '2.0', method, params, id })
  return { text, bytes: null, request: { id, method, name: null, headers: {} } }
}

function without(message: object): UpstreamMessage {
  return { text: JSON.stringify({ jsonrpc: '2.0', ...message }), bytes: null, request: null }
}

const INITIALIZED = without({ method: 'notifications/initialized' })
const PAUSE = 1000
let servers: Server[]
let upstream: Upstream
let failures: [RequestId, SendFailure['certainty']][]
let messages: string[]

beforeEach(() => {
  vi.useFakeTimers()
  failures = []
  messages = []
  servers = [createServer()]
  const start = (): Upstream => {
    servers.push(createServer())
    return nth(servers.length - 1).upstream
  }
  upstream = createRestartingUpstream(nth(0).upstream, {
    start,
    firstPauseMs: PAUSE,
    longestPauseMs: PAUSE,
    log: () => {},
  })
  upstream.open({
    message: (text) => void messages.push(text),
    requestFailed: (id, { certainty }) => void failures.push([id, certainty]),
    closed: () => {},
  })
})
afterEach(() => void vi.useRealTimers())

function nth(index: number): Server {
  const server = servers[index]
  if (server === undefined) throw new Error(`no server ${index} was started`)
  return server
}

function openSession(params: object = {}): void {
  upstream.send(request(0, 'initialize', params))
  nth(0).says({ jsonrpc: '2.0', id: 0, result: {} })
  upstream.send(INITIALIZED)
}

describe('requests in flight', () => {
  test('a question of the server under the same id answers nothing: the call fails when the server dies', () => {
    upstream.send(request(1, 'tools/call'))
    nth(0).says({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
    nth(0).dies()
    expect(failures).toEqual([[1, 'perhaps-sent']])
  })

  test('an answer settles its request, and only its own', () => {
    for (const id of [1, 2, '1', 3]) upstream.send(request(id, 'tools/call'))
    nth(0).says({ jsonrpc: '2.0', id: 1, result: { id: 2 } })
    nth(0).says({ jsonrpc: '2.0', id: 3, error: { code: 1, message: 'no' } })
    nth(0).says('{"jsonrpc":"2.0","id":2,"result":{')
    nth(0).dies()
    expect(failures).toEqual([
      [2, 'perhaps-sent'],
      ['1', 'perhaps-sent'],
    ])
  })

  test.each([0, 5000])(
    'an answer is told by its own members, whatever its content says (%i characters more)',
    (more) => {
      const pad = 'x'.repeat(more)
      const result = { pad, id: 7, text: ',"id":8}', method: undefined as string | undefined }
      expect(answeredId(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))).toBe(1)
      expect(answeredId(JSON.stringify({ result, jsonrpc: '2.0', id: 'a"}' }))).toBe('a"}')
      expect(answeredId(JSON.stringify({ result: [pad], id: 1.5 }))).toBe(1.5)
      expect(answeredId(JSON.stringify({ result, id: 1, jsonrpc: '2.0' }))).toBe(1)
      expect(answeredId(JSON.stringify({ result: { ...result, method: 'x' }, jsonrpc: '2.0', id: 2 }))).toBe(2)
      expect(answeredId(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: result }))).toBeNull()
      expect(answeredId(JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { result: pad, id: 1 } }))).toBeNull()
      expect(answeredId(JSON.stringify({ result, method: 'x', id: 1 }))).toBeNull()
      expect(answeredId(`{"jsonrpc":"2.0","result":["${pad}"],"id":1e3}`)).toBe(1000)
      expect(answeredId(`${pad}{`)).toBeNull()
    },
  )
})

describe('the session is opened anew', () => {
  test('with its own id in the place of the old one, and nothing else changed', () => {
    upstream.send({
      ...request(0, 'initialize'),
      text: '{"jsonrpc":"2.0","params":{"_meta":{"id":5}},"method":"initialize","id":0}',
    })
    nth(0).dies()
    upstream.send(request(1, 'tools/call'))
    vi.advanceTimersByTime(PAUSE)
    expect(nth(1).received).toEqual([
      '{"jsonrpc":"2.0","params":{"_meta":{"id":5}},"method":"initialize","id":"holdpoint-reopen"}',
    ])
  })

  test('then the notification and what waited are sent, once', () => {
    openSession()
    nth(0).dies()
    const call = request(1, 'tools/call')
    upstream.send(call)
    vi.advanceTimersByTime(PAUSE)
    nth(1).says({ jsonrpc: '2.0', id: 'holdpoint-reopen', result: {} })
    expect(nth(1).received.slice(1)).toEqual([INITIALIZED.text, call.text])
    vi.advanceTimersByTime(60_000)
    expect(nth(1).received).toHaveLength(3)
    expect(failures).toEqual([])
  })

  test('a response that quotes the notification is never sent again', () => {
    openSession()
    upstream.send(without({ id: 9, result: { text: 'notifications/initialized' } }))
    upstream.send(without({ id: 9, result: {}, note: { method: 'notifications/initialized' } }))
    nth(0).dies()
    upstream.send(request(1, 'tools/call'))
    vi.advanceTimersByTime(PAUSE)
    nth(1).says({ jsonrpc: '2.0', id: 'holdpoint-reopen', result: {} })
    expect(nth(1).received[1]).toBe(INITIALIZED.text)
    expect(nth(1).received).toHaveLength(3)
  })

  test('the notification is known in any spelling', () => {
    openSession()
    const spelled = { ...INITIALIZED, text: '{"jsonrpc":"2.0","method":"notifications\\/initi\\u0061lized"}' }
    upstream.send(spelled)
    nth(0).dies()
    upstream.send(request(1, 'tools/call'))
    vi.advanceTimersByTime(PAUSE)
    nth(1).says({ jsonrpc: '2.0', id: 'holdpoint-reopen', result: {} })
    expect(nth(1).received[1]).toBe(spelled.text)
  })

  test('what merely mentions the handshake does not answer it', () => {
    openSession()
    messages = []
    nth(0).dies()
    upstream.send(request(1, 'tools/call'))
    vi.advanceTimersByTime(PAUSE)
    nth(1).says({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'got holdpoint-reopen' } })
    nth(1).says({ jsonrpc: '2.0', id: 'holdpoint-reopen', method: 'ping' })
    expect(messages).toHaveLength(2)
    expect(nth(1).received).toHaveLength(1)
  })

  test('a handshake that stays unanswered fails what waited as never sent; the next request gets a new process', () => {
    openSession()
    nth(0).dies()
    upstream.send(request(1, 'tools/call'))
    vi.advanceTimersByTime(PAUSE + 14_900)
    expect(failures).toEqual([])
    vi.advanceTimersByTime(200)
    expect(failures).toEqual([[1, 'nothing-sent']])
    expect(nth(1).closed).toBe(true)
    nth(1).says({ jsonrpc: '2.0', id: 'holdpoint-reopen', result: {} })
    expect(nth(1).received).toHaveLength(1)
    upstream.send(request(2, 'tools/call'))
    vi.advanceTimersByTime(PAUSE)
    nth(2).says({ jsonrpc: '2.0', id: 'holdpoint-reopen', result: {} })
    expect(nth(2).received).toHaveLength(3)
  })

  test('a handshake that is refused fails what waited as never sent', () => {
    openSession()
    nth(0).dies()
    upstream.send(request(1, 'tools/call'))
    vi.advanceTimersByTime(PAUSE)
    nth(1).says({ jsonrpc: '2.0', id: 'holdpoint-reopen', error: { code: -1, message: 'no' } })
    expect(failures).toEqual([[1, 'nothing-sent']])
    expect(nth(1).closed).toBe(true)
    expect(nth(1).received).toHaveLength(1)
  })

  test('a process that dies over the handshake fails what waited as never sent', () => {
    openSession()
    nth(0).dies()
    upstream.send(request(1, 'tools/call'))
    vi.advanceTimersByTime(PAUSE)
    nth(1).dies()
    expect(failures).toEqual([[1, 'nothing-sent']])
  })

  test('a client that opens the session itself does so alone', () => {
    openSession()
    nth(0).dies()
    const again = request(5, 'initialize')
    upstream.send(again)
    vi.advanceTimersByTime(PAUSE)
    expect(nth(1).received).toEqual([again.text])
  })
})

describe('a call that is cancelled while it waits for a process', () => {
  const CANCELS: readonly [string, (id: RequestId) => void][] = [
    ['by closing its stream', (id) => upstream.abort(id)],
    [
      'by a notification',
      (id) => upstream.send(without({ method: 'notifications/cancelled', params: { requestId: id } })),
    ],
  ]

  test.each(CANCELS)('%s never runs, before the start', async (_how, cancel) => {
    openSession()
    nth(0).dies()
    upstream.send(request(1, 'tools/call', { name: 'delete_all' }))
    cancel(1)
    await Promise.resolve()
    expect(failures).toEqual([[1, 'nothing-sent']])
    vi.advanceTimersByTime(60_000)
    expect(servers).toHaveLength(1)
  })

  test.each(CANCELS)('%s never runs, during the handshake', (_how, cancel) => {
    openSession()
    nth(0).dies()
    const kept = request(2, 'tools/call')
    upstream.send(request(1, 'tools/call', { name: 'delete_all' }))
    upstream.send(kept)
    vi.advanceTimersByTime(PAUSE)
    cancel(1)
    nth(1).says({ jsonrpc: '2.0', id: 'holdpoint-reopen', result: {} })
    expect(nth(1).received.slice(1)).toEqual([INITIALIZED.text, kept.text])
  })
})
