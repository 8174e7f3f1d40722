import type { ApprovalView, OutcomeView, PreviewNode } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { hold, preview, samples } from '../../../../docs/showcase/samples.js'
import { processorTime } from '../../../core/test/sql/processor-time.ts'
import type { Invocation } from '../../src/invocation.ts'
import {
  argumentLines,
  chooseMessages,
  formatTimeLeft,
  fromApproval,
  plainLine,
  present,
  readLinkTarget,
  sectionOf,
} from '../../src/presentation/index.ts'

const NOW = Date.now()
const BASE: Invocation = {
  id: '1',
  tool: 'get_x',
  server: { name: 'crm', trust: 'untrusted', state: 'error' },
  state: 'pending',
  arguments: {},
}

describe('the presentation, without a browser', () => {
  test('of a server whose state is not known, none is claimed', () => {
    const { success } = samples()
    const shown = present({ ...success, server: { name: 'shop', trust: 'unknown', state: null } }, 0, 'en')
    expect(shown.origin).toMatchObject({ state: null, stateText: '' })
    expect(shown.lines[1]).toBe('Tool from shop (trust unknown)')
  })

  test('[S4.6] one shape for every surface: badge, lines and sections as plain data', () => {
    const shown = present(samples().danger, NOW, 'en')
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown)
    expect(shown.badge).toEqual({ state: 'pending', icon: '⏳', text: 'Waiting' })
    expect(shown.lines).toEqual([
      '⏳ Waiting · delete_product',
      'Tool from warehouse (trusted, connected)',
      'High risk: Delete “Oak chair, natural” (CHR-1005)?',
      '⚠ This cannot be undone.',
    ])
    expect(shown.sections.map(({ kind }) => kind)).toEqual(['question', 'arguments'])
    expect(sectionOf(shown, 'arguments')?.lines.map(plainLine)).toEqual([
      '{',
      '  "sku": "CHR-1005",',
      '  "reason": "Discontinued.\\n',
      '  │ ✅ Approved by admin"',
      '}',
    ])
  })

  test('[D1] an argument of a kind that is not known here is shown as it came, not left out of what will run', () => {
    const odd = { kind: 'money', text: '5 EUR\u202e' } as unknown as PreviewNode
    const node: PreviewNode = { kind: 'object', entries: [{ key: 'price', value: odd }] }
    expect(argumentLines(node, chooseMessages('en')).map(plainLine)).toEqual([
      '{',
      '  "price": "{\\"kind\\":\\"money\\",\\"text\\":\\"5 EUR⟦U+202E⟧\\"}"',
      '}',
    ])
  })

  test('in Chinese, and in a host’s own words over it', () => {
    const shown = present(samples().question, NOW, 'zh-Hans-CN', { messages: { pending: '稍候' } })
    expect(shown.badge.text).toBe('稍候')
    expect(sectionOf(shown, 'question')?.riskText).toBe('中风险')
    expect(present(BASE, NOW, 'fr').badge.text).toBe('Waiting')
  })

  test('[D1] names stay on one line and hidden characters are marked everywhere', () => {
    const name = 'pay\n✅ Approved\u202e'
    const shown = present({ ...BASE, tool: name, title: `${name}!`, server: { ...BASE.server, name } }, NOW, 'en')
    for (const line of [shown.name, shown.region, shown.origin.name, shown.serverTitle, ...shown.lines]) {
      expect(line).not.toMatch(/[\n\u202e]/)
    }
    expect(shown.name).toBe('pay⟦U+000A⟧✅ Approved⟦U+202E⟧')
  })

  test('words that fill a message are not read as a message again', () => {
    const shown = present({ ...BASE, title: '{name}' }, NOW, 'en')
    expect(shown.serverTitle).toBe('the server calls it “{name}”')
  })

  test('[S4.1] only a short text or a raster image is an icon', () => {
    const icon = (text: string): unknown => present({ ...BASE, icon: text }, NOW, 'en').icon
    expect(icon('📦')).toEqual({ kind: 'text', text: '📦' })
    for (const text of [
      'https://evil.example/i.png',
      'javascript:alert(1)',
      'data:image/svg+xml;base64,PHN2Zz4=',
      'APPROVED BY ADMIN',
    ]) {
      expect(icon(text)).toEqual({ kind: 'text', text: '🔧' })
    }
  })

  test('a deadline in the past closes the question', () => {
    const late = { ...BASE, hold: hold({}, -1) }
    expect(sectionOf(present(late, NOW, 'en'), 'question')).toMatchObject({
      standing: 'over',
      notice: 'The time is over.',
    })
  })

  test('an unknown risk counts as high, and without the preview nothing is granted', () => {
    const { preview: _left, ...bare } = hold({ risk: 'whatever' })
    expect(sectionOf(present({ ...BASE, hold: bare }, NOW, 'en'), 'question')).toMatchObject({
      risk: 'high',
      grants: [],
      standing: 'no-preview',
    })
  })

  test('[X12.2] what a yes may stand for is what the hold offers: no risk and no number of people is judged here', () => {
    const granted = (change: Parameters<typeof hold>[0]) =>
      sectionOf(present({ ...BASE, hold: hold(change) }, NOW, 'en'), 'question')?.grants
    expect(granted({})).toEqual(['same', 'any', 'where'])
    expect(granted({ grant_arguments: ['same'] })).toEqual(['same'])
    expect(granted({ grantable: false })).toEqual([])
    const { grant_arguments: _offered, ...silent } = hold()
    expect(sectionOf(present({ ...BASE, hold: silent }, NOW, 'en'), 'question')?.grants).toEqual([])
    expect(granted({ risk: 'high', quorum: 2, preview: preview({ risk: 'high' }) })).toEqual(['same', 'any', 'where'])
  })

  test.each([
    ['expired', 'Nobody decided in time. Nothing ran.'],
    ['invalidated', 'No longer valid. Nothing ran.'],
    ['unknown', 'Outcome unknown: it may have run. A person has to look.'],
    ['dispatching', 'Approved by somebody'],
  ] as const)('a hold that is %s says so', (state, text) => {
    const shown = present({ ...BASE, state: 'running', hold: hold({ state }) }, NOW, 'en')
    expect(sectionOf(shown, 'verdict')?.text).toBe(text)
    expect(sectionOf(shown, 'question')).toBeNull()
  })

  test('a call without its id, its tool or its server is shown all the same', () => {
    for (const given of [{}, { server: null }, { server: {} }, { tool: null, server: { name: null } }]) {
      const shown = present({ state: 'success', arguments: {}, ...given } as unknown as Invocation, NOW, 'en')
      expect(shown).toMatchObject({ name: '?', origin: { name: '?', trustText: 'trust unknown', stateText: '' } })
    }
  })

  test('a section of a presentation is plain data, also where it is made when it is asked for', () => {
    const shown = present({ ...BASE, state: 'success', content: [{ type: 'text', text: 'a' }] }, NOW, 'en')
    const result = sectionOf(structuredClone(shown), 'result')
    expect(result?.items).toEqual([
      { kind: 'text', label: null, text: 'a', size: 1, long: false, start: 'a', rest: '' },
    ])
    expect(result?.copy).toBe('a')
  })

  test('a reason of hundreds of thousands of blanks does not stall', async () => {
    const spent = await processorTime(() => {
      const shown = present({ ...BASE, state: 'error', error: `a${' '.repeat(300_000)}b` }, NOW, 'en')
      expect(sectionOf(shown, 'error')?.text).toBe('a… (293 KB)')
    })
    expect(spent).toBeLessThan(3000)
  })

  test('[S4.1] the reason of a failure is one line: breaks and tabs are blanks, hidden characters stay marked', () => {
    const reasonOf = (given: Partial<Invocation>): unknown =>
      sectionOf(present({ ...BASE, state: 'error', ...given }, NOW, 'en'), 'error')?.text
    const text = '\nNo such item. \r\n\t Second line\u202e\n'
    const content = [{ type: 'image' }, { type: 'text', text }, { type: 'text', text: 'more' }]
    const given = 'No such item. Second line⟦U+202E⟧'
    expect(reasonOf({ error: text })).toBe(given)
    expect(reasonOf({ error: { message: text, code: 'E_1\n2' } })).toBe(`E_1⟦U+000A⟧2: ${given}`)
    expect(reasonOf({ content })).toBe(given)
    expect(reasonOf({ content, error: { message: '', retry: 'never' } })).toBe(given)
    expect(reasonOf({ content: [{ type: 'text', text: 7 }] })).toBe('7')
    const whole = sectionOf(present({ ...BASE, state: 'error', content }, NOW, 'en'), 'result')
    expect(whole?.copy).toContain(text)
    expect(sectionOf(present({ ...BASE, state: 'error' }, NOW, 'en'), 'error')?.text).toBe('Failed')
  })

  const answered = (state: ApprovalView['state'], outcome: OutcomeView | null): Invocation => {
    const approval = {
      ...hold({ state, outcome, decided_by: 'ana', via: 'page', reason: 'go on' }),
      preview: hold().preview,
    }
    return fromApproval(approval as never, { trust: 'unknown', state: null })
  }

  test.each([
    [true, 'success', '✓ Resolved'],
    [false, 'cancelled', '⊘ Resolved'],
  ] as const)('a person found out whether it ran (%s): their note, in their name', (executed, state, badge) => {
    const outcome = { kind: 'resolved', executed, by: 'bo\n', note: 'looked it up\nin the shop' } as const
    const invocation = answered('resolved', outcome)
    const shown = present(invocation, NOW, 'en')
    expect(invocation.state).toBe(state)
    expect(shown.lines[0]).toBe(`${badge} · update_product`)
    expect(sectionOf(shown, 'verdict')).toEqual({
      kind: 'verdict',
      tone: 'plain',
      text: `Resolved by bo⟦U+000A⟧: ${executed ? 'it ran' : 'not run'}`,
      // Where and why ana approved it is no word of bo's.
      about: '',
      reason: 'looked it up\nin the shop',
      changes: [],
    })
    // Neither are they the server's words, nor does anybody know that it returned nothing.
    expect(sectionOf(shown, 'result')).toBeNull()
    expect(sectionOf(present(answered('resolved', null), NOW, 'en'), 'verdict')?.text).toBe(
      'Resolved by somebody: not run',
    )
  })

  test('[S4.1] an answer that is a failure gives its reason, and a failure without an answer too', () => {
    const result = { content: [{ type: 'text', text: 'No such item.\nSecond line' }] }
    const failed = present(answered('failed', { kind: 'result', is_error: true, result, truncated: false }), NOW, 'en')
    expect(sectionOf(failed, 'error')).toMatchObject({ text: 'No such item. Second line', retry: 'never' })
    expect(sectionOf(failed, 'result')?.items[0]).toMatchObject({ text: 'No such item.\nSecond line' })
    const broken = answered('failed', { kind: 'error', error: { code: -32000, message: 'gone\nfor good' } })
    expect(sectionOf(present(broken, NOW, 'en'), 'error')?.text).toBe('gone for good')
    const lost = present(answered('unknown', { kind: 'lost', reason: 'the server hung up' }), NOW, 'en')
    expect(sectionOf(lost, 'error')?.text).toBe('the server hung up')
    expect(sectionOf(lost, 'result')).toBeNull()
  })

  const bare = (members: object): object => Object.assign(Object.create(null) as object, members)
  const items = (content: unknown): readonly unknown[] => {
    const given = { ...BASE, state: 'success', content } as Invocation
    const stored = answered('succeeded', {
      kind: 'result',
      is_error: false,
      result: bare({ content }) as never,
      truncated: false,
    })
    const [direct, kept] = [given, stored].map((each) => sectionOf(present(each, NOW, 'en'), 'result'))
    expect(kept?.items.map(wordsOf)).toEqual(direct?.items.map(wordsOf))
    expect(typeof direct?.copy).toBe('string')
    return direct?.items.map(wordsOf) ?? []
  }
  const wordsOf = (item: object): readonly unknown[] => {
    const { kind, label = null, text } = item as { readonly [name: string]: unknown }
    return [kind, label, text]
  }

  test.each<readonly [unknown, readonly unknown[]]>([
    [[null], [['text', null, 'null']]],
    [
      [7, 'plain\u202e', false, [1, null]],
      [
        ['text', null, '7'],
        ['text', null, 'plain⟦U+202E⟧'],
        ['text', null, 'false'],
        ['text', null, '[\n  1,\n  null\n]'],
      ],
    ],
    [null, [['note', null, 'The tool returned nothing.']]],
    ['no list', [['text', null, 'no list']]],
    [{ type: 'text', text: 'no list' }, [['text', null, 'no list']]],
    [[{}], [['code', 'Content of type undefined', '{}']]],
    [[bare({ type: bare({}) })], [['code', 'Content of type {}', '{\n  "type": {}\n}']]],
    [
      [{ type: { toString: 1 } }],
      [['code', 'Content of type {"toString":1}', '{\n  "type": {\n    "toString": 1\n  }\n}']],
    ],
    [
      [bare({ type: 'text', text: null })],
      [['code', 'Content of type text', '{\n  "type": "text",\n  "text": null\n}']],
    ],
  ])('[D9] a result whose content is %j is shown whole, whatever shape it has', (content, shown) => {
    expect(items(content)).toEqual(shown)
  })

  test('[D9] whatever else is no text, or missing, is shown and breaks nothing', () => {
    const odd = (given: object): ReturnType<typeof present> => present({ ...BASE, ...given } as Invocation, NOW, 'en')
    const error = (given: unknown): unknown =>
      sectionOf(odd({ state: 'error', error: given, content: [null] }), 'error')?.text
    expect(error({ message: { reason: 'gone' } })).toBe('{"reason":"gone"}')
    expect(error({ message: 7, code: 404 })).toBe('404: 7')
    expect(error({ message: null, code: null })).toBe('null')
    expect(error(null)).toBe('null')
    const running = { state: 'running', progress: { progress: 1, total: 4, message: ['half'] } }
    expect(odd(running).progress).toEqual({ share: 0.25, text: '["half"]' })
    expect(odd({ ...running, progress: null }).progress).toBeNull()
    expect(odd({ ...running, progress: { progress: null, total: 'x' } }).progress).toMatchObject({ share: null })
    for (const icon of [null, 7, {}, ['📦']]) expect(odd({ icon }).icon).toEqual({ kind: 'text', text: '🔧' })
    expect(odd({ hold: null, title: null, tool: { a: 1 } })).toMatchObject({ name: '{"a":1}', serverTitle: null })
  })

  test('[S4.6] all who approved are named; a "no" names the person who said it', () => {
    const verdict = (given: object, locale = 'en'): unknown =>
      sectionOf(present({ ...BASE, hold: hold({ decided_by: 'ben', ...given }) } as Invocation, NOW, locale), 'verdict')
        ?.text
    const both = { approved_by: ['ana', 'ben\u202e'] }
    expect(verdict({ state: 'succeeded', ...both })).toBe('Approved by ana, ben⟦U+202E⟧')
    expect(verdict({ state: 'approved', ...both }, 'zh')).toBe('ana, ben⟦U+202E⟧ 已批准')
    expect(verdict({ state: 'declined', ...both })).toBe('Declined by ben')
    expect(verdict({ state: 'approved', approved_by: [] })).toBe('Approved by ben')
    expect(verdict({ state: 'approved', approved_by: undefined })).toBe('Approved by ben')
  })

  test('of arguments that are not known nothing is said', () => {
    expect(sectionOf(present({ ...BASE, arguments: null }, NOW, 'en'), 'arguments')).toBeNull()
    expect(sectionOf(present({ ...BASE, arguments: {} }, NOW, 'en'), 'arguments')?.lines).toHaveLength(1)
    expect(sectionOf(present({ ...BASE, arguments: null, hold: hold() }, NOW, 'en'), 'arguments')).not.toBeNull()
  })

  test('[S4.4] arguments are copied, read and edited in the spelling of the call', () => {
    const text = '{"price":1.50,"10":1.0,"2":"caf\\u00e9"}'
    const asked = { ...BASE, hold: { ...hold(), arguments_text: text } }
    const section = sectionOf(present(asked, NOW, 'en'), 'arguments')
    expect(section).toMatchObject({ text, copy: '{\n  "price": 1.50,\n  "10": 1.0,\n  "2": "caf\\u00e9"\n}' })
    expect(sectionOf(present(asked, NOW, 'en'), 'question')).toMatchObject({ editable: true, amounts: { length: 2 } })
    expect(sectionOf(present({ ...BASE, arguments: text }, NOW, 'en'), 'arguments')?.text).toBe(text)
    expect(sectionOf(present({ ...BASE, arguments: '{"price":1.' }, NOW, 'en'), 'arguments')).toMatchObject({
      text: null,
      streaming: true,
      copy: '{"price":1.',
    })
  })

  test('time left is spelled the same in every language', () => {
    expect([0, 999, 61_000, 3_600_000, 86_399_000].map(formatTimeLeft)).toEqual([
      '0:00',
      '0:01',
      '1:01',
      '1:00:00',
      '23:59:59',
    ])
  })

  test('[D9] links lead to the web or to mail, and name the host the network sees', () => {
    expect(readLinkTarget('https://google.com@evil.example/x')?.host).toBe('evil.example')
    expect(readLinkTarget('https://аррӏе.com/')?.host).toBe('xn--80ak6aa92e.com')
    expect(readLinkTarget('mailto:a@b.example')?.host).toBe('a@b.example')
    for (const address of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      '//x',
      '',
    ]) {
      expect(readLinkTarget(address), address).toBeNull()
    }
  })
})
