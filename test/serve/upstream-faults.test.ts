/**
 * Held calls against HTTP servers that fail in every way HTTP can: what is provably unsent stays approved, the rest is
 * told as it is.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectAgent, ERAS, errorCode, firstText, heldAs } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, eventually, exited, stdioServer } from '../harness/serve-harness.ts'
import type { LedgerLine, Place, Service } from '../harness/serve-harness.ts'

let place: Place
let service: Service
let upstream: Awaited<ReturnType<Place['startLedgerHttp']>>

/** Where an answer comes, it may take its time; where none comes, nobody waits long. */
async function openPlace(answerWithin: string): Promise<void> {
  place = createPlace()
  upstream = await place.startLedgerHttp()
  const servers = { ledger: { url: upstream.url }, stdio: stdioServer() }
  service = await place.serve({ servers, answer_within: answerWithin })
}

/** A place of its own for every test. */
function serveEachWith(answerWithin: string): void {
  beforeEach(() => openPlace(answerWithin))
  afterEach(() => place.close())
}

/** One place for tests that leave the server as it was, but for how it behaves; each has items of its own. */
function serveAllWith(answerWithin: string): void {
  beforeAll(() => openPlace(answerWithin))
  afterAll(() => place.close())
  beforeEach(() => place.setMode('normal'))
}

const linesOf = (mark: string): readonly LedgerLine[] =>
  place.ledger().filter(({ argumentsText }) => argumentsText?.includes(mark) === true)

async function hold(agent: Agent, item: string): Promise<string> {
  return heldAs(await agent.call('delete_item', { id: item }))
}

describe.each(ERAS)('%s era, no answer', (era) => {
  serveAllWith('1s')
  let agent: Agent
  beforeEach(async () => {
    agent = await connectAgent(service.url, { era })
  })

  test.each([
    ['[G5] 502 after the server read it', '502'],
    ['[G5] 503 after the server read it', '503'],
    ['a connection that was reset after the server read it', 'reset'],
    ['[G1] a server that never answers', 'hang'],
  ])('%s: unknown, told as such, never sent again', async (_name, mode) => {
    const item = randomUUID()
    const id = await hold(agent, item)
    place.setMode(mode)
    await service.approve(id)
    const lost = await service.reaches(id, 'unknown')
    expect(lost.outcome?.kind).toBe('lost')
    expect(linesOf(item)).toHaveLength(1)
    place.setMode('normal')
    const told = await agent.call('delete_item', { id: item })
    expect(errorCode(told)).toBe('OUTCOME_UNKNOWN')
    expect(told.text).toContain('may or may not have happened')
    expect(linesOf(item)).toHaveLength(1)
    // Once that was heard, the identical call is a new question with a warning, not a retry.
    const again = await hold(agent, item)
    expect(again).not.toBe(id)
    expect(JSON.stringify(await service.approval(again))).toContain('UNKNOWN')
    expect(linesOf(item)).toHaveLength(1)
    const resolved = await service.post(`/admin/approvals/${id}/resolve`, { executed: true, note: 'seen in the shop' })
    expect(resolved.status).toBe(200)
    expect((await service.approval(id)).state).toBe('resolved')
  })

  test('[G1] a person resolves what is unknown before the agent comes back, and the agent hears it', async () => {
    const item = randomUUID()
    const id = await hold(agent, item)
    place.setMode('hang')
    await service.approve(id)
    await service.reaches(id, 'unknown')
    await service.post(`/admin/approvals/${id}/resolve`, { executed: false, note: 'it never arrived' })
    const told = await agent.call('delete_item', { id: item })
    expect(told.text).toContain('it never arrived')
    expect(told.text).toContain('did NOT run')
    expect(linesOf(item)).toHaveLength(1)
  })
})

