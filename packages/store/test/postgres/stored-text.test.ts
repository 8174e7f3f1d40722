import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStoredText, toStoredText } from '../../src/postgres/stored-text.ts'

test('[H18] every text comes back as it was, and what is stored is well-formed and without U+0000', () => {
  const pieces = fc.constantFrom(
    '\0',
    '\ud800',
    '\udfff',
    '\u{10fffd}',
    '\u{10fffd}0000',
    '\u{10fffd}-',
    'a',
    '☃',
    '😀',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const stored = toStoredText(text)
      expect(fromStoredText(stored)).toBe(text)
      expect(stored).not.toMatch(/[\0\ud800-\udfff]/u)
    }),
  )
})

test('a text that can be kept is kept as it is', () => {
  for (const text of ['', 'Delete contact c_17?', 'Žofia ☃ 😀', '\u0001\u001b\uffff'])
    expect(toStoredText(text)).toBe(text)
})
