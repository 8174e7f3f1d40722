/** Tenants and approvers: what is another's does not exist, and who may say yes is the policy's word. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent, firstText, heldAs } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'
import { open, readEvents, send } from '../harness/serve-http.ts'

const place: Place = createPlace()
let service: Service
let ours = ''
let theirs = ''
const item = randomUUID()

beforeAll(async () => {
  service = await place.serve({
    servers: { ledger: stdioServer() },
    people: { ci: { identities: ['token:ci'] }, ops: { identities: ['token:ops'] } },
    rules: [
      { name: 'two pairs of eyes', match: { tool: 'send_*' }, risk: 'high', quorum: 2 },
      { name: 'only ops', match: { tool: 'create_*' }, risk: 'high', approvers: ['ops'] },
      { name: 'passkey', match: { tool: 'fail_*' }, risk: 'high', assurance: 'strong' },
    ],
  })
  const agent = await connectAgent(service.url, { era: '2025' })
  const foreign = await connectAgent(service.url, { era: '2025', token: TOKENS.foreignAgent })
  ours = heldAs(await agent.call('delete_item', { id: item }))
  theirs = heldAs(await foreign.call('delete_item', { id: item }))
})
afterAll(() => place.close())

const NOWHERE = randomUUID()

describe("[E4] another tenant's hold is, byte for byte, one that does not exist", () => {
  test.each([
    ['GET', '', undefined],
    ['HEAD', '', undefined],
    ['POST', '/approve', '{}'],
    ['POST', '/reject', '{}'],
    ['POST', '/resolve', '{"executed":true,"note":"x"}'],
  ])('%s %s', async (method, suffix, body) => {
    const ask = (id: string): ReturnType<typeof send> =>
      send(service.url, `/admin/approvals/${id}${suffix}`, {
        method,
        token: TOKENS.approver,
        ...(body === undefined ? {} : { body }),
      })
    const [foreign, nonexistent] = [await ask(theirs), await ask(NOWHERE)]
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(nonexistent.text)
    expect({ ...foreign.headers, date: '' }).toEqual({ ...nonexistent.headers, date: '' })
    const still = await service.get(`/admin/approvals/${theirs}`, TOKENS.foreignApprover)
    expect(still.json).toMatchObject({ state: 'pending' })
  })

  test('in lists, searches and the audit', async () => {
    for (const path of ['/admin/approvals', `/admin/approvals?q=${item}`, '/admin/audit?limit=1000']) {
      const reply = await service.get(path)
      expect(reply.text).toContain(ours)
      expect(reply.text).not.toContain(theirs)
      expect(reply.text).not.toContain('acme')
      const foreign = await service.get(path, TOKENS.foreignApprover)
      expect(foreign.text).toContain(theirs)
      expect(foreign.text).not.toContain(ours)
    }
    const filtered = await service.get(`/admin/audit?hold=${theirs}`)
    expect(filtered.json).toMatchObject({ records: [] })
  })

  test('on the event stream', async () => {
    const { request, response } = await open(service.url, '/admin/events', {
      token: TOKENS.foreignApprover,
      headers: { accept: 'text/event-stream' },
    })
    const heard: string[] = []
    const reading = (async () => {
      for await (const event of readEvents(response)) heard.push(event)
    })().catch(() => {})
    const agent = await connectAgent(service.url, { era: '2026', client: 'noisy' })
    const foreign = await connectAgent(service.url, { era: '2026', client: 'noisy', token: TOKENS.foreignAgent })
    const mark = randomUUID()
    void agent.call('delete_item', { id: mark }).catch(() => {})
    void foreign.call('delete_item', { id: mark }).catch(() => {})
    const our = await eventually(async () => (await service.approvals(`?q=${mark}`))[0])
    const their = await eventually(async () => {
      const { json } = await service.get(`/admin/approvals?q=${mark}`, TOKENS.foreignApprover)
      return (json as { approvals: readonly { id: string }[] }).approvals[0]
    })
    await eventually(() => (heard.some((event) => event.includes(their.id)) ? true : undefined))
    await delay(200)
    expect(heard.some((event) => event.includes(our.id))).toBe(false)
    request.destroy()
    await reading
    await service.reject(our.id)
    await service.reject(their.id, undefined, TOKENS.foreignApprover)
  })
})

test("[L11] approving one tenant's call runs that one only", async () => {
  await service.post(`/admin/approvals/${theirs}/approve`, {}, TOKENS.foreignApprover)
  const foreign = await connectAgent(service.url, { era: '2025', token: TOKENS.foreignAgent })
  expect(firstText(await foreign.call('delete_item', { id: item }))).toBe(`deleted ${item}`)
  expect(place.ledger().filter(({ argumentsText }) => argumentsText?.includes(item) === true)).toHaveLength(1)
  expect((await service.approval(ours)).state).toBe('pending')
})

describe('who may approve', () => {
  test('a quorum of two needs two people', async () => {
    const agent = await connectAgent(service.url, { era: '2025', client: 'quorum' })
    const id = heldAs(await agent.call('send_message', { to: 'a', text: item }))
    expect((await service.approve(id)).json).toMatchObject({ state: 'pending', approvals: 1, quorum: 2 })
    expect((await service.approve(id)).json).toMatchObject({ state: 'pending', approvals: 1 })
    expect((await service.approve(id, TOKENS.second)).status).toBe(200)
    await service.reaches(id, 'succeeded')
    expect(place.ledger().filter(({ tool }) => tool === 'send_message')).toHaveLength(1)
  })

  test('somebody who is not on the list is refused, and the hold stays pending', async () => {
    const agent = await connectAgent(service.url, { era: '2025', client: 'list' })
    const id = heldAs(await agent.call('create_item', { name: item }))
    const refused = await service.approve(id)
    expect(refused.status).toBe(403)
    expect(refused.json).toMatchObject({ error: { code: 'NOT_AN_APPROVER' } })
    expect((await service.approval(id)).state).toBe('pending')
    expect((await service.approve(id, TOKENS.second)).status).toBe(200)
    await service.reaches(id, 'succeeded')
  })

  test('a token is not enough where the rule demands a passkey', async () => {
    const agent = await connectAgent(service.url, { era: '2025', client: 'strong' })
    const id = heldAs(await agent.call('fail_delete', { id: item }))
    const refused = await service.approve(id)
    expect(refused.status).toBe(403)
    expect(refused.json).toMatchObject({ error: { code: 'INSUFFICIENT_ASSURANCE' } })
    expect((await service.approval(id)).state).toBe('pending')
  })

  test('[E8] an empty list of approvers refuses to start', async () => {
    const other = createPlace()
    other.configure({
      version: 1,
      servers: { ledger: stdioServer() },
      rules: [{ name: 'nobody', match: { tool: '*' }, risk: 'high', approvers: [] }],
    })
    const run = await other.run(['serve', '--port', '0'])
    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(/approver/i)
  })
})