describe.each(ERAS)('%s era', (era) => {
  serveAllWith('60s')
  let agent: Agent
  beforeEach(async () => {
    agent = await connectAgent(service.url, { era })
  })

  test.each([
    ['403', 'refuse'],
    ['401', 'unauthorized'],
  ])('HTTP %s: failed, with what the server said, and not sent again', async (_status, mode) => {
    const item = randomUUID()
    const id = await hold(agent, item)
    place.setMode(mode)
    await service.approve(id)
    await service.reaches(id, 'failed')
    const told = await agent.call('delete_item', { id: item })
    expect(told.answer.error?.message).toMatch(/Forbidden|Unauthorized/)
    expect(linesOf(item)).toHaveLength(0)
  })

  test('a connection that breaks before the server read anything is unknown too: bytes had left', async () => {
    const item = randomUUID()
    const id = await hold(agent, item)
    place.setMode('reset-before')
    await service.approve(id)
    await service.reaches(id, 'unknown')
    place.setMode('normal')
    expect(errorCode(await agent.call('delete_item', { id: item }))).toBe('OUTCOME_UNKNOWN')
    expect(linesOf(item)).toHaveLength(0)
  })

  test('a server that answers everything as an event stream is as good as any', async () => {
    place.setMode('sse')
    const item = randomUUID()
    expect(firstText(await agent.call('get_item', { id: item }))).toBe(`item ${item}`)
    const id = await hold(agent, item)
    await service.approve(id)
    await service.reaches(id, 'succeeded')
    expect(firstText(await agent.call('delete_item', { id: item }))).toBe(`deleted ${item}`)
    expect(linesOf(item).filter(({ tool }) => tool === 'delete_item')).toHaveLength(1)
  })

  test('a tool error and a protocol error of a held call are failed, and reach the agent as they are', async () => {
    const failing = heldAs(await agent.call('fail_delete', { n: 1 }))
    const refusing = heldAs(await agent.call('error_delete', { n: 1 }))
    await Promise.all([service.approve(failing), service.approve(refusing)])
    await service.reaches(failing, 'failed')
    await service.reaches(refusing, 'failed')
    const failed = await agent.call('fail_delete', { n: 1 })
    expect(failed.answer.result).toMatchObject({ isError: true, content: [{ text: 'the item is locked' }] })
    const refused = await agent.call('error_delete', { n: 1 })
    expect(refused.answer.error).toEqual({
      code: -32_050,
      message: 'the ledger refuses',
      data: { reason: 'locked', retry: 1 },
    })
    expect(refused.text).toContain('"retry":1')
  })

  test('[G13] a result larger than what is kept still reaches the caller, and the outcome is kept', async () => {
    const id = heldAs(await agent.call('huge_delete', { bytes: 6_000_000 }))
    await service.approve(id)
    await service.reaches(id, 'succeeded')
    const { answer } = await agent.call('huge_delete', { bytes: 6_000_000 })
    expect(answer.result?.content?.[0]?.text).toContain('The call ran')
  })

  test('[G13] an answer beyond every limit is an error that says so, and the service stays up', async () => {
    const tooLarge = await agent.call('huge_get', { bytes: 40 * 1024 * 1024 })
    expect(tooLarge.answer.result?.isError).toBe(true)
    expect(firstText(tooLarge)).toContain('more than 32 MiB')
    if (era === '2026') expect(tooLarge.answer.result?.['resultType']).toBe('complete')
    expect(firstText(await agent.call('get_item', { id: 'after' }))).toBe('item after')
  })
})

