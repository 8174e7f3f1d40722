/**
 * The inbox when things are not as they should be, under a finger, without motion, and installed. In a real browser.
 */
import { randomUUID } from 'node:crypto'
import { describeCallProgress, recordDraft } from '@holdpoint/core'
import type { Feedback } from '@holdpoint/core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { countMoving } from '../../browser/page-measure.ts'
import { NOTHING_WRONG } from '../../http/http-service.ts'
import { CONFIRM, DECLINE, visitPage } from '../../browser/page-visit.ts'
import { pressStill } from '../../browser/standing-still.ts'

let isIntact = true
const visit = visitPage({
  verifyAudit: async () =>
    isIntact
      ? { ...NOTHING_WRONG, records: 7 }
      : { ok: false, chain: 'chain-1', sequence: 4, reason: 'The hash of <b>record</b> 4 is another.' },
})

/** A profile of its own, signed in. */
async function visitAs(options: BrowserContextOptions, path: string): Promise<Page> {
  await visit.context.close()
  visit.context = await visit.browser.newContext(options)
  visit.context.setDefaultTimeout(60_000)
  visit.page = await visit.context.newPage()
  await visit.openSignedIn(path)
  return visit.page
}

describe('when things go wrong', () => {
  test('a dropped connection is said, and what happened meanwhile is there once it is back', async () => {
    await visit.openLive('/')
    const decided = await visit.service.hold()
    await visit.page.waitForSelector(`a[data-hold="${decided.id}"]`)
    await visit.context.setOffline(true)
    await visit.page.waitForSelector('.banner.offline')
    const missed = await visit.service.hold()
    const token = await visit.service.token('approver', `ben-${randomUUID()}`)
    await visit.service.call('POST', `/admin/approvals/${decided.id}/reject`, { token, body: {} })
    expect(await visit.page.locator(`a[data-hold="${missed.id}"]`).count()).toBe(0)
    await visit.context.setOffline(false)
    await visit.page.waitForSelector(`a[data-hold="${missed.id}"]`)
    await visit.page.waitForSelector('.banner.offline', { state: 'detached' })
    const row = visit.page.locator('.row', { has: visit.page.locator(`a[data-hold="${decided.id}"]`) })
    await expect
      .poll(async () => (await row.count()) === 0 || (await row.textContent())?.includes('Declined'))
      .toBe(true)
  })

  test('activity is called live only while it is', async () => {
    await visit.openSignedIn('/activity')
    await visit.page.waitForSelector('.live .pulse')
    await visit.context.setOffline(true)
    await visit.page.waitForSelector('.live.lost')
    expect(await visit.page.textContent('.live')).toBe('Not live now')
    expect(await visit.page.locator('.live .pulse').count()).toBe(0)
    await visit.context.setOffline(false)
    await visit.page.waitForSelector('.live .pulse')
    expect(await visit.page.textContent('.live')).toBe('Live')
  })

  test('a line on which nothing comes any more is given up and opened anew', async () => {
    let streams = 0
    await visit.page.clock.install()
    visit.page.on('request', (request) => (streams += request.url().endsWith('/admin/events') ? 1 : 0))
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('.who .name')
    await expect.poll(() => streams).toBeGreaterThan(0)
    await visit.page.clock.fastForward(35_000)
    await visit.page.clock.fastForward(10_000)
    await expect.poll(() => streams).toBeGreaterThan(1)
    const held = await visit.service.hold()
    await visit.page.waitForSelector(`a[data-hold="${held.id}"]`)
  })

  test('a list that was read before a call came, and arrives after it, does not hide the call or bring back a decided one', async () => {
    const decided = await visit.service.hold()
    let arrived = (): void => {}
    const late = new Promise<void>((resolve) => (arrived = resolve))
    let asked = 0
    let answered = 0
    await visit.page.route('**/admin/approvals?*state=pending*', async (route) => {
      const answer = await route.fetch()
      asked += 1
      await late
      await route.fulfill({ response: answer })
      answered += 1
    })
    await visit.openSignedIn('/')
    // Once when the page comes up, and once more when its stream is open: what comes from then on, the stream tells.
    await expect.poll(() => asked).toBeGreaterThan(1)
    const token = await visit.service.token('approver', `eve-${randomUUID()}`)
    await visit.service.call('POST', `/admin/approvals/${decided.id}/reject`, { token, body: {} })
    const held = await visit.service.hold()
    await visit.page.waitForSelector(`a[data-hold="${held.id}"]`)
    arrived()
    await expect.poll(() => answered).toBe(asked)
    await visit.page.waitForTimeout(300)
    const row = visit.page.locator('.row', { has: visit.page.locator(`a[data-hold="${decided.id}"]`) })
    await expect
      .poll(async () => (await row.count()) === 0 || (await row.textContent())?.includes('Declined'))
      .toBe(true)
    expect(await visit.page.locator(`a[data-hold="${held.id}"]`).count()).toBe(1)
    await visit.page.unroute('**/admin/approvals?*state=pending*')
  })

  test('an answer that does not arrive is said to have decided nothing', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.route('**/approve', (route) => route.abort())
    await visit.page.click(CONFIRM)
    await visit.page.waitForSelector('.toast.bad')
    expect(await visit.page.textContent('.toast.bad')).toContain('Nothing was decided by it')
    expect((await visit.stored(held)).state).toBe('pending')
    await visit.page.unroute('**/approve')
    await visit.approveEnabled()
    await visit.page.click(CONFIRM)
    await visit.page.waitForSelector('.detail[data-state=approved]')
  })

  test.each(['approve', 'reject'] as const)(
    'an answer of which nothing was heard is said to be open, and then what became of it: %s',
    async (verb) => {
      const held = await visit.service.hold()
      await visit.holdBackStream()
      await visit.openSignedIn(`/approvals/${held.id}`)
      await visit.approveEnabled()
      let away = true
      await visit.page.route(`**/${verb}`, async (route) => {
        await route.fetch()
        await route.abort()
      })
      // Neither can anybody look what became of it, in one way or another.
      const error = { code: 'STORE_UNAVAILABLE', message: 'The store does not answer.' }
      let looks = 0
      await visit.page.route('**/admin/approvals/*', async (route) => {
        looks += 1
        if (!away) return await route.continue()
        await (looks % 2 === 0 ? route.fulfill({ status: 503, json: { error } }) : route.abort())
      })
      await pressStill(visit.page.locator(verb === 'approve' ? CONFIRM : DECLINE))
      await visit.page.waitForSelector('.toast.bad')
      expect(await visit.page.textContent('.toast.bad')).toContain('nobody knows yet whether yours counted')
      expect(await visit.page.locator(`${CONFIRM}:not([disabled])`).count()).toBe(0)
      await expect.poll(() => looks).toBeGreaterThan(2)
      expect(await visit.page.locator('.toast', { hasText: 'did not arrive' }).count()).toBe(0)
      away = false
      const state = verb === 'approve' ? 'approved' : 'declined'
      await visit.page.waitForSelector(`.detail[data-state=${state}]`)
      await visit.page.waitForSelector('.toast.good')
      expect(await visit.page.locator('.toast.bad').count()).toBe(0)
      expect(await visit.text('.detail')).not.toContain('nobody knows')
    },
  )

  test('health turns red while the service is away, and green again', async () => {
    await visit.openLive('/health')
    const lines = visit.page.locator('.health-line')
    await expect.poll(async () => await lines.nth(1).getAttribute('class')).toContain('good')
    await visit.context.setOffline(true)
    for (const at of [0, 1, 2])
      await expect.poll(async () => await lines.nth(at).getAttribute('class')).toContain('bad')
    await visit.context.setOffline(false)
    for (const at of [0, 1, 2])
      await expect.poll(async () => await lines.nth(at).getAttribute('class')).toContain('good')
  })

  test('each state of a page is designed: loading, trouble with a way on, nothing there', async () => {
    let answer: 'late' | 'broken' | 'true' = 'late'
    let arrive = (): void => {}
    const seen = new Promise<void>((resolve) => (arrive = resolve))
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('.who .name')
    await visit.page.route('**/admin/grants', async (route) => {
      if (answer === 'late') await seen
      if (answer !== 'broken') return await route.continue()
      const error = { code: 'STORE_UNAVAILABLE', message: 'The store does not answer.' }
      await route.fulfill({ status: 503, json: { error } })
    })
    await visit.page.click('.side >> text=Grants')
    await visit.page.waitForSelector('.skeleton')
    arrive()
    await visit.page.waitForSelector('text=No standing answers')
    answer = 'broken'
    await visit.page.reload()
    await visit.page.waitForSelector('.empty-state[role=alert]')
    expect(await visit.page.textContent('.empty-state')).toContain('The store does not answer.')
    answer = 'true'
    await visit.page.click('text=Try again')
    await visit.page.waitForSelector('text=No standing answers')
    await visit.page.goto(`${visit.service.origin}/approvals/no-such-hold`)
    await visit.page.waitForSelector('text=There is no such approval')
  })

  test('a service that does not answer at the start is waited for', async () => {
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('.who .name')
    await visit.page.route('**/admin/session', (route) => route.abort())
    await visit.page.reload()
    await visit.page.waitForSelector('text=Holdpoint does not answer.')
    await visit.page.unroute('**/admin/session')
    await visit.page.waitForSelector('.who .name')
  })

  test('a log that was changed is said to be, with the place, and its words stay text', async () => {
    isIntact = false
    await visit.openSignedIn('/audit')
    await visit.page.click('#verify')
    await visit.page.waitForSelector('#verified.bad')
    expect(await visit.page.textContent('#verified')).toContain('NOT what was written. First bad record: chain-1#4.')
    expect(await visit.page.textContent('#verified')).toContain('<b>record</b>')
    isIntact = true
    await visit.page.click('#verify')
    await visit.page.waitForSelector('#verified.good')
  })
})

