import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClientMessage } from '../../src/wire/client-message.ts'
import type { ClientMessage } from '../../src/wire/client-message.ts'
import { eraOf, metaOf } from '../../src/wire/era.ts'
import {
  errorText,
  INVALID_PARAMS,
  INVALID_REQUEST,
  notificationText,
  PARSE_ERROR,
  resultText,
} from '../../src/wire/json-rpc.ts'

function refused(text: string): ClientMessage & { kind: 'refused' } {
  const message = readClientMessage(text)
  if (message.kind !== 'refused') throw new Error(`accepted as ${message.kind}: ${text.slice(0, 200)}`)
  return message
}

describe('what a client may say', () => {
  test('a request keeps its id, method, params and text', () => {
    const text = ' {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}} '
    expect(readClientMessage(text)).toMatchObject({
      kind: 'request',
      id: 1,
      method: 'tools/call',
      params: { name: 'x' },
      text,
    })
  })

  test.each(['"a"', '""', '0', '-7', '1.5', '9007199254740991', '1e3'])('id %s is an id', (id) => {
    expect(readClientMessage(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)).toMatchObject({
      kind: 'request',
      id: JSON.parse(id) as unknown,
    })
  })

  test('a notification and both kinds of response', () => {
    expect(readClientMessage('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toMatchObject({
      kind: 'notification',
      method: 'notifications/initialized',
      params: undefined,
    })
    expect(readClientMessage('{"jsonrpc":"2.0","id":"a","result":{}}')).toMatchObject({ kind: 'response', id: 'a' })
    expect(readClientMessage('{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":"no"}}')).toMatchObject({
      kind: 'response',
      id: 'a',
    })
  })
})

