/** Schemas with our parameters, checked by a real validator of both drafts that clients use. */
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { declareParameters } from '../../src/tools/control-schema.ts'
import { RATIONALE_SCHEMA } from '../../src/tools/tools-list.ts'

const DRAFTS = {
  'draft-07': (schema: JsonObject) => new Ajv({ strict: false }).compile(schema),
  '2020-12': (schema: JsonObject) => new Ajv2020({ strict: false }).compile(schema),
} as const

interface Case {
  readonly what: string
  readonly schema: JsonObject
  /** Arguments that the server's own schema takes. */
  readonly taken: readonly JsonObject[]
  readonly declared: boolean
}

const id = { type: 'string' }

const CASES: readonly Case[] = [
  { what: 'no properties at all', schema: { type: 'object' }, taken: [{}, { any: 1 }], declared: true },
  {
    what: 'nothing else allowed',
    schema: { type: 'object', properties: { id }, required: ['id'], additionalProperties: false },
    taken: [{ id: 'a' }],
    declared: true,
  },
  {
    what: 'others by a schema',
    schema: { type: 'object', additionalProperties: { type: 'number' } },
    taken: [{}, { n: 1 }],
    declared: true,
  },
  {
    what: 'properties behind $ref',
    schema: { type: 'object', properties: { at: { $ref: '#/definitions/Place' } }, definitions: { Place: id } },
    taken: [{ at: 'here' }],
    declared: true,
  },
  {
    what: 'open oneOf',
    schema: { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    taken: [{ a: 1 }, { b: 1 }],
    declared: true,
  },
  {
    what: 'patterns',
    schema: { type: 'object', patternProperties: { '^x': { type: 'number' } }, additionalProperties: false },
    taken: [{ x1: 2 }],
    declared: false,
  },
  {
    what: 'closed oneOf',
    schema: {
      type: 'object',
      oneOf: [
        { properties: { a: id }, required: ['a'], additionalProperties: false },
        { properties: { b: id }, required: ['b'], additionalProperties: false },
      ],
    },
    taken: [{ a: 'x' }, { b: 'x' }],
    declared: false,
  },
  {
    what: 'a $ref at the root',
    schema: {
      type: 'object',
      $ref: '#/definitions/Body',
      definitions: { Body: { type: 'object', properties: { id }, additionalProperties: false } },
    },
    taken: [{ id: 'x' }],
    declared: false,
  },
  {
    what: 'a $ref inside allOf',
    schema: {
      type: 'object',
      allOf: [{ $ref: '#/definitions/Body' }],
      definitions: { Body: { type: 'object', properties: { id }, additionalProperties: false } },
    },
    taken: [{ id: 'x' }],
    declared: false,
  },
  {
    what: 'a dependency that closes',
    schema: { type: 'object', dependencies: { a: { properties: { a: {} }, additionalProperties: false } } },
    taken: [{ a: 1 }],
    declared: false,
  },
  { what: 'a number of properties', schema: { type: 'object', maxProperties: 1 }, taken: [{ a: 1 }], declared: false },
  {
    what: 'names by a pattern',
    schema: { type: 'object', propertyNames: { pattern: '^x' } },
    taken: [{ x: 1 }],
    declared: false,
  },
  {
    what: 'types by a pattern of names',
    schema: { type: 'object', patternProperties: { '^r': { type: 'number' } } },
    taken: [{ a: 1 }, { r: 1 }],
    declared: false,
  },
  {
    what: 'types by a pattern of names inside allOf',
    schema: { type: 'object', allOf: [{ patternProperties: { '^r': { type: 'number' } } }] },
    taken: [{ r: 1 }],
    declared: false,
  },
  { what: 'not', schema: { type: 'object', not: { required: ['rationale'] } }, taken: [{ a: 1 }], declared: false },
]

const PARAMETERS = [
  { name: 'rationale', schema: RATIONALE_SCHEMA, required: true },
  { name: 'preview', schema: { type: 'boolean' }, required: false },
]
const RATIONALE = 'the user asked for it'

describe.each(Object.entries(DRAFTS))('%s', (_draft, compile) => {
  test.each(CASES)('$what', ({ schema, taken, declared }) => {
    const before = structuredClone(schema)
    const extended = declareParameters(schema, PARAMETERS)
    expect(schema).toEqual(before)
    expect(extended !== null).toBe(declared)
    for (const given of taken) {
      expect(compile(schema)(given)).toBe(true)
      if (extended === null) {
        // Why it was left alone: what we would have asked for could not have been sent.
        expect(compile(schema)({ ...given, rationale: RATIONALE })).toBe(false)
        continue
      }
      const check = compile(extended)
      expect(check({ ...given, rationale: RATIONALE }), JSON.stringify(extended)).toBe(true)
      expect(check({ ...given, rationale: RATIONALE, preview: false })).toBe(true)
      expect(check(given)).toBe(false)
      expect(check({ ...given, rationale: 'short' })).toBe(false)
    }
  })
})

test.each([undefined, null, [], 'object', {}, { type: 'array' }, { type: 'object', required: 'id' }])(
  'what is no object schema stays alone: %j',
  (schema) => {
    expect(declareParameters(schema as never, PARAMETERS)).toBeNull()
  },
)
