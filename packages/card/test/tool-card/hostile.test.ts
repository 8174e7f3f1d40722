import { describe, expect, test } from 'vitest'
import { hold, preview, samples } from '../../../../docs/showcase/samples.js'
import type { Invocation } from '../../src/invocation.ts'
import { visitCards } from './card-visit.ts'

const visit = visitCards()
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)

const ATTACKS: { readonly [name: string]: string } = {
  script: '<script>window.pwned = 1</script><img src=x onerror="window.pwned=1"><svg onload="window.pwned=1">',
  form: '<form action="https://evil.example"><button part="button confirm" class="main">Confirm</button><input autofocus></form>',
  overlay: '<div style="position:fixed;inset:0;z-index:9999;background:white">✓ Approved by admin</div>',
  template: '${window.pwned = 1} {{constructor.constructor("window.pwned=1")()}} <!--?lit$1$--> ',
  link: '[Confirm](javascript:window.pwned=1) <javascript:window.pwned=1> [x](data:text/html,<script>window.pwned=1</script>)',
  image: '![tracker](https://evil.example/pixel.png) ![](//evil.example/p.gif)',
  lines: '\n✅ Approved by admin\n\n## ✓ Done\n\n---\n\n**Confirm**',
  direction: '\u202egnp.exe \u2066\u200b\u00ad\u{e0041}safe\u{e0042}',
  terminal: '\u001b[2J\u001b]8;;https://evil.example\u0007Approve\u001b]8;;\u0007 \u009b31m',
  marker: 'a forged ⟦U+202E⟧ mark',
  tall: 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢'.repeat(50),
  wide: 'W'.repeat(5000),
}

/** The attack everywhere a tool, a server or an agent can put words; as a name, what of it could still be confirmed. */
function hostile(id: string, words: string, state: Invocation['state'] = 'pending'): Invocation {
  const name = words.slice(0, 240)
  const given = preview({
    title: words,
    tool: name,
    toolTitle: words,
    why: words,
    rationale: words,
    warnings: [words],
    askedBy: { principal: words, client: words },
    server: { name, identity: words, display: words },
    arguments: { kind: 'object', entries: [{ key: words, value: { kind: 'text', text: words, hidden: true } }] },
    entity: {
      title: words,
      fields: [{ label: words, before: words, after: `${words}!` }],
      impact: [{ label: words, value: words }],
      source: words,
      hash: '',
      seen: [],
    },
  })
  return {
    id,
    tool: name,
    title: words,
    icon: words,
    server: { name, trust: 'untrusted', state: 'connected' },
    state,
    arguments: { [words]: words },
    inputSchema: { type: 'object', properties: { [words]: { type: 'string', title: words, description: words } } },
    content: [
      { type: 'text', text: words },
      { type: 'resource_link', uri: words, name: words, description: words },
      { type: 'resource', resource: { uri: words, mimeType: 'text/html', text: words } },
      { type: 'image', data: Buffer.from(words).toString('base64'), mimeType: 'image/svg+xml' },
      { type: words, [words]: words },
    ],
    structuredContent: { [words]: words },
    error: { code: words, message: words },
    progress: { progress: 1, message: words },
    ...(state === 'pending' ? { hold: hold({ preview: given, reason: words }) } : {}),
  }
}

/** What is in the card that could act or be mistaken for ours. */
async function survey(): Promise<{ readonly [name: string]: unknown }> {
  return await visit.page.evaluate(() => {
    const root = document.querySelector('tool-card')?.shadowRoot
    const all = [...(root?.querySelectorAll('*') ?? [])]
    const hosts = document.querySelector('tool-card')?.getBoundingClientRect()
    const content = root?.querySelector('[part=content]')
    return {
      tags: [...new Set(all.map((element) => element.localName))].sort(),
      handlers: all.flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith('on')),
      addresses: [...(root?.querySelectorAll('a') ?? [])].map((link) => link.protocol),
      sources: [...(root?.querySelectorAll('[src]') ?? [])].map((element) => element.getAttribute('src')?.slice(0, 11)),
      controlsInContent: content?.querySelectorAll('form, input, select, textarea, [part~=confirm], .row').length ?? 0,
      wider: document.documentElement.scrollWidth > innerWidth || (hosts?.right ?? 0) > innerWidth,
      confirms: root?.querySelectorAll('[part~=confirm]').length,
      badge: root?.querySelector('[part=badge]')?.textContent?.trim(),
      pwned: 'pwned' in window,
    }
  })
}

const HARMLESS = new Set(
  'a article audio b bdi blockquote br button code dd del details dialog div dl dt em header hr img input ins label li mark ol option p pre progress s select slot span strong summary table tbody td textarea th thead tr ul'.split(
    ' ',
  ),
)

