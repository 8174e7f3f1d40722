/** An address that no page has: somebody who looks finds the inbox, which says so; a program gets the error as data. */
import { describe, expect, test } from 'vitest'
import { visitPage } from '../browser/page-visit.ts'

const visit = visitPage()
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } as const

describe('an address without a page', () => {
  test.each(['/approvals', '/approvals/a/b', '/nothing-like-it', '/waiting', '/page/', '/history//'])(
    '%s says so, with a way back',
    async (path) => {
      await visit.openSignedIn('/')
      await visit.page.waitForSelector('.who .name')
      const response = await visit.page.goto(visit.service.origin + path)
      expect(response?.status()).toBe(404)
      await visit.page.waitForSelector('.way-back')
      expect(await visit.page.textContent('main h1')).toBe('There is nothing here')
      expect(await visit.page.title()).toContain('There is nothing here · Holdpoint')
      await visit.page.click('.way-back')
      await visit.page.waitForSelector('text=Nothing waits')
      expect(new URL(visit.page.url()).pathname).toBe('/')
      await visit.page.goBack()
      await visit.page.waitForSelector('.way-back')
    },
  )

  test('it repeats nothing of the address, and asks strangers to sign in as everywhere', async () => {
    await visit.page.goto(`${visit.service.origin}/Call%20+1-555-0100%20now`)
    await visit.page.waitForSelector('.sign-in')
    expect(await visit.text('body')).not.toContain('555')
    expect(await visit.page.textContent('.command code')).toBe('holdpoint open')
  })

  test('the document comes with its own policy, the error to programs as JSON', async () => {
    const page = await visit.service.call('GET', '/nothing-like-it', { headers: BROWSER })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.text).not.toContain('nothing-like-it')
    for (const accept of ['*/*', 'application/json', 'application/json, text/event-stream']) {
      const answer = await visit.service.call('GET', '/nothing-like-it', { headers: { accept } })
      expect([accept, answer.status, answer.json.error.code]).toEqual([accept, 404, 'NOT_FOUND'])
    }
    for (const [method, path] of [
      ['GET', '/admin/nothing-like-it'],
      ['GET', '/admin'],
      ['POST', '/nothing-like-it'],
    ] as const) {
      const token = await visit.service.token('viewer', `${method} ${path}`)
      const answer = await visit.service.call(method, path, { token, headers: BROWSER })
      expect([path, answer.status, answer.json.error.code]).toEqual([path, 404, 'NOT_FOUND'])
    }
  })

  test('the checks of host and origin come first', async () => {
    const headers = {
      ...BROWSER,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
      'sec-fetch-site': 'cross-site',
    }
    const answer = await visit.service.call('GET', '/nothing-like-it', { headers })
    expect([answer.status, answer.json.error.code]).toEqual([403, 'FORBIDDEN_ORIGIN'])
  })
})

test.each([
  ['/history/', 'History'],
  ['/audit/?since=7d', 'Audit'],
  ['/servers/', 'Servers'],
  ['/channels/', 'Channels'],
])('a slash at the end leads to the page all the same: %s', async (path, title) => {
  await visit.openSignedIn('/')
  await visit.page.waitForSelector('.who .name')
  const response = await visit.page.goto(visit.service.origin + path)
  expect(response?.status()).toBe(200)
  await visit.page.waitForSelector(`main h1:text("${title}")`)
})

test('the page of a call is found with a slash at its end too', async () => {
  const held = await visit.service.hold()
  await visit.openSignedIn('/')
  await visit.page.waitForSelector('.who .name')
  await visit.page.goto(`${visit.service.origin}/approvals/${held.id}/`)
  await visit.page.waitForSelector(`.single tool-card[data-hold="${held.id}"]`)
})
