/** Odd data of servers and hosts, as every surface shows it: no browser. */
import { showInOneLine } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { hold, PICTURE, preview } from '../../../../docs/showcase/samples.js'
import type { Invocation, InvocationState } from '../../src/invocation.ts'
import { fromApproval, present, sectionOf } from '../../src/presentation/index.ts'

const BASE: Invocation = {
  id: 'call-1',
  tool: 'search',
  server: { name: 'crm', trust: 'trusted', state: 'connected' },
  state: 'pending',
  arguments: {},
}

describe('[D1] a name is marked once, wherever it was made visible', () => {
  const names = ['delete_th\u200bing', 'a ⟦U+200B⟧ that is none', 'two\nlines', 'plain']

  test.each(names)('%j', (name) => {
    const shown = showInOneLine(name)
    const given = preview({
      tool: shown,
      toolTitle: `${shown}!`,
      server: { name: shown, identity: '1', display: 'x' },
    })
    const approval = hold({ tool: name, server: name, preview: given })
    const fromRest = fromApproval(approval as never, { trust: 'trusted', state: null })
    // A view gets the names as the preview shows them.
    const fromView = { ...fromRest, tool: shown, server: { ...fromRest.server, name: shown } }
    for (const invocation of [fromRest, fromView, { ...fromRest, title: `${shown}!` }]) {
      expect(present(invocation, 0, 'en')).toMatchObject({
        name: shown,
        serverTitle: `the server calls it “${shown}!”`,
        region: `Tool invocation: ${shown}`,
        origin: { name: shown },
      })
    }
    const done = present({ ...fromRest, state: 'success', content: [] }, 0, 'en')
    expect(sectionOf(done, 'result')?.about).toBe(`in the words of ${shown}`)
    expect(present({ ...BASE, tool: name, title: `${name}!` }, 0, 'en')).toMatchObject({
      name: shown,
      serverTitle: `the server calls it “${shown}!”`,
    })
  })

  test('what slipped through a preview is marked, line breaks too', () => {
    const given = preview({ tool: 'a\nb\u200bc', toolTitle: 'd\ne' })
    const shown = present({ ...BASE, tool: 'a\nb\u200bc', hold: hold({ preview: given }) as never }, 0, 'en')
    expect([shown.name, shown.serverTitle]).toEqual(['a⟦U+000A⟧b⟦U+200B⟧c', 'the server calls it “d⟦U+000A⟧e”'])
  })
})

test.each<readonly [InvocationState, boolean, string, string]>([
  ['pending', true, 'still arriving', '参数仍在接收'],
  ['running', true, 'still arriving', '参数仍在接收'],
  ['success', false, 'incomplete: the call ended first', '不完整：其余部分到达前调用已结束'],
  ['error', false, 'incomplete: the call ended first', '不完整：其余部分到达前调用已结束'],
  ['cancelled', false, 'incomplete: the call ended first', '不完整：其余部分到达前调用已结束'],
])('half of the arguments of a call that is %s', (state, streaming, english, chinese) => {
  const call = { ...BASE, state, arguments: '{"query":"oa' }
  expect(sectionOf(present(call, 0, 'en'), 'arguments')).toMatchObject({
    streaming,
    about: english,
    copy: '{"query":"oa',
  })
  expect(sectionOf(present(call, 0, 'zh-CN'), 'arguments')).toMatchObject({ about: chinese })
  expect(sectionOf(present({ ...call, arguments: '{}' }, 0, 'en'), 'arguments')).toMatchObject({ about: '' })
})

describe('resources that came as bytes', () => {
  const base64 = (bytes: string | readonly number[]): string => Buffer.from(bytes as string).toString('base64')
  const items = (...resources: readonly object[]): readonly unknown[] => {
    const content = resources.map((resource) => ({ type: 'resource', resource }))
    return sectionOf(present({ ...BASE, state: 'success', content }, 0, 'en'), 'result')?.items ?? []
  }

  test('say which resource they are', () => {
    expect(
      items(
        { uri: 'file:///report.pdf', mimeType: 'application/pdf', blob: base64('%PDF-') },
        { uri: 'file:///chair.png', mimeType: 'image/png', blob: PICTURE },
        { uri: 'file:///bell.wav', mimeType: 'audio/wav', blob: 'UklGRg==' },
        { uri: 'file:///un\u202eknown', blob: base64([0, 1, 2]) },
      ),
    ).toMatchObject([
      { kind: 'note', text: 'file:///report.pdf · application/pdf, 5 B, not drawn' },
      { kind: 'image', label: 'file:///chair.png' },
      { kind: 'audio', label: 'file:///bell.wav' },
      { kind: 'note', text: 'file:///un⟦U+202E⟧known · application/octet-stream, 3 B, not drawn' },
    ])
  })

  test('are text where they are said to be, and are', () => {
    expect(
      items(
        { uri: 'a://note', mimeType: 'text/plain', blob: base64('Grüße, 世界') },
        { uri: 'a://data', mimeType: 'application/json; charset=utf-8', blob: base64('{"a":1}') },
        { uri: 'a://page', mimeType: 'text/html', blob: base64('<b>no</b>') },
        { uri: 'a://none', mimeType: 'text/plain', blob: base64([0xff, 0xfe, 0x41]) },
        { uri: 'a://odd', mimeType: 'text/plain', blob: 'not base64!' },
      ),
    ).toMatchObject([
      { kind: 'text', label: 'a://note', text: 'Grüße, 世界' },
      { kind: 'code', label: 'a://data · application/json; charset=utf-8', text: '{"a":1}' },
      { kind: 'code', label: 'a://page · text/html', text: '<b>no</b>' },
      { kind: 'note', text: 'a://none · text/plain, 3 B, not drawn' },
      { kind: 'note', text: expect.stringContaining('a://odd · text/plain') },
    ])
  })
})

test('[S4.4] blank lines are no lines: of 200 paragraphs 30 are drawn at first, and nothing is lost', () => {
  const text = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} of two hundred.`).join('\n\n')
  const section = sectionOf(
    present({ ...BASE, state: 'success', content: [{ type: 'text', text }] }, 0, 'en'),
    'result',
  )
  const [item] = (section?.items ?? []) as readonly { readonly start: string; readonly rest: string }[]
  expect(item?.start.match(/Paragraph/g)).toHaveLength(30)
  expect((item?.start ?? '') + (item?.rest ?? '')).toBe(text)
})
