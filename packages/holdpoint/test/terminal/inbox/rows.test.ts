/** What the terminal inbox writes and reads: rows that fit and hide nothing, keys. */
import { showHiddenCharacters } from '@holdpoint/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ourLine, theirLines } from '../../../src/cli/holds/card-line.ts'
import { createPaint } from '../../../src/terminal/colour.ts'
import { breakText } from '../../../src/terminal/inbox/break-text.ts'
import { toKey } from '../../../src/terminal/inbox/key.ts'
import { guardText, paintLine, textLine } from '../../../src/terminal/inbox/screen-line.ts'
import { createScreenPainter } from '../../../src/terminal/inbox/screen-painter.ts'
import { textWidth } from '../../../src/terminal/text-width.ts'

const CONTROL = /(?!\n)[\p{Control}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u{e0000}-\u{e007f}]/u

describe('the painter', () => {
  test('[D1] [D3] the painter shows every line of a card whole, and marks nothing that was visible before', () => {
    const pieces = [
      '中',
      '\u200d',
      '\ufe0f',
      '#',
      '\u20e3',
      '\u0301',
      '👍',
      '\u{1f3fd}',
      '⟦',
      '\u202e',
      '\u200b',
      ' ',
      'a',
      '\t',
      '"',
    ]
    const odd = fc.array(fc.constantFrom(...pieces), { maxLength: 200 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(odd, fc.integer({ min: 12, max: 100 }), (text, columns) => {
        const visible = showHiddenCharacters(text).text
        for (const line of [
          ...theirLines(visible, columns),
          ...ourLine(`Why: ${visible.replaceAll('\t', ' ')}`, columns),
        ]) {
          expect(paintLine(textLine(line.text), columns, createPaint(false))).toBe(line.text)
        }
        const drawn = theirLines(visible, columns).map((line) => line.text.replace(/^ {2}[│┊] /u, ''))
        expect(drawn.join('')).toBe(visible.replaceAll('\t', '    '))
      }),
      { numRuns: 1000 },
    )
  })

  test('[D3] whatever still reaches the painter is marked there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 100 }), (text, columns) => {
        const painted = paintLine(textLine(text), columns, createPaint(false))
        expect(painted).not.toMatch(CONTROL)
        expect(painted).not.toContain('\n')
        expect(textWidth(painted)).toBeLessThanOrEqual(columns)
      }),
    )
    expect(guardText('a\tb')).toBe('a       b')
    expect(guardText('a\nb')).toBe('a⟦U+000A⟧b')
    expect(guardText('⟦U+27E6⟧U+202E⟧\u202e')).toBe('⟦U+27E6⟧U+202E⟧⟦U+202E⟧')
  })

  test('writes only rows that differ, and leaves as often as it is told to', () => {
    const written: string[] = []
    const painter = createScreenPainter({ write: (text: string) => written.push(text) > 0 } as never)
    painter.paint(['too early'], null)
    expect(written).toEqual([])
    painter.enter()
    painter.paint(['one', 'two'], null)
    written.length = 0
    painter.paint(['one', 'three'], null)
    expect(written).toHaveLength(1)
    expect(written[0]).toContain('three')
    expect(written[0]).not.toContain('one')
    painter.paint(['one', 'three'], null)
    expect(written).toHaveLength(1)
    painter.paint(['one'], null)
    expect(written[1]).toContain('\u001b[2;1H')
    painter.leave()
    painter.leave()
    expect(written.filter((text) => text.includes('[?1049l'))).toHaveLength(1)
    expect(written.at(-1)).toContain('\u001b[?25h')
  })

  test('[S3.6] clears a row before its text: behind a full one the cursor stands on the last cell and would clear it', () => {
    const written: string[] = []
    const painter = createScreenPainter({ write: (text: string) => written.push(text) > 0 } as never)
    painter.enter()
    written.length = 0
    painter.paint(['─'.repeat(80), 'two'], { row: 1, column: 3 })
    const rule = `\u001b[1;1H\u001b[0m\u001b[K${'─'.repeat(80)}\u001b[0m`
    expect(written).toEqual([`\u001b[?25l${rule}\u001b[2;1H\u001b[0m\u001b[Ktwo\u001b[0m\u001b[2;4H\u001b[?25h`])
  })
})

describe('keys', () => {
  test.each([
    ['a', { name: 'a' }, { kind: 'character', text: 'a' }],
    ['é', { name: undefined }, { kind: 'character', text: 'é' }],
    ['\r', { name: 'return' }, { kind: 'enter' }],
    ['\u001b[A', { name: 'up' }, { kind: 'up' }],
    ['\u0003', { name: 'c', ctrl: true }, { kind: 'interrupt' }],
    ['\u001ba', { name: 'a', meta: true }, null],
    ['\u001b[I', { name: undefined }, null],
    ['\u0001', { name: 'a', ctrl: true }, null],
    [undefined, { name: 'f1' }, null],
  ])('%j', (text, press, key) => {
    expect(toKey(text, press)).toEqual(key)
  })
})

test('sentences are broken between words, long words anywhere', () => {
  expect(breakText('one two three', 7)).toEqual(['one two', 'three'])
  expect(breakText('aaaaaaaaaa b', 4)).toEqual(['aaaa', 'aaaa', 'aa b'])
  expect(breakText('', 4)).toEqual([''])
})
