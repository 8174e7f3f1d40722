/** A server's author confirms one tool, on the real SDKs: who is asked, what they see, and that it runs once or not at all. */
import { fromJsonSchema } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { confirmedTool, createHoldpoint, notFound, notPossible } from '../src/index.ts'
import type { Holdpoint, HoldpointOptions } from '../src/index.ts'
import { acting, choosing, connect, newServer } from './sdk-lines.ts'
import type { Agent, Form, Line, Person, Result, TestServer } from './sdk-lines.ts'

const LINES: readonly (readonly [Line, Line])[] = [
  ['v1', 'v1'],
  ['v1', 'v2'],
  ['v2', 'v1'],
  ['v2', 'v2'],
]

interface Trial {
  readonly server: TestServer
  readonly holdpoint: Holdpoint
  readonly products: Map<string, { readonly name: string; readonly status: string }>
  /** Every run of the tool's own function. */
  readonly ledger: string[]
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

function warehouse(line: Line, options: Partial<HoldpointOptions> = {}): Trial {
  const server = newServer(line)
  const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {}, ...options })
  open.push(() => holdpoint.close())
  const products = new Map([['A1', { name: 'Oak chair', status: 'active' }]])
  const ledger: string[] = []
  confirmedTool(
    server,
    'delete_product',
    {
      description: 'Delete a product.',
      inputSchema: z.object({ code: z.string() }),
      risk: 'high',
      irreversible: true,
      preview: async ({ code }) => {
        const product = products.get(code)
        if (product === undefined) return notFound(`Product ${code}`)
        return {
          title: `Delete ${product.name}?`,
          details: { code, ...product },
          impact: [{ label: 'open orders', value: '3' }],
        }
      },
      apply: async ({ code }, { approvedBy }) => {
        ledger.push(code)
        const product = products.get(code)
        if (product === undefined) throw new Error(`No product ${code}.`)
        products.delete(code)
        return `Deleted ${product.name} for ${approvedBy === null ? 'nobody' : 'a person'}.`
      },
    },
    holdpoint,
  )
  server.registerTool('read_product', { inputSchema: z.object({ code: z.string() }) }, (({
    code,
  }: {
    code: string
  }) => ({
    content: [{ type: 'text', text: products.get(code)?.name ?? 'none' }],
  })) as never)
  return { server, holdpoint, products, ledger }
}

async function agentOf({ server }: Trial, [line, client]: readonly [Line, Line], person: Person): Promise<Agent> {
  const agent = await connect(server, line, client, person)
  open.push(() => agent.close())
  return agent
}

const textOf = ({ content }: Result): string => content.map(({ text = '' }) => text).join('\n')

