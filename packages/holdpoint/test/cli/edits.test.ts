/** What may be put in place of requested arguments: the real check, with the real schema compiler and policy. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EditCheck, Hold, JsonObject } from '@holdpoint/core'
import { digestArguments } from '@holdpoint/core'
import { processorTime } from '../../../core/test/sql/processor-time.ts'
import { findChangedType } from '../../../gateway/src/edits/check-edit.ts'
import { checkAgainstSchema } from '../../../gateway/src/edits/schema-check.ts'
import { checkEdits } from '../../../gateway/test/edits/edit-policy.ts'
import { sha256, startService } from '../http/http-service.ts'
import type { HoldAbout, TestService } from '../http/http-service.ts'

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { to: { type: 'string' }, amount: { type: 'number', maximum: 100 }, note: {} },
  required: ['to'],
  additionalProperties: false,
}
const ASKED: JsonObject = { to: 'ana@example.com', amount: 50 }

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(async () => await service.close())

async function holdWith(about: HoldAbout): Promise<Hold> {
  return await service.hold({ tool: 'send_money', arguments: ASKED, client: randomUUID(), ...about })
}

async function check(
  argumentsText: string,
  { rules = [], ...about }: HoldAbout & { readonly rules?: Parameters<typeof checkEdits>[0] } = {},
): Promise<EditCheck> {
  const hold = await holdWith({ inputSchema: SCHEMA, ...about })
  return await checkEdits(rules)({ hold, argumentsText, by: 'ana' })
}

async function refusal(...asked: Parameters<typeof check>): Promise<string> {
  const checked = await check(...asked)
  return checked.ok ? 'accepted' : checked.message
}

describe('an edit', () => {
  test('keeps its bytes, has its digest, is ruled anew and shown with the difference', async () => {
    const text = '{ "amount": 1.50e1, "to":"b\\u0065n@example.com" }'
    const checked = await check(text)
    expect(checked).toMatchObject({ ok: true, edit: { argumentsText: text } })
    if (!checked.ok) return
    expect(checked.edit.digest).toBe(digestArguments({ amount: 15, to: 'ben@example.com' }, sha256))
    expect(checked.edit.ruling).toMatchObject({ answer: 'ask', risk: 'high', assurance: 'identified' })
    expect(checked.edit.preview.warnings[0]).toBe(
      'Approved with changes by ana: to: "ana@example.com" → "b\\u0065n@example.com"; amount: 50 → 1.50e1',
    )
    expect(JSON.stringify(checked.edit.preview.arguments)).toContain('1.50e1')
  })

  test('[C1] [C3] [C9] is read as strictly as an agent’s arguments', async () => {
    expect(await refusal('{"to":"a","to":"b"}')).toContain('twice')
    expect(await refusal('{"to":"a","amount":1e400}')).toContain('not acceptable JSON')
    expect(await refusal(`{"to":${'['.repeat(200)}${']'.repeat(200)}}`)).toContain('deeper')
    expect(await refusal(`{"to":"${'x'.repeat(300_000)}"}`)).toContain('longer')
    expect(await refusal('{"to":"a"')).toContain('not acceptable JSON')
    expect(await refusal('["a"]')).toContain('an object')
  })

  test('keeps types, fits the schema and carries no control parameter', async () => {
    expect(await refusal('{"to":"a","amount":"50"}')).toContain('/amount was a number and is now text')
    expect(await refusal('{"to":"a","amount":500}')).toContain('/amount must be <= 100')
    expect(await refusal('{"amount":5}')).toContain("must have required property 'to'")
    expect(await refusal('{"to":"a","cc":"b"}')).toContain('(cc)')
    expect(await refusal('{"to":"a","__proto__":{"x":1}}')).toContain('(__proto__)')
    expect(await refusal('{"to":"a","confirm":true}')).toContain('"confirm" is no argument')
    const owned = { ...SCHEMA, properties: { ...(SCHEMA['properties'] as JsonObject), confirm: { type: 'boolean' } } }
    expect(await refusal('{"to":"a","confirm":true}', { inputSchema: owned })).toBe('accepted')
  })

  test('is refused where the schema was not kept or cannot be compiled', async () => {
    const { inputSchemaText: _kept, ...hold } = await holdWith({})
    expect(await checkEdits([])({ hold: { ...hold, inputSchemaText: null }, argumentsText: '{}', by: 'ana' })).toEqual({
      ok: false,
      code: 'EDIT_REFUSED',
      message: expect.stringContaining('was not kept') as string,
    })
    for (const inputSchema of [
      { type: 'objekt' },
      { properties: { to: { $ref: 'https://example.com/remote.json' } } },
      { properties: { to: { pattern: '(?=a)b' } } },
    ]) {
      expect(await refusal('{"to":"a"}', { inputSchema }), JSON.stringify(inputSchema)).toContain('cannot be used')
    }
  })

  test('[S1.1] is ruled by its own arguments: a rule may deny it, or ask for more', async () => {
    const rules = [
      { name: 'not to strangers', when: 'args.to == "eve"', answer: 'deny' as const },
      { name: 'large', when: 'args.amount > 80.0', quorum: 2, approvers: ['ana', 'ben'] },
    ]
    expect(await check('{"to":"eve"}', { rules })).toMatchObject({ edit: { ruling: { answer: 'deny' } } })
    expect(await check('{"to":"ben","amount":90}', { rules })).toMatchObject({
      edit: { ruling: { answer: 'ask', rule: expect.any(String) as string, quorum: 2, approvers: ['ana', 'ben'] } },
    })
    expect(await check('{"to":"ben","amount":9}', { rules })).toMatchObject({ edit: { ruling: { quorum: 1 } } })
  })
})

describe('a stranger’s schema', () => {
  const fits = async (value: JsonObject, schema: unknown): Promise<boolean> =>
    (await checkAgainstSchema(value, JSON.stringify(schema))).ok

  test('of either dialect is understood', async () => {
    const draft07 = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { a: { type: 'array', items: [{ type: 'string' }], additionalItems: false } },
    }
    expect(await fits({ a: ['x'] }, draft07)).toBe(true)
    expect(await fits({ a: [1] }, draft07)).toBe(false)
    const newest = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: { name: { type: 'string', minLength: 2 } },
      properties: { a: { prefixItems: [{ $ref: '#/$defs/name' }], items: false } },
    }
    expect(await fits({ a: ['xy'] }, newest)).toBe(true)
    expect(await fits({ a: ['x'] }, newest)).toBe(false)
    expect(await fits({ a: ['xy', 1] }, newest)).toBe(false)
    expect(await fits({ anything: 1 }, {})).toBe(true)
    expect(await fits({ at: 'never' }, { 'x-odd': 1, properties: { at: { format: 'date-time' } } })).toBe(true)
  })

  test('changes no value, and its patterns are all looked at', async () => {
    const value: JsonObject = { a: '1' }
    const schema = { properties: { a: { pattern: '^\\d$' }, b: { default: 7 }, c: { pattern: '^x$' } } }
    expect(await fits(value, schema)).toBe(true)
    expect(value).toEqual({ a: '1' })
    expect(await fits({ a: 'x' }, schema)).toBe(false)
    expect(await fits({ a: '1', c: '1' }, schema)).toBe(false)
  })

  test('cannot stall us: patterns in linear time, bounded depth and size', async () => {
    let deep: object = {}
    for (let depth = 0; depth < 3000; depth++) deep = { not: deep }
    const spent = await processorTime(async () => {
      expect(await fits({ a: `${'a'.repeat(50_000)}!` }, { properties: { a: { pattern: '^(a+)+$' } } })).toBe(false)
      expect(await fits({}, deep)).toBe(false)
      expect(await fits({}, { description: 'x'.repeat(600_000) })).toBe(false)
    })
    expect(spent).toBeLessThan(5000)
  })
})

test('types: nothing may become anything, everything else stays what it was', () => {
  expect(findChangedType({ a: null, b: 1 }, { a: 'x', b: null })).toBeNull()
  expect(findChangedType({ a: [1, { b: true }] }, { a: [2, { b: 'true' }] })).toBe(
    '/a/1/b was true or false and is now text',
  )
  expect(findChangedType({ 'a/b': {} }, { 'a/b': [] })).toBe('/a~1b was an object and is now a list')
  expect(findChangedType({ a: 1 }, { c: 'new' })).toBeNull()
})

test('an edit that brings a mask back in place of the secret is refused, and says so', async () => {
  const why = await refusal('{"to":"⟦ghp_…9fA2 (40 characters)⟧"}')
  expect(why).toContain('The edit has a mask in place of a secret')
  expect(await refusal('{"to":"x","note":{"⟦… (7 个字符, #2)⟧":1}}')).toContain('The edit has a mask')
  expect(await refusal('{"to":"⟦U+27E6⟧"}')).toBe('accepted')
})
