import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALL, createShopBot, startRequesting } from './requesting-service.ts'
import type { RequestingService, ShopBot } from './requesting-service.ts'

let service: RequestingService
let bot: ShopBot
let agent: string

beforeAll(async () => {
  service = await startRequesting()
  agent = await service.token('agent', 'shop-bot')
  bot = createShopBot(service, agent)
})

afterAll(async () => await service.close())

describe('who may', () => {
  test('[S4.7] only the token that asked: any other, another tenant and a hold of a gateway are the same 404', async () => {
    const hold = await bot.approved()
    const others = [await service.token('agent', 'other-bot'), await service.token('agent', 'shop-bot', 'acme')]
    const gateways = await service.hold({})
    const answers: string[] = []
    for (const [token, id] of [
      ...others.map((other) => [other, hold.id] as const),
      [agent, gateways.id],
      [agent, 'none'],
    ] as const) {
      for (const answer of [
        await service.look(token, id),
        await service.claim(token, id, { digest: hold.digest }),
        await service.report(token, id, { attempt: 'x', kind: 'succeeded', result: 1 }),
      ]) {
        expect(answer.status).toBe(404)
        answers.push(answer.text)
      }
    }
    expect(new Set(answers).size).toBe(1)
  })

  test('no token that decides asks, and no token that asks decides', async () => {
    for (const role of ['approver', 'admin', 'viewer'] as const) {
      const token = await service.token(role, `${role}-9`)
      for (const answer of [
        await service.ask(token),
        await service.look(token, 'x'),
        await service.claim(token, 'x', { digest: '' }),
      ]) {
        expect([answer.status, answer.json.error?.code]).toEqual([403, 'FORBIDDEN'])
      }
    }
    const hold = await bot.asked()
    const tried = await service.call('POST', `/admin/approvals/${hold.id}/approve`, { token: agent, body: {} })
    expect([tried.status, tried.json.error.code]).toEqual([403, 'FORBIDDEN'])
    expect((await service.call('GET', `/admin/approvals/${hold.id}`, { token: agent })).status).toBe(403)
    expect((await service.call('GET', '/holds/x')).status).toBe(401)
    expect((await service.call('DELETE', `/holds/${hold.id}`, { token: agent })).status).toBe(404)
    expect((await service.call('GET', `/holds/${hold.id}/claim`, { token: agent })).status).toBe(405)
    expect((await service.look(agent, hold.id)).json.state).toBe('pending')
  })

  test('a revoked token is nobody, also in the middle of a run', async () => {
    const token = await service.token('agent', 'short-lived')
    const hold = (await service.ask(token, bot.fresh())).json
    await service.approve(hold.id)
    const tokens = await service.access.listTokens('home')
    const row = tokens.find(({ name }) => name === 'short-lived')
    await service.access.revokeToken({ id: row?.id ?? '', tenant: 'home', by: 'test' })
    expect((await service.claim(token, hold.id, { digest: hold.digest })).status).toBe(401)
  })

  test('bodies are bounded, strict and of known members; questions of one client have an end', async () => {
    const large = await service.call('POST', '/holds', {
      token: agent,
      body: { ...CALL, arguments: { text: 'x'.repeat(10_000_000) } },
    })
    expect([large.status, large.json.error.code]).toEqual([413, 'BODY_TOO_LARGE'])
    const twice = await service.call('POST', '/holds', {
      token: agent,
      body: '{"server":"a","server":"b","tool":"t","arguments":{}}',
    })
    expect(twice.status).toBe(400)
    const unknown = await service.ask(agent, { approved: true })
    expect([unknown.status, unknown.json.error?.code]).toEqual([400, 'VALIDATION_ERROR'])
    const flood = await service.token('agent', 'flood')
    const answers = await Promise.all(Array.from({ length: 25 }, async () => await service.ask(flood, bot.fresh())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ json }) => json.error?.code))).toEqual(
      new Set(['RATE_LIMITED']),
    )
  })
})

test('[S4.7] where a call comes from stands with hold and record, is found by search, and decides nothing', async () => {
  const about = bot.fresh()
  const hold = await bot.asked({ ...about, provenance: { conversation: 'conv-77', tool_call: 'toolu_01\u202eX' } })
  const viewer = await service.token('approver', 'finder')
  const found = await service.call('GET', '/admin/approvals?q=conv-77', { token: viewer })
  expect(
    found.json.approvals.map(({ id, provenance, runs_in: runsIn }) => [id, provenance?.tool_call, runsIn]),
  ).toEqual([[hold.id, 'toolu_01⟦U+202E⟧X', 'shop']])
  const [record] = (await service.audit()).filter(({ hold: id }) => id === hold.id)
  expect(JSON.parse(record?.provenance ?? '{}')).toEqual({ conversation: 'conv-77', tool_call: 'toolu_01⟦U+202E⟧X' })
  // The same call from elsewhere is the same question.
  expect((await bot.asked({ ...about, provenance: { conversation: 'conv-78' } })).id).toBe(hold.id)
  expect((await service.ask(agent, { ...bot.fresh(), provenance: { conversation: 'x'.repeat(201) } })).status).toBe(400)
})
