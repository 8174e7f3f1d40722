/**
 * Whoever reads Chinese finds every sentence of ours in Chinese, wherever the inbox says it, and every word of others
 * as it is.
 */
import { decide, invalidateHold, loseDispatch, claimDispatch, say, sweepHolds } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { englishIn } from '../../../core/test/sentence/english-left.ts'
import { OWNER } from '@holdpoint/testing'
import { holdCall } from '../browser/inbox-held.ts'
import { visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

let asked = 0

/** Each from a client of its own: nobody may ask so much at once. */
const held = async (scope: string): Promise<Hold> =>
  await holdCall(visit.service.store, {
    call: { tool: 'update_item', client: { name: `desk-${++asked}`, version: '' }, session: `session-${asked}` },
    ruling: { risk: 'medium', why: say('verbChanges', { verb: 'update' }), scope, grantable: true },
    inputSchema: { type: 'object' },
  })

const inChinese = async (): Promise<void> =>
  void (await visit.page.addInitScript(() => localStorage.setItem('holdpoint.locale', 'zh-CN')))

/** Names, ids and texts of others that these pages show, and terms that have no other name. */
const OTHERS = [
  'npx crm',
  'The user asked for it.',
  'holdpoint show',
  'verb delete',
  'table items',
  '更新 item',
  '删除 contact',
  'Nobody decided in time.',
]

async function expectChinese(selector: string, more: readonly string[] = []): Promise<void> {
  const text = await visit.text(selector)
  expect(text).toMatch(/\p{Script=Han}/u)
  expect(englishIn(text, [...more, ...OTHERS]), text).toEqual([])
}

const SENTENCES: readonly (readonly [scope: string, chinese: string])[] = [
  ['tool "update_item"', '是，并在本次会话中允许以任意参数调用 update_item'],
  ['folder "/tmp/zz"', '是，并在本次会话中允许在文件夹 /tmp/zz 中调用 update_item'],
  ['project "/home/me/{tool}"', '是，并在本次会话中允许在项目 "/home/me/{tool}" 中调用 update_item'],
  ['table items', '是，并在本次会话中允许在 table items 范围内调用 update_item'],
]

describe('the question', () => {
  test.each(SENTENCES)('%s: what a yes opens, in both languages', async (scope, chinese) => {
    const hold = await held(scope)
    await inChinese()
    await visit.openSignedIn(`/approvals/${hold.id}`)
    const yes = visit.page.locator('.detail [part~="confirm-scope"]')
    await expect.poll(async () => await yes.innerText()).toBe(chinese)
    await visit.page.click('.side >> text=English')
    await expect.poll(async () => await yes.innerText()).toMatch(/^Yes, and allow update_item .+ for this session$/)
  })

  test('changes its language with the page, back and forth', async () => {
    const hold = await held('tool "update_item"')
    await visit.openSignedIn(`/approvals/${hold.id}`)
    const why = visit.page.locator('.detail .why')
    await expect.poll(async () => await why.innerText()).toBe('Changes what is there now.')
    await visit.page.click('.side >> text=简体中文')
    await expect.poll(async () => await why.innerText()).toBe('修改现有内容。')
    await visit.page.reload()
    await expect.poll(async () => await why.innerText()).toBe('修改现有内容。')
    await visit.page.click('.side >> text=English')
    await expect.poll(async () => await why.innerText()).toBe('Changes what is there now.')
  })

  test('has no English sentence of ours left, with warnings and with what was read', async () => {
    const hold = await holdCall(visit.service.store, {
      call: { tool: 'delete_contact', argumentsText: '{"id":"c\\u202e1"}' },
      ruling: { why: say('ruleAnswers', { rule: 'R1', answer: 'ask', why: say('verbIsHigh', { verb: 'delete' }) }) },
      warnings: [
        say('definitionChanged', { tool: 'delete_contact' }),
        say('identicalRan', { ago: say('secondsAgo', { n: 4 }) }),
      ],
    })
    await inChinese()
    await visit.openSignedIn(`/approvals/${hold.id}`)
    await visit.page.waitForSelector('.detail .why')
    const card = await visit.page
      .locator('.detail tool-card')
      .evaluate((element) => element.shadowRoot?.textContent ?? '')
    expect(card).toContain('规则“R1”的答复是询问。动词“delete”属于高风险。')
    expect(card).toContain('delete_contact 首次出现之后，服务器更改了它的定义。')
    expect(card).toContain('删除 contact')
    await visit.page.locator('.detail tool-card [part=details] summary').click()
    expect(englishIn(await visit.page.locator('.detail tool-card').innerText(), OTHERS)).toEqual([])
  })

  test('is said by the answer that opens it; several approved together run once each and open nothing', async () => {
    await inChinese()
    const holds = [await held('folder "/tmp/zz"'), await held('folder "/tmp/zz"')]
    await visit.tick('update_item', holds)
    await visit.page.click('#bulk-approve-open:not([disabled])')
    await visit.page.waitForSelector('.bulk-calls ol')
    await visit.page.locator('.bulk-calls').evaluate((calls) => calls.scrollTo(0, 1e6))
    await expect.poll(() => visit.page.locator('dialog[open]').innerText()).toContain('批准后每个恰好按此执行一次。')
    expect(await visit.page.locator('dialog[open]').innerText()).not.toContain('本次会话')
    const [first] = holds
    if (first === undefined) throw new Error('nothing is held')
    await visit.page.goto(`${visit.service.origin}/approvals/${first.id}`)
    await visit.approveEnabled()
    expect((await visit.page.locator('.detail #row button').allInnerTexts()).slice(0, 3)).toEqual([
      '是，并在本次会话中允许在文件夹 /tmp/zz 中调用 update_item',
      '是，仅此一次',
      '否',
    ])
  })
})

describe('how it ended', () => {
  const approve = async ({ id }: Hold): Promise<void> =>
    void (await decide(visit.service.store, {
      hold: id,
      tenant: null,
      verdict: { answer: 'approve', by: 'ben', via: 'page', assurance: 'identified', reason: null },
    }))

  const ENDS: readonly (readonly [string, string, (hold: Hold) => Promise<unknown>])[] = [
    [
      'invalidated',
      '工具定义在显示之后发生了变化',
      async ({ id }) => await invalidateHold(visit.service.store, id, say('definitionDrifted')),
    ],
    [
      'lost',
      '发送此调用的进程在保存结果之前已结束。',
      async (hold) => {
        await approve(hold)
        await claimDispatch(visit.service.store, hold.id, 'attempt-1', OWNER)
        await sweepHolds(visit.service.store, () => 'ended')
      },
    ],
    [
      'unanswered',
      '服务器在 5 秒内没有应答。',
      async (hold) => {
        await approve(hold)
        await claimDispatch(visit.service.store, hold.id, 'attempt-1', OWNER)
        await loseDispatch(visit.service.store, hold.id, 'attempt-1', say('serverSilent', { n: 5 }))
      },
    ],
  ]

  test.each(ENDS)('%s: card, note and timeline say it in Chinese', async (_name, chinese, end) => {
    const hold = await held('tool "update_item"')
    await end(hold)
    await inChinese()
    await visit.openSignedIn(`/approvals/${hold.id}`)
    await visit.page.waitForSelector('.timeline')
    expect(await visit.text('.detail')).toContain(chinese)
    await expectChinese('.detail .timeline')
    await expectChinese('.detail')
  })

  test('a reason stays as it was written', async () => {
    const hold = await held('tool "update_item"')
    const token = await visit.service.token('approver', 'ben')
    const reason = 'Nobody decided in time.'
    await visit.service.call('POST', `/admin/approvals/${hold.id}/reject`, { token, body: { reason } })
    await inChinese()
    await visit.openSignedIn(`/approvals/${hold.id}`)
    await visit.page.waitForSelector('.timeline')
    expect(await visit.text('.detail tool-card')).toContain(reason)
  })
})

describe('the pages', () => {
  test.each(['audit', 'activity', 'servers', 'grants', 'health', 'feedback', 'history'])('%s', async (page) => {
    const hold = await held('folder "/tmp/zz"')
    const token = await visit.service.token('approver', 'ben')
    await visit.service.call('POST', `/admin/approvals/${hold.id}/approve`, { token })
    const other = await held('folder "/tmp/yy"')
    await visit.service.call('POST', `/admin/approvals/${other.id}/reject`, { token, body: { reason: 'no' } })
    await inChinese()
    await visit.openSignedIn(`/${page}`)
    await visit.page.waitForSelector('main h1')
    await expectChinese('main')
  })
})
