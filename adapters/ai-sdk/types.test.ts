/** What an author of either line writes compiles without a cast, and what would not work does not. */
import { guardTools, toolApproval } from '@holdpoint/mcp/ai-sdk'
import type { GuardToolsOptions } from '@holdpoint/mcp/ai-sdk'
import * as ai6 from 'ai6'
import { MockLanguageModelV3 } from 'ai6/test'
import * as ai7 from 'ai7'
import { MockLanguageModelV4 } from 'ai7/test'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { CallGuard } from '../../packages/mcp/src/guard/guarded-call.ts'

const holdpoint: CallGuard = {
  guard: async () => ({ kind: 'refused', code: 'DECLINED', text: 'Nothing ran.', hold: null }),
  ask: async () => ({ kind: 'refused', code: 'DECLINED', text: 'Nothing ran.', hold: null }),
}
const inputSchema = z.object({ sku: z.string() })

test('tools of version 6 keep their types, and rules know the input', () => {
  const tools = {
    delete_product: ai6.tool({ description: 'Deletes', inputSchema, execute: async ({ sku }) => ({ deleted: sku }) }),
    by_schema: ai6.tool({
      inputSchema: ai6.jsonSchema<{ code: number }>({ type: 'object' }),
      execute: async ({ code }) => code,
    }),
  }
  const guarded = guardTools(tools, {
    holdpoint,
    scope: 'chat',
    rules: {
      delete_product: {
        risk: 'high',
        preview: async (input) => {
          expectTypeOf(input).toEqualTypeOf<{ sku: string }>()
          return { title: `Delete ${input.sku}?` }
        },
      },
      by_schema: { risk: 'medium', rationale: ({ code }) => `Because of ${code.toFixed()}` },
    },
  })
  expectTypeOf(guarded).toEqualTypeOf<typeof tools>()
  const asked = async (): Promise<unknown> =>
    await ai6.generateText({ model: new MockLanguageModelV3(), tools: guarded, prompt: '' })
  expect(asked).toBeTypeOf('function')
})

test('tools and approvals of version 7, a tool that yields, one of another schema', () => {
  const tools = {
    delete_product: ai7.tool({
      description: 'Deletes',
      inputSchema,
      async *execute({ sku }) {
        yield { deleted: null }
        yield { deleted: sku }
      },
    }),
    anything: ai7.dynamicTool({ inputSchema: z.unknown(), execute: async () => 1 }),
  }
  const options: GuardToolsOptions<typeof tools> = {
    holdpoint,
    scope: 'chat',
    rules: {
      delete_product: { risk: 'high', preview: async ({ sku }) => ({ title: sku.toUpperCase() }) },
      anything: { risk: 'medium' },
    },
  }
  const asked = async (): Promise<unknown> =>
    await ai7.generateText({
      model: new MockLanguageModelV4(),
      tools: guardTools(tools, options),
      toolApproval: toolApproval(tools, options),
      prompt: '',
    })
  expect(asked).toBeTypeOf('function')
})

test('a rule for no tool, or for one that nothing here executes, is refused', () => {
  const tools = { delete_product: ai7.tool({ inputSchema, outputSchema: z.string() }) }
  // @ts-expect-error there is no such tool
  expect(() => guardTools(tools, { holdpoint, scope: 'chat', rules: { delete: { risk: 'high' } } })).toThrow(
    /no such tool/,
  )
  const rules = { delete_product: { risk: 'high' } } as const
  expect(() => guardTools(tools, { holdpoint, scope: 'chat', rules })).toThrow(/no "execute"/)
  expect(() => guardTools(tools, { holdpoint, scope: '', rules })).toThrow(/scope is empty/)
})
