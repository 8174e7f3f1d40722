/** Sessions over HTTP: whose they are, how they end, what happens when the server behind one crashes. */
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '../harness/is-alive.ts'
import { connectAgent, ERAS, errorCode, firstText, heldAs } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, eventually, FIXTURES, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'
import { open, send } from '../harness/serve-http.ts'

const place: Place = createPlace()
let service: Service

beforeAll(async () => {
  const tools = { crash_delete: { risk: 'low' } }
  service = await place.serve({ servers: { ledger: stdioServer({ tools }) } })
})
afterAll(() => place.close())

const HEADERS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

/** The process behind an agent: the ledger notes who wrote a line. */
async function childOf(agent: Agent): Promise<number> {
  const id = randomUUID()
  await agent.call('get_item', { id })
  const line = place.ledger().find(({ argumentsText }) => argumentsText?.includes(id) === true)
  if (line === undefined) throw new Error('The call did not arrive.')
  return line.pid
}

const request = (session: string, token: string, method: string): ReturnType<typeof send> =>
  send(service.url, '/mcp/ledger', {
    method,
    token,
    headers: { ...HEADERS, 'mcp-session-id': session, ...(method === 'GET' ? { accept: 'text/event-stream' } : {}) },
    ...(method === 'POST' ? { body: PING } : {}),
  })

test.each(['POST', 'GET', 'DELETE'])(
  "%s with another caller's session is byte for byte a session that does not exist",
  async (method) => {
    const agent = await connectAgent(service.url, { era: '2025' })
    const session = agent.session ?? ''
    const foreign = await request(session, TOKENS.otherAgent, method)
    const nonexistent = await request(randomUUID(), TOKENS.otherAgent, method)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(nonexistent.text)
    const compared = ({ headers }: typeof foreign): object => ({ ...headers, date: '' })
    expect(compared(foreign)).toEqual(compared(nonexistent))
    expect(firstText(await agent.call('get_item', { id: 'still here' }))).toBe('item still here')
  },
)

test('a message of the session era without a session is told to begin with initialize', async () => {
  const reply = await send(service.url, '/mcp/ledger', {
    method: 'POST',
    token: TOKENS.agent,
    headers: HEADERS,
    body: PING,
  })
  expect(reply.status).toBe(400)
  expect(reply.text).toContain('initialize')
})

test('DELETE ends the session and the process behind it, and nobody else', async () => {
  const agent = await connectAgent(service.url, { era: '2025' })
  const other = await connectAgent(service.url, { era: '2025' })
  const [pid, otherPid] = [await childOf(agent), await childOf(other)]
  expect(pid).not.toBe(otherPid)
  expect((await agent.end()).status).toBe(200)
  await eventually(() => (isAlive(pid) ? undefined : true))
  expect(isAlive(otherPid)).toBe(true)
  expect((await agent.notify('notifications/initialized')).status).toBe(404)
  expect(firstText(await other.call('get_item', { id: 'x' }))).toBe('item x')
})

test('a second standing stream is refused while the first one lives', async () => {
  const agent = await connectAgent(service.url, { era: '2025' })
  const headers = { ...HEADERS, accept: 'text/event-stream', 'mcp-session-id': agent.session ?? '' }
  const first = await open(service.url, '/mcp/ledger', { token: TOKENS.agent, headers })
  expect(first.response.statusCode).toBe(200)
  expect((await send(service.url, '/mcp/ledger', { token: TOKENS.agent, headers })).status).toBe(409)
  first.request.destroy()
  await eventually(async () => {
    const again = await open(service.url, '/mcp/ledger', { token: TOKENS.agent, headers })
    again.request.destroy()
    return again.response.statusCode === 200 ? true : undefined
  })
})

test('GET without a session is 405: the stateless era has no standing stream', async () => {
  const reply = await send(service.url, '/mcp/ledger', {
    token: TOKENS.agent,
    headers: { accept: 'text/event-stream' },
  })
  expect(reply.status).toBe(405)
})

test('a hold survives its session: approved after DELETE, the identical call of a new session collects or runs it, once', async () => {
  const client = `client-${randomUUID()}`
  const item = randomUUID()
  const agent = await connectAgent(service.url, { era: '2025', client })
  const id = heldAs(await agent.call('delete_item', { id: item }))
  await agent.end()
  expect((await service.approve(id)).status).toBe(200)
  const again = await connectAgent(service.url, { era: '2025', client })
  const answer = await again.call('delete_item', { id: item })
  expect(firstText(answer)).toBe(`deleted ${item}`)
  expect(place.ledger().filter(({ argumentsText }) => argumentsText?.includes(item) === true)).toHaveLength(1)
})

describe.each(ERAS)('a server that crashes, %s era', (era) => {
  test('is started again, and the session goes on', async () => {
    const token = era === '2025' ? TOKENS.agent : TOKENS.otherAgent
    const agent = await connectAgent(service.url, { era, token })
    const first = await childOf(agent)
    const crashed = await agent.call('crash_delete', { code: 3 })
    expect(crashed.answer.error?.message).toContain('ledger')
    expect(isAlive(first)).toBe(false)
    const second = await childOf(agent)
    expect(second).not.toBe(first)
    const listed = await agent.ask('tools/list')
    expect(listed.answer.result?.tools?.length).toBeGreaterThan(10)
    const again = await agent.call('crash_delete', { code: 4 })
    expect(again.answer.error).toBeDefined()
    expect(await childOf(agent)).not.toBe(second)
    // The pauses grow, and the log says so.
    expect(service.stderr()).toMatch(/started again when it is needed, in \d+ ms/)
    expect(service.child.exitCode).toBeNull()
  })
})

