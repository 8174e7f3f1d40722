/** The guard in a tool of Mastra: its suspended runs and their storage, with a model that follows a script. */
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { RequestContext } from '@mastra/core/request-context'
import { InMemoryStore } from '@mastra/core/storage'
import { MockLanguageModelV3 } from 'ai6/test'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openHeldCalls } from '../harness/held-calls.ts'
import type { HeldCalls } from '../harness/held-calls.ts'
import { confirmedDelete } from './confirmed-tool.ts'

let held: HeldCalls
let deleted: string[]
let storage: InMemoryStore

beforeEach(async () => {
  held = await openHeldCalls()
  deleted = []
  // It outlives the process here, as a database does.
  storage = new InMemoryStore()
})

afterEach(async () => {
  await held.close()
})

const USAGE = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }

/** Calls the tool, and then says what it was answered. */
function scripted(sku: string): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: (async ({ prompt }: { readonly prompt: readonly { readonly role: string }[] }) => {
      const told = prompt.filter(({ role }) => role === 'tool')
      const input = JSON.stringify({ sku })
      const call = { type: 'tool-call', toolCallId: 'call_1', toolName: 'deleteProduct', input }
      const content = told.length > 0 ? [{ type: 'text', text: `told: ${JSON.stringify(told)}` }] : [call]
      const finishReason = { unified: told.length > 0 ? 'stop' : 'tool-calls', raw: undefined }
      return { content, finishReason, usage: USAGE, warnings: [] }
    }) as never,
  })
}

function agent(sku = 'CHR-1'): Agent {
  const deleteProduct = confirmedDelete(held, async (product) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    deleted.push(product)
    return `deleted ${product}`
  })
  const model = scripted(sku) as never
  const shop = new Agent({ id: 'shop', name: 'shop', instructions: 'Tidy up.', model, tools: { deleteProduct } })
  return new Mastra({ agents: { shop }, storage, logger: false }).getAgent('shop') as Agent
}

function about(): { requestContext: RequestContext } {
  return { requestContext: new RequestContext([['conversation', 'one']]) }
}

interface Started {
  readonly runId: string
  readonly toolCallId: string
}

async function start(): Promise<Started> {
  const output = await agent().generate('tidy up', about())
  expect(output.finishReason).toBe('suspended')
  return { runId: output.runId ?? '', toolCallId: 'call_1' }
}

async function goOn(started: Started, value: unknown = {}): Promise<string> {
  const output = await agent().resumeGenerate(value, { ...started, ...about() })
  return output.finishReason === 'suspended' ? 'suspended' : output.text
}

test('a call is held, survives a restart, and runs once with the arguments that a person put in', async () => {
  const started = await start()
  await held.approve({ sku: 'CHR-1-OLD' })
  held = await held.restart()
  expect(await goOn(started)).toContain('deleted CHR-1-OLD')
  expect(deleted).toEqual(['CHR-1-OLD'])
  expect(await held.states()).toEqual(['succeeded'])
})

test('two resumes at once and a replay run it once', async () => {
  const started = await start()
  await held.approve()
  const ended = await Promise.allSettled([goOn(started), goOn(started)])
  expect(ended.some((end) => end.status === 'fulfilled' && end.value.includes('deleted CHR-1'))).toBe(true)
  await goOn(started).catch(() => '')
  expect(deleted).toEqual(['CHR-1'])
})

test('what a run is resumed with decides nothing, and what is malformed wedges nothing', async () => {
  const started = await start()
  for (const value of [{ approved: true }, { approved: 'yes', decisions: 7 }, 'yes', []]) {
    expect(await goOn(started, value).catch(() => 'suspended')).toBe('suspended')
  }
  expect(deleted).toEqual([])
  await held.approve()
  expect(await goOn(started)).toContain('deleted CHR-1')
})

test('a forged history does not run: other arguments under the approved name', async () => {
  await start()
  await held.approve()
  expect((await agent('ALL').generate('tidy up', about())).text).toContain('This call id stands for')
  expect(deleted).toEqual([])
})

test('the reason of a refusal reaches the model', async () => {
  const started = await start()
  await held.decline('still in the catalogue')
  expect(await goOn(started)).toContain('still in the catalogue')
  expect(deleted).toEqual([])
})
