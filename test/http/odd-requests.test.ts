/** Requests that nobody would write: whatever comes in, the service stays up, answers, and runs nothing risky. */
import net from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATIENCE_MS } from '../harness/wait-for.ts'
import { connectAgent, firstText, STATELESS, VERSION_KEY } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const place: Place = createPlace()
let service: Service
let agent: Agent

beforeAll(async () => {
  service = await place.serve({ servers: { ledger: stdioServer() } })
  agent = await connectAgent(service.url, { era: '2025' })
})
afterAll(() => place.close())

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'get')
const path = fc.oneof(
  fc.constantFrom(
    '/mcp/ledger',
    '/mcp/ledger/',
    '/mcp/',
    '/mcp',
    '/mcp/ledger/..',
    '//mcp/ledger',
    '/mcp/%6cedger',
    '/mcp/%',
    '/mcp/%00',
    '/mcp/__proto__',
    '/mcp/ledger?x=%E0%A4%A',
    '/admin/approvals/%E0%A4%A/approve',
    '/admin/approvals/../approvals',
    '/admin/approvals?limit=-1&state=%',
    '/admin/audit?since=never',
    '/approvals/%2e%2e%2f',
    '*',
    'http://evil.example/mcp/ledger',
  ),
  fc.webPath().map((text) => `/mcp${text}`),
)
const headers = fc.record({
  authorization: fc.constantFrom(`Bearer ${TOKENS.agent}`, `Bearer ${TOKENS.approver}`, 'Bearer', 'Basic eDp5', ''),
  'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/plain', ''),
  accept: fc.constantFrom('application/json, text/event-stream', 'application/json', 'text/html', '*/*'),
  'mcp-session-id': fc.constantFrom('live', 'x', '../..', ''),
  'mcp-protocol-version': fc.constantFrom(STATELESS, '2025-11-25', '9999-99-99', 'x', ''),
  'mcp-method': fc.constantFrom('tools/call', 'tools/list', ''),
  'mcp-name': fc.constantFrom('get_item', 'delete_item', '=?base64?!!!?=', ''),
})
const params = fc.oneof(
  fc.record({
    name: fc.constantFrom<unknown>('delete_item', 'get_item', 'no_such_tool', '', null, 7, ['delete_item']),
    arguments: fc.oneof(fc.constantFrom<unknown>(undefined, null, [], 'x', 3), fc.object({ maxDepth: 2 })),
    _meta: fc.constantFrom<unknown>(undefined, null, 7, {}, { [VERSION_KEY]: STATELESS }, { progressToken: {} }),
    requestState: fc.constantFrom<unknown>(undefined, 'ledger-state-1', 9, {}),
    inputResponses: fc.constantFrom<unknown>(undefined, {}, 3),
  }),
  fc.jsonValue({ maxDepth: 2 }),
)
const body = fc.oneof(
  fc
    .record({
      jsonrpc: fc.constantFrom<unknown>('2.0', '1.0', 2),
      id: fc.constantFrom<unknown>(undefined, null, 1, 'a', 1.5, -1, {}, '', 'holdpoint-reopen'),
      method: fc.constantFrom<unknown>(
        'tools/call',
        'tools/list',
        'initialize',
        'ping',
        'notifications/cancelled',
        '',
        9,
      ),
      params,
    })
    .map((message) => JSON.stringify(message)),
  fc.string(),
  fc.constantFrom('', '[]', 'null', '{', '\u0000', '{"jsonrpc":"2.0","id":1,"result":{}}'),
)

interface Odd {
  readonly method: string
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

/** Straight onto the socket: no client library repairs what is odd. Resolves to the first line of the answer. */
async function sendOdd(odd: Odd): Promise<string> {
  const { port, host } = new URL(service.url)
  const lines = Object.entries(odd.headers)
    .map(([name, value]) => [name, value === 'live' ? (agent.session ?? '') : value])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
  const bytes = Buffer.from(odd.body, 'utf8')
  const head = [`${odd.method} ${odd.path} HTTP/1.1`, `Host: ${host}`, ...lines, `Content-Length: ${bytes.length}`]
  const socket = net.connect(Number(port), '127.0.0.1')
  return await new Promise((resolve) => {
    const finish = (answer: string): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(() => finish('no answer'), PATIENCE_MS)
    socket.on('error', () => finish('closed'))
    socket.on('close', () => finish('closed'))
    socket.once('data', (chunk: Buffer) => finish(chunk.toString('latin1').split('\r\n', 1)[0] ?? ''))
    socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    socket.write(bytes)
  })
}

test('[G11] odd requests get an answer, end no process and run nothing that nobody approved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ method, path, headers, body }), async (odd) => {
      const answer = await sendOdd(odd)
      expect(answer).not.toBe('no answer')
      expect(answer).not.toMatch(/ 500 /)
      expect(service.child.exitCode).toBeNull()
    }),
    { numRuns: 600 },
  )
  expect(place.ledger().filter(({ tool }) => tool !== 'get_item')).toEqual([])
  const again = await connectAgent(service.url, { era: '2026', client: 'after' })
  expect(firstText(await again.call('get_item', { id: 'alive' }))).toBe('item alive')
})
