/** The wrapper by what LangChain hands to it. (On LangChain itself: adapters/langchain.) */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardToolCalls } from '../../src/adapters/langchain.ts'
import type { HeldToolCall, LangChainOptions, ToolMessageFields } from '../../src/adapters/langchain.ts'
import { guardCall } from '../../src/guard/guard-call.ts'
import type { HoldRequests } from '../../src/requests/hold-requests.ts'
import { GUARD_WORLDS } from '../guard/guard-world.ts'
import type { GuardWorld } from '../guard/guard-world.ts'

class ToolMessage {
  content: string
  readonly status: string

  constructor(fields: ToolMessageFields) {
    this.content = fields.content
    this.status = fields.status
  }
}

class Paused extends Error {}

const [[, createWorld]] = GUARD_WORLDS
let world: GuardWorld
let requests: HoldRequests
let ran: unknown[]

beforeEach(async () => {
  world = await createWorld()
  requests = world.open()
  ran = []
})

afterEach(async () => {
  await requests.close()
  await world.close()
})

interface Setting {
  readonly options?: Partial<LangChainOptions<ToolMessage>>
  readonly configurable?: { readonly [name: string]: unknown }
  readonly interrupt?: (held: HeldToolCall) => unknown
  readonly tool?: unknown
  readonly name?: string
  readonly answers?: 'success' | 'error'
}

const pause = (): never => {
  throw new Paused()
}

async function present(setting: Setting = {}): Promise<ToolMessage> {
  const {
    options = {},
    configurable = { thread_id: 'one' },
    interrupt = pause,
    tool,
    name = 'delete_product',
  } = setting
  const guard = { guard: async (call: never, run: never) => await guardCall(requests, 'shop-agent', call, run) }
  const wrap = guardToolCalls(guard as Parameters<typeof guardToolCalls>[0], { ToolMessage, ...options })
  const request = { toolCall: { name, args: { sku: 'A' }, id: 'c1' }, tool, runtime: { configurable, interrupt } }
  return await wrap(request, ({ toolCall }) => {
    ran.push(toolCall.args)
    return new ToolMessage({
      content: 'done',
      tool_call_id: toolCall.id,
      name: toolCall.name,
      status: setting.answers ?? 'success',
    })
  })
}

test('it pauses by the interrupt of the runtime, with what an app needs to show', async () => {
  const held: HeldToolCall[] = []
  const interrupt = (value: HeldToolCall): never => {
    held.push(value)
    throw new Paused()
  }
  await expect(present({ interrupt })).rejects.toThrow(Paused)
  expect(held).toMatchObject([
    { holdpoint: { tool: 'delete_product', state: 'pending', text: expect.stringContaining('NOT RUN YET') } },
  ])
  expect(JSON.parse(JSON.stringify(held))).toEqual(held)
})

test('an interrupt that gives something back decides nothing: it is paused again', async () => {
  let times = 0
  const interrupt = (): unknown => {
    times += 1
    if (times < 4) return { decisions: [{ type: 'approve' }] }
    throw new Paused()
  }
  await expect(present({ interrupt })).rejects.toThrow(Paused)
  expect([times, ran]).toEqual([4, []])
})

test('a tool whose schema can be read may be edited, whatever library it is of', async () => {
  const properties = { sku: { type: 'string' } }
  const jsonSchema = { type: 'object', properties }
  const standard = { '~standard': { jsonSchema: { input: () => jsonSchema } } }
  for (const [thread, schema] of [
    ['json', jsonSchema],
    ['standard', standard],
  ] as const) {
    const setting = { configurable: { thread_id: thread }, tool: { description: 'Delete', schema } }
    await expect(present(setting)).rejects.toThrow(Paused)
    await world.approve({ sku: thread })
    const message = await present(setting)
    expect(message.content).toContain('changed the arguments')
    // It is told once more, and does not run.
    expect((await present(setting)).content).toContain('done')
  }
  expect(ran).toEqual([{ sku: 'json' }, { sku: 'standard' }])
})

test('a schema that no one can read is none', async () => {
  const { proxy } = Proxy.revocable({}, {})
  const broken = {
    '~standard': {
      jsonSchema: {
        input: () => {
          throw new Error('no')
        },
      },
    },
  }
  for (const schema of [broken, proxy, 'object', { type: 'string' }, null]) {
    await expect(present({ tool: { schema } })).rejects.toThrow(Paused)
  }
})

test('what is approved and can still be taken back for some seconds is not paused again', async () => {
  const options = { rules: [{ tool: '*', irreversible: true }] } as const
  await expect(present({ options })).rejects.toThrow(Paused)
  await world.approve()
  expect((await present({ options })).content).toBe('done')
})

test('a thread that is not kept is not interrupted', async () => {
  const interrupt = (): never => {
    throw Object.assign(new Error('No checkpointer set'), { lc_error_code: 'MISSING_CHECKPOINTER' })
  }
  const { content, status } = await present({ interrupt, options: { wait: 0 } })
  expect([content.includes('Nothing ran'), status, ran]).toEqual([true, 'error', []])
})

test('outside of a thread, one call is one question, also where it can still be taken back', async () => {
  const running = present({ configurable: {}, options: { rules: [{ tool: '*', irreversible: true }] } })
  await world.approve()
  expect((await running).content).toBe('done')
  expect(ran).toHaveLength(1)
})

test('an answer that says that it failed is told as it is, and stored as a failure', async () => {
  await expect(present()).rejects.toThrow(Paused)
  await world.approve()
  expect(await present({ answers: 'error' })).toMatchObject({ content: 'done', status: 'error' })
  const query = { tenant: null, state: null, server: null, tool: null, risk: null, text: null, limit: 5, cursor: null }
  expect((await world.store.holds.list(query)).holds[0]?.state).toBe('failed')
  expect(await present()).toMatchObject({ content: expect.stringContaining('failed'), status: 'error' })
  expect(ran).toHaveLength(1)
})

test('another failure of the interrupt is no answer', async () => {
  const interrupt = (): never => {
    throw new TypeError('broken')
  }
  await expect(present({ interrupt })).rejects.toThrow('broken')
})
