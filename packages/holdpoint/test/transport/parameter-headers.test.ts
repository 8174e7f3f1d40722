import { HEADER_MISMATCH } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { encodeHeaderValue } from '../../src/transport/header-value.ts'
import { checkParameterHeaders } from '../../src/transport/stateless-headers.ts'

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    force: { type: 'boolean', 'x-mcp-header': 'Force' },
    target: { type: 'object', properties: { host: { type: 'string', 'x-mcp-header': 'Host-Name' } } },
    query: { type: 'string' },
  },
}

const check = (headers: { readonly [name: string]: string }, sent: JsonValue | undefined, schema = SCHEMA): unknown =>
  checkParameterHeaders(headers, sent, schema)

describe('arguments that headers repeat', () => {
  test.each<[{ readonly [name: string]: string }, JsonValue | undefined]>([
    [{}, undefined],
    [{}, {}],
    [{}, { query: 'x' }],
    [{}, { region: null }],
    [{}, { region: { nested: true } }],
    [{ 'mcp-param-region': 'eu' }, { region: 'eu' }],
    [{ 'mcp-param-region': encodeHeaderValue('Zürich ') }, { region: 'Zürich ' }],
    [{ 'mcp-param-region': encodeHeaderValue('') }, { region: '' }],
    [{ 'mcp-param-region': '' }, { region: '' }],
    [{ 'mcp-param-count': '42' }, { count: 42 }],
    [{ 'mcp-param-count': '42.0' }, { count: 42 }],
    [{}, { count: 1e21 }],
    [{ 'mcp-param-force': 'false' }, { force: false }],
    [{ 'mcp-param-host-name': 'db1' }, { target: { host: 'db1' } }],
    [{ 'mcp-param-unknown': 'x' }, {}],
  ])('%j agrees with %j', (headers, sent) => {
    expect(check(headers, sent)).toBeNull()
  })

  test.each<[{ readonly [name: string]: string }, JsonValue | undefined]>([
    [{}, { region: 'eu' }],
    [{}, { region: '' }],
    [{}, { count: 0 }],
    [{}, { force: false }],
    [{}, { target: { host: 'db1' } }],
    [{ 'mcp-param-region': 'us' }, { region: 'eu' }],
    [{ 'mcp-param-region': 'eu, us' }, { region: 'eu' }],
    [{ 'mcp-param-region': '=?base64?@@?=' }, { region: '=?base64?@@?=' }],
    [{ 'mcp-param-region': '=?base64?/w==?=' }, { region: '\uFFFD' }],
    [{ 'mcp-param-count': '43' }, { count: 42 }],
    [{ 'mcp-param-count': '0x2a' }, { count: 42 }],
    [{ 'mcp-param-count': '' }, { count: 0 }],
    [{ 'mcp-param-force': 'TRUE' }, { force: true }],
    [{ 'mcp-param-host-name': 'db2' }, { target: { host: 'db1' } }],
    [{ 'mcp-param-region': 'eu' }, {}],
    [{ 'mcp-param-region': 'null' }, { region: null }],
    [{ 'mcp-param-host-name': 'db1' }, {}],
  ])('%j contradicts %j', (headers, sent) => {
    expect(check(headers, sent)).toMatchObject({ code: HEADER_MISMATCH })
  })

  test('names that no header can have, and members that objects inherit, ask for nothing', () => {
    const schema: JsonObject = {
      properties: {
        constructor: { 'x-mcp-header': 'Built' },
        a: { 'x-mcp-header': 'no token' },
        b: { 'x-mcp-header': 7 },
        c: true,
      },
    }
    expect(check({}, { a: 'x', b: 'y', c: 'z' }, schema)).toBeNull()
    expect(check({}, { a: 'x' }, { properties: [] })).toBeNull()
  })

  test('a schema of any depth is read', () => {
    const opening = '{"properties":{"a":'.repeat(20_000)
    const schema = JSON.parse(`${opening}{"x-mcp-header":"Deep"}${'}}'.repeat(20_000)}`) as JsonObject
    expect(check({ 'mcp-param-deep': '1' }, {}, schema)).toMatchObject({ code: HEADER_MISMATCH })
  })
})
