/** One command under two names, told apart by nothing but the values of their environment: two servers all the same. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAgent, errorCode, firstText, heldAs } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const place: Place = createPlace()
const folder = mkdtempSync(join(tmpdir(), 'holdpoint-same-command-'))
let service: Service

const ledgerOf = (name: string): string => join(folder, `${name}.jsonl`)
const runs = (name: string): number =>
  existsSync(ledgerOf(name))
    ? readFileSync(ledgerOf(name), 'utf8')
        .split('\n')
        .filter((line) => line !== '').length
    : 0

beforeAll(async () => {
  service = await place.serve({
    servers: {
      staging: stdioServer({}, { LEDGER_FILE: ledgerOf('staging') }),
      prod: stdioServer({}, { LEDGER_FILE: ledgerOf('prod') }),
    },
  })
})
afterAll(() => place.close())

test('[L10] an approval for one neither joins, runs on nor opens the other', async () => {
  const client = `client-${randomUUID()}`
  const [staging, prod] = await Promise.all([
    connectAgent(service.url, { era: '2025', server: 'staging', client }),
    connectAgent(service.url, { era: '2025', server: 'prod', client }),
  ])
  const onStaging = heldAs(await staging.call('delete_item', { id: 'A-1' }))
  const onProd = heldAs(await prod.call('delete_item', { id: 'A-1' }))
  expect(onProd).not.toBe(onStaging)
  const grant = { for: 300_000, arguments: 'any' }
  expect((await service.post(`/admin/approvals/${onStaging}/approve`, { grant })).status).toBe(200)
  await service.reaches(onStaging, 'succeeded')
  expect([runs('staging'), runs('prod')]).toEqual([1, 0])
  // What was allowed there is asked here.
  expect(heldAs(await prod.call('delete_item', { id: 'A-2' }))).not.toBe(onProd)
  expect(firstText(await staging.call('delete_item', { id: 'A-2' }))).toBe('deleted A-2')
  expect((await service.post(`/admin/approvals/${onProd}/reject`, {})).status).toBe(200)
  expect(errorCode(await prod.call('delete_item', { id: 'A-1' }))).toBe('DECLINED')
  expect([runs('staging'), runs('prod')]).toEqual([2, 0])
})

test('[S4.1] both are listed, each with an identity of its own', async () => {
  const { servers } = (await service.get('/admin/servers', TOKENS.approver)).json as {
    servers: readonly { readonly name: string; readonly identity: string; readonly configured: boolean }[]
  }
  expect(servers.map(({ name, configured }) => `${name} ${configured}`)).toEqual(
    expect.arrayContaining(['prod true', 'staging true']),
  )
  expect(new Set(servers.map(({ identity }) => identity)).size).toBe(2)
})
