import { recordDraft } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

const SECRET = 'salary 90000'

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** As a recipe leaves it: with what it read, and with how that had changed. */
async function heldWithEntity(): Promise<string> {
  const { id } = await service.hold({ tool: 'delete_contact', warnings: ['An identical call ran 40 s ago.'] })
  const entity = {
    title: 'Delete contact Ann?',
    fields: [{ label: 'pay', before: SECRET, after: null }],
    impact: [],
    source: 'get_contact',
    hash: 'h',
    seen: [],
  }
  await service.store.holds.change(id, (found) => {
    const { preview, ...hold } = found as Hold
    const warnings = [...preview.warnings, `Changed since it was approved: ${SECRET}`]
    const changed = { note: `changed since it was shown: ${SECRET}`, changedSince: SECRET }
    return {
      do: 'write',
      hold: { ...hold, ...changed, revision: hold.revision + 1, preview: { ...preview, warnings, entity } },
      record: recordDraft({ kind: 'hold-joined', tenant: 'home', hold: id }),
      before: null,
      answer: null,
    }
  })
  return id
}

test('[S2.2] what was read stays out of warnings, of an offer to take a call back, and of what is found by its words', async () => {
  const viewer = await service.token('viewer', 'viewer-2')
  const approver = await service.token('approver', 'approver-2')
  const { id } = await service.hold({ tool: 'create_contact', arguments: { name: 'Jane Kept' } })
  await service.store.holds.change(id, (found) => {
    const { preview, ...hold } = found as Hold
    const entityWarnings = ['What this is about could not be shown: get_contact failed: Jane Kept.']
    return {
      do: 'write',
      hold: {
        ...hold,
        undoOf: 'hold-before',
        revision: hold.revision + 1,
        preview: { ...preview, entityWarnings, warnings: entityWarnings },
      },
      record: recordDraft({ kind: 'hold-joined', tenant: 'home', hold: id }),
      before: null,
      answer: null,
    }
  })
  for (const path of ['/admin/approvals', `/admin/approvals/${id}`, '/admin/activity']) {
    expect((await service.call('GET', path, { token: approver })).text, path).toContain('Jane Kept')
    expect((await service.call('GET', path, { token: viewer })).text, path).not.toContain('Kept')
  }
})

test('[S2.2] what a recipe read of the server is told to approvers, and to nobody who may only look', async () => {
  const id = await heldWithEntity()
  const paths = ['/admin/approvals', `/admin/approvals/${id}`, '/admin/activity']
  const [approver, viewer] = [await service.token('approver'), await service.token('viewer')]
  for (const path of paths) {
    expect((await service.call('GET', path, { token: approver })).text, path).toContain(SECRET)
    const seen = (await service.call('GET', path, { token: viewer })).text
    expect(seen, path).not.toContain(SECRET)
    expect(seen, path).toContain('An identical call ran 40 s ago.')
  }
  expect(await firstHoldEvent(approver, id)).toContain(SECRET)
  expect(await firstHoldEvent(viewer, id)).not.toContain(SECRET)
})

/** Touches the hold, so that a stream tells of it. */
async function firstHoldEvent(token: string, id: string): Promise<string> {
  const ended = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`http://127.0.0.1:${service.port}/admin/events`, { headers, signal: ended.signal })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const next = async (): Promise<string> => decoder.decode((await reader.read()).value, { stream: true })
  let told = ''
  try {
    while (!told.includes('event: ready')) told += await next()
    await service.store.holds.change(id, (hold) => ({
      do: 'write',
      hold: { ...(hold as Hold), revision: (hold as Hold).revision + 1 },
      record: recordDraft({ kind: 'hold-joined', tenant: 'home', hold: id }),
      before: null,
      answer: null,
    }))
    while (!/event: hold\n.*\n.*\n\n/s.test(told)) told += await next()
    return told
  } finally {
    ended.abort()
  }
}