describe.each(ERAS)('a server that can no longer be started, %s era', (era) => {
  test('fails calls with a clear error, keeps approvals, and serves again once it starts', async () => {
    const other = createPlace()
    const script = other.file('fragile.mjs')
    writeFileSync(
      script,
      `import { existsSync } from 'node:fs'
       if (existsSync(${JSON.stringify(other.file('broken'))})) process.exit(7)
       await import(${JSON.stringify(pathToFileURL(path.join(FIXTURES, 'ledger-server.mjs')).href)})`,
    )
    const tools = { crash_delete: { risk: 'low' } }
    const fragile = await other.serve({ servers: { ledger: { command: [process.execPath, script], tools } } })
    const agent = await connectAgent(fragile.url, { era })
    const id = heldAs(await agent.call('delete_item', { id: 'kept' }))
    writeFileSync(other.file('broken'), '')
    expect((await agent.call('crash_delete')).answer.error).toBeDefined()
    const refused = await Promise.race([agent.call('get_item', { id: 'x' }), delay(30_000)])
    expect(refused?.answer.error?.message).toMatch(/ledger/)
    await fragile.approve(id)
    const unsent = await Promise.race([agent.call('delete_item', { id: 'kept' }), delay(30_000)])
    expect(unsent?.text).toMatch(/not sent|could not be reached/)
    expect((await fragile.approval(id)).state).toBe('approved')
    rmSync(other.file('broken'))
    const result = await eventually(async () => {
      const answer = await agent.call('delete_item', { id: 'kept' })
      return firstText(answer) === 'deleted kept' ? answer : undefined
    })
    expect(result.answer.result?.['_meta']?.['dev.holdpoint/hold']).toMatchObject({ id, state: 'succeeded' })
    expect(other.ledger().filter(({ tool }) => tool === 'delete_item')).toHaveLength(1)
    await other.close()
  })
})

test('[L11] one process per principal: two agents never share one, in either era', async () => {
  const pids = new Map<string, Set<number>>()
  for (const era of ERAS) {
    for (const [name, token] of Object.entries({
      one: TOKENS.agent,
      two: TOKENS.otherAgent,
      acme: TOKENS.foreignAgent,
    })) {
      const agent = await connectAgent(service.url, { era, token })
      const known = pids.get(name) ?? new Set()
      known.add(await childOf(agent))
      pids.set(name, known)
    }
  }
  const all = [...pids.values()].flatMap((set) => [...set])
  expect(new Set(all).size).toBe(all.length)
})

test('[L11] stateless exchanges of one principal share a process, and ids of two clients never mix', async () => {
  const one = await connectAgent(service.url, { era: '2026', client: 'one' })
  const two = await connectAgent(service.url, { era: '2026', client: 'two' })
  expect(await childOf(one)).toBe(await childOf(two))
  // Both clients count from 1, so their requests carry the same ids at the same time.
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const agent = index % 2 === 0 ? one : two
      return agent.call('get_item', { id: `n${index}` })
    }),
  )
  answers.forEach((answer, index) => expect(firstText(answer)).toBe(`item n${index}`))
})

test('[L11] progress of one client never reaches another that uses the same token', async () => {
  const one = await connectAgent(service.url, { era: '2026', client: 'one' })
  const two = await connectAgent(service.url, { era: '2026', client: 'two' })
  const meta = { progressToken: 'same' }
  const [five, two_] = await Promise.all([
    one.call('progress_get', { steps: 5 }, { meta }),
    two.call('progress_get', { steps: 2 }, { meta }),
  ])
  expect(five.before.map(({ params }) => params?.['total'])).toEqual([5, 5, 5, 5, 5])
  expect(two_.before.map(({ params }) => params?.['total'])).toEqual([2, 2])
  for (const { params } of [...five.before, ...two_.before]) expect(params?.['progressToken']).toBe('same')
})

test('[H26] SIGTERM ends serve, its port and every process behind it', async () => {
  const other = createPlace()
  const stopping = await other.serve({ servers: { ledger: stdioServer() } })
  const agents = await Promise.all(ERAS.map((era) => connectAgent(stopping.url, { era })))
  for (const agent of agents) await agent.call('get_item', { id: 'a' })
  const pids = other.ledger().map(({ pid }) => pid)
  expect(new Set(pids).size).toBe(2)
  await stopping.stop()
  expect(stopping.child.exitCode).toBe(0)
  await eventually(() => (pids.some(isAlive) ? undefined : true))
  await expect(send(stopping.url, '/healthz')).rejects.toThrow()
  await other.close()
})

test('[H26] SIGTERM while a held call runs waits for its outcome', async () => {
  const other = createPlace()
  const stopping = await other.serve({ servers: { ledger: stdioServer() }, wait: '60s' })
  const agent = await connectAgent(stopping.url, { era: '2025' })
  const until = other.file('answer now')
  const waiting = agent.call('slow_delete', { until })
  const hold = await eventually(async () => (await stopping.approvals('?state=pending'))[0])
  await stopping.approve(hold.id)
  await eventually(() => (other.ledger().length === 1 ? true : undefined))
  stopping.child.kill('SIGTERM')
  // Long enough for an end that would not wait.
  await delay(500)
  writeFileSync(until, '')
  const answer = await waiting.catch(() => null)
  if (answer !== null) expect([firstText(answer), errorCode(answer)]).toContain('deleted slowly')
  await stopping.stop()
  const shown = await other.run(['show', hold.id, '--json'])
  expect((JSON.parse(shown.stdout) as { state: string }).state).toBe('succeeded')
  expect(other.ledger()).toHaveLength(1)
  await other.close()
})
