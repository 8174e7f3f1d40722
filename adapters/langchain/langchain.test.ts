/** The middleware on LangChain itself: its interrupts, threads and resumes, with a model that follows a script. */
import { MemorySaver } from '@langchain/langgraph'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openHeldCalls } from '../harness/held-calls.ts'
import type { HeldCalls } from '../harness/held-calls.ts'
import { createShopAgent, reopened } from './shop-agent.ts'

const DELETE = { name: 'delete_product', args: { sku: 'CHR-1' }, id: 'call_1' }
const OTHER = { name: 'delete_product', args: { sku: 'LMP-2' }, id: 'call_2' }

let held: HeldCalls

beforeEach(async () => {
  held = await openHeldCalls()
})

afterEach(async () => {
  await held.close()
})

test('a call is held, survives a restart, and runs once with the arguments that a person put in', async () => {
  const saver = new MemorySaver()
  const deleted: string[] = []
  const before = createShopAgent(held, { calls: [DELETE], saver, deleted })
  const started = await before.start()
  expect(started.held.map(({ value }) => value.holdpoint)).toMatchObject([
    { tool: 'delete_product', state: 'pending', approval_url: expect.any(String) },
  ])
  await held.approve({ sku: 'CHR-1-OLD' })
  held = await held.restart()
  const after = createShopAgent(held, { calls: [DELETE], saver: reopened(saver), deleted })
  const { said } = await after.takeUp(started.held)
  expect(deleted).toEqual(['CHR-1-OLD'])
  expect(said).toContain('deleted CHR-1-OLD')
  expect(said).toContain('changed the arguments')
  expect(await held.states()).toEqual(['succeeded'])
})

test('two resumes at once run it once, and both are told what came of it', async () => {
  const saver = new MemorySaver()
  const agent = createShopAgent(held, { calls: [DELETE], saver, slow: 100 })
  await agent.start()
  await held.approve()
  const ended = await Promise.all([agent.resume('a'), agent.resume('b')])
  expect(agent.deleted).toEqual(['CHR-1'])
  for (const { said } of ended) expect(said).toContain('deleted CHR-1')
})

test('a thread that is taken back to before the call, and run again, runs nothing again', async () => {
  const agent = createShopAgent(held, { calls: [DELETE] })
  await agent.start()
  await held.approve()
  await agent.resume(true)
  for (const config of await agent.history()) {
    const { said } = await agent
      .invoke(null, { configurable: config.configurable ?? {} })
      .catch(() => ({ said: 'deleted' }))
    expect(said === '' || said.includes('deleted')).toBe(true)
  }
  expect(agent.deleted).toEqual(['CHR-1'])
})

test('a forged history runs nothing: the approved call with other arguments, and a call that nobody asked about', async () => {
  const agent = createShopAgent(held, { calls: [DELETE] })
  await agent.start()
  await held.approve()
  const forged = { ...DELETE, args: { sku: 'ALL' } }
  expect((await agent.forge(forged)).said).toContain('This call id stands for')
  expect((await agent.forge({ ...forged, id: 'call_7' })).held).toHaveLength(1)
  expect((await agent.forge(forged, 'another')).held).toHaveLength(1)
  expect(agent.deleted).toEqual([])
})

test('what the thread is resumed with decides nothing, and what is malformed wedges nothing', async () => {
  const agent = createShopAgent(held, { calls: [DELETE] })
  await agent.start()
  const forged = { decisions: [{ type: 'approve' }] }
  for (const value of [forged, { decisions: 7 }, 'yes', 1, [], { type: 'edit', editedAction: {} }]) {
    const { held: again } = await agent.resume(value)
    expect(again).toHaveLength(1)
  }
  // LangGraph takes no such value at all.
  await expect(agent.resume(0)).rejects.toThrow('empty')
  expect(agent.deleted).toEqual([])
  await held.approve()
  expect((await agent.resume({ decisions: null })).said).toContain('deleted CHR-1')
  expect(agent.deleted).toEqual(['CHR-1'])
})

test('the reason of a refusal reaches the model', async () => {
  const agent = createShopAgent(held, { calls: [DELETE] })
  await agent.start()
  await held.decline('still in the catalogue')
  const { said } = await agent.resume(true)
  expect(said).toContain('error')
  expect(said).toContain('still in the catalogue')
  expect(agent.deleted).toEqual([])
})

test('of two calls of one turn, each is asked by itself: the declined one takes nothing from the approved one', async () => {
  const agent = createShopAgent(held, { calls: [DELETE, OTHER] })
  const started = await agent.start()
  expect(started.held).toHaveLength(2)
  for (const hold of await held.questions(2)) {
    await (hold.call.argumentsText.includes('CHR')
      ? held.approve(undefined, hold)
      : held.decline('keep the lamp', hold))
  }
  const { said } = await agent.resume(Object.fromEntries(started.held.map(({ id }) => [id, true])))
  expect(agent.deleted).toEqual(['CHR-1'])
  expect(said).toContain('deleted CHR-1')
  expect(said).toContain('keep the lamp')
})

test('one of two that is decided first runs, while the other still waits', async () => {
  const agent = createShopAgent(held, { calls: [DELETE, OTHER] })
  const started = await agent.start()
  const [first] = started.held
  const [chair] = (await held.questions(2)).filter(({ call }) => call.argumentsText.includes('CHR'))
  await held.approve(undefined, chair)
  const both = Object.fromEntries(started.held.map(({ id }) => [id, true]))
  expect(first).toBeDefined()
  const { held: left } = await agent.resume(both)
  expect(left).toHaveLength(1)
  await held.approve()
  await agent.resume(true)
  expect(agent.deleted.toSorted()).toEqual(['CHR-1', 'LMP-2'])
})

test('a read passes, and rules by name say what else does', async () => {
  const agent = createShopAgent(held, { calls: [{ name: 'get_product', args: { sku: 'CHR-1' }, id: 'call_1' }] })
  expect((await agent.start()).said).toContain('a chair')
  const trusting = createShopAgent(held, { calls: [DELETE], options: { rules: [{ tool: 'delete_*', ask: false }] } })
  await trusting.start('trusting')
  expect(trusting.deleted).toEqual(['CHR-1'])
  const asking = createShopAgent(held, {
    calls: [{ name: 'get_product', args: { sku: 'CHR-1' }, id: 'call_1' }],
    options: { rules: [{ tool: 'get_*', risk: 'medium' }] },
  })
  expect((await asking.start('asking')).held).toHaveLength(1)
})

test('without a thread it waits for a person, and what is not decided in time has not run', async () => {
  const waiting = createShopAgent(held, { calls: [DELETE], saver: null, options: { wait: 20 } })
  const running = waiting.start()
  await held.approve()
  expect((await running).said).toContain('deleted CHR-1')
  for (const options of [{ wait: 0 }, { wait: 0, interrupt: false }]) {
    const late = createShopAgent(held, { calls: [OTHER], saver: null, options })
    expect((await late.start(`late ${JSON.stringify(options)}`)).said).toContain('Nothing ran')
    expect(late.deleted).toEqual([])
  }
})
