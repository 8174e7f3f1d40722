/** Calls that wait for a person: `wait` is set, so the answer comes on the stream of the call itself. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent, ERAS, errorCode, firstText } from '../harness/serve-agent.ts'
import type { Agent, Message } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer } from '../harness/serve-harness.ts'
import type { Approval, LedgerLine, Place, Service } from '../harness/serve-harness.ts'

const place: Place = createPlace()
let service: Service

beforeAll(async () => {
  const { url } = await place.startLedgerHttp()
  const tools = { progress_get: { risk: 'high' } }
  service = await place.serve({ wait: '60s', servers: { stdio: stdioServer({ tools }), http: { url, tools } } })
})
afterAll(() => place.close())

const waitsFor = (mark: string): Promise<Approval> =>
  eventually(async () => (await service.approvals(`?q=${mark}&state=pending`))[0])
const linesOf = (mark: string): readonly LedgerLine[] =>
  place.ledger().filter(({ argumentsText }) => argumentsText?.includes(mark) === true)

describe.each(ERAS)('%s era', (era) => {
  describe.each(['stdio', 'http'] as const)('in front of %s', (server) => {
    let agent: Agent
    beforeAll(async () => {
      const capabilities = { elicitation: { form: {} } }
      agent = await connectAgent(service.url, { era, server, client: `client-${randomUUID()}`, capabilities })
    })

    test('[S1.3] approved while it waits: the result itself, marked as held', async () => {
      const mark = randomUUID()
      const waiting = agent.call('delete_item', { id: mark })
      const { id } = await waitsFor(mark)
      await service.approve(id)
      const answer = await waiting
      expect(firstText(answer)).toBe(`deleted ${mark}`)
      expect(answer.answer.result?.['_meta']?.['dev.holdpoint/hold']).toMatchObject({ id, state: 'succeeded' })
      expect(linesOf(mark)).toHaveLength(1)
    })

    test('[S1.3] rejected while it waits: the refusal, and nothing ran', async () => {
      const mark = randomUUID()
      const waiting = agent.call('delete_item', { id: mark })
      await service.reject((await waitsFor(mark)).id, 'because')
      const answer = await waiting
      expect(errorCode(answer)).toBe('DECLINED')
      expect(answer.text).toContain('because')
      expect(linesOf(mark)).toHaveLength(0)
    })

    test('progress of a held call reaches the caller that waits for it', async () => {
      const mark = randomUUID()
      const token = `token-${mark}`
      const waiting = agent.call('progress_get', { steps: 3, mark }, { meta: { progressToken: token } })
      await service.approve((await waitsFor(mark)).id)
      const { before, answer } = await waiting
      expect(answer.result?.content?.[0]?.text).toBe('read')
      const own = before.filter(({ params }) => params?.['total'] === 3)
      expect(own.map(({ params }) => [params?.['progressToken'], params?.['progress']])).toEqual([
        [token, 1],
        [token, 2],
        [token, 3],
      ])
    })

    test('a question of the server arrives on the stream of the call that waits', async () => {
      const mark = randomUUID()
      if (era === '2026') {
        const waiting = agent.call('ask_delete', { mark })
        await service.approve((await waitsFor(mark)).id)
        expect((await waiting).answer.result).toMatchObject({ resultType: 'input_required' })
        const done = await agent.ask('tools/call', {
          name: 'ask_delete',
          arguments: { mark },
          inputResponses: { confirm: { action: 'accept', content: { sure: true } } },
          requestState: 'ledger-state-1',
        })
        expect(firstText(done)).toBe('deleted after asking')
        expect(done.answer.result?.['_meta']?.['dev.holdpoint/hold']).toMatchObject({ state: 'succeeded' })
        return
      }
      const answered = (message: Message): void => {
        if (message.method === 'elicitation/create') {
          void agent.respond(message.id ?? '', { action: 'accept', content: { sure: true } })
        }
      }
      const waiting = agent.call('ask_delete', { mark }, { onMessage: answered })
      await service.approve((await waitsFor(mark)).id)
      expect(firstText(await waiting)).toBe('deleted after asking')
      expect(linesOf(mark)).toHaveLength(1)
    })

    test('two identical calls wait for one question, and both hear the outcome', async () => {
      const mark = randomUUID()
      const both = [agent.call('delete_item', { id: mark }), agent.call('delete_item', { id: mark })]
      const { id } = await waitsFor(mark)
      await recorded(id, 'hold-joined')
      expect(await service.approvals(`?q=${mark}`)).toHaveLength(1)
      await service.approve(id)
      for (const answer of await Promise.all(both)) expect(firstText(answer)).toBe(`deleted ${mark}`)
      expect(linesOf(mark)).toHaveLength(1)
    })

    test('[L12] the caller gave up before its envelope: approval alone runs nothing, the identical call does', async () => {
      const mark = randomUUID()
      const stop = new AbortController()
      const waiting = agent.call('delete_item', { id: mark }, { signal: stop.signal }).catch(() => null)
      const { id } = await waitsFor(mark)
      stop.abort()
      await waiting
      await recorded(id, 'hold-caller-left')
      expect((await service.approve(id)).status).toBe(200)
      await delay(400)
      expect((await service.approval(id)).state).toBe('approved')
      expect(linesOf(mark)).toHaveLength(0)
      expect(firstText(await agent.call('delete_item', { id: mark }))).toBe(`deleted ${mark}`)
      expect(linesOf(mark)).toHaveLength(1)
    })
  })

  test('the caller hangs up while its call runs: the outcome is stored, and the identical call collects it', async () => {
    const agent = await connectAgent(service.url, { era, server: 'stdio', client: `client-${randomUUID()}` })
    const mark = randomUUID()
    const stop = new AbortController()
    const args = { until: place.file(`answer ${mark}`), mark }
    const waiting = agent.call('slow_delete', args, { signal: stop.signal }).catch(() => null)
    const { id } = await waitsFor(mark)
    await service.approve(id)
    await eventually(() => (linesOf(mark).length === 1 ? true : undefined))
    stop.abort()
    await waiting
    // The end of that connection is read before what comes after it is answered.
    for (let look = 0; look < 3; look++) expect((await service.approval(id)).state).toBe('dispatching')
    writeFileSync(args.until, '')
    await service.reaches(id, 'succeeded')
    expect(firstText(await agent.call('slow_delete', args))).toBe('deleted slowly')
    expect(linesOf(mark)).toHaveLength(1)
  })
})

test('DELETE ends a call that waits: its stream closes, and the hold goes on without it', async () => {
  const agent = await connectAgent(service.url, { era: '2025', server: 'stdio', client: `client-${randomUUID()}` })
  const mark = randomUUID()
  const ended = agent.call('delete_item', { id: mark }).then(
    (answer) => answer.text,
    () => 'closed',
  )
  const { id } = await waitsFor(mark)
  expect((await agent.end()).status).toBe(200)
  // Not at the end of its wait.
  expect(await Promise.race([ended, delay(30_000).then(() => 'still open')])).not.toBe('still open')
  expect((await service.approval(id)).state).toBe('pending')
  expect(linesOf(mark)).toHaveLength(0)
})

test('[L12] notifications/cancelled ends the wait, not the hold', async () => {
  const agent = await connectAgent(service.url, { era: '2025', server: 'stdio', client: `client-${randomUUID()}` })
  const mark = randomUUID()
  const stop = new AbortController()
  const waiting = agent.call('delete_item', { id: mark }, { signal: stop.signal }).catch(() => null)
  const { id } = await waitsFor(mark)
  // initialize was 1, this call is 2.
  expect((await agent.notify('notifications/cancelled', { requestId: 2 })).status).toBe(202)
  await recorded(id, 'hold-caller-left')
  expect((await service.approval(id)).state).toBe('pending')
  await service.approve(id)
  await delay(300)
  expect(linesOf(mark)).toHaveLength(0)
  stop.abort()
  await waiting
})

/** Until the store knows that a second call waits, or that none does any more. */
async function recorded(id: string, what: 'hold-joined' | 'hold-caller-left'): Promise<void> {
  await eventually(async () => {
    const { json } = await service.get(`/admin/audit?hold=${id}`)
    const { records } = json as { readonly records: readonly { readonly kind: string }[] }
    return records.some(({ kind }) => kind === what) ? true : undefined
  })
}
