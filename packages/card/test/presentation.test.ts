import type { ApprovalView, OutcomeView, PreviewNode } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { hold, samples } from '../../../docs/showcase/samples.js'
import type { Invocation } from '../src/invocation.ts'
import {
  argumentLines,
  chooseMessages,
  formatTimeLeft,
  fromApproval,
  plainLine,
  present,
  readLinkTarget,
  sectionOf,
} from '../src/presentation/index.ts'

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

  test('[D1] an argument of a kind that is not known here is told as it came, not left out of what will run', () => {
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
      notice: 'The time to decide is over.',
    })
  })

  test('an unknown risk counts as high, and what needs two people cannot be granted', () => {
    const { preview: _left, ...bare } = hold({ risk: 'whatever' })
    expect(sectionOf(present({ ...BASE, hold: bare }, NOW, 'en'), 'question')).toMatchObject({
      risk: 'high',
      grants: [],
      standing: 'no-preview',
    })
    expect(sectionOf(present({ ...BASE, hold: hold({ quorum: 2 }) }, NOW, 'en'), 'question')?.grants).toEqual([])
    expect(sectionOf(present({ ...BASE, hold: hold({ grantable: false }) }, NOW, 'en'), 'question')?.grants).toEqual([])
    expect(sectionOf(present({ ...BASE, hold: hold() }, NOW, 'en'), 'question')?.grants).toEqual([
      'same',
      'any',
      'where',
    ])
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

  test('a reason of hundreds of thousands of blanks does not stall', () => {
    const begun = performance.now()
    const shown = present({ ...BASE, state: 'error', error: `a${' '.repeat(300_000)}b` }, NOW, 'en')
    expect(sectionOf(shown, 'error')?.text).toMatch(/^a +b$/)
    expect(performance.now() - begun).toBeLessThan(3000)
  })

  test('[S4.1] the reason of a failure is one line: breaks and tabs are blanks, hidden characters stay marked', () => {
    const reasonOf = (told: Partial<Invocation>): unknown =>
      sectionOf(present({ ...BASE, state: 'error', ...told }, NOW, 'en'), 'error')?.text
    const text = '\nNo such item. \r\n\t Second line\u202e\n'
    const content = [{ type: 'image' }, { type: 'text', text }, { type: 'text', text: 'more' }]
    const told = 'No such item. Second line⟦U+202E⟧'
    expect(reasonOf({ error: text })).toBe(told)
    expect(reasonOf({ error: { message: text, code: 'E_1\n2' } })).toBe(`E_1⟦U+000A⟧2: ${told}`)
    expect(reasonOf({ content })).toBe(told)
    expect(reasonOf({ content, error: { message: '', retry: 'never' } })).toBe(told)
    expect(reasonOf({ content: [{ type: 'text', text: 7 }] })).toBe('The call failed.')
    const whole = sectionOf(present({ ...BASE, state: 'error', content }, NOW, 'en'), 'result')
    expect(whole?.copy).toContain(text)
    expect(sectionOf(present({ ...BASE, state: 'error' }, NOW, 'en'), 'error')?.text).toBe('The call failed.')
  })

  const answered = (state: ApprovalView['state'], outcome: OutcomeView | null): Invocation => {
    const approval = {
      ...hold({ state, outcome, decided_by: 'ana', via: 'page', reason: 'go on' }),
      preview: hold().preview,
    }
    return fromApproval(approval as never, { trust: 'unknown', state: null })
  }

  test.each([
    [true, 'success', '✓ Done'],
    [false, 'cancelled', '⊘ Cancelled'],
  ] as const)('a person found out whether it ran (%s): their note, in their name', (executed, state, badge) => {
    const outcome = { kind: 'resolved', executed, by: 'bo\n', note: 'looked it up\nin the shop' } as const
    const invocation = answered('resolved', outcome)
    const shown = present(invocation, NOW, 'en')
    expect(invocation.state).toBe(state)
    expect(shown.lines[0]).toBe(`${badge} · update_product`)
    expect(sectionOf(shown, 'verdict')).toEqual({
      kind: 'verdict',
      tone: 'plain',
      text: 'Looked into and closed by bo⟦U+000A⟧',
      // Where and why ana approved it is no word of bo's.
      about: '',
      reason: 'looked it up\nin the shop',
      changes: [],
    })
    // Neither are they the server's words, nor does anybody know that it returned nothing.
    expect(sectionOf(shown, 'result')).toBeNull()
    expect(sectionOf(present(answered('resolved', null), NOW, 'en'), 'verdict')?.text).toBe(
      'Looked into and closed by somebody',
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