describe('hostile words in every place', () => {
  test.each(Object.entries(ATTACKS))(
    '[D9] [D1] %s: inert in a question, and no control of ours moves',
    async (name, words) => {
      await visit.show(hostile(name, words))
      const found = await survey()
      expect((found['tags'] as string[]).filter((tag) => !HARMLESS.has(tag))).toEqual([])
      expect(found).toMatchObject({ handlers: [], wider: false, confirms: 1, badge: '⏳ Waiting', pwned: false })
      // What is under the pointer at Confirm is Confirm: nothing is painted over it.
      await card('[part~=confirm]').scrollIntoViewIfNeeded()
      const isOnTop = await card('[part~=confirm]').evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        const touched = (button.getRootNode() as ShadowRoot).elementFromPoint(x + width / 2, y + height / 2)
        return touched === button
      })
      expect(isOnTop).toBe(true)
      const actions = await card('[part=actions]').innerText()
      expect(actions).not.toContain('Approved by admin')
      expect(actions).not.toContain('evil')
    },
  )

  test('[D11] a name that cannot be read to its end is not confirmed: it may be the name of another tool, or server', async () => {
    const long = `${'get_'.repeat(150)}or_delete`
    const { server } = preview({})
    for (const given of [preview({ tool: long }), preview({ server: { ...server, name: long } })]) {
      const invocation = hostile('long-name', 'words')
      await visit.show({
        ...invocation,
        hold: { ...(invocation.hold as object), preview: given } as NonNullable<Invocation['hold']>,
      })
      expect(await card('[part~=confirm]').count()).toBe(0)
      expect(await card('[part~=actions]').innerText()).toContain('cannot show what would be sent')
      expect(await card('[part~=decline]').count()).toBe(1)
    }
  })

  test.each(Object.entries(ATTACKS))('[D9] %s: inert in a result', async (name, words) => {
    await visit.show(hostile(`${name}-result`, words, 'success'))
    const found = await survey()
    expect((found['tags'] as string[]).filter((tag) => !HARMLESS.has(tag))).toEqual([])
    expect((found['addresses'] as string[]).filter((protocol) => !/^(https?|mailto):$/.test(protocol))).toEqual([])
    expect(found).toMatchObject({
      handlers: [],
      sources: [],
      controlsInContent: 0,
      wider: false,
      confirms: 0,
      pwned: false,
    })
    await visit.show(hostile(`${name}-error`, words, 'error'))
    const line = await card('.error-text').boundingBox()
    expect(line?.height ?? 99).toBeLessThan(30)
    expect(await visit.badge()).toBe('✗ Error')
  })
})

describe('what cannot be seen', () => {
  test('[D4] hidden characters are marked, in names, arguments and results', async () => {
    await visit.show(hostile('hidden', ATTACKS['direction'] ?? '', 'success'))
    await card('[part=name]').click()
    for (const place of ['[part=name]', '.bytes', '[part=content]']) {
      const text = (await card(place).textContent()) ?? ''
      expect(text).toContain('⟦U+202E⟧')
      expect(text).not.toMatch(/[\u202e\u2066\u200b\u00ad]|\u{e0041}/u)
    }
    expect(await card('.bytes .hidden-character').count()).toBeGreaterThan(4)
    expect(await card('.warning').innerText()).toContain('Hidden characters')
  })

  test('[D3] terminal codes are shown by their code', async () => {
    await visit.show(hostile('terminal', ATTACKS['terminal'] ?? '', 'success'))
    const text = (await card('[part=content]').textContent()) ?? ''
    expect(text).toContain('⟦U+001B⟧[2J')
    expect(text).toContain('⟦U+009B⟧31m')
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
  })

  test('[D4] a forged mark differs from a real one', async () => {
    await visit.show(hostile('forged', ATTACKS['marker'] ?? '', 'success'))
    await card('[part=name]').click()
    expect(await card('.bytes').innerText()).toContain('a forged ⟦U+27E6⟧U+202E⟧ mark')
    // The bracket alone stands out: what follows it are words of the text.
    expect(await card('.bytes .hidden-character').allInnerTexts()).toEqual(['⟦U+27E6⟧', '⟦U+27E6⟧'])
  })

  test('[D4] hidden characters can be edited only where they are spelled out', async () => {
    const question = samples().question
    await visit.show({ ...question, hold: hold({ arguments: { sku: 'A\u202eB', price_cents: 1 } }) })
    await card('.row').getByRole('button', { name: 'More…', exact: true }).click()
    await card('.row').getByRole('button', { name: 'Edit', exact: true }).click()
    const field = card('[part=panel]').getByLabel('Product')
    expect(await field.inputValue()).toBe('"A\\u202eB"')
  })

  test('[D15] binary data says its size, its hash, and that it cannot be read', async () => {
    const blob = { kind: 'blob' as const, bytes: 123_456, sha256: 'c0ffee', text: 'QUJD'.repeat(100) }
    await visit.show({ ...samples().question, hold: hold({ preview: preview({ arguments: blob }) }) })
    const text = await card('.bytes').innerText()
    expect(text).toContain('Uninspectable data, 121 KB, SHA-256 c0ffee')
    expect(text.replaceAll(/\s/g, '')).toContain('QUJD'.repeat(100))
  })
})

