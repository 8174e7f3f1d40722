/** Secrets are masked in lists, streams and logs, and for readers who may not decide; who may gets one approval whole. */
import { recordDraft } from '@holdpoint/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

const GITHUB = 'ghp_abcdefghijklmnopqrstuvwxyz0123459fA2'
const MASK = '⟦ghp_…9fA2 (40 characters)⟧'
const ARGUMENTS = { note: `with ${GITHUB}`, password: 'hunter2 ' }

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('who may decide gets one approval whole; lists and viewers get masks', async () => {
  const approver = await service.token('approver')
  const viewer = await service.token('viewer')
  const { id } = await service.hold({ tool: 'write_note', arguments: ARGUMENTS, rationale: `because of ${GITHUB}` })
  const whole = await service.call('GET', `/admin/approvals/${id}`, { token: approver })
  expect(whole.json).toMatchObject({ arguments: ARGUMENTS, arguments_text: JSON.stringify(ARGUMENTS) })
  expect(whole.text).toContain(`because of ${GITHUB}`)
  const seen = await service.call('GET', `/admin/approvals/${id}`, { token: viewer })
  expect(seen.json).toMatchObject({
    arguments: { note: `with ${MASK}`, password: '⟦… (7 characters)⟧ ' },
    rationale: `because of ${MASK}`,
    digest: (whole.json as unknown as { digest: string }).digest,
  })
  for (const token of [approver, viewer]) {
    for (const path of ['/admin/approvals', '/admin/activity', '/admin/audit?limit=200']) {
      const { text, status } = await service.call('GET', path, { token })
      expect(status).toBe(200)
      expect(text).not.toContain(GITHUB)
      expect(text).not.toContain('hunter2')
    }
  }
  expect(seen.text).not.toContain(GITHUB)
  expect(seen.text).not.toContain('hunter2')
})

test('the log tells of a record what it may, and its hash is that of what is stored', async () => {
  const approver = await service.token('approver', 'second')
  await service.store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'home', tool: 'x', detail: GITHUB }))
  const stored = (await service.audit()).find(({ detail }) => detail === GITHUB)
  const { json } = await service.call('GET', '/admin/audit?tool=x', { token: approver })
  const [shown] = (json as unknown as { records: { detail: string; hash: string }[] }).records
  expect(shown).toMatchObject({ detail: MASK, hash: stored?.hash })
})
