/** Edits and standing answers over REST. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Hold, JsonObject } from '@holdpoint/core'
import { takeGrant } from '@holdpoint/core'
import type { TakenGrant } from '@holdpoint/core'
import { startService } from './http-service.ts'
import type { Answer, TestService } from './http-service.ts'

let service: TestService
let token: string

beforeEach(async () => {
  service = await startService({
    rules: [{ name: 'never eve', when: 'has(args.to) && args.to == "eve"', answer: 'deny' }],
  })
  token = await service.token('approver', 'ops')
})

afterEach(async () => await service.close())

const SCHEMA: JsonObject = { type: 'object', properties: { to: { type: 'string' }, amount: { type: 'number' } } }

async function mail(about: object = {}): Promise<Hold> {
  return await service.hold({ tool: 'send_mail', arguments: { to: 'ana', amount: 1 }, inputSchema: SCHEMA, ...about })
}

async function say(verb: 'approve' | 'reject', hold: Hold, body: unknown, as: string = token): Promise<Answer> {
  return await service.call('POST', `/admin/approvals/${hold.id}/${verb}`, { token: as, body })
}

async function take({ call, ruling, definitionHash, definitionTextHash }: Hold): Promise<TakenGrant> {
  const trusted = new Set((await service.store.grants.list(null, 100)).map(({ id }) => id))
  const parsed = { ...call, arguments: JSON.parse(call.argumentsText) as JsonObject }
  return await takeGrant(service.store, { call: parsed, ruling, definitionHash, definitionTextHash, trusted })
}

describe('[H24] approving what has a scope', () => {
  const scoped = { ruling: { risk: 'medium', scope: 'folder "/tmp/zz"' } } as const

  const session = { for: 'session', arguments: 'scope' }

  test('[X11.B5] says what can be answered; the yes for the session opens it, and shows the grant', async () => {
    const hold = await mail(scoped)
    const shown = await service.call('GET', `/admin/approvals/${hold.id}`, { token })
    const [yes, once, no] = shown.json.choices
    expect(yes).toMatchObject({
      words: 'Yes, and allow send_mail in the folder /tmp/zz for this session',
      grant: session,
    })
    expect([once?.words, once?.grant, no?.words, no?.answer]).toEqual(['Yes, only this once', null, 'No', 'decline'])
    expect((await say('approve', hold, { grant: yes?.grant })).json).toMatchObject({
      grant: { condition: { kind: 'scope', scope: 'folder "/tmp/zz"' } },
      choices: [],
    })
  })

  test('[X11.B5] a plain yes opens nothing, and neither does one with other arguments', async () => {
    const edited = await mail(scoped)
    const both = await say('approve', edited, { edits: { to: 'ben', amount: 1 }, grant: session })
    expect([both.status, both.json.error.code]).toEqual([422, 'NOT_GRANTABLE'])
    const alone = await say('approve', edited, { edits: { to: 'ben', amount: 1 } })
    expect(alone.json).toMatchObject({ state: 'approved', grant: null })
    const plain = await say('approve', await mail({ ...scoped, arguments: { to: 'cleo', amount: 1 } }), {})
    expect(plain.json).toMatchObject({ state: 'approved', grant: null })
    expect(await service.store.grants.list(null, 10)).toEqual([])
  })
})

describe('approving with edits', () => {
  test('keeps the bytes of the body, and shows requested, approved and difference', async () => {
    const hold = await mail()
    const answer = await say('approve', hold, '{"note":"ok","edits": {"to":"b\\u0065n","amount":2.50}}')
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      state: 'approved',
      decided_by: 'ops',
      arguments: { to: 'ana', amount: 1 },
      edit: {
        requested: { to: 'ana', amount: 1 },
        approved: { to: 'ben', amount: 2.5 },
        by: 'ops',
        difference: [
          { path: 'to', requested: '"ana"', approved: '"b\\u0065n"' },
          { path: 'amount', requested: '1', approved: '2.50' },
        ],
      },
      grant: null,
    })
    expect((await service.store.holds.get(hold.id))?.edit?.argumentsText).toBe('{"to":"b\\u0065n","amount":2.50}')
    expect((await say('approve', hold, '{"edits": {"to":"ben","amount":2.5}}')).status).toBe(200)
    expect((await say('approve', hold, { edits: { to: 'cleo' } })).status).toBe(409)
  })

  test('an edit that does not fit, or that the policy denies, decides nothing', async () => {
    const hold = await mail()
    const bad = await say('approve', hold, { edits: { to: 7 } })
    expect([bad.status, bad.json.error.code]).toEqual([422, 'EDIT_REFUSED'])
    const denied = await say('approve', hold, { edits: { to: 'eve' } })
    expect([denied.status, denied.json.error.code]).toEqual([422, 'EDIT_DENIED'])
    expect((await say('approve', hold, { edits: 'to: ben' })).status).toBe(400)
    const bare = await service.hold()
    expect((await say('approve', bare, { edits: { id: 'x' } })).json.error.message).toContain('was not kept')
    expect((await service.store.holds.get(hold.id))?.state).toBe('pending')
  })

  test('whoever approves after an edit names the digest they saw', async () => {
    const rules = [{ name: 'two', quorum: 2 }]
    await service.close()
    service = await startService({ rules })
    const [ops, ana] = [await service.token('approver', 'ops'), await service.token('approver', 'ana')]
    const hold = await mail({ ruling: { quorum: 2 } })
    await say('approve', hold, {}, ana)
    const edited = await say('approve', hold, { edits: { to: 'ben' } }, ops)
    expect(edited.json).toMatchObject({ state: 'pending', approvals: 1, quorum: 2 })
    const blind = await say('approve', hold, {}, ana)
    expect([blind.status, blind.json.error.code]).toEqual([409, 'CONFLICT'])
    expect((await say('approve', hold, { digest: hold.call.digest }, ana)).status).toBe(409)
    const { digest } = (edited.json as unknown as { edit: { digest: string } }).edit
    expect((await say('approve', hold, { digest }, ana)).json).toMatchObject({ state: 'approved', approvals: 2 })
  })
})

describe('standing answers', () => {
  test('come with a verdict, are listed with their use, and are revoked at once', async () => {
    const hold = await mail()
    const approved = await say('approve', hold, { grant: { for: 60_000, arguments: 'any', times: 2 } })
    expect(approved.json.grant).toMatchObject({ state: 'standing', effect: 'allow', limits: { count: 2 } })
    expect(await take(hold)).toMatchObject({ kind: 'allowed' })
    const listed = await service.call('GET', '/admin/grants', { token: await service.token('viewer') })
    expect(listed.json.grants).toMatchObject([
      { used: { count: 1 }, created_by: 'ops', via: 'api', approval: hold.id, tool: 'send_mail' },
    ])
    const path = `/admin/grants/${approved.json.grant?.id}`
    const revoked = await service.call('DELETE', path, { token })
    expect([revoked.status, revoked.json]).toMatchObject([200, { state: 'revoked', revoked_by: 'ops' }])
    expect(await take(hold)).toEqual({ kind: 'none' })
    expect((await service.call('DELETE', path, { token })).json).toMatchObject({ state: 'revoked' })
    const kinds = (await service.audit()).map((record) => record.kind)
    expect(kinds.filter((kind) => kind.startsWith('grant-'))).toEqual(['grant-made', 'grant-used', 'grant-revoked'])
  })

  test('a denial comes with a decline', async () => {
    const hold = await mail()
    const rejected = await say('reject', hold, { reason: 'no mails', deny: { for: 'always', arguments: 'any' } })
    expect(rejected.json).toMatchObject({ state: 'declined', grant: { effect: 'deny', state: 'standing' } })
    expect(await take(hold)).toMatchObject({ kind: 'denied', grant: { createdBy: 'ops' } })
  })

  test('are made later from a hold, by somebody who could approve it', async () => {
    const hold = await mail()
    const body = { approval: hold.id, effect: 'allow', grant: { for: 'always', arguments: 'same' } }
    const made = await service.call('POST', '/admin/grants', { token, body })
    expect([made.status, made.json]).toMatchObject([200, { effect: 'allow', condition: { kind: 'same' } }])
    const guarded = await mail({ client: 'x', ruling: { grantable: false } })
    const refused = await service.call('POST', '/admin/grants', { token, body: { ...body, approval: guarded.id } })
    expect([refused.status, refused.json.error.code]).toEqual([422, 'NOT_GRANTABLE'])
    const named = await mail({ client: 'y', ruling: { approvers: ['ana'] } })
    const stranger = await service.call('POST', '/admin/grants', { token, body: { ...body, approval: named.id } })
    expect(stranger.status).toBe(422)
  })

  test('what is not understood, or may not be, decides nothing', async () => {
    const hold = await mail({ ruling: { irreversible: true, grantable: false } })
    for (const grant of [
      {},
      { for: 'ever', arguments: 'any' },
      { for: 'session', arguments: 'any', tims: 3 },
      'always',
    ]) {
      expect((await say('approve', hold, { grant })).status, JSON.stringify(grant)).toBe(400)
    }
    const answer = await say('approve', hold, { grant: { for: 'session', arguments: 'any' } })
    expect([answer.status, answer.json.error.code]).toEqual([422, 'NOT_GRANTABLE'])
    expect((await service.store.holds.get(hold.id))?.state).toBe('pending')
    expect(await service.store.grants.list(null, 10)).toEqual([])
  })

  test("[B8] [E2] an agent's or viewer's token grants, edits and revokes nothing, and no key nothing at all", async () => {
    const hold = await mail()
    const made = await say('approve', hold, { grant: { for: 'always', arguments: 'any' } })
    const path = `/admin/grants/${made.json.grant?.id}`
    const body = { approval: hold.id, effect: 'allow', grant: { for: 'always', arguments: 'any' } }
    for (const role of ['agent', 'viewer'] as const) {
      const weak = await service.token(role)
      expect((await service.call('DELETE', path, { token: weak })).status).toBe(403)
      expect((await service.call('POST', '/admin/grants', { token: weak, body })).status).toBe(403)
      expect((await say('approve', hold, { edits: { to: 'x' } }, weak)).status).toBe(403)
    }
    expect((await service.call('GET', '/admin/grants', { token: await service.token('agent', 'a2') })).status).toBe(403)
    for (const [method, target] of [
      ['GET', '/admin/grants'],
      ['POST', '/admin/grants'],
      ['DELETE', path],
    ] as const) {
      expect((await service.call(method, target, { body: method === 'POST' ? body : undefined })).status).toBe(401)
    }
    expect(await service.store.grants.list(null, 10)).toMatchObject([{ revokedAt: null }])
  })

  test("[E4] another tenant's grant and hold are, byte for byte, none at all", async () => {
    const hold = await mail()
    const made = await say('approve', hold, { grant: { for: 'always', arguments: 'any' } })
    const foreign = await service.token('admin', 'eve', 'acme')
    const bytes = async (method: string, path: string, body?: unknown): Promise<string> => {
      const answer = await service.call(method, path, { token: foreign, ...(body === undefined ? {} : { body }) })
      return `${answer.status} ${answer.text}`
    }
    const grant = { for: 'always', arguments: 'any' }
    const missing = await bytes('DELETE', '/admin/grants/none')
    expect(missing).toMatch(/^404 /)
    expect(await bytes('DELETE', `/admin/grants/${made.json.grant?.id}`)).toBe(missing)
    expect(await bytes('POST', '/admin/grants', { approval: hold.id, effect: 'allow', grant })).toBe(missing)
    const edits = { to: 'x' }
    expect(await bytes('POST', `/admin/approvals/${hold.id}/approve`, { edits })).toBe(missing)
    expect(await bytes('GET', '/admin/grants')).toBe('200 {"grants":[]}')
    expect((await service.store.grants.list(null, 10))[0]?.revokedAt).toBeNull()
  })

  test('[E1] GET changes nothing, and OpenAPI describes the routes', async () => {
    const made = await say('approve', await mail(), { grant: { for: 'always', arguments: 'any' } })
    for (const path of ['/admin/grants', `/admin/grants/${made.json.grant?.id}`]) {
      await service.call('GET', path, { token })
      await service.call('HEAD', path, { token })
    }
    expect((await service.store.grants.list(null, 10))[0]?.revokedAt).toBeNull()
    const { json } = await service.call('GET', '/openapi.json')
    expect(json.paths).toHaveProperty(['/admin/grants', 'post'])
    expect(json.paths).toHaveProperty(['/admin/grants/{id}', 'delete'])
    expect(json.components.schemas).toHaveProperty(['GrantRequest', 'properties', 'times'])
  })
})