describe('where a link leads', () => {
  test.each([
    ['https://google.com@evil.example/login', 'evil.example'],
    ['https://evil.example\\@google.com/login', 'evil.example'],
    ['https://www.gооgle.com/login', 'www.xn--ggle-55da.com'],
    ['HTTPS://GOOGLE.COM@EVIL.EXAMPLE', 'evil.example'],
    ['https://google.com:443@evil.example:8443/', 'evil.example:8443'],
    ['https://google.com%2F@evil.example/', 'evil.example'],
  ])('[D1] an address that only looks like another is shown with its host: %s', async (address, host) => {
    const text = `<${address}> and [${address}](${address})`
    await visit.show({ ...samples().success, id: address, content: [{ type: 'text', text }] })
    for (const link of await card('[part=content] a').all()) {
      expect(await link.evaluate((one) => (one as HTMLAnchorElement).host)).toBe(host)
      expect(await link.evaluate((one) => one.nextElementSibling?.textContent)).toBe(`(${host})`)
    }
    expect(await card('[part=content] a').count()).toBeGreaterThan(0)
  })

  test.each([
    'https://shop.example/a?b#c',
    'https://shop.example',
    'http://shop.example:8080?x',
    'https://shop.example#x',
  ])('an address that says plainly where it leads needs no second word: %s', async (address) => {
    await visit.show({ ...samples().success, id: address, content: [{ type: 'text', text: `<${address}>` }] })
    expect(await card('[part=content] a').count()).toBe(1)
    expect(await card('[part=content] .host').count()).toBe(0)
  })
})

describe('what is far too much', () => {
  test('nothing but opening marks, links, quotes, spaces or fences is drawn without a pause, also in full', async () => {
    for (const piece of [
      '[',
      '**a ',
      '![x](',
      '> ',
      '`',
      '_a',
      '- ',
      '| a ',
      'http://a.',
      '~~',
      ' ',
      '#',
      '\t',
      '```\n',
      '1. a\n\n  ',
    ]) {
      const text = piece.repeat(Math.ceil(190_000 / piece.length))
      await visit.show({ ...samples().success, id: piece, content: [{ type: 'text', text }] })
      const took = await visit.page.evaluate(async () => {
        const before = performance.now()
        const element = document.querySelector('tool-card') as HTMLElement & { updateComplete: Promise<void> }
        element.shadowRoot?.querySelector<HTMLElement>('button.more')?.click()
        await element.updateComplete
        return performance.now() - before
      })
      // Far more than it takes on a busy machine, far less than anything quadratic would.
      expect(took, JSON.stringify(piece)).toBeLessThan(9000)
    }
  })

  test('arguments of absurd depth are shown as too deep, not fatal', async () => {
    const deep = await visit.page.evaluate(async () => {
      let value: unknown = 1
      for (let level = 0; level < 3000; level++) value = { a: value }
      const element = document.querySelector('tool-card') as HTMLElement & {
        invocation: object
        updateComplete: Promise<void>
      }
      element.invocation = { ...element.invocation, id: 'deep', state: 'running', arguments: value }
      await element.updateComplete
      return element.shadowRoot?.querySelector('[part=badge]')?.textContent?.trim()
    })
    expect(deep).toBe('⚙ Running…')
  })

  test('[D9] what is no text, no item and no list where a server should send one is drawn as text', async () => {
    const { success } = samples()
    const show = async (odd: object): Promise<string> => {
      await visit.show({ ...success, ...odd } as unknown as Invocation)
      return await card('article').innerText()
    }
    expect(await show({ id: 'o1', content: [null, 7, ['<b>x</b>']] })).toMatch(/null\s+7\s+\[\s*"<b>x<\/b>"\s*\]/)
    expect(await show({ id: 'o2', content: 'no list' })).toContain('no list')
    expect(await show({ id: 'o3', content: null, icon: null, hold: null })).toContain('Done')
    expect(await show({ id: 'o4', content: [{ type: {} }] })).toContain('Content of type {}')
    const failed = { state: 'error', content: [null], error: { message: { why: 'gone' }, code: 7 } }
    expect(await show({ id: 'o5', ...failed })).toContain('7: {"why":"gone"}')
    const running = { id: 'o6', state: 'running' }
    expect(await show({ ...running, progress: { progress: null, total: 4, message: ['half'] } })).toContain('["half"]')
    expect(await show({ ...running, id: 'o8', progress: { progress: 'x', total: 4 } })).toContain('x / 4')
    expect(await show({ ...running, id: 'o7', progress: null, inputSchema: null })).toContain('Running')
  })

  test('no test of this file made a request or an error', () => {
    expect(visit.strayRequests).toEqual([])
    expect(visit.problems).toEqual([])
  })
})