describe('what is refused, so that nothing slips past the gate', () => {
  const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete_all"}}'

  test.each([`[${CALL}]`, '[]', `[${CALL},${CALL}]`])('[G11] a batch', (text) => {
    expect(refused(text)).toMatchObject({ id: null, code: INVALID_REQUEST })
  })

  test.each(['null', 'true', '{}', '[1]'])('[G11] id %s is no id', (id) => {
    expect(refused(`{"jsonrpc":"2.0","id":${id},"method":"tools/call"}`)).toMatchObject({
      id: null,
      code: INVALID_REQUEST,
    })
  })

  test.each([
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":2.0,"id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"method":null}',
    '{"jsonrpc":"2.0","id":1,"method":["tools/call"]}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}',
    '{"jsonrpc":"2.0","id":1,"method":7,"result":{}}',
  ])('%s is no message, and the error is addressed', (text) => {
    expect(refused(text)).toMatchObject({ id: 1, code: INVALID_REQUEST })
  })

  test.each(['"text"', '7', 'null', 'true'])('%s is no object', (text) => {
    expect(refused(text)).toMatchObject({ id: null, code: INVALID_REQUEST })
  })

  test.each([
    '',
    '{',
    '{"jsonrpc":"2.0"',
    'hello',
    `${CALL}${CALL}`,
    `${CALL}\n${CALL}`,
    '\uFEFF{}',
    "{'id':1}",
    '{"id":01}',
  ])('text that is no JSON: %j', (text) => {
    expect(refused(text)).toMatchObject({ id: null, code: PARSE_ERROR })
  })

  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","name":"delete"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","n\\u0061me":"delete"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{"a":{"b":1,"b":2}}}}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}',
  ])('[C1] duplicate keys: %s', (text) => {
    expect(refused(text)).toMatchObject({ id: 1, code: INVALID_PARAMS })
  })

  test('[C1] two ids: refused, and at worst the error is misaddressed', () => {
    expect(refused('{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call"}').code).toBe(INVALID_PARAMS)
  })

  test.each(['9007199254740993', '1e400', '0.1000000000000000055511151231257827', '12345678901234567890'])(
    '[C3] %s cannot be carried exactly, as an id or in arguments',
    (number) => {
      expect(refused(`{"jsonrpc":"2.0","id":${number},"method":"tools/call"}`).code).toBe(INVALID_PARAMS)
      expect(
        refused(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{"n":${number}}}}`),
      ).toMatchObject({
        id: 1,
        code: INVALID_PARAMS,
      })
    },
  )

  test('[C9] depth 10,000 is a clean error that still finds its request', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    expect(refused(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":${deep}}`)).toMatchObject({
      id: 9,
      code: INVALID_PARAMS,
    })
    expect(refused(deep)).toMatchObject({ id: null })
    expect(refused('['.repeat(1_000_000)).kind).toBe('refused')
    expect(refused(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toMatchObject({ id: null })
  })

  test('a message over the size is refused as a whole', () => {
    const limits = { maxLength: 100, maxDepth: 10 }
    const long = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"${'x'.repeat(100)}"}}`
    expect(readClientMessage(long, limits)).toMatchObject({ kind: 'refused', id: 1, code: INVALID_REQUEST })
  })

  test('half a surrogate pair is refused', () => {
    expect(refused('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\\ud800"}}').code).toBe(
      INVALID_PARAMS,
    )
  })

  test.each(['tools/call', 'tools/list', 'initialize', '', 'Notifications/x', 'notifications'])(
    '[G11] a request that poses as a notification: %s without an id',
    (method) => {
      const message = refused(JSON.stringify({ jsonrpc: '2.0', method, params: { name: 'delete_all', arguments: {} } }))
      expect(message).toMatchObject({ id: null, code: INVALID_REQUEST })
    },
  )

  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"delete_all"}}',
    '{"jsonrpc":"2.0","id":1,"METHOD":"tools/call","method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get"},"Params":{"name":"delete_all"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","param\u017F":{"name":"delete_all"},"params":{"name":"get"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","Name":"delete_all"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","arguments":{},"Arguments":{"all":true}}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","argument\u017F":{"all":true}}}',
  ])('[G11] a key that a careless reader takes for another: %s', (text) => {
    expect(refused(text)).toMatchObject({ id: 1, code: INVALID_REQUEST })
  })

  test.each([
    'Tools/Call',
    'TOOLS/CALL',
    'tools/call ',
    ' tools/call',
    'tools/call\n',
    'tools/call\u0000',
    'tools/call\u0000x',
    'tools\u200B/call',
    'tools/ca\u00ADll',
    'tools/call\uFE0F',
    'tools/call\u2800',
    '\uFEFFtools/call',
    '\uFF54ools\uFF0Fcall',
    'tool\u017F/call',
    'TOOL\u017F/CALL\u202E',
  ])('[G11] a method that a lenient server takes for tools/call: %j', (method) => {
    const message = { jsonrpc: '2.0', id: 1, method, params: { name: 'delete_all' } }
    expect(refused(JSON.stringify(message))).toMatchObject({ id: 1, code: INVALID_REQUEST })
  })

  test.each(['tools/list', 'Tools/List', 'tools/calls', 'tools/call2', 'x-vendor/tools.call', ''])(
    'a method of its own is not taken for tools/call: %j',
    (method) => {
      expect(readClientMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, method }))).toMatchObject({
        kind: 'request',
        method,
      })
    },
  )

  test('unknown keys and the keys of arguments are nobody’s business here', () => {
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","extra":1,"params":{"name":"x","task":{},"arguments":{"id":1,"ID":2,"Name":3}}}'
    expect(readClientMessage(text).kind).toBe('request')
  })

  test('[C4] __proto__ is a key like any other and lends no members', () => {
    expect(refused('{"__proto__":{"jsonrpc":"2.0","method":"tools/call"},"id":1}').id).toBe(1)
    const message = readClientMessage('{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"params":{"name":"x"}}}')
    expect(message).toMatchObject({ kind: 'request', params: undefined })
  })

  test('whatever the text, reading it never throws, and only objects of JSON-RPC 2.0 are taken', () => {
    const shapes = fc.oneof(
      fc.string(),
      fc.json({ maxDepth: 3 }),
      fc
        .record(
          {
            jsonrpc: fc.constantFrom('2.0', '1.0', 2),
            id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.double()),
            method: fc.constantFrom('tools/call', 'notifications/x', 7, null),
            params: fc.jsonValue({ maxDepth: 2 }),
            result: fc.constant({}),
            error: fc.constant({}),
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(shapes, (text) => {
        const message = readClientMessage(text)
        if (message.kind === 'refused') {
          expect([PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS]).toContain(message.code)
          return
        }
        const value = JSON.parse(text) as { [key: string]: unknown }
        expect(value['jsonrpc']).toBe('2.0')
        if (value['method'] === 'tools/call') expect(message.kind).toBe('request')
        if (message.kind === 'response') expect(value).not.toHaveProperty('method')
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('what we say', () => {
  test('errors carry data only where there is some', () => {
    expect(JSON.parse(errorText(null, -1, 'no'))).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -1, message: 'no' },
    })
    expect(JSON.parse(errorText('a', -1, 'no', null))).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -1, message: 'no', data: null },
    })
  })

  test('results are put in as they are spelled', () => {
    expect(resultText('a"b', '{"n":1.0}')).toBe('{"jsonrpc":"2.0","id":"a\\"b","result":{"n":1.0}}')
    expect(JSON.parse(notificationText('notifications/x', { a: 1 }))).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/x',
      params: { a: 1 },
    })
  })

  test('the era of a request is told by its own context', () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    expect(eraOf({ _meta: meta })).toBe('stateless')
    for (const params of [
      undefined,
      null,
      [],
      {},
      { _meta: null },
      { _meta: {} },
      { _meta: { 'io.modelcontextprotocol/protocolVersion': 7 } },
    ]) {
      expect(eraOf(params)).toBe('session')
    }
    expect(metaOf({ _meta: [] })).toBeNull()
  })
})
