/**
 * Questions that leave as answers, as clients without sessions get them: while one is open, nothing of the server's
 * passes for it, and the same call asks no second one.
 */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { approve, expectAuditIntact, listHolds, showHold } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { modernMeta } from '../harness/stdio-client.ts'
import type { Message } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { answerAtOnce, READING_MS, TOO_FAST } from '../harness/read-form.ts'
import { connectAgent } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'

const ASKING = fileURLToPath(new URL('../fixtures/asking-server.mjs', import.meta.url))
const FORM = { elicitation: { form: {} } }
const PLAIN = { id: 'a', ask: 'stateless', words: 'Which shelf?' }
const MARKED = 'The server "asking" asks (this is not Holdpoint\'s question): Which shelf?'

interface Place {
  readonly home: TemporaryHome
  readonly wrap: RunningWrap
  call(tool: string, args: object, more?: object): Promise<Message>
  /** The server's own question, as this client is shown it. */
  asked(client?: string): Promise<string>
}

async function open(yaml = ''): Promise<Place> {
  const home = createTemporaryHome(yaml)
  const wrap = await startWrap(home, { name: 'asking', command: [process.execPath, ASKING], silent: true })
  return {
    home,
    wrap,
    call: async (tool, args, more = {}) =>
      await wrap.client.call(tool, args, { ...modernMeta('test-client', FORM), ...more }),
    async asked(client = 'test-client') {
      const { result } = await wrap.client.call('get_shelf', PLAIN, modernMeta(client, FORM))
      return result.inputRequests.sure.params.message as string
    },
  }
}

async function end({ home, wrap }: Place): Promise<void> {
  await endWrap(wrap)
  await expectAuditIntact(home)
}

/** Our question, and what the client sends back with an answer to it. */
function ours({ result }: Message): { choices: readonly string[]; answer(decision: string, further?: string): object } {
  expect(result.resultType).toBe('input_required')
  const { requestedSchema } = result.inputRequests.holdpoint.params
  return {
    choices: requestedSchema.properties.decision.enum as readonly string[],
    answer: (decision, further = '') => ({
      requestState: result.requestState as string,
      inputResponses: { holdpoint: { action: 'accept', content: { decision, further } } },
    }),
  }
}

/** The gateway brought no verdict of it. */
const isNothing = (answer: Message): boolean => heldBy(answer) === null

describe('[L9] a server’s own question', () => {
  test('carries its name while one of ours is in front of the same client’s person, until that is answered', async () => {
    const place = await open()
    const { call, asked } = place
    expect(await asked()).toBe('Which shelf?')
    const question = ours(await call('delete_shelf', { id: 'b' }))
    expect(await asked()).toBe(MARKED)
    expect(await asked('another-client')).toBe('Which shelf?')
    await delay(READING_MS)
    expect(textOf(await call('delete_shelf', { id: 'b' }, question.answer('Run it once')))).toContain('shelf b')
    expect(await asked()).toBe('Which shelf?')
    await end(place)
  })

  test('carries its name no longer once ours was decided elsewhere', async () => {
    const place = await open()
    const { home, call, asked } = place
    ours(await call('delete_shelf', { id: 'b' }))
    expect(await asked()).toBe(MARKED)
    const [hold] = await listHolds(home, '--state', 'pending')
    await approve(home, hold?.id ?? '', '--wait')
    expect(await asked()).toBe('Which shelf?')
    await end(place)
  })
})

describe('[L6] an answer that decided nothing', () => {
  const client = modernMeta('test-client', FORM)
  const start = async (home: TemporaryHome): Promise<RunningWrap> =>
    await startWrap(home, { name: 'asking', command: [process.execPath, ASKING], silent: true })

  /** What becomes of the process that the answer came to first. */
  const LEAVE: readonly (readonly [string, (wrap: RunningWrap) => Promise<unknown>])[] = [
    ['in a process beside it', () => Promise.resolve()],
    ['after the end of its process', endWrap],
    ['after its process was killed', (wrap) => wrap.kill('SIGKILL')],
  ]

  test.each(LEAVE)('does not count %s either, sent again as it was; the next question does', async (_when, leave) => {
    const home = createTemporaryHome('wait: 500ms')
    const first = await start(home)
    let args = { id: '' }
    const call = async ({ client: raw }: RunningWrap, more: object = {}): Promise<Message> =>
      await raw.call('delete_shelf', args, { ...client, ...more })
    let answer = {}
    const acceptAtOnce = async (round: number): Promise<Message> => {
      args = { id: `item ${round}` }
      answer = ours(await call(first)).answer('Run it once')
      return await call(first, answer)
    }
    const { approval_id: id } = envelopeOf(await answerAtOnce(TOO_FAST.accept, acceptAtOnce, isNothing))
    const runs = (): number =>
      readLedger(home, 'delete_shelf').filter((line) => JSON.stringify(line).includes(`"${args.id}"`)).length
    await leave(first)
    const second = await start(home)
    await delay(READING_MS)
    expect((await call(second, answer)).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('answered before') as string,
    })
    expect((await showHold(home, id)).state).toBe('pending')
    expect(runs()).toBe(0)

    const again = ours(await call(second))
    await delay(READING_MS)
    expect((await call(second, answer)).error).toMatchObject({ code: -32602 })
    const ran = await call(second, again.answer('Run it once'))
    expect(textOf(ran)).toContain('shelf item')
    expect(heldBy(ran)).toMatchObject({ id, state: 'succeeded' })
    expect(runs()).toBe(1)
    await Promise.all([first, second].map(endWrap))
    await expectAuditIntact(home)
  })
})

