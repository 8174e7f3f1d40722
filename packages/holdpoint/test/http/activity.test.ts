import { recordDraft } from '@holdpoint/core'
import type { RecordKind } from '@holdpoint/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

interface Activity {
  readonly calls: readonly {
    readonly kind: string
    readonly tool: string
    readonly at: string
    readonly approval: {
      readonly id: string
      readonly state: string
      readonly preview: { readonly title: string }
    } | null
  }[]
}

let service: TestService
let viewer: string

beforeAll(async () => {
  service = await startService()
  viewer = await service.token('viewer')
})
afterAll(() => service.close())

async function happened(kind: RecordKind, tool: string, tenant = 'home'): Promise<void> {
  await service.store.audit.append(recordDraft({ kind, tenant, tool, server: 'crm', principal: 'agent-7' }))
}

async function activity(query = ''): Promise<Activity> {
  return JSON.parse((await service.call('GET', `/admin/activity${query}`, { token: viewer })).text) as Activity
}

describe('GET /admin/activity', () => {
  test('[S4.9] passed, denied and held calls, newest first, held ones with their approval, no other tenant', async () => {
    await happened('call-passed', 'get_one')
    await happened('request-relayed', 'no_call')
    await happened('call-passed', 'get_foreign', 'acme')
    const held = await service.hold({ tool: 'delete_one' })
    await happened('call-denied', 'drop_one')
    await happened('call-intended', 'write_one')
    const { calls } = await activity()
    expect(calls.map(({ kind, tool }) => [kind, tool])).toEqual([
      ['call-intended', 'write_one'],
      ['call-denied', 'drop_one'],
      ['hold-created', 'delete_one'],
      ['call-passed', 'get_one'],
    ])
    expect(calls[2]?.approval).toMatchObject({ id: held.id, state: 'pending', preview: held.preview })
  })

  test('older calls are found too, only as many as asked for, from a moment on', async () => {
    service.advance(40 * 86_400_000)
    await happened('call-passed', 'get_later')
    expect((await activity()).calls.map(({ tool }) => tool)).toEqual([
      'get_later',
      'write_one',
      'drop_one',
      'delete_one',
      'get_one',
    ])
    expect((await activity('?limit=2')).calls.map(({ tool }) => tool)).toEqual(['get_later', 'write_one'])
    expect((await activity('?since=1h')).calls.map(({ tool }) => tool)).toEqual(['get_later'])
  })

  test('what is not understood is refused, and an agent sees nothing', async () => {
    const get = (path: string, token: string) => service.call('GET', path, { token })
    expect((await get('/admin/activity?since=yesterday', viewer)).status).toBe(400)
    expect((await get('/admin/activity?colour=red', viewer)).status).toBe(400)
    expect((await get('/admin/activity', await service.token('agent'))).status).toBe(403)
    expect((await get('/admin/servers', await service.token('agent'))).status).toBe(403)
    expect((await service.call('GET', '/admin/activity')).status).toBe(401)
    expect((await get('/admin/servers', viewer)).text).toBe('{"servers":[]}')
  })
})
