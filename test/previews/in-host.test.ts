/** The preview inside the host's own dialog, and the second question when what was shown has changed meanwhile. */
import { describe, expect, test } from 'vitest'
import { envelopeOf, heldBy } from '../harness/answers.ts'
import { listHolds } from '../harness/decide.ts'
import { READING_MS } from '../harness/read-form.ts'
import { modernMeta, waitForMessage } from '../harness/stdio-client.ts'
import type { Message } from '../harness/stdio-client.ts'
import { delay } from '../harness/wait-for.ts'
import { openWarehouse } from '../harness/warehouse.ts'

const YES = { action: 'accept', content: { decision: 'Run it once' } }

const CHANGE = "UPDATE products SET on_hand = 12 WHERE sku = 'DSK-2005'"

describe.concurrent('asked in the host', () => {
  test('[S6] by a pushed question: the second one shows the difference, and runs', async () => {
    const warehouse = await openWarehouse('wait: 60s', { capabilities: { elicitation: {} } })
    const { client } = warehouse.wrap
    const questions = (): readonly Message[] => client.messages.filter(({ method }) => method === 'elicitation/create')
    const call = client.call('delete_product', { sku: 'DSK-2005' })
    const first = await waitForMessage(client, 'a question', ({ method }) => method === 'elicitation/create')
    expect(first.params.message).toContain('⚠️ Delete product DSK-2005 "Folding desk, birch"?')
    expect(first.params.message).toMatch(/on_hand: 0[;\n]/)
    warehouse.change(CHANGE)
    await delay(READING_MS)
    client.respond(first.id as string, YES)
    const second = await waitForMessage(client, 'the next', (message) => message === questions()[1])
    expect(second.params.message).toContain('Changed since it was approved: ')
    expect(second.params.message).toMatch(/on_hand: 12[;\n]/)
    expect(warehouse.writes()).toEqual([])
    await delay(READING_MS)
    client.respond(second.id as string, YES)
    expect(heldBy(await call)).toMatchObject({ state: 'succeeded' })
    expect(warehouse.writes()).toHaveLength(1)
  })

  test('[S6] [X9] what changes faster than it can be approved is asked three times, then its question waits elsewhere', async () => {
    const warehouse = await openWarehouse('wait: 60s', { capabilities: { elicitation: {} } })
    const { client } = warehouse.wrap
    const questions = (): readonly Message[] => client.messages.filter(({ method }) => method === 'elicitation/create')
    const call = client.call('delete_product', { sku: 'DSK-2005' })
    for (let asked = 0; asked < 3; asked += 1) {
      const question = await waitForMessage(client, 'a question', (message) => message === questions()[asked])
      warehouse.change(`UPDATE products SET on_hand = ${20 + asked} WHERE sku = 'DSK-2005'`)
      await delay(READING_MS)
      client.respond(question.id as string, YES)
    }
    expect(envelopeOf(await call).state).toBe('pending')
    expect(questions()).toHaveLength(3)
    expect(warehouse.writes()).toEqual([])
  })

  test('[S6] one call waits as long as it may in all, however often it is asked', async () => {
    const warehouse = await openWarehouse('wait: 8s', { capabilities: { elicitation: {} } })
    const { client } = warehouse.wrap
    const questions = (): readonly Message[] => client.messages.filter(({ method }) => method === 'elicitation/create')
    const call = client.call('delete_product', { sku: 'DSK-2005' })
    const first = await waitForMessage(client, 'a question', (message) => message === questions()[0])
    warehouse.change(CHANGE)
    await delay(4000)
    client.respond(first.id as string, YES)
    await waitForMessage(client, 'the next', (message) => message === questions()[1])
    const asked = performance.now()
    expect(envelopeOf(await call).state).toBe('pending')
    // The second question has what the first one left of the eight seconds, not eight of its own.
    expect(performance.now() - asked).toBeLessThan(7000)
    expect(warehouse.writes()).toEqual([])
  })

  test('[S6] by rounds of the call itself: likewise', async () => {
    const warehouse = await openWarehouse('wait: 60s', { silent: true })
    const { client } = warehouse.wrap
    const meta = modernMeta('test-client', { elicitation: {} })
    const ask = async (more: object): Promise<Message> =>
      await client.call('delete_product', { sku: 'DSK-2005' }, { ...meta, ...more })
    const reply = (asked: Message): object => ({
      requestState: asked.result.requestState,
      inputResponses: Object.fromEntries(Object.keys(asked.result.inputRequests).map((key) => [key, YES])),
    })
    const first = await ask({})
    expect(first.result.resultType).toBe('input_required')
    expect(JSON.stringify(first.result.inputRequests)).toContain('Folding desk, birch')
    warehouse.change(CHANGE)
    await delay(READING_MS)
    const second = await ask(reply(first))
    expect(second.result.resultType).toBe('input_required')
    expect(JSON.stringify(second.result.inputRequests)).toContain('Changed since it was approved: ')
    expect(warehouse.writes()).toEqual([])
    await delay(READING_MS)
    expect(heldBy(await ask(reply(second)))).toMatchObject({ state: 'succeeded' })
    expect(warehouse.writes()).toHaveLength(1)
    expect((await listHolds(warehouse.home)).map(({ state }) => state)).toEqual(['succeeded', 'invalidated'])
  })
})
