/** A real browser with the built card in a blank page, for the measurements of the card. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { buildCard } from '../../packages/card/scripts/build.mjs'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { ROOT } from '../paths.mjs'

const ORIGIN = 'http://localhost:7433'

export async function openCardPage() {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('Chromium is needed: install it, or set HOLDPOINT_CHROMIUM.')
  const bundle = readFileSync(await buildCard(), 'utf8')
  const samples = readFileSync(path.join(ROOT, 'docs/showcase/samples.js'), 'utf8')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const page = await browser.newPage({ viewport: { width: 900, height: 900 } })
  const script = (body) => ({ body, contentType: 'text/javascript' })
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/tool-card.js') await route.fulfill(script(bundle))
    else if (pathname === '/samples.js') await route.fulfill(script(samples))
    else {
      const body = '<!doctype html><html lang="en"><script type="module" src="/tool-card.js"></script><body>'
      await route.fulfill({ body, contentType: 'text/html' })
    }
  })
  await page.goto(ORIGIN)
  await page.waitForFunction(() => customElements.get('tool-card') !== undefined)
  return { browser, page, bundle }
}
