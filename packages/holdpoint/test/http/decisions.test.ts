import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimDispatch, loseDispatch } from '@holdpoint/core'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

let service: TestService

beforeEach(async () => {
  service = await startService()
})

afterEach(async () => await service.close())

async function stateOf(id: string): Promise<string | undefined> {
  return (await service.store.holds.get(id))?.state
}

describe('a request without a body', () => {
  test('decides, pauses and resumes: every member is optional', async () => {
    const token = await service.token('approver')
    const [yes, no] = [await service.hold(), await service.hold({ tool: 'send_mail' })]
    const post = async (path: string, type: string | null = null, body: Blob | null = null): Promise<number> => {
      const headers = { authorization: `Bearer ${token}`, ...(type === null ? {} : { 'content-type': type }) }
      return (await fetch(`http://127.0.0.1:${service.port}${path}`, { method: 'POST', headers, body })).status
    }
    expect(await post(`/admin/approvals/${yes.id}/approve`)).toBe(200)
    expect(await post(`/admin/approvals/${no.id}/reject`)).toBe(200)
    expect(await post('/admin/pause')).toBe(200)
    expect(await post('/admin/resume')).toBe(200)
    expect([await stateOf(yes.id), await stateOf(no.id)]).toEqual(['approved', 'declined'])
    // A form sends nothing too, and says so in a type of its own.
    expect(await post('/admin/pause', 'application/x-www-form-urlencoded')).toBe(415)
    expect(await post('/admin/pause', null, new Blob(['{}']))).toBe(415)
  })
})

describe('reading', () => {
  test('the list filters, pages and shows the objects of --json', async () => {
    const token = await service.token('viewer')
    for (let count = 0; count < 3; count++) await service.hold()
    await service.hold({ tool: 'send_mail' })
    const first = await service.call('GET', '/admin/approvals?limit=2', { token })
    expect(first.status).toBe(200)
    expect(first.json.approvals).toHaveLength(2)
    const second = await service.call('GET', `/admin/approvals?limit=2&cursor=${first.json.next_cursor}`, { token })
    expect(second.json).toMatchObject({ next_cursor: null })
    const ids = [...first.json.approvals, ...second.json.approvals].map((approval) => approval.id)
    expect(new Set(ids).size).toBe(4)
    const mail = await service.call('GET', '/admin/approvals?tool=send_mail&state=pending&risk=high&server=crm', {
      token,
    })
    expect(mail.json.approvals).toMatchObject([{ tool: 'send_mail', state: 'pending', rule: 'verb delete' }])
    expect((await service.call('GET', '/admin/approvals?q=send_mail', { token })).json.approvals).toHaveLength(1)
  })

  test('one approval comes with its preview', async () => {
    const held = await service.hold({ arguments: { id: 'a\u202eb' } })
    const answer = await service.call('GET', `/admin/approvals/${held.id}`, { token: await service.token('viewer') })
    expect(answer.json).toMatchObject({ id: held.id, arguments: { id: 'a\u202eb' }, preview: held.preview })
    expect(JSON.stringify(answer.json.preview)).toContain('U+202E')
  })

  test('what is not understood in a query is refused, not ignored', async () => {
    const token = await service.token('viewer')
    for (const query of ['state=open', 'limit=0', 'limit=x', 'sate=pending', 'risk=extreme']) {
      const answer = await service.call('GET', `/admin/approvals?${query}`, { token })
      expect([query, answer.status, answer.json.error.code]).toEqual([query, 400, 'VALIDATION_ERROR'])
    }
  })
})

