/**
 * `GET /admin/activity` page by page: pages that lead on and stay what they were, filters, outcomes across their edges.
 */
import { describeCallProgress, recordDraft } from '@holdpoint/core'
import type { RecordDraft } from '@holdpoint/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

interface Activity {
  readonly calls: readonly { readonly tool: string; readonly kind: string; readonly outcome: string | null }[]
  readonly next_cursor: string | null
  readonly page_cursor: string
}

let service: TestService
let viewer: string

beforeAll(async () => {
  service = await startService()
  viewer = await service.token('viewer')
})
afterAll(() => service.close())

async function happened(about: Partial<RecordDraft> & Pick<RecordDraft, 'kind' | 'tool'>): Promise<void> {
  const by = { tenant: 'home', server: 'crm', principal: 'agent-7', client: 'desk', digest: about.tool } as const
  await service.store.audit.append(recordDraft({ ...by, ...about }))
}

async function activity(query = ''): Promise<Activity> {
  return JSON.parse((await service.call('GET', `/admin/activity${query}`, { token: viewer })).text) as Activity
}

const tools = ({ calls }: Activity): readonly string[] => calls.map(({ tool }) => tool)

test('[S4.9] pages lead to the first call, and each can be had again whatever came since', async () => {
  for (let index = 0; index < 7; index += 1) {
    await happened({ kind: 'call-passed', tool: `get_${index}` })
    await happened({ kind: 'request-relayed', tool: 'no_call' })
    await happened({ kind: 'call-passed', tool: 'get_foreign', tenant: 'acme' })
  }
  const first = await activity('?limit=3')
  expect(tools(first)).toEqual(['get_6', 'get_5', 'get_4'])
  await happened({ kind: 'call-passed', tool: 'get_new' })
  const second = await activity(`?limit=3&cursor=${first.next_cursor}`)
  expect(tools(second)).toEqual(['get_3', 'get_2', 'get_1'])
  const third = await activity(`?limit=3&cursor=${second.next_cursor}`)
  expect(tools(third)).toEqual(['get_0'])
  expect(third.next_cursor).toBeNull()
  expect(tools(await activity(`?limit=3&cursor=${first.page_cursor}`))).toEqual(tools(first))
  expect(tools(await activity(`?limit=3&cursor=${second.page_cursor}`))).toEqual(tools(second))
  const refused = await service.call('GET', '/admin/activity?cursor=nowhere', { token: viewer })
  expect(refused.status).toBe(400)
})

test('[S4.9] calls are chosen by what became of them, by risk and by server', async () => {
  await happened({ kind: 'call-intended', tool: 'write_one', risk: 'medium' })
  await happened({ kind: 'call-denied', tool: 'drop_one', risk: 'high' })
  await happened({ kind: 'call-refused', tool: 'drop_two', risk: 'high', server: 'mail' })
  await service.hold({ tool: 'delete_one' })
  expect(tools(await activity('?how=denied'))).toEqual(['drop_two', 'drop_one'])
  expect(tools(await activity('?how=held'))).toEqual(['delete_one'])
  expect(tools(await activity('?how=passed&risk=medium'))).toEqual(['write_one'])
  expect(tools(await activity('?server=mail'))).toEqual(['drop_two'])
  expect(tools(await activity('?how=denied&server=nowhere'))).toEqual([])
  for (const query of ['?how=unknown', '?risk=none', '?tool=x']) {
    expect((await service.call('GET', `/admin/activity${query}`, { token: viewer })).status, query).toBe(400)
  }
})

test('[S4.9] how a call ended is told of that call, also where one that is alike stands on another page', async () => {
  await happened({ kind: 'call-passed', tool: 'read_it' })
  service.advance(1000)
  await happened({ kind: 'call-passed', tool: 'read_it' })
  service.advance(300)
  await happened({ kind: 'call-ended', tool: 'read_it', detail: describeCallProgress('error', 300) })
  service.advance(10_000)
  const newer = await activity('?limit=1')
  const older = await activity(`?limit=1&cursor=${newer.next_cursor}`)
  expect([newer.calls[0]?.outcome, older.calls[0]?.outcome]).toEqual(['error', 'done'])
})

test('[S4.9] where the log could not be read far enough nothing is told as done', async () => {
  await happened({ kind: 'call-intended', tool: 'pay_first', risk: 'high' })
  service.advance(60_000)
  for (let written = 0; written < 10_100; written += 1010) {
    const ended = { kind: 'call-ended', risk: 'high', detail: describeCallProgress('done', 900) } as const
    await Promise.all(
      Array.from({ length: 1010 }, async (_, index) => await happened({ ...ended, tool: `pay_${written + index}` })),
    )
  }
  service.advance(60_000)
  await happened({ kind: 'call-intended', tool: 'pay_last', risk: 'high' })
  service.advance(300)
  await happened({ kind: 'call-ended', tool: 'pay_last', risk: 'high', detail: describeCallProgress('error', 300) })
  service.advance(10_000)
  const { calls } = await activity('?risk=high&how=passed&limit=2')
  expect(calls.map(({ tool, outcome }) => [tool, outcome])).toEqual([
    ['pay_last', 'unknown'],
    ['pay_first', 'done'],
  ])
})