test('[S1.6] feedback is triaged by its severity, in the words of the agent and no other tenant’s', async () => {
  const give = async (severity: Feedback['severity'], tenant: string, attemptedAction: string): Promise<void> => {
    const told = { expectedOutcome: 'gone', actualOutcome: 'not gone', toolCalled: 'delete_contact', errorSeen: null }
    const by = { principal: 'bot', client: 'host', server: 'crm', rationale: null }
    await visit.service.store.feedback.add(
      { id: randomUUID(), tenant, severity, attemptedAction, ...told, ...by },
      recordDraft({ kind: 'feedback-submitted', tenant }),
      { most: 100, withinMs: 1000 },
    )
  }
  await give('low', 'home', 'a small thing')
  await give('high', 'home', '<img src=x onerror=alert(1)>\u202e')
  await give('high', 'acme', 'a secret of others')
  await visit.openSignedIn('/feedback')
  await visit.page.waitForSelector('.item')
  expect(await visit.page.locator('.item').count()).toBe(2)
  await visit.page.getByLabel('Severity').selectOption('high')
  await expect.poll(() => visit.page.locator('.item').count()).toBe(1)
  expect(await visit.page.textContent('.item')).toContain('<img src=x onerror=alert(1)>⟦U+202E⟧')
  expect(new URL(visit.page.url()).search).toBe('?state=high')
})

