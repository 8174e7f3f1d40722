import { createHash } from 'node:crypto'
import { readToolDefinition } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import type { RationaleDemand } from '../../src/calls/rationale.ts'
import { rewriteTool } from '../../src/tools/tools-list.ts'
import type { ListedTool, ListRules } from '../../src/tools/tools-list.ts'

const OFF: RationaleDemand = { kind: 'off' }
const DEMANDED: RationaleDemand = { kind: 'required' }
const QUIET: ListedTool = { risk: 'low', asks: false, gateOff: false, destructiveHint: null }

interface Over extends Partial<ListedTool> {
  readonly drifted?: boolean
  readonly rationale?: RationaleDemand
  readonly cards?: boolean
  readonly cheatsheet?: string
}

function listed(tool: JsonObject, about: Over = {}): JsonObject {
  const { drifted = false, rationale = OFF, cards = false, cheatsheet = null, ...over } = about
  const definition = readToolDefinition(tool, (text) => createHash('sha256').update(text).digest('hex'))
  if (definition === null) throw new Error('no tool')
  const rules: ListRules = {
    rationale,
    cards,
    previewsFirst: () => false,
    cheatsheet,
    rate: () => ({ ...QUIET, ...over }),
  }
  return rewriteTool(tool, { definition, drifted, hasView: false }, rules) as JsonObject
}

function schemaOf(inputSchema: JsonValue): JsonValue | undefined {
  return listed({ name: 'x', inputSchema }, { rationale: DEMANDED })['inputSchema']
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
    const rules: ListRules = {
      rationale: DEMANDED,
      cards: true,
      previewsFirst: () => false,
      cheatsheet: 'mcp://x/cheatsheet',
      rate: () => QUIET,
    }
    expect(rewriteTool(7, null, rules)).toBe(7)
    expect(rewriteTool(TOOL, null, rules)).toBe(TOOL)
  })

  test('[S0.4] keeps its own words and gets coaching where a person may be asked', () => {
    const { description, ...rest } = listed(TOOL, { asks: true, risk: 'medium' })
    expect(description).toMatch(/^Gets one\.\n\nMay ask a person\./)
    for (const said of [
      /NOT RUN YET, end your turn/,
      /do not retry, re-narrate or ask again in chat/,
      /no card shows, give the link/,
      /`Apply:` or once decided, repeat the identical call/,
      /`Cancel:` acknowledge briefly/,
    ]) {
      expect(description).toMatch(said)
    }
    expect({ ...rest, description: 'Gets one.' }).toEqual(TOOL)
    expect(listed({ name: 'x' }, { asks: true })['description']).toMatch(/^May ask a person\./)
  })

  test('[S0.4] a high-risk tool says so first, also without words of its own', () => {
    expect(listed(TOOL, { asks: true, risk: 'high' })['description']).toMatch(
      /^🔴 HIGH-RISK\. Gets one\.\n\nMay ask a person/,
    )
    expect(listed({ name: 'x' }, { asks: true, risk: 'high' })['description']).toMatch(
      /^🔴 HIGH-RISK\.\n\nMay ask a person/,
    )
    expect(listed(TOOL, { asks: true, risk: 'high', gateOff: true })['description']).toMatch(
      /^🔴 HIGH-RISK.*\n\nGATE OFF/,
    )
  })

  test('[S1.7] writes and queries open with the cheatsheet, plain reads do not', () => {
    const cheatsheet = 'mcp://crm/cheatsheet'
    const line =
      'Before any write or non-trivial query, fetch mcp://crm/cheatsheet first. Do NOT guess names, ids or syntax.'
    expect(listed(TOOL, { cheatsheet })).toEqual(TOOL)
    expect(listed(TOOL, { cheatsheet, risk: 'medium' })['description']).toBe(`${line} Gets one.`)
    expect(listed(TOOL, { cheatsheet, risk: 'high' })['description']).toBe(`${line} 🔴 HIGH-RISK. Gets one.`)
    const queries = ['search_contacts', 'runQuery', 'query', 'sql.read', 'find-people']
    for (const name of queries) expect(listed({ ...TOOL, name }, { cheatsheet })['description']).toContain(line)
    const filtered = { ...TOOL, inputSchema: { type: 'object', properties: { filter: {} } } }
    expect(listed(filtered, { cheatsheet })['description']).toContain(line)
    for (const name of ['get_findings', 'list_researchers', 'read_selection']) {
      expect(listed({ ...TOOL, name }, { cheatsheet })['description']).toBe('Gets one.')
    }
  })

  test('says so where the gate is off, instead of coaching', () => {
    const { description } = listed(TOOL, { asks: true, gateOff: true })
    expect(description).toContain('GATE OFF')
    expect(description).not.toContain('May ask a person')
  })

  test('says so where the definition changed', () => {
    expect(listed(TOOL, { drifted: true })['description']).toContain('changed this tool')
  })

  test('[S0.5] [X11.E9] destructiveHint by the table: added, raised against the server’s own word, never lowered', () => {
    expect(listed({ name: 'x' }, { destructiveHint: true })['annotations']).toEqual({ destructiveHint: true })
    const says = (annotations: JsonObject, destructiveHint: boolean | null): JsonValue | undefined =>
      listed({ ...TOOL, annotations }, { destructiveHint })['annotations']
    expect(says({ destructiveHint: false, title: 'X' }, true)).toEqual({ destructiveHint: true, title: 'X' })
    // Hosts look at it only where readOnlyHint is not true.
    expect(says({ readOnlyHint: true }, true)).toEqual({ readOnlyHint: false, destructiveHint: true })
    expect(says({ readOnlyHint: true, destructiveHint: true }, true)).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
    })
    expect(says({ destructiveHint: 'no' }, true)).toEqual({ destructiveHint: true })
    expect(says({ destructiveHint: true }, false)).toEqual({ destructiveHint: true })
    expect(says({ readOnlyHint: true }, false)).toEqual({ readOnlyHint: true, destructiveHint: false })
    for (const own of [true, false]) expect(says({ destructiveHint: own }, null)).toEqual({ destructiveHint: own })
  })

  test('advertised output schemas are not widened', () => {
    expect(listed(TOOL, { asks: true, rationale: DEMANDED, destructiveHint: true })['outputSchema']).toEqual(
      TOOL['outputSchema'],
    )
  })
})

