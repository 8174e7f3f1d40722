/**
 * The rationale in `serve`: demanded by default, on record, never forwarded, never part of what makes calls identical.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent, ERAS, errorCode, firstText, heldAs } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, stdioServer } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const place: Place = createPlace()
let service: Service

beforeAll(async () => {
  service = await place.serve({ rationale: undefined, servers: { ledger: stdioServer() } })
})
afterAll(() => place.close())

describe.each(ERAS)('%s era', (era) => {
  let agent: Agent
  beforeAll(async () => {
    agent = await connectAgent(service.url, { era, client: `client-${era}` })
  })

  test.each([
    [9, false],
    [10, true],
    [500, true],
    [501, false],
  ])('[S14] [S1.5] a rationale of %i characters: accepted is %s', async (length, accepted) => {
    const id = randomUUID()
    const answer = await agent.call('get_item', { id, rationale: 'r'.repeat(length) })
    if (accepted) expect(firstText(answer)).toBe(`item ${id}`)
    else {
      expect(errorCode(answer)).toBe('VALIDATION_ERROR')
      expect(answer.answer.result?.isError).toBe(true)
    }
    expect(place.ledger().some(({ argumentsText }) => argumentsText === JSON.stringify({ id }))).toBe(accepted)
  })

  test.each([
    ['missing', undefined],
    ['null', null],
    ['a number', 12_345_678_901],
    ['a list', ['because it is needed']],
  ])('[S1.5] %s is a VALIDATION_ERROR, for reads and writes, and nothing is forwarded', async (_name, rationale) => {
    const id = randomUUID()
    for (const tool of ['get_item', 'delete_item']) {
      const answer = await agent.call(tool, { id, ...(rationale === undefined ? {} : { rationale }) })
      expect(errorCode(answer)).toBe('VALIDATION_ERROR')
      expect(answer.text).toContain('rationale')
    }
    expect(place.ledger().some(({ argumentsText }) => argumentsText?.includes(id) === true)).toBe(false)
  })

  test('[S1.5] it is advertised as required on every tool', async () => {
    const { answer } = await agent.ask('tools/list')
    const tools = (answer.result?.tools ?? []) as unknown as readonly {
      readonly inputSchema: { readonly required?: readonly string[]; readonly properties?: object }
    }[]
    expect(tools.length).toBeGreaterThan(10)
    for (const { inputSchema } of tools) {
      expect(inputSchema.required).toContain('rationale')
      expect(inputSchema.properties).toHaveProperty('rationale')
    }
  })

  test('[S1.5] it is stored in the audit, shown to approvers, and never reaches the server or the result', async () => {
    const id = randomUUID()
    const rationale = `cleaning up after ${randomUUID()}`
    const hold = heldAs(await agent.call('delete_item', { id, rationale }))
    // Another wording of why does not make another call.
    const again = heldAs(await agent.call('delete_item', { id, rationale: `${rationale}, as asked` }))
    expect(again).toBe(hold)
    expect(await service.approval(hold)).toMatchObject({ rationale })
    await service.approve(hold)
    await service.reaches(hold, 'succeeded')
    const collected = await agent.call('delete_item', { id, rationale })
    expect(firstText(collected)).toBe(`deleted ${id}`)
    expect(collected.text).not.toContain(rationale)
    const audit = await service.get(`/admin/audit?hold=${hold}`)
    expect(audit.text).toContain(rationale)
    expect(readFileSync(place.file('received'), 'utf8')).not.toContain('cleaning up after')
    const passed = `looking at it for ${randomUUID()}`
    await agent.call('get_item', { id, rationale: passed })
    expect((await service.get('/admin/audit?limit=1000&tool=get_item')).text).toContain(passed)
  })
})

test('[S14] a grace period lets its absence pass until its date, and notes it', async () => {
  const other = createPlace()
  const graceful = await other.serve({
    rationale: { grace_until: '2999-01-01' },
    servers: { ledger: stdioServer() },
  })
  const agent = await connectAgent(graceful.url, { era: '2025' })
  expect(firstText(await agent.call('get_item', { id: 'a' }))).toBe('item a')
  expect(heldAs(await agent.call('delete_item', { id: 'a' }))).not.toBe('')
  const audit = await graceful.get('/admin/audit?limit=1000')
  expect(audit.text).toContain('rationale-missing')
  await other.close()
})

test('[S14] after its date a grace period is over', async () => {
  const other = createPlace()
  const over = await other.serve({ rationale: { grace_until: '2020-01-01' }, servers: { ledger: stdioServer() } })
  const agent = await connectAgent(over.url, { era: '2025' })
  expect(errorCode(await agent.call('get_item', { id: 'a' }))).toBe('VALIDATION_ERROR')
  await other.close()
})
