/** Arguments that a person changed go through the tool's own schema, as those of a model do; a tool that yields gives its last value. */
import { guardTools } from '@holdpoint/mcp/ai-sdk'
import { jsonSchema, tool } from 'ai7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
let ran: unknown[]

beforeEach(async () => {
  shop = await openShop()
  ran = []
})
afterEach(async () => await shop.close())

const CALL = { toolCallId: 'call-1', messages: [] }

function guarded(inputSchema: object): {
  execute(input: object, call: object): Promise<unknown>
  toModelOutput(about: object): Promise<unknown>
} {
  const refund = tool({
    inputSchema: inputSchema as z.ZodType<{ amount: number }>,
    async *execute(input) {
      ran.push(input)
      yield 'refunding'
      yield `refunded ${input.amount}`
    },
  })
  const rules = { refund: { risk: 'high' } } as const
  const { holdpoint, scope, wait } = shop.options() as Parameters<typeof guardTools>[1] & { wait: number }
  return guardTools({ refund }, { holdpoint, scope, wait, rules }).refund as never
}

const ODD = z.object({ amount: z.number() }).refine(({ amount }) => amount <= 100, 'at most 100')

test('what fits runs, and the last value is the result', async () => {
  const refund = guarded(ODD)
  const running = refund.execute({ amount: 10 }, CALL)
  await shop.world.approve({ amount: 20 })
  expect(await running).toBe('refunded 20')
  expect(ran).toEqual([{ amount: 20 }])
  expect(await refund.toModelOutput({ toolCallId: 'call-1', input: { amount: 10 }, output: 'refunded 20' })).toEqual({
    type: 'content',
    value: [
      { type: 'text', text: 'A person changed the arguments of this call. It ran with: {"amount":20}' },
      { type: 'text', text: 'refunded 20' },
    ],
  })
})

test.each([
  ['a Standard Schema', ODD],
  [
    'a schema of the AI SDK',
    jsonSchema<{ amount: number }>(
      { type: 'object', properties: { amount: { type: 'number' } } },
      {
        validate: (value) => {
          const fit = ODD.safeParse(value)
          return fit.success ? { success: true, value: fit.data } : { success: false, error: fit.error }
        },
      },
    ),
  ],
])('what does not fit runs nothing, and is reported as failed: %s', async (_what, schema) => {
  const running = guarded(schema).execute({ amount: 10 }, CALL)
  const caught = expect(running).rejects.toThrow(/do not fit it: .*at most 100/s)
  const { id } = await shop.world.question()
  await shop.world.approve({ amount: 200 })
  await caught
  expect(ran).toEqual([])
  expect((await shop.world.store.holds.get(id))?.state).toBe('failed')
})
