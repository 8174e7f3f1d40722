/**
 * What is shown fits: only the parts of a page scroll, never the document around them, and nothing that matters is cut
 * off.
 */
import { recordDraft } from '@holdpoint/core'
import type { EntityPreview, Hold } from '@holdpoint/core'
import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { holdCall, LISTED_TOOL, runHold } from '../browser/inbox-held.ts'
import { visitPage } from '../browser/page-visit.ts'

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
const ENTITY: EntityPreview = {
  title: 'Update "Ana Ruiz"?',
  fields: Array.from({ length: 12 }, (_, at) => ({ label: `Field ${at}`, before: `old ${at}`, after: `new ${at}` })),
  impact: [{ label: 'Open orders', value: '3' }],
  source: 'get_contact',
  hash: 'hash',
  seen: [],
}
const LONG_TOOL = 'reconcile_quarterly_statements_with_supplier_invoices_of_2026'
let decided: Hold
let asked: Hold

beforeAll(async () => {
  const { store } = visit.service
  decided = await holdCall(store, { entity: ENTITY })
  await runHold(store, decided, { content: [{ type: 'text', text: 'done' }] })
  const passed = { tool: 'get_contact', server: 'crm', principal: 'agent-7', client: 'Cursor', risk: 'low' } as const
  for (let at = 0; at < 40; at += 1) {
    await store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'home', ...passed }))
  }
  for (let at = 0; at < 30; at += 1) await visit.service.hold({ client: `desk-${at}` })
  // The newest of the log, so that it is on the screen.
  asked = await visit.service.hold({ tool: LONG_TOOL })
})

async function visitAs(options: BrowserContextOptions): Promise<void> {
  await visit.context.close()
  visit.context = await visit.browser.newContext(options)
  visit.context.setDefaultTimeout(60_000)
  visit.page = await visit.context.newPage()
}

describe('the document is as high as the screen', () => {
  const height = async (): Promise<number> => await visit.page.evaluate(() => document.documentElement.scrollHeight)

  test.each([
    { width: 360, height: 740, hasTouch: true, isMobile: true },
    { width: 1360, height: 560, hasTouch: false, isMobile: false },
  ])('on every page at $width × $height', async ({ hasTouch, isMobile, ...viewport }) => {
    await visitAs({ viewport, hasTouch, isMobile })
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('#waiting [data-hold]')
    for (const [path, ready] of [
      ['/', '#waiting [data-hold]'],
      ['/history', '#history [data-hold]'],
      ['/activity', '.call.passed'],
      ['/grants', '.empty-state'],
      ['/feedback', '.empty-state'],
      ['/servers', '.tool'],
      ['/audit', '.record'],
      ['/health', '.health-line.good'],
      ['/nothing-like-it', '.way-back'],
      [`/approvals/${asked.id}`, '.single .timeline'],
      [`/approvals/${decided.id}`, '.single .asked ins'],
    ] as const) {
      await visit.page.goto(visit.service.origin + path)
      await visit.page.waitForSelector(ready)
      expect([path, await height()]).toEqual([path, viewport.height])
    }
  })

  test('with a decided hold beside the list', async () => {
    await visitAs({ viewport: { width: 1360, height: 560 } })
    await visit.openSignedIn('/history?state=succeeded')
    await visit.page.click(`a[data-hold="${decided.id}"]`)
    await visit.page.waitForSelector('.pane .asked ins')
    expect(await height()).toBe(560)
  })
})

describe('the audit log', () => {
  test.each(['en', 'zh-CN'])('shows when, what and the way to the call at every width, in %s', async (locale) => {
    await visitAs({ viewport: { width: 360, height: 800 }, locale })
    await visit.openSignedIn('/audit')
    await visit.page.waitForSelector('.record')
    for (const width of [360, 390, 430, 768, 1040, 1360]) {
      await visit.page.setViewportSize({ width, height: 800 })
      const found = async (): Promise<readonly unknown[]> => [width, await visit.page.evaluate(measureRecords)]
      await expect.poll(found).toEqual([width, { cut: [], unreachable: [], drift: 0 }])
    }
  })
})

/** Runs in the page. `drift`: how far the rows on screen are from the heights that the list reckons with. */
function measureRecords(): {
  readonly cut: readonly string[]
  readonly unreachable: readonly string[]
  readonly drift: number
} {
  const isNarrow = !matchMedia('(min-width: 1040px)').matches
  const list = document.querySelector('virtual-rows')
  const bounds = list?.getBoundingClientRect() ?? new DOMRect()
  const seen = [...document.querySelectorAll('.record')].filter((record) => {
    const { top, bottom } = record.getBoundingClientRect()
    return top >= Math.max(0, bounds.top) && bottom <= Math.min(innerHeight, bounds.bottom)
  })
  const whole = isNarrow ? 'time, strong, .record-what > code, .record-place' : 'time, strong, .record-place'
  const cut = seen
    .flatMap((record) => [...record.querySelectorAll<HTMLElement>(whole)])
    .filter((part) => {
      const { left, right } = part.getBoundingClientRect()
      const outside = left < bounds.left || right > bounds.right
      return outside || part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1
    })
    .map((part) => part.textContent ?? '')
  const unreachable = seen
    .flatMap((record) => [...record.querySelectorAll('a')])
    .filter((link) => {
      const { left, top, width, height } = link.getBoundingClientRect()
      return document.elementFromPoint(left + width - 3, top + height / 2) !== link
    })
    .map((link) => link.href)
  const spaces = [...(list?.querySelectorAll<HTMLElement>(':scope > .space') ?? [])]
  const reckoned = (list as unknown as { offsets: Float64Array }).offsets.at(-1) ?? 0
  const rows = list?.querySelector('.rows')?.getBoundingClientRect().height ?? 0
  const drawn = spaces.reduce((sum, { offsetHeight }) => sum + offsetHeight, rows)
  return { cut, unreachable, drift: seen.length === 0 ? -1 : Math.abs(drawn - reckoned) }
}
