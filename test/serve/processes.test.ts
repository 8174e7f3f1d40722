/** Several processes on one home, a policy that changes under way, and agents that ask too much. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectAgent, ERAS, errorCode, firstText, heldAs } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer, TOKENS, withDefaults } from '../harness/serve-harness.ts'
import type { LedgerLine, Place } from '../harness/serve-harness.ts'

let place: Place
beforeEach(() => {
  place = createPlace()
})
afterEach(() => place.close())

const linesOf = (mark: string): readonly LedgerLine[] =>
  place.ledger().filter(({ argumentsText }) => argumentsText?.includes(mark) === true)

test.each(['stdio', 'http'] as const)(
  '[X6] decided in one process, run in the one that holds the call, once (%s)',
  async (kind) => {
    const servers = { ledger: kind === 'stdio' ? stdioServer() : { url: (await place.startLedgerHttp()).url } }
    const one = await place.serve({ servers, wait: '60s' })
    const two = await place.serve({ servers, wait: '60s' })
    for (const era of ERAS) {
      const agent = await connectAgent(one.url, { era, client: 'c' })
      const item = randomUUID()
      const waiting = agent.call('delete_item', { id: item })
      const { id } = await eventually(async () => (await two.approvals(`?q=${item}&state=pending`))[0])
      expect((await two.approve(id)).status).toBe(200)
      expect(firstText(await waiting)).toBe(`deleted ${item}`)
      expect(linesOf(item)).toHaveLength(1)
    }
  },
)

test('[X6] the identical call through another process waits for the one that runs it', async () => {
  const { url } = await place.startLedgerHttp()
  const config = { servers: { ledger: { url } }, wait: '60s' }
  const [one, two] = [await place.serve(config), await place.serve(config)]
  const item = randomUUID()
  const agents = await Promise.all([one, two].map((each) => connectAgent(each.url, { era: '2026', client: 'c' })))
  const calls = agents.map((agent) => agent.call('delete_item', { id: item }))
  const { id } = await eventually(async () => (await one.approvals(`?q=${item}&state=pending`))[0])
  await eventually(async () =>
    (await one.get(`/admin/audit?hold=${id}`)).text.includes('hold-joined') ? true : undefined,
  )
  await one.approve(id)
  for (const answer of await Promise.all(calls)) expect(firstText(answer)).toBe(`deleted ${item}`)
  expect(await one.approvals(`?q=${item}`)).toHaveLength(1)
  expect(linesOf(item)).toHaveLength(1)
})

test('[S18] the process that holds a call is killed: the other one lets it be decided, and an HTTP call runs there', async () => {
  const { url } = await place.startLedgerHttp()
  const config = { servers: { ledger: { url } } }
  const [one, two] = [await place.serve(config), await place.serve(config)]
  const agent = await connectAgent(one.url, { era: '2025', client: 'c' })
  const item = randomUUID()
  const id = heldAs(await agent.call('delete_item', { id: item }))
  await one.stop('SIGKILL')
  await two.approve(id)
  await two.reaches(id, 'succeeded')
  expect(linesOf(item)).toHaveLength(1)
})

test('[H22] a policy that turns to deny before the run voids the approval; a broken one changes nothing', async () => {
  const config = { servers: { ledger: stdioServer() }, wait: '60s' }
  const service = await place.serve(config)
  const agent = await connectAgent(service.url, { era: '2025', client: 'c' })
  const item = randomUUID()
  const stop = new AbortController()
  const waiting = agent.call('delete_item', { id: item }, { signal: stop.signal }).catch(() => null)
  const { id } = await eventually(async () => (await service.approvals('?state=pending'))[0])
  stop.abort()
  await waiting
  await eventually(async () =>
    (await service.get(`/admin/audit?hold=${id}`)).text.includes('hold-caller-left') ? true : undefined,
  )
  await service.approve(id)
  place.configure(withDefaults({ ...config, rulez: [] }))
  await eventually(() => (service.stderr().includes('stays in force') ? true : undefined))
  expect(firstText(await agent.call('get_item', { id: 'still served' }))).toBe('item still served')
  const rules = [{ name: 'freeze', match: { tool: 'delete_*' }, answer: 'deny' }]
  place.configure(withDefaults({ ...config, rules }))
  await eventually(() => (service.stderr().includes('is in force') ? true : undefined))
  const answer = await agent.call('delete_item', { id: item })
  expect(['INVALIDATED', 'DENIED_BY_POLICY']).toContain(errorCode(answer))
  expect(linesOf(item)).toHaveLength(0)
})

test('[L3] a reload that loosens the policy waits for a person', async () => {
  const config = { servers: { ledger: stdioServer() } }
  const service = await place.serve(config)
  const agent = await connectAgent(service.url, { era: '2025', client: 'c' })
  place.configure(withDefaults({ ...config, profile: 'observe' }))
  await eventually(() => (service.stderr().includes('looser') ? true : undefined))
  const item = randomUUID()
  expect(heldAs(await agent.call('delete_item', { id: item }))).not.toBe('')
  expect(linesOf(item)).toHaveLength(0)
  const accepted = await place.run(['policy', 'accept', '--looser'], { HOLDPOINT_TOKEN: TOKENS.admin })
  expect(accepted.code, accepted.stderr).toBe(0)
  const other = randomUUID()
  await eventually(async () => {
    const answer = await agent.call('delete_item', { id: other })
    return firstText(answer) === `deleted ${other}` ? true : undefined
  })
})

test('more than twenty open questions of one client are refused; other clients and reads are not affected', async () => {
  const service = await place.serve({ servers: { ledger: stdioServer() } })
  const greedy = await connectAgent(service.url, { era: '2025', client: 'greedy' })
  const modest = await connectAgent(service.url, { era: '2026', client: 'modest' })
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => greedy.call('delete_item', { id: `greedy-${index}` })),
  )
  const limited = answers.filter((answer) => errorCode(answer) === 'RATE_LIMITED')
  expect(limited).toHaveLength(10)
  expect(limited[0]?.text).toContain('20')
  expect(firstText(await greedy.call('get_item', { id: 'x' }))).toBe('item x')
  expect(heldAs(await modest.call('delete_item', { id: 'modest' }))).not.toBe('')
  expect(await service.approvals('?state=pending&limit=200')).toHaveLength(21)
  expect(place.ledger().filter(({ tool }) => tool === 'delete_item')).toEqual([])
})

test('a tool that was declined twice in a session is not asked about again there', async () => {
  const service = await place.serve({ servers: { ledger: stdioServer() } })
  const agent = await connectAgent(service.url, { era: '2025', client: 'c' })
  for (const item of ['one', 'two']) {
    await service.reject(heldAs(await agent.call('delete_item', { id: item })))
    expect(errorCode(await agent.call('delete_item', { id: item }))).toBe('DECLINED')
  }
  expect(errorCode(await agent.call('delete_item', { id: 'three' }))).toBe('RATE_LIMITED')
  expect(heldAs(await agent.call('send_message', { to: 'a', text: 'b' }))).not.toBe('')
  const fresh = await connectAgent(service.url, { era: '2025', client: 'other' })
  expect(heldAs(await fresh.call('delete_item', { id: 'three' }))).not.toBe('')
})

test('a new build leaves the files of earlier ones to the processes that still load them, for an hour', async () => {
  const { swapBundle } = (await import(new URL('../../scripts/swap-bundle.mjs', import.meta.url).href)) as {
    readonly swapBundle: (from: string, to: string, now: number) => void
  }
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  const to = join(folder, 'bundle')
  const build = (chunk: string, now: number): void => {
    const from = join(folder, 'new')
    mkdirSync(from)
    writeFileSync(join(from, 'main.js'), `export const load = () => import('./${chunk}.js')\n`)
    writeFileSync(join(from, `${chunk}.js`), `export const name = '${chunk}'\n`)
    swapBundle(from, to, now)
    rmSync(from, { recursive: true })
  }
  const hour = 60 * 60 * 1000
  try {
    build('a', 0)
    const running = (await import(pathToFileURL(join(to, 'main.js')).href)) as {
      load(): Promise<{ readonly name: string }>
    }
    // Long after it was built, and only now replaced.
    build('b', 5 * hour)
    expect((await running.load()).name).toBe('a')
    expect(readFileSync(join(to, 'main.js'), 'utf8')).toContain('./b.js')
    build('c', 5.5 * hour)
    expect(readdirSync(to).toSorted()).toEqual(['a.js', 'b.js', 'c.js', 'main.js'])
    build('b', 6.1 * hour)
    expect(readdirSync(to).toSorted()).toEqual(['b.js', 'c.js', 'main.js'])
    build('d', 6.2 * hour)
    expect(readdirSync(to).toSorted()).toEqual(['b.js', 'c.js', 'd.js', 'main.js'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
