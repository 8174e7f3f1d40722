/** Words that a configuration adds, and those that it may not. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReply } from '../../src/reply/read-reply.ts'
import { REPLY_WORDS, checkReplyWords } from '../../src/reply/reply-words.ts'

const messages = (words: Parameters<typeof checkReplyWords>[0]): readonly string[] =>
  checkReplyWords(words).map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('[X13.2] further words', () => {
  const words = {
    confirm: ['好的', 'Oui', 'да', 'go ahead', 'はい', '승인', 'sí', 'đồng ý', '1', 'Go!'],
    cancel: ['нет', '2', 'いいえ'],
  }

  test('are read like those that are built in', () => {
    expect(checkReplyWords(words)).toEqual([])
    for (const text of [
      '好的',
      '好的。',
      'OUI',
      'Да!',
      'go  ahead',
      'はい',
      '승인'.normalize('NFD'),
      'SÍ',
      'si\u0301',
      'Đồng ý',
      '1',
      'go',
    ]) {
      expect(readReply(text, { words }), text).toEqual({ kind: 'confirm' })
    }
    for (const text of ['нет', 'НЕТ.', '2', 'いいえ', 'no', '不好的', "don't go ahead"]) {
      expect(readReply(text, { words }), text).toEqual({ kind: 'cancel' })
    }
    expect(readReply('好的7F3K', { words })).toEqual({ kind: 'confirm', code: '7F3K' })
    expect(readReply('确认', { words })).toEqual({ kind: 'confirm' })
    for (const text of ['дa', 'oui oui', '好 的', 'да нет', '11', 'gо']) {
      expect(readReply(text, { words }), text).toEqual({ kind: 'none' })
    }
  })

  test('are nothing that says no', () => {
    const refused = [
      'no',
      'No!',
      'cancel',
      '取消',
      '不',
      '不错',
      '没问题',
      'no problem',
      'not bad',
      "don't stop",
      'why not',
      '好no',
      '特别好',
      'stop',
    ]
    for (const word of refused) expect(checkReplyWords({ confirm: [word] }), word).toHaveLength(1)
    expect(messages({ confirm: ['ja', 'no problem'] })).toEqual([
      'confirm.1: "no problem" says no, or a part of it does: it cannot confirm.',
    ])
    expect(messages({ confirm: ['nein danke'], cancel: ['nein'] })).toHaveLength(1)
    expect(checkReplyWords({ confirm: ['know', 'noted', 'canon'] })).toEqual([])
  })

  test('stand in one list', () => {
    expect(messages({ confirm: ['go'], cancel: ['GO!'] })).toEqual([
      'confirm.0: "go" cancels already: it cannot confirm as well.',
      'cancel.0: "GO!" confirms already: it cannot cancel as well.',
    ])
    expect(messages({ cancel: ['ok'] })).toEqual(['cancel.0: "ok" confirms already: it cannot cancel as well.'])
    expect(messages({ confirm: ['Cancel'] })).toEqual([
      'confirm.0: "Cancel" cancels already: it cannot confirm as well.',
    ])
    expect(checkReplyWords({ confirm: ['yes'], cancel: ['no'] })).toEqual([])
  })

  test('look like no word of the other list', () => {
    for (const word of ['nо', 'nο', 'ｎｏ', 'n0', 'ѕtор', 'саncel'])
      expect(checkReplyWords({ confirm: [word] }), word).toHaveLength(1)
    for (const word of ['уes', 'οk', 'ｏｋ', '0k', 'уеѕ'])
      expect(checkReplyWords({ cancel: [word] }), word).toHaveLength(1)
  })

  test('are words: not empty, of one line, without hidden characters, quotes or a code', () => {
    const refused = [
      '',
      ' ',
      '!',
      '。',
      '...',
      '?',
      'go?',
      'a\nb',
      'g\u200bo',
      '\u202eog',
      '"go"',
      '@go',
      '#go',
      '👍',
      '𝐠𝐨',
      '> go',
      '4eve',
      'a1b2确认',
      'ok 7F3K',
      'x'.repeat(33),
    ]
    for (const list of ['confirm', 'cancel'] as const) {
      for (const word of refused) {
        const [problem, ...more] = checkReplyWords({ [list]: ['fein', word] })
        expect(problem, JSON.stringify(word)).toMatchObject({ path: [list, 1] })
        expect(more).toEqual([])
        expect(problem?.suggestion.length).toBeGreaterThan(10)
      }
    }
    expect(messages({ confirm: ['g\u202eo'] })[0]).toContain('⟦U+202E⟧')
  })

  test('that are refused are never read: reading throws, whatever the text', () => {
    for (const bad of [{ confirm: ['no problem'] }, { confirm: [''] }, { cancel: ['yes'] }]) {
      for (const text of ['no problem', '', 'yes', 'hello'])
        expect(() => readReply(text, { words: bad })).toThrow(/Words of replies: /)
    }
  })

  test('that pass never make a text confirm that contains a word that cancels', () => {
    const piece = fc.constantFrom(...REPLY_WORDS.cancel, 'go', 'ja', 'well', '好', '行', 'fine', 'nо', '-', ' ', "'")
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
        const word = pieces.join(' ')
        const cancels = pieces.some((one) => REPLY_WORDS.cancel.includes(one) || one === 'nо')
        if (cancels) expect(checkReplyWords({ confirm: [word] })).not.toEqual([])
      }),
    )
  })
})
