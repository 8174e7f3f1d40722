/** With 100,000 holds the list stays small in the document and quick under the finger. */
import { DatabaseSync } from '@photostructure/sqlite'
import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { toHoldRow } from '../../../store/src/holds/hold-row.ts'
import { waitingHold } from '@holdpoint/testing/store'
import { visitPage } from '../browser/page-visit.ts'

const HOLDS = 100_000
const visit = visitPage()

interface List extends HTMLElement {
  items: readonly { readonly key: string; readonly kind: string; readonly row: object }[]
  updateComplete: Promise<unknown>
}

/**
 * Filled without durability, in one transaction, and as old news: 100,000 commits or events would test something else.
 */
function fill(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('pragma synchronous = off; begin')
  const about = (index: number) =>
    waitingHold({
      id: `seeded-${index}`,
      state: index % 2 === 0 ? 'succeeded' : 'declined',
      createdAt: 1_700_000_000_000 + index,
      decideBy: 1_700_000_100_000 + index,
      title: `Delete contact ${index}?`,
      call: { tenant: 'home', tool: `delete_thing_${index % 50}`, argumentsText: JSON.stringify({ id: index }) },
    })
  const columns = Object.keys(toHoldRow(about(0), 0))
  const insert = database.prepare(
    `insert into holds (position, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`,
  )
  for (let index = 1; index <= HOLDS; index += 1) insert.run(index, ...Object.values(toHoldRow(about(index), 0)))
  database.exec('commit')
  database.close()
}

test('100,000 holds: history loads as it is scrolled, and scrolling draws a screenful', async () => {
  fill(visit.service.file)
  await visit.openSignedIn('/history')
  await visit.page.waitForSelector('#history [data-hold]')
  const list = visit.page.locator('#history')
  const count = (): Promise<number> => list.evaluate((element) => (element as unknown as List).items.length)
  const asked = new Set<Request>()
  visit.page.on('request', (request) => request.url().endsWith('/events') || asked.add(request))
  visit.page.on('requestfinished', (request) => asked.delete(request))
  visit.page.on('requestfailed', (request) => asked.delete(request))
  await expect
    .poll(
      async () => {
        await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
        return await count()
      },
      { interval: 20 },
    )
    .toBeGreaterThanOrEqual(3000)
  await list.evaluate((element) => element.scrollTo(0, 0))
  for (let known = 0; asked.size > 0 || known !== (await count()); await visit.page.waitForTimeout(200))
    known = await count()

  const measured = await list.evaluate(async (element, holds) => {
    const rows = element as unknown as List
    const known = rows.items
    const scroll = async (far: number): Promise<number> => {
      const frames: number[] = []
      let last = performance.now()
      for (let frame = 0; frame < 60; frame += 1) {
        rows.scrollTop += frame % 2 === 0 ? 900 : far
        await new Promise(requestAnimationFrame)
        frames.push(performance.now() - last)
        last = performance.now()
      }
      return frames.toSorted((one, other) => one - other)[30] ?? 0
    }
    // The rest comes from here, not from the server: 500 requests would test patience.
    rows.addEventListener('rows-end', (event) => event.stopImmediatePropagation(), true)
    const some = await scroll(1800)
    rows.items = Array.from({ length: holds }, (_, index) => {
      const item = known[index % known.length] as List['items'][number]
      return { ...item, key: `${item.key}-${index}`, row: { ...item.row, tool: `number_${index}` } }
    })
    await rows.updateComplete
    const all = await scroll(90_000)
    rows.scrollTop = rows.scrollHeight
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    return {
      items: rows.items.length,
      some,
      all,
      nodes: document.querySelectorAll('*').length,
      last: rows.textContent?.includes(`number_${holds - 1}`) ?? false,
    }
  }, HOLDS)
  expect(measured).toMatchObject({ last: true, items: HOLDS })
  expect(measured.nodes).toBeLessThan(2000)
  // Milliseconds a frame, with 3,000 in the list and with all of them.
  expect(measured.all).toBeLessThan(measured.some * 4 + 50)
})
