/**
 * Whose brake it is: a tenant's approvers hold their own tenant, the operator all of them, and nobody ends the
 * operator's.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectAgent, firstText, heldAs } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const place: Place = createPlace()
let service: Service
let ours: Awaited<ReturnType<typeof connectAgent>>
let theirs: Awaited<ReturnType<typeof connectAgent>>
let number = 0

beforeAll(async () => {
  service = await place.serve({ servers: { ledger: stdioServer() } })
  ours = await connectAgent(service.url, { era: '2025' })
  theirs = await connectAgent(service.url, { era: '2025', token: TOKENS.foreignAgent })
})
beforeEach(async () => {
  await service.post('/admin/resume', {}, TOKENS.foreignApprover)
  await service.post('/admin/resume', {}, TOKENS.admin)
})
afterAll(() => place.close())

const isDenied = async (agent: typeof ours): Promise<boolean> => {
  const answer = await agent.call('delete_item', { id: `item ${number++}` })
  return firstText(answer)?.includes('paused') === true
}
const pausedFor = async (token: string): Promise<unknown> =>
  ((await service.get('/admin/session', token)).json as { gate: { paused: unknown } }).gate.paused

test.each([
  ['an approver', TOKENS.foreignApprover, 'acme-ci'],
  ['an admin', TOKENS.foreignAdmin, 'acme-root'],
])('[X11.B2] %s of one tenant pauses and resumes that tenant alone', async (_who, token, by) => {
  const paused = await service.post('/admin/pause', {}, token)
  expect(paused.json).toMatchObject({ paused: { by, tenant: 'acme', can_resume: true } })
  expect([await isDenied(theirs), await isDenied(ours)]).toEqual([true, false])
  expect(await pausedFor(TOKENS.approver)).toBeNull()
  // Another tenant's approver knows nothing of it, and ends nothing.
  expect((await service.post('/admin/resume', {}, TOKENS.approver)).json).toMatchObject({ paused: null })
  expect(await isDenied(theirs)).toBe(true)
  expect((await service.post('/admin/resume', {}, TOKENS.foreignApprover)).json).toMatchObject({ paused: null })
  expect(await isDenied(theirs)).toBe(false)
})

test('[X11.B2] the operator’s pause holds every tenant, and only the operator ends it', async () => {
  expect((await service.post('/admin/pause', {}, TOKENS.admin)).json).toMatchObject({
    paused: { by: 'root', tenant: null, can_resume: true },
  })
  expect([await isDenied(theirs), await isDenied(ours)]).toEqual([true, true])
  expect(await pausedFor(TOKENS.foreignApprover)).toMatchObject({ by: 'root', tenant: null, can_resume: false })
  for (const token of [TOKENS.approver, TOKENS.second, TOKENS.foreignApprover, TOKENS.foreignAdmin]) {
    const refused = await service.post('/admin/resume', {}, token)
    expect([refused.status, (refused.json as { error: { code: string } }).error.code]).toEqual([
      403,
      'PAUSED_BY_OPERATOR',
    ])
  }
  expect([await isDenied(theirs), await isDenied(ours)]).toEqual([true, true])
  expect((await service.post('/admin/resume', {}, TOKENS.admin)).json).toMatchObject({ paused: null })
  expect([await isDenied(theirs), await isDenied(ours)]).toEqual([false, false])
})

test('[X11.B2] a tenant that paused under the operator’s pause ends its own and stays under the other', async () => {
  await service.post('/admin/pause', {}, TOKENS.admin)
  await service.post('/admin/pause', {}, TOKENS.foreignApprover)
  expect((await service.post('/admin/resume', {}, TOKENS.foreignApprover)).json).toMatchObject({
    paused: { by: 'root', tenant: null },
  })
  expect(await isDenied(theirs)).toBe(true)
  await service.post('/admin/pause', {}, TOKENS.foreignApprover)
  await service.post('/admin/resume', {}, TOKENS.admin)
  // The operator ended the operator's; the tenant's own is the tenant's, unless the operator names it.
  expect([await isDenied(theirs), await isDenied(ours)]).toEqual([true, false])
  await service.post('/admin/resume', { tenant: 'acme' }, TOKENS.admin)
  expect(await isDenied(theirs)).toBe(false)
})

test.each([
  ['pause', TOKENS.foreignApprover, 'default'],
  ['pause', TOKENS.foreignAdmin, 'default'],
  ['resume', TOKENS.approver, 'acme'],
  ['pause', TOKENS.approver, 'acme'],
])('[X11.B2] %s of a tenant that is not one’s own is refused', async (verb, token, tenant) => {
  await service.post('/admin/pause', {}, TOKENS.foreignApprover)
  expect((await service.post(`/admin/${verb}`, { tenant }, token)).status).toBe(403)
  expect([await isDenied(theirs), await isDenied(ours)]).toEqual([true, false])
})

test('[X11.B2] an approved call of a paused tenant waits, and nobody else’s does', async () => {
  const held = [
    heldAs(await ours.call('delete_item', { id: 'ours' })),
    heldAs(await theirs.call('delete_item', { id: 'theirs' })),
  ]
  await service.post('/admin/pause', {}, TOKENS.foreignApprover)
  await service.post(`/admin/approvals/${held[1]}/approve`, {}, TOKENS.foreignApprover)
  await service.approve(held[0] ?? '')
  await service.reaches(held[0] ?? '', 'succeeded')
  const still = await service.get(`/admin/approvals/${held[1]}`, TOKENS.foreignApprover)
  expect(still.json).toMatchObject({ state: 'approved' })
  expect(
    place
      .ledger()
      .map(({ argumentsText }) => argumentsText ?? '')
      .filter((text) => text.includes('theirs')),
  ).toEqual([])
})

test('[X11.B2] the command line says whose pause it is, and a tenant’s token ends only its own', async () => {
  const run = async (args: readonly string[], token: string) => await place.run(args, { HOLDPOINT_TOKEN: token })
  const paused = await run(['pause'], TOKENS.foreignApprover)
  expect(paused.stdout).toContain('PAUSED by acme-ci for the tenant acme')
  expect([await isDenied(theirs), await isDenied(ours)]).toEqual([true, false])
  await run(['pause'], TOKENS.admin)
  expect((await run(['resume'], TOKENS.foreignApprover)).code).toBe(1)
  const refused = await run(['resume'], TOKENS.approver)
  expect([refused.code, refused.stderr.includes('Only an operator')]).toEqual([1, true])
  expect((await run(['resume', '--tenant', 'acme'], TOKENS.approver)).code).toBe(1)
  expect([await isDenied(theirs), await isDenied(ours)]).toEqual([true, true])
  expect((await run(['resume'], TOKENS.admin)).code).toBe(0)
  expect([await isDenied(theirs), await isDenied(ours)]).toEqual([false, false])
})
