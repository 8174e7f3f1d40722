import { test } from 'vitest'
import { visitPage } from '../browser/page-visit.ts'
const visit = visitPage()
const LONG = { text: Array.from({ length: 60 }, (_, n) => `line ${n} of a letter`).join('\n'), list: Array.from({ length: 15 }, (_, n) => ({ n, name: `entry ${n}` })) }
test('shots', async () => {
  const held = await visit.service.hold({ tool: 'delete_everything', arguments: LONG, ruling: { irreversible: true } })
  const short = await visit.service.hold({ tool: 'delete_contact', ruling: { irreversible: true } })
  for (const [w, h, scheme] of [[1280, 800, 'light'], [1024, 640, 'light'], [390, 844, 'light'], [390, 844, 'dark']] as const) {
    await visit.context.close()
    visit.context = await visit.browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, hasTouch: w === 390, isMobile: w === 390 })
    visit.page = await visit.context.newPage()
    for (const [name, id] of [['long', held.id], ['short', short.id]] as const) {
      await visit.openSignedIn(w === 1280 ? `/?open=${id}` : `/approvals/${id}`)
      await visit.page.waitForSelector('.detail tool-card')
      await visit.page.waitForTimeout(1200)
      await visit.page.screenshot({ path: `/tmp/shots/${name}-${w}-${scheme}.png` })
      if (name === 'long') {
        await visit.page.evaluate(() => { for (const el of [document.querySelector('main'), document.querySelector('.pane')]) el?.scrollTo(0, 350) })
        await visit.page.waitForTimeout(300)
        await visit.page.screenshot({ path: `/tmp/shots/long-mid-${w}-${scheme}.png` })
      }
      if (name === 'short' && w !== 390) {
        await visit.page.keyboard.press('a')
        await visit.page.waitForTimeout(1200)
        await visit.page.screenshot({ path: `/tmp/shots/armed-${w}-${scheme}.png` })
      }
    }
  }
}, 120_000)
