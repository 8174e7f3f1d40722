/** A call that provably had no effect can be asked again: a new question through the same door, never a second run of the old yes. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectAgent, firstText, heldAs } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'
import type { Reply } from '../harness/serve-http.ts'

const place: Place = createPlace()
let service: Service
let agent: Agent

beforeAll(async () => {
  const upstream = await place.startLedgerHttp()
  service = await place.serve({
    servers: { ledger: { url: upstream.url }, stdio: stdioServer() },
    answer_within: '2s',
  })
})
afterAll(() => place.close())
beforeEach(async () => {
  place.setMode('normal')
  agent = await connectAgent(service.url, { era: '2025' })
})

interface Asked {
  readonly id: string
  readonly state: string
  readonly may_ask_again: boolean
  readonly warnings: readonly string[]
}

const again = async (id: string, token?: string): Promise<Reply> =>
  await service.post(`/admin/approvals/${id}/ask-again`, {}, token)
const mayAskAgain = async (id: string): Promise<boolean> =>
  ((await service.approval(id)) as unknown as Asked).may_ask_again
const runsOf = (item: string): number =>
  place.ledger().filter(({ tool, argumentsText }) => tool === 'delete_item' && argumentsText?.includes(item) === true)
    .length

async function refusedByServer(): Promise<{ readonly item: string; readonly id: string }> {
  const item = randomUUID()
  const id = heldAs(await agent.call('delete_item', { id: item }))
  place.setMode('unauthorized')
  await service.approve(id)
  await service.reaches(id, 'failed')
  place.setMode('normal')
  return { item, id }
}

test('[X8] a request that the server did not take is asked again, and runs once after the new yes', async () => {
  const { item, id } = await refusedByServer()
  expect(await mayAskAgain(id)).toBe(true)
  const asked = (await again(id)).json as unknown as Asked
  expect(asked).toMatchObject({ state: 'pending', may_ask_again: false })
  expect(asked.id).not.toBe(id)
  expect(asked.warnings.join()).toContain('identical call failed')
  // However often it is pressed there is one question, and nothing runs before it is answered.
  expect((await again(id)).json).toMatchObject({ id: asked.id })
  await delay(1500)
  expect([runsOf(item), (await service.approval(id)).state]).toEqual([0, 'failed'])
  await service.approve(asked.id)
  await service.reaches(asked.id, 'succeeded')
  expect(runsOf(item)).toBe(1)
  expect(firstText(await agent.call('delete_item', { id: item }))).toBe(`deleted ${item}`)
  expect(runsOf(item)).toBe(1)
  expect((await again(id)).status).toBe(409)
})

test('[X8] the agent that calls again meanwhile joins the new question; a no to it is a no', async () => {
  const { item, id } = await refusedByServer()
  const asked = (await again(id)).json as unknown as Asked
  expect(heldAs(await agent.call('delete_item', { id: item }))).toBe(asked.id)
  await service.reject(asked.id, 'not today')
  expect((await agent.call('delete_item', { id: item })).text).toContain('not today')
  expect(runsOf(item)).toBe(0)
})

test('[X8] an agent, and who only looks, asks nothing again', async () => {
  const { id } = await refusedByServer()
  expect((await again(id, TOKENS.agent)).status).toBe(403)
  expect((await again(id, TOKENS.viewer)).status).toBe(403)
  expect((await again(randomUUID())).status).toBe(404)
})

test.each([
  ['fail_delete', 'failed'],
  ['error_delete', 'failed'],
] as const)('[X8] %s, which may have taken effect, is not offered', async (tool, state) => {
  const args = { n: Math.random() }
  const id = heldAs(await agent.call(tool, args))
  await service.approve(id)
  await service.reaches(id, state)
  expect(await mayAskAgain(id)).toBe(false)
  expect((await again(id)).status).toBe(409)
})

test('[X8] what is unknown is not offered, until a person found that it did not run', async () => {
  const item = randomUUID()
  const id = heldAs(await agent.call('delete_item', { id: item }))
  place.setMode('reset-before')
  await service.approve(id)
  await service.reaches(id, 'unknown')
  place.setMode('normal')
  expect([await mayAskAgain(id), (await again(id)).status]).toEqual([false, 409])
  await service.post(`/admin/approvals/${id}/resolve`, { executed: false, note: 'it is not in the log' })
  const asked = (await again(id)).json as unknown as Asked
  expect(asked.warnings.join()).toContain('it is not in the log')
  await service.approve(asked.id)
  await service.reaches(asked.id, 'succeeded')
  expect(runsOf(item)).toBe(1)
})
