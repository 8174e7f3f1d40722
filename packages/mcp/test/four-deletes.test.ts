/**
 * [S2.4] For each of four delete tools of a server that confirms them itself: not found, accepted, declined, cancelled, and what the question shows. Written as an author would write it, with
 * `@holdpoint/mcp/testing` alone.
 */
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { confirmedTool, notFound } from '../src/index.ts'
import { createTestHoldpoint } from '../src/testing/index.ts'
import type { TestHoldpoint } from '../src/testing/index.ts'

interface Kind {
  readonly tool: string
  readonly things: string
  readonly name: string
  readonly code: string
  readonly status: string
  readonly impact: readonly (readonly [string, string])[]
}

const KINDS: readonly Kind[] = [
  {
    tool: 'delete_product',
    things: 'Product',
    name: 'Oak chair',
    code: 'CHR-1',
    status: 'active',
    impact: [['Open orders', '3']],
  },
  {
    tool: 'delete_supplier',
    things: 'Supplier',
    name: 'Holz & Co',
    code: 'SUP-9',
    status: 'preferred',
    impact: [['Products', '41']],
  },
  {
    tool: 'delete_order',
    things: 'Order',
    name: 'SO-1007',
    code: 'SO-1007',
    status: 'paid',
    impact: [
      ['Amount', '€ 1,240.00'],
      ['Lines', '4'],
    ],
  },
  {
    tool: 'delete_customer',
    things: 'Customer',
    name: 'Ines Weber',
    code: 'CUS-3',
    status: 'active',
    impact: [['Invoices', '12']],
  },
]

interface Trial extends TestHoldpoint {
  readonly call: (code: string) => Promise<{ readonly isError?: boolean; readonly text: string }>
  readonly deleted: string[]
}

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

async function serve(kind: Kind): Promise<Trial> {
  const trial = createTestHoldpoint({ server: 'warehouse' })
  const server = new McpServer({ name: 'warehouse', version: '1.0.0' })
  const deleted: string[] = []
  confirmedTool(
    server,
    kind.tool,
    {
      description: `Delete one ${kind.things.toLowerCase()}.`,
      inputSchema: z.object({ code: z.string() }),
      risk: 'high',
      irreversible: true,
      preview: ({ code }) =>
        code === kind.code
          ? {
              title: `Delete ${kind.name}?`,
              details: { name: kind.name, code, status: kind.status },
              impact: kind.impact.map(([label, value]) => ({ label, value })),
            }
          : notFound(`${kind.things} ${code}`),
      apply: ({ code }) => {
        deleted.push(code)
        return `${kind.things} ${kind.name} was deleted.`
      },
    },
    trial.holdpoint,
  )
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: trial.person.capabilities })
  client.setRequestHandler('elicitation/create', trial.person.onElicitation)
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair()
  await server.connect(serverSide)
  await client.connect(clientSide)
  ended.push(async () => {
    await client.close()
    await trial.holdpoint.close()
  })
  return {
    ...trial,
    deleted,
    async call(code) {
      const { isError, content } = await client.callTool({ name: kind.tool, arguments: { code } })
      const [first] = content
      return { ...(isError === undefined ? {} : { isError }), text: first?.type === 'text' ? first.text : '' }
    },
  }
}

describe.each(KINDS)('[S2.4] $tool', (kind) => {
  test('not found: nobody is asked', async () => {
    const { call, deleted, person } = await serve(kind)
    const { isError, text } = await call('NOPE')
    expect(isError).toBe(true)
    expect(text).toContain(`${kind.things} NOPE was not found.`)
    expect(person.questions).toEqual([])
    expect(deleted).toEqual([])
  })

  test('accepted: it runs once, and the words are the server’s', async () => {
    const { call, deleted } = await serve(kind)
    expect(await call(kind.code)).toEqual({ text: `✅ ${kind.things} ${kind.name} was deleted.` })
    expect(deleted).toEqual([kind.code])
  })

  test.each(['decline', 'cancel'] as const)(
    'a %s: nothing runs, and the agent is told whose it was',
    async (answer) => {
      const { call, deleted, person } = await serve(kind)
      person.will(answer)
      const { isError, text } = await call(kind.code)
      expect(isError).toBe(true)
      expect(text).toMatch(answer === 'decline' ? /^❌ .* declined by user/ : /^❌ .* cancelled by user/)
      expect(person.questions).toHaveLength(1)
      expect(deleted).toEqual([])
    },
  )

  test('an accept without a choice decides nothing', async () => {
    const { call, deleted, person } = await serve(kind)
    person.will('nothing')
    const { text } = await call(kind.code)
    expect(text).toMatch(/^NOT RUN YET/)
    expect(deleted).toEqual([])
  })

  test('[S2.2] the question shows name, code, status, what goes with it, and that it cannot be undone', async () => {
    const { call, person } = await serve(kind)
    await call(kind.code)
    const [question] = person.questions
    expect(question?.message).toContain(`⚠️ Delete ${kind.name}?`)
    expect(question?.message).toContain('cannot be undone')
    for (const part of [kind.name, kind.code, kind.status, ...kind.impact.flat()]) {
      expect(question?.message).toContain(part)
    }
    expect(question?.choices).toEqual(['Run it once', "Don't run it"])
  })
})
