/** Confirmed tools over Streamable HTTP: sessions of the v1 line, servers made per request of the v2 line, in both eras. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { approvedDigest, decide } from '@holdpoint/core'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createMcpHandler, McpServer as ServerV2 } from '@modelcontextprotocol/server'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { confirmedTool, createHoldpoint } from '../src/index.ts'
import type { Holdpoint } from '../src/index.ts'
import type { McpServerLike } from '../src/server/sdk-server.ts'
import { choosing } from './sdk-lines.ts'
import type { Form, Result } from './sdk-lines.ts'

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

interface Trial {
  readonly holdpoint: Holdpoint
  readonly ledger: string[]
  readonly register: (server: McpServerLike) => void
}

function trial(): Trial {
  const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {} })
  ended.push(() => holdpoint.close())
  const ledger: string[] = []
  return {
    holdpoint,
    ledger,
    register: (server) => {
      confirmedTool(
        server,
        'delete_product',
        {
          inputSchema: z.object({ code: z.string() }),
          risk: 'high',
          preview: ({ code }) => ({ title: `Delete ${code}?`, details: { status: 'active' } }),
          apply: ({ code }) => {
            ledger.push(code)
            return `Deleted ${code}.`
          },
        },
        holdpoint,
      )
    },
  }
}

async function listen(handle: RequestListener): Promise<URL> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  ended.push(
    async () =>
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
}

/** A server made for each request, as `createMcpHandler` makes them. */
async function perRequest({ register }: Trial): Promise<URL> {
  const handler = createMcpHandler(() => {
    const server = new ServerV2({ name: 'warehouse', version: '1' })
    register(server as unknown as McpServerLike)
    return server
  })
  return await listen(toNodeHandler(handler) as unknown as RequestListener)
}

/** A server for each session. */
async function perSession({ register }: Trial): Promise<URL> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  return await listen((request, response) => {
    const handle = async (): Promise<void> => {
      const known = sessions.get(String(request.headers['mcp-session-id']))
      if (known !== undefined) return await known.handleRequest(request, response)
      const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      })
      const server = new ServerV1({ name: 'warehouse', version: '1' })
      register(server as unknown as McpServerLike)
      await server.connect(transport as never)
      await transport.handleRequest(request, response)
    }
    void handle()
  })
}

async function clientOf(url: URL, seen: Form[] | null, modern: boolean): Promise<(code: string) => Promise<Result>> {
  const client = new Client(
    { name: 'agent', version: '1' },
    {
      capabilities: seen === null ? {} : { elicitation: {} },
      ...(modern ? { versionNegotiation: { mode: 'auto' as const } } : {}),
    },
  )
  if (seen !== null) {
    const person = choosing('Run it once', seen)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return (await person(params as unknown as Form)) as never
    })
  }
  await client.connect(new StreamableHTTPClientTransport(url))
  ended.push(() => client.close())
  return async (code) => (await client.callTool({ name: 'delete_product', arguments: { code } })) as Result
}

const textOf = ({ content }: Result): string => content.map(({ text = '' }) => text).join('\n')

test('2026, a server per request: the question is the answer to the call, and the answer to it runs it once', async () => {
  const it = trial()
  const seen: Form[] = []
  const call = await clientOf(await perRequest(it), seen, true)
  expect(textOf(await call('A1'))).toBe('✅ Deleted A1.')
  expect(seen).toHaveLength(1)
  expect(it.ledger).toEqual(['A1'])
  expect(textOf(await call('A2'))).toBe('✅ Deleted A2.')
  expect(it.ledger).toEqual(['A1', 'A2'])
})

test('2025, a server per request: nobody can be asked there, so the page decides, and the next call runs it', async () => {
  const it = trial()
  const call = await clientOf(await perRequest(it), [], false)
  const first = await call('A1')
  expect(textOf(first)).toMatch(/^NOT RUN YET/)
  const { store } = await it.holdpoint.engine()
  const id = String(first.structuredContent?.['approval_id'])
  const hold = (await store.holds.get(id)) ?? expect.fail('no hold')
  const verdict = { by: 'local:ines', answer: 'approve', via: 'terminal', assurance: 'host', reason: null } as const
  await decide(store, { hold: id, tenant: null, verdict, shown: approvedDigest(hold) })
  expect(textOf(await call('A1'))).toBe('✅ Deleted A1.')
  expect(it.ledger).toEqual(['A1'])
})

test('2025, a server per session: each client is asked in its own dialog, at the same time', async () => {
  const it = trial()
  const url = await perSession(it)
  const [one, two]: [Form[], Form[]] = [[], []]
  const [callOne, callTwo] = [await clientOf(url, one, false), await clientOf(url, two, false)]
  const [first, second] = await Promise.all([callOne('A1'), callTwo('B1')])
  expect(textOf(first)).toBe('✅ Deleted A1.')
  expect(textOf(second)).toBe('✅ Deleted B1.')
  expect(one.map(({ message }) => message.includes('A1'))).toEqual([true])
  expect(two.map(({ message }) => message.includes('B1'))).toEqual([true])
  expect(it.ledger.toSorted()).toEqual(['A1', 'B1'])
})

test('an answer that is sent a second time, or for other arguments, runs nothing', async () => {
  const it = trial()
  const url = await perRequest(it)
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  }
  const post = async (
    params: object,
  ): Promise<{ readonly result?: Record<string, unknown>; readonly error?: unknown }> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'delete_product',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: randomUUID(),
        method: 'tools/call',
        params: { ...params, _meta: meta },
      }),
    })
    const text = await response.text()
    const data = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
    return JSON.parse(data) as { readonly result?: Record<string, unknown> }
  }
  const named = { name: 'delete_product', arguments: { code: 'A1' } }
  const asked = (await post(named)).result ?? {}
  expect(asked['resultType']).toBe('input_required')
  const [key = ''] = Object.keys(asked['inputRequests'] as object)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const answer = {
    requestState: asked['requestState'],
    inputResponses: { [key]: { action: 'accept', content: { decision: 'Run it once' } } },
  }
  const other = await post({ ...named, arguments: { code: 'B9' }, ...answer })
  expect(JSON.stringify(other)).not.toContain('✅')
  expect(it.ledger).toEqual([])
  const ran = await Promise.all([post({ ...named, ...answer }), post({ ...named, ...answer })])
  expect(it.ledger).toEqual(['A1'])
  expect(JSON.stringify(ran)).toContain('✅ Deleted A1.')
  await post({ ...named, ...answer })
  expect(it.ledger).toEqual(['A1'])
})
