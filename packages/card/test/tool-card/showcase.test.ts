/** The showcase as a reader of the docs opens it: the real file, by a double click, without a server. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { samples } from '../../../../docs/showcase/samples.js'
import { openChromium } from '../../../holdpoint/test/browser/page-browser.ts'
import { buildShowcase } from '../../scripts/showcase.mjs'
import { PRESETS } from '../../src/style/preset-style.ts'
import { SHOWCASE } from './card-visit.ts'

let browser: Browser

beforeAll(async () => {
  await buildShowcase()
  browser = await openChromium()
})

test.each([
  { locale: 'en', waiting: '⏳ Waiting', direction: 'ltr' },
  { locale: 'zh-CN', waiting: '⏳ 等待中', direction: 'rtl' },
])(
  '[S4.8] every sample in every preset, from a file, in $locale',
  async ({ locale, waiting, direction }) => {
    const page = await browser.newPage({ viewport: { width: 1120, height: 900 } })
    const problems: string[] = []
    const requests: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('request', (request) => requests.push(new URL(request.url()).protocol))
    const address = pathToFileURL(join(SHOWCASE, 'index.html')).href
    await page.goto(`${address}?preset=all&locale=${locale}&dir=${direction}`)
    await page.waitForSelector('tool-card')
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('section')].flatMap((section) =>
        [...section.querySelectorAll('tool-card')].map(
          (card) =>
            `${section.dataset['preset']} ${card.dataset['sample']} ${card.shadowRoot?.querySelector('[part=badge]') === null ? 'empty' : 'drawn'}`,
        ),
      ),
    )
    const wanted = PRESETS.flatMap((preset) => Object.keys(samples()).map((sample) => `${preset} ${sample} drawn`))
    expect(shown).toEqual(wanted)
    expect(await page.locator('#material3-pending [part=badge]').innerText()).toBe(waiting)
    expect(await page.locator('html').getAttribute('dir')).toBe(direction)
    // The menu works without a server too.
    await Promise.all([page.waitForURL(/preset=brutalist/), page.selectOption('[name=preset]', 'brutalist')])
    await page.waitForSelector('#brutalist-question')
    expect(await page.locator('tool-card').count()).toBe(Object.keys(samples()).length)
    expect(problems).toEqual([])
    expect(new Set(requests)).toEqual(new Set(['file:']))
    await page.close()
  },
  60_000,
)
