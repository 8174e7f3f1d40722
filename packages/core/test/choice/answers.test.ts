/** Which answers a hold allows to whom: exactly those that the door takes from them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answersFor, whyNoneStands } from '../../src/choice/answers.ts'
import { STANDING_LENGTHS } from '../../src/grant/grant-request.ts'
import { toGrant } from '../../src/grant/to-grant.ts'
import type { Hold } from '../../src/hold/hold.ts'
import { sampleHold } from '@holdpoint/testing'

const BY = { id: 'grant-1', by: 'ana', via: 'page', at: 0 } as const

function taken(hold: Hold, effect: 'allow' | 'deny', assurance: 'host' | 'identified') {
  return (lasting: (typeof STANDING_LENGTHS)[number], covered: 'same' | 'any'): boolean =>
    toGrant({ for: lasting, arguments: covered }, { ...BY, hold, effect, assurance }).ok
}

const anyHold = fc
  .record({
    tool: fc.constantFrom('update_contact', 'run_command', 'query'),
    argumentsText: fc.constantFrom('{"id":1}', '{}', '{"sql":"DELETE FROM t"}', '{"deep":{"a":1}}', '{"command":"ls"}'),
    irreversible: fc.boolean(),
    grantable: fc.boolean(),
    quorum: fc.constantFrom(1, 2),
  })
  .map(({ tool, argumentsText, ...ruling }) => sampleHold({ call: { tool, argumentsText }, ruling }))

describe('[X12.2] the answers that may be offered', () => {
  test('stand for further calls exactly where the door takes them', () => {
    fc.assert(
      fc.property(anyHold, fc.constantFrom('host', 'identified'), (hold, assurance) => {
        const offered = answersFor(hold, { assurance })
        for (const effect of ['allow', 'deny'] as const) {
          const { why, arguments: covered, lengths } = offered[effect]
          const takes = taken(hold, effect, assurance)
          expect(why === null).toBe(takes('session', 'same'))
          for (const lasting of STANDING_LENGTHS) {
            for (const which of ['same', 'any'] as const) {
              expect(covered.includes(which) && lengths.includes(lasting)).toBe(takes(lasting, which))
            }
          }
        }
      }),
    )
  })

  test('an offer to take a call back says nothing about other calls', () => {
    const { allow, deny } = answersFor(sampleHold({ undoOf: 'hold-0' }), { assurance: 'identified' })
    expect([allow.arguments, deny.arguments, deny.lengths]).toEqual([[], [], []])
    expect(whyNoneStands(sampleHold({ undoOf: 'hold-0' }), 'deny')).toContain('says nothing about other calls')
  })

  test.each([
    ['host', { principal: 'local:ana' }, true],
    ['host', { principal: 'ci' }, false],
    ['host', { principal: 'ci', relaysAPerson: true }, true],
    ['identified', { principal: 'ci' }, true],
  ] as const)('the word %s of a call by %j may carry an edit: %s', (assurance, call, editable) => {
    const hold = sampleHold({ call, inputSchemaText: '{"type":"object"}' })
    expect(answersFor(hold, { assurance }).editable).toBe(editable)
  })
})