describe('deciding', () => {
  test("an approver's token approves via api, identified; a signed-in browser via page", async () => {
    const [one, other] = [await service.hold(), await service.hold()]
    const approve = await service.call('POST', `/admin/approvals/${one.id}/approve`, {
      token: await service.token('approver', 'ops'),
      body: { note: ' fine ' },
    })
    expect(approve.json).toMatchObject({
      state: 'approved',
      decided_by: 'ops',
      via: 'api',
      assurance: 'identified',
      reason: 'fine',
    })
    const { code } = await service.access.mintSignIn('/')
    const { key } = (await service.call('POST', '/admin/sign-in', { body: { code } })).json
    const reject = await service.call('POST', `/admin/approvals/${other.id}/reject`, {
      token: key,
      body: { reason: 'wrong one' },
    })
    expect(reject.json).toMatchObject({ state: 'declined', decided_by: 'local:ana', via: 'page', reason: 'wrong one' })
  })

  test('[S1] the same verdict again by the same person gives the original receipt', async () => {
    const held = await service.hold()
    const token = await service.token('approver')
    const path = `/admin/approvals/${held.id}/approve`
    const answers = await Promise.all([1, 2, 3, 4].map(() => service.call('POST', path, { token })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await service.store.holds.get(held.id))?.verdicts).toHaveLength(1)
    expect((await service.audit()).filter(({ kind }) => kind === 'hold-approved')).toHaveLength(1)
  })

  test('[S2] a conflicting verdict is refused and names the winner', async () => {
    const held = await service.hold()
    await service.call('POST', `/admin/approvals/${held.id}/reject`, { token: await service.token('approver', 'ana') })
    const late = await service.call('POST', `/admin/approvals/${held.id}/approve`, {
      token: await service.token('approver', 'ben'),
    })
    expect(late.status).toBe(409)
    expect(late.json.error).toMatchObject({ code: 'CONFLICT', decided_by: 'ana', via: 'api', state: 'declined' })
    expect(await stateOf(held.id)).toBe('declined')
  })

  test('cancel withdraws a question and takes an approval back, with what it opened; the view says what may be done', async () => {
    const [ana, ben] = [await service.token('approver', 'ana'), await service.token('approver', 'ben')]
    const waiting = await service.hold()
    const cancelPath = (id: string): string => `/admin/approvals/${id}/cancel`
    const withdrawn = await service.call('POST', cancelPath(waiting.id), {
      token: ana,
      body: { reason: ' not needed ' },
    })
    expect(withdrawn.json).toMatchObject({ state: 'cancelled', decided_by: 'ana', via: 'api', reason: 'not needed' })
    const held = await service.hold({ ruling: { undoWindowMs: 60_000 } })
    const grant = { for: 'always', arguments: 'same' }
    const approved = await service.call('POST', `/admin/approvals/${held.id}/approve`, { token: ana, body: { grant } })
    expect(approved.json).toMatchObject({ state: 'approved', grantable: true, editable: false })
    expect(Date.parse((approved.json as unknown as { run_after: string }).run_after)).toBeGreaterThan(
      Date.now() + 30_000,
    )
    const taken = await service.call('POST', cancelPath(held.id), { token: ben })
    expect(taken.json).toMatchObject({ state: 'cancelled', decided_by: 'ben', run_after: null, note: 'Revoked by ben' })
    expect((await service.call('GET', '/admin/grants', { token: ana })).json.grants).toMatchObject([
      { state: 'revoked', revoked_by: 'ben' },
    ])
    const again = await service.call('POST', cancelPath(held.id), { token: ben })
    expect([again.status, again.text]).toEqual([200, taken.text])
    const late = await service.call('POST', cancelPath(held.id), { token: ana })
    expect([late.status, late.json.error]).toMatchObject([409, { code: 'CONFLICT', decided_by: 'ben' }])
  })

  test('cancel after the call was sent is a conflict that names what happened; an approver of another rule may not', async () => {
    const token = await service.token('approver', 'ana')
    const sent = await service.hold()
    await service.call('POST', `/admin/approvals/${sent.id}/approve`, { token })
    await claimDispatch(service.store, sent.id, 'attempt', sent.owner)
    const late = await service.call('POST', `/admin/approvals/${sent.id}/cancel`, { token })
    expect([late.status, late.json.error]).toMatchObject([409, { code: 'CONFLICT', state: 'dispatching' }])
    expect(late.json.error.message).toContain('is running')
    const others = await service.hold({ ruling: { approvers: ['ana'], undoWindowMs: 60_000 } })
    await service.call('POST', `/admin/approvals/${others.id}/approve`, { token })
    const eve = await service.call('POST', `/admin/approvals/${others.id}/cancel`, {
      token: await service.token('approver', 'eve'),
    })
    expect([eve.status, eve.json.error.code, await stateOf(others.id)]).toEqual([403, 'NOT_AN_APPROVER', 'approved'])
  })

  test('[B6] one millisecond after the deadline a verdict is too late', async () => {
    const held = await service.hold({ ruling: { decideWithinMs: 60_000 } })
    const token = await service.token('approver')
    service.advance(held.decideBy - Date.now() + 1)
    const late = await service.call('POST', `/admin/approvals/${held.id}/approve`, { token })
    expect([late.status, late.json.error.code]).toEqual([410, 'EXPIRED'])
    expect(await stateOf(held.id)).toBe('expired')
  })

  test("[B8] an agent's token decides nothing and sees nothing, and the try is on record", async () => {
    const held = await service.hold()
    const token = await service.token('agent', 'bot')
    for (const verb of ['approve', 'reject', 'cancel', 'resolve']) {
      const answer = await service.call('POST', `/admin/approvals/${held.id}/${verb}`, { token })
      expect([answer.status, answer.json.error.code]).toEqual([403, 'FORBIDDEN'])
    }
    for (const path of [
      '/admin/approvals',
      `/admin/approvals/${held.id}`,
      '/admin/events',
      '/admin/audit',
      '/admin/session',
    ]) {
      expect([path, (await service.call('GET', path, { token })).status]).toEqual([path, 403])
    }
    expect((await service.call('POST', '/admin/pause', { token })).status).toBe(403)
    expect(await stateOf(held.id)).toBe('pending')
    const refused = (await service.audit()).filter(({ kind }) => kind === 'decision-refused')
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({ actor: 'bot' })
    expect(refused[0]?.detail).toContain(held.id)
  })

  test('a viewer reads and does not decide', async () => {
    const held = await service.hold()
    const token = await service.token('viewer')
    expect((await service.call('POST', `/admin/approvals/${held.id}/approve`, { token })).status).toBe(403)
    expect(await stateOf(held.id)).toBe('pending')
  })

  test('[E8] with an empty list of approvers nobody approves, not even an admin', async () => {
    const held = await service.hold({ ruling: { approvers: [] } })
    for (const role of ['approver', 'admin'] as const) {
      const token = await service.token(role)
      const answer = await service.call('POST', `/admin/approvals/${held.id}/approve`, { token })
      expect([answer.status, answer.json.error.code]).toEqual([403, 'NOT_AN_APPROVER'])
    }
    expect(await stateOf(held.id)).toBe('pending')
  })

  test('[X12.2] whether a yes would count is said beforehand, by the check that is made of it', async () => {
    const readOf = async (id: string, token: string): Promise<unknown> =>
      (await service.call('GET', `/admin/approvals/${id}`, { token })).json.approve_refused
    const held = await service.hold({ ruling: { approvers: ['ben'] } })
    const elsewhere = await service.hold({ ruling: { rails: ['terminal'] } })
    const [ana, ben] = [await service.token('approver', 'ana'), await service.token('approver', 'ben')]
    const refused = (await service.call('POST', `/admin/approvals/${held.id}/approve`, { token: ana })).json.error
    expect(await readOf(held.id, ana)).toEqual({ code: refused.code, message: refused.message })
    expect(refused.code).toBe('NOT_AN_APPROVER')
    expect(await readOf(held.id, ben)).toBeNull()
    // A script's key speaks for its holder on every rail; a press on the page is the page's.
    expect(await readOf(elsewhere.id, ana)).toBeNull()
    const headers = { 'sec-fetch-site': 'same-origin' }
    const onPage = await service.call('GET', `/admin/approvals/${elsewhere.id}`, { token: ana, headers })
    expect(onPage.json.approve_refused).toMatchObject({ code: 'WRONG_RAIL' })
    // A viewer decides nothing anyway, and of what is decided no yes is asked.
    expect(await readOf(held.id, await service.token('viewer'))).toBeNull()
    await service.call('POST', `/admin/approvals/${held.id}/reject`, { token: ana })
    expect(await readOf(held.id, ana)).toBeNull()
  })

  test('a quorum of two needs two people', async () => {
    const held = await service.hold({ ruling: { quorum: 2 } })
    const path = `/admin/approvals/${held.id}/approve`
    const [ana, ben] = [await service.token('approver', 'ana'), await service.token('approver', 'ben')]
    expect((await service.call('POST', path, { token: ana })).json).toMatchObject({ state: 'pending', approvals: 1 })
    expect((await service.call('POST', path, { token: ana })).json).toMatchObject({ state: 'pending', approvals: 1 })
    expect((await service.call('POST', path, { token: ben })).json).toMatchObject({ state: 'approved', approvals: 2 })
  })

  test('fields of a later version are refused by name, and nothing is decided', async () => {
    const held = await service.hold()
    const token = await service.token('approver')
    const answer = await service.call('POST', `/admin/approvals/${held.id}/approve`, {
      token,
      body: { delegate: 'ben', escalate: {} },
    })
    expect(answer.status).toBe(400)
    expect(answer.json.error).toMatchObject({ code: 'VALIDATION_ERROR', fields: ['delegate', 'escalate'] })
    expect(await stateOf(held.id)).toBe('pending')
  })

  test('an unknown outcome is resolved by a person, once, with a note', async () => {
    const held = await service.hold()
    const token = await service.token('approver', 'ana')
    const path = `/admin/approvals/${held.id}/resolve`
    expect((await service.call('POST', path, { token, body: { executed: true, note: 'x' } })).status).toBe(409)
    await service.call('POST', `/admin/approvals/${held.id}/approve`, { token })
    await claimDispatch(service.store, held.id, 'attempt-1', held.owner)
    await loseDispatch(service.store, held.id, 'attempt-1', 'The server went away.')
    expect((await service.call('POST', path, { token, body: { executed: true } })).status).toBe(400)
    const resolved = await service.call('POST', path, { token, body: { executed: false, note: 'looked it up' } })
    expect(resolved.json).toMatchObject({
      state: 'resolved',
      outcome: { kind: 'resolved', executed: false, by: 'ana', note: 'looked it up' },
    })
    expect((await service.call('POST', path, { token, body: { executed: true, note: 'no' } })).status).toBe(409)
  })
})

