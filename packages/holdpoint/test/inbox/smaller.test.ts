/**
 * Smaller promises of the inbox: on paper, after a reload, by keyboard, where something was lost, and how many wait.
 */
import { randomUUID } from 'node:crypto'
import { claimDispatch, decide, loseDispatch, recordDraft } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { CONFIRM, rowOf, visitPage } from '../browser/page-visit.ts'

let bad: { readonly chain: string; readonly sequence: number } = { chain: '', sequence: 0 }
const visit = visitPage({
  verifyAudit: async () => ({ ok: false, ...bad, reason: 'Its hash is another.' }),
})
const INPUT_SCHEMA = { type: 'object', properties: { to: { type: 'string', title: 'Recipient' } } }

/** Approved, sent, and never heard of again. */
async function lose(held: Hold): Promise<void> {
  const { store } = visit.service
  const verdict = { answer: 'approve', by: 'ben', via: 'api', assurance: 'identified', reason: null } as const
  await decide(store, { hold: held.id, tenant: null, verdict })
  await claimDispatch(store, held.id, 'attempt-1', held.owner)
  await loseDispatch(store, held.id, 'attempt-1', 'The server said nothing.')
}

async function openForEditing(): Promise<Hold> {
  const held = await visit.service.hold({ inputSchema: INPUT_SCHEMA, arguments: { to: randomUUID() } })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.approveEnabled()
  await visit.page.keyboard.press('e')
  await visit.page.locator('.detail [part~="panel"]').getByLabel('Recipient').waitFor()
  return held
}

describe('on paper', () => {
  test('the page of a hold is printed whole, without what can be pressed', async () => {
    const lines = Array.from({ length: 120 }, (_, line) => `line ${line}`).join('\n')
    const held = await visit.service.hold({ arguments: { text: lines } })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.page.waitForSelector('#timeline-title')
    await visit.page.waitForSelector(CONFIRM)
    await visit.page.emulateMedia({ media: 'print' })
    for (const chrome of ['.side', '.top', CONFIRM, '.crumb', '.way-there button']) {
      expect(await visit.page.locator(chrome).first().isVisible(), chrome).toBe(false)
    }
    const heights = await visit.page.evaluate(() => ({
      paper: document.documentElement.scrollHeight,
      page: document.querySelector('.detail')?.getBoundingClientRect().height ?? 0,
      screen: innerHeight,
    }))
    expect(heights.page).toBeGreaterThan(heights.screen)
    expect(heights.paper).toBeGreaterThanOrEqual(Math.floor(heights.page))
  })
})

describe('on a desk', () => {
  test('rows, groups and filters stand on one line at both sides', async () => {
    await visit.service.hold()
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('.row-link')
    const sides = async (selector: string): Promise<readonly number[]> =>
      await visit.page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { left, right } = element.getBoundingClientRect()
          return [Math.round(left), Math.round(right)]
        })
    await expect.poll(async () => await sides('.row-link')).toEqual(await sides('#search'))
  })

  test('for several at once nothing stands alone on a second line', async () => {
    const tool = `update_${randomUUID().slice(0, 8)}`
    const holds = [await visit.service.hold({ tool, ruling: { risk: 'medium' } })]
    await visit.tick(tool, holds)
    await visit.page.waitForSelector('.bulk-bar')
    const tops = await visit.page
      .locator('.bulk-bar .buttons button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
    await visit.page.locator('.bulk-bar').getByRole('button', { name: 'Clear' }).click()
    await visit.page.waitForSelector('.bulk-bar', { state: 'detached' })
  })

  test('what is open stands in the address, and is open again after a reload and on the way back', async () => {
    const held = await visit.service.hold()
    const other = await visit.service.hold()
    await visit.openSignedIn('/')
    await visit.page.click(rowOf(held))
    await visit.page.waitForSelector(`.detail tool-card[data-hold="${held.id}"]`)
    expect(new URL(visit.page.url()).searchParams.get('open')).toBe(held.id)
    await visit.page.reload()
    await visit.page.waitForSelector(`.detail tool-card[data-hold="${held.id}"]`)
    expect(await visit.page.getAttribute(rowOf(held), 'aria-current')).toBe('true')
    await visit.page.keyboard.press('o')
    await visit.page.waitForSelector('.single .detail')
    await visit.page.goBack()
    await visit.page.waitForSelector(`.pane tool-card[data-hold="${held.id}"]`)
    await visit.page.click(rowOf(other))
    await visit.page.waitForSelector(`.pane tool-card[data-hold="${other.id}"]`)
    await visit.page.getByLabel('Group by').selectOption('server')
    await expect.poll(() => new URL(visit.page.url()).search).toBe(`?group=server&open=${other.id}`)
  })
})

