/**
 * The real browser of the tests: one for all files that a worker runs, since starting one costs more than most tests do
 * in it.
 */
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { findChromium } from '../../../../scripts/find-chromium.mjs'
import { cleanUpLater } from '../../../../test/harness/cleanup.ts'

/**
 * Parts of the browser around the page that cost more than the pages under test: the suggestions under its address bar
 * are two pages of their own in every window, and a process is kept ready for a next site. The last list a browser is
 * given is the one that counts, so what Playwright leaves out stands here again.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

let starting: Promise<Browser> | null = null

async function start(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) {
    throw new Error('The page is tested in a real browser: install Chromium, or set HOLDPOINT_CHROMIUM to its path.')
  }
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--disable-features=${LEFT_OUT.join(',')}`],
  })
  // What moves on a page (a breathing dot, a shimmering line) is painted anew sixty times a second, without a graphics
  // card, and was a third of the browser's time. A test that is about motion asks for it.
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => await open({ reducedMotion: 'reduce', ...options })
  return browser
}

/** Profiles that a file leaves open are closed when the file ends. The browser ends with its worker. */
export async function openChromium(): Promise<Browser> {
  const browser = await (starting ??= start())
  if (!browser.isConnected()) {
    // It crashed in an earlier file, which said so.
    starting = null
    return await openChromium()
  }
  cleanUpLater(async () => {
    for (const context of browser.contexts()) await context.close()
  })
  return browser
}
