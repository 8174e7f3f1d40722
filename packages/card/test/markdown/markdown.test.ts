import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBlocks } from '../../src/markdown/read-blocks.ts'
import { readInline } from '../../src/markdown/read-inline.ts'
import type { Block, Inline } from '../../src/markdown/tokens.ts'

const text = (value: string): Inline => ({ kind: 'text', text: value })
const paragraph = (...parts: readonly Inline[]): Block => ({ kind: 'paragraph', parts })

describe('Markdown as tokens', () => {
  test('blocks', () => {
    expect(readBlocks('# One #\nlead\n\n---\n> said\n> so\n\n```js\n<b>\n```\n')).toEqual([
      { kind: 'heading', parts: [text('One #')] },
      paragraph(text('lead')),
      { kind: 'rule' },
      { kind: 'quote', blocks: [paragraph(text('said'), { kind: 'break' }, text('so'))] },
      { kind: 'code', label: 'js', text: '<b>' },
    ])
  })

  test('lists, nested and numbered', () => {
    expect(readBlocks('- a\n  - b\n- c\n\n3. d\n4. e')).toEqual([
      {
        kind: 'list',
        start: null,
        items: [
          [paragraph(text('a')), { kind: 'list', start: null, items: [[paragraph(text('b'))]] }],
          [paragraph(text('c'))],
        ],
      },
      { kind: 'list', start: 3, items: [[paragraph(text('d'))], [paragraph(text('e'))]] },
    ])
  })

  test('a row with more cells than the head keeps every word', () => {
    expect(readBlocks('| a |\n|---|\n| 1 | delete | everything |')).toEqual([
      { kind: 'table', head: [[text('a')]], rows: [[[text('1')], [text('delete')], [text('everything')]]] },
    ])
  })

  test('tables', () => {
    expect(readBlocks('| a | b\\|c |\n|---|:-:|\n| 1 | `2` |')).toEqual([
      { kind: 'table', head: [[text('a')], [text('b|c')]], rows: [[[text('1')], [{ kind: 'code', text: '2' }]]] },
    ])
    expect(readBlocks('a | b\nno rule')[0]?.kind).toBe('paragraph')
  })

  test('inline marks', () => {
    expect(readInline('**b** _c_ ~~d~~ `e*f*`')).toEqual([
      { kind: 'strong', parts: [text('b')] },
      text(' '),
      { kind: 'emphasis', parts: [text('c')] },
      text(' '),
      { kind: 'deleted', parts: [text('d')] },
      text(' '),
      { kind: 'code', text: 'e*f*' },
    ])
    expect(readInline('\\*g\\* snake_case_name 2 * 3 * 4')).toEqual([text('*g* snake_case_name 2 * 3 * 4')])
  })

  test('links and images', () => {
    expect(readInline('[a](https://b.example "t") ![i](x.png) see https://c.example/d.')).toEqual([
      { kind: 'link', address: 'https://b.example', parts: [text('a "t"')] },
      text(' '),
      { kind: 'image', address: 'x.png', text: 'i' },
      text(' see '),
      { kind: 'link', address: 'https://c.example/d', parts: [text('https://c.example/d')] },
      text('.'),
    ])
    expect(readInline('[a] (b) [c')).toEqual([text('[a] (b) [c')])
  })

  test('a tag is text', () => {
    expect(readBlocks('<script>alert(1)</script>')).toEqual([paragraph(text('<script>alert(1)</script>'))])
  })

  test('no word is lost, whatever the marks', () => {
    const words = (blocks: unknown): string =>
      JSON.stringify(blocks, (key, value: unknown) => (key === 'kind' || key === 'start' ? undefined : value))
    const piece = fc.constantFrom(
      '**',
      '*',
      '_',
      '`',
      '[',
      '](',
      ')',
      '!',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '| ',
      '# ',
      '```',
      ' ',
      '<b>',
      '\\',
    )
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            piece,
            fc.integer({ min: 1000, max: 9999 }).map((number) => `w${number}w`),
          ),
          { maxLength: 60 },
        ),
        (parts) => {
          const source = parts.join('')
          const given = words(readBlocks(source))
          for (const [word] of source.matchAll(/w\d{4}w/g)) expect(given).toContain(word)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('time grows with the length, not with its square', () => {
    for (const mark of [
      '[',
      '**a',
      '*a ',
      '`',
      '![',
      '](',
      '_',
      '~~a',
      '> ',
      '- a\n',
      '|-',
      '#  ',
      '\\',
      'http://',
      '``` ',
    ]) {
      // Time of our own on the processor: that of a busy machine says nothing about the text.
      const before = process.cpuUsage()
      readBlocks(mark.repeat(200_000 / mark.length))
      readInline(mark.repeat(19_000 / mark.length))
      expect(process.cpuUsage(before).user / 1000, mark).toBeLessThan(600)
    }
  })
})
