/**
 * What a server can make as large as it likes. Nothing of it may keep the page from being painted, and nothing of it
 * may be out of reach: shown further down, behind "Show more", or copied.
 */
import type { CDPSession } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { SHAPES } from '../../../../bench/card/card-shapes.mjs'
import { hold, preview } from '../../../../docs/showcase/samples.js'
import type { Invocation } from '../../src/invocation.ts'
import { visitCards } from './card-visit.ts'

const visit = visitCards()
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)

const BASE: Invocation = {
  id: 'call-1',
  tool: 'search_products',
  server: { name: 'warehouse', trust: 'trusted', state: 'connected' },
  state: 'success',
  arguments: { query: 'oak' },
}
const HIDDEN = 'a\u202eb '.repeat(262_144)
/**
 * Many times what any of them takes, of the processor alone, and less than anybody notices; how fast it is, the bench
 * says.
 */
const MOST_MS = 1000

let session: CDPSession

beforeAll(async () => {
  session = await visit.page.context().newCDPSession(visit.page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
})

/** Of the page's own thread. */
async function spent(): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Until it is painted. */
async function paintTime(members: object): Promise<number> {
  const next: object = { ...BASE, ...members }
  await visit.page.evaluate((given) => void Object.assign(window, { next: given }), next)
  const before = await spent()
  await visit.page.evaluate(async () => {
    const element = document.createElement('tool-card')
    Object.assign(element, { invocation: (window as unknown as { next: object }).next })
    document.body.replaceChildren(element)
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  })
  return (await spent()) - before
}

const clipboard = async (): Promise<string> => await visit.page.evaluate(() => navigator.clipboard.readText())

describe('[S4.4] a megabyte', () => {
  beforeAll(async () => {
    await visit.show(BASE)
  })

  test.each(Object.keys(SHAPES))('of %s is painted at once', async (name) => {
    await paintTime({})
    const shape = SHAPES[name] ?? {}
    const times = [await paintTime(shape), await paintTime(shape)]
    expect(Math.min(...times)).toBeLessThan(MOST_MS)
    expect(visit.problems).toEqual([])
  })

  test('of hidden characters in the arguments of a question does not freeze it, and all of it stands before its end', async () => {
    const text = HIDDEN.replaceAll('\u202e', '⟦U+202E⟧')
    const question = (value: string): object => ({
      state: 'pending',
      hold: hold({
        preview: preview({
          entity: null,
          rationale: null,
          arguments: { kind: 'object', entries: [{ key: 'x', value: { kind: 'text', text: value, hidden: true } }] },
        }),
      }),
    })
    await paintTime({})
    expect(await paintTime(question(text))).toBeLessThan(MOST_MS)
    // A second passes, and another: the countdown draws it anew.
    const before = await spent()
    await visit.page.waitForTimeout(2500)
    expect(await spent().then((after) => after - before)).toBeLessThan(MOST_MS)
    expect(await card('.bytes').evaluate((box) => box.textContent?.match(/⟦U\+202E⟧/g)?.length)).toBe(262_144)
    const confirm = card('[part~=confirm]')
    expect(await confirm.isEnabled()).toBe(false)
    const box = await card('.bytes').evaluate(({ scrollHeight, clientHeight }) => scrollHeight / clientHeight)
    expect(box).toBeGreaterThan(100)
    await card('.bytes').evaluate((place) => place.scrollTo(0, place.scrollHeight / 2))
    await visit.page.waitForTimeout(300)
    expect(await confirm.isEnabled()).toBe(false)
    await expect
      .poll(async () => {
        await card('.bytes').evaluate((place) => place.scrollTo(0, place.scrollHeight))
        return await confirm.isEnabled()
      })
      .toBe(true)
  })
})

describe('[S4.4] what is cut or waits', () => {
  test('items beyond the first wait behind one "Show more", in their order, and are copied with the rest', async () => {
    const content = Array.from({ length: 120 }, (_, at) => ({ type: 'text', text: `item ${at}` }))
    await visit.show({ ...BASE, content })
    expect(await card('.item').count()).toBe(51)
    await card('#result .tools .small').click()
    await card('#result button >> text=Copied').waitFor()
    expect(await clipboard()).toBe(content.map(({ text }) => text).join('\n\n'))
    const more = card('#result button.more')
    expect(await more.innerText()).toBe('Show more (70)')
    await more.focus()
    await visit.page.keyboard.press('Enter')
    await expect.poll(async () => await card('.item').count()).toBe(120)
    expect(await card('.item').allInnerTexts()).toEqual(content.map(({ text }) => text))
    // The focus is on what was opened.
    expect(await card('.item:focus').innerText()).toBe('item 50')
  })

  test('what a person expanded stays expanded when there is news', async () => {
    await visit.show({ ...BASE, content: [{ type: 'text', text: 'word '.repeat(1000) }] })
    await card('button.more').click()
    await visit.update({ title: 'News' })
    expect(await card('button.more').innerText()).toBe('Show less')
  })

  test('a label that is cut says how long it is, and all of the item stands below it', async () => {
    const uri = `files://${'x'.repeat(1500)}/the-end`
    const resource = { uri, mimeType: 'text/plain', text: 'inside' }
    const link = { type: 'resource_link', uri: 'https://x.example', name: 'n', description: `${'d'.repeat(1500)} over` }
    await visit.show({ ...BASE, content: [{ type: 'resource', resource }, link] })
    const labels = await card('.item-label').allInnerTexts()
    expect(labels[0]).toMatch(/^files:\/\/x{400,500}… \(1 KB\)$/)
    expect(labels).toContain('Content of type resource')
    expect(await card('[part=content]').innerText()).toContain('/the-end')
    expect(await card('[part=content]').innerText()).toContain(' over')
    await card('#result .tools .small').click()
    await card('#result button >> text=Copied').waitFor()
    expect(await clipboard()).toContain(uri)
  })

  test('marks stand out as far as a page can bear it; behind that they are there as text', async () => {
    const text = `${'\u200b'.repeat(1500)} end`
    await visit.show({ ...BASE, content: [{ type: 'text', text }] })
    const marks = await card('.prose mark').count()
    expect(marks).toBeGreaterThan(100)
    expect(marks).toBeLessThanOrEqual(500)
    expect(await card('.prose').evaluate((prose) => prose.textContent?.match(/⟦U\+200B⟧/g)?.length)).toBe(1500)
  })

  test('no text can be cut so that a mark is forged', async () => {
    // Each literal bracket is shown as a mark of its own: wherever the text is cut, none begins a mark of another
    // character.
    for (const before of ['', 'x', 'xx']) {
      const forged = `${before}${'⟦U+202E⟧'.repeat(30_000)}`
      await visit.show({ ...BASE, id: before, content: [{ type: 'text', text: forged }] })
      await card('button.more').click()
      expect(await card('.lines').count()).toBeGreaterThan(5)
      expect(new Set(await card('mark').allInnerTexts())).toEqual(new Set(['⟦U+27E6⟧']))
    }
  })

  test('a text that is just over the limit is not drawn again and again', async () => {
    await visit.show({ ...BASE, content: [{ type: 'text', text: 'a'.repeat(2001) }] })
    await visit.page.waitForTimeout(400)
    const drawn = await visit.page.evaluate(async () => {
      const element = document.querySelector('tool-card') as HTMLElement & { updateComplete: Promise<void> }
      const drawings = new Set<unknown>()
      const end = performance.now() + 1200
      while (performance.now() < end) {
        drawings.add(element.updateComplete)
        await new Promise((done) => setTimeout(done, 20))
      }
      return drawings.size
    })
    expect(drawn).toBeLessThanOrEqual(2)
  })
})

describe('[S4.1] a failure that its line cannot tell', () => {
  const MESSAGE = `The photo could not be deleted, since the album is shared with 14 people and locked;\nask anna@example.com`

  test('is shown whole in the section below, by keyboard, and copied', async () => {
    await visit.show({ ...BASE, state: 'error', error: { message: MESSAGE, retry: 'never' } })
    const line = await card('.error-text').boundingBox()
    expect(line?.height ?? 99).toBeLessThan(30)
    expect(await card('#result').evaluate((details) => (details as HTMLDetailsElement).open)).toBe(false)
    // The card does not know whose words it is in.
    expect((await card('#result summary').innerText()).trim()).toBe('Error')
    await card('#result summary').focus()
    await visit.page.keyboard.press('Enter')
    await expect.poll(async () => await card('#result pre').innerText()).toBe(MESSAGE)
    await card('#result .tools .small').click()
    await card('#result button >> text=Copied').waitFor()
    expect(await clipboard()).toBe(MESSAGE)
  })

  test('is not shown twice: neither a short one, nor one that the server’s own words are', async () => {
    await visit.show({ ...BASE, state: 'error', error: 'Timed out.' })
    expect(await card('#result').count()).toBe(0)
    await visit.show({
      ...BASE,
      id: 'same',
      state: 'error',
      error: MESSAGE,
      content: [{ type: 'text', text: MESSAGE }],
    })
    await card('#result summary').click()
    await card('.item').waitFor()
    expect(await card('.item').count()).toBe(1)
    expect(await card('#result summary').innerText()).toContain('in the words of warehouse')
    await visit.show({ ...BASE, id: 'two', state: 'error', error: MESSAGE, content: [{ type: 'text', text: 'else' }] })
    await card('#result summary').click()
    await expect.poll(async () => await card('.item').allInnerTexts()).toEqual([MESSAGE, 'else'])
  })
})
