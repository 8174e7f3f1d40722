/** Under a finger: whatever can be pressed on a phone is 44 px at least, in the cards' own trees too. */
import { randomUUID } from 'node:crypto'
import { decide, loseDispatch, claimDispatch, recordDraft } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { PICTURE } from '../../../../docs/showcase/samples.js'
import { LISTED_TOOL, runHold } from '../browser/inbox-held.ts'
import { comeToRest, smallTargets } from '../browser/page-measure.ts'
import { CONFIRM, visitPage } from '../browser/page-visit.ts'

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
const INPUT_SCHEMA = {
  type: 'object',
  properties: {
    to: { type: 'string', title: 'Recipient' },
    copies: { type: 'integer' },
    urgent: { type: 'boolean' },
    season: { type: 'string', enum: ['spring', 'autumn'] },
    month: { type: 'string', enum: ['1', '2', '3', '4', '5', '6', '7'] },
    more: { type: 'object' },
  },
}
const ARGUMENTS = { to: 'ana', copies: 2, urgent: true, season: 'spring', month: '3', more: { a: 1 } }
const SCOPED = { risk: 'medium', rule: 'verb update', why: 'It updates.', scope: 'folder "/srv/shop"' } as const

beforeEach(async () => {
  await visit.context.close()
  visit.context = await visit.browser.newContext({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  visit.context.setDefaultTimeout(60_000)
  visit.page = await visit.context.newPage()
})

async function expectRoomy(where: string): Promise<void> {
  await visit.page.evaluate(comeToRest)
  expect([where, await visit.page.evaluate(smallTargets)]).toEqual([where, []])
  expect([where, await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)]).toEqual([
    where,
    false,
  ])
}

async function openHold(held: Hold): Promise<void> {
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.page.waitForSelector('.single .timeline')
  expect(await visit.page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
}

const tapAnswer = async (name: string): Promise<void> =>
  await visit.page.locator('.detail #row').getByRole('button', { name, exact: true }).tap()

describe('every target', () => {
  test('in Chinese, whose words are shorter, too', async () => {
    const granted = await visit.service.hold({ ruling: { risk: 'medium' } })
    await visit.service.call('POST', `/admin/approvals/${granted.id}/approve`, {
      token: await visit.service.token('approver', `ben-${randomUUID()}`),
      body: { grant: { for: 'always', arguments: 'same' } },
    })
    await visit.service.hold()
    await visit.page.addInitScript(() => localStorage.setItem('holdpoint.locale', 'zh-CN'))
    await visit.openSignedIn('/activity')
    for (const [path, ready] of [
      ['/activity', '.call-link'],
      ['/audit', '.record a'],
      ['/grants', '.item a'],
    ] as const) {
      await visit.page.waitForSelector('.tabs')
      await visit.page.goto(visit.service.origin + path)
      await visit.page.waitForSelector(`html:lang(zh) ${ready}`)
      await expectRoomy(path)
    }
  })

  test('the measurement finds a small one, also inside a card', async () => {
    await openHold(await visit.service.hold())
    await visit.page.evaluate(() => {
      const small = document.createElement('button')
      small.textContent = 'tiny'
      small.setAttribute('style', 'min-height: 0; height: 20px')
      document.querySelector('.detail tool-card')?.shadowRoot?.querySelector('article')?.append(small)
    })
    expect(await visit.page.evaluate(smallTargets)).toEqual([expect.stringContaining('tiny')])
  })

  test('on the page of a question: its answers, its panels and its form', async () => {
    const held = await visit.service.hold({ arguments: ARGUMENTS, inputSchema: INPUT_SCHEMA, ruling: SCOPED })
    await openHold(held)
    await expectRoomy('question')
    await visit.page.locator('.detail .views').getByText('Form view').tap()
    await expectRoomy('form')
    for (const name of ['Edit', 'Allow for…', 'Decline…']) {
      await tapAnswer('More…')
      await expectRoomy('More')
      await tapAnswer(name)
      await visit.page.waitForSelector('.detail [part~="panel"]')
      await expectRoomy(name)
      await tapAnswer('Back')
      await tapAnswer('Back')
    }
    const long = await visit.service.hold({ arguments: { lines: Array.from({ length: 120 }, (_, line) => line) } })
    await openHold(long)
    await visit.page.waitForSelector('.detail .more')
    await expectRoomy('Expand args')
  })

  test('on the page of what ran: its result, its records, what became of it', async () => {
    const held = await visit.service.hold()
    await runHold(visit.service.store, held, {
      content: [
        { type: 'text', text: 'one line\n\n'.repeat(300) },
        { type: 'image', data: PICTURE, mimeType: 'image/png' },
        { type: 'resource_link', uri: 'https://files.example/report.pdf', name: 'r' },
        { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      ],
      structuredContent: { rows: 2 },
    })
    await openHold(held)
    await visit.page.waitForSelector('.detail .more')
    await visit.page.locator('.records > summary').tap()
    await expectRoomy('result')
    await visit.page.locator('.detail .image').tap()
    await visit.page.waitForSelector('.detail dialog[open]')
    await expectRoomy('image')

    const lost = await visit.service.hold()
    const verdict = { answer: 'approve', by: 'ben', via: 'api', assurance: 'identified', reason: null } as const
    await decide(visit.service.store, { hold: lost.id, tenant: null, verdict })
    await claimDispatch(visit.service.store, lost.id, 'attempt-1', lost.owner)
    await loseDispatch(visit.service.store, lost.id, 'attempt-1', 'The server went away.')
    await openHold(lost)
    await visit.page.waitForSelector('.resolve')
    await expectRoomy('unknown')
  })

  test('on every other page, in its menu and its dialogs', async () => {
    const tool = `update_${randomUUID().slice(0, 8)}`
    const holds = [
      await visit.service.hold({ tool, ruling: SCOPED }),
      await visit.service.hold({ tool, ruling: SCOPED }),
    ]
    const granted = await visit.service.hold({ ruling: { risk: 'medium' } })
    await visit.service.call('POST', `/admin/approvals/${granted.id}/approve`, {
      token: await visit.service.token('approver', `ben-${randomUUID()}`),
      body: { grant: { for: 'always', arguments: 'same' } },
    })
    const passed = { tool: 'get_contact', server: 'crm', principal: 'agent-7', client: 'Cursor', risk: 'low' } as const
    await visit.service.store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'home', ...passed }))
    await visit.page.goto(visit.service.origin)
    await visit.page.waitForSelector('#token')
    await expectRoomy('sign-in')
    await visit.openSignedIn(`/?q=${tool}`)
    for (const [path, ready] of [
      ['/nothing-like-it', '.way-back'],
      [`/?q=${tool}`, '#waiting [data-hold]'],
      ['/history', '#history [data-hold]'],
      ['/activity', '.call.passed'],
      ['/grants', '.item'],
      ['/feedback', '.empty-state'],
      ['/servers', '.tool'],
      ['/audit', '.record'],
      ['/health', '.health-line.good'],
    ] as const) {
      await visit.page.goto(visit.service.origin + path)
      await visit.page.waitForSelector(ready)
      await expectRoomy(path)
    }
    await visit.page.locator('.tabs button').tap()
    await visit.page.waitForSelector('dialog[open]')
    await expectRoomy('menu')
    await visit.page.goto(`${visit.service.origin}/?q=${tool}&group=none`)
    for (const held of holds) {
      const row = visit.page.locator('.row', { has: visit.page.locator(`a[data-hold="${held.id}"]`) })
      await row.locator('.pick').tap()
    }
    await expectRoomy('selection')
    for (const opener of ['#bulk-decline-open', '#bulk-approve-open']) {
      await visit.page.tap(opener)
      await visit.page.waitForSelector('dialog[open] button')
      await expectRoomy(opener)
      await visit.page.locator('dialog[open]').getByText('Back').tap()
    }
  })
})

test('one hold is decided by taps alone, for this once', async () => {
  const held = await visit.service.hold({ ruling: SCOPED })
  await visit.openSignedIn('/')
  await visit.page.tap(`a[data-hold="${held.id}"]`)
  // Tapping scrolls to the button, and what has just moved counts no press.
  await visit.page.locator(CONFIRM).scrollIntoViewIfNeeded()
  await visit.approveEnabled()
  await visit.page.tap(CONFIRM)
  await visit.page.waitForSelector('.detail[data-state=approved]')
  expect((await visit.stored(held)).verdicts).toMatchObject([{ answer: 'approve', via: 'page' }])
  expect((await visit.service.store.grants.list('home', 200)).filter(({ fromHold }) => fromHold === held.id)).toEqual(
    [],
  )
})
