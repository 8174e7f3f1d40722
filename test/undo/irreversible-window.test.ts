/**
 * A yes to what cannot be undone, in real processes and without any setting: on the page it can be taken back for five seconds, and nothing
 * runs before they are over, whatever happens to the process meanwhile. Where nobody could take it back it runs at once. The ledger says what ran.
 */
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, heldBy, textOf } from '../harness/answers.ts'
import { createStdioClient } from '../harness/stdio-client.ts'
import type { Message, StdioClient } from '../harness/stdio-client.ts'
import { BIN, createPlace, eventually, exited, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { LedgerLine, Place, Service } from '../harness/serve-harness.ts'
import { send } from '../harness/serve-http.ts'
import type { Reply } from '../harness/serve-http.ts'

interface Windowed {
  readonly state: string
  readonly decided_at: string
  readonly run_after: string | null
}

interface Host {
  readonly client: StdioClient
  readonly child: ChildProcess
}

const place: Place = createPlace()
let service: Service

beforeAll(async () => {
  const irreversible = { tools: { delete_item: { risk: 'high', irreversible: true } } }
  service = await place.serve({ wait: '60s', servers: { ledger: stdioServer(irreversible) } })
})
afterAll(() => place.close())

async function startHost(): Promise<Host> {
  const child = place.start([BIN, 'wrap', '--name', 'ledger'])
  const client = createStdioClient(child as Parameters<typeof createStdioClient>[0])
  await client.initialize('a chat')
  return { client, child }
}

async function endHost({ client, child }: Host): Promise<void> {
  client.end()
  await exited(child)
}

function begin({ client }: Host, mark: string, tool = 'delete_item'): Promise<Message> {
  const answer = client.call(tool, { id: mark })
  answer.catch(() => {})
  return answer
}

const held = (mark: string): Promise<string> =>
  eventually(async () => (await service.approvals(`?q=${mark}&state=pending`))[0]?.id)
const runsOf = (mark: string): readonly LedgerLine[] =>
  place.ledger().filter((line) => line.argumentsText?.includes(JSON.stringify(mark)) === true)

/** As a browser sends what a person pressed on the page. */
const onPage = (id: string, what: 'approve' | 'cancel'): Promise<Reply> =>
  send(service.url, `/admin/approvals/${id}/${what}`, {
    method: 'POST',
    token: TOKENS.approver,
    body: '{}',
    headers: { 'sec-fetch-site': 'same-origin' },
  })

async function approveOnPage(id: string): Promise<number> {
  const { state, decided_at: decided, run_after: after } = (await onPage(id, 'approve')).json as Windowed
  expect(state).toBe('approved')
  expect(Date.parse(after ?? '') - Date.parse(decided)).toBe(5000)
  return Date.parse(after ?? '')
}

describe('[H10] a yes on the page', () => {
  test('taken back in the window it runs nothing, and the wrap that waits tells its agent', async () => {
    const [host, mark] = [await startHost(), randomUUID()]
    const answer = begin(host, mark)
    const id = await held(mark)
    const runAfter = await approveOnPage(id)
    expect((await onPage(id, 'cancel')).json).toMatchObject({ state: 'cancelled', via: 'page' })
    expect(codeOf(await answer)).toBe('CANCELLED')
    await delay(runAfter - Date.now() + 700)
    expect(runsOf(mark)).toEqual([])
    await endHost(host)
  })

  test('left alone it runs once, after the window, and the wrap that waits gets the result', async () => {
    const [host, mark] = [await startHost(), randomUUID()]
    const answer = begin(host, mark)
    const id = await held(mark)
    const runAfter = await approveOnPage(id)
    const heard = await answer
    expect(heldBy(heard)).toMatchObject({ id, state: 'succeeded' })
    expect(textOf(heard)).toBe(`deleted ${mark}`)
    expect(runsOf(mark).map(({ at }) => at >= runAfter)).toEqual([true])
    await endHost(host)
  })

  test('[H4] kill -9 in the window, then a restart and the identical call: it runs once, after the window', async () => {
    const [host, mark] = [await startHost(), randomUUID()]
    void begin(host, mark)
    const id = await held(mark)
    const runAfter = await approveOnPage(id)
    host.child.kill('SIGKILL')
    await exited(host.child)
    const next = await startHost()
    const answers = await Promise.all([begin(next, mark), begin(next, mark)])
    expect(answers.map((answer) => heldBy(answer)?.['id'])).toEqual([id, id])
    await delay(500)
    expect(runsOf(mark).map(({ at }) => at >= runAfter)).toEqual([true])
    await endHost(next)
  })

  test('to what can be undone: it runs at once', async () => {
    const [host, mark] = [await startHost(), randomUUID()]
    const answer = host.client.call('send_message', { to: 'a', text: mark })
    const id = await held(mark)
    expect((await onPage(id, 'approve')).json).toMatchObject({ run_after: null })
    expect(heldBy(await answer)).toMatchObject({ id, state: 'succeeded' })
    await endHost(host)
  })
})

test.each(['REST with a token', 'the command line with a token'])('[H10] a yes by %s runs at once', async (how) => {
  const [host, mark] = [await startHost(), randomUUID()]
  const answer = begin(host, mark)
  const id = await held(mark)
  if (how.startsWith('REST')) expect((await service.approve(id)).json).toMatchObject({ run_after: null })
  else {
    const ran = await place.run(['approve', id, '--json'], { HOLDPOINT_TOKEN: TOKENS.approver })
    expect(JSON.parse(ran.stdout)).toMatchObject({ run_after: null })
  }
  expect(heldBy(await answer)).toMatchObject({ id, state: 'succeeded' })
  expect(runsOf(mark)).toHaveLength(1)
  await endHost(host)
})
