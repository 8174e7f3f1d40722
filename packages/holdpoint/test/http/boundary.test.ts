import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { StoreUnavailableError } from '@holdpoint/store'
import { checkHostAndOrigin } from '../../src/http/host-and-origin.ts'
import { serverLimits } from '../../src/http/server-limits.ts'
import { startService } from './http-service.ts'
import type { ServiceAbout, TestService } from './http-service.ts'

let service: TestService

async function start(about?: ServiceAbout): Promise<TestService> {
  service = await startService(about)
  return service
}

afterEach(async () => await service.close())

/** fetch forbids setting Host; a raw request does not. */
async function raw(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return await new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: service.port, method, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const DECISIONS = ['approve', 'reject', 'cancel', 'resolve'] as const

describe('who may ask', () => {
  test('[E1] GET and HEAD on every decision URL change nothing', async () => {
    await start()
    const held = await service.hold()
    const token = await service.token('admin')
    const before = await service.store.holds.get(held.id)
    const records = (await service.audit()).length
    const paths = [
      ...DECISIONS.map((verb) => `/admin/approvals/${held.id}/${verb}`),
      '/admin/pause',
      '/admin/resume',
      '/admin/sign-out',
      '/admin/sign-in',
    ]
    for (const path of paths) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await service.call(method, path, { token })
        expect([path, [404, 405].includes(answer.status)]).toEqual([path, true])
      }
    }
    expect(await service.store.holds.get(held.id)).toEqual(before)
    expect(await service.store.settings.under('gate/paused')).toEqual([])
    expect((await service.audit()).length).toBe(records)
    expect((await service.call('GET', '/admin/session', { token })).status).toBe(200)
  })

  test('HEAD answers as GET does, without a body, on what may be read', async () => {
    await start()
    const token = await service.token('viewer')
    for (const path of ['/', '/healthz', '/readyz', '/openapi.json', '/admin/approvals', '/admin/events']) {
      const answer = await service.call('HEAD', path, { token })
      expect([path, answer.status, answer.text]).toEqual([path, 200, ''])
    }
  })

  test('[E2] a POST without a key changes nothing', async () => {
    await start()
    const held = await service.hold()
    for (const verb of DECISIONS) {
      const answer = await service.call('POST', `/admin/approvals/${held.id}/${verb}`)
      expect([answer.status, answer.json.error.code]).toEqual([401, 'UNAUTHENTICATED'])
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    }
    expect((await service.store.holds.get(held.id))?.state).toBe('pending')
  })

  test('a key in the URL, in a cookie or in another scheme opens nothing', async () => {
    await start()
    const token = await service.token('admin')
    const ways: readonly (readonly [string, Record<string, string>])[] = [
      [`/admin/approvals?token=${token}`, {}],
      [`/admin/approvals?access_token=${token}`, {}],
      ['/admin/approvals', { cookie: `holdpoint.key=${token}` }],
      ['/admin/approvals', { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }],
      ['/admin/approvals', { authorization: token }],
    ]
    for (const [path, headers] of ways) expect((await service.call('GET', path, { headers })).status).toBe(401)
  })

  test('under auth none reading is open and deciding is not', async () => {
    await start({ auth: 'none' })
    const held = await service.hold()
    const theirs = await service.hold({ tenant: 'acme' })
    expect((await service.call('GET', `/admin/approvals/${held.id}`)).status).toBe(200)
    expect((await service.call('GET', `/admin/approvals/${theirs.id}`)).status).toBe(404)
    expect((await service.call('POST', `/admin/approvals/${held.id}/approve`)).status).toBe(401)
    expect((await service.call('POST', '/admin/pause')).status).toBe(401)
    expect((await service.call('GET', '/admin/approvals', { token: 'wrong' })).status).toBe(401)
    const token = await service.token('approver')
    expect((await service.call('POST', `/admin/approvals/${held.id}/approve`, { token })).status).toBe(200)
  })
})

