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

export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
