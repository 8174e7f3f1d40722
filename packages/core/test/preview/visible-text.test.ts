import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findHiddenCharacters,
  hasRaisingCharacters,
  keepInOneLine,
  showHiddenCharacters,
  showInOneLine,
  showLeftoverCharacters,
} from '../../src/preview/visible-text.ts'
import { processorTime } from '../sql/processor-time.ts'

const TAGGED = 'ok\u{e0064}\u{e0065}\u{e006c}'

/** The reverse of showing: possible only if no text can forge a marker. */
function original(shown: string): string {
  return shown.replaceAll(/⟦U\+([0-9A-F]+)⟧/gu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

const unit = fc.constantFrom(
  '⟦',
  '⟧',
  'U+202E',
  '\u202e',
  '\u200d',
  'a',
  '\u{e0041}',
  '😀',
  '\u0000',
  '\n',
  '\ufe0f',
  '⟦U+202E⟧',
  '⟦U+27E6⟧',
)
const wild = fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' }))

describe('showHiddenCharacters', () => {
  test.each([
    ['[D3] clearing the screen', 'a\u001b[2Jb', 'a⟦U+001B⟧[2Jb'],
    ['[D3] an OSC 8 link', '\u001b]8;;http://x\u0007y', '⟦U+001B⟧]8;;http://x⟦U+0007⟧y'],
    ['[D3] C1 controls', '\u009b2J\u0085', '⟦U+009B⟧2J⟦U+0085⟧'],
    ['[D3] delete and carriage return', 'a\u007fb\rc\r\n', 'a⟦U+007F⟧b⟦U+000D⟧c⟦U+000D⟧\n'],
    ['[D4] a bidi override', 'x\u202egpj.exe', 'x⟦U+202E⟧gpj.exe'],
    ['[D4] bidi isolates', '\u2066a\u2069', '⟦U+2066⟧a⟦U+2069⟧'],
    ['[D4] a zero-width space', 'de\u200blete', 'de⟦U+200B⟧lete'],
    ['[D4] tag characters', TAGGED, 'ok⟦U+E0064⟧⟦U+E0065⟧⟦U+E006C⟧'],
    ['marks of direction', 'a\u200e\u200f\u061c', 'a⟦U+200E⟧⟦U+200F⟧⟦U+061C⟧'],
    ['a byte order mark and a soft hyphen', '\ufeffa\u00adb', '⟦U+FEFF⟧a⟦U+00AD⟧b'],
    ['invisible operators', 'a\u2060\u2061\u2062\u2063\u2064b', 'a⟦U+2060⟧⟦U+2061⟧⟦U+2062⟧⟦U+2063⟧⟦U+2064⟧b'],
    ['fillers', '\u115f\u1160\u3164\uffa0\u180e', '⟦U+115F⟧⟦U+1160⟧⟦U+3164⟧⟦U+FFA0⟧⟦U+180E⟧'],
    ['line and paragraph separators', 'a\u2028b\u2029', 'a⟦U+2028⟧b⟦U+2029⟧'],
    ['supplementary variation selectors', '葛\u{e0100}', '葛⟦U+E0100⟧'],
    ['joiners inside ASCII words', 'de\u200dle\u200cte\ufe0fd', 'de⟦U+200D⟧le⟦U+200C⟧te⟦U+FE0F⟧d'],
    ['runs of variation selectors after an emoji', '😀\ufe00\ufe01\ufe0f', '😀\ufe00⟦U+FE01⟧⟦U+FE0F⟧'],
    ['runs of joiners between letters', 'ن\u200c\u200d\u200cه', 'ن\u200c⟦U+200D⟧⟦U+200C⟧ه'],
    ['half a surrogate pair', 'a\ud800b', 'a⟦U+D800⟧b'],
  ])('%s', (_, text, shown) => {
    expect(showHiddenCharacters(text)).toEqual({ text: shown, hidden: true })
  })

  test.each(['plain\ttext\nof lines', 'می‌خواهم', '👩‍👩‍👧 ❤️‍🔥 ☎️ 1️⃣ #️⃣', '日本語 Ελληνικά עברית', '', 'ｙｅｓ “quoted” — …'])(
    'leaves %j legible',
    (text) => {
      expect(showHiddenCharacters(text)).toEqual({ text, hidden: false })
      expect(findHiddenCharacters(text)).toEqual([])
      expect(hasRaisingCharacters(text)).toBe(false)
    },
  )

  test('[X11.E5] a text cannot forge a marker', () => {
    expect(showHiddenCharacters('⟦U+202E⟧')).toEqual({ text: '⟦U+27E6⟧U+202E⟧', hidden: false })
    expect(showHiddenCharacters('⟦\u202e')).toEqual({ text: '⟦U+27E6⟧⟦U+202E⟧', hidden: true })
    fc.assert(
      fc.property(wild, (text) => {
        expect(original(showHiddenCharacters(text).text)).toBe(text)
        expect(original(showInOneLine(text))).toBe(text)
      }),
      { numRuns: 3000 },
    )
  })

  test('[X11.E5] a text and the same text with its marks typed out are shown differently', () => {
    fc.assert(
      fc.property(wild, wild, (one, other) => {
        for (const show of [showInOneLine, (text: string) => showHiddenCharacters(text).text])
          expect(show(one) === show(other)).toBe(one === other)
        const shown = showInOneLine(one)
        expect(showInOneLine(shown) === shown).toBe(!shown.includes('⟦'))
      }),
      { numRuns: 3000 },
    )
  })

  test('[X11.E5] what is visible already stays as it is, however often it is guarded', () => {
    fc.assert(
      fc.property(wild, wild, (text, quoted) => {
        expect(showLeftoverCharacters(showHiddenCharacters(text).text)).toBe(showHiddenCharacters(text).text)
        expect(keepInOneLine(showInOneLine(text))).toBe(showInOneLine(text))
        expect(keepInOneLine(keepInOneLine(text))).toBe(keepInOneLine(text))
        const sentence = `It said "${showInOneLine(quoted)}", twice.`
        expect(keepInOneLine(sentence)).toBe(sentence)
      }),
      { numRuns: 3000 },
    )
  })

  test('[X11.E5] in shown text every bracket begins a whole marker; in guarded text nothing hides', () => {
    fc.assert(
      fc.property(wild, (text) => {
        expect(showInOneLine(text).replaceAll(/⟦U\+[0-9A-F]{4,6}⟧/g, '')).not.toMatch(/[⟦\n\t]/)
        expect(keepInOneLine(text)).not.toMatch(/[\n\t]/)
        expect(findHiddenCharacters(keepInOneLine(text))).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  test('what is shown hides nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = showHiddenCharacters(text).text
        expect(findHiddenCharacters(shown)).toEqual([])
        expect(hasRaisingCharacters(shown)).toBe(false)
        // oxlint-disable-next-line no-control-regex
        expect(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(shown)).toBe(false)
        expect(showInOneLine(text)).not.toMatch(/[\n\t]/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('findHiddenCharacters', () => {
  test('[D4] says where, which and of what kind', () => {
    expect(findHiddenCharacters('😀\u202ea\u200b\u{e0041}\u001b')).toEqual([
      { index: 2, codePoint: 0x202e, kind: 'bidi' },
      { index: 4, codePoint: 0x200b, kind: 'zero-width' },
      { index: 5, codePoint: 0xe0041, kind: 'tag' },
      { index: 7, codePoint: 0x1b, kind: 'control' },
    ])
  })
})

describe('hasRaisingCharacters', () => {
  test.each(['a\u202eb', '\u2067', TAGGED, '\u0000', 'x\u001b[0m', '\u0085', '\u007f', 'a\rb', 'a\r', '\f'])(
    '[D4] raises for %j',
    (text) => {
      expect(hasRaisingCharacters(text)).toBe(true)
    },
  )

  test.each(['de\u200blete', 'de\u200b\u200c\u00adlete', 'a\u200db', 'a\ufe0fb', '/etc/\u2060passwd', 'a\u{e0100}b'])(
    '[D4] raises for zero-width characters inside ASCII words: %j',
    (text) => {
      expect(hasRaisingCharacters(text)).toBe(true)
    },
  )

  test.each([
    'a\tb\nc\r\nd',
    '\ufeffusing System',
    'word\u200b next',
    'é\u200bè',
    '葛\u{e0100}',
    'a\u2028b',
    'می‌خواهم',
  ])('does not raise for %j', (text) => {
    expect(hasRaisingCharacters(text)).toBe(false)
  })

  test('hostile runs take linear time', async () => {
    const spent = await processorTime(() => {
      expect(hasRaisingCharacters(`a${'\u200b'.repeat(1_000_000)}`)).toBe(false)
      expect(hasRaisingCharacters('a\u200b '.repeat(300_000))).toBe(false)
      expect(showHiddenCharacters('\u200b'.repeat(200_000)).hidden).toBe(true)
      expect(showHiddenCharacters('⟦'.repeat(1_000_000)).hidden).toBe(false)
    })
    expect(spent).toBeLessThan(4000)
  })
})
