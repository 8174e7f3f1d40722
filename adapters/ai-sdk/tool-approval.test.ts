/** `toolApproval` of version 7: the framework's own request says where to decide, and its refusal has a person's reason. */
import { guardTools, toolApproval } from '@holdpoint/mcp/ai-sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SEVEN } from './ai-lines.ts'
import type { Conversed, Message, Step } from './ai-lines.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

const ASKED: readonly Message[] = [{ role: 'user', content: 'Delete the oak chair.' }]
const CALL: Step = { call: { id: 'call-1', tool: 'delete_product', input: { sku: 'CHR-1005' } } }
const SAY: Step = { text: 'Done.' }

let shop: Shop

beforeEach(async () => {
  shop = await openShop()
})
afterEach(async () => await shop.close())

async function talk(messages: readonly Message[], steps: readonly Step[]): Promise<Conversed> {
  const options = shop.options({ wait: 0 })
  return await SEVEN.converse({
    tools: guardTools(shop.bare as never, options),
    toolApproval: toolApproval(shop.bare as never, options),
    messages,
    steps,
  })
}

function respond({ messages, parts }: Conversed): readonly Message[] {
  const approvalId = parts.find(({ type }) => type === 'tool-approval-request')?.approvalId
  return [...messages, { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] }]
}

test('pauses with the link, and goes on once a person has approved', async () => {
  const paused = await talk(ASKED, [CALL])
  const { id } = await shop.world.question()
  const request = paused.parts.find(({ type }) => type === 'tool-approval-request')
  expect(request?.reason).toContain(`/approvals/${id}`)
  expect((await talk(respond(paused), [SAY])).seen).toContain('NOT RUN YET')
  await shop.world.approve()
  expect((await talk(respond(paused), [SAY])).seen).toContain('{"deleted":"CHR-1005"}')
  expect(shop.deleted).toEqual(['CHR-1005'])
})

test('what a person has declined is denied with the reason, and is never executed', async () => {
  const paused = await talk(ASKED, [CALL])
  await shop.world.decline('It is still being sold.')
  const { seen } = await talk(respond(paused), [SAY])
  expect(seen).toContain('execution-denied')
  expect(seen).toContain('It is still being sold.')
  expect(shop.deleted).toEqual([])
})
