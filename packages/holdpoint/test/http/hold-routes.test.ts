import { canonicalize, checkReceipt, digestArguments, sweepHolds } from '@holdpoint/core'
import { checkerOf } from '@holdpoint/gateway/proof'
import { DEFAULT_TENANT } from '@holdpoint/core/policy'
import { sampleRule } from '@holdpoint/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from './http-service.ts'
import { CALL, createShopBot, startRequesting } from './requesting-service.ts'
import type { HoldView, RequestingService, ShopBot } from './requesting-service.ts'

let service: RequestingService
let bot: ShopBot
let agent: string

beforeAll(async () => {
  service = await startRequesting()
  agent = await service.token('agent', 'shop-bot')
  bot = createShopBot(service, agent)
})

afterEach(() => service.setPolicy({}))

afterAll(async () => await service.close())

describe('a call that its requester runs', () => {
  test('[S1.2] is asked, approved without being run, claimed once with a signed receipt, and reported', async () => {
    const hold = await bot.asked({ rationale: 'The product was discontinued.' })
    expect(hold).toMatchObject({ state: 'pending', arguments: null, edited: false, decided_by: null, outcome: null })
    expect(hold.approval_url).toBe(`http://page/approvals/${hold.id}`)
    expect(hold.text).toMatch(/^NOT RUN YET/)
    expect(hold.digest).toBe(digestArguments({ sku: `SKU-${bot.count()}` }, sha256))
    await service.approve(hold.id, { note: 'seen by purchasing' })
    const standing = (await service.look(agent, hold.id)).json
    expect(standing).toMatchObject({ state: 'approved', arguments: { sku: `SKU-${bot.count()}` }, decided_by: 'ana' })
    // What an approver says in favour is no agent's to read.
    expect(JSON.stringify(standing)).not.toContain('purchasing')
    const claim = await bot.claimed(standing)
    expect(claim).toMatchObject({ arguments: { sku: `SKU-${bot.count()}` }, digest: hold.digest, edited: false })
    expect(claim.lease_ms).toBeGreaterThan(290_000)
    expect(claim.lease_ms).toBeLessThanOrEqual(300_000)
    const check = checkerOf(service.publicKey)
    const expected = {
      hold: hold.id,
      server: CALL.server,
      tool: CALL.tool,
      digest: claim.digest,
      attempt: claim.attempt,
    }
    if (check === null) throw new Error('no key')
    expect(checkReceipt(claim.receipt, expected, check)).toMatchObject({
      principal: 'shop-bot',
      tenant: 'home',
      decided_by: ['ana'],
      edited: false,
    })
    expect((await service.look(agent, hold.id)).json.state).toBe('dispatching')
    const result = { deleted: [1, 2.5], note: 'ß' }
    const ended = await service.report(agent, hold.id, { attempt: claim.attempt, kind: 'succeeded', result })
    expect(ended.json).toMatchObject({ state: 'succeeded', outcome: { kind: 'succeeded', result } })
    expect(await bot.recordsOf(hold.id)).toEqual([
      'hold-created',
      'hold-approved',
      'hold-dispatched',
      'hold-succeeded',
      'hold-delivered',
    ])
  })

  test('the identical call joins; ran and reported, it is a new question that says so', async () => {
    const about = bot.fresh()
    const first = await bot.asked(about)
    expect((await bot.asked(about)).id).toBe(first.id)
    await service.approve(first.id)
    const claim = await bot.claimed((await service.look(agent, first.id)).json)
    await service.report(agent, first.id, { attempt: claim.attempt, kind: 'succeeded', result: null })
    const again = await bot.asked(about)
    expect(again.id).not.toBe(first.id)
    const shown = await service.call('GET', `/admin/approvals/${again.id}`, {
      token: await service.token('approver', 'eve'),
    })
    expect(shown.text).toContain('An identical call ran')
  })

  test('a call that its framework named has one run and one answer, and its name is of that call alone', async () => {
    const about = { ...bot.fresh(), call: { scope: 'thread-1', id: 'toolu_1' } }
    const hold = await bot.approved(about)
    const claim = await bot.claimed(hold)
    await service.report(agent, hold.id, { attempt: claim.attempt, kind: 'succeeded', result: 'gone' })
    for (const _ of [1, 2]) {
      const again = await bot.asked(about)
      expect(again).toMatchObject({ id: hold.id, state: 'succeeded', outcome: { kind: 'succeeded', result: 'gone' } })
    }
    const other = await service.ask(agent, { ...bot.fresh(), call: about.call })
    expect([other.status, other.json.error?.code]).toEqual([409, 'INVALIDATED'])
  })

  test('a read passes, and a demand can only raise what the policy says', async () => {
    const read = { tool: 'get_product', ...bot.fresh() }
    expect((await service.ask(agent, read)).json).toEqual({
      state: 'passes',
      risk: 'low',
      rule: 'verb get',
      receipt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
    })
    expect((await service.ask(agent, { ...read, risk: 'high' })).json).toMatchObject({ state: 'pending', risk: 'high' })
    expect((await service.ask(agent, { ...bot.fresh(), risk: 'low' })).json).toMatchObject({
      state: 'pending',
      risk: 'high',
    })
    service.setPolicy({ rules: [sampleRule({ name: 'all of it', answer: 'pass' })] })
    expect((await service.ask(agent, bot.fresh())).json.state).toBe('passes')
    // A rule about many calls does not wave through what the author of this one wants to have asked.
    expect((await service.ask(agent, { ...bot.fresh(), risk: 'high' })).json.state).toBe('pending')
    service.setPolicy({ profile: 'observe' })
    expect((await service.ask(agent, { ...bot.fresh(), risk: 'high' })).json.state).toBe('passes')
  })

  test('the policy denies, and a pause denies: with the codes that agents are told', async () => {
    await service.call('POST', '/admin/pause', { token: await service.token('admin', 'op'), body: {} })
    const denied = await service.ask(agent, bot.fresh())
    expect([denied.status, denied.json.error?.code]).toEqual([403, 'DENIED_BY_POLICY'])
    await service.call('POST', '/admin/resume', { token: await service.token('admin', 'op'), body: {} })
  })

  test('our control parameters are cut out of its arguments and approve nothing', async () => {
    const hold = await bot.asked({
      arguments: { sku: 'C-1', confirm: true, preview: false, rationale: 'It was discontinued.' },
    })
    expect(hold.state).toBe('pending')
    await service.approve(hold.id)
    const claim = await bot.claimed((await service.look(agent, hold.id)).json)
    expect(claim.arguments).toEqual({ sku: 'C-1' })
    const preview = await service.ask(agent, { tool: 'get_product', arguments: { sku: 'C-1', preview: true } })
    expect(preview.status).toBe(200)
  })

  test('arguments keep the bytes in which they were sent, edits are what runs', async () => {
    const text = '{"b": 1.50, "a": "\\u00e9", "sku": "B-1"}'
    const body = JSON.stringify({ ...CALL, arguments: null, definition: { inputSchema: { type: 'object' } } }).replace(
      '"arguments":null',
      `"arguments":${text}`,
    )
    const hold = (await service.call('POST', '/holds', { token: agent, body })).json as unknown as HoldView
    await service.approve(hold.id)
    expect((await service.look(agent, hold.id)).text).toContain(`"arguments":${text}`)
    const edited = await bot.asked({ ...bot.fresh(), definition: { inputSchema: { type: 'object' } } })
    const ok = await service.approve(edited.id, { edits: { sku: 'other' } })
    expect(ok.status, ok.text).toBe(200)
    const view = (await service.look(agent, edited.id)).json
    expect(view).toMatchObject({ edited: true, arguments: { sku: 'other' }, digest: edited.digest })
    const claim = await bot.claimed(view)
    expect(claim).toMatchObject({ edited: true, arguments: { sku: 'other' } })
    expect(claim.digest).toBe(sha256(canonicalize({ sku: 'other' })))
  })

  test('waits for a person, in the question and in a look, and says how it ended', async () => {
    const about = bot.fresh()
    const hold = await bot.asked(about)
    const waiting = service.ask(agent, { ...about, wait: 20 })
    const looking = service.look(agent, hold.id, '?wait=20')
    await expect.poll(async () => (await bot.recordsOf(hold.id)).includes('hold-joined')).toBe(true)
    await service.call('POST', `/admin/approvals/${hold.id}/reject`, {
      token: await service.token('approver', 'ben'),
      body: { reason: 'still sold' },
    })
    const said = { state: 'declined', code: 'DECLINED', reason: 'still sold', arguments: null }
    expect((await waiting).json).toMatchObject(said)
    expect((await looking).json).toMatchObject(said)
    expect((await waiting).json.message).toMatch(/^❌ .* declined by user/)
    // Told to a POST, it sticks; a look changes nothing.
    await expect
      .poll(async () => (await bot.recordsOf(hold.id)).filter((kind) => kind === 'hold-delivered'))
      .toHaveLength(1)
    expect((await bot.asked(about)).id).toBe(hold.id)
    const refused = await service.claim(agent, hold.id, { digest: hold.digest })
    expect([refused.status, refused.json.error?.code]).toEqual([410, 'DECLINED'])
  })
})