describe.each(ERAS)('%s era, a server that goes away or changes', (era) => {
  serveEachWith('60s')
  let agent: Agent
  beforeEach(async () => {
    agent = await connectAgent(service.url, { era })
  })

  test('[G3] a refused connection sent nothing: the approval is used by the next identical call', async () => {
    const item = randomUUID()
    const id = await hold(agent, item)
    const { port } = new URL(upstream.url)
    upstream.child.kill()
    await exited(upstream.child)
    await service.approve(id)
    // What the approval alone tries leaves no trace; the call that follows tries again in any case.
    await delay(300)
    expect((await service.approval(id)).state).toBe('approved')
    const early = await agent.call('delete_item', { id: item })
    expect(early.text).toMatch(/not sent|could not be reached|nothing was sent/)
    expect((await service.approval(id)).state).toBe('approved')
    await place.startLedgerHttp(Number(port))
    const next = era === '2025' ? await connectAgent(service.url, { era }) : agent
    expect(firstText(await next.call('delete_item', { id: item }))).toBe(`deleted ${item}`)
    expect(linesOf(item)).toHaveLength(1)
  })

  test('[G7] a definition that changed after it was shown voids the approval', async () => {
    const item = randomUUID()
    const id = await hold(agent, item)
    place.setVariant(era === '2025' ? 'changed' : 'described')
    await service.approve(id)
    await service.reaches(id, 'invalidated')
    expect(errorCode(await agent.call('delete_item', { id: item }))).toBe('INVALIDATED')
    expect(linesOf(item)).toHaveLength(0)
  })

  test('[G7] a tool that is gone voids the approval', async () => {
    const item = randomUUID()
    const id = await hold(agent, item)
    place.setVariant('renamed')
    await service.approve(id)
    await service.reaches(id, 'invalidated')
    expect(linesOf(item)).toHaveLength(0)
  })

  test('[G10] a tool that turns read-only after first sight is still held', async () => {
    const listed = async (): Promise<unknown> => {
      const { answer } = await agent.ask('tools/list')
      return answer.result?.tools?.find(({ name }) => name === 'delete_item')
    }
    expect(await listed()).not.toHaveProperty('annotations.readOnlyHint', true)
    place.setVariant('readonly')
    const turned = await eventually(async () => {
      const tool = await listed()
      return JSON.stringify(tool).includes("changed this tool's definition") ? tool : undefined
    })
    // Nor does the client hear that it only reads.
    expect(turned).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: true } })
    expect(await hold(agent, randomUUID())).not.toBe('')
  })
})

describe('a stdio server', () => {
  serveEachWith('1s')
  let agent: Agent
  beforeEach(async () => {
    agent = await connectAgent(service.url, { era: '2025', server: 'stdio' })
  })

  test('[G4] a late answer of the same attempt upgrades unknown, and nothing is sent twice', async () => {
    const until = place.file('answer now')
    const id = heldAs(await agent.call('slow_delete', { until }))
    await service.approve(id)
    await service.reaches(id, 'unknown')
    expect(place.ledger()).toHaveLength(1)
    writeFileSync(until, '')
    await service.reaches(id, 'succeeded')
    expect(firstText(await agent.call('slow_delete', { until }))).toBe('deleted slowly')
    expect(place.ledger()).toHaveLength(1)
  })

  test('that dies during a held call: unknown, and the next call gets a new process', async () => {
    const id = heldAs(await agent.call('crash_delete', { code: 9 }))
    await service.approve(id)
    await service.reaches(id, 'unknown')
    expect(place.ledger()).toHaveLength(1)
    expect(errorCode(await agent.call('crash_delete', { code: 9 }))).toBe('OUTCOME_UNKNOWN')
    expect(firstText(await agent.call('get_item', { id: 'x' }))).toBe('item x')
    expect(place.ledger().filter(({ tool }) => tool === 'crash_delete')).toHaveLength(1)
  })

  test.each(['line', 'only'])('garbage on its output (%s) is dropped, and the service stays up', async (mode) => {
    const id = heldAs(await agent.call('garbage_delete', { mode }))
    await service.approve(id)
    await service.reaches(id, mode === 'line' ? 'succeeded' : 'unknown')
    expect(firstText(await agent.call('get_item', { id: 'x' }))).toBe('item x')
  })
})

test('credentials of an HTTP server come from the environment and reach every request', async () => {
  const other = createPlace()
  const { url } = await other.startLedgerHttp()
  const headers = { Authorization: 'Bearer ${LEDGER_TOKEN}' }
  const guarded = await other.serve({ servers: { ledger: { url, headers } } }, { LEDGER_TOKEN: 'from-the-environment' })
  for (const era of ERAS) {
    const agent = await connectAgent(guarded.url, { era })
    await agent.call('get_item', { id: '1' })
    const id = heldAs(await agent.call('delete_item', { id: era }))
    await guarded.approve(id)
    await guarded.reaches(id, 'succeeded')
  }
  expect(other.ledger()).toHaveLength(4)
  for (const line of other.ledger()) expect(line.headers?.['authorization']).toBe('Bearer from-the-environment')
  expect((await guarded.get('/admin/approvals')).text).not.toContain('from-the-environment')
  await other.close()
})
