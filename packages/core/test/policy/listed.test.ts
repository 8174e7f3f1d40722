/** What is said of a tool in a list, against what is said of its calls: one judgement. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { policyOf, sampleCall, sampleTool, WRAP } from './policy-sample.ts'

test('[X11.E3] a tool is listed as its calls are judged, unless it says on which argument that depends', () => {
  const { server } = sampleCall('x')
  const policy = policyOf()
  const word = fc.constantFrom(
    'get',
    'list',
    'delete',
    'update',
    'run',
    'frob',
    'dropdb',
    'items',
    'd\u200brop',
    'mutate',
  )
  const hint = fc.option(fc.boolean(), { nil: undefined })
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.record({ readOnlyHint: hint, destructiveHint: hint }),
      fc.subarray(['id', 'sql', 'method', 'path']),
      (words, hints, names) => {
        const annotations = Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined))
        const tool = sampleTool(words.join('_'), annotations, names)
        const listed = policy.answerTool(tool, server, 'default')
        const { risk, answer, rule } = policy.rule(sampleCall(tool.name, {}), tool, WRAP)
        expect({ risk: listed.risk, answer: listed.answer, rule: listed.rule }).toEqual({ risk, answer, rule })
        expect(listed.depends === null).toBe(!names.includes('sql') && !names.includes('method'))
      },
    ),
  )
})
