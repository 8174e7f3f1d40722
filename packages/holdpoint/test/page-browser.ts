/** Finds the Chromium that drives the page's tests. */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export function findChromium(): string {
  const found = process.env['HOLDPOINT_CHROMIUM'] ?? PLACES.find((place) => existsSync(place))
  if (found === undefined) {
    throw new Error('The page is tested in a real browser: install Chromium, or set HOLDPOINT_CHROMIUM to its path.')
  }
  return found
}

/**
 * Parts of the browser around the page that cost more than the pages under test: the suggestions under its address bar are
 * two pages of their own in every window, and a process is kept ready for a next site. The last list a browser is given is
 * the one that counts, so what Playwright leaves out stands here again.
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

export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--disable-features=${LEFT_OUT.join(',')}`],
  })
}
