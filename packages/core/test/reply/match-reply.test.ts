/** Which hold a reply answers, and how the codes that name holds are drawn. */
import { describe, expect, test } from 'vitest'
import { matchReply } from '../../src/reply/match-reply.ts'
import { readReply } from '../../src/reply/read-reply.ts'
import { CODE_ALPHABET, drawShortCode, readShortCode } from '../../src/reply/short-code.ts'

const first = { code: '7F3K', needsCode: false, id: 1 }
const second = { code: '9ACD', needsCode: false, id: 2 }
const inGroup = { ...first, needsCode: true }
const answers = (text: string, waiting: readonly (typeof first)[]): unknown => matchReply(readReply(text), waiting)

describe('[X13.2] the hold that is meant', () => {
  test('a bare word answers the only one', () => {
    expect(answers('确认', [first])).toEqual({ kind: 'confirm', hold: first })
    expect(answers('不', [first])).toEqual({ kind: 'cancel', hold: first })
  })

  test('a bare word answers none of two', () => {
    for (const text of ['确认', 'cancel'])
      expect(answers(text, [first, second])).toEqual({ kind: 'none', why: 'code-needed' })
    expect(answers('确认 9acd', [first, second])).toEqual({ kind: 'confirm', hold: second })
    expect(answers('取消 7F3K', [first, second])).toEqual({ kind: 'cancel', hold: first })
  })

  test('a bare word answers none that needs the code', () => {
    expect(answers('yes', [inGroup])).toEqual({ kind: 'none', why: 'code-needed' })
    expect(answers('yes 7F3K', [inGroup])).toEqual({ kind: 'confirm', hold: inGroup })
  })

  test('a code that does not wait here names none, also where one hold waits', () => {
    expect(answers('confirm 4RTY', [first])).toEqual({ kind: 'none', why: 'unknown-code' })
    expect(answers('confirm 7F3K', [])).toEqual({ kind: 'none', why: 'unknown-code' })
    expect(answers('confirm 7F3K', [first, { ...second, code: '7F3K' }])).toEqual({ kind: 'none', why: 'unknown-code' })
  })

  test('where nothing waits, a word is no answer', () => {
    expect(answers('确认', [])).toEqual({ kind: 'none', why: 'nothing-waits' })
    expect(answers('hello', [first])).toEqual({ kind: 'none', why: 'no-answer' })
  })
})

describe('[X13.2] codes', () => {
  let seed = 7
  const random = (limit: number): number => {
    seed = (seed * 48271) % 2147483647
    return seed % limit
  }

  test('are drawn so that each is read, and none is a word or a number', () => {
    for (let draw = 0; draw < 2000; draw++) {
      const code = drawShortCode(random)
      expect(code).toMatch(/^(?=.*\d)(?=.*[A-Z])[34679ACDEFGHJKMNPQRTWXY]{4}$/)
      expect(readReply(`confirm ${code.toLowerCase()}`)).toEqual({ kind: 'confirm', code })
    }
    for (const text of ['THEN', 'DENY', '3467', '7F3', '7F3KK', '7F 3', '', '\u212a7F3', '７Ｆ３Ｋ'])
      expect(readShortCode(text), text).toBeNull()
  })

  test('differ in two places or more from those that wait, as long as there are such', () => {
    const taken: string[] = []
    for (let draw = 0; draw < 200; draw++) {
      const code = drawShortCode(random, taken)
      const nearest = Math.min(
        4,
        ...taken.map((other) => Array.from(code).filter((letter, at) => letter !== other[at]).length),
      )
      expect(nearest).toBeGreaterThanOrEqual(2)
      taken.push(code)
    }
  })

  test('come to an end with random numbers that repeat', () => {
    expect(() => drawShortCode(() => 0)).toThrow('No code is free')
    const numbers = Array.from('ACDE7F3K7F3M7G3M').map((letter) => CODE_ALPHABET.indexOf(letter))
    expect(drawShortCode(() => numbers.shift() ?? 0, ['7F3K'])).toBe('7G3M')
  })
})
