/** A service that is not there, is no service, or answers in the name of one: nothing runs. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signPass } from '@holdpoint/core'
import { createSigner } from '@holdpoint/gateway/proof'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRequesting } from '../../../holdpoint/test/http/requesting-service.ts'
import type { RequestingService } from '../../../holdpoint/test/http/requesting-service.ts'
import { guardCall } from '../../src/guard/guard-call.ts'
import type { Guarded } from '../../src/guard/guarded-call.ts'
import type { RequestedHold } from '../../src/requests/hold-requests.ts'
import { createRemoteRequests } from '../../src/requests/remote-requests.ts'
import type { RemoteRequestsOptions } from '../../src/requests/remote-requests.ts'

let service: RequestingService
let token: string
const ran: unknown[] = []
const logged: string[] = []
let calls = 0

beforeAll(async () => {
  service = await startRequesting()
  service.setPolicy({ undoWindowMs: 0 })
  token = await service.token('agent', 'shop-bot')
})
afterAll(async () => await service.close())

function remote(about: Partial<RemoteRequestsOptions> = {}): ReturnType<typeof createRemoteRequests> {
  return createRemoteRequests({
    url: service.origin,
    token,
    key: service.publicKey,
    log: (message) => logged.push(message),
    ...about,
  })
}

type Remote = ReturnType<typeof createRemoteRequests>

async function present(
  from: Remote,
  about: { readonly id?: string; readonly wait?: number } = {},
): Promise<Guarded<string>> {
  const { id = `call-${(calls += 1)}`, wait = 0 } = about
  const call = {
    tool: 'delete_product',
    arguments: { sku: id },
    call: { scope: 'thread', id },
    risk: 'high',
    wait,
  } as const
  return await guardCall(from, 'shop', call, async (args) => {
    ran.push(args)
    return 'deleted'
  })
}

/** Asked, and approved by a person with a token. */
async function approved(): Promise<string> {
  const id = `call-${(calls += 1)}`
  const asked = await present(remote(), { id })
  if (asked.kind !== 'waiting') throw new Error(JSON.stringify(asked))
  expect((await service.approve(asked.hold.id)).status).toBe(200)
  return id
}

/** Changes the answers of one route on their way. */
function altered(route: RegExp, alter: (answer: never) => object): typeof fetch {
  return async (input, given) => {
    const response = await fetch(input, given)
    // The client gives its addresses as text.
    if (!route.test(input as string) || !response.ok) return response
    return Response.json(alter((await response.json()) as never))
  }
}

describe('the service cannot be asked', () => {
  test('nothing listens there: one code, a hint, nothing runs', async () => {
    ran.length = 0
    const gone = remote({ url: 'http://127.0.0.1:9' })
    await expect(gone.look('some-id', 0)).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      hint: expect.stringContaining('holdpoint serve') as string,
    })
    const refused = await present(gone, { wait: 5 })
    expect(refused).toMatchObject({ kind: 'refused', code: 'SERVICE_UNREACHABLE', hold: null })
    expect(refused).toMatchObject({ text: expect.stringMatching(/^Nothing ran: .*did not answer/) as string })
    expect(ran).toEqual([])
  })

  test('something else answers there', async () => {
    const page = createServer((_request, response) => response.end('<h1>It works</h1>'))
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
    expect(await present(remote({ url }))).toMatchObject({ kind: 'refused', code: 'SERVICE_UNREACHABLE' })
    page.close()
  })

  test('the token is not valid', async () => {
    expect(await present(remote({ token: 'hp_nobody' }))).toMatchObject({ kind: 'refused', code: 'UNAUTHENTICATED' })
  })

  test('it goes away after the question and comes back: the wait goes on', async () => {
    let failing = 2
    const id = `call-${(calls += 1)}`
    const flaky: typeof fetch = async (input, given) => {
      const isLook = given?.method === 'GET'
      if (isLook && (failing -= 1) >= 0) throw new TypeError('fetch failed')
      return await fetch(input, given)
    }
    // The service ends the first wait at once, as one that is being stopped does.
    const asking: typeof fetch = async (input, given) =>
      await flaky(input, given?.method === 'POST' ? { ...given, body: withoutWait(given.body) } : given)
    const presented = present(remote({ fetch: asking }), { id, wait: 20 })
    await expect.poll(async () => (await service.store.holds.inState('pending', 9)).length).toBeGreaterThan(0)
    const waiting = await service.store.holds.inState('pending', 50)
    for (const hold of waiting) await service.approve(hold.id)
    expect(await presented).toMatchObject({ kind: 'ran' })
    expect(logged.some((line) => line.includes('asked again'))).toBe(true)
  })

  test('the answer to a claim is lost: nothing runs, and nothing runs later either', async () => {
    ran.length = 0
    const id = await approved()
    const lossy: typeof fetch = async (input, given) => {
      const response = await fetch(input, given)
      if (String(input as string).endsWith('/claim')) throw new TypeError('socket hang up')
      return response
    }
    expect(await present(remote({ fetch: lossy }), { id })).toMatchObject({
      kind: 'refused',
      code: 'SERVICE_UNREACHABLE',
    })
    expect((await present(remote(), { id })).kind).toBe('waiting')
    expect(ran).toEqual([])
  })
})

