/** What a list says of calls: titles with the real names beside them, days, and rows that open. In a real browser. */
import { randomUUID } from 'node:crypto'
import { claimDispatch, decide, loseDispatch, recordDraft } from '@holdpoint/core'
import { describe, expect, test, vi } from 'vitest'
import { toDayItems } from '../../../inbox/src/model/holds/list-items.ts'
import { dayName } from '../../../inbox/src/model/times.ts'
import type { ApprovalRow } from '../../../inbox/src/model/holds/approval-row.ts'
import { CHINESE } from '../../../inbox/src/words/chinese.ts'
import { ENGLISH } from '../../../inbox/src/words/english.ts'
import { holdCall } from '../../browser/inbox-held.ts'
import { rowOf, visitPage } from '../../browser/page-visit.ts'

const visit = visitPage()
const VERDICT = { by: 'ben', via: 'api', assurance: 'identified', reason: null } as const
const PICTURES = /\p{Extended_Pictographic}/u

describe('a row', () => {
  test('carries what the call would do, with the tool and its server small beside it, and line icons', async () => {
    const entity = {
      title: 'Delete contact Ada Byron?',
      fields: [],
      impact: [],
      source: 'get_contact',
      hash: 'h',
      seen: [],
    } as const
    const held = await holdCall(visit.service.store, {
      call: { tool: 'delete_contact' },
      entity,
      warnings: ['An identical call ran 40 s ago.'],
    })
    await visit.openSignedIn('/')
    const row = visit.page.locator(rowOf(held))
    await row.waitFor()
    expect(await row.locator('.row-title').textContent()).toBe('Delete contact Ada Byron?')
    expect(await row.locator('.row-about').textContent()).toBe('delete_contact · crm')
    expect(await row.locator('.row-warned svg[aria-hidden="true"]').count()).toBe(1)
    expect(await row.locator('.row-warned').getAttribute('aria-label')).toBe('There are warnings')
    expect(await visit.page.locator('main').textContent()).not.toMatch(PICTURES)
  })

  test('does not show what was read of the server to who may not decide', async () => {
    const entity = {
      title: 'Delete contact Grace Hopper?',
      fields: [],
      impact: [],
      source: 'get_contact',
      hash: 'h',
      seen: [],
    } as const
    await holdCall(visit.service.store, { call: { tool: 'delete_contact' }, entity })
    const token = await visit.service.token('viewer', `viewer-${randomUUID()}`)
    const { json, text } = await visit.service.call('GET', '/admin/approvals?limit=5', { token })
    expect(json.approvals[0]?.titles.en).toMatch(/^Delete contact /)
    expect(text).not.toContain('Grace Hopper')
  })

  test('is in the language of the page, and changes with it', async () => {
    const held = await holdCall(visit.service.store, {
      call: { tool: 'update_contact', argumentsText: '{"id":"c_7"}' },
    })
    await visit.openSignedIn('/')
    const title = visit.page.locator(`${rowOf(held)} .row-title`)
    await expect.poll(async () => await title.textContent()).toBe('Update contact c_7')
    await visit.page.click('.side >> text=简体中文')
    await expect.poll(async () => await title.textContent()).toMatch(/\p{Script=Han}.*c_7/u)
  })

  test('takes less room where the person wants more of them on the screen', async () => {
    await visit.service.hold()
    await visit.openSignedIn('/settings')
    await visit.page.getByLabel('Lists').selectOption('compact')
    await visit.page.click('.side >> text=Waiting')
    const row = visit.page.locator('#waiting .row').first()
    await row.waitFor()
    expect((await row.boundingBox())?.height).toBe(68)
    await visit.page.reload()
    await row.waitFor()
    expect((await row.boundingBox())?.height).toBe(68)
  })
})

