// Where a Chromium is that the browser tests can drive, or `null`.
import { existsSync } from 'node:fs'

const PLACES = [
  process.env.HOLDPOINT_CHROMIUM ?? '',
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