describe('a claim', () => {
  test('[C7] of many at once, one has it', async () => {
    const hold = await bot.approved()
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => await service.claim(agent, hold.id, { digest: hold.digest })),
    )
    expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ])
    expect(new Set(all.map(({ json }) => json.error?.code))).toEqual(new Set([undefined, 'ALREADY_CLAIMED']))
    expect((await bot.recordsOf(hold.id)).filter((kind) => kind === 'hold-dispatched')).toHaveLength(1)
    // Those that lost keep nothing.
    const { leases } = await service.store.leases.inForce()
    expect([...leases.keys()].filter((name) => name.startsWith('owner/claim/')).length).toBeLessThanOrEqual(
      2 + bot.count(),
    )
  })

  test('is refused before the approval, for another digest, after the time, when taken back, and while it can be', async () => {
    const early = await bot.asked()
    const code = async (hold: HoldView, digest = hold.digest): Promise<unknown> => {
      const { status, json } = await service.claim(agent, hold.id, { digest })
      return [status, json.error?.code]
    }
    expect(await code(early)).toEqual([409, 'NOT_APPROVED'])
    const hold = await bot.approved()
    expect(await code(hold, sha256('other'))).toEqual([409, 'OTHER_DIGEST'])
    const admin = await service.token('admin', 'op')
    await service.call('POST', `/admin/approvals/${hold.id}/cancel`, { token: admin, body: {} })
    expect(await code(hold)).toEqual([410, 'CANCELLED'])
    const paused = await bot.approved()
    await service.call('POST', '/admin/pause', { token: admin, body: {} })
    for (const _ of [1, 2]) expect(await code(paused)).toEqual([409, 'NOT_NOW'])
    // Who tries again and again fills no log.
    expect((await bot.recordsOf(paused.id)).filter((kind) => kind === 'hold-released')).toHaveLength(1)
    await service.call('POST', '/admin/resume', { token: admin, body: {} })
    expect(await code(paused)).not.toEqual([409, 'NOT_NOW'])
    service.setPolicy({ undoWindowMs: 60_000 })
    const soon = await bot.approved()
    expect(soon.run_after).not.toBeNull()
    expect(await code(soon)).toEqual([409, 'NOT_YET'])
    service.advance(61_000)
    expect(await code(soon)).toEqual([200, undefined])
    const late = await bot.approved()
    service.advance(11 * 60_000)
    // The first finds it lapsed as it claims, and writes that down.
    expect(await code(late)).toEqual([410, 'EXPIRED'])
    expect(await code(late)).toEqual([410, 'EXPIRED'])
  })

  test('looks again: another definition, another preview, a stricter policy or a revoked approver void it', async () => {
    const definition = { description: 'Deletes.', inputSchema: { type: 'object' } }
    const preview = { title: 'Delete Chair?', details: { name: 'Chair', stock: 3 } }
    const one = await bot.approved({ tool: 'delete_a', definition, preview })
    const other = await service.claim(agent, one.id, {
      digest: one.digest,
      definition: { ...definition, description: 'Deletes all.' },
    })
    expect([other.status, other.json.error?.code]).toEqual([410, 'INVALIDATED'])
    const two = await bot.approved({ tool: 'delete_a', definition, preview })
    const changed = await service.claim(agent, two.id, {
      digest: two.digest,
      definition,
      preview: { ...preview, details: { name: 'Chair', stock: 2 } },
    })
    expect([changed.status, changed.json.error?.code]).toEqual([410, 'INVALIDATED'])
    // How it differs is for approvers.
    expect(changed.text).not.toContain('stock')
    const asking = { tool: 'delete_a', definition, preview, arguments: { sku: `SKU-${bot.count()}` } }
    const anew = await bot.asked(asking)
    expect([anew.state, anew.id === two.id]).toEqual(['pending', false])
    await service.approve(anew.id)
    const same = await service.claim(agent, anew.id, { digest: anew.digest, definition, preview })
    expect(same.status, same.text).toBe(200)
    const three = await bot.approved({ tool: 'delete_a', definition })
    service.setPolicy({ tenants: { home: { ...DEFAULT_TENANT, quorum: 2 } } })
    expect((await service.claim(agent, three.id, { digest: three.digest })).json.error?.code).toBe('INVALIDATED')
  })

  test('another definition of the tool voids what was approved by the one before', async () => {
    const definition = { inputSchema: { type: 'object' } }
    const hold = await bot.approved({ tool: 'delete_b', definition })
    await bot.asked({ tool: 'delete_b', definition: { inputSchema: { type: 'object', properties: { all: {} } } } })
    expect((await service.look(agent, hold.id)).json.state).toBe('invalidated')
  })

  test('[C7] without an outcome within its lease it is unknown, on store time; a late report of the attempt settles it', async () => {
    const hold = await bot.approved()
    const claim = await bot.claimed(hold)
    await sweepHolds(service.store, () => 'unseen')
    expect((await service.look(agent, hold.id)).json.state).toBe('dispatching')
    service.advance(claim.lease_ms + 1000)
    await sweepHolds(service.store, () => 'unseen')
    const unknown = (await service.look(agent, hold.id)).json
    expect(unknown).toMatchObject({ state: 'unknown', code: 'OUTCOME_UNKNOWN' })
    expect(unknown.outcome?.result).toMatch(/reported no outcome in time/)
    expect((await service.claim(agent, hold.id, { digest: hold.digest })).json.error?.code).toBe('ALREADY_CLAIMED')
    const late = await service.report(agent, hold.id, {
      attempt: claim.attempt,
      kind: 'failed',
      result: 'No such product.',
    })
    expect(late.json).toMatchObject({ state: 'failed', outcome: { kind: 'failed', result: 'No such product.' } })
  })
})

