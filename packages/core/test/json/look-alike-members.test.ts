/** Which members of an object a server may take for each other. */
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/json-value.ts'
import { findLookAlikes, nameLookAlikes } from '../../src/json/look-alike-members.ts'
import { buildPreview } from '../../src/preview/build-preview.ts'
import { policyOf, sampleCall, sampleRule, sampleTool, sha256, withTool, WRAP } from '../policy/policy-sample.ts'

const pair = (one: string, other: string): JsonObject => ({ [one]: 1, between: 2, [other]: 3 })

describe('[X11.A2] names that look alike', () => {
  test.each([
    ['dry_run', 'DRY_RUN'],
    ['dry_run', 'Dry_run'],
    ['dry_run', 'dryRun'],
    ['dry_run', 'dry-run'],
    ['dry_run', 'dry_run '],
    ['dry_run', '\tdry_run'],
    ['dry_run', 'dry_run\u0000'],
    ['dry_run', 'dry\u200b_run'],
    ['dry_run', 'dry_run\u2060'],
    ['dry_run', 'dry\u00ad_run'],
    ['dry_run', 'dry\u{e0041}_run'],
    ['dry_run', '\uff44\uff52\uff59_run'],
    ['dry_run', 'dry\uff3frun'],
    ['caf\u00e9', 'cafe\u0301'],
    ['ok', 'o\u212a'],
    ['stra\u00dfe', 'STRASSE'],
    ['file', '\ufb01le'],
    ['is', 'i\u017f'],
    ['__proto__', '__PROTO__'],
    // Letters of another script, in a name or alone.
    ['dry_run', 'dr\u0443_run'],
    ['dry_run', 'd\u0433y_run'],
    ['dry_run', 'dry_ru\u0578'],
    ['preview', 'pr\u0435view'],
    ['path', '\u0440\u0430th'],
    ['path', '\u03c1ath'],
    ['to', 't\u043e'],
    ['dry_run', 'dry\u2010run'],
    ['dry_run', 'dry_run[]'],
    ['dry_run', 'dry_run[0]'],
  ])('%j and %j', (one, other) => {
    const object = JSON.parse(`{${JSON.stringify(one)}:1,"x":2,${JSON.stringify(other)}:3}`) as JsonValue
    expect(findLookAlikes(object)).toEqual({ one, other })
    expect(findLookAlikes([{ a: [object] }])).toEqual({ one, other })
  })

  test.each([
    ['id', 'ids'],
    ['id', '_id'],
    ['dry_run', 'dry_runs'],
    ['1-5', '15'],
    ['1_000', '1000'],
    ['a.b', 'ab'],
    ['a/b', 'ab'],
    ['caf\u00e9', 'cafe'],
    ['\u540d', '\u524d'],
    ['old_name', 'new_name'],
    ['from', 'to'],
    ['amount', 'arnount'],
    ['x1', 'xl'],
    ['\u0438\u043c\u044f', '\u0444\u0430\u043c\u0438\u043b\u0438\u044f'],
    ['\u03bc', 'm'],
  ])('not %j and %j', (one, other) => {
    expect(findLookAlikes(pair(one, other))).toBeNull()
  })

  test('the same name in two objects is no pair', () => {
    expect(findLookAlikes({ id: 1, items: [{ id: 2 }, { ID: 3 }] })).toBeNull()
  })

  test('are told apart in words', () => {
    expect(nameLookAlikes({ one: 'id', other: 'i\u200bd' })).toEqual({ one: '"id"', other: '"i\\u200bd"' })
    expect(nameLookAlikes({ one: 'x'.repeat(500), other: '' }).one).toHaveLength(83)
  })
})

describe('[X11.A2] a call with such arguments', () => {
  const call = sampleCall('get_x', { id: 6, ID: 7 })

  test('is high, also where a rule would let it pass or a tool was rated by name', () => {
    const high = { risk: 'high', rule: 'look-alike names', answer: 'ask' }
    expect(policyOf().rule(call, sampleTool('get_x'), WRAP)).toMatchObject(high)
    expect(policyOf({ rules: [sampleRule({ name: 'all', answer: 'pass' })] }).rule(call, null, WRAP)).toMatchObject(
      high,
    )
    expect(policyOf({ servers: withTool('get_x', { risk: 'low' }) }).rule(call, null, WRAP)).toMatchObject(high)
    expect(policyOf().rule(sampleCall('get_x', { id: 6 }), null, WRAP).answer).toBe('pass')
  })

  test('is marked in the question', () => {
    const ruling = policyOf().rule(call, null, WRAP)
    const { warnings } = buildPreview({ call, ruling, definition: null, warnings: [], sha256 })
    expect(warnings).toEqual(['Two arguments look alike, "id" and "ID"; the server may take one for the other.'])
  })
})
