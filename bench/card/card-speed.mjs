/** The card in a browser: how large it is, how soon a large result is painted, how smoothly many cards scroll. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { openCardPage } from './card-page.mjs'
import { SHAPES } from './card-shapes.mjs'
import { ROOT } from '../paths.mjs'
import { median, quantile } from '../statistics.mjs'

const VIEW = path.join(ROOT, 'packages', 'card', 'dist', 'view', 'view.html')
const CARDS = 500

/** From the new card to the end of the frame that shows it. */
async function firstPaint(page, shape) {
  return await page.evaluate(async (told) => {
    document.body.replaceChildren()
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    const before = performance.now()
    const card = document.createElement('tool-card')
    card.invocation = {
      id: String(before),
      tool: 'read_log',
      server: { name: 'files', trust: 'trusted', state: 'connected' },
      state: 'success',
      arguments: {},
      ...told,
    }
    document.body.append(card)
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    return performance.now() - before
  }, shape)
}

/** Frame times while the wheel turns from the first card to the last. */
async function scrollFrames(page) {
  await page.evaluate(async (count) => {
    const { samples } = await import('/samples.js')
    const all = Object.values(samples())
    const cards = Array.from({ length: count }, (_, index) => {
      const card = document.createElement('tool-card')
      card.invocation = { ...all[index % all.length], id: String(index) }
      card.style.margin = '16px'
      return card
    })
    document.body.replaceChildren(...cards)
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))
    window.frameTimes = []
    let last = performance.now()
    const note = (now) => {
      window.frameTimes.push(now - last)
      last = now
      window.noting = requestAnimationFrame(note)
    }
    window.noting = requestAnimationFrame(note)
  }, CARDS)
  await page.mouse.move(400, 400)
  for (let turn = 0; turn < 250; turn++) {
    await page.mouse.wheel(0, 240)
    await page.waitForTimeout(16)
  }
  return await page.evaluate(() => {
    cancelAnimationFrame(window.noting)
    return { frames: window.frameTimes.slice(2), reached: scrollY }
  })
}

export async function measureCard({ quick }) {
  const { browser, page, bundle } = await openCardPage()
  try {
    const view = readFileSync(VIEW)
    const rows = [
      {
        name: 'card: with the bridge of MCP Apps hosts in one document, gzipped',
        measured: gzipSync(view, { level: 9 }).length / 1000,
        target: { atMost: 30 },
        unit: 'kB',
        detail: `${(view.length / 1000).toFixed(0)} kB before compression, form, conditions and English inside; Chinese comes from the gateway`,
      },
      {
        name: 'card: everything in one module, gzipped',
        measured: gzipSync(bundle, { level: 9 }).length / 1000,
        target: { atMost: 31 },
        unit: 'kB',
        detail: `${(bundle.length / 1000).toFixed(0)} kB before compression, presets and two languages inside`,
      },
    ]
    for (const [name, shape] of Object.entries(SHAPES)) {
      const times = []
      await firstPaint(page, shape)
      for (let round = 0; round < (quick ? 5 : 15); round++) times.push(await firstPaint(page, shape))
      rows.push({
        name: `card: first paint with 1 MB of ${name}`,
        measured: median(times),
        target: { atMost: 100 },
        unit: 'ms',
        detail: `slowest ${Math.max(...times).toFixed(0)} ms`,
      })
    }
    const { frames, reached } = await scrollFrames(page)
    rows.push({
      name: `card: ${CARDS} cards scrolled, frame time p95`,
      measured: quantile(frames, 0.95),
      target: { atMost: 34 },
      unit: 'ms',
      detail: `p50 ${median(frames).toFixed(1)} ms, slowest ${Math.max(...frames).toFixed(0)} ms, ${frames.length} frames over ${Math.round(reached)} px, without a GPU`,
    })
    return rows
  } finally {
    await browser.close()
  }
}