describe('an outcome', () => {
  test('is of the claimed attempt alone; the same again finds itself, another is refused', async () => {
    const hold = await bot.approved()
    const early = await service.report(agent, hold.id, { attempt: 'none', kind: 'succeeded', result: 1 })
    expect([early.status, early.json.error?.code]).toEqual([409, 'OTHER_ATTEMPT'])
    const { attempt } = await bot.claimed(hold)
    const other = await service.report(agent, hold.id, { attempt: `${attempt}x`, kind: 'succeeded', result: 1 })
    expect(other.json.error?.code).toBe('OTHER_ATTEMPT')
    const all = await Promise.all(
      Array.from(
        { length: 4 },
        async () =>
          await service.report(agent, hold.id, {
            attempt,
            kind: 'succeeded',
            result: { content: [{ type: 'text', text: 'done' }] },
          }),
      ),
    )
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const conflict = await service.report(agent, hold.id, { attempt, kind: 'failed', result: 1 })
    expect([conflict.status, conflict.json.error?.code]).toEqual([409, 'CONFLICT'])
    expect((await bot.recordsOf(hold.id)).filter((kind) => kind === 'hold-succeeded')).toHaveLength(1)
  })

  test('that is not known is said so, and a person resolves it', async () => {
    const hold = await bot.approved()
    const { attempt } = await bot.claimed(hold)
    const said = await service.report(agent, hold.id, { attempt, kind: 'unknown', result: 'the line broke' })
    expect(said.json).toMatchObject({ state: 'unknown', code: 'OUTCOME_UNKNOWN' })
    expect(said.json.reason).toContain('the line broke')
    await service.call('POST', `/admin/approvals/${hold.id}/resolve`, {
      token: await service.token('approver', 'cy'),
      body: { executed: true, note: 'it is gone' },
    })
    const after = await service.report(agent, hold.id, { attempt, kind: 'succeeded', result: 1 })
    expect(after.json.error?.code).toBe('CONFLICT')
  })

  test('that is known to have had no effect may be asked again by a person, and runs there again', async () => {
    const hold = await bot.approved()
    const { attempt } = await bot.claimed(hold)
    await service.report(agent, hold.id, { attempt, kind: 'failed', not_applied: true, result: 'locked' })
    const approver = await service.token('approver', 'dan')
    const again = await service.call('POST', `/admin/approvals/${hold.id}/ask-again`, { token: approver, body: {} })
    expect(again.status, again.text).toBe(200)
    const { id } = again.json as unknown as { readonly id: string }
    await service.approve(id)
    expect((await service.claim(agent, id, { digest: hold.digest })).status).toBe(200)
  })
})
