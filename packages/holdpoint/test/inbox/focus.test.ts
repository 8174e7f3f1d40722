/** Working without a mouse in the inbox, with the system's own colours, and without the right to decide. */
import { randomUUID } from 'node:crypto'
import type { Hold } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { CONFIRM, DECLINE, rowOf, visitPage } from '../browser/page-visit.ts'
import { standingStill } from '../browser/standing-still.ts'

const visit = visitPage()
const MEDIUM = { risk: 'medium', rule: 'verb update', why: 'It updates.' } as const
const SCOPED = { ...MEDIUM, scope: 'folder "/srv/shop"' } as const

/** The innermost element that has the focus: its part, its hold or its id. */
async function focused(): Promise<string> {
  return await visit.page.evaluate(() => {
    let active: Element | null = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    const { part, name, hold } = {
      part: active?.getAttribute('part'),
      name: active?.getAttribute('name'),
      hold: active?.getAttribute('data-hold'),
    }
    return name ?? part ?? hold ?? (active?.id || active?.localName) ?? ''
  })
}

async function press(selector: string): Promise<void> {
  await visit.page.focus(selector)
  await visit.page.keyboard.press('Enter')
}

async function holdTwo(tool: string): Promise<readonly [Hold, Hold]> {
  return [await visit.service.hold({ tool, ruling: MEDIUM }), await visit.service.hold({ tool, ruling: MEDIUM })]
}

describe('the focus', () => {
  test.each(['at once', 'with a reason'])('stands on the verdict after a decline beside the list, %s', async (way) => {
    const tool = `update_${randomUUID().slice(0, 8)}`
    const [, held] = await holdTwo(tool)
    await visit.openSignedIn(`/?group=none&q=${tool}`)
    await visit.page.click(rowOf(held))
    await visit.approveEnabled()
    if (way === 'with a reason') {
      await visit.openPanel('decline')
      expect(await focused()).toBe('reason')
    }
    await standingStill(visit.page.locator(DECLINE))
    await press(DECLINE)
    await visit.page.waitForSelector('.detail[data-state=declined]')
    await expect.poll(focused).toBe('verdict')
  })

  test('is on a row after several were approved, and back on its button after Back', async () => {
    const tool = `update_${randomUUID().slice(0, 8)}`
    const [first, second] = await holdTwo(tool)
    const left = await visit.service.hold({ tool, ruling: MEDIUM })
    await visit.tick(tool, [first, second])
    await press('#bulk-decline-open')
    await expect.poll(focused).toBe('bulk-reason')
    await press('dialog .plain')
    await expect.poll(focused).toBe('bulk-decline-open')
    await press('#bulk-approve-open')
    await visit.page.waitForSelector('#bulk-approve:not([disabled])')
    await visit.page.waitForTimeout(700)
    await press('#bulk-approve')
    await visit.page.waitForSelector('dialog', { state: 'detached' })
    await expect.poll(focused).toMatch(new RegExp(`^(?:${[first, second, left].map(({ id }) => id).join('|')})$`))
  })

  test('begins on the page that a row leads to on a phone', async () => {
    const held = await visit.service.hold({ ruling: MEDIUM })
    await visit.renew({ width: 400, colorScheme: 'light' })
    await visit.openSignedIn(`/?group=none&q=${held.call.tool}`)
    await press(rowOf(held))
    await visit.page.waitForSelector(CONFIRM)
    await expect.poll(focused).toBe('main')
  })
})

test('in forced colours the current page, the open row and the timeline can be told', async () => {
  const tool = `update_${randomUUID().slice(0, 8)}`
  const [held, other] = await holdTwo(tool)
  await visit.page.emulateMedia({ forcedColors: 'active' })
  await visit.openSignedIn(`/?group=none&q=${tool}`)
  await visit.page.click(rowOf(held))
  await visit.page.waitForSelector('.timeline li')
  const paint = async (selector: string, what: 'backgroundColor' | 'border', pseudo?: string): Promise<string> =>
    await visit.page
      .locator(selector)
      .first()
      .evaluate((found, [name, part]) => getComputedStyle(found, part)[name], [what, pseudo] as const)
  expect(await paint('.side [aria-current=page]', 'backgroundColor')).not.toBe(
    await paint('.side .nav-link:not([aria-current])', 'backgroundColor'),
  )
  expect(await paint('.timeline li', 'border', '::before')).toMatch(/^5px solid rgb\(0, 0, 0\)/)
  expect(await paint('body', 'backgroundColor')).toBe('rgb(255, 255, 255)')
  expect(await paint(rowOf(held), 'border')).not.toBe(await paint(rowOf(other), 'border'))
})

test('whoever may not decide is offered neither the call nor its scope', async () => {
  const held = await visit.service.hold({ tool: 'update_contact', ruling: SCOPED })
  await visit.page.goto(visit.service.origin)
  await visit.page.fill('#token', await visit.service.token('viewer', `eve-${randomUUID()}`))
  await visit.page.click('text=Use this token')
  await visit.page.waitForSelector('.who .name')
  await visit.page.goto(`${visit.service.origin}/approvals/${held.id}`)
  await visit.page.waitForSelector('.detail [part~="question"]')
  for (const answer of [CONFIRM, '.detail [part~="confirm-scope"]', DECLINE]) {
    expect([answer, await visit.page.locator(answer).isVisible()]).toEqual([answer, false])
  }
})
