/** Sentences of ours: made from one catalogue, found again in it, said in another language without losing a value. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../src/sentence/catalogue.ts'
import { say } from '../src/sentence/say.ts'
import { fillTemplate, matchTemplate, readTemplate } from '../src/sentence/slots.ts'
import { NEVER_RECOGNISED, translate } from '../src/sentence/translate.ts'

const ENTRIES = Object.entries(CATALOGUE) as unknown as readonly (readonly [string, readonly [string, string]])[]
const CHINESE = /\p{Script=Han}/u

function slotsOf(template: string): readonly string[] {
  return readTemplate(template)
    .slots.map(({ name, isSentence }) => (isSentence ? `=${name}` : name))
    .toSorted()
}

/** With a value for every slot that no template has. */
function sample(template: string): string {
  const read = readTemplate(template)
  return fillTemplate(read, Object.fromEntries(read.slots.map(({ name }) => [name, `⟨${name}⟩`])))
}

describe('the catalogue', () => {
  test.each(ENTRIES)('%s has the same values in both languages', (_name, [english, chinese]) => {
    expect(slotsOf(chinese)).toEqual(slotsOf(english))
    expect(new Set(slotsOf(english)).size).toBe(slotsOf(english).length)
    expect(chinese).toMatch(CHINESE)
    expect(english).not.toMatch(CHINESE)
  })

  test('has every sentence once, and no two values without a word between them', () => {
    expect(new Set(ENTRIES.map(([, [english]]) => english)).size).toBe(ENTRIES.length)
    for (const [name, [english]] of ENTRIES) {
      const { fixed } = readTemplate(english)
      expect(
        fixed.slice(1, -1).every((piece) => piece !== ''),
        name,
      ).toBe(true)
      expect(fixed.join('').trim(), name).not.toBe('')
    }
  })

  test.each(ENTRIES.filter(([name]) => !NEVER_RECOGNISED.has(name)))(
    '%s is found again among all others',
    (_name, [english, chinese]) => {
      expect(translate(sample(english), 'zh-CN')).toBe(sample(chinese))
    },
  )
})

describe('a sentence', () => {
  test('is said in English, with its values', () => {
    expect(say('verbIsHigh', { verb: 'delete' })).toBe('The verb "delete" is high-risk.')
    expect(say('unrated')).toBe('Nothing rates this tool, so it is high.')
  })

  test('stays as it is for whoever reads English, and where nobody knows it', () => {
    const sentence = say('verbIsHigh', { verb: 'delete' })
    for (const locale of ['en', 'en-GB', 'de', '', 'zhx']) expect(translate(sentence, locale)).toBe(sentence)
    expect(translate('Ring the bell.', 'zh-CN')).toBe('Ring the bell.')
    expect(translate('', 'zh-CN')).toBe('')
  })

  test('within a sentence is turned too, and a value is not', () => {
    const sql = say('sqlWrites', { why: say('statementIsNoRead', { statement: 'DELETE' }) })
    const why = say('ruleAnswers', { rule: 'high', answer: 'ask', why: sql })
    expect(translate(why, 'zh')).toBe('规则“high”的答复是询问。此 SQL 会写入：DELETE 不是读取。')
  })

  test('carries every value over, whatever the values are made of', () => {
    const parts = ENTRIES.flatMap(([, [english]]) => readTemplate(english).fixed).filter((part) => part !== '')
    const value = fc
      .array(fc.oneof(fc.constantFrom(...parts), fc.string(), fc.constantFrom('{verb}', '{=why}', '$&', '__proto__')))
      .map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(fc.constantFrom(...ENTRIES), fc.array(value, { minLength: 6, maxLength: 6 }), ([, pair], values) => {
        const { fixed, slots } = readTemplate(pair[0])
        const named = Object.fromEntries(slots.map(({ name }, index) => [name, values[index] ?? '']))
        const sentence = fillTemplate(readTemplate(pair[0]), named)
        const found = matchTemplate(readTemplate(pair[0]), sentence)
        // Perhaps cut elsewhere, but nothing is lost: the pieces and what was found make the sentence again.
        expect(found).not.toBeNull()
        expect(fixed.map((piece, index) => piece + (found?.[index] ?? '')).join('')).toBe(sentence)
        expect(typeof translate(sentence, 'zh-CN')).toBe('string')
      }),
      { numRuns: 500 },
    )
  })

  test('takes no longer than reading it, and none that nobody reads is looked at', () => {
    const words = 'the function stands inside it. '
    const started = performance.now()
    for (const length of [600, 20_000]) translate(words.repeat(length), 'zh-CN')
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
