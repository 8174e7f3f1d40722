import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/description/apply-edits.ts'
import { lineDifference } from '../../src/description/line-difference.ts'
import type { DifferenceRun } from '../../src/description/line-difference.ts'

const side = (runs: readonly DifferenceRun[], without: 'added' | 'removed'): string =>
  runs.flatMap(({ kind, lines }) => (kind === without ? [] : lines)).join('\n')

const someText = fc.array(fc.constantFrom('a', 'b', 'c', '', 'dd'), { maxLength: 30 }).map((lines) => lines.join('\n'))

describe('the difference of two texts', () => {
  test('holds both of them, whatever they are', () => {
    fc.assert(
      fc.property(someText, someText, (before, after) => {
        const runs = lineDifference(before, after)
        expect(side(runs, 'added')).toBe(before)
        expect(side(runs, 'removed')).toBe(after)
        expect(runs.every(({ kind }, at) => at === 0 || runs[at - 1]?.kind !== kind)).toBe(true)
      }),
    )
  })

  test('is no longer than it has to be', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(lineDifference(text, text)).toEqual([{ kind: 'kept', lines: text.split('\n') }])
      }),
    )
    const runs = lineDifference('a\nb\nc\nd\ne', 'a\nx\nc\nd\ny\ne')
    expect(runs.map(({ kind, lines }) => `${kind} ${lines.join()}`)).toEqual([
      'kept a',
      'removed b',
      'added x',
      'kept c,d',
      'added y',
      'kept e',
    ])
  })

  test('takes no time over texts that share nothing', () => {
    const text = (mark: string): string => Array.from({ length: 20_000 }, (_, at) => `${mark}${at}`).join('\n')
    const start = performance.now()
    const runs = lineDifference(text('a'), text('b'))
    expect(performance.now() - start).toBeLessThan(2000)
    expect(runs.map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})

describe('edits', () => {
  test('apply where each stands in the text once and none touches another', () => {
    expect(
      applyEdits('one two three', [
        { before: 'three', after: '3' },
        { before: 'one', after: '1' },
      ]),
    ).toBe('1 two 3')
    expect(applyEdits('a a', [{ before: 'a', after: 'b' }])).toBeNull()
    expect(
      applyEdits('abc', [
        { before: 'ab', after: 'x' },
        { before: 'bc', after: 'y' },
      ]),
    ).toBeNull()
    expect(applyEdits('abc', [{ before: '', after: 'x' }])).toBeNull()
    expect(applyEdits('abc', [])).toBeNull()
  })

  test('what comes out holds every byte that was put in', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(word, fc.array(fc.tuple(word, word), { maxLength: 3 }), (text, pairs) => {
        const edits = pairs.map(([before, after]) => ({ before, after: after.toUpperCase() }))
        const result = applyEdits(text, edits)
        if (result === null) return
        for (const { after } of edits) expect(result).toContain(after)
      }),
    )
  })
})
