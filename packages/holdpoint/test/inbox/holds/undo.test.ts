/**
 * Taking approvals back, cancelling, and where else a hold is asked about, in a real browser before the real service.
 */
import { randomUUID } from 'node:crypto'
import { cancelHold, claimDispatch, recordDraft } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { afterEach, describe, expect, test } from 'vitest'
import { delay } from '../../../../../test/harness/wait-for.ts'
import { CONFIRM, rowOf, visitPage } from '../../browser/page-visit.ts'

const visit = visitPage()
const LONG = { undoWindowMs: 60_000 } as const
const NOTE = '.undo-note'
const UNDO = '#approved .undo'
/** What takes the place of Approve counts no press at first. */
const STANDS_MS = 600

// What one test leaves approved would be offered to the next: it is the same person.
afterEach(async () => {
  for (const { id } of await visit.service.store.holds.inState('approved', 200)) {
    await cancelHold(visit.service.store, {
      hold: id,
      tenant: null,
      by: 'test',
      via: 'api',
      assurance: 'identified',
      reason: null,
    })
  }
})

async function approveOpen(held: Hold): Promise<void> {
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.approveEnabled()
  await visit.page.click(CONFIRM)
  await visit.page.waitForSelector(UNDO)
}

describe('the undo window', () => {
  test('after Approve the page, the row and a note count down; Undo takes it back, and says so', async () => {
    const held = await visit.service.hold({ ruling: LONG })
    await approveOpen(held)
    expect(await visit.page.textContent('#approved')).toMatch(/Runs in \d+ s/)
    expect(await visit.page.textContent(NOTE)).toMatch(/Runs in \d+ s: Delete contact /)
    const before = await visit.page.textContent(`${NOTE} [role=timer]`)
    await expect.poll(() => visit.page.textContent(`${NOTE} [role=timer]`)).not.toBe(before)
    await visit.page.click('.crumb')
    const shown = visit.page.locator('.row', { has: visit.page.locator(rowOf(held)) })
    await shown.locator('.undo').waitFor()
    expect(await shown.textContent()).toMatch(/Approved\s*Runs in \d+ s/)
    await visit.page.waitForTimeout(STANDS_MS)
    await shown.locator('.undo').click()
    await expect.poll(async () => (await visit.stored(held)).state).toBe('cancelled')
    await visit.page.waitForSelector('.toast.good')
    expect(await visit.page.textContent('.toast.good')).toMatch(/Taken back: Delete contact \S+\. Nothing ran\./)
    await visit.page.waitForSelector(NOTE, { state: 'detached' })
    expect(await visit.stored(held)).toMatchObject({
      state: 'cancelled',
      verdicts: [{ answer: 'approve' }, { answer: 'cancel', by: 'local:ana', via: 'page' }],
    })
  })

  test('the seconds are not spoken: the answer is announced once, and the timers are no live regions', async () => {
    const held = await visit.service.hold({ ruling: LONG })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.evaluate(() => {
      const told: string[] = []
      const watch = new MutationObserver(() => {
        const text = document.querySelector('#announce')?.textContent ?? ''
        if (text !== '' && told.at(-1) !== text) told.push(text)
      })
      watch.observe(document.querySelector('#announce') as Node, {
        subtree: true,
        childList: true,
        characterData: true,
      })
      Object.assign(window, { told })
    })
    await visit.page.click(CONFIRM)
    await visit.page.waitForSelector(NOTE)
    await visit.page.waitForTimeout(2500)
    const told = await visit.page.evaluate(() => (window as unknown as { told: string[] }).told)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/^Approved: Delete contact \S+\. It runs in \d+ s\. Press u to take it back\.$/)
    expect(
      await visit.page.evaluate(() => document.querySelector('.undo-note')?.closest('[aria-live]') ?? null),
    ).toBeNull()
  })

  test('u takes back what is open, also in another tab and after a reload', async () => {
    const [held, other] = [await visit.service.hold({ ruling: LONG }), await visit.service.hold({ ruling: LONG })]
    await approveOpen(held)
    const tab = await visit.context.newPage()
    await tab.goto(`${visit.service.origin}/`)
    await tab.waitForSelector(NOTE)
    await tab.keyboard.press('u')
    await expect.poll(async () => (await visit.stored(held)).state).toBe('cancelled')
    await visit.page.waitForSelector('.detail[data-state=cancelled]')
    await visit.page.waitForSelector(NOTE, { state: 'detached' })

    await visit.page.goto(`${visit.service.origin}/approvals/${other.id}`)
    await visit.approveEnabled()
    await visit.page.keyboard.press('a')
    await visit.page.waitForSelector(NOTE)
    await visit.page.reload()
    await visit.page.waitForSelector(NOTE)
    await visit.page.keyboard.press('u')
    await visit.page.waitForSelector('.detail[data-state=cancelled]')
    expect((await visit.stored(other)).state).toBe('cancelled')
    await visit.page.keyboard.press('u')
    await visit.page.waitForSelector('.toast:text("There is nothing to take back.")')
  })

  test('another approver sees it on the row and the page, and is not offered it as a note', async () => {
    const held = await visit.service.hold({ ruling: LONG })
    const token = await visit.service.token('approver', `ben-${randomUUID()}`)
    await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, { token, body: {} })
    await visit.openSignedIn('/')
    await visit.page
      .locator('.row', { has: visit.page.locator(rowOf(held)) })
      .locator('.undo')
      .waitFor()
    expect(await visit.page.locator(`${NOTE}[data-undo="${held.id}"]`).count()).toBe(0)
    await visit.page.click(rowOf(held))
    await visit.page.waitForSelector(UNDO)
    await visit.page.waitForTimeout(STANDS_MS)
    await visit.page.click(UNDO)
    await visit.page.waitForSelector('.detail[data-state=cancelled]')
    expect((await visit.stored(held)).verdicts.at(-1)).toMatchObject({ answer: 'cancel', by: 'local:ana' })
  })

  test('several approved at once are taken back at once', async () => {
    const ruling = { risk: 'medium', rule: 'verb update', why: 'It updates.', ...LONG } as const
    const tool = `update_${randomUUID().slice(0, 8)}`
    const holds = [
      await visit.service.hold({ tool, ruling }),
      await visit.service.hold({ tool, ruling }),
      await visit.service.hold({ tool, ruling }),
    ]
    await visit.tick(tool, holds)
    await visit.page.click('#bulk-approve-open:not([disabled])')
    await visit.page.locator('.bulk-calls').evaluate((box) => box.scrollTo(0, 1e6))
    await visit.page.waitForSelector('#bulk-approve:not([disabled])')
    await visit.page.waitForTimeout(700)
    // One answer is on its way for longer than it takes to approve two by hand.
    await visit.page.route(`**/${holds[1]?.id}/approve`, async (route) => {
      await delay(1500)
      await route.continue()
    })
    await visit.page.click('#bulk-approve')
    const note = visit.page.locator(NOTE, { hasText: `3 calls of ${tool} run in` })
    await note.waitFor()
    await visit.page.waitForTimeout(STANDS_MS)
    await note.getByText('Take all 3 back').click()
    for (const held of holds) await expect.poll(async () => (await visit.stored(held)).state).toBe('cancelled')
    await visit.page.waitForSelector(`.toast:text("Taken back: 3 of 3 calls of ${tool}.")`)
  })

  test('[D13] the second press of a double click on Approve takes nothing back, nor does a synthetic one', async () => {
    const held = await visit.service.hold({ ruling: LONG })
    await visit.page.clock.install()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.clock.pauseAt(Date.now() + 60_000)
    await visit.page.keyboard.press('a')
    await expect
      .poll(async () => {
        await visit.page.clock.runFor(20)
        return await visit.page.locator(UNDO).count()
      })
      .toBe(1)
    await visit.page.click(UNDO)
    await visit.page.clock.runFor(STANDS_MS)
    await visit.page.locator(UNDO).evaluate((button) => (button as HTMLElement).click())
    await visit.page.clock.runFor(100)
    expect((await visit.stored(held)).state).toBe('approved')
    await visit.page.click(UNDO)
    await expect.poll(async () => (await visit.stored(held)).state).toBe('cancelled')
  })

  test('lost the race: it says that it runs already', async () => {
    const held = await visit.service.hold({ ruling: LONG })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    // This browser learns nothing of what happens meanwhile.
    await visit.page.route('**/admin/events', (route) => route.abort())
    await visit.page.click(CONFIRM)
    await visit.page.waitForSelector(UNDO)
    await visit.page.route(`**/admin/approvals/${held.id}/cancel`, async (route) => {
      visit.service.advance(LONG.undoWindowMs)
      const claim = await claimDispatch(visit.service.store, held.id, 'attempt-1', held.owner)
      expect(claim.kind).toBe('moved')
      await route.continue()
    })
    await visit.page.waitForTimeout(STANDS_MS)
    await visit.page.click(UNDO)
    await visit.page.waitForSelector('#conflict')
    expect(await visit.page.textContent('#conflict span')).toBe('Too late: it runs already.')
    expect((await visit.stored(held)).state).toBe('dispatching')
  })

  test('somebody who can only read is offered nothing', async () => {
    const held = await visit.service.hold({ ruling: LONG })
    const token = await visit.service.token('approver', `ben-${randomUUID()}`)
    await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, { token, body: {} })
    await visit.page.goto(visit.service.origin)
    await visit.page.fill('#token', await visit.service.token('viewer', `eve-${randomUUID()}`))
    await visit.page.click('text=Use this token')
    await visit.page.waitForSelector('.who .name')
    await visit.page.goto(`${visit.service.origin}/approvals/${held.id}`)
    await visit.page.waitForSelector('#approved')
    expect(await visit.page.locator('.undo').count()).toBe(0)
  })
})

