import { describe, expect, test } from 'vitest'
import { PICTURE, samples } from '../../../../docs/showcase/samples.js'
import { countMoving } from '../../../holdpoint/test/browser/page-measure.ts'
import type { Invocation } from '../../src/invocation.ts'
import { describedBy, visitCards } from './card-visit.ts'

const visit = visitCards()

const BASE: Invocation = {
  id: 'call-1',
  tool: 'search_products',
  server: { name: 'warehouse', trust: 'trusted', state: 'connected' },
  state: 'pending',
  arguments: { query: 'oak', limit: 10 },
}
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)
const result = (content: Invocation['content'], more: Partial<Invocation> = {}): Invocation => ({
  ...BASE,
  id: `call-${Math.random()}`,
  state: 'success',
  ...(content === undefined ? {} : { content }),
  ...more,
})

describe('the test contract of the card', () => {
  test('[T1] [S4.1] mounts with the tool, its origin and its state in sight, the arguments closed', async () => {
    await visit.show(BASE)
    expect(await card('[part=name]').textContent()).toBe('search_products')
    expect(await card('[part=icon]').textContent()).toContain('🔧')
    expect(await card('[part=origin]').innerText()).toContain('warehouse')
    expect(await card('[part=origin]').innerText()).toContain('trusted')
    expect(await visit.badge()).toBe('⏳ Waiting')
    expect(await card('#arguments').getAttribute('open')).toBeNull()
    expect(await card('.bytes').count()).toBe(0)
  })

  test('a head with nothing to open has no button, takes no focus and does not look as if it could be pressed', async () => {
    const cursor = async (): Promise<string> => await card('.name').evaluate((name) => getComputedStyle(name).cursor)
    await visit.show({ ...BASE, arguments: null, state: 'cancelled' })
    expect(await card('[part=name]').innerText()).toBe('search_products')
    expect(await card('button, summary, [tabindex]').count()).toBe(0)
    expect(await cursor()).toBe('auto')
    await card('header').click()
    expect(await card('#arguments').count()).toBe(0)
    await visit.update({ arguments: {} })
    expect(await card('button.name').getAttribute('aria-controls')).toBe('arguments')
    expect(await cursor()).toBe('pointer')
  })

  test('[T2] a press on the header opens the arguments, another one closes them', async () => {
    await visit.show(BASE)
    await card('header').click({ position: { x: 300, y: 10 } })
    await card('.bytes').waitFor()
    expect(await card('.bytes').innerText()).toContain('"query": "oak"')
    expect(await card('.name').getAttribute('aria-expanded')).toBe('true')
    await card('header').click({ position: { x: 300, y: 10 } })
    await card('.bytes').waitFor({ state: 'detached' })
    expect(await card('.name').getAttribute('aria-expanded')).toBe('false')
  })

  test('[T3] [S4.3] the badge follows waiting, running, done, and the result opens', async () => {
    await visit.show(BASE)
    await visit.update({ state: 'running' })
    expect(await visit.badge()).toBe('⚙ Running…')
    await visit.update({ state: 'success', content: [{ type: 'text', text: 'Found **3**.' }] })
    expect(await visit.badge()).toBe('✓ Done')
    expect(await card('[part=content] strong').textContent()).toBe('3')
    expect(await card('#result').getAttribute('open')).not.toBeNull()
  })

  test('[S16] [S4.3] waiting followed by done shows running in between', async () => {
    for (const [state, last] of [
      ['success', '✓ Done'],
      ['error', '✗ Error'],
    ] as const) {
      await visit.show({ ...BASE, id: state })
      const seen = visit.page.evaluate(async () => {
        const root = document.querySelector('tool-card')?.shadowRoot
        const badges: { badge: string; hasResult: boolean }[] = []
        const read = (): void => {
          const badge = root?.querySelector('[part=badge]')?.textContent?.trim() ?? ''
          const hasResult = root?.querySelector('[part=content]') !== null
          if (badges.at(-1)?.badge !== badge) badges.push({ badge, hasResult })
        }
        read()
        new MutationObserver(read).observe(root as Node, { subtree: true, childList: true, characterData: true })
        while (badges.length < 3) await new Promise((done) => setTimeout(done, 20))
        return badges
      })
      await visit.update({ state, content: [{ type: 'text', text: 'over' }] })
      expect(await seen).toMatchObject([
        { badge: '⏳ Waiting', hasResult: false },
        { badge: '⚙ Running…', hasResult: false },
        { badge: last },
      ])
    }
  })

  test('a declined call goes to cancelled at once: it never ran', async () => {
    await visit.show(BASE)
    await visit.update({ state: 'cancelled' })
    expect(await visit.badge()).toBe('⊘ Cancelled')
  })

  test('[T4] a failure stays closed with its reason on one line; a retry tells the host and goes to running', async () => {
    await visit.show({ ...BASE, state: 'running' })
    await visit.update({ state: 'error', error: 'connection\nrefused', content: [{ type: 'text', text: 'details' }] })
    expect(await visit.badge()).toBe('✗ Error')
    expect(await card('[part=error]').innerText()).toContain('connection refused')
    expect(await card('#result').getAttribute('open')).toBeNull()
    await card('[part~=retry]').click()
    expect(await visit.badge()).toBe('⚙ Running…')
    expect(await visit.events()).toEqual([{ type: 'tool-retry', detail: { id: 'call-1', asked: false } }])
    await visit.update({ state: 'success', content: [{ type: 'text', text: 'second time lucky' }] })
    expect(await visit.badge()).toBe('✓ Done')
    expect(await card('article').innerText()).not.toContain('refused')
  })

  test('[X8] a retry of what may have taken effect asks first; the host can keep it from running', async () => {
    await visit.show({ ...BASE, state: 'error', error: { message: 'reset', retry: 'ask' } })
    await card('[part~=retry]').click()
    expect(await visit.badge()).toBe('✗ Error')
    expect(await card('[part=error]').innerText()).toContain('may have taken effect')
    await visit.page.evaluate(() =>
      document.querySelector('tool-card')?.addEventListener('tool-retry', (event) => event.preventDefault()),
    )
    await card('[part~=retry]').click()
    expect(await visit.badge()).toBe('✗ Error')
    expect((await visit.events()).map(({ detail }) => detail)).toEqual([{ id: 'call-1', asked: true }])
    await visit.show({ ...BASE, id: 'never', state: 'error', error: { message: 'no', retry: 'never' } })
    expect(await card('[part~=retry]').count()).toBe(0)
  })
})

