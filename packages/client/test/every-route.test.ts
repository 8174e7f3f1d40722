/**
 * Every route that the service serves is in its description, and answers as it says there; the types of the client are made from that
 * very description. All of it with the client itself, against a running service.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALL, startRequesting } from '../../holdpoint/test/http/requesting-service.ts'
import type { RequestingService } from '../../holdpoint/test/http/requesting-service.ts'
import { typesOfDocument } from '../scripts/types-of-document.mjs'
import { createClient, RefusedError } from '../src/index.ts'
import type { Client, Routes } from '../src/index.ts'

interface Operation {
  readonly responses: {
    readonly [status: string]: { readonly content?: { readonly [type: string]: { readonly schema?: object } } }
  }
}

interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly schemas: { readonly [name: string]: object } }
}

let service: RequestingService
let document: Document
let agent: Client
let approver: Client
let admin: Client
const called = new Set<string>()
const ajv = new Ajv2020({ strict: false, validateFormats: false })

beforeAll(async () => {
  service = await startRequesting({
    policyOverview: () => ({ file: null, profile: 'balanced', wait_ms: null, decide_within_ms: 1, rules: [] }),
    tryRatings: async () => ({ changed: [], loosens: [], passed: 0, calls: 0 }) as never,
  })
  document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as Document
  ajv.addSchema({ $id: 'document', components: document.components })
  agent = watched(await service.token('agent', 'shop-bot'))
  approver = watched(await service.token('approver', 'ana'))
  admin = watched(await service.token('admin', 'op'))
})

afterAll(async () => await service.close())

/** Compares each answer with what the description says of its route and status. */
function watched(token: string): Client {
  return createClient({
    url: service.origin,
    token,
    fetch: async (input, given) => {
      const response = await fetch(input, given)
      const path = new URL(urlOf(input)).pathname
      const template = Object.keys(document.paths).find((known) => matches(known, path)) ?? path
      const route = `${given?.method ?? 'GET'} ${template}`
      const operation = document.paths[template]?.[(given?.method ?? 'GET').toLowerCase()]
      if (operation === undefined) throw new Error(`${route} is not described`)
      const said = operation.responses[String(response.status)]
      expect(said, `${route} answered ${response.status}`).toBeDefined()
      if (response.status === 200) called.add(route)
      const schema = said?.content?.['application/json']?.schema
      if (schema !== undefined) check(route, schema, await response.clone().json())
      return response
    },
  })
}

