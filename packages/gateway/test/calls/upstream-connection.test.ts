/** One upstream connection: whose answer is whose, and that nobody answers in another's place. */
import { describe, expect, test } from 'vitest'
import type { SendFailure, Upstream, UpstreamEvents, UpstreamMessage } from '@holdpoint/core'
import { createUpstreamConnection } from '../../src/calls/upstream-connection.ts'
import type { UpstreamConnection, Exchange } from '../../src/calls/upstream-connection.ts'

interface Opened {
  readonly connection: UpstreamConnection
  readonly sent: UpstreamMessage[]
  readonly events: UpstreamEvents
}

function open(): Opened {
  const sent: UpstreamMessage[] = []
  let events: UpstreamEvents | null = null
  const upstream: Upstream = {
    server: { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: 'stdio' },
    open: (told) => void (events = told),
    send: (message) => void sent.push(message),
    abort: () => {},
    close: () => Promise.resolve(),
  }
  const connection = createUpstreamConnection({
    upstream,
    ownIdPrefix: 'secret-',
    shared: false,
    sign: null,
    authored: null,
    log: () => {},
  })
  if (events === null) throw new Error('The connection was not opened.')
  return { connection, sent, events }
}

interface Heard {
  readonly answers: string[]
  readonly failures: SendFailure[]
  readonly exchange: Exchange
}

function listener(): Heard {
  const answers: string[] = []
  const failures: SendFailure[] = []
  const exchange: Exchange = {
    answered: (_message, text) => void answers.push(text),
    failed: (failure) => void failures.push(failure),
    related: () => false,
  }
  return { answers, failures, exchange }
}

const request = (id: string | number): Parameters<UpstreamConnection['forward']>[0] => ({
  text: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call' }),
  bytes: null,
  request: { id, method: 'tools/call', name: 'get_item', headers: {} },
})
const answerTo = (id: string | number, result: object): string => JSON.stringify({ jsonrpc: '2.0', id, result })

describe('[B2] an exchange that is open', () => {
  test('is never overwritten: the second request of its id is not sent, and the first gets the answer', () => {
    const { connection, sent, events } = open()
    const [first, second] = [listener(), listener()]
    connection.forward(request(7), first.exchange)
    connection.forward(request(7), second.exchange)
    expect(sent).toHaveLength(1)
    expect(second.failures).toEqual([{ certainty: 'nothing-sent', message: expect.any(String) }])
    events.message(answerTo(7, { mine: true }), null, null)
    expect(first.answers).toEqual([answerTo(7, { mine: true })])
    expect([first.failures, second.answers]).toEqual([[], []])
    // Answered: the id is free again.
    connection.forward(request(7), second.exchange)
    events.message(answerTo(7, {}), null, null)
    expect(second.answers).toHaveLength(1)
  })

  test('tells 1 from "1"', () => {
    const { connection, sent } = open()
    connection.forward(request(1), listener().exchange)
    connection.forward(request('1'), listener().exchange)
    expect(sent).toHaveLength(2)
  })

  test('of our own is not taken by one that guessed its id', async () => {
    const { connection, sent, events } = open()
    const asked = connection.ask('tools/call', '{}', 5_000)
    const id = sent[0]?.request?.id ?? ''
    expect(connection.isOwnId(id)).toBe(true)
    const guess = listener()
    connection.forward(request(id), guess.exchange)
    expect(guess.failures).toHaveLength(1)
    events.message(answerTo(id, { item: 'real' }), null, null)
    expect(await asked).toEqual({ kind: 'result', result: { item: 'real' } })
    expect(guess.answers).toEqual([])
  })
})

test('[B2] ids that only we give are told by how they begin', () => {
  const { connection } = open()
  for (const own of [connection.nextOwnId(), connection.nextOwnId(), 'secret-99', 'secret-']) {
    expect(connection.isOwnId(own)).toBe(true)
  }
  for (const other of [1, '1', 'secret', 'Secret-1', ' secret-1']) expect(connection.isOwnId(other)).toBe(false)
})