describe('history', () => {
  test('has what was decided, and nothing that still waits, also as it happens', async () => {
    const { store } = visit.service
    const [waits, declined, lost] = [
      await visit.service.hold(),
      await visit.service.hold(),
      await visit.service.hold({ tool: 'send_mail' }),
    ]
    await decide(store, { hold: declined.id, tenant: null, verdict: { ...VERDICT, answer: 'decline' } })
    await decide(store, { hold: lost.id, tenant: null, verdict: { ...VERDICT, answer: 'approve' } })
    await claimDispatch(store, lost.id, 'attempt-1', lost.owner)
    await visit.openLive('/history')
    await visit.page.waitForSelector(rowOf(declined))
    await visit.page.waitForSelector(rowOf(lost))
    await loseDispatch(store, lost.id, 'attempt-1', 'The server went away.')
    // It waits for a person again, who says what became of it.
    await visit.page.waitForSelector(rowOf(lost), { state: 'detached' })
    const next = await visit.service.hold()
    await decide(store, { hold: next.id, tenant: null, verdict: { ...VERDICT, answer: 'decline' } })
    await visit.page.waitForSelector(rowOf(next))
    expect(await visit.page.locator(`#history ${rowOf(waits)}`).count()).toBe(0)
    const states = await visit.page.getByLabel('State', { exact: true }).locator('option').allTextContents()
    expect(states).not.toContain('Waiting')
  })

  test('stands under its days, by the clock of the reader', async () => {
    const { service } = visit
    vi.useFakeTimers({ now: new Date(2026, 10, 18, 0, 30), toFake: ['Date'] })
    const at = (day: number, hour: number): ApprovalRow =>
      ({ id: `${day} ${hour}`, createdAt: new Date(2026, 10, day, hour).getTime() }) as ApprovalRow
    const rows = [at(18, 0), at(17, 23), at(17, 1), at(2, 12)]
    const named = (words: typeof ENGLISH) =>
      toDayItems(rows, (moment) => dayName(moment, words)).map((item) => (item.kind === 'group' ? item.name : item.key))
    const english = named(ENGLISH)
    const chinese = named(CHINESE)
    const lastYear = dayName(new Date(2025, 11, 31, 12).getTime(), ENGLISH)
    vi.useRealTimers()
    expect(english).toEqual(['Today', '18 0', 'Yesterday', '17 23', '17 1', 'Monday, November 2', '2 12'])
    expect(chinese.filter((name) => /\D{2}/u.test(name) && !/^\d+ \d+$/.test(name))).toEqual([
      '今天',
      '昨天',
      '11月2日星期一',
    ])
    expect(lastYear).toBe('Wednesday, December 31, 2025')
    const declined = await service.hold()
    await decide(service.store, { hold: declined.id, tenant: null, verdict: { ...VERDICT, answer: 'decline' } })
    await visit.openSignedIn('/history')
    await visit.page.waitForSelector(rowOf(declined))
    expect(await visit.page.locator('#history .group-name').first().textContent()).toBe('Today')
  })
})

describe('activity', () => {
  test('is one row each, which opens to what else is known, by pointer and by key', async () => {
    const held = await visit.service.hold({ tool: 'delete_deal' })
    const about = { server: 'crm', principal: 'agent-7', client: 'Cursor', risk: 'low', rule: 'verb get' } as const
    await visit.service.store.audit.append(
      recordDraft({ kind: 'call-passed', tenant: 'home', tool: 'get_contact', ...about }),
    )
    await visit.openSignedIn('/activity')
    const passed = visit.page.locator('.call.passed').first()
    await passed.waitFor()
    expect(await visit.page.locator('.call tool-card').count()).toBe(0)
    expect(await visit.page.locator('.call .call-open').first().textContent()).not.toMatch(PICTURES)
    const row = passed.getByRole('button', { expanded: false })
    expect(await row.evaluate((button) => button.getBoundingClientRect().height)).toBeLessThan(60)
    expect(await row.textContent()).toContain('Passed')
    await row.click()
    await passed.getByRole('button', { expanded: true }).waitFor()
    expect(await passed.locator('.call-about').textContent()).toContain('agent-7 through Cursor')
    const other = visit.page.locator('.call.held', { has: visit.page.locator(`a[href="/approvals/${held.id}"]`) })
    expect(await other.locator('.call-title').textContent()).toMatch(/^Delete deal /)
    await other.getByRole('button').focus()
    await visit.page.keyboard.press('Enter')
    await other.locator('tool-card').waitFor()
    await visit.page.keyboard.press('Enter')
    await other.locator('tool-card').waitFor({ state: 'detached' })
    expect(await passed.locator('tool-card').count()).toBe(1)
  })
})
