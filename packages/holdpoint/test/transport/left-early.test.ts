/** A client of `serve` that has gone by the time it is known who it is: nothing is begun for it, and nothing stays. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { resultText } from '@holdpoint/core'
import type { Downstream } from '@holdpoint/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHttpFront } from '../../src/transport/http-front.ts'
import { createLargeMessages } from '../../src/transport/large-messages.ts'
import type { HttpFront } from '../../src/transport/http-front.ts'
import type { SessionLink } from '../../src/transport/link-source.ts'

const CALLER = { tenant: 'default', principal: 'bot', relaysAPerson: false }
const STREAM = { accept: 'text/event-stream', 'mcp-session-id': 'one' }

let front: HttpFront
let server: http.Server
let port = 0
/** Who asks is being looked at until then. */
let identified: Promise<void>
let arrived: () => void
let left: () => void

beforeEach(async () => {
  identified = Promise.resolve()
  arrived = () => {}
  left = () => {}
  front = createHttpFront({
    links: {
      openSession: (_caller, downstream) => openLink(downstream),
      openExchange: (_caller, downstream) => openLink(downstream),
    },
    bodyLimit: 1 << 20,
    newSessionId: () => 'one',
    idleMs: 600_000,
    large: createLargeMessages(),
  })
  server = http.createServer((request, response) => {
    arrived()
    response.once('close', () => left())
    void identified.then(() => front.handle(request, response, CALLER))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterEach(async () => {
  await front.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function openLink(downstream: Downstream): SessionLink {
  return {
    receive(message) {
      if (message.kind === 'request') downstream.answer(message.id, resultText(message.id, '{}'), null)
    },
    leave: () => {},
    abandon: () => {},
    closed: new Promise(() => {}),
    close: async () => {},
  }
}

test('its standing stream is nobody’s: the session takes the next one', async () => {
  const url = `http://127.0.0.1:${port}/`
  const opened = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}',
  })
  expect([opened.status, opened.headers.get('mcp-session-id')]).toEqual([200, 'one'])

  let known: () => void = () => {}
  identified = new Promise<void>((resolve) => (known = resolve))
  const [came, went] = [
    new Promise<void>((resolve) => (arrived = resolve)),
    new Promise<void>((resolve) => (left = resolve)),
  ]
  const leaving = new AbortController()
  const asking = fetch(url, { headers: STREAM, signal: leaving.signal }).catch(() => null)
  await came
  leaving.abort()
  await Promise.all([asking, went])
  known()

  const staying = new AbortController()
  const next = await fetch(url, { headers: STREAM, signal: staying.signal })
  expect(next.status).toBe(200)
  staying.abort()
})
