/**
 * What the store noticed about itself, over REST: told in health, in the session and with the receipt; accepted by an
 * operator.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

let service: TestService

beforeEach(async () => {
  service = await startService()
})

afterEach(async () => await service.close())

test('[X11.B6] a clock that was set back shows everywhere until an operator accepts it', async () => {
  const [admin, approver, agent] = [
    await service.token('admin'),
    await service.token('approver', 'ben'),
    await service.token('agent', 'bot'),
  ]
  const get = async (path: string, key = admin) => await service.call('GET', path, { token: key })
  expect((await get('/healthz')).json).toMatchObject({ status: 'ok', audit: 'ok' })
  const before = (await get('/admin/audit/head')).json
  expect(before).toMatchObject({ notices: [], problems: [], receipt: expect.stringMatching(/^holdpoint-head-1 /) })
  service.advance(-3_600_000)
  await service.store.now()
  expect((await get('/healthz')).json).toMatchObject({ audit: 'attention' })
  const { notices } = (await get('/admin/audit/head')).json as unknown as { notices: readonly object[] }
  expect(notices).toMatchObject([{ kind: 'clock-behind', what: expect.stringContaining('3600 seconds behind') }])
  expect((await get('/admin/session')).json).toMatchObject({ notices })
  expect((await get('/admin/audit/head', agent)).status).toBe(403)

  const accept = async (key: string, body: object) =>
    await service.call('POST', '/admin/audit/accept', { token: key, body })
  expect((await accept(approver, { notices })).status).toBe(403)
  expect((await accept(await service.token('admin', 'eve', 'acme'), { notices })).status).toBe(403)
  expect((await service.call('GET', '/admin/audit/accept', { token: admin })).status).toBe(405)
  const other = [{ kind: 'clock-behind', at: 1, what: 'something else' }]
  expect((await accept(admin, { notices: other })).json).toEqual({ accepted: [] })
  expect((await accept(admin, { notices })).json).toEqual({ accepted: notices })
  expect((await get('/healthz')).json).toMatchObject({ audit: 'ok' })
  const kinds = (await service.audit()).map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['clock-set-back', 'decision-refused', 'notice-accepted']))
})
