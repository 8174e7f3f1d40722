/**
 * Escape on the page: it closes what is open, decides nothing, and whoever works by keyboard stands where they stood
 * before.
 */
import { randomUUID } from 'node:crypto'
import type { Hold } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { visitPage } from '../browser/page-visit.ts'

const visit = visitPage()
const INPUT_SCHEMA = { type: 'object', properties: { id: { type: 'string' } } }

/** Where the focus is, in the document or in the tree of a card: its id, its name, or what it is. */
const focused = async (): Promise<string> =>
  await visit.page.evaluate(() => {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at?.id || at?.getAttribute('name') || at?.localName || ''
  })
const escape = async (): Promise<void> => await visit.page.keyboard.press('Escape')
const untouched = async (holds: readonly Hold[]): Promise<void> => {
  for (const held of holds) expect(await visit.stored(held)).toMatchObject({ state: 'pending', verdicts: [] })
}

describe('[X11.E6] dialogs', () => {
  test.each(['bulk-approve-open', 'bulk-decline-open', 'bulk-cancel-open'])(
    '%s: closed, nothing decided, and the focus is on its opener',
    async (opener) => {
      const tool = `update_${randomUUID().slice(0, 8)}`
      const ruling = { risk: 'medium' } as const
      const holds = [await visit.service.hold({ tool, ruling }), await visit.service.hold({ tool, ruling })]
      await visit.tick(tool, holds)
      await visit.page.locator(`#${opener}:not([disabled])`).click()
      await visit.page.waitForSelector('dialog[open] .buttons')
      if (opener !== 'bulk-approve-open') await visit.page.keyboard.type('not these')
      await escape()
      await visit.page.waitForSelector('dialog', { state: 'detached' })
      await expect.poll(focused).toBe(opener)
      await untouched(holds)
      // It opens anew, and closes anew.
      await visit.page.keyboard.press('Enter')
      await visit.page.waitForSelector('dialog[open] .buttons')
      await escape()
      await visit.page.waitForSelector('dialog', { state: 'detached' })
      await untouched(holds)
    },
  )

  test('the keys, opened by a key and from the menu, and the menu of a phone', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn('/?group=none')
    await visit.page.locator(`a[data-hold="${held.id}"]`).focus()
    await visit.page.keyboard.press('?')
    await visit.page.waitForSelector('dialog[open]')
    await escape()
    await visit.page.waitForSelector('dialog', { state: 'detached' })
    await expect
      .poll(async () => await visit.page.evaluate(() => (document.activeElement as HTMLElement).dataset['hold']))
      .toBe(held.id)
    const keys = visit.page.locator('.side .menu-item', { hasText: 'Keys' }).first()
    await keys.click()
    await visit.page.waitForSelector('dialog[open]')
    await escape()
    await visit.page.waitForSelector('dialog', { state: 'detached' })
    await expect.poll(async () => await keys.evaluate((button) => button === document.activeElement)).toBe(true)

    await visit.renew({ width: 390, colorScheme: 'light' })
    await visit.openSignedIn('/')
    const menu = visit.page.locator('.tabs button')
    await menu.click()
    await visit.page.waitForSelector('dialog[open]')
    await escape()
    await visit.page.waitForSelector('dialog', { state: 'detached' })
    await expect.poll(async () => await menu.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('out of the search, and no further', async () => {
    await visit.openSignedIn('/')
    await visit.page.keyboard.press('/')
    await expect.poll(focused).toBe('search')
    await escape()
    expect(await focused()).not.toBe('search')
  })
})

describe('[X11.E6] panels of the card on the page', () => {
  async function open(): Promise<Hold> {
    const held = await visit.service.hold({ inputSchema: INPUT_SCHEMA, ruling: { risk: 'medium' } })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    return held
  }

  test.each(['edit', 'allow', 'decline'])('%s, with the focus in it and beside it', async (panel) => {
    const held = await open()
    await visit.page.click('.detail #row [name=more]')
    for (const beside of [false, true]) {
      await visit.page.click(`.detail #row [name=${panel}]`)
      await visit.page.waitForSelector('.detail [part~="panel"]')
      if (beside) await visit.page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await escape()
      await visit.page.waitForSelector('.detail [part~="panel"]', { state: 'detached' })
      await expect.poll(focused).toBe(panel)
    }
    await escape()
    await expect.poll(focused).toBe('more')
    await untouched([held])
  })

  test.each(['e', 'd'])('what the key %s opened', async (key) => {
    const held = await open()
    await visit.page.keyboard.press(key)
    await visit.page.waitForSelector('.detail [part~="panel"]')
    await escape()
    await visit.page.waitForSelector('.detail [part~="panel"]', { state: 'detached' })
    await expect.poll(focused).toBe('more')
    await untouched([held])
  })
})

test('[X11.E4] advice on how to answer goes with the question', async () => {
  const lines = Array.from({ length: 120 }, (_, line) => `line ${line}`).join('\n')
  const held = await visit.service.hold({ arguments: { lines } })
  await visit.openLive(`/approvals/${held.id}`)
  await visit.page.waitForSelector('.detail [part~="confirm"][disabled]')
  await visit.page.keyboard.press('a')
  await visit.page.locator('.toast', { hasText: 'Read the arguments to the end first.' }).waitFor()
  const token = await visit.service.token('approver', `ben-${randomUUID()}`)
  await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, { token, body: {} })
  await visit.page.waitForSelector('.detail[data-state=approved]')
  expect(await visit.page.locator('.toast', { hasText: 'Read the arguments' }).count()).toBe(0)
  expect(await visit.text('.detail tool-card')).not.toContain('Read to the end')
})
