/**
 * Taking an approval back over HTTP: by whom, until when, and that against the end of the window there is one winner.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent, errorCode, firstText, heldAs } from '../harness/serve-agent.ts'
import type { Exchange } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { LedgerLine, Place, Service } from '../harness/serve-harness.ts'
import { open, readEvents, send } from '../harness/serve-http.ts'

const runsIn = (place: Place, mark: string): readonly LedgerLine[] =>
  place.ledger().filter((line) => line.argumentsText?.includes(JSON.stringify(mark)) === true)

describe('over HTTP', () => {
  const place: Place = createPlace()
  let service: Service

  beforeAll(async () => {
    const tools = { send_message: { undo_window: '5m' } }
    service = await place.serve({ undo_window: '1s', servers: { ledger: stdioServer({ tools }) } })
  })
  afterAll(() => place.close())

  const runsOf = (id: string): number => runsIn(place, id).length
  const take = (id: string, token?: string, body: object = {}) =>
    service.post(`/admin/approvals/${id}/cancel`, body, token)

  async function ask(tool: string, args: object): Promise<string> {
    const agent = await connectAgent(service.url, { era: '2025', client: `client-${randomUUID()}` })
    return heldAs(await agent.call(tool, args))
  }

  test('an approval is taken back by its token, events tell, and the agent hears it', async () => {
    const { request, response } = await open(service.url, '/admin/events', { token: TOKENS.viewer })
    const seen: { readonly id: string; readonly state: string; readonly tool: string }[] = []
    const reading = (async () => {
      for await (const text of readEvents(response)) seen.push(JSON.parse(text) as never)
    })().catch(() => {})
    const agent = await connectAgent(service.url, { era: '2025', client: `client-${randomUUID()}` })
    const text = randomUUID()
    const args = { to: 'a', text }
    // Somebody looks, so the call waits for them.
    const calling = agent.call('send_message', args)
    const { id } = await eventually(() =>
      seen.find(({ state, tool }) => state === 'pending' && tool === 'send_message'),
    )
    const approved = await service.approve(id)
    expect((approved.json as { run_after: string }).run_after).toMatch(/^\d{4}-/)
    const taken = await take(id, TOKENS.second, { reason: 'wrong address' })
    expect(taken.status).toBe(200)
    expect(taken.json).toMatchObject({
      id,
      state: 'cancelled',
      decided_by: 'ops',
      via: 'api',
      reason: 'wrong address',
      run_after: null,
    })
    const states = (): readonly string[] => seen.filter((event) => event.id === id).map(({ state }) => state)
    await eventually(() => (states().includes('cancelled') ? true : undefined))
    expect(states()).toEqual(expect.arrayContaining(['pending', 'approved', 'cancelled']))
    const heard = await calling
    expect(errorCode(heard)).toBe('CANCELLED')
    expect(firstText(heard)).toContain('Revoked by ops: wrong address')
    expect(runsOf(text)).toBe(0)
    request.destroy()
    await reading
  })

  test("[B8] an agent's or viewer's token takes nothing back, and the try is on record", async () => {
    const id = await ask('send_message', { to: 'a', text: randomUUID() })
    await service.approve(id)
    for (const token of [TOKENS.agent, TOKENS.viewer]) {
      const refused = await take(id, token)
      expect([refused.status, (refused.json as { error: { code: string } }).error.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await take(id, null as never)).status).toBe(401)
    expect((await service.approval(id)).state).toBe('approved')
    const audit = await service.get('/admin/audit?since=1h&limit=500', TOKENS.admin)
    expect(audit.text).toContain(`POST /admin/approvals/${id}/cancel with a key of role agent`)
    await take(id)
  })

  test("[E4] another tenant's approval is, byte for byte, one that does not exist", async () => {
    const id = await ask('send_message', { to: 'a', text: randomUUID() })
    const [foreign, missing] = await Promise.all([
      take(id, TOKENS.foreignApprover),
      take(randomUUID(), TOKENS.foreignApprover),
    ])
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    expect((await service.approval(id)).state).toBe('pending')
    await take(id)
  })

  test('[E1] looking at the address changes nothing; what it does not understand it refuses', async () => {
    const id = await ask('send_message', { to: 'a', text: randomUUID() })
    const path = `/admin/approvals/${id}/cancel`
    expect((await send(service.url, path, { token: TOKENS.approver })).status).toBe(405)
    expect((await take(id, TOKENS.approver, { why: 'x' })).status).toBe(400)
    expect((await service.approval(id)).state).toBe('pending')
    await take(id)
    expect(Object.keys(((await service.get('/openapi.json')).json as { paths: object }).paths)).toContain(
      '/admin/approvals/{id}/cancel',
    )
  })

  test('once it ran it is a conflict that says so', async () => {
    const item = randomUUID()
    const id = await ask('delete_item', { id: item })
    await service.approve(id)
    await service.reaches(id, 'succeeded')
    const late = await take(id)
    expect(late.status).toBe(409)
    expect(late.json).toMatchObject({ error: { code: 'CONFLICT', state: 'succeeded', decided_by: 'ci' } })
    expect(late.text).toContain('has run')
    expect(runsOf(item)).toBe(1)
  })

  test('[H10] 200 times taken back at the very end of the window: never both, and the ledger agrees', async () => {
    const random = seeded(20_261_116)
    const ended = new Map<string, number>()
    for (let round = 0; round < 5; round++) {
      const items = Array.from({ length: 40 }, () => randomUUID())
      // As many questions as one client may have open.
      const agents = await Promise.all(
        [0, 1].map(() => connectAgent(service.url, { era: '2025', client: `client-${randomUUID()}` })),
      )
      const held = await Promise.all(
        items.map(async (id, index) => heldAs((await agents[index % 2]?.call('delete_item', { id })) as Exchange)),
      )
      await Promise.all(
        held.map(async (id, index) => {
          const token = [TOKENS.approver, TOKENS.second, TOKENS.admin][index % 3]
          const approved = (await service.approve(id, token)).json as { readonly run_after: string }
          // The first of each round long before the end, the second after it ran, the others as close to it as can be.
          if (index === 1) await service.reaches(id, 'succeeded')
          else if (index > 1)
            await delay(Math.max(0, Date.parse(approved.run_after) - Date.now() + random() * 150 - 30))
          const taken = await take(id, token)
          const { state } = await service.reaches(id, 'succeeded', 'cancelled')
          expect([id, taken.status]).toEqual([id, state === 'cancelled' ? 200 : 409])
          expect([id, runsOf(items[index] ?? '')]).toEqual([id, state === 'cancelled' ? 0 : 1])
          ended.set(state, (ended.get(state) ?? 0) + 1)
        }),
      )
      for (const [index, id] of held.entries()) {
        const { state } = await service.approval(id)
        expect([state, runsOf(items[index] ?? '')]).toEqual([state, state === 'cancelled' ? 0 : 1])
      }
    }
    expect((ended.get('succeeded') ?? 0) + (ended.get('cancelled') ?? 0)).toBe(200)
    expect(new Set(ended.keys())).toEqual(new Set(['succeeded', 'cancelled']))
  })
})

/** The same numbers in every run, so that a failure can be seen again. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