describe('what is typed', () => {
  test('a half-made edit is not dropped by a reload without being asked about', async () => {
    await openForEditing()
    await visit.page.keyboard.type('ben')
    const asked = visit.page.waitForEvent('dialog')
    void visit.page.reload().catch(() => {})
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    expect(await visit.page.locator('.detail [part~="panel"]').getByLabel('Recipient').inputValue()).toContain('ben')
    // Taken back, it is no draft, and nobody is asked.
    await visit.page.locator('.detail #row').getByRole('button', { name: 'Back' }).click()
    visit.page.on('dialog', () => expect.unreachable())
    await visit.page.reload()
    await visit.approveEnabled()
  })

  test('Escape leads out of the field and stays in the card', async () => {
    await openForEditing()
    await visit.page.keyboard.press('Escape')
    const focused = await visit.page.evaluate(() => {
      const card = document.activeElement
      return [card?.localName, card?.shadowRoot?.activeElement?.textContent?.trim()]
    })
    expect(focused).toEqual(['tool-card', 'More…'])
  })
})

describe('an outcome that was lost', () => {
  test('is pointed to wherever one is, until somebody looks; the title tells it from what waits', async () => {
    const held = await visit.service.hold()
    await visit.openLive('/grants')
    const before = /^\((\d+)\)/.exec(await visit.page.title())
    await lose(held)
    await visit.page.waitForSelector('.banner.lost')
    expect(await visit.page.textContent('.banner.lost')).toContain('Delete contact')
    const waiting = Number(before?.[1]) - 1
    await expect.poll(() => visit.page.title()).toBe(`(${waiting} + 1) Grants · Holdpoint`)
    expect(await visit.page.textContent('.side .count.lost')).toBe('1')
    await visit.page.click('.banner.lost a')
    await visit.page.waitForSelector('.single .resolve')
    await visit.page.waitForSelector('.banner.lost', { state: 'detached' })
  })

  test('is pointed to also where it was lost while nothing listened', async () => {
    const held = await visit.service.hold()
    const open = await visit.holdBackStream()
    await visit.openSignedIn('/')
    await visit.page.waitForSelector(rowOf(held))
    await lose(held)
    open()
    await visit.page.waitForSelector('.banner.lost')
    expect(await visit.page.textContent('#announce')).toMatch(/^Outcome unknown: Delete contact /)
  })
})

describe('the log', () => {
  test('where it is not what was written: what to do next, and the way to the record', async () => {
    const { audit } = visit.service.store
    for (let index = 0; index < 60; index += 1) {
      await audit.append(recordDraft({ kind: 'call-passed', tenant: 'home', tool: `get_${index}`, server: 'crm' }))
    }
    const records = await visit.service.audit()
    const wrong = records.at(-50)
    bad = { chain: wrong?.chain ?? '', sequence: wrong?.sequence ?? 0 }
    await visit.openSignedIn('/audit')
    await visit.page.click('#verify')
    await visit.page.waitForSelector('#verified')
    expect(await visit.page.textContent('#verified')).toContain('Keep a copy of the store before anything else')
    expect(await visit.page.locator('.record.pointed').count()).toBe(0)
    await visit.page.getByRole('button', { name: 'Show this record' }).click()
    const pointed = visit.page.locator('.record.pointed')
    await pointed.waitFor()
    expect(await pointed.textContent()).toContain(wrong?.tool ?? '')
    const box = await pointed.boundingBox()
    expect(box?.y).toBeGreaterThan(0)
    expect(box?.y).toBeLessThan(800)
    bad = { chain: bad.chain, sequence: 999_999 }
    await visit.page.click('#verify')
    await visit.page.waitForSelector('text=choose a longer time')
  })
})

test('a grant says its end as the reader tells time, in the sentence too', async () => {
  const held = await visit.service.hold({ ruling: { risk: 'medium' } })
  await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, {
    token: await visit.service.token('approver', `ben-${randomUUID()}`),
    body: { grant: { for: 7_200_000, arguments: 'same' } },
  })
  await visit.openSignedIn('/grants')
  const item = visit.page.locator('.item', { hasText: 'until' })
  await item.first().waitFor()
  const text = await item.first().locator('> p').textContent()
  expect(text).toMatch(/until \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d/)
  expect(text).not.toMatch(/T\d\d:\d\d/)
})
