/** The edge of `serve` on a real socket: who may come in, how large, how slow, and what a refusal costs. */
import net from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent, firstText, heldAs, STATELESS, VERSION_KEY } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'
import { send } from '../harness/serve-http.ts'

const place: Place = createPlace()
let service: Service
let agent: Agent
let hold = ''
let slow: SlowRequests

beforeAll(async () => {
  service = await place.serve({ servers: { ledger: stdioServer(), spare: stdioServer() } })
  agent = await connectAgent(service.url, { era: '2025' })
  hold = heldAs(await agent.call('delete_item', { id: 'the one that waits' }))
  slow = beginSlowly()
})
afterAll(() => place.close())

const DECISION_URLS = (): readonly string[] => [
  `/admin/approvals/${hold}/approve`,
  `/admin/approvals/${hold}/reject`,
  `/admin/approvals/${hold}/resolve`,
  '/admin/pause',
  '/admin/resume',
  `/approvals/${hold}`,
  `/approvals/${hold}/approve`,
]
const MCP_HEADERS = { accept: 'application/json, text/event-stream' }
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const initialize = (): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  })

async function expectUntouched(): Promise<void> {
  expect((await service.approval(hold)).state).toBe('pending')
  expect(place.ledger().filter((line) => line.tool === 'delete_item')).toEqual([])
  expect(firstText(await agent.call('get_item', { id: 'alive' }))).toBe('item alive')
}

test.each(['GET', 'HEAD'])('[E1] %s on every decision URL changes nothing, whoever asks', async (method) => {
  for (const url of DECISION_URLS()) {
    for (const token of [null, TOKENS.approver, TOKENS.agent]) {
      const reply = await send(service.url, url, { method, token })
      expect(reply.status, `${method} ${url}`).not.toBe(500)
    }
  }
  await expectUntouched()
  expect(heldAs(await agent.call('delete_item', { id: 'not paused' }))).not.toBe('')
})

test('[E2] a POST without a key, or with a wrong one, changes nothing', async () => {
  for (const url of DECISION_URLS()) {
    for (const token of [null, 'hp_guessed', '']) {
      const reply = await send(service.url, url, { method: 'POST', token, body: '{}' })
      expect([401, 404, 405, 429], `${url} ${token}`).toContain(reply.status)
    }
  }
  await expectUntouched()
})

test('[E3] a cross-site form and a text/plain body are refused, even with a key', async () => {
  const url = `/admin/approvals/${hold}/approve`
  const crossSite = { origin: 'https://evil.example', 'content-type': 'text/plain' }
  expect((await send(service.url, url, { method: 'POST', headers: crossSite, body: '{}' })).status).toBe(403)
  expect(
    (await send(service.url, url, { method: 'POST', headers: crossSite, body: '{}', token: TOKENS.approver })).status,
  ).toBe(403)
  const unnamed = { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }
  expect(
    (await send(service.url, url, { method: 'POST', headers: unnamed, body: '{}', token: TOKENS.approver })).status,
  ).toBe(403)
  const plain = { 'content-type': 'text/plain' }
  expect(
    (await send(service.url, url, { method: 'POST', headers: plain, body: '{}', token: TOKENS.approver })).status,
  ).toBe(415)
  const mcp = { ...MCP_HEADERS, 'content-type': 'text/plain' }
  const reply = await send(service.url, '/mcp/ledger', {
    method: 'POST',
    headers: mcp,
    body: initialize(),
    token: TOKENS.agent,
  })
  expect(reply.status).toBe(415)
  await expectUntouched()
})

test("[B8] an agent's token decides nothing, and the try is on record", async () => {
  for (const [verb, body] of [
    ['approve', '{}'],
    ['reject', '{}'],
    ['resolve', '{"executed":true,"note":"it ran"}'],
  ] as const) {
    const reply = await send(service.url, `/admin/approvals/${hold}/${verb}`, {
      method: 'POST',
      token: TOKENS.agent,
      body,
    })
    expect(reply.status).toBe(403)
  }
  expect((await service.post('/admin/pause', {}, TOKENS.agent)).status).toBe(403)
  expect((await service.post(`/admin/approvals/${hold}/approve`, {}, TOKENS.viewer)).status).toBe(403)
  const audit = await service.get('/admin/audit?limit=1000')
  const { records } = audit.json as { readonly records: readonly { kind: string; actor: string; detail: string }[] }
  const refused = records.filter(({ kind }) => kind === 'decision-refused')
  expect(refused.filter(({ actor }) => actor === 'bot').length).toBe(4)
  expect(refused.some(({ actor, detail }) => actor === 'watcher' && detail.includes(hold))).toBe(true)
  expect((await service.get('/admin/approvals', TOKENS.agent)).status).toBe(403)
  await expectUntouched()
})

