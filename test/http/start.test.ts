/** How `serve` begins, and why it would not: one clear message each, and the exit code that scripts rely on. */
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connectAgent, firstText, heldAs } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer } from '../harness/serve-harness.ts'

test('a port in use is one clear line and exit code 1', async () => {
  const taken = net.createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const other = createPlace()
  other.configure({ version: 1, servers: { ledger: stdioServer() } })
  const run = await other.run(['serve', '--port', String(port)])
  expect(run.code).toBe(1)
  expect(run.stderr.trim().split('\n')).toEqual([
    `holdpoint: Port ${port} is in use. Choose another: holdpoint serve --port ${port + 1}`,
  ])
  taken.close()
  await other.close()
})

test('auth: none on an address that others reach refuses to start', async () => {
  const other = createPlace()
  other.configure({ version: 1, auth: 'none', servers: { ledger: stdioServer() } })
  const run = await other.run(['serve', '--host', '0.0.0.0', '--port', '0'])
  expect(run.code).toBeGreaterThan(0)
  expect(run.stderr).toContain('auth: none')
  expect(run.stderr).toContain('token create')
  expect(run.stderr).not.toContain('    at ')
  await other.close()
})

test('auth: none on loopback lets agents in, says so, and still lets nobody decide without a key', async () => {
  const other = createPlace()
  const open = await other.serve({ auth: 'none', servers: { ledger: stdioServer() } })
  await eventually(() => (open.stderr().includes('auth: none') ? true : undefined))
  const anonymous = await connectAgent(open.url, { era: '2026', token: null })
  expect(firstText(await anonymous.call('get_item', { id: '1' }))).toBe('item 1')
  const id = heldAs(await anonymous.call('delete_item', { id: randomUUID() }))
  expect((await open.post(`/admin/approvals/${id}/approve`, {}, null)).status).toBe(401)
  expect((await open.approval(id)).state).toBe('pending')
  await other.close()
})

test('a configuration that cannot be read refuses to start with file and line', async () => {
  const other = createPlace()
  other.configure({ version: 1, servrs: {} })
  const run = await other.run(['serve', '--port', '0'])
  expect(run.code).toBe(2)
  expect(run.stderr).toMatch(/holdpoint\.yaml:1/)
  expect(run.stderr).toContain('servers')
})
