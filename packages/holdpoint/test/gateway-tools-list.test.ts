import { createHash } from 'node:crypto'
import { readToolDefinition } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { rewriteTool } from '../src/gateway/tools-list.ts'
import type { ListedTool, ListRules } from '../src/gateway/tools-list.ts'

const QUIET: ListedTool = { risk: 'low', asks: false, gateOff: false, destructiveHint: null }

interface Over extends Partial<ListedTool> {
  readonly drifted?: boolean
  readonly advertise?: boolean
}

function listed(tool: JsonObject, { drifted = false, advertise = false, ...over }: Over = {}): JsonObject {
  const definition = readToolDefinition(tool, (text) => createHash('sha256').update(text).digest('hex'))
  if (definition === null) throw new Error('no tool')
  const rules: ListRules = { advertiseRationale: advertise, rate: () => ({ ...QUIET, ...over }) }
  return rewriteTool(tool, { definition, drifted }, rules) as JsonObject
}

function schemaOf(inputSchema: JsonValue): JsonValue | undefined {
  return listed({ name: 'x', inputSchema }, { advertise: true })['inputSchema']
}

const TOOL: JsonObject = {
  name: 'get_contact',
  title: 'Contact',
  description: 'Gets one.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  _meta: { ui: { resourceUri: 'ui://x' } },
  later: [1, { two: 3 }],
}
const RATIONALE = { type: 'string', minLength: 10, maxLength: 500 }

describe('a tool in the list', () => {
  test('stays as it was where there is nothing to say', () => {
    expect(listed(TOOL)).toEqual(TOOL)
  })

  test('what is no tool, or unknown, stays as it was', () => {
    const rules: ListRules = { advertiseRationale: true, rate: () => QUIET }
    expect(rewriteTool(7, null, rules)).toBe(7)
    expect(rewriteTool(TOOL, null, rules)).toBe(TOOL)
  })

  test('keeps its own words and gets coaching where a person may be asked', () => {
    const { description, ...rest } = listed(TOOL, { asks: true, risk: 'high' })
    expect(description).toMatch(
      /^Gets one\.\n\nA person may have to approve this call\..*NOT RUN YET.*identical arguments/,
    )
    expect({ ...rest, description: 'Gets one.' }).toEqual(TOOL)
    expect(listed({ name: 'x' }, { asks: true })['description']).toMatch(/^A person may have to approve/)
  })

  test('says so where the gate is off, instead of coaching', () => {
    const { description } = listed(TOOL, { asks: true, gateOff: true })
    expect(description).toContain('GATE OFF')
    expect(description).not.toContain('A person may have to approve')
  })

  test('says so where the definition changed', () => {
    expect(listed(TOOL, { drifted: true })['description']).toContain('changed this tool')
  })

  test('gets destructiveHint only where the server left it out', () => {
    expect(listed(TOOL, { destructiveHint: true })['annotations']).toEqual({
      readOnlyHint: true,
      destructiveHint: true,
    })
    expect(listed({ name: 'x' }, { destructiveHint: true })['annotations']).toEqual({ destructiveHint: true })
    const own = { ...TOOL, annotations: { destructiveHint: false } }
    expect(listed(own, { destructiveHint: true })['annotations']).toEqual({ destructiveHint: false })
  })

  test('advertised output schemas are not widened', () => {
    expect(listed(TOOL, { asks: true, advertise: true, destructiveHint: true })['outputSchema']).toEqual(
      TOOL['outputSchema'],
    )
  })
})

describe('the rationale in a schema', () => {
  test('is added to the properties and to what is required', () => {
    expect(listed(TOOL, { advertise: true })['inputSchema']).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string' }, rationale: RATIONALE },
      required: ['id', 'rationale'],
    })
  })

  test('fits a schema that allows nothing else', () => {
    expect(schemaOf({ type: 'object', properties: {}, additionalProperties: false })).toMatchObject({
      additionalProperties: false,
      properties: { rationale: RATIONALE },
      required: ['rationale'],
    })
  })

  test('is added where there are no properties yet', () => {
    expect(schemaOf({ type: 'object' })).toMatchObject({
      properties: { rationale: RATIONALE },
      required: ['rationale'],
    })
  })

  test('carries our prefix where the tool has a rationale of its own', () => {
    const own = { type: 'object', properties: { rationale: { type: 'number' } }, required: ['rationale'] }
    expect(schemaOf(own)).toMatchObject({
      properties: { rationale: { type: 'number' }, holdpoint_rationale: RATIONALE },
      required: ['rationale', 'holdpoint_rationale'],
    })
    const branch = { type: 'object', anyOf: [{ properties: { rationale: {} } }] }
    expect(schemaOf(branch)).toMatchObject({ properties: { holdpoint_rationale: RATIONALE } })
  })

  test.each<JsonValue>([
    { $ref: '#/$defs/A', type: 'object' },
    { anyOf: [] },
    {},
    { type: 'object', properties: [] },
    { type: ['object'] },
  ])('is not forced into a schema that is no plain object: %j', (schema) => {
    expect(schemaOf(schema)).toEqual(schema)
  })

  test('does not touch what the server sent', () => {
    const before = structuredClone(TOOL)
    listed(TOOL, { advertise: true, asks: true, destructiveHint: true, drifted: true })
    expect(TOOL).toEqual(before)
  })
})
