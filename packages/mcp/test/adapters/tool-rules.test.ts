/** Which tools are asked about. */
import { expect, test } from 'vitest'
import { readsByName } from '@holdpoint/core/policy'
import { ruleTool } from '../../src/adapters/tool-rules.ts'

test('what no rule names is asked at the highest risk, unless its name says that it reads', () => {
  expect(ruleTool([], 'delete_product', readsByName)).toEqual({ risk: 'high' })
  expect(ruleTool([], 'frobnicate', readsByName)).toEqual({ risk: 'high' })
  expect(ruleTool([], 'get_product', readsByName)).toBeNull()
  // What hides another word is not read as what it shows.
  for (const name of ['get_or_delete', 'gеt_product', 'get​product', 'constructor', 'create_product']) {
    expect(ruleTool([], name, readsByName), name).toEqual({ risk: 'high' })
  }
})

test('the first rule that fits counts, and what it says of the question goes with it', () => {
  const rules = [
    { tool: 'update_note', ask: false },
    { tool: 'update_*', risk: 'medium', irreversible: true },
    { tool: '*' },
  ] as const
  expect(ruleTool(rules, 'update_note', readsByName)).toBeNull()
  expect(ruleTool(rules, 'update_stock', readsByName)).toEqual({ risk: 'medium', irreversible: true })
  expect(ruleTool(rules, 'get_product', readsByName)).toEqual({ risk: 'high' })
})
