/**
 * Deciding in one look: the answers stay in sight and sleep until the end of what must be read came out from behind them; no single key
 * runs what cannot be undone; Escape closes what is open; pausing everything is asked once.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hold } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { CONFIRM, visitPage } from '../../browser/page-visit.ts'
import { standingStill } from '../../browser/standing-still.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const visit = visitPage()

const LONG = { entries: Array.from({ length: 30 }, (_, n) => `entry ${n} of what would be deleted`) }
const FINAL = { irreversible: true, undoWindowMs: null } as const
/** So many that the box of the arguments ends behind the answers, also on a large desk. */
const WARNINGS = Array.from({ length: 9 }, (_, n) => `Warning ${n}: read this before what would be sent.`)
/** Longer than an Enter must stay away from the key that armed. */
const A_LOOK_MS = 600
const LAPSED_MS = 5600

const SCREENS = [
  ['desk', { width: 1280, height: 800 }],
  ['small desk', { width: 1024, height: 640 }],
  ['phone', { width: 390, height: 844 }],
] as const

async function open(viewport: { readonly width: number; readonly height: number }, held: Hold): Promise<void> {
  await visit.page.setViewportSize(viewport)
  await visit.openSignedIn(viewport.width > 1200 ? `/?open=${held.id}` : `/approvals/${held.id}`)
  await visit.page.waitForSelector('.detail tool-card')
}

async function scrollBy(pixels: number): Promise<void> {
  await visit.page.evaluate((by) => {
    for (const box of document.querySelectorAll('main, .pane')) box.scrollBy(0, by)
  }, pixels)
}

const isAwake = async (): Promise<boolean> => await visit.page.locator(CONFIRM).isEnabled()
const hint = async (): Promise<string> => await visit.text('.detail .hint')
const isArmed = async (): Promise<boolean> => (await visit.page.locator('.detail tool-card[data-armed]').count()) === 1
const pending = async (held: Hold): Promise<boolean> => (await visit.stored(held)).state === 'pending'

/** Where the edge of the answers is, above what it sticks to. */
async function answersAt(): Promise<{ readonly isInSight: boolean; readonly isEndCovered: boolean }> {
  return await visit.page.evaluate(() => {
    const root = document.querySelector('.detail tool-card')?.shadowRoot
    const bar = root?.querySelector('[part~=actions]')?.getBoundingClientRect() ?? new DOMRect()
    const tabs = document.querySelector('.tabs')?.getBoundingClientRect()
    const floor = tabs !== undefined && tabs.height > 0 ? tabs.top : innerHeight
    const end = root?.querySelector('#end')?.getBoundingClientRect()
    return {
      isInSight: bar.height > 0 && bar.top >= 0 && bar.bottom <= floor + 1,
      isEndCovered: end !== undefined && end.top < innerHeight && end.bottom > bar.top + 1,
    }
  })
}

describe('the answers', () => {
  test.each(SCREENS)('[C3] stay in sight and sleep until the end was displayed, on a %s', async (_name, viewport) => {
    const held = await visit.service.hold({ arguments: { ...LONG, mark: randomUUID() }, warnings: WARNINGS })
    await open(viewport, held)
    await expect.poll(answersAt, { timeout: 20_000 }).toMatchObject({ isInSight: true })
    expect(await isAwake()).toBe(false)
    expect(await hint()).toBe('Read to the end to approve.')
    // The arguments have a box of their own, which is scrolled too.
    await visit.page.evaluate(() => {
      const box = document.querySelector('.detail tool-card')?.shadowRoot?.querySelector('.bytes')
      box?.scrollTo(0, 100_000)
    })
    // In small steps, so that the end comes up behind the answers first.
    let wasCovered = false
    for (let step = 0; step < 200 && !(await isAwake()); step++) {
      const at = await answersAt()
      expect(at.isInSight).toBe(true)
      if (at.isEndCovered) {
        wasCovered = true
        await visit.page.waitForTimeout(250)
        expect(await isAwake()).toBe(false)
      }
      await scrollBy(25)
    }
    expect(wasCovered).toBe(true)
    await expect.poll(isAwake).toBe(true)
    expect(await hint()).toBe('')
    expect(await answersAt()).toEqual({ isInSight: true, isEndCovered: false })
    await standingStill(visit.page.locator(CONFIRM))
    await visit.page.click(CONFIRM)
    await visit.page.waitForSelector('.detail[data-state=approved]')
  })

  test('[S4.8] axe finds nothing', async () => {
    await visit.page.addInitScript(AXE)
    const held = await visit.service.hold({ arguments: { ...LONG, mark: randomUUID() } })
    for (const [, viewport] of SCREENS) {
      await open(viewport, held)
      expect(await violations()).toEqual([])
    }
  })
})

