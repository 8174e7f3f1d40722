/** Sessions that nobody uses end by themselves. The front runs on a real socket; only its clock is ours. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { resultText } from '@holdpoint/core'
import type { Downstream } from '@holdpoint/core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHttpFront } from '../../packages/holdpoint/src/transport/http-front.ts'
import { createLargeMessages } from '../../packages/holdpoint/src/transport/large-messages.ts'
import type { SessionLink } from '../../packages/holdpoint/src/transport/link-source.ts'
import { eventually } from '../harness/serve-harness.ts'
import { open, send } from '../harness/serve-http.ts'

const IDLE_MS = 600_000
let base = ''
let closed = 0
let opened = 0
let hanging = 0

// Before the front is made: it looks for idle sessions from then on. Sockets keep the clock of the machine.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
const pass = (milliseconds: number): unknown => vi.advanceTimersByTime(milliseconds)

/** An upstream that answers every request with an empty result, and never answers `hang`. */
function openLink(downstream: Downstream): SessionLink {
  let resolve: () => void = () => {}
  opened += 1
  return {
    receive(message) {
      if (message.kind !== 'request') return
      if (message.method === 'hang') {
        hanging += 1
        return
      }
      downstream.answer(message.id, resultText(message.id, '{}'), null)
    },
    leave: () => {},
    abandon: () => {},
    closed: new Promise((done) => (resolve = done)),
    async close() {
      closed += 1
      resolve()
      await Promise.resolve()
    },
  }
}

const front = createHttpFront({
  links: {
    openSession: (_caller, downstream) => openLink(downstream),
    openExchange: (_caller, downstream) => openLink(downstream),
  },
  bodyLimit: 1 << 20,
  newSessionId: () => `session-${opened}`,
  idleMs: IDLE_MS,
  large: createLargeMessages(),
})
const server = http.createServer((request, response) =>
  front.handle(request, response, { tenant: 'default', principal: 'bot', relaysAPerson: false }),
)

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  vi.useRealTimers()
  await front.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const accept = 'application/json, text/event-stream'
const post = (method: string, session: string | null): ReturnType<typeof send> =>
  send(base, '/', {
    method: 'POST',
    headers: { accept, ...(session === null ? {} : { 'mcp-session-id': session }) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
  })

/** A call that is never answered, once it has arrived. */
async function hang(session: string, id: number): Promise<{ end(): Promise<unknown> }> {
  const before = hanging
  const stop = new AbortController()
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'hang' })
  const headers = { accept, 'mcp-session-id': session }
  const call = open(base, '/', { method: 'POST', headers, body, signal: stop.signal }).catch(() => 'gave up')
  await eventually(() => (hanging > before ? true : undefined))
  return {
    end() {
      stop.abort()
      return call
    },
  }
}

async function begin(): Promise<string> {
  const session = (await post('initialize', null)).headers['mcp-session-id']
  if (typeof session !== 'string') throw new Error('No session was opened.')
  return session
}

test('a session that nobody uses ends, and so does its connection', async () => {
  const before = closed
  const session = await begin()
  expect((await post('ping', session)).status).toBe(200)
  pass(IDLE_MS - 1000)
  expect((await post('ping', session)).status).toBe(200)
  expect(closed).toBe(before)
  pass(2 * IDLE_MS)
  await eventually(() => (closed > before ? true : undefined))
  expect((await post('ping', session)).status).toBe(404)
})

test('use keeps a session alive', async () => {
  const session = await begin()
  for (let round = 0; round < 8; round++) {
    pass(IDLE_MS / 3)
    expect((await post('ping', session)).status).toBe(200)
  }
})

test('a standing stream and a call that waits keep a session alive', async () => {
  const listening = await begin()
  const stream = await open(base, '/', { headers: { accept: 'text/event-stream', 'mcp-session-id': listening } })
  const waiting = await begin()
  const call = await hang(waiting, 2)
  pass(IDLE_MS * 4)
  expect((await post('ping', listening)).status).toBe(200)
  expect((await post('ping', waiting)).status).toBe(200)
  stream.request.destroy()
  await call.end()
})

test('the same id twice at once is refused, and the first call keeps its stream', async () => {
  const session = await begin()
  const first = await hang(session, 1)
  expect((await post('ping', session)).status).toBe(400)
  expect(await first.end()).toBe('gave up')
})
