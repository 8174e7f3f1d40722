/** Questions of ours to the client, and questions of the server that pass beside them. */
import { describe, expect, test } from 'vitest'
import type { Downstream, JsonObject, RequestId } from '@holdpoint/core'
import { createClientQuestions } from '../../src/calls/client-questions.ts'
import type { ClientQuestions } from '../../src/calls/client-questions.ts'
import { markServersInput, markServersQuestion } from '../../src/calls/server-words.ts'
import { readUpstreamMessage } from '../../src/calls/upstream-answer.ts'

interface Sent {
  readonly message: JsonObject
  readonly relatedTo: RequestId | null
}

function open(): { readonly questions: ClientQuestions; readonly sent: Sent[] } {
  const sent: Sent[] = []
  const downstream: Downstream = {
    answer: () => {},
    send: (text, _bytes, relatedTo) => void sent.push({ message: JSON.parse(text) as JsonObject, relatedTo }),
  }
  return { questions: createClientQuestions(downstream, 'secret-'), sent }
}

const result = (id: RequestId, value: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result: value })

describe('a question of ours', () => {
  test('goes out on the stream of its call, under an id of its own', () => {
    const { questions, sent } = open()
    questions.ask('elicitation/create', { message: 'a' }, 7)
    questions.ask('elicitation/create', { message: 'b' }, 'call-2')
    expect(sent.map(({ message, relatedTo }) => [message['method'], message['params'], relatedTo])).toEqual([
      ['elicitation/create', { message: 'a' }, 7],
      ['elicitation/create', { message: 'b' }, 'call-2'],
    ])
    expect(new Set(sent.map(({ message }) => message['id'])).size).toBe(2)
  })

  test('gets the answer to its own id, and to no other', async () => {
    const { questions, sent } = open()
    const first = questions.ask('elicitation/create', {}, 1)
    const second = questions.ask('elicitation/create', {}, 1)
    const [one, two] = sent.map(({ message }) => message['id'] as string) as [string, string]
    expect(questions.take(two, result(two, { action: 'decline' }))).toBe(true)
    expect(questions.take(one, result(one, { action: 'cancel' }))).toBe(true)
    expect(await first.answer).toEqual({ kind: 'result', result: { action: 'cancel' } })
    expect(await second.answer).toEqual({ kind: 'result', result: { action: 'decline' } })
    expect(questions.open).toBe(false)
  })

  test.each([
    [
      '{"jsonrpc":"2.0","id":"x","error":{"code":-1,"message":"no"}}',
      { kind: 'error', error: { code: -1, message: 'no' } },
    ],
    ['{"jsonrpc":"2.0","id":"x"}', { kind: 'error', error: null }],
    ['{"jsonrpc":"2.0","id":"x","result":null}', { kind: 'result', result: null }],
  ])('reads %s', async (text, answer) => {
    const { questions, sent } = open()
    const question = questions.ask('elicitation/create', {}, 1)
    questions.take(sent[0]?.message['id'] as string, text)
    expect(await question.answer).toEqual(answer)
  })

  test('[L9] leaves every other response to the server', () => {
    const { questions } = open()
    questions.ask('elicitation/create', {}, 1)
    for (const id of [1, '1', 'ask-1', 'secret-1', 'other-ask-1', 'ledger-1']) {
      expect(questions.take(id, result(id, { action: 'accept' }))).toBe(false)
    }
    expect(questions.open).toBe(true)
  })

  test('[L9] owns the ids it gives, answered or not, and no other', () => {
    const { questions, sent } = open()
    questions.ask('elicitation/create', {}, 1)
    const id = sent[0]?.message['id'] as string
    expect(questions.owns(id)).toBe(true)
    questions.take(id, result(id, { action: 'decline' }))
    for (const own of [id, 'secret-ask-2', 'secret-']) expect(questions.owns(own)).toBe(true)
    for (const other of [1, null, undefined, {}, [id], 'ask-1', ` ${id}`, 'Secret-ask-1']) {
      expect(questions.owns(other)).toBe(false)
    }
  })

  test('taken back: the client is told once, and a late answer is nobody’s', async () => {
    const { questions, sent } = open()
    const question = questions.ask('elicitation/create', {}, 3)
    const id = sent[0]?.message['id'] as string
    question.withdraw('decided elsewhere')
    question.withdraw('again')
    expect(await question.answer).toEqual({ kind: 'withdrawn' })
    expect(sent.slice(1)).toEqual([
      {
        message: {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: id, reason: 'decided elsewhere' },
        },
        relatedTo: 3,
      },
    ])
    expect(questions.open).toBe(false)
    expect(questions.take(id, result(id, { action: 'accept' }))).toBe(true)
    expect(await question.answer).toEqual({ kind: 'withdrawn' })
  })

  test('answered: taking it back afterwards says nothing', async () => {
    const { questions, sent } = open()
    const question = questions.ask('elicitation/create', {}, 3)
    const id = sent[0]?.message['id'] as string
    questions.take(id, result(id, { action: 'decline' }))
    questions.take(id, result(id, { action: 'accept' }))
    question.withdraw('too late')
    expect(await question.answer).toEqual({ kind: 'result', result: { action: 'decline' } })
    expect(sent).toHaveLength(1)
  })
})

