/** Where several people must approve: each sees the own vote, who else approved, and nothing that is over. */
import { expect, test } from 'vitest'
import { CONFIRM, visitPage } from '../../browser/page-visit.ts'

const visit = visitPage()

test('one’s own vote is shown, a second press says that it counted, and what was said of it goes once it is decided', async () => {
  const held = await visit.service.hold({ ruling: { quorum: 2 } })
  // What is said stays until something takes it away: its own time does not run out here.
  await visit.page.addInitScript(() => {
    const later = setTimeout.bind(globalThis) as (work: () => void, ms?: number) => number
    const slower = (work: () => void, ms = 0): number => later(work, ms === 7000 ? 600_000 : ms)
    Object.assign(globalThis, { setTimeout: slower })
  })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.approveEnabled()
  expect(await visit.page.locator('#so-far').count()).toBe(0)
  await visit.page.click(CONFIRM)
  await visit.page.waitForSelector('.toast.good')
  expect(await visit.page.textContent('.toast.good')).toBe('Your approval counts: 1 of 2.')
  await expect.poll(() => visit.text('.detail tool-card')).toContain('You approved; 1 of 2.')
  expect(await visit.page.textContent('#so-far')).toBe('Approved so far by local:ana (you): 1 of 2.')
  // A second press counts for nothing and says so.
  await visit.approveEnabled()
  await visit.page.click(CONFIRM)
  await visit.page.waitForSelector('.toast:text("Your approval was counted before: 1 of 2.")')
  await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, {
    token: await visit.service.token('approver', 'ben'),
    body: {},
  })
  await visit.page.waitForSelector('.detail[data-state=approved]')
  await visit.page.waitForSelector('.toast', { state: 'detached' })
  expect(await visit.page.locator('#so-far').count()).toBe(0)
})

test('whoever may not approve is told who may, before they press', async () => {
  const held = await visit.service.hold({ ruling: { approvers: ['ben', 'eve'] } })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await expect
    .poll(() => visit.text('.detail tool-card'))
    .toContain('Only ben, eve may approve this. You can decline it.')
  const own = await visit.service.hold({ ruling: { approvers: ['local:ana', 'eve'] } })
  await visit.openSignedIn(`/approvals/${own.id}`)
  await visit.approveEnabled()
  expect(await visit.text('.detail tool-card')).not.toContain('may approve this')
})

test('whoever has not voted yet is told who has, and still to read first', async () => {
  const held = await visit.service.hold({ ruling: { quorum: 3 } })
  await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, {
    token: await visit.service.token('approver', 'eve'),
    body: {},
  })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.page.waitForSelector('#so-far')
  expect(await visit.page.textContent('#so-far')).toBe('Approved so far by eve: 1 of 3.')
  expect(await visit.text('.detail tool-card')).not.toContain('You approved')
})
