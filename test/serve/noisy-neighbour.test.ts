/** One agent sends what takes long to read; another tenant's reads go on meanwhile. */
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent, heldAs } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Service } from '../harness/serve-harness.ts'

const place = createPlace()
let service: Service
let noisy: Agent
let other: Agent

const DATABASE = `
import { createInterface } from 'node:readline'
const TOOL = {
  name: 'run_query',
  description: 'Runs SQL',
  inputSchema: { type: 'object', properties: { sql: { type: 'string' }, other: {} }, required: ['sql'] },
}
const more = Array.from({ length: Number(process.env.TOOLS ?? 0) }, (_, index) => ({ ...TOOL, name: 'get_' + index }))
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  const result =
    method === 'initialize'
      ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'db', version: '1' } }
      : method === 'tools/list'
        ? { tools: [TOOL, ...more] }
        : { content: [{ type: 'text', text: 'ran' }] }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
}
`

beforeAll(async () => {
  const script = place.file('database.mjs')
  writeFileSync(script, DATABASE)
  const database = { command: [process.execPath, script] }
  const crowd = { command: [process.execPath, script], env: { TOOLS: '30000' } }
  service = await place.serve({ wait: '1ms', servers: { ledger: stdioServer(), database, crowd } })
  noisy = await connectAgent(service.url, { era: '2025', server: 'database', token: TOKENS.agent })
  other = await connectAgent(service.url, { era: '2025', token: TOKENS.foreignAgent })
  await other.call('get_item', { id: '1' })
  await noisy.call('run_query', { sql: 'SELECT 1' })
  // The thread that reads long statements is started by the first of them, which is read by code that was never run
  // before.
  for (let seed = 1000; !ran(await noisy.call('run_query', { sql: longSelect(5000, seed) })); seed++);
})

afterAll(async () => {
  await place.close()
})

const ran = (exchange: Awaited<ReturnType<Agent['call']>>): boolean =>
  exchange.answer.result?.content?.[0]?.text === 'ran'

/** Reads of the other tenant until the work is done: how long the slowest took, and how many there were. */
async function readsDuring(work: Promise<unknown>): Promise<{ readonly slowest: number; readonly count: number }> {
  const ended = new AbortController()
  void work.finally(() => ended.abort()).catch(() => {})
  let slowest = 0
  let count = 0
  while (!ended.signal.aborted || count < 3) {
    const began = performance.now()
    await other.call('get_item', { id: String(count) })
    slowest = Math.max(slowest, performance.now() - began)
    count++
  }
  return { slowest, count }
}

/** A statement that only reads, of about so many characters, unlike every other. */
function longSelect(characters: number, seed: number): string {
  const columns = Array.from({ length: characters / 22 }, (_, index) => `coalesce(c${seed}_${index}, 0)`)
  return `SELECT ${columns.join(', ')} FROM t`
}

describe('[X11.C2] what takes long to read', () => {
  test('long statements are read on another thread: they pass as reads, and another tenant waits for none of them', async () => {
    const statements = [1, 2, 3, 4].map((seed) => longSelect(30_000, seed))
    const began = performance.now()
    const work = Promise.all(statements.map(async (sql) => await noisy.call('run_query', { sql })))
    const { slowest, count } = await readsDuring(work)
    const took = performance.now() - began
    const answers = await work
    expect(answers.map(ran)).toEqual([true, true, true, true])
    // On one thread a read waited for all four, however busy the machine is.
    expect(count).toBeGreaterThan(5)
    expect(slowest).toBeLessThan(Math.max(250, took / 3))
  })

  test('many statements in one call are as long as one: beyond what can be read in time a person is asked', async () => {
    const sql = Array.from({ length: 400 }, (_, seed) => longSelect(1500, seed + 100))
    const work = noisy.call('run_query', { sql: sql as unknown as string })
    const { slowest } = await readsDuring(work)
    expect((await work).text).toContain('requires_human_approval')
    expect(slowest).toBeLessThan(2500)
  })

  test('a write among long ones is asked about all the same', async () => {
    const sql = `${longSelect(20_000, 9)}; DELETE FROM t`
    expect((await noisy.call('run_query', { sql })).text).toContain('requires_human_approval')
  })

  test('an object of hundreds of thousands of members is refused before it is read to its end', async () => {
    const members = Array.from({ length: 500_000 }, (_, index) => `"k${index}":1`).join(',')
    const work = noisy.ask('tools/call', { name: 'run_query', arguments: JSON.parse(`{${members}}`) as object })
    const { slowest } = await readsDuring(work)
    expect((await work).answer.error?.message).toContain('more than 100000 values')
    expect(slowest).toBeLessThan(2500)
  })

  test('an edit with a long statement is read on another thread too', async () => {
    const id = heldAs(await noisy.call('run_query', { sql: 'DELETE FROM old' }))
    const edits = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => ({
      edits: { sql: `${longSelect(40_000, seed + 900)}; DELETE FROM new` },
    }))
    const began = performance.now()
    const work = Promise.all(edits.map(async (body) => service.post(`/admin/approvals/${id}/approve`, body)))
    const { slowest } = await readsDuring(work)
    const took = performance.now() - began
    expect((await work).map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ])
    // On one thread a read waited for all eight.
    expect(slowest).toBeLessThan(Math.max(150, took * 0.85))
  })

  test('a text of nothing but hidden characters is refused: it could not be shown to anybody', async () => {
    const work = noisy.call('delete_everything', { sql: 'x', other: '\u200b'.repeat(2_000_000) })
    const { slowest } = await readsDuring(work)
    expect((await work).text).toMatch(/cannot be seen|Unknown tool|not found/)
    expect(slowest).toBeLessThan(2500)
    const refused = await noisy.call('run_query', { sql: 'DELETE FROM t', other: '\u200b'.repeat(500_000) })
    expect(refused.text).toContain('VALIDATION_ERROR')
    expect(refused.text).toContain('more than 20000 characters that cannot be seen')
  })

  test('a server with more tools than anybody chooses from: the first are offered, and the others cannot be called', async () => {
    const agent = await connectAgent(service.url, { era: '2025', server: 'crowd', token: TOKENS.agent })
    const work = agent.ask('tools/list')
    const { slowest } = await readsDuring(work)
    expect((await work).answer.result?.tools).toHaveLength(2000)
    expect(slowest).toBeLessThan(5000)
    expect(ran(await agent.call('get_5', {}))).toBe(true)
    expect((await agent.call('get_29999', {})).answer.error?.message).toContain('Unknown tool')
  })
})
