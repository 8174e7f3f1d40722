/** The card of a server that confirms its own tools: who is offered it, what it shows, and that a press on it counts once. */
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { confirmedTool, createHoldpoint } from '../src/index.ts'
import type { Holdpoint, HoldpointOptions } from '../src/index.ts'
import { connect, DRAWS_VIEWS, newServer } from './sdk-lines.ts'
import type { Agent, Line, Result, TestServer } from './sdk-lines.ts'

const LINES: readonly (readonly [Line, Line])[] = [
  ['v1', 'v1'],
  ['v1', 'v2'],
  ['v2', 'v1'],
  ['v2', 'v2'],
]
const CARD_URI = 'ui://holdpoint/card'
const CARD_KEY = 'dev.holdpoint/card'
const CARD_TOOLS = ['holdpoint_pending', 'holdpoint_status', 'holdpoint_decide']

interface Trial {
  readonly agent: Agent
  readonly holdpoint: Holdpoint
  readonly server: TestServer
  /** Every run of the tool's own function. */
  readonly ledger: string[]
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

async function warehouse(
  [line, client]: readonly [Line, Line],
  declared: object = DRAWS_VIEWS,
  options: Partial<HoldpointOptions> = {},
): Promise<Trial> {
  const server = newServer(line)
  const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {}, waitMs: 0, ...options })
  open.push(() => holdpoint.close())
  const ledger: string[] = []
  confirmedTool(
    server,
    'delete_product',
    {
      description: 'Delete a product.',
      inputSchema: z.object({ code: z.string() }),
      risk: 'high',
      undo: () => 'Restored.',
      preview: ({ code }) => ({ title: 'Delete Oak chair?', details: { code, status: 'active' } }),
      apply: ({ code }) => {
        ledger.push(code)
        return `Deleted ${code}.`
      },
    },
    holdpoint,
  )
  server.registerTool('read_product', { description: 'Read a product.' }, () => ({
    content: [{ type: 'text', text: 'Oak chair' }],
  }))
  const agent = await connect(server, line, client, null, declared)
  open.push(() => agent.close())
  return { agent, holdpoint, server, ledger }
}

interface CardFacts {
  readonly hold: string
  readonly nonce: string
  readonly state: string
  readonly digest: string
}

const cardOf = ({ _meta: meta }: Result): CardFacts => meta?.[CARD_KEY] as CardFacts
const textOf = ({ content }: Result): string => content.map(({ text = '' }) => text).join('\n')
/** The tools of a list that show the card, and how. */
const viewOf = (tool: { readonly [name: string]: unknown } | undefined): unknown =>
  (tool?.['_meta'] as { readonly ui?: { readonly resourceUri?: string } } | undefined)?.ui?.resourceUri