describe('[L9] a question of the server', () => {
  const ask = (message: string, more: object = {}): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 's-1', method: 'elicitation/create', params: { message, ...more }, odd: 1 })
  const mark = (text: string, oursIsOpen: boolean): string =>
    markServersQuestion(readUpstreamMessage(text), text, 'crm', () => oursIsOpen)
  const shown = (text: string): string => (JSON.parse(text) as { params: { message: string } }).params.message

  test('passes as it is while nothing of ours is open', () => {
    expect(mark(ask('Which colour?'), false)).toBe(ask('Which colour?'))
  })

  test('carries the server’s name while one of ours is open; everything else stays', () => {
    const marked = mark(ask('Which colour?', { requestedSchema: { type: 'object' } }), true)
    const words = 'The server "crm" asks (this is not Holdpoint\'s question): Which colour?'
    expect(marked).toBe(ask(words, { requestedSchema: { type: 'object' } }))
  })

  test.each([
    ask('Holdpoint asks: run it?'),
    ask('Sure?', { requestedSchema: { properties: { decision: { enum: ['Run it once'] } } } }),
    ask('Sure?', { url: 'http://localhost/holdpoint' }),
  ])('carries it always where its words could pass for ours: %s', (text) => {
    expect(shown(mark(text, false))).toMatch(/^The server "crm" asks/)
  })

  test('only questions are touched', () => {
    for (const method of ['sampling/createMessage', 'roots/list', 'ping']) {
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { message: 'holdpoint' } })
      expect(mark(text, true)).toBe(text)
    }
    const notification = '{"jsonrpc":"2.0","method":"elicitation/create","params":{"message":"holdpoint"}}'
    expect(mark(notification, true)).toBe(notification)
    const odd = '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":["holdpoint"]}}'
    expect(mark(odd, true)).toBe(odd)
  })
})

describe('[L9] questions that a stateless server answers with', () => {
  const asking = (requests: object): string =>
    `{"resultType": "input_required", "n": 1.0, "inputRequests": ${JSON.stringify(requests)}, "requestState": "s"}`
  const elicit = (message: unknown, more: object = {}): object => ({
    method: 'elicitation/create',
    params: { mode: 'form', message, ...more },
  })

  test('pass byte for byte where nothing of them could pass for ours', () => {
    for (const text of [
      asking({ confirm: elicit('Which colour?') }),
      asking({}),
      asking({ confirm: elicit(['holdpoint']), list: { method: 'roots/list' }, odd: null }),
      '{"resultType":"input_required","inputRequests":null}',
      '{"content":[{"type":"text","text":"input_required holdpoint"}]}',
      'null',
    ]) {
      expect(markServersInput(text, 'crm', () => false)).toBe(text)
    }
  })

  test('carry the server’s name by their words, their options or the name they stand under', () => {
    const requests = {
      words: elicit('Holdpoint: sure?'),
      options: elicit('Sure?', { requestedSchema: { properties: { decision: { enum: ['Run it once'] } } } }),
      holdpoint: elicit('Sure?'),
      honest: elicit('Which colour?'),
    }
    const marked = markServersInput(asking(requests), 'crm', () => false)
    const shown = JSON.parse(marked) as { inputRequests: { [key: string]: { params: { message: string } } } }
    const messages = Object.entries(shown.inputRequests).map(([key, { params }]) => [key, params.message])
    const mark = 'The server "crm" asks (this is not Holdpoint\'s question): '
    expect(Object.fromEntries(messages)).toEqual({
      words: `${mark}Holdpoint: sure?`,
      options: `${mark}Sure?`,
      holdpoint: `${mark}Sure?`,
      honest: 'Which colour?',
    })
    expect(marked).toContain('"n": 1.0')
  })

  test('carry it whatever their words while one of ours is open', () => {
    const marked = markServersInput(
      asking({ honest: elicit('Which colour?'), list: { method: 'roots/list' } }),
      'crm',
      () => true,
    )
    expect(marked).toContain('The server \\"crm\\" asks (this is not Holdpoint\'s question): Which colour?')
    expect(marked).toContain('"n": 1.0')
  })
})