describe('cancelling', () => {
  test('Cancel call on a waiting hold ends it as cancelled', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.click('.detail [part~="cancel"]')
    await visit.page.waitForSelector('.detail[data-state=cancelled]')
    expect(await visit.text('.detail [part~="verdict"]')).toContain('Cancelled by local:ana')
    expect(await visit.stored(held)).toMatchObject({
      state: 'cancelled',
      verdicts: [{ answer: 'cancel', via: 'page' }],
    })
  })

  test('several at once, with one reason', async () => {
    const tool = `delete_${randomUUID().slice(0, 8)}`
    const holds = [await visit.service.hold({ tool }), await visit.service.hold({ tool })]
    await visit.tick(tool, holds)
    await visit.page.click('#bulk-cancel-open')
    await visit.page.fill('#bulk-reason', 'no longer needed')
    await visit.page.click('#bulk-cancel')
    for (const held of holds) {
      await expect
        .poll(async () => await visit.stored(held))
        .toMatchObject({ state: 'cancelled', verdicts: [{ answer: 'cancel', reason: 'no longer needed' }] })
    }
  })
})

describe('what is offered', () => {
  test('no Edit and no standing permission where the gateway would accept none', async () => {
    const inputSchema = { type: 'object', properties: { id: { type: 'string' } } }
    const held = await visit.service.hold({ inputSchema, ruling: { grantable: false } })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    const buttons = async (): Promise<readonly string[]> =>
      (await visit.page.locator('.detail #row button').allTextContents()).map((text) => text.trim())
    expect(await buttons()).toEqual(['Run it once', "Don't run it", 'Cancel call', 'More…'])

    const unread = await visit.service.hold()
    await visit.page.goto(`${visit.service.origin}/approvals/${unread.id}`)
    await visit.approveEnabled()
    expect(await buttons()).toEqual(['Run it once', "Don't run it", 'Cancel call', 'More…'])
    await visit.page.keyboard.press('e')
    await visit.page.waitForSelector('.toast:text("These arguments cannot be changed.")')
    expect(await visit.page.$('.detail [part~="panel"]')).toBeNull()
  })

  test('the page says where else it was asked, and where it was decided', async () => {
    const held = await visit.service.hold()
    const shown = { kind: 'question-shown', tenant: 'home', hold: held.id } as const
    await visit.service.store.audit.append(recordDraft({ ...shown, client: 'Cur\u202esor', detail: 'form' }))
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.page.waitForSelector('#asked-on')
    // A question that is put elsewhere while the page is open shows up too.
    await visit.service.store.audit.append(recordDraft({ ...shown, client: 'Cursor', detail: 'terminal' }))
    await visit.page.waitForSelector('#asked-on li:nth-child(2)')
    const asked = await visit.page.locator('#asked-on li').allTextContents()
    expect(asked.map((text) => text.trim().replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^a form in Cur⟦U\+202E⟧sor, (?:just now|\d+ s ago)$/),
      expect.stringMatching(/^the terminal, (?:just now|\d+ s ago)$/),
    ])
    expect(await visit.page.locator('#decided-on').count()).toBe(0)
    expect(await visit.text('.timeline')).toContain('Question shown')
    const token = await visit.service.token('approver', `ben-${held.id}`)
    await visit.service.call('POST', `/admin/approvals/${held.id}/reject`, { token, body: {} })
    await visit.page.waitForSelector('#decided-on')
    expect(await visit.page.textContent('#decided-on')).toContain(`the API, by ben-${held.id}`)
    expect(await visit.page.textContent('.surfaces')).toContain('The first answer counts')
  })
})