describe.each(LINES)('[S0.2] the card of a %s server, with a %s client that draws views', (...lines) => {
  test('stands on the confirmed tool alone, and its own tools are for views', async () => {
    const { agent } = await warehouse(lines)
    const tools = await agent.list()
    expect(tools.map(({ name }) => name)).toEqual(['delete_product', 'read_product', ...CARD_TOOLS])
    expect(tools.map(viewOf)).toEqual([CARD_URI, undefined, undefined, undefined, undefined])
    expect(tools[1]?.['description']).toBe('Read a product.')
    for (const tool of tools.slice(2)) expect(tool['_meta']).toEqual({ ui: { visibility: ['app'] } })
  })

  test('is a resource of a server that has no others', async () => {
    const { agent } = await warehouse(lines)
    expect(agent.offers['resources']).toEqual({})
    expect((await agent.resources()).map(({ uri }) => uri)).toEqual([CARD_URI])
    const [document] = await agent.read(CARD_URI)
    expect(document).toMatchObject({ uri: CARD_URI, mimeType: 'text/html;profile=mcp-app' })
    expect(document?.text).toMatch(/^<!doctype html>/i)
    expect(document?.text).toContain('"server":"warehouse"')
  })

  test('stands beside the resources that the server has', async () => {
    const { agent, server } = await warehouse(lines, DRAWS_VIEWS)
    expect((await agent.resources()).length).toBe(1)
    const other = newServer(lines[0])
    const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {} })
    open.push(() => holdpoint.close())
    confirmedTool(other, 'delete', { risk: 'high', apply: () => 'Done.' }, holdpoint)
    registerResource(other)
    const second = await connect(other, ...lines, null, DRAWS_VIEWS)
    open.push(() => second.close())
    expect((await second.resources()).map(({ uri }) => uri)).toEqual(['stock://all', CARD_URI])
    expect((await second.read('stock://all'))[0]?.text).toBe('17 chairs')
    expect(server).not.toBe(other)
  })

  test('decides with the nonce of the pending result, and the call runs once', async () => {
    const { agent, ledger } = await warehouse(lines)
    const waiting = await agent.call('delete_product', { code: 'A1', preview: false })
    expect(textOf(waiting)).toMatch(/^NOT RUN YET/)
    const { hold, nonce } = cardOf(waiting)
    expect(nonce).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify([waiting.content, waiting.structuredContent])).not.toContain(nonce)
    const told = await agent.call('holdpoint_decide', { hold, nonce, answer: 'approve' })
    expect(cardOf(told).state).toBe('approved')
    await expect.poll(() => ledger).toEqual(['A1'])
    // Pressed again, and collected by the agent: nothing runs a second time.
    await agent.call('holdpoint_decide', { hold, nonce, answer: 'approve' })
    const collected = await agent.call('delete_product', { code: 'A1', preview: false })
    expect(textOf(collected)).toContain('✅ Deleted A1.')
    expect(collected).toMatchObject({ _meta: { 'dev.holdpoint/hold': { id: hold, via: 'card' } } })
    expect(ledger).toEqual(['A1'])
  })

  test('a no on it runs nothing, and the agent is told', async () => {
    const { agent, ledger } = await warehouse(lines)
    const { hold, nonce } = cardOf(await agent.call('delete_product', { code: 'A1', preview: false }))
    const told = await agent.call('holdpoint_decide', { hold, nonce, answer: 'decline', reason: 'Wrong chair' })
    expect(cardOf(told).state).toBe('declined')
    const collected = await agent.call('delete_product', { code: 'A1', preview: false })
    expect(collected.isError).toBe(true)
    expect(textOf(collected)).toContain('Wrong chair')
    expect(ledger).toEqual([])
  })

  test('[S4] a wrong nonce decides nothing', async () => {
    const { agent, holdpoint, ledger } = await warehouse(lines)
    const { hold, nonce } = cardOf(await agent.call('delete_product', { code: 'A1', preview: false }))
    const other = cardOf(await agent.call('delete_product', { code: 'B2', preview: false }))
    for (const wrong of ['x'.repeat(43), other.nonce, '', `${nonce}A`]) {
      const told = await agent.call('holdpoint_decide', { hold, nonce: wrong, answer: 'approve' })
      expect(told.isError).toBe(true)
    }
    expect((await (await holdpoint.engine()).store.holds.get(hold))?.state).toBe('pending')
    expect(ledger).toEqual([])
  })
})

describe.each(LINES)('[L7] without the card, a %s server and a %s client', (...lines) => {
  test.each([
    ['a client that draws nothing', {}, {}],
    ['an author who wants none', DRAWS_VIEWS, { card: false }],
  ] as const)('%s sees none of it', async (_who, declared, options) => {
    const { agent, ledger, holdpoint } = await warehouse(lines, declared, options)
    const tools = await agent.list()
    expect(tools.map(({ name }) => name)).toEqual(['delete_product', 'read_product'])
    expect(tools.map(viewOf)).toEqual([undefined, undefined])
    expect(agent.offers['resources']).toBeUndefined()
    const waiting = await agent.call('delete_product', { code: 'A1' })
    expect(Object.keys(waiting['_meta'] ?? {})).not.toContain(CARD_KEY)
    const hold = String(waiting.structuredContent?.['approval_id'])
    const nonce = 'x'.repeat(43)
    // One line of the SDK answers with an error, the other with a result that is one.
    const told = await agent
      .call('holdpoint_decide', { hold, nonce, answer: 'approve' })
      .catch((error: unknown) => error)
    expect(JSON.stringify(told instanceof Error ? told.message : told)).toMatch(/not found/i)
    expect((await (await holdpoint.engine()).store.holds.get(hold))?.state).toBe('pending')
    expect(ledger).toEqual([])
  })
})

function registerResource(server: TestServer): void {
  const { registerResource: register } = server as unknown as {
    readonly registerResource: (name: string, uri: string, config: object, read: (uri: URL) => unknown) => unknown
  }
  register.call(server, 'stock', 'stock://all', {}, ({ href }) => ({ contents: [{ uri: href, text: '17 chairs' }] }))
}
