/** Activity and feedback beyond one page: everything can be reached and chosen from, and nothing moves what is read. */
import { randomUUID } from 'node:crypto'
import { recordDraft } from '@holdpoint/core'
import type { Feedback, RecordDraft } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

async function happened(
  count: number,
  about: Partial<RecordDraft> & Pick<RecordDraft, 'kind' | 'tool'>,
): Promise<void> {
  const draft = recordDraft({
    tenant: 'home',
    server: 'crm',
    principal: 'agent-7',
    client: 'Cursor',
    risk: 'low',
    ...about,
  })
  await Promise.all(Array.from({ length: count }, async () => await visit.service.store.audit.append(draft)))
}

async function shownCalls(): Promise<readonly string[]> {
  const calls = visit.page.locator('.call')
  return await calls.evaluateAll((all) => all.map((call) => (call as HTMLElement).dataset['call'] ?? ''))
}

/** The places in the log that were on the screen on the way down. */
async function scrollThrough(until: string): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const end = visit.page.locator(until)
  await expect
    .poll(
      async () => {
        for (const key of await shownCalls()) seen.add(key)
        await visit.page.locator('#main').evaluate((main) => main.scrollBy(0, 1200))
        return await end.count()
      },
      { interval: 50 },
    )
    .toBeGreaterThan(0)
  for (const key of await shownCalls()) seen.add(key)
  return seen
}

describe('[S4.9] activity', () => {
  test('every call is reached by scrolling, with few of them in the document; going back shows the same again', async () => {
    await happened(1, { kind: 'call-denied', tool: 'drop_first', risk: 'high' })
    await happened(320, { kind: 'call-passed', tool: 'get_many' })
    await visit.openSignedIn('/activity')
    await visit.page.waitForSelector('.call')
    const seen = await scrollThrough('.call.denied')
    expect(seen.size).toBe(321)
    await visit.page.waitForSelector('text=Nothing older.')
    expect(await visit.page.locator('.call').count()).toBeLessThan(280)
    await visit.page.locator('#main').evaluate((main) => main.scrollTo(0, 0))
    await visit.page.waitForSelector(`.call[data-call="${[...seen][0]}"]`)
    expect(await visit.page.locator('.call').count()).toBeLessThan(280)
  })

  test('what was denied is found among any number of reads, by a filter that stands in the address', async () => {
    const held = await visit.service.hold({ tool: 'delete_deal', ruling: { risk: 'medium' } })
    await happened(150, { kind: 'call-passed', tool: 'get_many' })
    await happened(1, { kind: 'call-passed', tool: 'get_other', server: 'mail' })
    await visit.openSignedIn('/activity')
    await visit.page.getByLabel('At the gate').selectOption('denied')
    await visit.page.waitForSelector('.call.denied')
    await expect.poll(() => visit.page.locator('.call:not(.denied)').count()).toBe(0)
    expect(new URL(visit.page.url()).search).toBe('?state=denied')
    await visit.page.reload()
    await visit.page.waitForSelector('.call.denied')
    expect(await visit.page.getByLabel('At the gate').inputValue()).toBe('denied')
    await visit.page.goto(`${visit.service.origin}/activity?risk=medium`)
    await visit.page.waitForSelector(`.call.held a[href="/approvals/${held.id}"]`)
    expect(await visit.page.locator('.call').count()).toBe(1)
    await visit.page.goto(`${visit.service.origin}/activity?server=mail`)
    await visit.page.waitForSelector('.call')
    expect(await visit.text('.activity')).toContain('get_other')
    expect(await visit.page.locator('.call').count()).toBe(1)
    await visit.page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect.poll(() => visit.page.locator('.call').count()).toBeGreaterThan(1)
    await visit.page.goto(`${visit.service.origin}/activity?state=denied&server=nowhere`)
    await visit.page.waitForSelector('text=Nothing fits')
  })

  test('calls that come in do not move what is read: they are counted, and shown when asked for', async () => {
    await happened(120, { kind: 'call-passed', tool: 'get_many' })
    await visit.openSignedIn('/activity')
    await visit.page.waitForSelector('.call')
    await visit.page.locator('#main').evaluate((main) => main.scrollTo(0, 900))
    const read = await visit.page.locator('.call').evaluateAll((calls) => {
      const call = calls.find((one) => one.getBoundingClientRect().top > 200) as HTMLElement
      return { key: call.dataset['call'] ?? '', top: call.getBoundingClientRect().top }
    })
    const place = async (): Promise<number> =>
      await visit.page.locator(`.call[data-call="${read.key}"]`).evaluate((call) => call.getBoundingClientRect().top)
    await happened(3, { kind: 'call-denied', tool: 'drop_late' })
    await visit.page.waitForSelector('.fresh')
    expect(await visit.page.textContent('.fresh')).toContain('3 new')
    expect(await visit.page.locator('.call.denied').count()).toBe(0)
    expect(Math.abs((await place()) - read.top)).toBeLessThan(2)
    await visit.page.click('.fresh')
    await visit.page.waitForSelector('.call.denied')
    await visit.page.waitForSelector('.fresh', { state: 'detached' })
    expect(await visit.page.locator('#main').evaluate((main) => main.scrollTop)).toBe(0)
  })

  test('at the top they show up by themselves, and the document does not grow with them', async () => {
    await visit.openSignedIn('/activity')
    await visit.page.waitForSelector('.call')
    for (const tool of ['get_a', 'get_b', 'get_c']) {
      await happened(60, { kind: 'call-passed', tool })
      await expect.poll(() => visit.text('.call >> nth=0')).toContain(tool)
      expect(await visit.page.locator('.call').count()).toBeLessThan(140)
    }
  })
})

test('[S1.6] one grave report is found among hundreds of small ones, and all of them can be reached', async () => {
  const give = async (severity: Feedback['severity'], attemptedAction: string): Promise<void> => {
    const told = { expectedOutcome: 'gone', actualOutcome: 'not gone', toolCalled: 'delete_contact', errorSeen: null }
    const by = { principal: 'bot', client: 'host', server: 'crm', rationale: null }
    await visit.service.store.feedback.add(
      { id: randomUUID(), tenant: 'home', severity, attemptedAction, ...told, ...by },
      recordDraft({ kind: 'feedback-submitted', tenant: 'home' }),
      { most: 1000, withinMs: 1000 },
    )
  }
  await give('high', 'a grave thing')
  visit.service.advance(3 * 86_400_000)
  await Promise.all(Array.from({ length: 270 }, async (_, index) => await give('low', `a small thing ${index}`)))
  await visit.openSignedIn('/feedback')
  await visit.page.waitForSelector('.item')
  await visit.page.getByLabel('Severity').selectOption('high')
  await visit.page.waitForSelector('.item .severity.high')
  expect(await visit.page.locator('.item').count()).toBe(1)
  expect(await visit.page.textContent('.item')).toContain('a grave thing')
  await visit.page.getByLabel('Since').selectOption('24h')
  await visit.page.waitForSelector('text=Nothing fits')
  expect(new URL(visit.page.url()).search).toBe('?state=high&since=24h')
  await visit.page.goto(`${visit.service.origin}/feedback`)
  await visit.page.waitForSelector('.item')
  await expect
    .poll(
      async () => {
        await visit.page.locator('#main').evaluate((main) => main.scrollBy(0, 3000))
        return await visit.page.locator('.item .severity.high').count()
      },
      { interval: 50 },
    )
    .toBe(1)
  expect(await visit.page.locator('.item').count()).toBeLessThan(271)
})