describe('Host and Origin', () => {
  test('[E10] a foreign Host or Origin is refused on every route', async () => {
    await start()
    const authorization = `Bearer ${await service.token('admin')}`
    const own = `localhost:${service.port}`
    const routes = [
      '/',
      '/approvals/x',
      '/page/app.js',
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/admin/approvals',
      '/admin/events',
      '/admin/audit',
      '/nowhere',
    ]
    for (const path of routes) {
      for (const headers of [
        { host: 'evil.example' },
        { host: `evil.example:${service.port}` },
        { host: `localhost.evil.example:${service.port}` },
        { host: 'localhost:1' },
        { host: 'localhost' },
        { host: own, origin: 'http://evil.example' },
        { host: own, origin: 'null' },
        { host: own, origin: `http://localhost:${service.port + 1}` },
        { host: own, origin: `http://${own}.evil.example` },
        { host: own, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
        { host: own, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      ]) {
        expect([path, headers, await raw('GET', path, { ...headers, authorization })]).toEqual([path, headers, 403])
      }
    }
    for (const host of [own, `127.0.0.1:${service.port}`, `[::1]:${service.port}`]) {
      expect(await raw('GET', '/healthz', { host, origin: `http://${host}` })).toBe(200)
    }
    expect(
      await raw('GET', '/', {
        host: own,
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      }),
    ).toBe(200)
  })

  test('a configured public host is allowed, with its own origin', async () => {
    await start({ publicHosts: ['approve.example.com'] })
    expect(await raw('GET', '/healthz', { host: 'Approve.example.com', origin: 'https://approve.example.com' })).toBe(
      200,
    )
    expect(await raw('GET', '/healthz', { host: 'other.example.com' })).toBe(403)
  })

  test('two Host headers are refused', async () => {
    await start()
    const request = { method: 'GET', headers: {}, rawHeaders: ['Host', 'localhost:7433', 'host', 'localhost:7433'] }
    expect(checkHostAndOrigin(request, { port: 7433, publicHosts: [] })?.status).toBe(403)
  })

  test('[E3] a cross-site form and text/plain JSON decide nothing', async () => {
    await start()
    const held = await service.hold()
    const authorization = `Bearer ${await service.token('approver')}`
    const path = `/admin/approvals/${held.id}/approve`
    const host = `localhost:${service.port}`
    const foreign = { host, origin: 'http://evil.example', 'content-type': 'text/plain' }
    expect(await raw('POST', path, foreign, '{}')).toBe(403)
    expect(
      await raw(
        'POST',
        path,
        { ...foreign, authorization, 'content-type': 'application/x-www-form-urlencoded' },
        'a=b',
      ),
    ).toBe(403)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      '',
    ]) {
      expect([
        type,
        await raw('POST', path, { host, authorization, ...(type === '' ? {} : { 'content-type': type }) }, '{}'),
      ]).toEqual([type, 415])
    }
    expect((await service.store.holds.get(held.id))?.state).toBe('pending')
  })
})

