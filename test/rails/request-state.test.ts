/**
 * `requestState` is the client's to keep, so it is attacked here: altered, replayed, lent to others, kept too long,
 * used for another call or another round. Raw stateless clients over both fronts; the ledger says what ran.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStdioClient, modernMeta } from '../harness/stdio-client.ts'
import { answerAtOnce, READING_MS, TOO_FAST } from '../harness/read-form.ts'
import { connectAgent } from '../harness/serve-agent.ts'
import { BIN, createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Approval, Place, Service } from '../harness/serve-harness.ts'

const CAPABILITIES = { elicitation: { form: {} } }
const ACCEPT = { action: 'accept', content: { decision: 'Run it once' } }
const DECLINE = { action: 'decline' }
const INVALID_PARAMS = -32602
const SHORT_TTL_MS = 1_500

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const relaying = (name: string, secret: string): object => ({
  name,
  role: 'agent',
  sha256: sha256(secret),
  relays_a_person: true,
})

const place: Place = createPlace()
let service: Service

beforeAll(async () => {
  service = await place.serve({
    wait: '5s',
    servers: { ledger: stdioServer() },
    rules: [
      { name: 'short-lived', match: { tool: 'send_message' }, risk: 'high', ttl: `${SHORT_TTL_MS}ms` },
      { name: 'asked reads', match: { tool: 'progress_get' }, risk: 'high' },
      { name: 'named people', match: { tool: 'hang_delete' }, risk: 'high', assurance: 'identified' },
    ],
    tokens: [
      { name: 'ci', role: 'approver', sha256: sha256(TOKENS.approver) },
      relaying('bot', TOKENS.agent),
      relaying('bot-two', TOKENS.otherAgent),
    ],
  })
})
afterAll(() => place.close())

interface Answer {
  // oxlint-disable-next-line no-explicit-any -- tests reach into answers of any shape
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string }
}

/** One `tools/call` of a client that keeps no connection state. */
type Calling = (tool: string, args: object, round?: object, meta?: object) => Promise<Answer>

interface Client {
  readonly call: Calling
  /** The server's own progress under a token, as it was heard so far. */
  progressOf(token: string): () => readonly number[]
  end(): void
}

interface Heard {
  readonly method?: string
  // oxlint-disable-next-line no-explicit-any -- tests reach into messages of any shape
  readonly params?: any
}

/** Heartbeats of ours stay far below 1. */
const progressIn = ({ method, params }: Heard, token: string): readonly number[] =>
  method === 'notifications/progress' && params.progressToken === token && params.progress >= 1
    ? [params.progress as number]
    : []

const CONNECTORS: readonly (readonly [string, (name: string, capabilities?: object) => Promise<Client>])[] = [
  [
    'stdio',
    (name, capabilities = CAPABILITIES) => {
      const child = place.start([BIN, 'wrap', '--name', 'ledger'])
      const client = createStdioClient(child as Parameters<typeof createStdioClient>[0])
      const call: Calling = (tool, args, round = {}, meta = {}) => {
        const { _meta } = modernMeta(name, capabilities)
        return client.call(tool, args, { _meta: { ..._meta, ...meta }, ...round })
      }
      return Promise.resolve({
        call,
        progressOf: (token) => () => client.messages.flatMap((message) => progressIn(message, token)),
        end: () => client.end(),
      })
    },
  ],
  [
    'HTTP',
    async (name, capabilities = CAPABILITIES) => {
      const agent = await connectAgent(service.url, { era: '2026', client: name, capabilities })
      const heard: Heard[] = []
      const call: Calling = async (tool, args, round = {}, meta = {}) => {
        const asking = { meta: { ...meta }, onMessage: (message: Heard) => void heard.push(message) }
        return (await agent.ask('tools/call', { name: tool, arguments: args, ...round }, asking)).answer
      }
      return {
        call,
        progressOf: (token) => () => heard.flatMap((message) => progressIn(message, token)),
        end: () => {},
      }
    },
  ],
]

/** The state that came with our question; the question is asked by the first call. */
async function stateOf(call: Calling, tool: string, args: object): Promise<string> {
  const { result } = await call(tool, args)
  expect(result, JSON.stringify(result)).toMatchObject({
    resultType: 'input_required',
    inputRequests: { holdpoint: { method: 'elicitation/create' } },
  })
  return result.requestState as string
}