/** The client gives its addresses as text. */
function urlOf(input: string | URL | Request): string {
  return typeof input === 'string' ? input : ''
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '(?!events$)[^/]+')}$`).test(path)
}

function check(route: string, schema: object, answer: unknown): void {
  const closed = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object
  const validate = ajv.compile(closed)
  expect(validate(answer), `${route}: ${ajv.errorsText(validate.errors)}`).toBe(true)
}

let asked = 0
async function ask(): Promise<{ readonly id: string; readonly digest: string }> {
  const body = { ...CALL, arguments: { sku: `S-${(asked += 1)}` }, definition: { inputSchema: { type: 'object' } } }
  const hold = await agent.call('POST /holds', { body })
  if (hold.state === 'passes') throw new Error('It was to be asked.')
  return hold
}

describe('each route answers as the description says', () => {
  test('those of agents', async () => {
    await agent.call('POST /holds', { body: { ...CALL, tool: 'get_product', arguments: {} } })
    const { id, digest } = await ask()
    await agent.call('GET /holds/{id}', { path: { id }, query: { wait: 0 } })
    await approver.call('POST /admin/approvals/{id}/approve', { path: { id }, body: { note: 'seen' } })
    const { attempt } = await agent.call('POST /holds/{id}/claim', { path: { id }, body: { digest } })
    await agent.call('POST /holds/{id}/outcome', {
      path: { id },
      body: { attempt, kind: 'failed', not_applied: true, result: 'locked' },
    })
    await approver.call('POST /admin/approvals/{id}/ask-again', { path: { id }, body: {} })
  })

  test('those of people who decide', async () => {
    const declined = await ask()
    await approver.call('POST /admin/approvals/{id}/reject', { path: { id: declined.id }, body: { reason: 'no' } })
    const cancelled = await ask()
    await approver.call('POST /admin/approvals/{id}/cancel', { path: { id: cancelled.id }, body: {} })
    const unknown = await ask()
    await approver.call('POST /admin/approvals/{id}/approve', { path: { id: unknown.id }, body: {} })
    const { attempt } = await agent.call('POST /holds/{id}/claim', {
      path: { id: unknown.id },
      body: { digest: unknown.digest },
    })
    await agent.call('POST /holds/{id}/outcome', { path: { id: unknown.id }, body: { attempt, kind: 'unknown' } })
    await approver.call('POST /admin/approvals/{id}/resolve', {
      path: { id: unknown.id },
      body: { executed: false, note: 'looked' },
    })
    const held = await service.hold({})
    const { approvals } = await approver.call('GET /admin/approvals', { query: { state: 'pending', limit: 5 } })
    expect(approvals.length).toBeGreaterThan(0)
    await approver.call('GET /admin/approvals/{id}', { path: { id: held.id } })
    const grant = await approver.call('POST /admin/grants', {
      body: {
        approval: held.id,
        effect: 'deny',
        grant: { arguments: 'same', for: 'always' },
      } as Routes['POST /admin/grants']['body'],
    })
    await approver.call('GET /admin/grants')
    await approver.call('DELETE /admin/grants/{id}', { path: { id: (grant as { readonly id: string }).id } })
  })

  test('those of who looks on and operates', async () => {
    await admin.call('GET /healthz')
    await admin.call('GET /readyz')
    await admin.call('GET /admin/session')
    await admin.call('GET /admin/audit', { query: { limit: 20 } })
    await admin.call('GET /admin/audit/verify')
    await admin.call('GET /admin/audit/head')
    await admin.call('POST /admin/audit/accept', { body: { notices: [{ kind: 'restored', at: 1, what: 'nothing' }] } })
    await admin.call('GET /admin/feedback')
    await admin.call('GET /admin/activity')
    await admin.call('GET /admin/servers')
    await admin.call('GET /admin/policy')
    await admin.call('POST /admin/policy/replay', {
      body: { ratings: [{ server: 'crm', tool: 'delete_contact', risk: 'low' }] },
    })
    await admin.call('GET /admin/channels')
    await admin.call('POST /admin/pause', { body: {} })
    await admin.call('POST /admin/resume', { body: {} })
    const { code } = await service.access.mintSignIn('/')
    const { key } = await admin.call('POST /admin/sign-in', { body: { code } })
    await watched(key).call('POST /admin/sign-out', { body: {} })
  })

  test('and no route is served that is not described, or described that is not called here', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(service.routes.filter((route) => route !== 'GET /openapi.json').sort()).toEqual(described.sort())
    const streams = ['GET /admin/events', 'GET /holds/events']
    expect(described.filter((route) => !called.has(route) && !streams.includes(route))).toEqual([])
  })
})

test('the types of the client are those of this description', () => {
  const plain = (text: string): string => text.replaceAll(/[\s,;|()]+/g, '').replaceAll('"', "'")
  const committed = readFileSync(join(import.meta.dirname, '../src/routes.ts'), 'utf8')
  const isFresh = plain(committed) === plain(typesOfDocument(document))
  expect(isFresh, 'Make them anew: node packages/client/scripts/generate.mjs').toBe(true)
})

test('a refusal is an error with the code of the service, and an id goes where it belongs', async () => {
  const refused = await agent
    .call('GET /holds/{id}', { path: { id: '../admin/approvals' } })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'RefusedError', status: 404, code: 'NOT_FOUND' })
  await expect(agent.call('GET /holds/{id}', { path: { id: '..' } })).rejects.toThrow(TypeError)
  const elsewhere = createClient({
    url: service.origin,
    token: null,
    fetch: async () => new Response('<html>', { status: 502 }),
  })
  await expect(elsewhere.call('GET /healthz')).rejects.toMatchObject({ code: 'NO_JSON', status: 502 })
  expect(refused).toBeInstanceOf(RefusedError)
})

test('a stream that breaks goes on where it was, tells of the holds of its token alone, and ends with its key', async () => {
  const token = await service.token('agent', 'follower')
  let broken = 0
  const client = createClient({
    url: service.origin,
    token,
    fetch: async (input, given) => {
      const response = await fetch(input, given)
      if (!urlOf(input).endsWith('/events') || broken > 0 || response.body === null) return response
      broken += 1
      return new Response(cutAfter(response.body, '"state":"pending"'), response)
    },
  })
  const seen: string[] = []
  const follow = (async () => {
    for await (const { event, data } of client.follow('/holds/events', { pauseMs: 20 })) {
      seen.push(event === 'ready' ? `ready ${data.resumed}` : data.state)
    }
  })().catch((error: unknown) => (error as RefusedError).code)
  await expect.poll(() => seen).toEqual(['ready false'])
  const hold = await client.call('POST /holds', { body: { ...CALL, arguments: { sku: 'stream' } } })
  if (hold.state === 'passes') throw new Error('It was to be asked.')
  await ask()
  await expect.poll(() => seen.slice(0, 3)).toEqual(['ready false', 'pending', 'ready true'])
  await approver.call('POST /admin/approvals/{id}/approve', { path: { id: hold.id }, body: {} })
  await expect.poll(() => seen.at(-1)).toBe('approved')
  const row = (await service.access.listTokens('home')).find(({ name }) => name === 'follower')
  await service.access.revokeToken({ id: row?.id ?? '', tenant: 'home', by: 'test' })
  expect(await follow).toBe('UNAUTHENTICATED')
  expect(seen.filter((state) => state === 'pending').length).toBe(1)
})

/** A line that breaks right after it said something. */
function cutAfter(body: ReadableStream<Uint8Array>, words: string): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      controller.enqueue(value)
      if (!new TextDecoder().decode(value).includes(words)) return
      await reader.cancel()
      controller.close()
    },
  })
}
