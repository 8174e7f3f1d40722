/** The command palette: found by keys, announced as a combobox, and unable to decide anything. In a real browser. */
import { describe, expect, test } from 'vitest'
import { findEntries, stepThrough } from '../../inbox/src/model/palette-entries.ts'
import type { PaletteEntry } from '../../inbox/src/model/palette-entries.ts'
import { holdCall } from '../browser/inbox-held.ts'
import { visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

async function open(): Promise<void> {
  await visit.page.keyboard.press('Control+k')
  await visit.page.waitForSelector('.palette[open] input:focus')
}

test('Ctrl+K finds a waiting call by its title and opens it; nothing is decided, whatever is pressed', async () => {
  const entity = {
    title: 'Delete contact Ada Byron?',
    fields: [],
    impact: [],
    source: 'get_contact',
    hash: 'h',
    seen: [],
  } as const
  const held = await holdCall(visit.service.store, { call: { tool: 'delete_contact' }, entity })
  let posted = 0
  visit.page.on('request', (request) => (posted += request.method() === 'POST' ? 1 : 0))
  await visit.openSignedIn('/')
  await visit.page.waitForSelector('#waiting [data-hold]')
  posted = 0
  await open()
  await visit.page.keyboard.type('ada byron')
  const option = visit.page.locator('.palette').getByRole('option', { selected: true })
  await expect.poll(async () => await option.textContent()).toMatch(/Delete contact Ada Byron\?\s*delete_contact · crm/)
  for (const word of ['approve', 'decline', 'pause']) {
    await visit.page.locator('.palette input').fill(word)
    await expect
      .poll(async () => await visit.page.locator('.palette').getByRole('option').count(), { message: word })
      .toBe(0)
  }
  await visit.page.locator('.palette input').fill('byron')
  await option.waitFor()
  await visit.page.keyboard.press('Enter')
  await expect.poll(() => new URL(visit.page.url()).pathname).toBe(`/approvals/${held.id}`)
  await visit.page.waitForSelector('.palette', { state: 'detached' })
  expect((await visit.stored(held)).state).toBe('pending')
  expect(posted).toBe(0)
})

test('is a combobox with a list box: the focus stays in the field, and the field says which option is meant', async () => {
  await visit.openSignedIn('/')
  await open()
  await visit.page.keyboard.type('go to')
  const field = visit.page.locator('.palette').getByRole('combobox')
  expect(await field.getAttribute('aria-controls')).toBe('palette-list')
  const meant = async (): Promise<string | null> => {
    const id = await field.getAttribute('aria-activedescendant')
    const active = visit.page.locator(`[id="${id}"]`)
    expect(await active.getAttribute('aria-selected')).toBe('true')
    return await active.textContent().then((text) => text?.trim() ?? null)
  }
  await expect.poll(meant).toBe('Go to Waiting')
  await visit.page.keyboard.press('ArrowDown')
  await expect.poll(meant).toBe('Go to History')
  await visit.page.keyboard.press('ArrowUp')
  await visit.page.keyboard.press('ArrowUp')
  await expect.poll(meant).toBe('Go to Settings')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await visit.page.keyboard.press('Enter')
  await visit.page.waitForSelector('.preferences')
  await open()
  await visit.page.keyboard.type('compact')
  await visit.page
    .locator('.palette')
    .getByRole('option', { name: /Compact/ })
    .click()
  await expect.poll(() => visit.page.evaluate(() => document.documentElement.dataset['density'])).toBe('compact')
  await open()
  await visit.page.keyboard.press('Escape')
  await visit.page.waitForSelector('.palette', { state: 'detached' })
})

test('keys that come faster than frames count one by one, and Enter goes to what the last of them meant', async () => {
  await visit.openSignedIn('/')
  const field = visit.page.locator('.palette').getByRole('combobox')
  const atOnce = async (typed: string, keys: readonly string[]): Promise<void> => {
    await open()
    await field.evaluate(
      (input: HTMLInputElement, given) => {
        input.value = given.typed
        input.dispatchEvent(new Event('input', { bubbles: true }))
        for (const key of given.keys) {
          input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        }
      },
      { typed, keys },
    )
    await visit.page.waitForSelector('.palette', { state: 'detached' })
  }
  await atOnce('go to', ['ArrowDown', 'ArrowUp', 'ArrowUp', 'Enter'])
  await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/settings')
  await atOnce('history', ['Enter'])
  await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/history')
})

describe('what is found', () => {
  const entry = (key: string, group: PaletteEntry['group'], text: string, about = ''): PaletteEntry => ({
    key,
    group,
    text,
    about,
    go: () => {},
  })

  test('has every word, in any order, in the title or the names; no group fills the list', () => {
    const entries = [
      ...Array.from({ length: 40 }, (_, index) => entry(`hold ${index}`, 'holds', `Delete contact ${index}`, 'crm')),
      entry('page', 'pages', 'Go to Activity'),
    ]
    expect(findEntries(entries, 'crm DELETE').length).toBe(12)
    expect(findEntries(entries, '').at(-1)?.key).toBe('page')
    expect(findEntries(entries, 'delete activity')).toEqual([])
  })

  test('is walked through in a circle; where there is nothing, nothing is meant', () => {
    const entries = [entry('a', 'holds', ''), entry('b', 'holds', '')]
    expect(stepThrough(entries, 'b', 1)).toBe('a')
    expect(stepThrough(entries, 'a', -1)).toBe('b')
    expect(stepThrough(entries, 'gone', 1)).toBe('a')
    expect(stepThrough([], 'a', 1)).toBeNull()
  })
})
