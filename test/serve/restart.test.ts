/** `serve` ends and another begins: what waited still waits, and what was approved runs once, by whoever may run it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectAgent, ERAS, errorCode, firstText, heldAs } from '../harness/serve-agent.ts'
import type { WireEra } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer, TOKENS, withDefaults } from '../harness/serve-harness.ts'
import type { LedgerLine, Place, Service } from '../harness/serve-harness.ts'

let place: Place
beforeEach(() => {
  place = createPlace()
})
afterEach(() => place.close())

const linesOf = (mark: string): readonly LedgerLine[] =>
  place.ledger().filter(({ argumentsText }) => argumentsText?.includes(mark) === true)

/** The configuration was changed under the running service, and counts. */
const inForce = (service: Service): Promise<true> =>
  eventually(() => (service.stderr().includes('in force') ? true : undefined))

async function configOf(server: 'stdio' | 'http', more: object = {}): Promise<object> {
  const upstream = server === 'stdio' ? stdioServer() : { url: (await place.startLedgerHttp()).url }
  return { servers: { ledger: upstream }, ...more }
}

describe.each(['SIGTERM', 'SIGKILL'] as const)('[S18] after %s', (signal) => {
  test.each(ERAS)(
    'pending holds survive and can be decided (%s era, stdio): only the identical call runs them',
    async (era) => {
      const config = await configOf('stdio')
      const before = await place.serve(config)
      const agent = await connectAgent(before.url, { era, client: 'c' })
      const [kept, refused] = [randomUUID(), randomUUID()]
      const id = heldAs(await agent.call('delete_item', { id: kept }))
      const other = heldAs(await agent.call('send_message', { to: 'a', text: refused }))
      await before.stop(signal)
      const after = await place.serve(config)
      expect((await after.approval(id)).state).toBe('pending')
      expect((await after.approve(id)).status).toBe(200)
      expect((await after.reject(other, 'no')).status).toBe(200)
      await delay(800)
      // The child that was to run it has gone with its process; nothing spawns another for an approval alone.
      expect(linesOf(kept)).toHaveLength(0)
      const again = await connectAgent(after.url, { era, client: 'c' })
      expect(firstText(await again.call('delete_item', { id: kept }))).toBe(`deleted ${kept}`)
      expect(errorCode(await again.call('send_message', { to: 'a', text: refused }))).toBe('DECLINED')
      expect(linesOf(kept)).toHaveLength(1)
      expect(linesOf(refused)).toHaveLength(0)
    },
  )

  test.each(ERAS)('an HTTP server (%s era): the new process executes on approval, once', async (era) => {
    const config = await configOf('http')
    const before = await place.serve(config)
    const agent = await connectAgent(before.url, { era, client: 'c' })
    const item = randomUUID()
    const id = heldAs(await agent.call('delete_item', { id: item }))
    await before.stop(signal)
    const after = await place.serve(config)
    expect((await after.approve(id)).status).toBe(200)
    await after.reaches(id, 'succeeded')
    expect(linesOf(item)).toHaveLength(1)
    const again = await connectAgent(after.url, { era, client: 'c' })
    expect(firstText(await again.call('delete_item', { id: item }))).toBe(`deleted ${item}`)
    expect(linesOf(item)).toHaveLength(1)
  })
})

test('[S18] approved while no service ran: an HTTP call is executed by the next one', async () => {
  const config = await configOf('http')
  const before = await place.serve(config)
  const agent = await connectAgent(before.url, { era: '2025', client: 'c' })
  const item = randomUUID()
  const id = heldAs(await agent.call('delete_item', { id: item }))
  await before.stop()
  const decided = await place.run(['approve', id], { HOLDPOINT_TOKEN: TOKENS.approver })
  expect(decided.code, decided.stderr).toBe(0)
  expect(linesOf(item)).toHaveLength(0)
  const after = await place.serve(config)
  await after.reaches(id, 'succeeded')
  expect(linesOf(item)).toHaveLength(1)
})

test('[S18] callers that were waiting get a clear answer or a closed connection, never a silent hang', async () => {
  const config = await configOf('stdio', { wait: '60s' })
  const before = await place.serve(config)
  const agent = await connectAgent(before.url, { era: '2025', client: 'c' })
  const item = randomUUID()
  const waiting = agent.call('delete_item', { id: item }).then(
    (answer) => answer.text,
    (error: Error) => `closed: ${error.message}`,
  )
  const hold = await eventually(async () => (await before.approvals('?state=pending'))[0])
  const started = performance.now()
  await before.stop()
  expect(await waiting).toMatch(/closed|NOT RUN YET|approval_id/)
  // Not at the end of its wait.
  expect(performance.now() - started).toBeLessThan(30_000)
  const after = await place.serve(config)
  expect((await after.approval(hold.id)).state).toBe('pending')
})

