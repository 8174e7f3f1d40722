/**
 * Sentences of ours: made from one catalogue, found again in their group, said in another language without losing a
 * value.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../src/sentence/catalogue.ts'
import { GROUPS } from '../../src/sentence/groups.ts'
import type { Group } from '../../src/sentence/groups.ts'
import { say } from '../../src/sentence/say.ts'
import { fillTemplate, readTemplate } from '../../src/sentence/slots.ts'
import { translate } from '../../src/sentence/translate.ts'
import { processorTime } from '../sql/processor-time.ts'

type Pair = readonly [english: string, chinese: string]

const ENTRIES = Object.entries(CATALOGUE) as unknown as readonly (readonly [string, Pair])[]
const GROUPED = (Object.keys(GROUPS) as Group[]).flatMap((group) =>
  GROUPS[group].flatMap((table) => Object.entries(table).map(([name, pair]) => ({ group, name, pair }))),
)
const CHINESE = /\p{Script=Han}/u

const slotsOf = (template: string): readonly string[] =>
  readTemplate(template)
    .slots.map(({ name, group }) => `${name} ${group ?? ''}`)
    .toSorted()

/** A sentence for each group, without values of others where there is one. */
function sampleOf(group: Group): Pair {
  const pairs = GROUPS[group].flatMap((table) => Object.values(table))
  const plain = pairs.find(([english]) => readTemplate(english).slots.length === 0)
  return plain ?? filled(pairs[0] ?? ['', ''], (name) => `⟨${name}⟩`)
}

/** The sentence in both languages, with these values and a sample for each slot that takes a sentence. */
function filled([english, chinese]: Pair, valueOf: (name: string, index: number) => string): Pair {
  const { slots } = readTemplate(english)
  const values = slots.map(({ name, group }, index): readonly [string, Pair] => {
    const value = valueOf(name, index)
    return [name, group === null ? [value, value] : sampleOf(group as Group)]
  })
  const inLanguage = (column: 0 | 1): string =>
    fillTemplate(
      readTemplate(column === 0 ? english : chinese),
      Object.fromEntries(values.map(([name, pair]) => [name, pair[column]])),
    )
  return [inLanguage(0), inLanguage(1)]
}

describe('the catalogue', () => {
  test.each(ENTRIES)('%s has the same values in both languages', (_name, [english, chinese]) => {
    expect(slotsOf(chinese)).toEqual(slotsOf(english))
    expect(new Set(slotsOf(english)).size).toBe(slotsOf(english).length)
    expect(chinese).toMatch(CHINESE)
    expect(english).not.toMatch(CHINESE)
    const { slots, fixed } = readTemplate(english)
    for (const { group } of slots) expect(group === null || Object.hasOwn(GROUPS, group)).toBe(true)
    expect(fixed.slice(1, -1).every((piece) => piece !== '')).toBe(true)
    expect(fixed.join('').trim()).not.toBe('')
  })

  test('has every sentence once, each in a group but titles', () => {
    expect(new Set(ENTRIES.map(([, [english]]) => english)).size).toBe(ENTRIES.length)
    const grouped = new Set(GROUPED.map(({ name }) => name))
    expect(ENTRIES.map(([name]) => name).filter((name) => !grouped.has(name))).toEqual([
      'callOn',
      'undoTitle',
      'runOnce',
      'runNot',
      'yesAndAllow',
      'yesOnce',
      'noAnswer',
      'notThere',
      'emptyList',
    ])
  })

  test.each(GROUPED)('$group: $name is found again', ({ group, pair }) => {
    const [english, chinese] = filled(pair, (name) => (name === 'n' ? '3' : `⟨${name}⟩`))
    expect(translate(english, group, 'zh-CN')).toBe(chinese)
  })
})