describe('two clients on one pipe', () => {
  test('[S14] before the tools are known, each call keeps the client that sent it', async () => {
    const home = createTemporaryHome('wait: 1s')
    const wrap = await startWrap(home, { silent: true })
    const calls = ['alpha', 'beta'].map((name) => wrap.client.call('delete_item', { id: name }, modernMeta(name, FORM)))
    await Promise.all(calls)
    const holds = await listHolds(home)
    expect(holds).toHaveLength(2)
    for (const hold of holds) expect(hold.arguments).toEqual({ id: hold.client })
    await endWrap(wrap)
  })
})

describe('the identical call while our question is open', () => {
  const args = { id: 'b' }

  test('joins: it waits, asks nobody, and gets the outcome that the first answer brings', async () => {
    const place = await open('wait: 30s')
    const { home, call } = place
    const question = ours(await call('delete_shelf', args))
    const second = call('delete_shelf', args)
    expect(await Promise.race([second, delay(READING_MS + 500)])).toBeUndefined()
    const first = await call('delete_shelf', args, question.answer('Run it once'))
    for (const answer of [first, await second]) {
      expect(textOf(answer)).toContain('shelf b')
      expect(heldBy(answer)?.state).toBe('succeeded')
    }
    expect(readLedger(home, 'delete_shelf')).toHaveLength(1)
    expect(await listHolds(home)).toHaveLength(1)
    await end(place)
  })

  test('gets the envelope where nobody answers, and asks anew once the question is too old', async () => {
    const place = await open('wait: 500ms\nanswer_within: 6s')
    const { home, call } = place
    ours(await call('delete_shelf', args))
    const asked = Date.now()
    const { approval_id: id } = envelopeOf(await call('delete_shelf', args))
    await delay(6_100 - (Date.now() - asked))
    const question = ours(await call('delete_shelf', args))
    expect((await listHolds(home)).map((hold) => hold.id)).toEqual([id])
    await delay(READING_MS)
    expect(textOf(await call('delete_shelf', args, question.answer('Run it once')))).toContain('shelf b')
    expect(readLedger(home, 'delete_shelf')).toHaveLength(1)
    await end(place)
  })

  test('asks anew once an answer came that decided nothing', async () => {
    const place = await open('wait: 500ms')
    const { home, call } = place
    const question = ours(await call('delete_shelf', args))
    await delay(READING_MS)
    envelopeOf(await call('delete_shelf', args, question.answer('')))
    ours(await call('delete_shelf', args))
    expect(await listHolds(home)).toHaveLength(1)
    expect(readLedger(home, 'delete_shelf')).toEqual([])
    await end(place)
  })

  test('of another client is asked by itself', async () => {
    const place = await open()
    const { home, wrap, call } = place
    ours(await call('delete_shelf', args))
    ours(await wrap.client.call('delete_shelf', args, modernMeta('another-client', FORM)))
    expect(await listHolds(home)).toHaveLength(2)
    await end(place)
  })
})

test('two clients of one name over HTTP: one question, two answers, one run', async () => {
  const sha256 = createHash('sha256').update(TOKENS.agent).digest('hex')
  const tokens = [{ name: 'bot', role: 'agent', sha256, relays_a_person: true }]
  const place = createPlace()
  const service = await place.serve({ wait: '30s', servers: { ledger: stdioServer() }, tokens })
  const connect = async (): ReturnType<typeof connectAgent> =>
    await connectAgent(service.url, { era: '2026', client: 'desk', capabilities: FORM })
  const [one, other] = await Promise.all([connect(), connect()])
  const call = { name: 'delete_item', arguments: { id: 'a' } }
  const question = ours((await one.ask('tools/call', call)).answer as Message)
  const second = other.ask('tools/call', call)
  expect(await Promise.race([second, delay(READING_MS + 500)])).toBeUndefined()
  const first = await one.ask('tools/call', { ...call, ...question.answer('Run it once') })
  for (const { answer } of [first, await second]) {
    expect(answer.result).toMatchObject({ resultType: 'complete', content: [{ text: 'deleted a' }] })
  }
  expect(place.ledger()).toHaveLength(1)
  await place.close()
})
