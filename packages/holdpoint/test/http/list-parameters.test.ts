import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkHostAndOrigin } from '../../src/http/host-and-origin.ts'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(async () => await service.close())

const base64url = (text: string): string => Buffer.from(text, 'latin1').toString('base64url')

describe('the cursor of a list', () => {
  test.each([
    'garbage',
    '1.1',
    '%00',
    base64url('1'),
    base64url('1.x'),
    base64url('-1.1'),
    base64url('01.1'),
    base64url('99999999999999999.1'),
    `${base64url('1.1')}=`,
    'A'.repeat(2000),
  ])('that no page gave is refused, never read as the end of the list: %s', async (cursor) => {
    const token = await service.token('viewer')
    await service.hold()
    for (const list of ['approvals', 'audit', 'feedback']) {
      const answer = await service.call('GET', `/admin/${list}?cursor=${cursor}`, { token })
      expect([list, answer.status]).toEqual([list, 400])
      expect(answer.json).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
    }
  })

  test('that a page gave is taken, also once nothing is left behind it', async () => {
    const token = await service.token('viewer')
    for (let count = 0; count < 3; count++) await service.hold()
    for (const list of ['approvals', 'audit']) {
      const first = await service.call('GET', `/admin/${list}?limit=1`, { token })
      const next = await service.call('GET', `/admin/${list}?limit=1&cursor=${first.json.next_cursor}`, { token })
      expect([list, next.status]).toEqual([list, 200])
    }
    const last = await service.call('GET', `/admin/approvals?cursor=${base64url('0.0')}`, { token })
    expect([last.status, last.json.approvals]).toEqual([200, []])
  })
})

test('a foreign host is told a way that exists', () => {
  const head = { method: 'GET', headers: {}, rawHeaders: ['Host', 'evil.example'] }
  const refused = checkHostAndOrigin(head, { port: 7433, publicHosts: [] })
  expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN_HOST' })
  expect(refused?.message).toMatch(/localhost.*tunnel/)
  expect(refused?.message).not.toContain('public host')
})