describe('tenants', () => {
  test("[E4] [B2] another tenant's id is a 404 with the bytes of one that does not exist, on reading and deciding", async () => {
    const theirs = await service.hold({ tenant: 'acme' })
    const token = await service.token('admin')
    const missing = await service.call('GET', '/admin/approvals/hold-none', { token })
    expect(missing.status).toBe(404)
    expect((await service.call('GET', `/admin/approvals/${theirs.id}`, { token })).text).toBe(missing.text)
    for (const [verb, body] of [
      ['approve', {}],
      ['reject', {}],
      ['cancel', {}],
      ['resolve', { executed: true, note: 'x' }],
    ] as const) {
      const path = (id: string): string => `/admin/approvals/${id}/${verb}`
      const none = await service.call('POST', path('hold-none'), { token, body })
      const foreign = await service.call('POST', path(theirs.id), { token, body })
      expect([foreign.status, foreign.text]).toEqual([404, none.text])
      expect([...foreign.headers.keys()]).toEqual([...none.headers.keys()])
    }
    expect((await service.call('GET', '/admin/approvals', { token })).json.approvals).toEqual([])
    const audit = await service.call('GET', `/admin/audit?hold=${theirs.id}`, { token })
    expect(audit.json.records).toEqual([])
    expect(await stateOf(theirs.id)).toBe('pending')
  })
})

describe('pause', () => {
  test('an approver pauses, an operator pauses and resumes; all is on record and the first pause is shown', async () => {
    const [ana, ben] = [await service.token('approver', 'ana'), await service.token('admin', 'ben')]
    expect((await service.call('POST', '/admin/pause', { token: ana })).json).toMatchObject({ paused: { by: 'ana' } })
    expect((await service.call('POST', '/admin/pause', { token: ben })).json).toMatchObject({ paused: { by: 'ana' } })
    expect(JSON.parse((await service.store.settings.get('gate/paused/home')) ?? '')).toMatchObject({ by: 'ana' })
    expect((await service.call('POST', '/admin/resume', { token: ben })).json).toMatchObject({ paused: null })
    expect(await service.store.settings.under('gate/paused')).toEqual([])
    const kinds = (await service.audit())
      .filter(({ kind }) => kind.startsWith('gate-'))
      .map((record) => [record.kind, record.actor])
    expect(kinds).toEqual([
      ['gate-paused', 'ana'],
      ['gate-paused', 'ben'],
      ['gate-resumed', 'ben'],
      ['gate-resumed', 'ben'],
    ])
  })
})
