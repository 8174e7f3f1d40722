import type { ChannelMessage } from '@holdpoint/channels'
import { createDingTalkChannel } from '@holdpoint/channels'
import { drawDingTalkMarkdown, startDingTalkFake } from '@holdpoint/channels/testing'
import { findHiddenCharacters } from '@holdpoint/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { literal, toMarkdown } from '../../src/dingtalk/literal-markdown.ts'
import { GROUP, optionsFor } from './dingtalk-under-test.ts'

/** Each family of what DingTalk's markdown acts on, in spellings that a reader of markdown may take. */
const FAMILIES: readonly (readonly [string, readonly string[]])[] = [
  [
    'links',
    ['[bank.example](https://evil.example)', '[a][b]', '[a]: https://evil.example', '[[a](b)](c)', '[x](<y z>)'],
  ],
  [
    'links that send text as their reader',
    [
      '[确认](dtmd://dingtalkclient/sendMessage?content=%E7%A1%AE%E8%AE%A4)',
      'dtmd://dingtalkclient/sendMessage?content=yes',
      '[x](DTMD://dingtalkclient/sendMessage?content=yes)',
      '\\[x\\](dtmd://dingtalkclient/sendMessage?content=yes)',
    ],
  ],
  ['links into the client', ['[x](dingtalk://dingtalkclient/action/open?x=1)', 'dingtalk://dingtalkclient/page/link']],
  ['images', ['![](http://127.0.0.1:9/x.png)', '![a][b]', '!\\[a](http://x)', '\\![a](http://x)', '!', '[![x](y)](z)']],
  ['headings', ['# head', '   ## head', 'head\n===', 'head\n---', '#', '###### six ######']],
  ['lists and rules', ['- one', '+ one', '* one', '1. one', '12) one', '---', '***', '_ _ _', '- [ ] task']],
  ['quotations', ['> quoted', '>quoted', '   > quoted', 'a\n> b\n\nc']],
  ['code', ['`code`', '``` js\nx\n```', '~~~\nx\n~~~', '    indented', '\tindented', '`` a ` b ``']],
  ['emphasis', ['*a*', '**b**', '_a_', '__b__', '***c***', '~~d~~', 'a*b*c', '**']],
  [
    'HTML',
    ['<font color=red>x</font>', '<br>', '<img src=x onerror=y>', '<a href="//x">y</a>', '<!-- x', '</font>', '<u'],
  ],
  ['entities', ['&lt;font&gt;', '&#91;x&#93;&#40;http&#58;//x&#41;', '&amp;amp;', '&nbsp;&copy']],
  [
    'addresses',
    ['https://evil.example', 'www.evil.example', 'a@evil.example', 'mailto:a@b.c', '<https://evil.example>'],
  ],
  ['tables', ['| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n--|--']],
  ['mentions', ['@所有人', '@all', '@13800000000', '<@all>']],
  ['backslashes', ['\\', '\\\\', '\\[x](y)', '\\*a\\*', 'C:\\new\\table\\']],
]

function messageWith(text: string): ChannelMessage {
  return {
    title: text,
    risk: 'high',
    parts: [
      { kind: 'line', tone: 'warning', text },
      { kind: 'line', tone: 'plain', text },
      { kind: 'block', label: text, text },
      { kind: 'claim', label: text, text },
      { kind: 'fields', label: text, rows: [{ name: text, now: text, after: text }] },
    ],
    buttons: [],
    link: { text, url: 'https://holdpoint.example/a_b(c)' },
  }
}

