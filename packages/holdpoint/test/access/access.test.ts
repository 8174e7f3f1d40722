import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { sha256, startService } from '../http/http-service.ts'
import type { ServiceAbout, TestService } from '../http/http-service.ts'

let service: TestService

async function start(about?: ServiceAbout): Promise<TestService> {
  service = await startService(about)
  return service
}

afterEach(async () => await service.close())

describe('tokens', () => {
  test('a token says who its holder is; the store keeps only its hash', async () => {
    const { access, store } = await start()
    const made = await access.createToken({
      name: 'ops',
      role: 'approver',
      tenant: null,
      relaysAPerson: true,
      person: null,
      expiresInMs: null,
      by: 'local:ana',
    })
    if (made.kind !== 'created') throw new Error(made.message)
    expect(made.secret).toMatch(/^hp_[\w-]{43}$/)
    expect(await access.authenticate(made.secret)).toEqual({
      id: made.row.id,
      name: 'ops',
      role: 'approver',
      tenant: 'home',
      relaysAPerson: true,
      key: 'token',
    })
    const rows = await store.tokens.list(null)
    expect(JSON.stringify(rows)).not.toContain(made.secret)
    expect(rows[0]?.sha256).toBe(sha256(made.secret))
    expect((await service.audit()).at(-1)).toMatchObject({ kind: 'token-created', actor: 'local:ana' })
    expect(JSON.stringify(await service.audit())).not.toContain(made.secret)
  })

  test('[B1] any flipped bit of a token is refused', async () => {
    const { access } = await start()
    const secret = Buffer.from(await service.token('approver'), 'latin1')
    for (let bit = 0; bit < secret.length * 8; bit++) {
      const flipped = Buffer.from(secret)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await access.authenticate(flipped.toString('latin1'))).toBeNull()
    }
    expect(await access.authenticate(secret.toString('latin1'))).not.toBeNull()
  })

  test('[B13] after a rotation the old key is honoured until it is revoked, and refused from then on', async () => {
    const { access } = await start()
    const old = await service.token('approver', 'ops')
    const fresh = await service.token('approver', 'ops')
    const held = await service.hold()
    const before = await access.authenticate(old)
    expect(before?.name).toBe('ops')
    expect(await access.revokeToken({ id: before?.id ?? '', tenant: 'home', by: 'local:ana' })).toBe(true)
    expect(await access.authenticate(old)).toBeNull()
    const refused = await service.call('POST', `/admin/approvals/${held.id}/approve`, { token: old })
    expect(refused.status).toBe(401)
    expect((await service.store.holds.get(held.id))?.state).toBe('pending')
    const approved = await service.call('POST', `/admin/approvals/${held.id}/approve`, { token: fresh })
    expect(approved.json).toMatchObject({ state: 'approved', decided_by: 'ops' })
    expect(await access.revokeToken({ id: before?.id ?? '', tenant: 'home', by: 'local:ana' })).toBe(false)
    expect((await service.audit()).map(({ kind }) => kind)).toContain('token-revoked')
  })

  test("another tenant's token cannot be revoked by guessing its id", async () => {
    const { access } = await start()
    const caller = await access.authenticate(await service.token('approver', 'theirs', 'acme'))
    expect(await access.revokeToken({ id: caller?.id ?? '', tenant: 'home', by: 'x' })).toBe(false)
  })

  test('an expired token is refused from the very millisecond on', async () => {
    const { access } = await start()
    const about = {
      name: 'short',
      role: 'viewer',
      tenant: null,
      relaysAPerson: false,
      person: null,
      by: 'test',
    } as const
    const made = await access.createToken({ ...about, expiresInMs: 60_000 })
    if (made.kind !== 'created') throw new Error(made.message)
    expect(await access.authenticate(made.secret)).not.toBeNull()
    service.advance(60_000)
    expect(await access.authenticate(made.secret)).toBeNull()
  })

  test('names that could pass for a local account, or hide something, are refused', async () => {
    const { access } = await start()
    for (const name of ['', 'local:ana', 'ops\u202e', 'a\nb', ' ops', 'x'.repeat(65)]) {
      const about = {
        role: 'approver',
        tenant: null,
        relaysAPerson: false,
        person: null,
        expiresInMs: null,
        by: 'test',
      } as const
      expect((await access.createToken({ ...about, name })).kind).toBe('refused')
    }
    expect(await access.listTokens(null)).toEqual([])
  })

  test('tokens of the configuration work by their hash alone', async () => {
    const secret = randomBytes(32).toString('hex')
    const { access } = await start({
      configTokens: [
        { name: 'ci', role: 'viewer', sha256: sha256('another') },
        { name: 'bot', role: 'agent', sha256: sha256(secret).toUpperCase(), tenant: 'acme', relaysAPerson: true },
      ],
    })
    expect(await access.authenticate(secret)).toMatchObject({ name: 'bot', tenant: 'acme', relaysAPerson: true })
    expect(await access.authenticate(sha256(secret))).toBeNull()
    expect(await access.authenticate('')).toBeNull()
  })
})