describe('[E10] a foreign Host or Origin is refused on every route', () => {
  const routes = ['/mcp/ledger', '/admin/approvals', '/admin/events', '/', '/healthz', '/openapi.json', '/nothing']
  test.each(routes)('%s', async (route) => {
    const { port } = new URL(service.url)
    for (const headers of [
      { host: 'evil.example' },
      { host: `evil.example:${port}` },
      { host: `localhost.evil.example:${port}` },
      { host: 'localhost:1' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:1' },
      { origin: `http://localhost:${port}.evil.example` },
    ]) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const body = method === 'POST' ? PING : undefined
        const reply = await send(service.url, route, {
          method,
          token: TOKENS.approver,
          headers: { ...MCP_HEADERS, ...(headers as { [name: string]: string }) },
          ...(body === undefined ? {} : { body }),
        })
        expect(reply.status, `${method} ${route} ${JSON.stringify(headers)}`).toBe(403)
        expect(reply.headers['access-control-allow-origin']).toBeUndefined()
      }
    }
  })

  test('the names of this machine with our port are fine', async () => {
    const { port } = new URL(service.url)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`]) {
      expect((await send(service.url, '/healthz', { headers: { host } })).status).toBe(200)
    }
  })
})

describe('[C12] headers that say something else than the body', () => {
  const call = (name: string, version = STATELESS): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: {
        name,
        arguments: { id: 'header' },
        _meta: { [VERSION_KEY]: version, 'io.modelcontextprotocol/clientCapabilities': {} },
      },
    })
  const right = {
    ...MCP_HEADERS,
    'mcp-protocol-version': STATELESS,
    'mcp-method': 'tools/call',
    'mcp-name': 'get_item',
  }
  const post = (headers: { readonly [name: string]: string }, body: string): ReturnType<typeof send> =>
    send(service.url, '/mcp/ledger', { method: 'POST', token: TOKENS.agent, headers, body })

  test.each([
    ['Mcp-Name of a harmless tool', { ...right }, call('delete_item')],
    ['Mcp-Name in another case', { ...right, 'mcp-name': 'GET_ITEM' }, call('get_item')],
    ['Mcp-Method of a harmless method', { ...right, 'mcp-method': 'tools/list' }, call('get_item')],
    ['another version in the header', { ...right, 'mcp-protocol-version': '2027-01-01' }, call('get_item')],
    [
      'an encoded name of another tool',
      { ...right, 'mcp-name': `=?base64?${btoa('get_item')}?=` },
      call('delete_item'),
    ],
  ])('%s is 400 with -32020', async (_name, headers, body) => {
    const reply = await post(headers, body)
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ error: { code: -32_020 } })
  })

  test('missing headers are refused too', async () => {
    for (const missing of ['mcp-name', 'mcp-method', 'mcp-protocol-version'] as const) {
      const { [missing]: _left, ...headers } = right
      const reply = await post(headers, call('get_item'))
      expect(reply.status, missing).toBe(400)
      expect(reply.json).toMatchObject({ error: { code: -32_020 } })
    }
  })

  test('a version that nobody speaks is -32022, with what is spoken', async () => {
    const reply = await post({ ...right, 'mcp-protocol-version': '2099-01-01' }, call('get_item', '2099-01-01'))
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ error: { code: -32_022, data: { supported: [STATELESS] } } })
  })

  test('matching headers pass, plain and encoded', async () => {
    expect((await post(right, call('get_item'))).status).toBe(200)
    expect((await post({ ...right, 'mcp-name': `=?base64?${btoa('get_item')}?=` }, call('get_item'))).status).toBe(200)
    expect(place.ledger().some((line) => line.tool === 'delete_item')).toBe(false)
  })
})

describe('[E13] bodies that are too much', () => {
  const big = Buffer.alloc(10 * 1024 * 1024, 0x20)

  test.each(['/mcp/ledger', '/admin/pause'])('ten megabytes to %s are refused, announced or not', async (route) => {
    const announced = await send(service.url, route, {
      method: 'POST',
      token: TOKENS.approver,
      headers: MCP_HEADERS,
      body: big,
    }).catch((error: NodeJS.ErrnoException) => error.code)
    // A server that answers and hangs up may win against our own writing.
    expect(typeof announced === 'object' ? announced.status : announced).toSatisfy((outcome: unknown) =>
      [413, 'ECONNRESET', 'EPIPE'].includes(outcome as number | string),
    )
    expect(await sendChunked(route, big)).toSatisfy((outcome: string) => outcome === '' || outcome.includes(' 413 '))
    await expectUntouched()
  })

  test.each(['/mcp/ledger', '/admin/pause'])('a compressed body to %s is refused unread', async (route) => {
    const reply = await send(service.url, route, {
      method: 'POST',
      token: TOKENS.approver,
      headers: { ...MCP_HEADERS, 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(50 * 1024 * 1024)),
    })
    expect(reply.status).toBe(415)
    await expectUntouched()
  })

  test('depth, duplicate keys and numbers that JSON cannot carry are refused before anything is forwarded', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    for (const args of [`{"id":${deep}}`, '{"id":1,"id":2}', '{"id":1e400}', '{"id":"\\ud800"}']) {
      const body = `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"get_item","arguments":${args}}}`
      const reply = await send(service.url, '/mcp/ledger', {
        method: 'POST',
        token: TOKENS.agent,
        headers: { ...MCP_HEADERS, 'mcp-session-id': agent.session ?? '' },
        body,
      })
      expect(reply.status, args.slice(0, 30)).toBe(400)
      expect((reply.json as { error: { code: number } }).error.code).toSatisfy((code: number) =>
        [-32_600, -32_602].includes(code),
      )
    }
    expect(place.ledger().filter((line) => line.argumentsText?.includes('alive') !== true && line.id === 9)).toEqual([])
  })
})

async function sendChunked(route: string, body: Buffer): Promise<string> {
  const { port, host } = new URL(service.url)
  const socket = net.connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString('utf8')))
  socket.on('error', () => {})
  const head = [
    `POST ${route} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${TOKENS.approver}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'Transfer-Encoding: chunked',
    'Connection: close',
    '',
    '',
  ]
  socket.write(head.join('\r\n'))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (let at = 0; at < body.length && !socket.destroyed; at += 1 << 20) {
    const chunk = body.subarray(at, at + (1 << 20))
    socket.write(`${chunk.length.toString(16)}\r\n`)
    socket.write(chunk)
    socket.write('\r\n')
  }
  if (!socket.destroyed) socket.write('0\r\n\r\n')
  await closed
  return answer
}