describe('[X13.S1] [D8] markdown for DingTalk', () => {
  test.each(FAMILIES)('shows as its characters, and nothing comes alive: %s', (_, texts) => {
    for (const text of texts) expectLiteral(text)
  })

  test('any text of signs, addresses and line ends is shown as its characters', () => {
    const piece = fc.constantFrom(
      ...'[]()!<>*_~`#-+=|.:/\\&;"\'@${}%^,? \t\n1a'.split(''),
      'http://',
      '](',
      '![',
      'www.',
      'dtmd://',
      '确认',
    )
    fc.assert(fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => expectLiteral(pieces.join(''))))
  })

  test('a line end in a text begins no line of ours', () => {
    const { text } = drawDingTalkMarkdown(toMarkdown(messageWith('x\n✅ Approved by admin')))
    expect(text).not.toMatch(/^✅/)
    const markdown = toMarkdown(messageWith('x\n✅ Approved by admin'))
    expect(markdown.split('\n').filter((line) => line.startsWith('✅'))).toEqual([])
  })

  test('ordinary sentences stay legible where a reader knows no escapes', () => {
    const sentence = 'Delete 2 orders? Yes, at 14:02. Now: "open", 100% sure'
    expect(literal(sentence)).toBe(sentence.replace('2.', '2\\.'))
    expect(literal('删除订单 7，原因：客户要求。')).toBe('删除订单 7，原因：客户要求。')
  })

  test('an image in an argument is not fetched, whoever draws the message', async () => {
    const fake = await startDingTalkFake()
    const channel = createDingTalkChannel(optionsFor(fake, 'markdown'))
    await channel.deliver({ id: 'd1', place: GROUP, message: messageWith(`![](${fake.url}/pixel.png)`) })
    const drawn = drawDingTalkMarkdown(fake.messages()[0]?.param['text'] ?? '')
    const addresses = drawn.live.filter(({ kind }) => kind === 'image' || kind === 'link')
    expect(addresses.map(({ of }) => of)).toEqual(['https://holdpoint.example/a%5Fb%28c%29'])
    expect(drawn.text).toContain(`![](${fake.url}/pixel.png)`)
    await channel.close()
    await fake.close()
  })

  test('a link that is none of the web is left out', () => {
    for (const url of ['javascript:alert(1)', 'dtmd://dingtalkclient/sendMessage?content=yes', 'not an address'])
      expect(toMarkdown({ ...messageWith('x'), link: { text: 'Open', url } })).not.toContain('Open')
  })
})

/** The same constructs as with a harmless text, the same characters, and nothing for a reader that knows no escapes. */
function expectLiteral(text: string): void {
  const markdown = toMarkdown(messageWith(text))
  const drawn = drawDingTalkMarkdown(markdown)
  const lines = text.split('\n').length
  const harmless = drawDingTalkMarkdown(toMarkdown(messageWith(Array.from({ length: lines }, () => 'x').join('\n'))))
  expect(drawn.live.map(constructOf), text).toEqual(harmless.live.map(constructOf))
  expect(drawn.live.filter(({ kind }) => kind === 'link').map(({ of }) => of)).toHaveLength(1)
  expect(blanks(drawn.text), text).toContain(blanks(text))
  expect(findHiddenCharacters(drawn.text)).toEqual([])
  const withoutLink = markdown.slice(0, markdown.lastIndexOf('\n\n['))
  for (const naive of NAIVE) expect(withoutLink, `${text}: ${naive}`).not.toMatch(naive)
}

/** How a reader that knows no escapes may look for what is live. */
const NAIVE: readonly RegExp[] = [
  /\]\(/,
  /!\[/,
  /<[a-z/!]/i,
  /[a-z]:\/\//i,
  /www\./i,
  /^\s*(?:> )?\s*(?:#{1,2}|#{4,}) /m,
  /^\s*(?:> )?\s*(?:[-+*]|\d+[.)]) /m,
  /```|~~/,
  /\w@\w/,
]

function constructOf({ kind, line }: { readonly kind: string; readonly line: number }): string {
  return `${kind} ${line}`
}

function blanks(text: string): string {
  return text.replaceAll(/[\s\u00a0]+|⟦U\+000[9A]⟧/g, ' ').trim()
}
