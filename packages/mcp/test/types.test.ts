/** What an author's editor knows: the arguments of `preview` and `apply` are those of the schema, on both lines, and what does not fit is no program. The type check of the tests is the proof. */
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpServer as ServerV2 } from '@modelcontextprotocol/server'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { confirm, confirmedTool, createHoldpoint, notFound } from '../src/index.ts'
import type { ApplyContext, ArgumentsOf, Guarded } from '../src/index.ts'

const info = { name: 'warehouse', version: '1.0.0' }
const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {} })
const schema = z.object({ code: z.string(), count: z.number().default(1), note: z.string().optional() })
const shape = { code: z.string(), note: z.string().optional() }

describe('the arguments of a tool', () => {
  test('are what the schema gives, with its defaults', () => {
    expectTypeOf<ArgumentsOf<typeof schema>>().toEqualTypeOf<{
      code: string
      count: number
      note?: string | undefined
    }>()
  })

  test('of a plain shape may leave out what is optional', () => {
    expectTypeOf<ArgumentsOf<typeof shape>>().toEqualTypeOf<{ code: string; note?: string | undefined }>()
  })

  test.each([
    ['v1', () => new ServerV1(info)],
    ['v2', () => new ServerV2(info)],
  ])('are known to preview and apply of a %s server', (_line, create) => {
    confirmedTool(
      create(),
      'delete_product',
      {
        inputSchema: schema,
        risk: 'high',
        preview: async ({ code, count }) => {
          expectTypeOf(code).toBeString()
          expectTypeOf(count).toBeNumber()
          return code === '' ? notFound('It') : { title: `Delete ${count} × ${code}?`, details: { code } }
        },
        apply: ({ code, note }, context) => {
          expectTypeOf(code).toBeString()
          expectTypeOf(note).toEqualTypeOf<string | undefined>()
          expectTypeOf(context).toEqualTypeOf<ApplyContext>()
          return code
        },
      },
      holdpoint,
    )
  })

  test('of another kind are no program', () => {
    const server = new ServerV2(info)
    confirmedTool(
      server,
      'first',
      {
        inputSchema: schema,
        risk: 'high',
        // @ts-expect-error -- the schema has no such argument
        apply: ({ sku }) => sku as string,
      },
      holdpoint,
    )
    // @ts-expect-error -- a tool that asks nobody is the SDK's own
    confirmedTool(server, 'second', { risk: 'low', apply: () => 'ran' }, holdpoint)
    // @ts-expect-error -- without a risk nobody knows how it is asked
    confirmedTool(server, 'third', { apply: () => 'ran' }, holdpoint)
  })
})

test('what a guarded call came to has to be looked at before its result is used', () => {
  expectTypeOf<Guarded<string>>().not.toHaveProperty('result')
  expectTypeOf<Extract<Guarded<string>, { kind: 'ran' }>['result']>().toBeString()
})

test('confirm takes the parts of a client that a framework has', () => {
  expectTypeOf(confirm).parameter(1).toHaveProperty('ask')
  expectTypeOf(confirm).returns.resolves.toHaveProperty('content')
})