async function violations(): Promise<readonly string[]> {
  return await visit.page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
    return (await axe.run()).violations.map(({ id }) => id)
  })
}

describe('what cannot be undone', () => {
  async function openFinal(ruling: object = FINAL): Promise<Hold> {
    const held = await visit.service.hold({ ruling })
    await visit.openLive(`/approvals/${held.id}`)
    await visit.approveEnabled()
    return held
  }

  test('[C3] is run by no single key: the key arms, Enter confirms, and for 5 s it can be taken back', async () => {
    const held = await openFinal()
    for (let press = 0; press < 3; press++) await visit.page.keyboard.press('a')
    expect(await isArmed()).toBe(true)
    await expect.poll(hint).toContain('Enter or a click runs it, Esc leaves it. Lapses in 5 s.')
    await visit.page.waitForTimeout(A_LOOK_MS)
    for (let press = 0; press < 3; press++) await visit.page.keyboard.press('a')
    expect(await pending(held)).toBe(true)
    await visit.page.keyboard.press('Enter')
    await visit.page.waitForSelector('.detail[data-state=approved] #approved .undo')
    const { runAfter, decidedAt } = await visit.stored(held)
    expect((runAfter ?? 0) - (decidedAt ?? 0)).toBe(5000)
    expect(await visit.text('#approved')).toMatch(/Runs in \d s.*Take back/s)
    await visit.page.waitForTimeout(A_LOOK_MS)
    await visit.page.keyboard.press('u')
    await visit.page.waitForSelector('.detail[data-state=cancelled]')
  })

  test('[C3] an armed answer can be clicked', async () => {
    const held = await openFinal()
    await visit.page.keyboard.press('a')
    await standingStill(visit.page.locator(CONFIRM))
    await visit.page.click(CONFIRM)
    await visit.page.waitForSelector('.detail[data-state=approved]')
    expect((await visit.stored(held)).verdicts).toHaveLength(1)
  })

  test('[C3] Enter that was typed along with the key, or held down, counts for nothing', async () => {
    const held = await openFinal()
    await visit.page.keyboard.press('a')
    await visit.page.keyboard.press('Enter')
    expect(await isArmed()).toBe(true)
    await visit.page.keyboard.down('Enter')
    await visit.page.waitForTimeout(A_LOOK_MS)
    await visit.page.keyboard.down('Enter')
    await visit.page.keyboard.up('Enter')
    await visit.page.waitForTimeout(300)
    expect(await pending(held)).toBe(true)
  })

  test.each([
    ['after a few seconds', async () => await visit.page.waitForTimeout(LAPSED_MS)],
    ['on Escape', async () => await visit.page.keyboard.press('Escape')],
    ['on another key', async () => await visit.page.keyboard.press('m')],
    ['when the focus moves on', async () => await visit.page.keyboard.press('Tab')],
  ])('[C3] what was armed lapses %s: Enter then runs nothing', async (_when, act) => {
    const held = await openFinal()
    await visit.page.keyboard.press('a')
    expect(await isArmed()).toBe(true)
    await act()
    expect(await isArmed()).toBe(false)
    const focused = await visit.page.evaluate(
      () => document.querySelector('.detail tool-card')?.shadowRoot?.activeElement?.getAttribute('part') ?? '',
    )
    expect(focused).not.toContain('confirm')
    if (_when !== 'when the focus moves on') await visit.page.keyboard.press('Enter')
    await visit.page.waitForTimeout(400)
    expect(await pending(held)).toBe(true)
  })

  test('[C3] what was armed lapses with news of the hold, and with another hold', async () => {
    const ruling = { ...FINAL, quorum: 2, assurance: 'identified' } as const
    const held = await openFinal(ruling)
    await visit.page.keyboard.press('a')
    expect(await isArmed()).toBe(true)
    const token = await visit.service.token('approver', 'ben-of-the-quorum')
    await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, { token, body: {} })
    await expect.poll(isArmed).toBe(false)
    const [one, other] = [await visit.service.hold({ ruling: FINAL }), await visit.service.hold({ ruling: FINAL })]
    await visit.openLive(`/?open=${one.id}&group=none`)
    await visit.approveEnabled()
    await visit.page.keyboard.press('a')
    expect(await isArmed()).toBe(true)
    await visit.page.keyboard.press('k')
    await visit.page.keyboard.press('j')
    expect(await isArmed()).toBe(false)
    await visit.page.keyboard.press('Enter')
    await visit.page.waitForTimeout(400)
    expect([await pending(one), await pending(other)]).toEqual([true, true])
  })

  test.each([
    ['can be undone', { risk: 'high' }],
    ['is no high risk', { risk: 'medium', irreversible: true }],
  ] as const)('what %s is run by its key, at once or as the policy says', async (_what, ruling) => {
    const held = await openFinal({ undoWindowMs: 0, ...ruling })
    await visit.page.keyboard.press('a')
    await visit.page.waitForSelector('.detail[data-state=approved]')
    expect((await visit.stored(held)).runAfter).toBeNull()
  })

  test('[S4.8] armed, in Chinese, axe finds nothing', async () => {
    await visit.page.addInitScript(AXE)
    await visit.page.addInitScript(() => localStorage.setItem('holdpoint.locale', 'zh-CN'))
    await openFinal()
    await visit.page.keyboard.press('a')
    await expect.poll(hint).toContain('按 Enter 或点击即执行')
    expect(await violations()).toEqual([])
  })
})

