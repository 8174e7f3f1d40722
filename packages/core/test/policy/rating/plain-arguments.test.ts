/** The one look at arguments may only spare raters that would find nothing. */
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { mayHoldNames } from '../../../src/confusable/names-in-text.ts'
import type { JsonObject, JsonValue } from '../../../src/json/json-value.ts'
import { findConfusables } from '../../../src/policy/rating/confusable-names.ts'
import { NOTHING_KNOWN } from '../../../src/confusable/known-names.ts'
import { firstInStrings } from '../../../src/policy/rating/argument-strings.ts'
import { lookAtArguments } from '../../../src/policy/rating/plain-arguments.ts'
import { hasRaisingCharacters } from '../../../src/preview/visible-text.ts'
import { isSqlName } from '../../../src/policy/rating/sql-arguments.ts'

const odd = fc.constantFrom('/', '\\', '~', '.', '@', ':', '$', '%', '{', '\u202e', '\0', '\r', 'е', '\u200b', '"', '*')
const word = fc.stringMatching(/^[A-Za-z0-9_ -]{0,12}$/)
const text = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.tuple(word, odd, word).map((parts) => parts.join('')),
  fc.string(),
)
const name = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.constantFrom('sql', 'SQL', 'Statement', 'rawQuery', 'queries', '__proto__', 'constructor', 'mutationText'),
  text,
)
const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
const value = fc.oneof(
  { weight: 6, arbitrary: leaf },
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(name, leaf, { maxKeys: 2 }),
)
const sent = fc.dictionary(name, value, { maxKeys: 5 }) as fc.Arbitrary<JsonObject>

function texts(of: JsonValue): readonly { readonly text: string; readonly isKey: boolean }[] {
  const found: { readonly text: string; readonly isKey: boolean }[] = []
  firstInStrings(of, (one, isKey) => {
    found.push({ text: one, isKey })
    return null
  })
  return found
}

describe('[X12.5] one look at the arguments of a call', () => {
  test('where it says plain, no rater that it spares could have found anything', () => {
    let plain = 0
    fc.assert(
      fc.property(sent, (values) => {
        const look = lookAtArguments(values)
        if (!look.plain) return
        plain++
        for (const one of Object.values(values)) expect(typeof one === 'object' && one !== null).toBe(false)
        for (const { text: one, isKey } of texts(values)) {
          expect(hasRaisingCharacters(one)).toBe(false)
          expect(mayHoldNames(one)).toBe(false)
          expect(one).not.toMatch(/[/\\~.$%:@]/)
          if (isKey && look.withoutQuery) {
            expect(isSqlName(one)).toBe(false)
            expect(one).not.toMatch(/sql|quer(?:y|ies)|statement|cypher|graphql|mutation/i)
          }
        }
      }),
      { numRuns: 2000 },
    )
    expect(plain).toBeGreaterThan(100)
  })

  test.each<JsonObject>([
    { path: '~/.codex/config.toml' },
    { parts: ['etc', 'passwd'] },
    { inner: { to: 'anybody' } },
    { to: 'ana@example.com' },
    { host: 'exаmple' },
    { text: 'plain\u202etext' },
    { 'na.me': 'x' },
    { long: 'x'.repeat(1001) },
    Object.fromEntries(Array.from({ length: 51 }, (_one, index) => [`a${index}`, 1])),
  ])('the raters look themselves at %j', (values) => {
    expect(lookAtArguments(values).plain).toBe(false)
  })

  test('a name that says what is under it is a query is no plain name', () => {
    for (const key of ['sql', 'SQL', 'statement', 'raw_query', 'cypherText']) {
      expect(lookAtArguments({ [key]: 'DROP TABLE users' })).toEqual({ plain: true, withoutQuery: false })
    }
  })

  test('what was found of one call is not taken for another', () => {
    const plain = { id: 'a' }
    expect(lookAtArguments(plain).plain).toBe(true)
    expect(lookAtArguments({ id: '/etc/passwd' }).plain).toBe(false)
    expect(lookAtArguments(plain).plain).toBe(true)
    expect(lookAtArguments({ sql: 'select 1' }).withoutQuery).toBe(false)
    const call = { arguments: { host: 'xn--exmple-cua.com' } } as unknown as Parameters<typeof findConfusables>[0]
    expect(findConfusables(call, NOTHING_KNOWN).warnings.length).toBeGreaterThan(0)
  })
})
