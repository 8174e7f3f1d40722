/** Standing answers in real processes: no question while one covers the call, and a question as soon as none does. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, textOf } from '../harness/answers.ts'
import { approve, expectAuditIntact, holdpoint, reject } from '../harness/decide.ts'
import type { Approval } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'
import { connectAgent, errorCode, firstText, heldAs } from '../harness/serve-agent.ts'
import type { Agent, Exchange } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

interface Granted extends Approval {
  readonly grant: { readonly id: string } | null
}

describe.concurrent('in front of a stdio server', () => {
  test('a permission lets such calls pass unasked, counted, until it is used up', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await approve(home, id, '--allow', '30m', '--times', '2', '--wait')
    for (const item of [2, 3])
      expect(textOf(await wrap.client.call('delete_item', { id: item }))).toBe(`deleted ${item}`)
    envelopeOf(await wrap.client.call('delete_item', { id: 4 }))
    expect(readLedger(home, 'delete_item')).toHaveLength(3)
    const listed = await holdpoint(home, ['grants', 'list'])
    expect(listed.stdout).toContain('used-up, used 2 of 2 times, by ci via api')
    const tail = await holdpoint(home, ['audit', 'tail', '--limit', '100', '--json'])
    expect([...tail.stdout.matchAll(/"kind": ?"(grant-\w+)"/g)].map(([, kind]) => kind)).toEqual([
      'grant-made',
      'grant-used',
      'grant-used',
    ])
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[H24] conditions in words and a total: what fits runs unasked, what does not or goes beyond is asked', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1, path: '/srv/a', amount: 5 }))
    const where = ['--where', 'path under /srv; amount at most 50', '--amount', '/amount=60']
    await approve(home, id, '--allow', '2h', ...where, '--wait')
    expect(textOf(await wrap.client.call('delete_item', { id: 2, path: '/srv/b/c', amount: 50 }))).toBe('deleted 2')
    for (const args of [
      { id: 3, path: '/srv2/b', amount: 1 },
      { id: 3, path: '/srv/../etc', amount: 1 },
      { id: 3, path: '/srv/b', amount: '1' },
      { id: 3, path: '/srv/b', amount: 11 },
      { id: 3, path: '/srv/b', amount: 1, force: true },
    ])
      envelopeOf(await wrap.client.call('delete_item', args))
    expect(textOf(await wrap.client.call('delete_item', { id: 4, path: '/srv/b', amount: 10 }))).toBe('deleted 4')
    expect(readLedger(home, 'delete_item')).toHaveLength(3)
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[H24] these exact arguments cover no others; the held call itself is collected and not run again', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await approve(home, id, '--allow', 'session', '--same-arguments', '--wait')
    expect(textOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('deleted 1')
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    expect(textOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('deleted 1')
    expect(readLedger(home, 'delete_item')).toHaveLength(2)
    envelopeOf(await wrap.client.call('delete_item', { id: 2 }))
    envelopeOf(await wrap.client.call('fail_delete', { id: 1 }))
    await endWrap(wrap)
    const next = await startWrap(home)
    envelopeOf(await next.client.call('delete_item', { id: 1 }))
    expect(readLedger(home, 'delete_item')).toHaveLength(2)
    await endWrap(next)
    await expectAuditIntact(home)
  })

  test('[H10] revoked: the next call is a question, also while a wrap runs', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    const { grant } = (await approve(home, id, '--allow', 'always')) as Granted
    expect(textOf(await wrap.client.call('delete_item', { id: 2 }))).toBe('deleted 2')
    const revoked = await holdpoint(home, ['grants', 'revoke', grant?.id ?? ''], { as: 'approver' })
    expect(revoked.code, revoked.stderr).toBe(0)
    envelopeOf(await wrap.client.call('delete_item', { id: 3 }))
    expect(readLedger(home, 'delete_item').map(({ argumentsText }) => argumentsText)).not.toContain('{"id":3}')
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[H24] [X11.B5] the yes for the session is a grant: said beforehand, listed, and closed again by revoking it', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('create_item', { name: 'a' }))
    const shown = await holdpoint(home, ['show', id, '--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({
      choices: [{ words: 'Yes, and allow create_item with any arguments for this session' }, {}, { words: 'No' }],
    })
    await approve(home, id, '--allow', 'scope', '--wait')
    expect(textOf(await wrap.client.call('create_item', { name: 'a' }))).toBe('created')
    expect(readLedger(home, 'create_item')).toHaveLength(1)
    expect(textOf(await wrap.client.call('create_item', { name: 'b' }))).toBe('created')
    const listed = JSON.parse((await holdpoint(home, ['grants', 'list', '--json'])).stdout) as {
      grants: readonly { readonly id: string }[]
    }
    expect(listed.grants).toMatchObject([{ used: { count: 1 }, condition: { kind: 'scope' }, approval: id }])
    const revoked = await holdpoint(home, ['grants', 'revoke', listed.grants[0]?.id ?? ''], { as: 'approver' })
    expect(revoked.code, revoked.stderr).toBe(0)
    envelopeOf(await wrap.client.call('create_item', { name: 'c' }))
    expect(readLedger(home, 'create_item')).toHaveLength(2)
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[H24] [X11.B5] approved without more, the next call in the same scope is a question', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('create_item', { name: 'a' }))
    await approve(home, id, '--wait')
    envelopeOf(await wrap.client.call('create_item', { name: 'b' }))
    expect(readLedger(home, 'create_item')).toHaveLength(1)
    expect((await holdpoint(home, ['grants', 'list', '--json'])).stdout).toContain('"grants": []')
    await endWrap(wrap)
  })

  test('[H24] an open scope ends where its maker may no longer approve, or the policy asks for more', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('create_item', { name: 'a' }))
    await approve(home, id, '--allow', 'scope', '--wait')
    expect(textOf(await wrap.client.call('create_item', { name: 'b' }))).toBe('created')
    home.configure('tenants:\n  default: { approvers: [root] }')
    await waitFor('the changed policy', () => wrap.stderr().includes('the changed policy is in force') || undefined)
    envelopeOf(await wrap.client.call('create_item', { name: 'c' }))
    expect(readLedger(home, 'create_item')).toHaveLength(2)
    await endWrap(wrap)
  })

  test('[G7] a definition that changed voids it', async () => {
    const home = createTemporaryHome()
    const file = join(home.folder, 'variant')
    const environment = { MUTATE_FILE: file }
    const wrap = await startWrap(home, { environment })
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await approve(home, id, '--allow', 'always', '--wait')
    expect(textOf(await wrap.client.call('delete_item', { id: 2 }))).toBe('deleted 2')
    await endWrap(wrap)
    writeFileSync(file, 'changed')
    const next = await startWrap(home, { environment })
    envelopeOf(await next.client.call('delete_item', { id: 3 }))
    expect(readLedger(home, 'delete_item')).toHaveLength(2)
    await endWrap(next)
  })

  test('a denial answers at once, with who said so, and beats a permission', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await approve(home, id, '--allow', 'always', '--wait')
    const { approval_id: other } = envelopeOf(await wrap.client.call('send_message', { to: 'a', text: 'b' }))
    await reject(home, other, '--deny', 'always', '--reason', 'no mails')
    expect(codeOf(await wrap.client.call('send_message', { to: 'a', text: 'b' }))).toBe('DECLINED')
    const denied = await wrap.client.call('send_message', { to: 'c', text: 'd' })
    expect(codeOf(denied)).toBe('DENIED_BY_POLICY')
    expect(textOf(denied)).toMatch(/ci said so on \d{4}-\d\d-\d\d/)
    expect(readLedger(home, 'send_message')).toEqual([])
    expect(textOf(await wrap.client.call('delete_item', { id: 9 }))).toBe('deleted 9')
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[L2] [H24] self-protection and irreversible tools cannot be granted, nor covered by what was', async () => {
    const home = createTemporaryHome(
      'rules:\n  - { name: final, match: { tool: delete_item }, when: args.id == 7, irreversible: true }',
    )
    const wrap = await startWrap(home)
    const guarded = envelopeOf(await wrap.client.call('delete_item', { id: join(home.path, 'holdpoint.yaml') }))
    const refused = await holdpoint(home, ['approve', guarded.approval_id, '--allow', 'session', '--json'], {
      as: 'approver',
    })
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('NOT_GRANTABLE') as string])
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await approve(home, id, '--allow', 'always', '--wait')
    expect(textOf(await wrap.client.call('delete_item', { id: 2 }))).toBe('deleted 2')
    envelopeOf(await wrap.client.call('delete_item', { id: 7 }))
    envelopeOf(await wrap.client.call('delete_item', { id: join(home.path, 'checkpoint.key') }))
    await endWrap(wrap)
  })
})

describe('in a service', () => {
  const place: Place = createPlace()
  let service: Service

  beforeAll(async () => {
    service = await place.serve({
      servers: { ledger: stdioServer() },
      rules: [{ name: 'large', match: { tool: 'create_item' }, when: 'args.amount > 100.0', approvers: ['ops'] }],
      profile: 'strict',
    })
  })
  afterAll(() => place.close())

  const newAgent = (token: string = TOKENS.agent): Promise<Agent> =>
    connectAgent(service.url, { era: '2025', token, client: `client-${randomUUID()}` })
  const asked = (exchange: Exchange): boolean =>
    exchange.answer.result?.structuredContent?.['requires_human_approval'] === true

  test('an amount is counted over many calls at once, and never overdrawn', async () => {
    const agent = await newAgent()
    const id = heldAs(await agent.call('create_item', { amount: 10, n: 0 }))
    const grant = { for: 'always', arguments: 'any', amount: { path: '/amount', total: 40 } }
    const approved = await service.post(`/admin/approvals/${id}/approve`, { grant })
    expect(approved.status).toBe(200)
    const calls = Array.from({ length: 8 }, (_, n) => agent.call('create_item', { amount: 10, n: n + 1 }))
    const answers = await Promise.all(calls)
    expect(answers.filter((exchange) => firstText(exchange) === 'created')).toHaveLength(4)
    expect(answers.filter(asked)).toHaveLength(4)
    expect(asked(await agent.call('create_item', { amount: '1', n: 99 }))).toBe(true)
    const { grants } = (await service.get('/admin/grants')).json as { grants: readonly { used: object; id: string }[] }
    expect(grants[0]).toMatchObject({ used: { count: 4, amount: 40 }, state: 'used-up' })
  })

  test("[H24] a rule that names other approvers is not covered by somebody else's permission", async () => {
    const agent = await newAgent(TOKENS.otherAgent)
    const id = heldAs(await agent.call('create_item', { amount: 5, n: 0 }))
    await service.post(`/admin/approvals/${id}/approve`, { grant: { for: 'session', arguments: 'any' } })
    expect(firstText(await agent.call('create_item', { amount: 6, n: 1 }))).toBe('created')
    expect(asked(await agent.call('create_item', { amount: 500, n: 2 }))).toBe(true)
    const elsewhere = await newAgent(TOKENS.otherAgent)
    expect(asked(await elsewhere.call('create_item', { amount: 6, n: 3 }))).toBe(true)
  })

  test('[B8] [E4] neither the agent nor another tenant touches it', async () => {
    const agent = await newAgent()
    const id = heldAs(await agent.call('delete_item', { id: randomUUID() }))
    const made = await service.post(`/admin/approvals/${id}/approve`, { grant: { for: 'session', arguments: 'any' } })
    const { grant } = made.json as { grant: { id: string } }
    const revoke = async (token: string): Promise<number> =>
      (
        await fetch(`${service.url}/admin/grants/${grant.id}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    expect(await revoke(TOKENS.agent)).toBe(403)
    expect(await revoke(TOKENS.foreignAdmin)).toBe(404)
    expect(firstText(await agent.call('delete_item', { id: 'x' }))).toBe('deleted x')
    expect(await revoke(TOKENS.approver)).toBe(200)
    expect(asked(await agent.call('delete_item', { id: 'y' }))).toBe(true)
  })

  test('[E7] a permission ends with the key of whoever made it', async () => {
    const made = await place.run(['token', 'create', '--role', 'approver', '--name', 'temp', '--json'], {
      HOLDPOINT_TOKEN: TOKENS.admin,
    })
    const { secret } = JSON.parse(made.stdout) as { secret: string }
    const agent = await newAgent()
    const id = heldAs(await agent.call('delete_item', { id: randomUUID() }))
    await service.post(`/admin/approvals/${id}/approve`, { grant: { for: 'session', arguments: 'any' } }, secret)
    expect(firstText(await agent.call('delete_item', { id: 'before' }))).toBe('deleted before')
    const revoked = await place.run(['token', 'revoke', 'temp'], { HOLDPOINT_TOKEN: TOKENS.admin })
    expect(revoked.code, revoked.stderr).toBe(0)
    expect(asked(await agent.call('delete_item', { id: 'after' }))).toBe(true)
  })

  test('a pause stops what is permitted too', async () => {
    const agent = await newAgent()
    const id = heldAs(await agent.call('delete_item', { id: randomUUID() }))
    await service.post(`/admin/approvals/${id}/approve`, { grant: { for: 'session', arguments: 'any' } })
    await service.post('/admin/pause', {})
    expect(errorCode(await agent.call('delete_item', { id: 'paused' }))).toBe('DENIED_BY_POLICY')
    await service.post('/admin/resume', {})
    expect(firstText(await agent.call('delete_item', { id: 'resumed' }))).toBe('deleted resumed')
  })
})