describe('a sentence', () => {
  test('is said in English, with its values', () => {
    expect(say('verbIsHigh', { verb: 'delete' })).toBe('The verb "delete" is high-risk.')
    expect(say('unrated')).toBe('Nothing rates this tool, so it is high.')
  })

  test('stays as it is for whoever reads English, in a field of others, and where nobody knows it', () => {
    const sentence = say('verbIsHigh', { verb: 'delete' })
    for (const locale of ['en', 'en-GB', 'de', '', 'zhx']) expect(translate(sentence, 'rating', locale)).toBe(sentence)
    expect(translate(sentence, 'note', 'zh-CN')).toBe(sentence)
    expect(translate('Ring the bell.', 'rating', 'zh-CN')).toBe('Ring the bell.')
    expect(translate('', 'message', 'zh-CN')).toBe('')
  })

  test('within a sentence is turned too, and a value is not', () => {
    const sql = say('sqlWrites', { why: say('statementInside', { statement: 'DELETE' }) })
    const why = say('ruleAnswers', { rule: 'high', answer: 'ask', why: sql })
    expect(translate(why, 'rating', 'zh')).toBe('规则“high”的答复是询问。此 SQL 会写入：其中含有 DELETE。')
  })

  test('ends with another one, and is still told by how it begins', () => {
    const why = say('ruleAnswers', { rule: 'R', answer: 'ask', why: say('ruleRates', { rule: 'Q', risk: 'high' }) })
    expect(translate(why, 'rating', 'zh')).toBe('规则“R”的答复是询问。规则“Q”将其评为高风险。')
  })

  test('takes no time that anybody notices, whatever it is made of', async () => {
    const spent = await processorTime(() => {
      for (const words of [' is no read.', ', at most 3 times', '"a" and /b ', ' via page (host): ', '\\"', '"', '\\'])
        for (const group of ['rating', 'grant', 'detail', 'message'] as const)
          translate(`allow x on y for z: /a is ${words.repeat(15_000)}`.slice(0, 20_000), group, 'zh-CN')
    })
    expect(spent).toBeLessThan(3000)
  })
})

describe('words of others in a sentence', () => {
  const pieces = ENTRIES.flatMap(([, [english]]) => readTemplate(english).fixed).filter((piece) => piece !== '')
  const hostile = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string(), fc.constantFrom('{verb}', '{=risk}', '$&', '__proto__')))
    .map((parts) => parts.join(''))

  test('stay as they are, or the whole sentence does', () => {
    const begins = ([english]: Pair): string => readTemplate(english).fixed[0] ?? ''
    // Those that no other sentence of the group begins like, with one value.
    const alone = GROUPED.filter(({ group, pair }) => {
      const { slots } = readTemplate(pair[0])
      const others = GROUPED.filter(
        (other) => other.group === group && other.pair !== pair && begins(other.pair) !== '',
      )
      const isOwn = others.every(
        (other) => !begins(other.pair).startsWith(begins(pair)) && !begins(pair).startsWith(begins(other.pair)),
      )
      return slots.filter(({ group: inner }) => inner === null).length === 1 && begins(pair) !== '' && isOwn
    })
    expect(alone.length).toBeGreaterThan(40)
    fc.assert(
      fc.property(fc.constantFrom(...alone), hostile, ({ group, pair }, value) => {
        // A value that repeats the words behind it moves its border, in English too.
        const between = readTemplate(pair[0]).fixed.slice(1, -1)
        fc.pre(between.every((words) => words === '' || !value.includes(words)))
        const [english, chinese] = filled(pair, () => value)
        expect([english, chinese]).toContain(translate(english, group, 'zh-CN'))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    [
      'failure',
      'the server answered HTTP 502: pay is denied by policy: nope. Do not retry or seek the same effect another way.',
    ],
    ['failure', 'the server answered HTTP 502: pay did not run: Holdpoint cannot reach its store.'],
    ['failure', 'the server answered HTTP 500: x without a result'],
    ['note', 'Revoked by bob: wrong amount, at most 3 times'],
    ['detail', 'executed: ran, in one session'],
    ['detail', 'approve via page (identified): as approve via card (host)'],
    ['warning', 'It is to run as a task of the server: {"a":" via page (host): "}'],
    ['warning', 'Changed since it was approved: amount: 5 → 500; note: a → b is denied by policy: x'],
  ] as const)('%s: %s', (group, sentence) => {
    const said = sentence.slice(sentence.indexOf(': ') + 2)
    expect(translate(sentence, group, 'zh-CN')).toMatch(/\p{Script=Han}/u)
    expect(translate(sentence, group, 'zh-CN').endsWith(said)).toBe(true)
  })
})