const back = (requestState: string, answer: object = ACCEPT): object => ({
  requestState,
  inputResponses: { holdpoint: answer },
})

const ledgerOf = (mark: string): ReturnType<Place['ledger']> =>
  place.ledger().filter(({ argumentsText }) => argumentsText?.includes(mark) === true)

const holdsOf = (mark: string): Promise<readonly Approval[]> => service.approvals(`?q=${mark}`)

/** Still the one question it was, undecided, and nothing ran. */
async function expectUntouched(mark: string): Promise<void> {
  expect((await holdsOf(mark)).map(({ state }) => state)).toEqual(['pending'])
  expect(ledgerOf(mark)).toHaveLength(0)
}

describe.concurrent.each(CONNECTORS)('over %s', (front, connect) => {
  let client: Client
  let call: Calling
  /** A question that is asked once and that no attack on its state may touch. */
  const asked = { mark: randomUUID(), state: '' }

  beforeAll(async () => {
    client = await connect(`raw over ${front}`)
    call = client.call
    asked.state = await stateOf(call, 'delete_item', { id: asked.mark })
    await delay(READING_MS)
  })
  afterAll(() => client.end())

  test('comes back with the answer: the call runs once, and the state is spent', async () => {
    const mark = randomUUID()
    const state = await stateOf(call, 'delete_item', { id: mark })
    await delay(READING_MS)
    const { result } = await call('delete_item', { id: mark }, back(state))
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: `deleted ${mark}` }] })
    const [hold] = await holdsOf(mark)
    expect(hold).toMatchObject({ state: 'succeeded', via: 'elicitation' })
    for (const answer of [ACCEPT, DECLINE]) {
      expect((await call('delete_item', { id: mark }, back(state, answer))).error?.code).toBe(INVALID_PARAMS)
    }
    expect(await holdsOf(mark)).toHaveLength(1)
    expect(ledgerOf(mark)).toHaveLength(1)
  })

  test('[B1] with any character changed it is refused, and the hold is as it was', async () => {
    const { mark, state } = asked
    const args = { id: mark }
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: state.length - 1 }),
        fc.constantFrom(...alphabet.split(''), ' ', '\u0000', 'é'),
        async (at, other) => {
          fc.pre(state[at] !== other)
          const altered = `${state.slice(0, at)}${other}${state.slice(at + 1)}`
          expect((await call('delete_item', args, back(altered))).error?.code, altered).toBe(INVALID_PARAMS)
        },
      ),
      { numRuns: 60 },
    )
    await expectUntouched(mark)
  })

  test('[B1] with one bit flipped at any position it is refused, and the hold is as it was', async () => {
    const mark = randomUUID()
    const args = { id: mark }
    const state = await stateOf(call, 'delete_item', args)
    await delay(READING_MS)
    const step = front === 'stdio' ? 1 : 9
    const positions = Array.from({ length: Math.ceil(state.length / step) }, (_, index) => index * step)
    const codes = await inBatches(positions, 20, async (at) => {
      const flipped = String.fromCodePoint((state.codePointAt(at) ?? 0) ^ (1 << (at % 6)))
      const altered = `${state.slice(0, at)}${flipped}${state.slice(at + 1)}`
      return (await call('delete_item', args, back(altered))).error?.code
    })
    expect(new Set(codes)).toEqual(new Set([INVALID_PARAMS]))
    await expectUntouched(mark)
    // What was proven is that the alteration was refused: as it was given out, it still counts.
    expect((await call('delete_item', args, back(state))).result?.resultType).toBe('complete')
    expect(ledgerOf(mark)).toHaveLength(1)
  })

  test.each([
    ['cut short', (state: string) => state.slice(0, -1)],
    ['longer', (state: string) => `${state}A`],
    ['with padding', (state: string) => `${state}=`],
    ['with another part', (state: string) => `${state}.AAAA`],
    ['without its seal', (state: string) => state.slice(0, state.lastIndexOf('.'))],
    ['with an empty seal', (state: string) => state.slice(0, state.lastIndexOf('.') + 1)],
    ['only the prefix', () => 'hp1.'],
    ['immense', (state: string) => `${state}${'A'.repeat(100_000)}`],
    ['made up', () => 'please'],
    ['empty', () => ''],
  ] as const)('[B1] %s it is refused', async (_how, alter) => {
    const { mark, state } = asked
    const { error } = await call('delete_item', { id: mark }, back(alter(state)))
    expect(error?.code).toBe(INVALID_PARAMS)
    await expectUntouched(mark)
  })

  test('[B5] accepted fifty times at once, it dispatches once', async () => {
    const mark = randomUUID()
    const args = { id: mark }
    const state = await stateOf(call, 'delete_item', args)
    await delay(READING_MS)
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('delete_item', args, back(state))))
    expect(ledgerOf(mark)).toHaveLength(1)
    expect((await holdsOf(mark)).map((hold) => hold.state)).toEqual(['succeeded'])
    const told = answers.map(({ result, error }) => result?.content?.[0]?.text ?? error?.code)
    expect(told).toContain(`deleted ${mark}`)
    expect(told.filter((text) => text !== `deleted ${mark}` && text !== INVALID_PARAMS)).toEqual([])
  })

  test('[B5] [S2] accepted and declined at once, many times: one of both stands for all', async () => {
    const mark = randomUUID()
    const args = { mark }
    const state = await stateOf(call, 'garbage_delete', args)
    await delay(READING_MS)
    const answers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? ACCEPT : DECLINE))
    await Promise.all(answers.map((answer) => call('garbage_delete', args, back(state, answer))))
    const [hold, ...others] = await holdsOf(mark)
    expect(others).toEqual([])
    expect(['succeeded', 'declined']).toContain(hold?.state)
    expect(ledgerOf(mark)).toHaveLength(hold?.state === 'succeeded' ? 1 : 0)
  })

  test('[B2] with other arguments it is refused, and nobody is asked about those', async () => {
    const { mark, state } = asked
    const other = randomUUID()
    const { error } = await call('delete_item', { id: other }, back(state))
    expect(error?.code).toBe(INVALID_PARAMS)
    expect(await holdsOf(other)).toEqual([])
    await expectUntouched(mark)
  })

  test('[B2] for another tool it is refused', async () => {
    const { mark, state } = asked
    const { error } = await call('delete_with_schema', { id: mark }, back(state))
    expect(error?.code).toBe(INVALID_PARAMS)
    await expectUntouched(mark)
  })

  test('[L11] for another client it is refused, and decides nothing', async () => {
    const { mark, state } = asked
    const other = await connect(`another over ${front}`)
    expect((await other.call('delete_item', { id: mark }, back(state))).error?.code).toBe(INVALID_PARAMS)
    other.end()
    await expectUntouched(mark)
  })

  test('[B6] after its question has expired it is refused', async () => {
    const mark = randomUUID()
    const args = { to: mark, text: 'x' }
    const state = await stateOf(call, 'send_message', args)
    await delay(SHORT_TTL_MS + 20)
    const { error } = await call('send_message', args, back(state))
    expect(error).toMatchObject({ code: INVALID_PARAMS, message: expect.stringContaining('expired') as string })
    expect(ledgerOf(mark)).toHaveLength(0)
  })

  test('[B5] in a round that the server asked for it is refused; the round itself goes on, once', async () => {
    const mark = randomUUID()
    const args = { mark }
    const state = await stateOf(call, 'ask_delete', args)
    await delay(READING_MS)
    const round = (await call('ask_delete', args, back(state))).result
    expect(round).toMatchObject({ resultType: 'input_required', requestState: 'ledger-state-1' })
    expect((await call('ask_delete', args, back(state))).error?.code).toBe(INVALID_PARAMS)
    expect(ledgerOf(mark)).toHaveLength(1)
    const answer = { action: 'accept', content: { sure: true } }
    const mixed = { requestState: state, inputResponses: { holdpoint: ACCEPT, confirm: answer } }
    expect((await call('ask_delete', args, mixed)).error?.code).toBe(INVALID_PARAMS)
    expect(ledgerOf(mark)).toHaveLength(1)
    const theirs = { requestState: 'ledger-state-1', inputResponses: { confirm: answer } }
    const rounds = await Promise.all(Array.from({ length: 10 }, () => call('ask_delete', args, theirs)))
    expect(rounds.filter(({ result }) => result?.content?.[0]?.text === 'deleted after asking')).not.toEqual([])
    // The first call and one answer to the server: a round is forwarded once.
    expect(ledgerOf(mark).map(({ requestState }) => requestState)).toEqual([undefined, 'ledger-state-1'])
    expect((await call('ask_delete', args, back(state))).error?.code).toBe(INVALID_PARAMS)
    expect(ledgerOf(mark)).toHaveLength(2)
  })

  test('[L6] faster than anybody reads it decides nothing, and the envelope says where to', async () => {
    const acceptAtOnce = async () => {
      const mark = randomUUID()
      const state = await stateOf(call, 'delete_item', { id: mark })
      const { result } = await call('delete_item', { id: mark }, back(state))
      return { mark, told: result.structuredContent }
    }
    const { mark, told } = await answerAtOnce(TOO_FAST.accept, acceptAtOnce, (tried) => tried.told !== undefined)
    expect(told).toMatchObject({ requires_human_approval: true, state: 'pending' })
    await expectUntouched(mark)
  })

  test('runs the call for whoever brought the answer: its progress reaches them', async () => {
    const mark = randomUUID()
    const args = { steps: 3, mark }
    const { result } = await call('progress_get', args)
    await delay(READING_MS)
    const heard = client.progressOf(mark)
    const done = await call('progress_get', args, back(result.requestState as string), { progressToken: mark })
    expect(done.result.content[0].text).toBe('read')
    expect(heard()).toEqual([1, 2, 3])
  })

  test('[B10] of an address that was opened: whatever came back with it, the person on the page decides', async () => {
    const marks = [randomUUID(), randomUUID()] as const
    const opener = await connect(`opens pages over ${front}`, { elicitation: { url: {} } })
    const states = await Promise.all(marks.map((mark) => stateOf(opener.call, 'delete_item', { id: mark })))
    await delay(READING_MS)
    const calling = marks.map((mark, index) => opener.call('delete_item', { id: mark }, back(states[index] ?? '')))
    await delay(300)
    for (const mark of marks) await expectUntouched(mark)
    await service.approve((await holdsOf(marks[0]))[0]?.id ?? '')
    const [decided, undecided] = await Promise.all(calling)
    expect(decided?.result).toMatchObject({ resultType: 'complete', content: [{ text: `deleted ${marks[0]}` }] })
    expect(undecided?.result.structuredContent).toMatchObject({ requires_human_approval: true, state: 'pending' })
    await expectUntouched(marks[1])
    opener.end()
  })

  test('decided elsewhere meanwhile: that stands, whatever comes back', async () => {
    const mark = randomUUID()
    const args = { id: mark }
    const state = await stateOf(call, 'fail_delete', args)
    const [hold] = await holdsOf(mark)
    await service.reject(hold?.id ?? '', 'decided on the page')
    await delay(READING_MS)
    const { result } = await call('fail_delete', args, back(state))
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'DECLINED' } } })
    expect(ledgerOf(mark)).toHaveLength(0)
  })

  test('[B11] a rule that demands a named person gives out no form and no state', async () => {
    const mark = randomUUID()
    const { result } = await call('hang_delete', { id: mark })
    expect(result.structuredContent).toMatchObject({ requires_human_approval: true })
    await expectUntouched(mark)
  })
})

