/**
 * Both fronts, both kinds of upstream, both protocol eras, both SDK lines: the same story everywhere. Real clients, so
 * that what they validate and how they negotiate is part of the proof.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { BIN, createPlace, eventually, stdioServer, TOKENS, withDefaults } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'
import { send } from '../harness/serve-http.ts'

const LINES = ['v1, 2025 era', 'v2, 2025 era', 'v2, 2026-07-28', 'v2, negotiating'] as const
const FRONTS = ['stdio', 'http'] as const
const UPSTREAMS = ['stdio', 'http'] as const
const MODERN = '2026-07-28'

const place: Place = createPlace()
let service: Service
let upstreamUrl = ''

beforeAll(async () => {
  upstreamUrl = (await place.startLedgerHttp()).url
  const headers = { Authorization: 'Bearer ${LEDGER_TOKEN}' }
  const servers = { stdio: stdioServer(), http: { url: upstreamUrl, headers } }
  service = await place.serve({ servers }, { LEDGER_TOKEN: 'secret-of-the-ledger' })
})
afterAll(() => place.close())

interface Result {
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: { readonly [name: string]: unknown }
  readonly isError?: boolean
  readonly _meta?: { readonly [name: string]: unknown }
}

/** What the two SDK lines have in common. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(call: { name: string; arguments: { [name: string]: unknown } }): Promise<unknown>
  close(): Promise<void>
}

async function connect(
  line: (typeof LINES)[number],
  front: 'stdio' | 'http',
  upstream: 'stdio' | 'http',
): Promise<AnyClient> {
  const info = { name: `client-${randomUUID()}`, version: '1' }
  const url = new URL(`/mcp/${upstream}`, service.url)
  const requestInit = { headers: { Authorization: `Bearer ${TOKENS.agent}` } }
  const env = definedOnly({ ...place.environment, LEDGER_TOKEN: 'secret-of-the-ledger' })
  const args = [BIN, 'wrap', '--name', upstream]
  const command = { command: process.execPath, args, env, cwd: place.folder, stderr: 'ignore' as const }
  if (line === 'v1, 2025 era') {
    const client = new ClientV1(info)
    await client.connect(
      (front === 'http' ? new HttpV1(url, { requestInit }) : new StdioV1(command)) as Parameters<
        ClientV1['connect']
      >[0],
    )
    return client
  }
  const mode = line === 'v2, 2025 era' ? 'legacy' : line === 'v2, negotiating' ? 'auto' : { pin: MODERN }
  const client = new ClientV2(info, { versionNegotiation: { mode } })
  await client.connect(front === 'http' ? new HttpV2(url, { requestInit }) : new StdioV2(command))
  return client
}

const definedOnly = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined))

async function connectWrap(to: Place, name: string, args: readonly string[]): Promise<ClientV2> {
  const client = new ClientV2({ name, version: '1' })
  const command = { command: process.execPath, args: [BIN, 'wrap', ...args], env: definedOnly(to.environment) }
  await client.connect(new StdioV2({ ...command, cwd: to.folder, stderr: 'ignore' }))
  return client
}

/** Decides where the envelope's own link leads: the service, or the page that a `wrap` serves itself. */
async function approve(approvalUrl: string): Promise<void> {
  const { origin, pathname } = new URL(approvalUrl)
  const reply = await send(origin, `/admin${pathname}/approve`, { method: 'POST', token: TOKENS.approver, body: '{}' })
  expect(reply.status, reply.text).toBe(200)
}

const linesOf = (mark: string): ReturnType<Place['ledger']> =>
  place.ledger().filter(({ argumentsText }) => argumentsText?.includes(mark) === true)

describe.each(FRONTS)('%s front', (front) => {
  describe.each(UPSTREAMS)('%s upstream', (upstream) => {
    test.each(LINES)('[S1.2] [S1.3] SDK %s: list, read, held, approved over REST, result, once', async (line) => {
      const client = await connect(line, front, upstream)
      try {
        const { tools } = await client.listTools()
        expect(tools).toHaveLength(19)
        const read = (await client.callTool({ name: 'get_item', arguments: { id: 'r' } })) as Result
        expect(read.content?.[0]?.text).toBe('item r')
        const item = randomUUID()
        const held = (await client.callTool({ name: 'delete_item', arguments: { id: item } })) as Result
        expect(held.structuredContent).toMatchObject({ requires_human_approval: true, state: 'pending' })
        expect(linesOf(item)).toHaveLength(0)
        await approve(String(held.structuredContent?.['approval_url']))
        const done = (await client.callTool({ name: 'delete_item', arguments: { id: item } })) as Result
        expect(done.content?.[0]?.text).toBe(`deleted ${item}`)
        expect(done['_meta']?.['dev.holdpoint/hold']).toMatchObject({
          state: 'succeeded',
          decided_by: 'ci',
          via: 'api',
        })
        expect(linesOf(item)).toHaveLength(1)
        if (upstream === 'http') {
          expect(linesOf(item)[0]?.headers?.['authorization']).toBe('Bearer secret-of-the-ledger')
        }
        // Clients of both lines check what a tool with an output schema answers, also when it is ours.
        const checked = (await client.callTool({ name: 'delete_with_schema', arguments: { id: item } })) as Result
        expect(checked.isError).toBe(true)
        await approve(envelopeOf({ jsonrpc: '2.0', result: checked }).approval_url)
        const deleted = (await client.callTool({ name: 'delete_with_schema', arguments: { id: item } })) as Result
        expect(deleted.structuredContent).toEqual({ deleted: true, id: item })
      } finally {
        await client.close()
      }
    })
  })
})

