/**
 * Scripts that are written from right to left, in the call or on the page around the card: nothing changes its place.
 */
import { describe, expect, test } from 'vitest'
import type { PreviewNode } from '@holdpoint/core'
import { hold, preview, samples } from '../../../../docs/showcase/samples.js'
import type { Invocation } from '../../src/invocation.ts'
import { visitCards } from './card-visit.ts'

const visit = visitCards()
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)

/** Where on its line a word of the arguments begins. */
async function placeOf(word: string): Promise<number> {
  return await card('.bytes').evaluate((box, wanted) => {
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() !== null) {
      const { data } = texts.currentNode as Text
      const at = data.indexOf(wanted)
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(texts.currentNode, at)
      range.setEnd(texts.currentNode, at + wanted.length)
      return range.getBoundingClientRect().x
    }
    return Number.NaN
  }, word)
}

describe('arguments in Hebrew', () => {
  test.each([5, 800, 8000])('a name stands before its value, of %i lines', async (count) => {
    const text = (value: string): PreviewNode => ({ kind: 'text', text: value, hidden: false })
    const number = (value: number): PreviewNode => ({ kind: 'literal', text: String(value) })
    const entries = [
      { key: 'אבג', value: text('דהו') },
      { key: 'סכום', value: number(100) },
      ...Array.from({ length: count - 2 }, (_, at) => ({ key: `k${at}`, value: number(at) })),
    ]
    const shown = preview({ entity: null, rationale: null, arguments: { kind: 'object', entries } })
    await visit.show({ ...samples().question, id: String(count), hold: hold({ preview: shown }) } as Invocation)
    if (count > 100) await card('#arguments .more').click()
    await card('.bytes').evaluate((box) => box.scrollTo(0, 0))
    expect(await placeOf('אבג')).toBeLessThan(await placeOf('דהו'))
    expect(await placeOf('סכום')).toBeLessThan(await placeOf('100'))
  })
})

test('[S4.8] on a page from right to left, our own words keep their marks where they belong', async () => {
  const { question } = samples()
  await visit.show({ ...question, id: 'rtl' })
  await visit.page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await card('.views button').last().click()
  await card('button[name=more]').click()
  await card('button[name=decline]').click()
  await visit.page.waitForFunction(() => document.querySelector('tool-card')?.shadowRoot?.querySelector('.panel'))
  /** Whether the letters of an element stand in the order in which a reader of English reads them. */
  const orders = await visit.page.evaluate(() => {
    const root = document.querySelector('tool-card')?.shadowRoot as ShadowRoot
    const found: { readonly text: string; readonly inOrder: boolean }[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() !== null) {
      const node = texts.currentNode as Text
      const text = node.data.trim()
      const isShown =
        node.parentElement?.checkVisibility() === true && node.parentElement.closest('.quiet, select') === null
      if (!isShown || !/[a-z].*[^\w\s]$/i.test(text)) continue
      const start = node.data.indexOf(text)
      const place = (at: number): DOMRect => {
        const range = document.createRange()
        range.setStart(node, start + at)
        range.setEnd(node, start + at + 1)
        return range.getBoundingClientRect()
      }
      const [first, last] = [place(0), place(text.length - 1)]
      found.push({ text, inOrder: last.y > first.y + 4 || last.x > first.x })
    }
    return found
  })
  await visit.page.evaluate(() => (document.documentElement.dir = 'ltr'))
  expect(orders.length).toBeGreaterThan(4)
  expect(orders.filter(({ inOrder }) => !inOrder)).toEqual([])
})
