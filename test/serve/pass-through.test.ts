/**
 * What the gateway does not touch arrives as it was sent: all four pairs of era and upstream behind an HTTP front. The
 * fixture writes numbers, escapes and field orders that no parser would print again.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAgent, ERAS, firstText, heldAs } from '../harness/serve-agent.ts'
import type { Agent, Message } from '../harness/serve-agent.ts'
import { createPlace, eventually, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const place: Place = createPlace()
let service: Service

beforeAll(async () => {
  const { url } = await place.startLedgerHttp()
  const tools = { slow_delete: { risk: 'low' }, hang_delete: { risk: 'low' } }
  const held = { progress_get: { risk: 'high' }, weird_get: { risk: 'high' } }
  service = await place.serve({
    servers: {
      stdio: stdioServer({ tools }),
      http: { url, headers: { 'X-Team': 'blue' }, tools },
      'stdio-held': stdioServer({ tools: held }),
      'http-held': { url: `${url}?again`, tools: held },
    },
  })
})
afterAll(() => place.close())

const received = (): string => readFileSync(place.file('received'), 'utf8')
const WEIRD_CONTENT = '{"data":"AAEC","type":"hologram","frames":3.50}'
const WEIRD_NUMBERS = '"zebra":[1.0,1e2,-0.0,12345678901234567890]'

describe.each(ERAS)('%s era', (era) => {
  describe.each(['stdio', 'http'] as const)('in front of %s', (server) => {
    let agent: Agent
    beforeAll(async () => {
      agent = await connectAgent(service.url, { era, server, capabilities: { elicitation: { form: {} } } })
    })

    test('tools are listed in the order and with the fields of the server', async () => {
      const { answer } = await agent.ask('tools/list')
      const names = answer.result?.tools?.map(({ name }) => name)
      expect(names?.slice(0, 3)).toEqual(['get_item', 'list_items', 'create_item'])
      expect(names).toHaveLength(19)
    })

    test('unknown fields, content types, _meta and number spellings come through byte for byte', async () => {
      const { text, answer } = await agent.call('weird_get')
      expect(text).toContain(WEIRD_NUMBERS)
      expect(text).toContain(WEIRD_CONTENT)
      expect(text).toContain('caf\\u00e9 \\ud83d\\ude00 \\/ \\u2028')
      expect(text).toContain('"_meta":{"example.com/trace":{"b":1,"a":2}},"aardvark":null')
      expect(answer.result?.['_meta']?.['dev.holdpoint/hold']).toBeUndefined()
    })

    test('unknown methods and their parameters pass', async () => {
      const { answer } = await agent.ask('example.com/odd', { z: [1, { b: null }], a: 'ü' })
      const echo = answer.result?.['echo'] as { readonly method: string; readonly params: object }
      expect(echo.method).toBe('example.com/odd')
      expect(echo.params).toMatchObject({ z: [1, { b: null }], a: 'ü' })
    })

    test("a method that the server does not have is the server's own error", async () => {
      const { answer, status } = await agent.ask('resources/list')
      expect(answer.error).toMatchObject({ code: -32_601, message: 'Method not found: resources/list' })
      expect(status).toBe(era === '2025' ? 200 : 404)
    })

    test('_meta of a request reaches the server', async () => {
      const mark = randomUUID()
      await agent.call('get_item', { id: mark }, { meta: { 'example.com/trace': mark } })
      expect(received()).toContain(`"example.com/trace":"${mark}"`)
    })

    test('progress arrives on the stream of its own call, with the token of the client', async () => {
      const token = `token-${randomUUID()}`
      const { before, answer } = await agent.call('progress_get', { steps: 3 }, { meta: { progressToken: token } })
      expect(answer.result?.content?.[0]?.text).toBe('read')
      expect(before.map(({ method, params }) => [method, params?.['progressToken'], params?.['progress']])).toEqual([
        ['notifications/progress', token, 1],
        ['notifications/progress', token, 2],
        ['notifications/progress', token, 3],
      ])
    })

    test('a task handle passes, and so does asking for it', async () => {
      const { answer } = await agent.call('task_get')
      if (era === '2025') expect(answer.result?.content?.[0]?.text).toBe('read at once')
      else {
        expect(answer.result).toMatchObject({ resultType: 'task', taskId: 'task-1', pollIntervalMs: 50 })
        const got = await agent.ask('tasks/get', { taskId: 'task-1' })
        expect(got.answer.result).toMatchObject({ status: 'completed' })
      }
    })

    test('large answers pass whole', async () => {
      const { answer } = await agent.call('huge_get', { bytes: 3_000_000 })
      expect(answer.result?.content?.[0]?.text).toHaveLength(3_000_000)
    })

    test('giving up closes the exchange: the server hears of it, and the next call works', async () => {
      const stop = new AbortController()
      const mark = randomUUID()
      const hanging = agent.call('hang_delete', { mark }, { signal: stop.signal })
      await eventually(() => (received().includes(mark) ? true : undefined))
      if (era === '2025') {
        const sent = received()
          .split('\n')
          .filter((line) => line.includes(mark))
        const { id } = JSON.parse(sent[0] ?? '') as Message
        expect((await agent.notify('notifications/cancelled', { requestId: id, reason: mark })).status).toBe(202)
        await eventually(() => (received().includes(`"reason":"${mark}"`) ? true : undefined))
      }
      stop.abort()
      await expect(hanging).rejects.toThrow()
      if (era === '2026' && server === 'stdio') {
        await eventually(() => (/notifications\/cancelled[^\n]*closed the stream/.test(received()) ? true : undefined))
      }
      expect(firstText(await agent.call('get_item', { id: 'after' }))).toBe('item after')
    })

    test('[C4] [C6] [C10] a held call runs the bytes that were sent', async () => {
      const item = randomUUID()
      const args = { id: item, note: 'e\u0301 "quoted" \n)', nothing: null, list: [1, { k: 'v' }], ['__proto__']: 1 }
      const id = heldAs(await agent.call('delete_item', args))
      await service.approve(id)
      await service.reaches(id, 'succeeded')
      const lines = place.ledger().filter(({ argumentsText }) => argumentsText?.includes(item) === true)
      expect(lines.map(({ argumentsText }) => argumentsText)).toEqual([JSON.stringify(args)])
      if (server === 'http') expect(lines[0]?.headers).toMatchObject({ 'x-team': 'blue' })
      expect(firstText(await agent.call('delete_item', args))).toBe(`deleted ${item}`)
    })

    test('a server that asks for input during a held call is answered by the client, in one attempt', async () => {
      const mark = randomUUID()
      const id = heldAs(await agent.call('ask_delete', { mark }))
      const lines = (): ReturnType<Place['ledger']> =>
        place.ledger().filter(({ argumentsText }) => argumentsText?.includes(mark) === true)
      if (era === '2025') {
        const standing = await agent.listen()
        const asked = standing.next()
        await service.approve(id)
        const question = (await asked).value as Message
        expect(question).toMatchObject({ method: 'elicitation/create' })
        expect((await agent.respond(question.id ?? '', { action: 'accept', content: { sure: true } })).status).toBe(202)
        await service.reaches(id, 'succeeded')
        await standing.return(undefined)
        expect(firstText(await agent.call('ask_delete', { mark }))).toBe('deleted after asking')
        expect(lines()).toHaveLength(1)
        return
      }
      await service.approve(id)
      const asked = await agent.call('ask_delete', { mark })
      expect(asked.answer.result).toMatchObject({ resultType: 'input_required', requestState: 'ledger-state-1' })
      const round = {
        name: 'ask_delete',
        arguments: { mark },
        inputResponses: { confirm: { action: 'accept', content: { sure: true } } },
        requestState: 'ledger-state-1',
      }
      const answers = await Promise.all([agent.ask('tools/call', round), agent.ask('tools/call', round)])
      expect(answers.some((answer) => firstText(answer) === 'deleted after asking')).toBe(true)
      expect((await service.reaches(id, 'succeeded')).decided_by).toBe('ci')
      // The question and its answer: two rounds of one attempt, however often the client sends the second.
      expect(lines()).toHaveLength(2)
      expect(lines()[1]?.inputResponses).toEqual(round.inputResponses)
    })
  })

  describe.each(['stdio-held', 'http-held'] as const)('held results, in front of %s', (server) => {
    test('[L8] a held result is untouched apart from our mark in _meta', async () => {
      const agent = await connectAgent(service.url, { era, server, client: randomUUID() })
      const mark = randomUUID()
      const id = heldAs(await agent.call('weird_get', { mark }))
      await service.approve(id)
      await service.reaches(id, 'succeeded')
      const { text, answer } = await agent.call('weird_get', { mark })
      expect(text).toContain(WEIRD_NUMBERS)
      expect(text).toContain(WEIRD_CONTENT)
      expect(text).toContain('"example.com/trace":{"b":1,"a":2}')
      expect(answer.result?.['_meta']?.['dev.holdpoint/hold']).toMatchObject({ id, state: 'succeeded' })
    })
  })

  test("[L8] an upstream that imitates our envelope is marked as the server's own words", async () => {
    const agent = await connectAgent(service.url, { era, server: 'stdio' })
    const { answer } = await agent.call('spoof_get')
    expect(answer.result?.['_meta']).toEqual({ 'example.com/kept': 1 })
    expect(answer.result?.content?.[0]?.text).toContain('the words of the server')
  })
})

test.each(['stdio', 'http'])('a round that nobody asked for runs nothing (%s)', async (server) => {
  const agent = await connectAgent(service.url, { era: '2026', server })
  const mark = randomUUID()
  const forged = await agent.ask('tools/call', {
    name: 'ask_delete',
    arguments: { mark },
    inputResponses: { confirm: { action: 'accept', content: { sure: true } } },
    requestState: 'ledger-state-1',
  })
  expect(heldAs(forged)).not.toBe('')
  expect(place.ledger().some(({ argumentsText }) => argumentsText?.includes(mark) === true)).toBe(false)
})

test('list_changed reaches a session on its standing stream, and a stateless client on its subscription', async () => {
  const other = createPlace()
  const { url } = await other.startLedgerHttp()
  const changing = await other.serve({ servers: { stdio: stdioServer(), http: { url } } })
  // Over stdio a process is started for the second round, which knows nothing of the change that the first one saw.
  for (const server of ['http', 'stdio']) {
    other.setVariant('')
    const session = await connectAgent(changing.url, { era: '2025', server })
    const stateless = await connectAgent(changing.url, { era: '2026', server, token: TOKENS.otherAgent })
    await session.ask('tools/list')
    await stateless.ask('tools/list')
    const standing = await session.listen()
    const heard = standing.next()
    const messages: Message[] = []
    const stop = new AbortController()
    const subscription = stateless
      .ask(
        'subscriptions/listen',
        { notifications: { toolsListChanged: true } },
        { signal: stop.signal, onMessage: (message) => messages.push(message) },
      )
      .catch(() => {})
    await eventually(() => (messages.length > 0 ? true : undefined))
    other.setVariant('renamed')
    expect(((await heard).value as Message).method, server).toBe('notifications/tools/list_changed')
    const names = (await session.ask('tools/list')).answer.result?.tools?.map(({ name }) => name)
    expect(names).toContain('purge_item')
    await eventually(() => (messages.length > 1 ? true : undefined))
    expect(messages[0]?.method).toBe('notifications/subscriptions/acknowledged')
    expect(messages[1]?.method).toBe('notifications/tools/list_changed')
    // The subscription is named by the id that the client chose, not by ours.
    const named = messages.map(
      ({ params }) => (params?.['_meta'] as { [name: string]: unknown })?.['io.modelcontextprotocol/subscriptionId'],
    )
    expect(named).toEqual([2, 2])
    stop.abort()
    await subscription
    await standing.return(undefined)
  }
  await other.close()
})