test('[B2] [L11] used by another principal it is refused, and its hold is as it was', async () => {
  const mark = randomUUID()
  const args = { id: mark }
  const options = { era: '2026', client: 'lent', capabilities: CAPABILITIES } as const
  const owner = await connectAgent(service.url, options)
  const borrower = await connectAgent(service.url, { ...options, token: TOKENS.otherAgent })
  const call: Calling = async (tool, sent, round = {}) =>
    (await owner.ask('tools/call', { name: tool, arguments: sent, ...round })).answer
  const state = await stateOf(call, 'delete_item', args)
  await delay(READING_MS)
  const { answer } = await borrower.ask('tools/call', { name: 'delete_item', arguments: args, ...back(state) })
  expect(answer.error?.code).toBe(INVALID_PARAMS)
  await expectUntouched(mark)
  expect((await call('delete_item', args, back(state))).result?.resultType).toBe('complete')
  expect(ledgerOf(mark)).toHaveLength(1)
})

/** A few at a time: nobody needs hundreds of connections at once to be refused. */
async function inBatches<In, Out>(
  all: readonly In[],
  size: number,
  work: (one: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const done: Out[] = []
  for (let at = 0; at < all.length; at += size) {
    done.push(...(await Promise.all(all.slice(at, at + size).map(work))))
  }
  return done
}
