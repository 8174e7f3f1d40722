// Where a Chromium is that the browser tests can drive, or `null`. The headless shell comes before the browser with
// windows: it draws the same pages and spends a third less on everything around them.
import { existsSync } from 'node:fs'

export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const PLACES = [
  process.env.HOLDPOINT_CHROMIUM ?? '',
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export function findChromium() {
  return PLACES.find((place) => place !== '' && existsSync(place)) ?? null
}
