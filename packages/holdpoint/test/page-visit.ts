/** A real service and a real browser for the page's tests, with a fresh browser profile for each test. */
import type { Hold } from '@holdpoint/core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'
import { launchChromium } from './page-browser.ts'

export interface PageVisit {
  browser: Browser
  service: TestService
  context: BrowserContext
  page: Page
  gateOff: string | null
  /** Replaces the profile of this test by another. */
  renew(options: { readonly width: number; readonly colorScheme: 'light' | 'dark' }): Promise<void>
  openSignedIn(path: string): Promise<void>
  approveEnabled(): Promise<void>
  stored(held: Hold): Promise<Hold>
}

export function visitPage(): PageVisit {
  const visit = {
    gateOff: null,
    async renew({ width, colorScheme }) {
      await visit.context.close()
      await begin(width, colorScheme)
    },
    async openSignedIn(path) {
      const { location } = await visit.service.access.mintSignIn(path)
      await visit.page.goto(visit.service.origin + location)
    },
    async approveEnabled() {
      await visit.page.waitForSelector('#approve:not([disabled])')
    },
    async stored(held) {
      return (await visit.service.store.holds.get(held.id)) ?? held
    },
  } as PageVisit

  async function begin(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    visit.context = await visit.browser.newContext({ viewport: { width, height: 800 }, colorScheme })
    visit.context.setDefaultTimeout(10_000)
    visit.page = await visit.context.newPage()
  }

  beforeAll(async () => {
    visit.browser = await launchChromium()
    visit.service = await startService({ gateOff: () => visit.gateOff })
  })
  beforeEach(async () => await begin(1000, 'light'))
  afterEach(async () => await visit.context.close())
  afterAll(async () => {
    await visit.browser.close()
    await visit.service.close()
  })
  return visit
}