test('[S1.5] a rationale that is only advertised is declared on tools that may ask, and nothing is added to a read', () => {
  const rationale: RationaleDemand = { kind: 'advertised' }
  const asking: Over = { rationale, asks: true, risk: 'medium' }
  expect(listed(TOOL, { rationale })).toEqual(TOOL)
  expect(listed(TOOL, { ...asking, gateOff: true })['inputSchema']).toEqual(TOOL['inputSchema'])
  expect(listed(TOOL, asking)['inputSchema']).toMatchObject({ properties: { rationale: RATIONALE } })
  const closed = { type: 'object', maxProperties: 1 }
  expect(listed({ ...TOOL, inputSchema: closed }, { rationale })['description']).toBe('Gets one.')
})

describe('the rationale in a schema', () => {
  test('is added to the properties and to what is required', () => {
    expect(listed(TOOL, { rationale: DEMANDED })['inputSchema']).toMatchObject({
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

  test.each<JsonValue>([
    { type: 'object', oneOf: [{ properties: { a: {} }, additionalProperties: false }] },
    { type: 'object', allOf: [{ $ref: '#/$defs/A' }], $defs: { A: {} } },
    { type: 'object', maxProperties: 1 },
    { type: 'object', propertyNames: { pattern: '^x' } },
    { type: 'object', if: { properties: { a: {} } }, else: { unevaluatedProperties: false } },
  ])('is not demanded where another keyword would refuse it, and is named in words: %j', (inputSchema) => {
    const tool = listed({ name: 'x', inputSchema }, { rationale: DEMANDED })
    expect(tool['inputSchema']).toEqual(inputSchema)
    expect(tool['description']).toBe('Also send `rationale`: why you make this call, 10 to 500 characters.')
  })

  test('finds a name of its own even beside one that carries our prefix', () => {
    const own = { type: 'object', properties: { rationale: {}, holdpoint_rationale: {} } }
    expect(schemaOf(own)).toMatchObject({ required: ['holdpoint_holdpoint_rationale'] })
  })

  test('does not touch what the server sent', () => {
    const before = structuredClone(TOOL)
    listed(TOOL, { rationale: DEMANDED, asks: true, destructiveHint: true, drifted: true })
    expect(TOOL).toEqual(before)
  })
})

describe('preview and confirm', () => {
  const gated: Over = { asks: true, risk: 'medium' }
  const propertiesOf = (over: Over, tool: JsonObject = TOOL): readonly string[] =>
    Object.keys((listed(tool, over)['inputSchema'] as JsonObject)['properties'] as JsonObject)

  test('[S0.1] are declared for clients that draw cards, on tools that may be asked for, and never demanded', () => {
    expect(propertiesOf({ ...gated, cards: true })).toEqual(['id', 'preview', 'confirm'])
    expect(propertiesOf({ ...gated, cards: true, rationale: DEMANDED })).toEqual([
      'id',
      'rationale',
      'preview',
      'confirm',
    ])
    const { required } = listed(TOOL, { ...gated, cards: true })['inputSchema'] as { required: readonly string[] }
    expect(required).toEqual(['id'])
  })

  test('cost nobody else a token', () => {
    expect(propertiesOf(gated)).toEqual(['id'])
    expect(propertiesOf({ cards: true })).toEqual(['id'])
    expect(propertiesOf({ ...gated, cards: true, gateOff: true })).toEqual(['id'])
  })

  test("carry our prefix beside a tool's own", () => {
    const tool = { ...TOOL, inputSchema: { type: 'object', properties: { preview: {}, confirm: {} } } }
    expect(propertiesOf({ ...gated, cards: true }, tool)).toEqual([
      'preview',
      'confirm',
      'holdpoint_preview',
      'holdpoint_confirm',
    ])
  })
})