describe('whoever answers is not the service', () => {
  test.each<[string, (claim: { [name: string]: unknown }) => object]>([
    ['no receipt', (claim) => ({ ...claim, receipt: '' })],
    [
      'a receipt with one letter changed',
      (claim) => ({ ...claim, receipt: `${String(claim['receipt']).slice(0, -2)}AA` }),
    ],
    ['other arguments', (claim) => ({ ...claim, arguments: { sku: 'ALL' } })],
    ['another attempt', (claim) => ({ ...claim, attempt: 'another' })],
    ['an edit that no person made', (claim) => ({ ...claim, edited: true })],
    ['no arguments', ({ arguments: _cut, ...claim }) => claim],
  ])('%s: nothing runs and nothing is reported', async (_what, alter) => {
    ran.length = 0
    const id = await approved()
    const from = remote({ fetch: altered(/\/claim$/, alter as (answer: never) => object) })
    expect(await present(from, { id })).toMatchObject({
      kind: 'refused',
      code: 'RECEIPT_INVALID',
      text: expect.stringContaining('holdpoint key') as string,
    })
    expect(ran).toEqual([])
    const hold = (await service.store.holds.inState('dispatching', 50)).find(({ preview }) =>
      preview.title.includes(id),
    )
    expect(hold?.state).toBe('dispatching')
  })

  test('a receipt of another key', async () => {
    ran.length = 0
    const id = await approved()
    const key = createSigner().publicKey
    expect(await present(remote({ key }), { id })).toMatchObject({ kind: 'refused', code: 'RECEIPT_INVALID' })
    expect(ran).toEqual([])
  })

  test('an answer that was recorded, and is given again', async () => {
    ran.length = 0
    const id = await approved()
    const answers = new Map<string, object>()
    const kept: typeof fetch = async (input, given) => {
      const route = `${given?.method} ${String(input as string)}`
      const before = answers.get(route)
      if (before !== undefined && !route.endsWith('/outcome')) return Response.json(before)
      const response = await fetch(input, given)
      if (response.ok) answers.set(route, (await response.clone().json()) as object)
      return response
    }
    const from = remote({ fetch: kept })
    expect(await present(from, { id })).toMatchObject({ kind: 'ran' })
    expect(await present(from, { id })).toMatchObject({ kind: 'refused', code: 'RECEIPT_INVALID' })
    expect(ran).toHaveLength(1)
  })

  test('an approved hold of another call', async () => {
    ran.length = 0
    const other = await approved()
    const view = await present(remote(), { id: other })
    if (view.kind !== 'ran' || view.hold === null) throw new Error(JSON.stringify(view))
    const shown = (await remote().look(view.hold, 0)) satisfies RequestedHold
    const from = remote({ fetch: altered(/\/holds$/, () => ({ ...shown, state: 'approved' })) })
    ran.length = 0
    expect(await present(from)).toMatchObject({ kind: 'refused', code: 'INVALIDATED' })
    expect(ran).toEqual([])
  })

  test('a key that is none is refused when it is configured; without a key receipts are not checked', async () => {
    expect(() => remote({ key: 'abc' })).toThrow(/holdpoint key/)
    const id = await approved()
    const from = remote({ key: null, fetch: altered(/\/claim$/, (claim: object) => ({ ...claim, receipt: '' })) })
    expect(await present(from, { id })).toMatchObject({ kind: 'ran' })
  })
})

test('a wait beyond what one request may take is several requests', async () => {
  const waits: (number | null)[] = []
  const watching: typeof fetch = async (input, given) => {
    const asked = given?.method === 'POST' ? (JSON.parse(given.body as string) as { wait?: number }).wait : undefined
    waits.push(asked ?? Number(new URL(input as string).searchParams.get('wait')))
    // Each ends as if nobody had decided in its time.
    return await fetch(given?.method === 'GET' ? (input as string).replace(/wait=\d+/, 'wait=0') : input, {
      ...given,
      ...(given?.method === 'POST' ? { body: withoutWait(given.body) } : {}),
    })
  }
  const id = `call-${(calls += 1)}`
  const presented = present(remote({ fetch: watching }), { id, wait: 120 })
  await expect.poll(() => waits.length, { timeout: 10_000 }).toBeGreaterThan(2)
  for (const hold of await service.store.holds.inState('pending', 50)) await service.approve(hold.id)
  expect(await presented).toMatchObject({ kind: 'ran' })
  expect(waits.slice(0, 3)).toEqual([50, 50, 50])
})

function withoutWait(body: unknown): string {
  return JSON.stringify({ ...(JSON.parse(String(body)) as object), wait: undefined })
}

describe('an answer that no person has to be asked', () => {
  const forged = { state: 'passes', risk: 'low', rule: 'a rule' }

  test('lets a call run only with a receipt of the service, for this very question', async () => {
    service.setPolicy({ profile: 'observe' })
    ran.length = 0
    let kept = ''
    const first = await present(
      remote({ fetch: altered(/\/holds$/, (answer: { receipt: string }) => ((kept = answer.receipt), answer)) }),
    )
    expect(first).toMatchObject({ kind: 'ran', hold: null })
    expect(ran).toHaveLength(1)
    service.setPolicy({ undoWindowMs: 0 })
    // Made up, of a stranger, kept from an earlier question, of a claim: none of them is one.
    const strange = signPass({ nonce: '', server: 'shop', tool: 'delete_product', digest: '' }, createSigner().sign)
    for (const receipt of ['', 'a.b.c', strange, kept, undefined]) {
      const passing = remote({ fetch: altered(/\/holds$/, () => ({ ...forged, receipt })) })
      expect(await present(passing)).toMatchObject({ kind: 'refused', code: 'RECEIPT_INVALID' })
    }
    expect(ran).toHaveLength(1)
  })
})
