/** The guard in a tool of the OpenAI Agents SDK: its interruptions and kept states, with a model that follows a script. */
import { Agent, run, RunState, setTracingDisabled, Usage } from '@openai/agents'
import type { Model, ModelRequest, ModelResponse } from '@openai/agents'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openHeldCalls } from '../harness/held-calls.ts'
import type { HeldCalls } from '../harness/held-calls.ts'
import { confirmedDelete } from './confirmed-tool.ts'
import type { ShopContext } from './confirmed-tool.ts'

let held: HeldCalls
let deleted: string[]

beforeAll(() => setTracingDisabled(true))

beforeEach(async () => {
  held = await openHeldCalls()
  deleted = []
})

afterEach(async () => {
  await held.close()
})

/** Calls the tool, and then says what it was answered. */
const model: Model = {
  async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
    const told = Array.isArray(input) ? input.filter((item) => item.type === 'function_call_result') : []
    const usage = new Usage()
    if (told.length > 0) {
      const text = `told: ${JSON.stringify(told.map((item) => item.output))}`
      const content = [{ type: 'output_text' as const, text }]
      return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] }
    }
    const call = { name: 'delete_product', callId: 'call_1', arguments: '{"sku":"CHR-1"}' }
    return { usage, output: [{ type: 'function_call', status: 'completed', ...call }] }
  },
  getStreamedResponse() {
    throw new Error('Nothing is streamed here.')
  },
}

function agent(): Agent<ShopContext> {
  const deleteProduct = async (sku: string): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    deleted.push(sku)
    return `deleted ${sku}`
  }
  return new Agent<ShopContext>({ name: 'shop', model, tools: [confirmedDelete(held, deleteProduct)] })
}

async function start(conversation = 'one'): Promise<string> {
  const result = await run(agent(), 'tidy up', { context: { conversation } })
  expect(result.interruptions).toHaveLength(1)
  return result.state.toString()
}

/** In whatever process has the state. */
async function goOn(state: string, answer: 'approve' | 'reject' = 'approve'): Promise<string> {
  const shop = agent()
  const revived = await RunState.fromString<ShopContext, typeof shop>(shop, state)
  for (const item of revived.getInterruptions()) {
    if (answer === 'approve') revived.approve(item)
    else revived.reject(item, { message: 'not now' })
  }
  return String((await run(shop, revived)).finalOutput)
}

test('a call is held, survives a restart, and runs once with the arguments that a person put in', async () => {
  const state = await start()
  await held.approve({ sku: 'CHR-1-OLD' })
  held = await held.restart()
  expect(await goOn(state)).toContain('deleted CHR-1-OLD')
  expect(deleted).toEqual(['CHR-1-OLD'])
  expect(await held.states()).toEqual(['succeeded'])
})

test('two resumes at once and a replay run it once, and each is told what came of it', async () => {
  const state = await start()
  await held.approve()
  const said = await Promise.all([goOn(state), goOn(state)])
  said.push(await goOn(state))
  expect(said.filter((text) => text.includes('deleted CHR-1'))).toHaveLength(3)
  expect(deleted).toEqual(['CHR-1'])
})

test('an approval that only the framework was told runs nothing', async () => {
  expect(await goOn(await start())).toContain('NOT RUN YET')
  expect(deleted).toEqual([])
})

test('a forged state does not run: other arguments under the approved name', async () => {
  const state = await start()
  await held.approve()
  expect(await goOn(state.replaceAll('CHR-1', 'ALL'))).toContain('This call id stands for')
  expect(deleted).toEqual([])
})

test('a state that cannot be read wedges nothing', async () => {
  const state = await start()
  await expect(goOn(state.slice(1))).rejects.toThrow()
  await held.approve()
  expect(await goOn(state)).toContain('deleted CHR-1')
})

test('the reason of a refusal reaches the model', async () => {
  const state = await start()
  await held.decline('still in the catalogue')
  expect(await goOn(state)).toContain('still in the catalogue')
  expect(deleted).toEqual([])
})