describe('sign-in links', () => {
  test('a code becomes a key of the local account, for thirty days', async () => {
    const { access, store } = await start()
    const minted = await access.mintSignIn('/approvals/hold-1')
    expect(minted.location).toBe(`/approvals/hold-1#sign-in=${minted.code}`)
    expect(JSON.stringify(await store.settings.under(''))).not.toContain(minted.code)
    const exchange = await access.exchangeSignIn(minted.code)
    if (exchange.kind !== 'signed-in') throw new Error(exchange.kind)
    const caller = await access.authenticate(exchange.secret)
    expect(caller).toMatchObject({ name: 'local:ana', role: 'approver', tenant: 'home', key: 'sign-in' })
    service.advance(30 * 86_400_000)
    expect(await access.authenticate(exchange.secret)).toBeNull()
  })

  test('[L15] a link used twice is refused, on record, and the first sign-in is told', async () => {
    const { access } = await start()
    const { code } = await access.mintSignIn('/')
    const first = await access.exchangeSignIn(code)
    if (first.kind !== 'signed-in') throw new Error(first.kind)
    const keyId = (await access.authenticate(first.secret))?.id ?? ''
    expect(await access.lastSecondUse(keyId)).toBeNull()
    expect((await access.exchangeSignIn(code)).kind).toBe('refused')
    expect(await access.lastSecondUse(keyId)).toBeTypeOf('number')
    expect((await service.audit()).at(-1)).toMatchObject({ kind: 'sign-in-refused' })
    expect(await access.authenticate(first.secret)).not.toBeNull()
  })

  test('of many exchanges at once exactly one wins', async () => {
    const { access } = await start()
    const { code } = await access.mintSignIn('/')
    const exchanges = await Promise.all(Array.from({ length: 8 }, () => access.exchangeSignIn(code)))
    expect(exchanges.filter(({ kind }) => kind === 'signed-in')).toHaveLength(1)
    expect(await access.listTokens(null)).toHaveLength(1)
  })

  test('an expired or unknown code is refused with the same words, and on record', async () => {
    const { access } = await start()
    const { code } = await access.mintSignIn('/')
    service.advance(600_000)
    const expired = await access.exchangeSignIn(code)
    expect(expired.kind).toBe('refused')
    expect(await access.exchangeSignIn('no-such-code')).toEqual(expired)
    expect(await access.listTokens(null)).toEqual([])
    expect((await service.audit()).filter(({ kind }) => kind === 'sign-in-refused')).toHaveLength(2)
  })

  test('ten failed sign-ins within a minute close the door for the rest of it', async () => {
    const { access } = await start()
    for (let attempt = 0; attempt < 10; attempt++) expect((await access.exchangeSignIn('wrong')).kind).toBe('refused')
    const { code } = await access.mintSignIn('/')
    const limited = await access.exchangeSignIn(code)
    expect(limited.kind).toBe('limited')
    const answer = await service.call('POST', '/admin/sign-in', { body: { code } })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    service.advance(61_000)
    expect((await access.exchangeSignIn(code)).kind).toBe('signed-in')
  })

  test('codes long past are forgotten when a new one is minted', async () => {
    const { access, store } = await start()
    await access.mintSignIn('/')
    service.advance(2 * 86_400_000)
    await access.mintSignIn('/')
    expect(await store.settings.under('sign-in/')).toHaveLength(1)
  })
})