describe('Escape closes what is open', () => {
  test('the panel of a card, then the hold, where it takes the place of the list', async () => {
    const held = await visit.service.hold()
    await open({ width: 1024, height: 640 }, held)
    await visit.page.keyboard.press('d')
    await visit.page.waitForSelector('.detail [part~=panel]')
    await visit.page.keyboard.press('Escape')
    await visit.page.waitForSelector('.detail [part~=panel]', { state: 'detached' })
    expect(new URL(visit.page.url()).pathname).toBe(`/approvals/${held.id}`)
    await visit.page.keyboard.press('Escape')
    await visit.page.waitForSelector('#waiting [data-hold]')
  })

  test('a menu, and nothing behind it', async () => {
    const held = await visit.service.hold()
    await open({ width: 390, height: 844 }, held)
    await visit.page.click('.top .icon-button')
    await visit.page.waitForSelector('dialog[open]')
    await visit.page.keyboard.press('Escape')
    await visit.page.waitForSelector('dialog[open]', { state: 'detached' })
    expect(new URL(visit.page.url()).pathname).toBe(`/approvals/${held.id}`)
  })
})

describe('pausing everything', () => {
  const isPaused = async (): Promise<boolean> => (await visit.page.locator('.banner.paused').count()) === 1

  test.each(['.side .menu-gate button', '.page button[aria-haspopup=dialog]'])(
    'is asked once, from %s',
    async (from) => {
      await visit.openSignedIn('/health')
      await visit.page.click(from)
      await visit.page.waitForSelector('dialog[open] #pause-now')
      expect(await isPaused()).toBe(false)
      // Neither Enter nor Escape pauses anything.
      await visit.page.keyboard.press('Enter')
      await visit.page.waitForSelector('dialog[open]', { state: 'detached' })
      await visit.page.click(from)
      await visit.page.waitForSelector('dialog[open] #pause-now')
      await visit.page.keyboard.press('Escape')
      await visit.page.waitForSelector('dialog[open]', { state: 'detached' })
      await visit.page.waitForTimeout(300)
      expect(await isPaused()).toBe(false)
      await visit.page.click(from)
      await visit.page.click('#pause-now')
      await visit.page.waitForSelector('.banner.paused')
      await visit.page.locator('.banner.paused button').click()
      await visit.page.waitForSelector('.banner.paused', { state: 'detached' })
    },
  )

  test('stands apart from what the browser prefers', async () => {
    await visit.openSignedIn('/')
    expect(await visit.page.locator('.side .menu').getByText('Pause').count()).toBe(0)
    expect(await visit.page.locator('.side .menu-gate').getByText('Pause').count()).toBe(1)
  })
})
