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
import { BIN, createPlace, eventually, exited, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { LedgerLine, Place, Service } from '../harness/serve-harness.ts'
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
