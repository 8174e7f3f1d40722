import type { Feedback } from '@holdpoint/core'
import { recordDraft } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleFeedback } from '@holdpoint/testing'
import { startService } from './http-service.ts'
import type { Answer, TestService } from './http-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(async () => await service.close())

async function give(id: string, over: Partial<Feedback> = {}): Promise<void> {
  const feedback = sampleFeedback({ id, tenant: 'home', principal: 'bot', attemptedAction: 'delete', ...over })
  const record = recordDraft({ kind: 'feedback-submitted', tenant: feedback.tenant })
  await service.store.feedback.add(feedback, record, { most: 100, withinMs: 1000 })
}

const idsOf = ({ json }: Answer): readonly string[] =>
  (json as unknown as { feedback: readonly { id: string }[] }).feedback.map(({ id }) => id)

describe('GET /admin/feedback', () => {
  test.each(['viewer', 'approver', 'admin'] as const)('[S1.6] is read by a %s, newest first', async (role) => {
    await give('a')
    service.advance(1000)
    await give('b', { severity: 'high', toolCalled: 'delete_contact', rationale: 'it was asked for' })
    const answer = await service.call('GET', '/admin/feedback', { token: await service.token(role) })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      feedback: [
        {
          id: 'b',
          severity: 'high',
          attempted_action: 'delete',
          expected_outcome: 'gone',
          actual_outcome: 'not gone',
          tool_called: 'delete_contact',
          error_seen: null,
          rationale: 'it was asked for',
          server: 'crm',
          principal: 'bot',
          client: 'host',
        },
        { id: 'a' },
      ],
      next_cursor: null,
    })
  })

  test('[S1.6] by severity, by time, page by page', async () => {
    const token = await service.token('viewer')
    await give('old')
    service.advance(2 * 86_400_000)
    for (const id of ['a', 'b', 'c']) await give(id, { severity: id === 'b' ? 'med' : 'low' })
    const get = async (query: string): Promise<Answer> =>
      await service.call('GET', `/admin/feedback${query}`, { token })
    expect(idsOf(await get('?since=1d'))).toEqual(['c', 'b', 'a'])
    expect(idsOf(await get('?severity=med'))).toEqual(['b'])
    const first = await get('?limit=2')
    expect(idsOf(first)).toEqual(['c', 'b'])
    expect(idsOf(await get(`?limit=2&cursor=${first.json.next_cursor}`))).toEqual(['a', 'old'])
  })

  test('[S15] a severity that does not exist is refused with what is allowed', async () => {
    const token = await service.token('viewer')
    const answer = await service.call('GET', '/admin/feedback?severity=medium', { token })
    expect(answer.status).toBe(400)
    expect(answer.json.error.code).toBe('VALIDATION_ERROR')
    for (const word of ['low', 'med', 'high']) expect(answer.json.error.message).toContain(`"${word}"`)
    expect((await service.call('GET', '/admin/feedback?since=yesterday', { token })).status).toBe(400)
    expect((await service.call('GET', '/admin/feedback?sevrity=low', { token })).status).toBe(400)
  })

  test('[E4] another tenant sees none of it; an agent and a stranger nothing', async () => {
    await give('a')
    const foreign = await service.token('admin', 'root', 'acme')
    expect(idsOf(await service.call('GET', '/admin/feedback', { token: foreign }))).toEqual([])
    const agent = await service.token('agent')
    expect((await service.call('GET', '/admin/feedback', { token: agent })).status).toBe(403)
    expect((await service.call('GET', '/admin/feedback')).status).toBe(401)
  })

  test('stands in the description of the API', async () => {
    const { json } = await service.call('GET', '/openapi.json', { token: await service.token('viewer') })
    expect(json.paths).toHaveProperty('/admin/feedback')
  })
})
