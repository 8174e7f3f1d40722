/** How each server stands, as real processes find it: never seen, connected, failed with the reason, not running. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAgent } from '../harness/serve-agent.ts'
import { BIN, createPlace, exited, FIXTURES, stdioServer } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

interface Standing {
  readonly name: string
  readonly state: string
  readonly problem: string | null
}

const LEDGER = [process.execPath, join(FIXTURES, 'ledger-server.mjs')]

let place: Place
let service: Service

beforeAll(async () => {
  place = createPlace()
  const servers = { ledger: stdioServer(), broken: { command: ['no-such-server-anywhere', '--now'] } }
  service = await place.serve({ servers })
})
afterAll(() => place.close())

async function standings(): Promise<ReadonlyMap<string, Standing>> {
  const { json } = await service.get('/admin/servers')
  const { servers } = json as { readonly servers: readonly Standing[] }
  return new Map(servers.map((server) => [server.name, server]))
}

test('serve: an entry that nobody used was never seen; one that answers is connected, one that cannot start says why', async () => {
  const before = await standings()
  expect([...before.values()].map(({ name, state }) => [name, state])).toEqual([
    ['broken', 'unseen'],
    ['ledger', 'unseen'],
  ])
  const agent = await connectAgent(service.url, { era: '2025' })
  await agent.call('list_items', {})
  await expect.poll(async () => (await standings()).get('ledger')?.state).toBe('connected')
  const broken = connectAgent(service.url, { era: '2025', server: 'broken' }).catch(() => null)
  await expect.poll(async () => (await standings()).get('broken')?.state).toBe('failed')
  expect((await standings()).get('broken')?.problem).toContain('ENOENT')
  await broken
})

test('wrap: a server that cannot start by hand is told of too, and one that ended is not running', async () => {
  const name = `odd-${randomUUID().slice(0, 8)}`
  const { code } = await place.run(['wrap', '--name', name, '--', 'no-such-server-either'], {})
  expect(code).not.toBe(0)
  await expect.poll(async () => (await standings()).get(name)?.state).toBe('failed')
  expect((await standings()).get(name)?.problem).toContain('ENOENT')
  const child = place.start([BIN, 'wrap', '--name', `${name}-2`, '--', ...LEDGER])
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'desk', version: '1' } }
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`)
  await expect.poll(async () => (await standings()).get(`${name}-2`)?.state).toBe('connected')
  child.stdin?.end()
  await exited(child)
  expect((await standings()).get(`${name}-2`)).toBeUndefined()
})
