/** What a chat message answers: a closed list of whole messages, and nothing that only resembles one. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readChatMessage, readReply } from '../../src/reply/read-reply.ts'
import type { ChatMessage } from '../../src/reply/read-reply.ts'
import { REPLY_WORDS } from '../../src/reply/reply-words.ts'
import { processorTime } from '../sql/processor-time.ts'
import { MENTION, NO_REPLIES_WITH_CODE, REPLIES, REPLIES_WITH_CODE } from './corpus.ts'

const mention = MENTION
const CODE = '7F3K'
const confirms = (text: string): boolean => readReply(text, { mention }).kind === 'confirm'

const repliesOf = (line: string): readonly string[] => line.split('¦')

describe('[X5] [X13.2] the corpus', () => {
  test.each(REPLIES)('%s: %s', (_about, kind, line) => {
    for (const text of repliesOf(line)) expect(readReply(text, { mention }), JSON.stringify(text)).toEqual({ kind })
  })

  test.each(REPLIES_WITH_CODE)('with a code, %s: %s', (_about, kind, line) => {
    for (const text of repliesOf(line)) {
      expect(readReply(text, { mention }), JSON.stringify(text)).toEqual({ kind, code: CODE })
    }
  })

  test('with a code, and no answer', () => {
    for (const text of NO_REPLIES_WITH_CODE.flatMap(repliesOf)) {
      expect(readReply(text, { mention }), JSON.stringify(text)).toEqual({ kind: 'none' })
    }
  })

  test('has at least 700 different replies, 250 of them in Chinese', () => {
    const lines = [...[...REPLIES, ...REPLIES_WITH_CODE].map(([, , line]) => line), ...NO_REPLIES_WITH_CODE]
    const texts = new Set(lines.flatMap(repliesOf))
    expect(texts.size).toBeGreaterThanOrEqual(700)
    expect([...texts].filter((text) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThanOrEqual(250)
  })
})

describe('the cases', () => {
  test.each([
    ['[A1] a negation in Chinese', ['不确认', '不要执行', '别批准']],
    ['[A3] a negation in English', ["don't confirm", 'not ok']],
    ['[A7] letters of another script', ['уes', 'οk']],
    ['[A11] two lines, and a sign', ['yes\nno', '👍']],
  ])('%s never confirms', (_about, texts) => {
    for (const text of texts) expect(confirms(text), text).toBe(false)
  })

  test('[A8] full width, Traditional Chinese and a Chinese full stop are documented, and confirm', () => {
    for (const text of ['ｙｅｓ', '確認', 'Yes。']) expect(readReply(text)).toEqual({ kind: 'confirm' })
  })

  test('[S3.2] every word of the list is read as it stands, in either case', () => {
    for (const kind of ['confirm', 'cancel'] as const) {
      for (const word of REPLY_WORDS[kind]) {
        expect(readReply(word), word).toEqual({ kind })
        expect(readReply(word.toUpperCase()), word).toEqual({ kind })
      }
    }
    expect(REPLY_WORDS.confirm).toEqual(expect.arrayContaining(['确认', 'confirm', 'yes', 'y', 'ok', '批准', '执行']))
    expect(REPLY_WORDS.cancel).toEqual(expect.arrayContaining(['取消', 'cancel', 'no', 'n', '拒绝', '不']))
  })

  test('[X5] without a mention to strip, a mention is text', () => {
    expect(readReply('@Holdpoint confirm')).toEqual({ kind: 'none' })
    expect(readReply('@Holdpoint confirm', { mention: [] })).toEqual({ kind: 'none' })
    expect(readReply('@ confirm', { mention: ['', '@', ' '] })).toEqual({ kind: 'none' })
    expect(readReply('@a.b+c (bot) yes', { mention: 'a.b+c (bot)' })).toEqual({ kind: 'confirm' })
    expect(readReply('@axb+c (bot) yes', { mention: 'a.b+c (bot)' })).toEqual({ kind: 'none' })
    expect(readReply('@Bot™ yes', { mention: '@Bot™' })).toEqual({ kind: 'confirm' })
    expect(readReply('<@U1> yes', { mention: '<@U1>' })).toEqual({ kind: 'confirm' })
  })
})

describe('[X13.2] a demanded code', () => {
  test('without one, a bare word is no answer', () => {
    for (const code of [true, CODE, [CODE, '9ACD']]) {
      expect(readReply('confirm', { code })).toEqual({ kind: 'none' })
      expect(readReply('cancel', { code })).toEqual({ kind: 'none' })
      expect(readReply('confirm 7f3k', { code })).toEqual({ kind: 'confirm', code: CODE })
    }
  })

  test('another one, or a list of none, is no answer', () => {
    for (const code of ['9ACD', ['9ACD', '4RTY'], [], '', '7F3']) {
      expect(readReply('confirm 7F3K', { code })).toEqual({ kind: 'none' })
    }
    expect(readReply('confirm 7F3K', { code: '7f3k' })).toEqual({ kind: 'confirm', code: CODE })
    expect(readReply('confirm 7F3K', { code: false })).toEqual({ kind: 'confirm', code: CODE })
  })

  test('a character that looks like another is never read as that one', () => {
    for (const [typed, code] of ['0O', '1I', '1L', '5S', '8B', '2Z', 'UV'].map((pair) => [
      `7F3${pair[0]}`,
      `7F3${pair[1]}`,
    ])) {
      expect(readReply(`confirm ${typed}`, { code: code ?? '' })).toEqual({ kind: 'none' })
    }
  })
})

describe('[X5] whose text it is', () => {
  test.each(['edited', 'forwarded', 'quoted', 'bot'] as const)('%s text answers nothing', (origin) => {
    for (const text of ['确认', 'confirm 7F3K', 'cancel']) {
      expect(readChatMessage({ text, origin })).toEqual({ kind: 'none' })
    }
  })

  test('typed text is read, and an origin that is not known is not', () => {
    expect(readChatMessage({ text: 'confirm 7F3K', origin: 'typed' })).toEqual({ kind: 'confirm', code: CODE })
    expect(readChatMessage({ text: '@x no', origin: 'typed' }, { mention: 'x' })).toEqual({ kind: 'cancel' })
    expect(readChatMessage({ text: 'yes' } as ChatMessage)).toEqual({ kind: 'none' })
  })
})

const NEGATIVE = [
  "don't",
  'dont',
  'not',
  'never',
  "won't",
  'cannot',
  'nor',
  '勿',
  '没',
  '未',
  '无',
  '非',
  '先不',
  ...REPLY_WORDS.cancel,
]
const GLUE = [
  '',
  ' ',
  '  ',
  '\t',
  ', ',
  '，',
  '。',
  '. ',
  '! ',
  ': ',
  '：',
  '\n',
  '-',
  '/',
  '、',
  '#',
  '~',
  '\u3000',
  '@Holdpoint ',
]
const anyText = fc.oneof(
  fc.constantFrom(
    ...REPLY_WORDS.confirm,
    CODE,
    `#${CODE}`,
    '@Holdpoint',
    '<@U0BOT>',
    '吗',
    '请',
    'please',
    '!',
    '。',
    '"',
    '>',
  ),
  fc.string({ maxLength: 6, unit: 'binary' }),
)
const glue = fc.constantFrom(...GLUE)
const around = fc
  .array(
    fc.tuple(anyText, glue).map((pair) => pair.join('')),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(''))

/** What a reader cannot see, or takes for a letter of a word. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{M}\p{Cs}\p{Co}]/u
const unseen = fc
  .oneof(
    fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
    fc.constantFrom(
      '\u200b',
      '\u200d',
      '\u202e',
      '\u2066',
      '\ufeff',
      '\u00ad',
      '\u034f',
      '\u{e0061}',
      '\ufe0f',
      '\u0336',
      '\u3164',
    ),
  )
  .filter((character) => UNSEEN.test(character) && !/[\t\r\n]/.test(character))
const lookAlike = fc.constantFrom(...Array.from('уеѕоксаріԁΟΚοκνɡʏᴏᴋⲟꓳ𝐲𝐞𝐬𝗼𝗸ⓨⓔⓢſı\u212aﬁ'))
const answer = fc
  .tuple(
    fc.constantFrom(...REPLY_WORDS.confirm),
    fc.constantFrom('', ' 7F3K', ' #7f3k'),
    fc.constantFrom('', '.', '！', '~'),
  )
  .map((parts) => parts.join(''))
const insert = (text: string, place: number, piece: string): string => {
  const letters = Array.from(text)
  return letters.toSpliced(place % (letters.length + 1), 0, piece).join('')
}

describe('[X5] [X13.2] whatever is written', () => {
  test('no text that contains a negation or a word that cancels confirms', () => {
    fc.assert(
      fc.property(around, fc.constantFrom(...NEGATIVE), glue, around, glue, (before, negative, one, behind, other) => {
        expect(confirms(before + one + negative + other + behind)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('a negation with each word, at each side, with and without a code', () => {
    const texts = REPLY_WORDS.confirm.flatMap((word) =>
      NEGATIVE.flatMap((negative) =>
        GLUE.flatMap((between) => [negative + between + word, word + between + negative]).flatMap((text) => [
          text,
          `${text} 7F3K`,
          `7F3K ${text}`,
          `${text}!`,
        ]),
      ),
    )
    expect(texts.length).toBeGreaterThan(100_000)
    expect(texts.filter(confirms)).toEqual([])
  })

  test('an invisible character or a look-alike never makes an answer of what is none, and never stays unnoticed', () => {
    fc.assert(
      fc.property(fc.oneof(around, answer), fc.nat(300), fc.oneof(unseen, lookAlike), (text, place, piece) => {
        expect(confirms(insert(text, place, piece))).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('a letter in the place of another never confirms, unless it is the same one in another case or width', () => {
    fc.assert(
      fc.property(answer, fc.nat(30), fc.integer({ min: 0x80, max: 0x10ffff }), (text, place, point) => {
        const letters = Array.from(text)
        const index = place % letters.length
        const changed = letters.with(index, String.fromCodePoint(point)).join('')
        if (confirms(changed)) expect(readReply(changed.normalize('NFKC'))).toEqual(readReply(changed))
        if (confirms(changed) && /[a-z\p{Script=Han}]/iu.test(letters[index] ?? '')) {
          expect(REPLY_WORDS.confirm.some((word) => changed.normalize('NFKC').toLowerCase().startsWith(word))).toBe(
            true,
          )
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('what answers says the same in NFKC, trimmed, and in either case', () => {
    const wide = (text: string): string =>
      text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
    fc.assert(
      fc.property(fc.oneof(around, answer, fc.constantFrom(...REPLY_WORDS.cancel)), (text) => {
        const reading = readReply(text)
        if (reading.kind === 'none') return
        for (const same of [
          text.normalize('NFKC'),
          text.trim(),
          ` ${text}\n`,
          text.toUpperCase(),
          text.toLowerCase(),
          wide(text),
        ]) {
          expect(readReply(same), same).toEqual(reading)
        }
      }),
      { numRuns: 1500 },
    )
  })

  test('reads no more than one word and one code: what is put before or behind an answer makes it none', () => {
    fc.assert(
      fc.property(answer, fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme' }), (text, more) => {
        const isFree = /^[\s.。!~〜！～]*$/u.test(more.normalize('NFKC'))
        if (!isFree) expect(confirms(more + text) || confirms(text + more)).toBe(false)
      }),
      { numRuns: 1500 },
    )
  })
})

describe('[A13] long texts', () => {
  const LONG = 100_000
  const texts = ['a', '!', ' ', '@Holdpoint ', '确认', 'yes\n', '\ufdfa', '> ', '\u0301', '#7F3K', "don't "].map(
    (piece) => piece.repeat(Math.ceil(LONG / piece.length)),
  )

  test.each([...texts, `confirm${' '.repeat(LONG)}`, `${' '.repeat(LONG)}确认`])(
    '100 KB answer nothing, at once (%#)',
    async (text) => {
      expect(readReply(text, { mention })).toEqual({ kind: 'none' })
      expect(await processorTime(() => readReply(text, { mention }))).toBeLessThan(50)
    },
  )

  test('what is just short enough is read at once as well', async () => {
    const spent = await processorTime(() => {
      for (const text of texts) for (let run = 0; run < 20; run++) readReply(text.slice(0, 256), { mention })
    })
    expect(spent).toBeLessThan(500)
  })
})
