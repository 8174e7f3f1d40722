/**
 * Taking an approval back, in real processes: no approved call runs before its window ends, whatever happens to the
 * process meanwhile, and what was taken back never runs. The ledger says what did.
 */
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { approve, holdpoint } from '../harness/decide.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createStdioClient } from '../harness/stdio-client.ts'
import type { Message, StdioClient } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'
import { connectAgent, errorCode, firstText, heldAs } from '../harness/serve-agent.ts'
import type { Exchange } from '../harness/serve-agent.ts'
import { BIN, createPlace, eventually, exited, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { LedgerLine, Place, Service } from '../harness/serve-harness.ts'
import { open, readEvents, send } from '../harness/serve-http.ts'
import type { Reply } from '../harness/serve-http.ts'

const MINUTES = { undo_window: '5m' }
/** Calls wait long for whoever answers. One tool runs soon after its approval, the others wait for minutes. */
const SETTING = {
  wait: '60s',
  undo_window: '3s',
  servers: { ledger: stdioServer({ tools: { send_message: MINUTES, create_item: MINUTES } }) },
}

interface Windowed {
  readonly id: string
  readonly state: string
  readonly run_after: string | null
}

interface Host {
  readonly client: StdioClient
  readonly child: ChildProcess
  begin(tool: string, args: object): Promise<Message>
}

async function startHost(place: Place): Promise<Host> {
  const child = place.start([BIN, 'wrap', '--name', 'ledger'])
  const client = createStdioClient(child as Parameters<typeof createStdioClient>[0])
  await client.initialize('a chat')
  const begin = (tool: string, args: object): Promise<Message> => {
    const answer = client.call(tool, args)
    answer.catch(() => {})
    return answer
  }
  return { client, child, begin }
}

async function endHost({ client, child }: Host): Promise<void> {
  client.end()
  await exited(child)
}

const runsIn = (place: Place, mark: string): readonly LedgerLine[] =>
  place.ledger().filter((line) => line.argumentsText?.includes(JSON.stringify(mark)) === true)

describe('in front of a stdio server', () => {
  const place: Place = createPlace()
  let service: Service

  beforeAll(async () => {
    service = await place.serve(SETTING)
  })
  afterAll(() => place.close())

  const held = (mark: string): Promise<string> =>
    eventually(async () => (await service.approvals(`?q=${mark}&state=pending`))[0]?.id)
  const take = (id: string, reason: string): Promise<Reply> =>
    service.post(`/admin/approvals/${id}/cancel`, { reason }, TOKENS.second)

  async function approveWindowed(id: string, body: object = {}): Promise<number> {
    const approved = (await service.post(`/admin/approvals/${id}/approve`, body)).json as Windowed
    expect(approved.state).toBe('approved')
    expect(approved.run_after).not.toBeNull()
    return Date.parse(approved.run_after ?? '')
  }

  test('nothing reaches the server before the window ends; then the call runs, once', async () => {
    const [host, mark] = [await startHost(place), randomUUID()]
    const answer = host.begin('delete_item', { id: mark })
    const id = await held(mark)
    const runAfter = await approveWindowed(id)
    expect(heldBy(await answer)).toMatchObject({ id, state: 'succeeded' })
    expect(runsIn(place, mark).map(({ at }) => at >= runAfter)).toEqual([true])
    expect(await service.approval(id)).toMatchObject({ state: 'succeeded', run_after: null })
    await endHost(host)
  })

  test('[H10] taken back in the window: it does not run at its end, and the agent hears who and why', async () => {
    const [host, mark] = [await startHost(place), randomUUID()]
    const answer = host.begin('delete_item', { id: mark })
    const id = await held(mark)
    const runAfter = await approveWindowed(id)
    const taken = await take(id, 'wrong customer')
    expect([taken.status, taken.json]).toMatchObject([200, { state: 'cancelled', decided_by: 'ops', run_after: null }])
    const heard = await answer
    expect(codeOf(heard)).toBe('CANCELLED')
    expect(textOf(heard)).toContain('Revoked by ops: wrong customer')
    await delay(runAfter - Date.now() + 700)
    expect(runsIn(place, mark)).toEqual([])
    await endHost(host)
  })

  test('[H24] taken back from the command line: the permission given with it never counted, and is gone', async () => {
    const [host, mark] = [await startHost(place), randomUUID()]
    const answer = host.begin('send_message', { to: 'a', text: mark })
    const id = await held(mark)
    await approveWindowed(id, { grant: { for: 'always', arguments: 'any' } })
    const early = randomUUID()
    void host.begin('send_message', { to: 'a', text: early })
    const earlier = await held(early)
    const secret = { HOLDPOINT_TOKEN: TOKENS.approver }
    const taken = await place.run(['cancel', id, '--reason', 'wrong address', '--json'], secret)
    expect([taken.code, JSON.parse(taken.stdout)]).toMatchObject([0, { state: 'cancelled', reason: 'wrong address' }])
    expect(codeOf(await answer)).toBe('CANCELLED')
    const next = randomUUID()
    void host.begin('send_message', { to: 'a', text: next })
    const asked = await held(next)
    expect([mark, early, next].map((each) => runsIn(place, each).length)).toEqual([0, 0, 0])
    await take(earlier, 'not needed')
    const again = await place.run(['cancel', id], secret)
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Nothing changed') as string])
    await take(asked, 'not needed')
    await endHost(host)
  })

  test('[H24] a scope that the approval opened never counted, and is closed with it', async () => {
    const [host, mark] = [await startHost(place), randomUUID()]
    const answer = host.begin('create_item', { name: mark })
    const id = await held(mark)
    await approveWindowed(id, { grant: { for: 'session', arguments: 'scope' } })
    const early = randomUUID()
    void host.begin('create_item', { name: early })
    await take(await held(early), 'not needed')
    await take(id, 'wrong one')
    expect(codeOf(await answer)).toBe('CANCELLED')
    const next = randomUUID()
    void host.begin('create_item', { name: next })
    await take(await held(next), 'not needed')
    expect([mark, early, next].map((each) => runsIn(place, each).length)).toEqual([0, 0, 0])
    await endHost(host)
  })

  test('[H4] kill -9 in the window, then a restart and the identical call: it runs once, after the window', async () => {
    const [host, mark] = [await startHost(place), randomUUID()]
    void host.begin('delete_item', { id: mark })
    const id = await held(mark)
    const runAfter = await approveWindowed(id)
    host.child.kill('SIGKILL')
    await exited(host.child)
    const next = await startHost(place)
    expect(heldBy(await next.begin('delete_item', { id: mark }))).toMatchObject({ id, state: 'succeeded' })
    expect(runsIn(place, mark).map(({ at }) => at >= runAfter)).toEqual([true])
    await endHost(next)
  })

  test('[H26] SIGTERM in the window: the agent is told, nothing runs, and the identical call after a restart runs it once', async () => {
    const [host, mark] = [await startHost(place), randomUUID()]
    const told = host.begin('delete_item', { id: mark })
    const id = await held(mark)
    const runAfter = await approveWindowed(id)
    host.child.kill('SIGTERM')
    expect(envelopeOf(await told)).toMatchObject({ approval_id: id, state: 'approved' })
    await exited(host.child)
    expect(runsIn(place, mark)).toEqual([])
    const next = await startHost(place)
    expect(heldBy(await next.begin('delete_item', { id: mark }))).toMatchObject({ id, state: 'succeeded' })
    expect(runsIn(place, mark).map(({ at }) => at >= runAfter)).toEqual([true])
    await endHost(next)
  })

  test('[H4] kill -9 in the window, then a restart, the identical call, and taken back: it never runs', async () => {
    const [host, mark] = [await startHost(place), randomUUID()]
    const args = { to: 'a', text: mark }
    void host.begin('send_message', args)
    const id = await held(mark)
    await approveWindowed(id)
    host.child.kill('SIGKILL')
    await exited(host.child)
    const next = await startHost(place)
    const answer = next.begin('send_message', args)
    // It has been taken over, and waits.
    await eventually(async () =>
      (await service.get(`/admin/audit?hold=${id}`)).text.includes('hold-joined') ? true : undefined,
    )
    await take(id, 'wrong address')
    expect(codeOf(await answer)).toBe('CANCELLED')
    expect(runsIn(place, mark)).toEqual([])
    await endHost(next)
  })

  test('a question that waits is withdrawn; a call that ran is not taken back', async () => {
    const [host, mark] = [await startHost(place), randomUUID()]
    const withdrawn = host.begin('delete_item', { id: mark })
    expect((await take(await held(mark), 'not needed')).status).toBe(200)
    expect(codeOf(await withdrawn)).toBe('CANCELLED')
    const other = randomUUID()
    const ran = host.begin('delete_item', { id: other })
    const id = await held(other)
    await approveWindowed(id)
    expect(textOf(await ran)).toBe(`deleted ${other}`)
    const late = await place.run(['cancel', id], { HOLDPOINT_TOKEN: TOKENS.approver })
    expect([late.code, late.stdout]).toEqual([1, ''])
    expect(late.stderr).toContain('and has run')
    expect([mark, other].map((each) => runsIn(place, each).length)).toEqual([0, 1])
    await endHost(host)
  })

  test('[L4] without a terminal and without a token nobody takes anything back', async () => {
    const [host, mark] = [await startHost(place), randomUUID()]
    void host.begin('delete_item', { id: mark })
    const id = await held(mark)
    const refused = await place.run(['cancel', id])
    expect([refused.code, refused.stderr.includes('is a person')]).toEqual([1, true])
    expect((await service.approval(id)).state).toBe('pending')
    await take(id, 'not needed')
    await endHost(host)
  })
})

test('[X6] a call that may not wait that long gets the envelope; it runs by itself, and a repeated call collects', async () => {
  const place = createPlace()
  const service = await place.serve({ ...SETTING, wait: '4s', undo_window: '8s' })
  const [host, mark] = [await startHost(place), randomUUID()]
  const answer = host.begin('delete_item', { id: mark })
  const id = await eventually(async () => (await service.approvals(`?q=${mark}`))[0]?.id)
  await service.approve(id)
  expect(envelopeOf(await answer)).toMatchObject({ approval_id: id, state: 'approved' })
  expect(runsIn(place, mark)).toEqual([])
  await service.reaches(id, 'succeeded')
  expect(heldBy(await host.begin('delete_item', { id: mark }))).toMatchObject({ id, state: 'succeeded' })
  expect(runsIn(place, mark)).toHaveLength(1)
  await endHost(host)
  await place.close()
})

test('[L3] a shorter window waits until a person accepts it, a longer one does not', async () => {
  const home = createTemporaryHome('undo_window: 1m')
  const wrap = await startWrap(home)
  home.configure('undo_window: 2m')
  await waitFor('the longer window', () => wrap.stderr().includes('in force'))
  home.configure('undo_window: 0s')
  await waitFor('the notice', () => wrap.stderr().includes('looser'))
  const shown = await holdpoint(home, ['policy', 'accept'])
  expect(shown.stdout).toContain('Approvals can be taken back for a shorter time (undo_window).')
  const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
  const approved = (await approve(home, id)) as unknown as Windowed
  expect(Date.parse(approved.run_after ?? '') - Date.now()).toBeGreaterThan(60_000)
  await endWrap(wrap)
})

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
