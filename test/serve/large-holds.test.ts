/**
 * Calls as large as a message may be, held by a real `serve` in front of the ledger: however many an agent sends, the
 * service goes on, lists stay small, and each of them can still be read whole, decided and run.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { connectAgent, heldAs } from '../harness/serve-agent.ts'
import type { Agent, Exchange } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const MEGABYTE = 1024 * 1024
const LARGE = 8_000_000

let place: Place

afterEach(async () => {
  await place.close()
})

async function serve(more: object = {}): Promise<Service> {
  place = createPlace()
  return await place.serve({ wait: '1ms', servers: { ledger: stdioServer() }, ...more })
}

/** Each under a name of its own: a client may not have more than 20 questions open. */
async function flood(service: Service, count: number, token: string = TOKENS.agent): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  let agent: Agent | null = null
  for (let index = 0; index < count; index++) {
    if (index % 15 === 0) agent = await connectAgent(service.url, { era: '2026', client: `flood-${index}`, token })
    const exchange = await agent?.call('delete_item', { id: String(index), why: `${index}`.padEnd(LARGE, 'x') })
    if (exchange !== undefined) exchanges.push(exchange)
  }
  return exchanges
}

const isHeld = ({ answer }: Exchange): boolean => answer.result?.structuredContent?.['approval_id'] !== undefined

describe('[X11.C1] calls of eight megabytes', () => {
  test('are held up to a bound, then refused with the reason; others are not affected, and the service goes on', async () => {
    const service = await serve()
    const exchanges = await flood(service, 12)
    const held = exchanges.filter(isHeld)
    expect(held.length).toBeGreaterThanOrEqual(2)
    expect(held.length).toBeLessThan(10)
    const refused = exchanges.find((exchange) => !isHeld(exchange))
    expect(refused?.text).toContain('RATE_LIMITED')
    expect(refused?.text).toMatch(/MB/)
    const other = await connectAgent(service.url, { era: '2026', token: TOKENS.otherAgent })
    expect(heldAs(await other.call('delete_item', { id: 'small' }))).toMatch(/./)
    // Several sweeps later.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect(service.child.exitCode).toBe(null)
    const page = await service.get('/admin/approvals?limit=200')
    expect(page.status).toBe(200)
    expect(page.text.length).toBeLessThan(MEGABYTE)
    const listed = await place.run(['list'])
    expect(listed.code, listed.stderr).toBe(0)
  })

  test('lists, events, activity and sweeps carry none of it; one is shown whole, approved and runs with its bytes', async () => {
    const service = await serve({ limits: { held_bytes: '2GB', tenant_held_bytes: '2GB' } })
    const held = (await flood(service, 8)).map(heldAs)
    expect(held).toHaveLength(8)
    const page = await service.get('/admin/approvals?limit=200')
    expect(page.text.length).toBeLessThan(MEGABYTE)
    const { approvals } = page.json as {
      readonly approvals: readonly { readonly id: string; readonly arguments: unknown; readonly left_out: unknown }[]
    }
    expect(approvals).toHaveLength(8)
    expect(approvals[0]).toMatchObject({ arguments: null, left_out: ['arguments', 'preview'] })
    const activity = await service.get('/admin/activity?limit=200')
    expect(activity.status).toBe(200)
    expect(activity.text.length).toBeLessThan(MEGABYTE)
    const list = await place.run(['list', '--json'])
    expect(list.code, list.stderr).toBe(0)
    expect(list.stdout.length).toBeLessThan(MEGABYTE)
    const [first = ''] = held
    const shown = (await service.approval(first)) as unknown as { readonly arguments: { readonly why: string } }
    expect(shown.arguments.why).toHaveLength(LARGE)
    expect((await service.approve(first)).status).toBe(200)
    await service.reaches(first, 'succeeded')
    const [ran] = place.ledger().filter(({ tool }) => tool === 'delete_item')
    expect(ran?.argumentsText?.length).toBeGreaterThan(LARGE)
    expect(service.child.exitCode).toBe(null)
  })

  test('names that an agent gives itself, or to what it asks for, make no record large', async () => {
    const service = await serve()
    const long = 'n'.repeat(2_000_000)
    const agent = await connectAgent(service.url, { era: '2025', client: long })
    for (let index = 0; index < 3; index++) await agent.call('get_item', { id: String(index) })
    await agent.ask(`x/${long}`)
    await agent.call(`get_${long}`, {})
    heldAs(await agent.call('delete_item', { id: '1' }))
    for (const path of ['/admin/audit?limit=1000', '/admin/approvals', '/admin/activity']) {
      const page = await service.get(path)
      expect(page.status).toBe(200)
      expect(page.text.length, path).toBeLessThan(100_000)
    }
  })
})