describe.each(LINES)('[S2] a confirmed tool of a %s server, with a %s client', (...lines) => {
  test('[S2.1] what is not there asks nobody', async () => {
    const seen: Form[] = []
    const trial = warehouse(lines[0])
    const agent = await agentOf(trial, lines, choosing('Run', seen))
    const result = await agent.call('delete_product', { code: 'ZZ' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('Product ZZ was not found.')
    expect(seen).toEqual([])
    expect(trial.ledger).toEqual([])
  })

  test('[S2.2] [S2.3] the question shows the thing, and a yes runs it once', async () => {
    const seen: Form[] = []
    const trial = warehouse(lines[0])
    const agent = await agentOf(trial, lines, choosing('Run it once', seen))
    const result = await agent.call('delete_product', { code: 'A1' })
    expect(textOf(result)).toBe('✅ Deleted Oak chair for a person.')
    expect(trial.ledger).toEqual(['A1'])
    const [form] = seen
    expect(form?.message).toContain('⚠️ Delete Oak chair?')
    for (const part of ['A1', 'active', 'open orders', '3', 'cannot be undone']) expect(form?.message).toContain(part)
    expect(result).toMatchObject({ _meta: { 'dev.holdpoint/hold': { state: 'succeeded', via: 'elicitation' } } })
  })

  test('[S2.3] a no and a cancel run nothing, and say whose they are', async () => {
    for (const [action, words] of [
      ['decline', 'declined by user'],
      ['cancel', 'cancelled by user'],
    ] as const) {
      const trial = warehouse(lines[0])
      const agent = await agentOf(trial, lines, acting(action))
      const result = await agent.call('delete_product', { code: 'A1' })
      expect(result.isError).toBe(true)
      expect(textOf(result)).toMatch(/^❌ /)
      expect(textOf(result)).toContain(words)
      expect(trial.ledger).toEqual([])
    }
  })

  test('without a way to ask, the agent gets the envelope, and nothing runs', async () => {
    const trial = warehouse(lines[0])
    const agent = await agentOf(trial, lines, null)
    const result = await agent.call('delete_product', { code: 'A1' })
    expect(result.structuredContent).toMatchObject({ requires_human_approval: true, state: 'pending' })
    expect(String(result.structuredContent?.['approval_url'])).toMatch(/^http:\/\/localhost:\d+\/approvals\//)
    expect(textOf(result)).toMatch(/^NOT RUN YET\./)
    expect(textOf(result)).not.toContain('holdpoint open')
    expect(trial.ledger).toEqual([])
  })

  test('what the tool throws is a plain error of it, told once', async () => {
    const trial = warehouse(lines[0])
    const server = newServer(lines[0])
    const runs: number[] = []
    confirmedTool(
      server,
      'fail',
      {
        risk: 'high',
        apply: () => {
          runs.push(1)
          throw new Error('The database is locked.')
        },
      },
      trial.holdpoint,
    )
    const agent = await agentOf({ ...trial, server }, lines, choosing('Run'))
    const result = await agent.call('fail', {})
    expect(result.isError).toBe(true)
    expect(textOf(result)).toBe('The database is locked.')
    expect(runs).toEqual([1])
  })

  test('[S0.4] [S0.5] lists coach and hint, and leave other tools as they are', async () => {
    const trial = warehouse(lines[0])
    const agent = await agentOf(trial, lines, null)
    const [deletes, reads] = await agent.list()
    expect(deletes).toMatchObject({ name: 'delete_product', annotations: { destructiveHint: true } })
    expect(String(deletes?.['description'])).toContain('end your turn')
    expect(reads?.['description']).toBeUndefined()
    expect(textOf(await agent.call('read_product', { code: 'A1' }))).toBe('Oak chair')
  })

  test('arguments that the schema refuses ask nobody', async () => {
    const seen: Form[] = []
    const trial = warehouse(lines[0])
    const agent = await agentOf(trial, lines, choosing('Run', seen))
    const result = await agent.call('delete_product', { code: 7 })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('code')
    expect(seen).toEqual([])
    expect(trial.ledger).toEqual([])
  })

  test('the identical call twice at once is one question and one run', async () => {
    const seen: Form[] = []
    const trial = warehouse(lines[0])
    const agent = await agentOf(trial, lines, choosing('Run', seen))
    const [one, two] = await Promise.all([
      agent.call('delete_product', { code: 'A1' }),
      agent.call('delete_product', { code: 'A1' }),
    ])
    expect(seen).toHaveLength(1)
    expect(trial.ledger).toEqual(['A1'])
    expect([textOf(one), textOf(two)].filter((text) => text.startsWith('✅'))).not.toEqual([])
  })

  test('[S6] what changed after the question voids the answer: it is asked anew', async () => {
    const seen: Form[] = []
    const trial = warehouse(lines[0])
    const agent = await agentOf(trial, lines, async (form) => {
      seen.push(form)
      if (seen.length === 1) trial.products.set('A1', { name: 'Oak chair', status: 'sold' })
      return await choosing('Run')(form)
    })
    const result = await agent.call('delete_product', { code: 'A1' })
    expect(seen).toHaveLength(2)
    expect(seen[1]?.message).toContain('sold')
    expect(trial.ledger).toEqual(['A1'])
    expect(textOf(result)).toMatch(/^✅/)
  })
})

test('what cannot be done asks nobody, and says why; what cannot be done any more voids the yes', async () => {
  const seen: Form[] = []
  const runs: string[] = []
  const trial = warehouse('v2')
  const server = newServer('v2')
  let state = 'fulfilled'
  confirmedTool(
    server,
    'cancel_order',
    {
      risk: 'high',
      preview: () => (state === 'open' ? { title: 'Cancel SO-1?' } : notPossible(`SO-1 is ${state}.`)),
      apply: () => void runs.push(state),
    },
    trial.holdpoint,
  )
  const agent = await agentOf({ ...trial, server }, ['v2', 'v2'], async (form) => {
    state = 'fulfilled'
    return await choosing('Run', seen)(form)
  })
  const refused = await agent.call('cancel_order', {})
  expect(refused.isError).toBe(true)
  expect(textOf(refused)).toBe('Nothing ran, and nobody was asked: SO-1 is fulfilled.')
  expect(seen).toEqual([])
  state = 'open'
  const voided = await agent.call('cancel_order', {})
  expect(voided.isError).toBe(true)
  expect(textOf(voided)).toContain('SO-1 is fulfilled.')
  expect(seen).toHaveLength(1)
  expect(runs).toEqual([])
})

test('no argument of the agent approves anything', async () => {
  const trial = warehouse('v2')
  const agent = await agentOf(trial, ['v2', 'v2'], null)
  for (const sent of [{ confirm: true }, { preview: false }, { approved: true, confirm: true, preview: false }]) {
    const result = await agent.call('delete_product', { code: 'A1', ...sent })
    expect(textOf(result)).toMatch(/NOT RUN YET/)
  }
  expect(trial.ledger).toEqual([])
})

test('the page answers, once, whoever holds the code, and nobody else', async () => {
  const told: string[] = []
  const trial = warehouse('v2', { log: (line) => told.push(line) })
  const agent = await agentOf(trial, ['v2', 'v2'], null)
  const envelope = (await agent.call('delete_product', { code: 'A1' })).structuredContent
  const url = new URL(String(envelope?.['approval_url']))
  const digest = (await (await trial.holdpoint.engine()).store.holds.get(String(envelope?.['approval_id'])))?.call
    .digest
  const post = async (path: string, body: object, key = ''): Promise<Response> =>
    await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
  expect((await post(`${url.pathname}/verdict`, { answer: 'approve', digest })).status).toBe(401)
  expect((await post('/sign-in', { code: 'AAAAAAAA' })).status).toBe(401)
  const code = /sign in with the code (\w+)/.exec(told.join('\n'))?.[1]
  const { key } = (await (await post('/sign-in', { code })).json()) as { key: string }
  const card = await fetch(new URL(`${url.pathname}/card`, url), { headers: { authorization: `Bearer ${key}` } })
  expect(await card.json()).toMatchObject({ tool: 'delete_product', state: 'pending', hold: { risk: 'high' } })
  expect((await post(`${url.pathname}/verdict`, { answer: 'approve', digest: 'another' }, key)).status).toBe(409)
  expect(trial.ledger).toEqual([])
  expect((await post(`${url.pathname}/verdict`, { answer: 'approve', digest }, key)).status).toBe(200)
  await expect.poll(() => trial.ledger).toEqual(['A1'])
  // The agent collects what ran.
  expect(textOf(await agent.call('delete_product', { code: 'A1' }))).toMatch(/^✅ Deleted Oak chair/)
  expect(trial.ledger).toEqual(['A1'])
})

test('a handler that is called past us runs nothing', async () => {
  const trial = warehouse('v2')
  const server = newServer('v2')
  server.registerTool('read', {}, () => ({ content: [] }))
  const agent = await connect(server, 'v2', 'v2', null)
  open.push(() => agent.close())
  const runs: number[] = []
  // Registered after the server was connected: the transport is not ours.
  confirmedTool(server, 'late', { risk: 'high', apply: () => runs.push(1) }, trial.holdpoint)
  const result = await agent.call('late', {})
  expect(result.isError).toBe(true)
  expect(textOf(result)).toContain('did not come through Holdpoint')
  expect(runs).toEqual([])
})

describe('schemas of other kinds', () => {
  const jsonSchema = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] } as const
  test.each([
    ['a plain shape, on v1', 'v1', { code: z.string() }],
    ['a JSON Schema, on v2', 'v2', fromJsonSchema<{ code: string }>(jsonSchema)],
  ] as const)('%s: shown, judged before anybody is asked, and handed on', async (_kind, line, inputSchema) => {
    const seen: Form[] = []
    const ran: unknown[] = []
    const server = newServer(line)
    const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {} })
    open.push(() => holdpoint.close())
    const apply = (args: unknown): string => `Ran ${ran.push(args)}.`
    confirmedTool(server, 'delete_product', { inputSchema: inputSchema as never, risk: 'high', apply }, holdpoint)
    const agent = await connect(server, line, line, choosing('Run it once', seen))
    open.push(() => agent.close())
    expect((await agent.call('delete_product', { code: 7 })).isError).toBe(true)
    expect(seen).toEqual([])
    expect(textOf(await agent.call('delete_product', { code: 'A1' }))).toBe('✅ Ran 1.')
    expect(seen[0]?.message).toContain('A1')
    expect(ran).toEqual([{ code: 'A1' }])
  })
})