test.each(ERAS)('[L10] a server of the same name with another address is another server (%s era)', async (era) => {
  const first = await place.startLedgerHttp()
  const before = await place.serve({ servers: { ledger: { url: first.url } } })
  const agent = await connectAgent(before.url, { era, client: 'c' })
  const item = randomUUID()
  const id = heldAs(await agent.call('delete_item', { id: item }))
  await before.stop()
  const after = await place.serve({ servers: { ledger: { url: `${first.url}?elsewhere` } } })
  await after.approve(id)
  await delay(800)
  expect(linesOf(item)).toHaveLength(0)
  const again = await connectAgent(after.url, { era, client: 'c' })
  expect(heldAs(await again.call('delete_item', { id: item }))).not.toBe(id)
  expect(linesOf(item)).toHaveLength(0)
})

test('[L13] an approval that nobody redeems lapses, and the identical call asks anew', async () => {
  const config = { ...(await configOf('stdio')), execute_within: '1s' }
  const before = await place.serve(config)
  const agent = await connectAgent(before.url, { era: '2025', client: 'c' })
  const item = randomUUID()
  const id = heldAs(await agent.call('delete_item', { id: item }))
  await before.stop()
  const after = await place.serve(config)
  await after.approve(id)
  await after.reaches(id, 'expired')
  const again = await connectAgent(after.url, { era: '2025', client: 'c' })
  expect(errorCode(await again.call('delete_item', { id: item }))).toBe('EXPIRED')
  expect(heldAs(await again.call('delete_item', { id: item }))).not.toBe(id)
  expect(linesOf(item)).toHaveLength(0)
})

describe('[E7] the approver loses the right between the verdict and the run', () => {
  /** An approved hold that waits for its caller, so that something can change before it runs. */
  async function approvedAndLeft(
    era: WireEra,
    secret: string,
    config: object,
  ): Promise<{ id: string; item: string; service: Service }> {
    const service = await place.serve({ wait: '60s', ...config })
    const agent = await connectAgent(service.url, { era, client: 'c' })
    const item = randomUUID()
    const stop = new AbortController()
    const waiting = agent.call('delete_item', { id: item }, { signal: stop.signal }).catch(() => null)
    const { id } = await eventually(async () => (await service.approvals('?state=pending'))[0])
    stop.abort()
    await waiting
    await eventually(async () => {
      const { text } = await service.get(`/admin/audit?hold=${id}`)
      return text.includes('hold-caller-left') ? true : undefined
    })
    expect((await service.approve(id, secret)).status).toBe(200)
    return { id, item, service }
  }

  async function makeToken(name: string, tenant: string): Promise<{ readonly id: string; readonly secret: string }> {
    // Under its own tenant's admin: an admin makes tokens for no other tenant.
    const args = ['token', 'create', '--role', 'approver', '--name', name, '--tenant', tenant, '--json']
    const secret = tenant === 'acme' ? TOKENS.foreignAdmin : TOKENS.admin
    const made = await place.run(args, { HOLDPOINT_TOKEN: secret })
    expect(made.code, made.stderr).toBe(0)
    return JSON.parse(made.stdout) as { readonly id: string; readonly secret: string }
  }

  test("a token that was revoked, although another tenant's approver has the same name", async () => {
    place.configure(withDefaults({}))
    const token = await makeToken('temp', 'default')
    await makeToken('temp', 'acme')
    const { item, service } = await approvedAndLeft('2025', token.secret, { servers: { ledger: stdioServer() } })
    const revoked = await place.run(['token', 'revoke', token.id], { HOLDPOINT_TOKEN: TOKENS.admin })
    expect(revoked.code, revoked.stderr).toBe(0)
    const agent = await connectAgent(service.url, { era: '2025', client: 'c' })
    const answer = await agent.call('delete_item', { id: item })
    expect(errorCode(answer)).toBe('INVALIDATED')
    expect(answer.text).toContain('temp')
    expect(linesOf(item)).toHaveLength(0)
  })

  test('a token that was taken out of the configuration', async () => {
    const { item, service } = await approvedAndLeft('2026', TOKENS.second, { servers: { ledger: stdioServer() } })
    const config = withDefaults({ wait: '60s', servers: { ledger: stdioServer() } }) as {
      tokens: readonly { name: string }[]
    }
    place.configure({ ...config, tokens: config.tokens.filter(({ name }) => name !== 'ops') })
    await inForce(service)
    const agent = await connectAgent(service.url, { era: '2026', client: 'c' })
    const answer = await agent.call('delete_item', { id: item })
    expect(errorCode(answer)).toBe('INVALIDATED')
    expect(linesOf(item)).toHaveLength(0)
  })

  test('a token that was taken out of the configuration decides nothing any more', async () => {
    const service = await place.serve({ servers: { ledger: stdioServer() } })
    const agent = await connectAgent(service.url, { era: '2025', client: 'c' })
    const id = heldAs(await agent.call('delete_item', { id: 'x' }))
    const config = withDefaults({ servers: { ledger: stdioServer() } }) as { tokens: readonly { name: string }[] }
    place.configure({ ...config, tokens: config.tokens.filter(({ name }) => name !== 'ops') })
    await inForce(service)
    expect((await service.approve(id, TOKENS.second)).status).toBe(401)
    expect((await service.approval(id)).state).toBe('pending')
  })
})
