import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SAME_IDS, createExchangeNames } from '../../src/calls/id-names.ts'
import { readUpstreamMessage } from '../../src/calls/upstream-answer.ts'

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'
const ids = fc.oneof(fc.integer(), fc.string())

describe('names of requests on a shared connection', () => {
  test('a request goes out under our name and its answer comes back under its own', () => {
    fc.assert(
      fc.property(ids, ids, fc.jsonValue({ maxDepth: 2 }), (id, token, value) => {
        const names = createExchangeNames(() => 'own-1')
        const text = JSON.stringify({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name: 'x', v: value, _meta: { progressToken: token } },
        })
        const upstreamId = names.give(id)
        const sent = names.rename(text, upstreamId)
        expect(JSON.parse(sent)).toEqual({
          ...(JSON.parse(text) as object),
          id: 'own-1',
          params: { name: 'x', v: JSON.parse(JSON.stringify(value)) as unknown, _meta: { progressToken: 'own-1' } },
        })
        const progress = JSON.stringify({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: 'own-1', progress: 1 },
        })
        expect(JSON.parse(names.restore(progress, readUpstreamMessage(progress), id))).toEqual({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: token, progress: 1 },
        })
        expect(JSON.parse(names.restoreAnswer('{"jsonrpc":"2.0","id":"own-1","result":{}}', id))).toEqual({
          jsonrpc: '2.0',
          id,
          result: {},
        })
      }),
      { numRuns: 300 },
    )
  })

  test('nothing but the names changes', () => {
    const names = createExchangeNames(() => 'own-1')
    const text = '{ "jsonrpc":"2.0", "params":{"arguments":{"n": 1.0,"id":5}} , "id": 5,"method":"tools/call"}'
    expect(names.rename(text, 'own-1')).toBe(text.replace('"id": 5,', '"id": "own-1",'))
    const answer = '{"result":{"n":1.0, "id":"own-1"},"id":"own-1","jsonrpc":"2.0"}'
    expect(names.restoreAnswer(answer, 5)).toBe('{"result":{"n":1.0, "id":"own-1"},"id":5,"jsonrpc":"2.0"}')
  })

  test('subscriptions are named after the client’s own request', () => {
    const names = createExchangeNames(() => 'own-1')
    names.rename('{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen"}', names.give(7))
    const said = `{"jsonrpc":"2.0","method":"notifications/x","params":{"_meta":{"${SUBSCRIPTION}":"own-1"}}}`
    expect(names.restore(said, readUpstreamMessage(said), 7)).toBe(said.replace('"own-1"', '7'))
    const acknowledged = `{"jsonrpc":"2.0","id":"own-1","result":{"_meta":{"${SUBSCRIPTION}":"own-1"}}}`
    expect(names.restoreAnswer(acknowledged, 7)).toBe(
      `{"jsonrpc":"2.0","id":7,"result":{"_meta":{"${SUBSCRIPTION}":7}}}`,
    )
  })

  test('a progress token is not invented where the client sent none', () => {
    const names = createExchangeNames(() => 'own-1')
    expect(names.rename('{"jsonrpc":"2.0","id":7,"method":"ping"}', 'own-1')).toBe(
      '{"jsonrpc":"2.0","id":"own-1","method":"ping"}',
    )
    const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"own-1"}}'
    expect(names.restore(progress, readUpstreamMessage(progress), 7)).toBe(progress)
  })
})

describe('names on a connection of one client', () => {
  test('are the client’s own, and the bytes stay', () => {
    const text = '{"jsonrpc":"2.0","id":7,"method":"ping"}'
    expect(SAME_IDS.give(7)).toBe(7)
    expect(SAME_IDS.rename(text, 7)).toBe(text)
    expect(SAME_IDS.restore(text, readUpstreamMessage(text), 7)).toBe(text)
    expect(SAME_IDS.restoreAnswer(text, 7)).toBe(text)
  })
})

describe('what a server says', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 'answer'],
    ['{"jsonrpc":"2.0","id":"a","error":{"code":1}}', 'answer'],
    ['{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}', 'request'],
    ['{"jsonrpc":"2.0","method":"notifications/message"}', 'notification'],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":1}}', 'garbage'],
    ['[]', 'garbage'],
    ['starting up …', 'garbage'],
    ['{"jsonrpc":"2.0","id":1}', 'garbage'],
    ['null', 'garbage'],
  ])('%s is read as %s', (text, kind) => {
    expect(readUpstreamMessage(text).kind).toBe(kind)
  })
})