describe('[G11] shapes that no gate can judge', () => {
  test.each([
    ['a batch', `[${PING}]`],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
    ['a call without an id', '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"delete_item"}}'],
    ['no JSON', 'delete_item'],
  ])('%s is an error and reaches nobody', async (_name, body) => {
    const reply = await send(service.url, '/mcp/ledger', {
      method: 'POST',
      token: TOKENS.agent,
      headers: { ...MCP_HEADERS, 'mcp-session-id': agent.session ?? '' },
      body,
    })
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ error: { code: expect.any(Number) as number } })
    await expectUntouched()
  })
})

test('a server that nobody configured is a 404 that lists those there are', async () => {
  const reply = await send(service.url, '/mcp/ledgre', {
    method: 'POST',
    token: TOKENS.agent,
    headers: MCP_HEADERS,
    body: initialize(),
  })
  expect(reply.status).toBe(404)
  expect(reply.text).toContain('ledger, spare')
  const odd = await send(service.url, '/mcp/%E0%A4%A', { method: 'POST', token: TOKENS.agent, body: initialize() })
  expect([400, 404]).toContain(odd.status)
  await expectUntouched()
})

test('without a key there is no gateway, and a viewer may not call tools', async () => {
  const post = (token: string | null): ReturnType<typeof send> =>
    send(service.url, '/mcp/ledger', { method: 'POST', token, headers: MCP_HEADERS, body: initialize() })
  const anonymous = await post(null)
  expect(anonymous.status).toBe(401)
  expect(anonymous.headers['www-authenticate']).toContain('Bearer')
  expect((await post('hp_wrong')).status).toBe(401)
  expect((await post(TOKENS.viewer)).status).toBe(403)
})

/** How many milliseconds after their begin the last of them was cut off. */
interface SlowRequests {
  readonly headers: Promise<number>
  readonly bodies: Promise<number>
}

/**
 * Requests that arrive a byte at a time, for as long as they are let: begun with the first test, judged by the last.
 */
function beginSlowly(): SlowRequests {
  const { port, host } = new URL(service.url)
  const startedAt = performance.now()
  const begin = async (text: string): Promise<number> => {
    const cutOff = await Promise.all(
      Array.from({ length: 20 }, () => {
        const socket = net.connect(Number(port), '127.0.0.1')
        const drip = setInterval(() => socket.write(' '), 500)
        socket.on('error', () => {})
        socket.on('data', () => {})
        socket.write(text)
        return new Promise<number>((resolve) =>
          socket.once('close', () => {
            clearInterval(drip)
            resolve(performance.now() - startedAt)
          }),
        )
      }),
    )
    return Math.max(...cutOff)
  }
  const head = `POST /mcp/ledger HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${TOKENS.agent}\r\n`
  const body = `${head}Accept: */*\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"jsonrpc"`
  return { headers: begin(`${head}X-Slow: `), bodies: begin(body) }
}

test('[E13] slow headers and slow bodies are cut off, and others are served meanwhile', async () => {
  await expectUntouched()
  // Node by itself would let headers come for one minute and bodies for five.
  expect(await slow.headers).toBeLessThan(55_000)
  expect(await slow.bodies).toBeLessThan(150_000)
  await expectUntouched()
})