describe('[T5] [S4.2] each type of content', () => {
  test('text is drawn as Markdown, links show their host and open safely', async () => {
    await visit.show(samples().success)
    expect(await card('.prose table td').first().textContent()).toBe('CHR-1005')
    expect(await card('.prose pre').innerText()).toContain('SELECT sku')
    const link = card('.prose a')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await card('.prose').innerText()).toContain('(warehouse.example)')
  })

  test('an image is drawn by its first bytes and enlarged on a press', async () => {
    await visit.show(result([{ type: 'image', data: PICTURE, mimeType: 'image/svg+xml' }]))
    expect(await card('.image img').getAttribute('src')).toMatch(/^data:image\/png;base64,/)
    expect(await card('.image img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
    await card('.image').click()
    expect(await card('dialog').evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(true)
    await visit.page.keyboard.press('Escape')
    expect(await card('dialog').evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false)
  })

  test('[S4.4] an image of more than 500 KB is a thumbnail', async () => {
    const pad = (bytes: number): string => {
      const body = Buffer.from(PICTURE, 'base64')
      return Buffer.concat([body, Buffer.alloc(bytes - body.length)]).toString('base64')
    }
    await visit.show(result([{ type: 'image', data: pad(500 * 1024), mimeType: 'image/png' }]))
    expect(await card('.image.thumbnail').count()).toBe(0)
    await visit.show(result([{ type: 'image', data: pad(500 * 1024 + 3), mimeType: 'image/png' }]))
    expect(await card('.image.thumbnail img').count()).toBe(1)
    expect(await card('.image.thumbnail').innerText()).toContain('500 KB')
  })

  test('a resource link is a chip: a safe link, or a request to the host', async () => {
    await visit.show(samples().content)
    const [web, file] = [card('.resource').nth(0), card('.resource').nth(1)]
    expect(await web.getAttribute('href')).toBe('https://files.example/report.pdf')
    expect(await web.getAttribute('rel')).toContain('noopener')
    expect(await web.innerText()).toContain('files.example')
    expect(await file.getAttribute('href')).toBeNull()
    await file.click()
    expect(await visit.events()).toEqual([
      { type: 'tool-open', detail: { id: 'content', uri: 'file:///data/ledger.csv' } },
    ])
  })

  test('where the host opens web addresses only, other resources are chips that copy theirs', async () => {
    await visit.show(samples().content, { opens: 'web' })
    expect(await card('a.resource').getAttribute('href')).toBe('https://files.example/report.pdf')
    const chip = card('[part=resource-link]').filter({ hasText: 'file:///data/ledger.csv' })
    await chip.focus()
    await visit.page.keyboard.press('Enter')
    await card('.item [role=status]').filter({ hasText: 'Copied' }).waitFor()
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe('file:///data/ledger.csv')
    const { id } = samples().content
    expect(await visit.events()).toEqual([
      { type: 'tool-copy', detail: { id, what: 'link', text: 'file:///data/ledger.csv' } },
    ])
  })

  test('what was copied is said to those who do not see it, on the button and beside it', async () => {
    await visit.show(samples().success)
    const said = card('#result .tools [role=status]')
    expect(await said.textContent()).toBe('')
    await card('#result').getByRole('button', { name: 'Copy: Result' }).click()
    await card('#result').getByRole('button', { name: 'Copied: Result' }).waitFor()
    expect(await said.textContent()).toBe('Copied')
    expect(await card('#arguments [role=status]').count()).toBe(0)
    await card('#result').getByRole('button', { name: 'Copy: Result' }).waitFor()
    expect(await said.textContent()).toBe('')
  })

  test('embedded resources are drawn by their type, under both names', async () => {
    const text = { uri: 'a://b', mimeType: 'text/markdown', text: 'so **bold**' }
    for (const item of [
      { type: 'resource', resource: text },
      { type: 'embedded_resource', resource: text },
      { type: 'embedded_resource', ...text },
    ]) {
      await visit.show(result([item]))
      expect(await card('.prose strong').textContent()).toBe('bold')
      expect(await card('.item-label').textContent()).toBe('a://b')
    }
    const blob = { uri: 'a://b', mimeType: 'image/png', blob: PICTURE }
    await visit.show(result([{ type: 'resource', resource: blob }]))
    expect(await card('.image img').count()).toBe(1)
    const code = { uri: 'a://b', mimeType: 'application/json', text: '{"a": "**b**"}' }
    await visit.show(result([{ type: 'resource', resource: code }]))
    expect(await card('.prose pre').textContent()).toBe('{"a": "**b**"}')
  })

  test('audio has controls and loads nothing before it is played; unknown types are text', async () => {
    await visit.show(
      result([
        { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
        { type: 'hologram', layers: 3 },
      ]),
    )
    expect(await card('audio').getAttribute('src')).toBe('data:audio/wav;base64,UklGRg==')
    expect(await card('audio').getAttribute('preload')).toBe('none')
    expect(await card('.prose pre').innerText()).toContain('"layers": 3')
  })

  test('items keep their order, with a divider of one pixel', async () => {
    await visit.show(result([1, 2, 3].map((number) => ({ type: 'text', text: `item ${number}` }))))
    expect(await card('.item').allInnerTexts()).toEqual(['item 1', 'item 2', 'item 3'])
    const line = await card('.item')
      .nth(1)
      .evaluate((item) => getComputedStyle(item).borderBlockStartWidth)
    expect(line).toBe('1px')
  })
})

describe('[T8] [S4.8] for everybody', () => {
  test('a region with the name of the tool, a polite live badge that says which tool, and details', async () => {
    await visit.show(BASE)
    const region = visit.page.getByRole('region', { name: 'Tool invocation: search_products' })
    expect(await region.evaluate((element) => element.tagName)).toBe('ARTICLE')
    const live = card('[aria-live=polite]').first()
    expect((await live.textContent())?.replace(/\s+/g, ' ')).toBe('search_products from warehouse: ⏳ Waiting')
    const node = await live.elementHandle()
    await visit.update({ state: 'running' })
    // The same element says something new: only then does a screen reader announce it.
    expect(await node?.evaluate((element) => element.isConnected && element.textContent)).toContain('⚙ Running…')
    expect(await card('details > summary').count()).toBe(1)
    expect(await card('.bytes').count()).toBe(0)
  })

  test('reduced motion leaves the dot still, and the states as they are', async () => {
    await visit.page.emulateMedia({ reducedMotion: 'no-preference' })
    await visit.show({ ...BASE, state: 'running' })
    const animation = async (): Promise<string> =>
      await card('[part=breathing-dot]').evaluate((dot) => getComputedStyle(dot).animationName)
    expect(await animation()).toBe('breathe')
    expect(await visit.page.evaluate(countMoving)).toBeGreaterThan(0)
    await visit.page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await animation()).toBe('none')
    expect(await visit.page.evaluate(countMoving)).toBe(0)
    await visit.update({ state: 'success', content: [] })
    expect(await visit.badge()).toBe('✓ Done')
    await visit.page.emulateMedia({ reducedMotion: null })
  })
})

describe('however it is used', () => {
  test('a value that was set before the element was defined is taken over', async () => {
    const badge = await visit.page.evaluate(async (invocation) => {
      const frame = document.createElement('iframe')
      document.body.replaceChildren(frame)
      const inner = frame.contentDocument as Document
      const early = inner.createElement('tool-card') as HTMLElement & {
        invocation: unknown
        updateComplete: Promise<void>
      }
      early.invocation = invocation
      inner.body.append(early)
      const script = inner.createElement('script')
      script.type = 'module'
      script.src = '/tool-card.js'
      inner.body.append(script)
      await frame.contentWindow?.customElements.whenDefined('tool-card')
      await early.updateComplete
      return early.shadowRoot?.querySelector('[part=badge]')?.textContent?.trim()
    }, BASE as unknown)
    expect(badge).toBe('⏳ Waiting')
  })

  test('attributes speak for the properties that are text', async () => {
    await visit.show(BASE)
    await visit.page.evaluate(() => document.querySelector('tool-card')?.setAttribute('locale', 'zh'))
    await card('[part=badge] >> text=等待中').waitFor()
  })

  test('a card that is moved or used for another call keeps nothing of the first', async () => {
    await visit.show({ ...BASE, state: 'error', error: 'broken' })
    await card('[part=name]').click()
    await visit.page.evaluate(() => document.body.append(document.querySelector('tool-card') as Node))
    await visit.update({ id: 'call-2', tool: 'other_tool', state: 'running' })
    expect(await visit.badge()).toBe('⚙ Running…')
    expect(await card('[part=name]').textContent()).toBe('other_tool')
    expect(await card('.bytes').count()).toBe(0)
    expect(await card('[part=error]').count()).toBe(0)
  })

  test('slots and parts are open to the page', async () => {
    await visit.show(BASE)
    const color = await visit.page.evaluate(() => {
      const element = document.querySelector('tool-card')
      const note = document.createElement('p')
      note.slot = 'after'
      note.textContent = 'from the page'
      element?.append(note)
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('tool-card::part(name) { color: rgb(1 2 3) }')
      document.adoptedStyleSheets.push(sheet)
      return getComputedStyle(element?.shadowRoot?.querySelector('[part=name]') as Element).color
    })
    expect(color).toBe('rgb(1, 2, 3)')
    expect(await visit.page.locator('tool-card p').first().isVisible()).toBe(true)
  })
})

describe('while it runs', () => {
  test('[S4.9] arguments are visible while they stream', async () => {
    await visit.show({ ...BASE, arguments: '{"query": "oak ch' })
    await card('[part=name]').click()
    expect(await card('summary').innerText()).toContain('still arriving')
    expect(await card('.bytes').innerText()).toContain('{"query": "oak ch')
    await visit.update({ arguments: '{"query": "oak chair"}' })
    expect(await card('summary').innerText()).not.toContain('still arriving')
    expect(await card('.bytes').innerText()).toContain('"query": "oak chair"')
  })

  test('progress is a bar with its words', async () => {
    await visit.show(samples().running)
    expect(await card('progress').evaluate((bar: HTMLProgressElement) => bar.value)).toBe(0.64)
    expect(await card('[part=progress]').innerText()).toContain('640 of 1,000')
  })

  test('[S4.5] the form view beside raw JSON: fields by the schema, marked, helped and to be read only', async () => {
    await visit.show({
      ...samples().question,
      id: 'form',
      state: 'running',
      hold: undefined as never,
      arguments: { sku: 'A', price_cents: 5, notify: true, season: 'summer', tags: ['a'] },
    })
    await card('[part=name]').click()
    await card('>> text=Form view').click()
    const fields = card('[part=form]')
    expect(await fields.getByLabel('Product').inputValue()).toBe('A')
    expect(await fields.getByLabel('Price in cents').inputValue()).toBe('5')
    const price = fields.getByRole('spinbutton', { name: 'Price in cents' })
    expect(await price.getAttribute('inputmode')).toBe('decimal')
    expect(await price.getAttribute('aria-valuenow')).toBe('5')
    await price.press('ArrowUp')
    expect(await price.inputValue()).toBe('5')
    expect(await fields.getByLabel('Product').evaluate(describedBy)).toBe(
      'the server says “The code on the shelf label.”',
    )
    expect(await fields.getByLabel('Product').getAttribute('aria-required')).toBe('true')
    expect(await fields.locator('button:enabled').count()).toBe(0)
    expect(await fields.getByRole('switch').isChecked()).toBe(true)
    expect(await fields.getByRole('radio', { name: 'summer' }).isChecked()).toBe(true)
    expect(await fields.locator('.required').count()).toBe(2)
    expect(await fields.innerText()).toContain('The code on the shelf label.')
    expect(await fields.locator('input:not([readonly]):not([disabled]), textarea:not([readonly])').count()).toBe(0)
    await card('>> text=Raw JSON').click()
    expect(await card('.bytes').innerText()).toContain('"season": "summer"')
  })

  test('[S4.2] structured content is shown once: not again where a text says the same', async () => {
    const data = { pages: 12 }
    await visit.show(result([{ type: 'text', text: JSON.stringify(data) }], { structuredContent: data }))
    expect(await card('.structured').count()).toBe(0)
    await visit.show(result(undefined, { structuredContent: data }))
    // Where there is nothing else, it is what opens.
    expect(await card('.structured').count()).toBe(0)
    expect(await card('.item').innerText()).toMatch(/^Structured data\s+{\s+"pages": 12\s+}$/)
    await visit.show(result([{ type: 'text', text: 'Twelve.' }], { structuredContent: data }))
    expect(await card('.structured pre').count()).toBe(0)
    await card('.structured summary').click()
    await expect.poll(async () => await card('.structured pre').innerText()).toContain('"pages": 12')
    const many = { rows: Array.from({ length: 400 }, (_, row) => `row ${row}`) }
    await visit.show(result(undefined, { structuredContent: many }))
    expect(await card('.clip').innerText()).not.toContain('row 399')
    expect(await card('.clip').textContent()).toContain('row 399')
    expect(await card('button.more').innerText()).toBe('Show more')
  })

  test('no test of this file made a request or an error', () => {
    expect(visit.strayRequests).toEqual([])
    expect(visit.problems).toEqual([])
  })
})
