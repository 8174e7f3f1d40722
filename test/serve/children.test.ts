/**
 * The server processes behind a real `serve`: how many there are for one caller, and what becomes of those nobody uses.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Service } from '../harness/serve-harness.ts'

const place = createPlace()
let service: Service

beforeAll(async () => {
  service = await place.serve({ servers: { ledger: stdioServer() }, limits: { children: 3, idle_after: '3s' } })
})

afterAll(async () => {
  await place.close()
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const childrenAlive = (): readonly number[] => [...new Set(place.ledger().map(({ pid }) => pid))].filter(isAlive)

async function open(era: '2025' | '2026', token: string = TOKENS.agent): Promise<Agent> {
  const agent = await connectAgent(service.url, { era, token })
  expect((await agent.call('get_item', { id: '1' })).status).toBe(200)
  return agent
}

describe('[X11.C3] children of serve', () => {
  test('beyond the bound the oldest idle one makes room; other principals are not affected; those nobody uses end', async () => {
    const agents: Agent[] = []
    for (let count = 0; count < 8; count++) agents.push(await open('2025'))
    await eventually(() => (childrenAlive().length <= 3 ? true : undefined))
    expect((await agents[0]?.ask('tools/list'))?.status).toBe(404)
    expect((await agents[7]?.call('get_item', { id: '2' }))?.status).toBe(200)
    await open('2025', TOKENS.otherAgent)
    await eventually(() => (childrenAlive().length === 0 ? true : undefined))
    // Whoever comes back begins anew.
    expect((await agents[7]?.ask('tools/list'))?.status).toBe(404)
    await open('2025')
  })

  test('while none is idle another is refused, and says why', async () => {
    const agents = [await open('2025'), await open('2025'), await open('2025')]
    await Promise.all(agents.map(async (agent) => await agent.listen()))
    const refused = await connectAgent(service.url, { era: '2025' }).catch(() => null)
    expect(refused?.session ?? null).toBe(null)
    const stateless = await connectAgent(service.url, { era: '2026' })
    expect((await stateless.call('get_item', { id: '3' })).answer.error?.message).toContain('none of them is idle')
    await agents[0]?.end()
    expect((await (await open('2025')).call('get_item', { id: '4' })).status).toBe(200)
    await Promise.all(agents.map(async (agent) => await agent.end()))
  })

  test('the one that stateless calls share ends too, and the next call starts another', async () => {
    const agent = await open('2026', TOKENS.foreignAgent)
    const [first] = place.ledger().slice(-1)
    await eventually(() => (first !== undefined && isAlive(first.pid) ? undefined : true))
    expect((await agent.call('get_item', { id: '5' })).status).toBe(200)
    expect(place.ledger().at(-1)?.pid).not.toBe(first?.pid)
  })

  test('an agent under many names has the questions of one connection, and no more', async () => {
    const answers: string[] = []
    for (let index = 0; index < 102; index++) {
      const agent = await connectAgent(service.url, { era: '2026', client: `name-${index}`, token: TOKENS.otherAgent })
      answers.push((await agent.call('delete_item', { id: `n${index}` })).text)
    }
    expect(answers.filter((text) => text.includes('requires_human_approval'))).toHaveLength(100)
    expect(answers.at(-1)).toContain('RATE_LIMITED')
    expect(answers.at(-1)).toContain('under whatever names')
    // Another connection of the same token still asks.
    const session = await connectAgent(service.url, { era: '2025', client: 'honest', token: TOKENS.otherAgent })
    expect((await session.call('delete_item', { id: 'honest' })).text).toContain('requires_human_approval')
  })
})
