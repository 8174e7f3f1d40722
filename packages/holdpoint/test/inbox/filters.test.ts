/**
 * The filters show what the list was made of: after a saved view, while somebody types, in the language of the page.
 */
import { randomUUID } from 'node:crypto'
import type { Call, Hold } from '@holdpoint/core'
import { recordDraft } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { holdCall, LISTED_TOOL } from '../browser/inbox-held.ts'
import { rowOf, visitPage } from '../browser/page-visit.ts'

const visit = visitPage({
  listServers: async () => [
    {
      name: 'crm',
      identity: 'crm-1',
      display: 'npx crm',
      transport: 'stdio',
      configured: true,
      state: 'idle',
      since: null,
      problem: null,
      tools: [LISTED_TOOL],
    },
  ],
})

const hold = async (call: Partial<Call>, risk: 'high' | 'medium'): Promise<Hold> =>
  await holdCall(visit.service.store, { call, ruling: { risk } })

describe('a choice', () => {
  test('follows a saved view, also when somebody chose by hand before', async () => {
    const mark = `m${randomUUID().slice(0, 8)}`
    const high = await hold({ principal: mark }, 'high')
    const medium = await hold({ principal: mark }, 'medium')
    await visit.openSignedIn(`/?q=${mark}`)
    await visit.page.waitForSelector(rowOf(high))
    const risk = visit.page.locator('.filters select').first()
    const group = visit.page.locator('.filters select').last()
    await risk.selectOption('high')
    await group.selectOption('none')
    await visit.page.waitForSelector(rowOf(medium), { state: 'detached' })
    await visit.page.click('text=Save this view')
    await risk.selectOption('medium')
    await group.selectOption('server')
    await visit.page.waitForSelector(rowOf(medium))
    await visit.page.click('.view-chip')
    await visit.page.waitForSelector(rowOf(high))
    expect(new URL(visit.page.url()).search).toBe(`?q=${mark}&risk=high&group=none`)
    expect([await risk.inputValue(), await group.inputValue()]).toEqual(['high', 'none'])
    await visit.page.click('text=Clear')
    await expect.poll(() => risk.inputValue()).toBe('')
  })

  test('goes back with the address on the other pages too', async () => {
    await visit.service.store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'home', tool: 'x', server: 'y' }))
    await visit.openSignedIn('/audit')
    await visit.page.waitForSelector('.who .name')
    for (const [path, before, after] of [
      ['/audit', '24h', '7d'],
      ['/feedback', '', 'high'],
    ] as const) {
      await visit.page.goto(visit.service.origin + path)
      const choice = visit.page.locator('.view-head select, .filters select').first()
      expect(await choice.inputValue()).toBe(before)
      for (const by of [after, before, after]) await choice.selectOption(by)
      await visit.page.click(`.side a[href="${path}"]`)
      await expect.poll(() => choice.inputValue()).toBe(before)
    }
    await visit.page.goto(`${visit.service.origin}/servers`)
    const rating = visit.page.locator('.tool select')
    await rating.selectOption('low')
    await visit.page.waitForSelector('.proposal')
    await rating.selectOption('high')
    await visit.page.waitForSelector('.proposal', { state: 'detached' })
    expect(await rating.inputValue()).toBe('high')
  })
})

describe('the search field', () => {
  test('keeps the space before the word that follows', async () => {
    const mark = `m${randomUUID().slice(0, 8)}`
    const held = await hold({ principal: mark, tool: 'modify' }, 'medium')
    await visit.openSignedIn('/')
    await visit.page.waitForSelector(rowOf(held))
    await visit.page.focus('#search')
    await visit.page.keyboard.type('modify ')
    await expect.poll(() => new URL(visit.page.url()).search).toBe('?q=modify')
    // The inbox draws itself every second at the least.
    await visit.page.waitForTimeout(1200)
    await visit.page.keyboard.type(mark)
    await expect.poll(() => new URL(visit.page.url()).search).toBe(`?q=modify+${mark}`)
    expect(await visit.page.inputValue('#search')).toBe(`modify ${mark}`)
    await visit.page.waitForSelector(rowOf(held))
    await visit.page.click('text=Clear')
    await expect.poll(() => visit.page.inputValue('#search')).toBe('')
  })

  test('what is typed on one page searches no other', async () => {
    const held = await visit.service.hold()
    const token = await visit.service.token('approver', 'ben')
    await visit.service.call('POST', `/admin/approvals/${held.id}/reject`, { token })
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('#waiting')
    await visit.page.fill('#search', 'zebra')
    await visit.page.click('.side >> text=History')
    await visit.page.waitForSelector('#history [data-hold]')
    await visit.page.waitForTimeout(400)
    expect(new URL(visit.page.url()).pathname + new URL(visit.page.url()).search).toBe('/history')
    expect(await visit.page.inputValue('#search')).toBe('')
  })
})

test('a saved view is named in words of the page, whichever language it is in', async () => {
  await visit.openSignedIn('/history?q=zebra&risk=high&state=declined')
  await visit.page.click('text=Save this view')
  const chip = visit.page.locator('.view-chip')
  await expect.poll(() => chip.textContent()).toBe('History · zebra · High risk · Declined')
  await visit.page.click('.side >> text=简体中文')
  await expect.poll(() => chip.textContent()).toBe('历史 · zebra · 高风险 · 已拒绝')
  await visit.page.goto(`${visit.service.origin}/?risk=constructor`)
  await visit.page.click('text=保存此视图')
  await expect.poll(() => chip.last().textContent()).toBe('constructor')
})
