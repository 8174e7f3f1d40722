import { describe, expect, test } from 'vitest'
import { samples } from '../../../../docs/showcase/samples.js'
import type { Invocation } from '../../src/invocation.ts'
import { visitCards } from './card-visit.ts'

const visit = visitCards()

const BASE: Invocation = {
  id: 'call-1',
  tool: 'search_products',
  server: { name: 'warehouse', trust: 'trusted', state: 'connected' },
  state: 'pending',
  arguments: { query: 'oak', limit: 10 },
}
const result = (content: Invocation['content'], more: Partial<Invocation> = {}): Invocation => ({
  ...BASE,
  id: `call-${Math.random()}`,
  state: 'success',
  ...(content === undefined ? {} : { content }),
  ...more,
})
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)

describe('what is long', () => {
  test('[T6] [S17] [S4.4] text of 2,000 characters is whole, of 2,001 has "Show more" and keeps all of it in the document', async () => {
    await visit.show(result([{ type: 'text', text: 'a'.repeat(2000) }]))
    expect(await card('button.more').count()).toBe(0)
    await visit.show(result([{ type: 'text', text: '😀'.repeat(2000) }]))
    expect(await card('button.more').count()).toBe(0)
    await visit.show(result([{ type: 'text', text: 'a'.repeat(2001) }]))
    expect(await card('button.more').innerText()).toBe('Show more')

    const lines = Array.from({ length: 400 }, (_, index) => `line ${index} of four hundred`)
    const text = lines.join('\n')
    await visit.show(result([{ type: 'text', text }]))
    expect(await card('.clip').textContent()).toContain('line 399 of four hundred')
    const box = await card('.clip').boundingBox()
    expect(box?.height).toBeLessThanOrEqual(30 * 21 + 1)
    expect(await card('.clip').innerText()).toContain('line 28 of')
    expect(await card('.clip').innerText()).not.toContain('line 31 of')
    await card('button.more').click()
    expect(await card('.prose').innerText()).toBe(text)
    expect(await card('button.more').innerText()).toBe('Show less')
  })

  test('a megabyte that is full of hidden characters is painted before it is whole, and is whole soon after', async () => {
    const text = 'a\u202eb '.repeat(262_144)
    await visit.show({ ...samples().success, id: 'hidden megabyte', content: [{ type: 'text', text: 'short' }] })
    const marks = await visit.page.evaluate(async (words) => {
      const element = document.querySelector('tool-card') as HTMLElement & {
        invocation: object
        updateComplete: Promise<void>
      }
      element.invocation = { ...element.invocation, id: 'next', content: [{ type: 'text', text: words }] }
      await element.updateComplete
      const root = element.shadowRoot as ShadowRoot
      return {
        drawn: root.querySelectorAll('.clip mark').length,
        rest: root.querySelector('.rest')?.textContent?.length,
      }
    }, text)
    // Nothing of the end was made visible for the first paint.
    expect(marks.drawn).toBeGreaterThan(400)
    expect(marks.drawn).toBeLessThan(2500)
    expect(marks.rest).toBe(0)
    await expect
      .poll(async () => await card('.clip').evaluate((clip) => clip.textContent?.match(/⟦U\+202E⟧/g)?.length))
      .toBe(262_144)
    expect(await card('.clip').evaluate((clip) => clip.textContent?.includes('\u202e'))).toBe(false)
  })

  test('[T7] [S17] [S4.4] copying takes all of it, whatever is shown', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, 'x'.repeat(20)]))
    const long = `first ${'a'.repeat(5000)} last`
    await visit.show(
      result(
        [
          { type: 'text', text: long },
          { type: 'text', text: 'two' },
        ],
        { arguments: many },
      ),
    )
    await card('[part=name]').click()
    expect(await card('#arguments .more').innerText()).toContain('Expand args')
    expect(await card('.bytes').innerText()).not.toContain('key299')
    const clipboard = async (): Promise<string> => await visit.page.evaluate(() => navigator.clipboard.readText())
    await card('#arguments .tools .small').click()
    await card('#arguments button >> text=Copied').waitFor()
    expect(JSON.parse(await clipboard())).toEqual(many)
    await card('#result .tools .small').click()
    await card('#result button >> text=Copied').waitFor()
    expect(await clipboard()).toBe(`${long}\n\ntwo`)
    expect((await visit.events()).map(({ type }) => type)).toEqual(['tool-copy', 'tool-copy'])
    await card('#arguments .more').click()
    expect(await card('.bytes').innerText()).toContain('key299')
  })

  test('[S4.4] arguments of 100 lines are whole, of 101 wait for "Expand args"', async () => {
    const lines = (count: number): Invocation => ({ ...BASE, id: String(count), arguments: Array(count - 2).fill(1) })
    await visit.show(lines(100))
    await card('[part=name]').click()
    expect(await card('#arguments .more').count()).toBe(0)
    await visit.show(lines(101))
    await card('[part=name]').click()
    expect(await card('#arguments .more').innerText()).toBe('Expand args (101)')
  })

  test('a megabyte of arguments expands to every line of it', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `row ${index} ${'x'.repeat(40)}`)
    await visit.show({ ...BASE, id: 'huge', arguments: { rows } })
    await card('[part=name]').click()
    await card('#arguments .more').click()
    expect(await card('.bytes').textContent()).toContain('row 19999 ')
  })
})