test('a negotiating client reaches the stateless era through both fronts', async () => {
  for (const front of FRONTS) {
    const client = await connect('v2, negotiating', front, 'stdio')
    await client.callTool({ name: 'get_item', arguments: { id: `era-${front}` } })
    await client.close()
    const received = readFileSync(place.file('received'), 'utf8').split('\n')
    const line = received.find((text) => text.includes(`era-${front}`))
    expect(line).toContain(MODERN)
  }
})

test("a client that pins the stateless era through a server that only knows sessions gets the server's own refusal", async () => {
  const other = createPlace()
  const old = await other.serve({ servers: { old: stdioServer({}, { FIXTURE_ERA: 'legacy' }) } })
  const requestInit = { headers: { Authorization: `Bearer ${TOKENS.agent}` } }
  const pinned = new ClientV2({ name: 'p', version: '1' }, { versionNegotiation: { mode: { pin: MODERN } } })
  await expect(pinned.connect(new HttpV2(new URL('/mcp/old', old.url), { requestInit }))).rejects.toThrow()
  const auto = new ClientV2({ name: 'a', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await auto.connect(new HttpV2(new URL('/mcp/old', old.url), { requestInit }))
  const read = (await auto.callTool({ name: 'get_item', arguments: { id: '1' } })) as Result
  expect(read.content?.[0]?.text).toBe('item 1')
  await auto.close()
  await other.close()
})

describe('wrap in front of a URL', () => {
  test.each(['by its name', 'by its name and URL'])(
    '%s: headers of the configuration reach the server',
    async (how) => {
      const other = createPlace()
      const { url } = await other.startLedgerHttp()
      other.configure(withDefaults({ servers: { crm: { url, headers: { 'X-Team': 'blue' } } } }))
      const args = how === 'by its name' ? ['--name', 'crm'] : ['--name', 'crm', '--url', url]
      const client = await connectWrap(other, 'w', args)
      await client.callTool({ name: 'get_item', arguments: { id: '1' } })
      expect(other.ledger()).toHaveLength(1)
      expect(other.ledger()[0]?.headers?.['x-team']).toBe('blue')
      await client.close()
      await other.close()
    },
  )

  test('a URL that is not the configured one never gets the configured credentials', async () => {
    const other = createPlace()
    const { url } = await other.startLedgerHttp()
    other.configure(
      withDefaults({ servers: { crm: { url: `${url}?real`, headers: { Authorization: 'Bearer crm-secret' } } } }),
    )
    const client = await connectWrap(other, 'w', ['--name', 'crm', '--url', url])
    await client.callTool({ name: 'get_item', arguments: { id: '1' } })
    expect(other.ledger()[0]?.headers?.['authorization']).toBeUndefined()
    await client.close()
    await other.close()
  })
})

test('two wraps of one home share one page, and decisions there reach both', async () => {
  const other = createPlace()
  other.configure(withDefaults({ servers: { stdio: stdioServer() } }))
  const clients = await Promise.all(['a', 'b'].map((name) => connectWrap(other, name, ['--name', 'stdio'])))
  const urls: string[] = []
  for (const client of clients) {
    const held = (await client.callTool({ name: 'delete_item', arguments: { id: '1' } })) as Result
    urls.push(String(held.structuredContent?.['approval_url']))
  }
  // One page for the home, and holds of their own: the clients differ.
  expect(new Set(urls.map((url) => new URL(url).origin)).size).toBe(1)
  expect(new Set(urls).size).toBe(2)
  for (const url of urls) await approve(url)
  await eventually(() => (other.ledger().length === 2 ? true : undefined))
  for (const client of clients) await client.close()
  await other.close()
})
