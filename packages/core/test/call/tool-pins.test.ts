/** Pinned definitions: read with one guard, compared in one way. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedTools,
  definitionInPins,
  describeChangedTools,
  judgedBy,
  newDrifts,
  pinsKey,
  readToolPins,
  serverOfPinsKey,
  withDefinitions,
} from '../../src/call/tool-pins.ts'
import type { ToolPins } from '../../src/call/tool-pins.ts'
import { sampleTool } from '../policy/policy-sample.ts'

const NO_PINS: ToolPins = { server: 'crm', pinned: {}, current: {} }
const PIN = '{"hash":"h","textHash":"t","annotations":{}}'

describe('[X12.2] pinned definitions', () => {
  test.each([
    '',
    '{',
    '5',
    '[]',
    'null',
    '{}',
    '{"server":"crm"}',
    '{"server":"crm","pinned":{},"current":[]}',
    '{"server":5,"pinned":{},"current":{}}',
    `{"server":"crm","pinned":{"a":null},"current":{}}`,
    `{"server":"crm","pinned":{"a":{"hash":5,"textHash":"t","annotations":{}}},"current":{}}`,
    `{"server":"crm","pinned":{"a":{"hash":"h","textHash":"t"}},"current":{}}`,
    `{"server":"crm","pinned":{},"current":{"a":{"hash":"h","textHash":"t","annotations":{},"arguments":[5]}}}`,
  ])('what cannot be read as such is none: %j', (text) => {
    expect(readToolPins(text)).toBeNull()
  })

  test('no name of a tool makes them unreadable or passes for what every object has', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '\ud800'))), (names) => {
        const pins = withDefinitions(
          NO_PINS,
          names.map((name) => sampleTool(name)),
        )
        expect(readToolPins(JSON.stringify(pins))).toEqual(pins)
        expect(changedTools(pins)).toEqual([])
      }),
    )
    const sparse = readToolPins(`{"server":"crm","pinned":{},"current":{"constructor":${PIN}}}`)
    expect(sparse === null ? null : changedTools(sparse)).toEqual([])
    expect(definitionInPins(NO_PINS, 'constructor')).toBeNull()
  })

  test('a change is of the definition or of its description, told once and accepted as a whole', () => {
    const first = [sampleTool('a'), sampleTool('b'), sampleTool('c')]
    const pins = withDefinitions(NO_PINS, first)
    const now = [
      sampleTool('a', {}, ['id']),
      { ...sampleTool('b'), textHash: 'other' },
      sampleTool('c'),
      sampleTool('d'),
    ]
    expect(newDrifts(pins, now).map(({ definition, drift }) => [definition.name, drift])).toEqual([
      ['a', 'definition'],
      ['b', 'description'],
    ])
    const later = withDefinitions(pins, now)
    expect(describeChangedTools(later)).toEqual(['a: schema or annotations changed', 'b: description changed'])
    expect(newDrifts(later, now)).toEqual([])
    expect(changedTools({ ...later, pinned: later.current })).toEqual([])
  })

  test('a claim that reassures counts only where the pinned version makes it too, and not at all without pins', () => {
    const claims = sampleTool('x', { readOnlyHint: true, destructiveHint: false })
    const before = withDefinitions(NO_PINS, [sampleTool('x', { destructiveHint: true })])
    expect(judgedBy(claims, before)).toMatchObject({
      drifted: true,
      definition: { annotations: { destructiveHint: true } },
    })
    expect(judgedBy(claims, before).definition.annotations.readOnlyHint).toBeUndefined()
    expect(judgedBy(claims, null)).toMatchObject({ drifted: false, definition: { annotations: {} } })
    expect(judgedBy(claims, withDefinitions(NO_PINS, [claims]))).toEqual({ definition: claims, drifted: false })
  })

  test('the key says of which server they are, whatever its client is called', () => {
    expect(serverOfPinsKey(pinsKey('id-1', 'a/b c'))).toBe('id-1')
  })
})
