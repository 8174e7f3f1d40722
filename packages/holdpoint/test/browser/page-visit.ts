/** A real service and a real browser for the page's tests, with a fresh browser profile for each test. */
import type { Hold } from '@holdpoint/core'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { startService } from '../http/http-service.ts'
import type { ServiceAbout, TestService } from '../http/http-service.ts'
import { openChromium } from './page-browser.ts'
import { readDeep } from './page-text.ts'
import { standingStill } from './standing-still.ts'

/** The answers of the card to this call alone, given by one press; Playwright looks into its open tree. */
export const CONFIRM = '.detail [part~="confirm"]'
export const DECLINE = '.detail #row .no'

/** Leads to a hold from any list. */
export const rowOf = (held: Hold): string => `a[data-hold="${held.id}"]`

export interface PageVisit {
  browser: Browser
  service: TestService
  context: BrowserContext
  page: Page
  gateOff: string | null
  /** Replaces the profile of this test by another. */
  renew(options: { readonly width: number; readonly colorScheme: 'light' | 'dark' }): Promise<void>
  openSignedIn(path: string): Promise<void>
  /** The same, until the page's stream is open and nothing that it asked for is still on its way. */
  openLive(path: string): Promise<void>
  /** The page's stream does not open before this is called. */
  holdBackStream(): Promise<() => void>
  /** Approve is awake, and a press on it counts. */
  approveEnabled(): Promise<void>
  /** What stands behind "More" in the card: it opens the panel, and gives no answer. */
  openPanel(panel: 'edit' | 'allow' | 'decline'): Promise<void>
  stored(held: Hold): Promise<Hold>
  /** Ticks the boxes of these holds, in a list of this tool's alone. */
  tick(tool: string, holds: readonly Hold[]): Promise<void>
  /** What the page's own tree and the cards' trees say. */
  text(selector: string): Promise<string>
}

export function visitPage(about: ServiceAbout = {}): PageVisit {
  const visit = {
    gateOff: null,
    async renew({ width, colorScheme }) {
      await visit.context.close()
      await begin(width, colorScheme)
    },
    async openSignedIn(path) {
      const { location } = await visit.service.access.mintSignIn(path)
      await visit.page.goto(visit.service.origin + location)
      // A page that is left before its code was exchanged is signed in nowhere.
      await visit.page.waitForSelector('.app:not(.out)')
    },
    async openLive(path) {
      const underway = new Set<Request>()
      let lists = 0
      const ends = (request: Request): void => void underway.delete(request)
      visit.page.on('request', (request) => {
        if (request.url().endsWith('/admin/events')) return
        underway.add(request)
        if (request.url().endsWith('/admin/approvals?limit=100&state=pending')) lists += 1
      })
      visit.page.on('requestfinished', ends)
      visit.page.on('requestfailed', ends)
      await visit.openSignedIn(path)
      // What waits is listed when the page comes up, and again when its stream is open.
      await expect.poll(() => lists >= 2 && underway.size === 0).toBe(true)
    },
    async holdBackStream() {
      let open = (): void => {}
      const opened = new Promise<void>((resolve) => (open = resolve))
      await visit.page.route('**/admin/events', async (route) => {
        await opened
        await route.continue()
      })
      return open
    },
    async approveEnabled() {
      await visit.page.waitForSelector(`${CONFIRM}:not([disabled])`)
      await standingStill(visit.page.locator(CONFIRM))
    },
    async openPanel(panel) {
      for (const name of ['more', panel]) await visit.page.click(`.detail #row button[name="${name}"]`)
      await visit.page.waitForSelector('.detail [part~="panel"]')
    },
    async tick(tool, holds) {
      await visit.openSignedIn(`/?group=none&q=${tool}`)
      for (const held of holds) {
        const line = visit.page.locator('.row', { has: visit.page.locator(rowOf(held)) })
        await line.locator('input').check()
      }
    },
    async text(selector) {
      return await visit.page.locator(selector).first().evaluate(readDeep)
    },
    async stored(held) {
      return (await visit.service.store.holds.get(held.id)) ?? held
    },
  } as PageVisit

  async function begin(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    visit.context = await visit.browser.newContext({ viewport: { width, height: 800 }, colorScheme })
    visit.context.setDefaultTimeout(60_000)
    visit.page = await visit.context.newPage()
  }

  beforeAll(async () => {
    visit.browser = await openChromium()
    visit.service = await startService({ gateOff: () => visit.gateOff, ...about })
  })
  beforeEach(async () => await begin(1280, 'light'))
  afterEach(async () => await visit.context.close())
  afterAll(async () => {
    await visit.service.close()
  })
  return visit
}
