/** By what a call is kept, so that it can be found again: tenant, principal, session, hold; and by nobody else. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestArguments } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import { usingStore } from '../harness/using-store.ts'
import { connectAgent, heldAs } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

interface Entry {
  readonly kind: string
  readonly tenant: string
  readonly principal: string | null
  readonly client: string | null
  readonly tool: string | null
  readonly hold: string | null
  readonly digest: string | null
}

const place: Place = createPlace()
let service: Service
beforeAll(async () => {
  service = await place.serve({ servers: { ledger: stdioServer() }, wait: '1ms' })
})
afterAll(() => place.close())

const stored = async (id: string): Promise<Hold | null> =>
  await usingStore({ path: place.home }, (store) => store.holds.get(id))

const recordsOf = async (query: string, token?: string): Promise<readonly Entry[]> =>
  ((await service.get(`/admin/audit?limit=1000${query}`, token)).json as { records: readonly Entry[] }).records

describe('[S4.7] a call is kept', () => {
  test('by tenant, principal, client, session and the id of its hold', async () => {
    const mark = randomUUID()
    const first = await connectAgent(service.url, { era: '2025', client: 'desk' })
    const second = await connectAgent(service.url, { era: '2025', client: 'desk' })
    const ids = [
      heldAs(await first.call('delete_item', { id: mark })),
      heldAs(await second.call('delete_item', { id: `${mark}-2` })),
    ] as const
    const [one, other] = [await stored(ids[0]), await stored(ids[1])]
    expect(one).toMatchObject({
      id: ids[0],
      call: { tenant: 'default', principal: 'bot', client: { name: 'desk' }, tool: 'delete_item' },
    })
    expect(one?.call.session).toMatch(/./)
    expect(other?.call.session).toMatch(/./)
    expect(one?.call.session).not.toBe(other?.call.session)
  })

  test('for its tenant alone: whoever looks from another finds nothing, by id, in lists and in the records', async () => {
    const mark = randomUUID()
    const agent = await connectAgent(service.url, { era: '2026', client: 'desk' })
    const id = heldAs(await agent.call('delete_item', { id: mark }))
    const nowhere = randomUUID()
    const foreign = await service.get(`/admin/approvals/${id}`, TOKENS.foreignAdmin)
    const nothing = await service.get(`/admin/approvals/${nowhere}`, TOKENS.foreignAdmin)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(nothing.text)
    expect((await service.get(`/admin/approvals?q=${mark}`, TOKENS.foreignAdmin)).json).toMatchObject({ approvals: [] })
    expect(await recordsOf(`&hold=${id}`, TOKENS.foreignAdmin)).toEqual([])
    expect((await service.get(`/admin/approvals/${id}`)).status).toBe(200)
  })

  test('with the digest of its arguments in every record, held or passed', async () => {
    const held = { id: randomUUID(), nested: { b: 1, a: [null, 'é'] } }
    const passed = { id: randomUUID() }
    const agent = await connectAgent(service.url, { era: '2025', client: 'desk' })
    const id = heldAs(await agent.call('delete_item', held))
    await agent.call('get_item', passed)
    await service.approve(id)
    await service.reaches(id, 'succeeded')

    const ofHold = await recordsOf(`&hold=${id}`)
    expect(ofHold.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['hold-created', 'hold-dispatched']))
    const digest = digestArguments(held, sha256)
    expect((await service.approval(id)).digest).toBe(digest)
    for (const record of ofHold) {
      expect(record, record.kind).toMatchObject({ tenant: 'default', tool: 'delete_item', hold: id, digest })
    }
    expect(ofHold.find(({ kind }) => kind === 'hold-created')).toMatchObject({ principal: 'bot', client: 'desk' })
    const reads = (await recordsOf('&tool=get_item')).filter(
      (record) => record.digest === digestArguments(passed, sha256),
    )
    expect(reads).toMatchObject([
      { kind: 'call-passed', tenant: 'default', principal: 'bot', client: 'desk', hold: null },
    ])
  })
})
