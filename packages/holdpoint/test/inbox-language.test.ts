/** What an approval opens beside its call is said in the language of whoever decides, wherever the inbox says it. */
import type { Hold } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import type { ApprovalDetail } from '../inbox/src/api/answers.ts'
import { sayOpening } from '../inbox/src/model/say-opening.ts'
import { CHINESE } from '../inbox/src/words/chinese.ts'
import { ENGLISH } from '../inbox/src/words/english.ts'
import { holdCall } from './inbox-held.ts'
import { visitPage } from './page-visit.ts'

const visit = visitPage()

const held = async (scope: string): Promise<Hold> =>
  await holdCall(visit.service.store, {
    call: { tool: 'update_item' },
    ruling: { risk: 'medium', scope, grantable: true },
    inputSchema: { type: 'object' },
  })

const SENTENCES: readonly (readonly [scope: string, chinese: string])[] = [
  ['tool "update_item"', '批准后，本次会话中还允许以任意参数调用 update_item。'],
  ['folder "/tmp/zz"', '批准后，本次会话中还允许在文件夹 /tmp/zz 中调用 update_item。'],
  ['project "/home/me/{tool}"', '批准后，本次会话中还允许在项目 "/home/me/{tool}" 中调用 update_item。'],
  ['table items', '批准后，本次会话中还允许在 table items 范围内调用 update_item。'],
]

async function detailOf(id: string): Promise<ApprovalDetail> {
  const token = await visit.service.token('viewer')
  return (await visit.service.call('GET', `/admin/approvals/${id}`, { token })).json as unknown as ApprovalDetail
}

describe('what a yes opens', () => {
  test.each(SENTENCES)('%s: in English as the service says it, in Chinese as %s', async (scope, chinese) => {
    const told = await detailOf((await held(scope)).id)
    expect(told.also_allows).toMatch(/^Approving also allows update_item .+ for this session\.$/)
    expect(sayOpening(told, ENGLISH)).toEqual(told)
    expect(sayOpening(told, CHINESE)).toMatchObject({ also_allows: chinese, preview: { alsoAllows: chinese } })
    expect(sayOpening(sayOpening(told, CHINESE), ENGLISH)).toEqual(told)
  })

  test('what this page does not know stays as the service said it', async () => {
    const told = await detailOf((await held('folder "/tmp/zz"')).id)
    for (const opens of [null, undefined, { tool: 'x', kind: 'constructor', name: null }]) {
      const other = { ...told, opens } as ApprovalDetail
      expect(sayOpening(other, CHINESE)).toBe(other)
    }
  })

  test('is said on the card in the language of the page, also when that changes', async () => {
    const hold = await held('tool "update_item"')
    await visit.openSignedIn(`/approvals/${hold.id}`)
    const also = visit.page.locator('.detail [part=also]')
    await expect.poll(async () => await also.innerText()).toContain('Approving also allows update_item')
    await visit.page.click('.side >> text=简体中文')
    await expect.poll(async () => await also.innerText()).toBe('批准后，本次会话中还允许以任意参数调用 update_item。')
    await visit.page.reload()
    await expect.poll(async () => await also.innerText()).toBe('批准后，本次会话中还允许以任意参数调用 update_item。')
    expect(await visit.text('.detail')).not.toContain('Approving')
    await visit.page.click('.side >> text=English')
    await expect.poll(async () => await also.innerText()).toContain('Approving also allows update_item')
  })

  test('is said where several are approved together, and of what was decided', async () => {
    await visit.page.addInitScript(() => localStorage.setItem('holdpoint.locale', 'zh-CN'))
    const holds = [await held('folder "/tmp/zz"'), await held('folder "/tmp/zz"')]
    await visit.tick('update_item', holds)
    await visit.page.click('#bulk-approve-open:not([disabled])')
    await visit.page.waitForSelector('.bulk-opens')
    expect(await visit.page.locator('.bulk-opens p').allInnerTexts()).toEqual([
      '批准后，本次会话中还允许在文件夹 /tmp/zz 中调用 update_item。',
    ])
    const [first] = holds
    if (first === undefined) throw new Error('nothing is held')
    const token = await visit.service.token('approver', 'ben')
    await visit.service.call('POST', `/admin/approvals/${first.id}/reject`, { token })
    await visit.page.goto(`${visit.service.origin}/approvals/${first.id}`)
    await visit.page.waitForSelector('.asked .also')
    expect(await visit.page.innerText('.asked .also')).toContain('批准后')
  })
})
