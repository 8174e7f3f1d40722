/**
 * What the inbox says after an approval: only what is true of a call that waits, of one nobody waits for, and while
 * paused.
 */
import { markCallerLeft } from '@holdpoint/core'
import { afterEach, describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../../inbox/src/api/answers.ts'
import { followingOf, followingText, saidApproved } from '../../../inbox/src/model/holds/approved-words.ts'
import { CHINESE } from '../../../inbox/src/words/chinese.ts'
import { ENGLISH } from '../../../inbox/src/words/english.ts'
import { CONFIRM, rowOf, visitPage } from '../../browser/page-visit.ts'

const visit = visitPage()
const NOW = 1_800_000_000_000

async function gate(to: 'pause' | 'resume'): Promise<void> {
  await visit.service.call('POST', `/admin/${to}`, { token: await visit.service.token('approver', 'ops'), body: {} })
}

describe('what follows from an approval', () => {
  const approval = (about: object = {}): ApprovalView =>
    ({
      state: 'approved',
      decided_at: new Date(NOW - 1000).toISOString(),
      run_after: null,
      runs_in: null,
      ...about,
    }) as ApprovalView

  test('a pause, an agent that left, a server that is gone and a call that did not begin all keep it from running', () => {
    expect(followingOf(approval(), false, NOW)).toBe('now')
    expect(followingOf(approval(), true, NOW)).toBe('paused')
    expect(followingOf({ ...approval(), caller_left: true }, false, NOW)).toBe('caller-left')
    expect(followingOf({ ...approval(), server_state: 'disconnected' }, false, NOW)).toBe('when-asked-again')
    expect(followingOf(approval(), false, NOW + 30_000)).toBe('when-asked-again')
    const soon = approval({ run_after: new Date(NOW + 60_000).toISOString() })
    expect(followingOf(soon, false, NOW + 61_000)).toBe('now')
    expect(followingOf(soon, true, NOW)).toBe('paused-soon')
    expect(followingOf(soon, true, NOW + 61_000)).toBe('paused')
    expect(followingOf(approval({ runs_in: 'shop', server_state: 'disconnected' }), false, NOW)).toBe('requester')
  })

  test('only one of the sentences says that it runs', () => {
    for (const following of ['paused', 'paused-soon', 'caller-left', 'when-asked-again', 'requester'] as const) {
      expect(followingText(following, ENGLISH)).not.toContain('runs now')
      expect(followingText(following, CHINESE)).not.toContain('现在执行')
      expect(saidApproved(following, ENGLISH)).not.toBe(ENGLISH.youApproved)
    }
  })
})

describe('on the page', () => {
  afterEach(async () => await gate('resume'))

  async function approve(): Promise<void> {
    await visit.approveEnabled()
    await visit.page.click(CONFIRM)
    await visit.page.waitForSelector('#approved')
  }

  /** As if somebody looked at the page so much later. */
  async function looksLater(milliseconds: number): Promise<void> {
    await visit.page.evaluate((ahead) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + ahead
    }, milliseconds)
  }

  test('while paused nothing is said to run, and the pause is named', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await gate('pause')
    await visit.page.waitForSelector('.banner.paused')
    await approve()
    await visit.page.waitForSelector('.toast.good')
    expect(await visit.page.textContent('.toast.good')).toContain(
      'It was not sent: everything above low risk is paused.',
    )
    expect(await visit.text('#approved')).toContain('Approved, and not sent')
    expect(await visit.text('#approved')).not.toContain('runs now')
    await gate('resume')
    await visit.page.waitForSelector('.banner.paused', { state: 'detached' })
    await looksLater(30_000)
    await expect.poll(() => visit.text('#approved')).toContain('runs when the agent asks for the same again')
  })

  test('while paused nothing counts down to a run, and it can still be taken back', async () => {
    const held = await visit.service.hold({ ruling: { undoWindowMs: 600_000 } })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await gate('pause')
    await visit.page.waitForSelector('.banner.paused')
    await approve()
    await visit.page.waitForSelector('.undo-note')
    expect(await visit.text('.undo-note')).toContain('not sent while paused')
    expect(await visit.text('#approved')).not.toContain('Runs in')
    await visit.page.goto(visit.service.origin)
    await visit.page.waitForSelector(rowOf(held))
    expect(await visit.text(`.row:has(${rowOf(held)})`)).not.toContain('Runs in')
    await gate('resume')
    await expect.poll(() => visit.text('.undo-note')).toMatch(/Runs in [\d:]+( s)?: Delete contact /)
  })

  test('where the agent stopped waiting, it is said to run when asked for again', async () => {
    const held = await visit.service.hold()
    await markCallerLeft(visit.service.store, held.id)
    await visit.openSignedIn(`/approvals/${held.id}`)
    await approve()
    await visit.page.waitForSelector('.toast.good')
    expect(await visit.page.textContent('.toast.good')).toContain('It runs when the agent asks for the same again.')
    expect(await visit.text('#approved')).toContain('The agent no longer waits for it')
    expect((await visit.stored(held)).state).toBe('approved')
  })

  test('where it should have begun and has not, that is said instead of "now"', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await approve()
    expect(await visit.text('.toast.good')).toMatch(/^Approved: Delete contact /)
    expect(await visit.text('#approved')).toContain('it runs now')
    await looksLater(30_000)
    await expect.poll(() => visit.text('#approved')).toContain('not sent so far')
  })
})

test("[X11.B2] an operator's pause has no Resume for a tenant's approver; their own has", async () => {
  const [operator, approver] = [
    await visit.service.token('admin', 'operator'),
    await visit.service.token('approver', 'acme-ops', 'acme'),
  ]
  const resume = visit.page.locator('.banner.paused button')
  await visit.openSignedIn('/')
  // From here on the page speaks as the tenant's approver.
  await visit.page.route('**/admin/**', async (route) => {
    await route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${approver}` } })
  })
  await visit.service.call('POST', '/admin/pause', { token: approver, body: {} })
  await visit.page.reload()
  await resume.waitFor()
  await visit.service.call('POST', '/admin/resume', { token: approver, body: {} })
  await visit.service.call('POST', '/admin/pause', { token: operator, body: {} })
  await visit.page.reload()
  await visit.page.waitForSelector('.banner.paused')
  expect(await visit.text('.banner.paused')).toContain('operator')
  expect(await resume.count()).toBe(0)
  await visit.service.call('POST', '/admin/resume', { token: operator, body: {} })
  await visit.page.waitForSelector('.banner.paused', { state: 'detached' })
})