describe('bounds', () => {
  test('[E13] large, compressed and malformed bodies are refused within bounds', async () => {
    await start()
    const held = await service.hold()
    const token = await service.token('approver')
    const path = `/admin/approvals/${held.id}/approve`
    const large = JSON.stringify({ note: 'x'.repeat(10 * 1024 * 1024) })
    expect((await service.call('POST', path, { token, body: large })).status).toBe(413)
    const bomb = gzipSync(Buffer.alloc(1024 * 1024, 0x20))
    const host = `localhost:${service.port}`
    const headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    expect(await raw('POST', path, { ...headers, 'content-encoding': 'gzip' }, bomb.toString('latin1'))).toBe(415)
    for (const body of ['{', '[]', '"x"', '{"note":1}', '{"note":"a","note":"b"}', 'null', '{"note":"\\ud800"}']) {
      expect([body, await raw('POST', path, headers, body)]).toEqual([body, 400])
    }
    expect(await raw('POST', path, headers, JSON.stringify({ note: 'x'.repeat(4001) }))).toBe(400)
    expect((await service.store.holds.get(held.id))?.state).toBe('pending')
  })

  test('[E13] a chunked body that never says its length is cut off at the limit', async () => {
    await start()
    const held = await service.hold()
    const token = await service.token('approver')
    const answer = await new Promise<string>((resolve) => {
      let seen = ''
      const socket = connect(service.port, '127.0.0.1')
      socket.on('data', (chunk) => (seen += chunk.toString('latin1')))
      socket.on('close', () => resolve(seen))
      socket.on('error', () => resolve(seen))
      socket.write(
        `POST /admin/approvals/${held.id}/approve HTTP/1.1\r\nHost: localhost:${service.port}\r\nAuthorization: Bearer ${token}\r\n` +
          'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      )
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
      for (let count = 0; count < 8; count++) socket.write(chunk)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('[E13] the recommended server limits end requests that dribble in', async () => {
    await start()
    expect(serverLimits.headersTimeout).toBeLessThanOrEqual(10_000)
    expect(serverLimits.requestTimeout).toBeLessThanOrEqual(30_000)
    expect(await raw('GET', '/healthz', { host: `localhost:${service.port}`, 'x-long': 'x'.repeat(20_000) })).toBe(431)
  })

  test('[E11] a flood gets 429 with Retry-After; other callers are unaffected', async () => {
    await start({ limits: { decisions: { burst: 3, perSecond: 1 }, requests: { burst: 6, perSecond: 1 } } })
    const flooding = await service.token('approver', 'flood')
    const calm = await service.token('approver', 'calm', 'acme')
    const decisions = []
    for (let count = 0; count < 5; count++) {
      decisions.push(await service.call('POST', '/admin/approvals/none/approve', { token: flooding }))
    }
    expect(decisions.map(({ status }) => status)).toEqual([404, 404, 404, 429, 429])
    expect(Number(decisions[4]?.headers.get('retry-after'))).toBeGreaterThan(0)
    await service.call('GET', '/admin/approvals', { token: flooding })
    expect((await service.call('GET', '/admin/approvals', { token: flooding })).status).toBe(429)
    expect((await service.call('POST', '/admin/approvals/none/approve', { token: calm })).status).toBe(404)
    service.advance(2000)
    expect((await service.call('POST', '/admin/approvals/none/approve', { token: flooding })).status).toBe(404)
  })

  test('[E11] guessing keys is limited and locks out nobody who has one', async () => {
    await start({ limits: { failedAuthentications: { burst: 2, perSecond: 0.1 } } })
    const token = await service.token('viewer')
    const statuses = []
    for (let count = 0; count < 4; count++)
      statuses.push((await service.call('GET', '/admin/approvals', { token: `hp_${count}` })).status)
    expect(statuses).toEqual([401, 401, 429, 429])
    expect((await service.call('GET', '/admin/approvals', { token })).status).toBe(200)
  })

  test('a refused decision of an agent cannot flood the audit log', async () => {
    await start({ limits: { decisions: { burst: 2, perSecond: 0.1 } } })
    const token = await service.token('agent')
    for (let count = 0; count < 6; count++) await service.call('POST', '/admin/approvals/none/approve', { token })
    expect((await service.audit()).filter(({ kind }) => kind === 'decision-refused')).toHaveLength(2)
  })
})

describe('answers', () => {
  test('every answer carries the security headers, and none may be framed', async () => {
    await start()
    for (const path of ['/', '/page/app.js', '/admin/approvals', '/healthz', '/nowhere']) {
      const { headers } = await service.call('GET', path)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('set-cookie')).toBeNull()
    }
    expect((await service.call('GET', '/')).headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  test('/openapi.json describes the routes that are there', async () => {
    await start()
    const { json } = await service.call('GET', '/openapi.json')
    expect(json.openapi).toBe('3.1.0')
    expect(Object.keys(json.paths)).toEqual(
      expect.arrayContaining([
        '/admin/approvals',
        '/admin/approvals/{id}',
        '/admin/approvals/{id}/approve',
        '/admin/approvals/{id}/reject',
        '/admin/approvals/{id}/resolve',
        '/admin/events',
        '/admin/audit',
        '/admin/audit/verify',
        '/admin/pause',
        '/admin/resume',
        '/admin/sign-in',
        '/healthz',
        '/readyz',
      ]),
    )
    const approval = json.components.schemas.Approval.properties
    const held = await service.hold()
    const shown = await service.call('GET', '/admin/approvals', { token: await service.token('viewer') })
    expect(Object.keys(shown.json.approvals[0] ?? {}).sort()).toEqual(Object.keys(approval).sort())
    expect(shown.json.approvals[0]?.id).toBe(held.id)
  })

  test('the audit reads by tenant and time, and verify says what was found', async () => {
    await start({
      verifyAudit: async () => ({ ok: false, chain: 'main', sequence: 3, reason: 'record 3 was changed' }),
    })
    const token = await service.token('viewer')
    const held = await service.hold()
    await service.hold({ tenant: 'acme' })
    const all = await service.call('GET', '/admin/audit?since=1h', { token })
    expect(all.json.records.map((record) => record.kind)).toEqual(['token-created', 'hold-created'])
    expect(all.json.records[1]).toMatchObject({ hold: held.id, tenant: 'home', tool: 'delete_contact' })
    expect((await service.call('GET', '/admin/audit?since=2099-01-01', { token })).json.records).toEqual([])
    expect((await service.call('GET', '/admin/audit?since=yesterday', { token })).status).toBe(400)
    expect((await service.call('GET', '/admin/audit/verify', { token })).json).toMatchObject({ ok: false, sequence: 3 })
  })

  test('a store that is away is a 503 that says so; nothing is decided', async () => {
    await start({
      verifyAudit: async () => {
        throw new StoreUnavailableError('locked', { hint: 'wait' })
      },
    })
    const token = await service.token('viewer')
    const away = await service.call('GET', '/admin/audit/verify', { token })
    expect([away.status, away.json.error.code]).toEqual([503, 'STORE_UNAVAILABLE'])
    await service.store.close()
    const answer = await service.call('POST', '/admin/approvals/none/approve', { token })
    expect([answer.status, answer.json.error.code]).toEqual([503, 'STORE_UNAVAILABLE'])
    expect((await service.call('GET', '/readyz')).status).toBe(503)
    expect((await service.call('GET', '/healthz')).status).toBe(200)
  })
})