test('under a finger: a tap opens the page of a call, and a tap approves it', async () => {
  const held = await visit.service.hold()
  const page = await visitAs({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }, '/')
  await page.tap(`a[data-hold="${held.id}"]`)
  await page.waitForSelector('.single .detail')
  expect(new URL(page.url()).pathname).toBe(`/approvals/${held.id}`)
  // Tapping scrolls to the button, and what has just moved counts no press.
  await page.locator(CONFIRM).scrollIntoViewIfNeeded()
  await visit.approveEnabled()
  await page.tap(CONFIRM)
  await page.waitForSelector('.detail[data-state=approved]')
  await page.tap('.tabs >> text=History')
  await page.waitForSelector('#history')
})

test('who wants no motion gets none', async () => {
  await visit.service.hold({ ruling: { undoWindowMs: 60_000 } })
  const page = await visitAs({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }, '/activity')
  await page.waitForSelector('.call.held')
  const running = { tenant: 'home', server: 'crm', principal: 'agent-7', client: 'Cursor', tool: 'get_slowly' } as const
  await visit.service.store.audit.append(recordDraft({ kind: 'call-passed', ...running, risk: 'low' }))
  const detail = describeCallProgress('running', 0)
  await visit.service.store.audit.append(recordDraft({ kind: 'call-running', ...running, risk: 'low', detail }))
  await page.locator('.call.passed .call-open').first().click()
  await page.waitForSelector('tool-card [part=breathing-dot]')
  expect(await page.evaluate(countMoving)).toBe(0)
  await page.goto(visit.service.origin)
  await page.click('#waiting [data-hold]')
  await visit.approveEnabled()
  await page.keyboard.press('a')
  await page.waitForSelector('.toast')
  expect(await page.evaluate(countMoving)).toBe(0)
})

test('grouped by server instead of by agent, and the address says so', async () => {
  await visit.service.hold({ client: 'Cursor' })
  await visit.service.hold({ client: 'Zed' })
  await visit.openSignedIn('/')
  await visit.page.waitForSelector('.group-name')
  await visit.page.locator('.filters select').last().selectOption('server')
  await expect.poll(() => visit.page.locator('.group-name').allTextContents()).toEqual(['crm'])
  expect(new URL(visit.page.url()).search).toBe('?group=server')
})

test('the manifest makes it installable, from its own address alone', async () => {
  await visit.openSignedIn('/')
  const href = await visit.page.getAttribute('link[rel=manifest]', 'href')
  const { status, text } = await visit.service.call('GET', href ?? '')
  const manifest = JSON.parse(text) as { start_url: string; display: string; icons: readonly { src: string }[] }
  expect(status).toBe(200)
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
  for (const { src } of manifest.icons) expect((await visit.service.call('GET', src)).status).toBe(200)
})
