/**
 * Standing answers under conditions on the signed-in page: refused with the reason, corrected there, and kept as
 * chosen.
 */
import type { Grant, GrantClause } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { comeToRest, smallTargets } from '../browser/page-measure.ts'
import { CONFIRM, visitPage } from '../browser/page-visit.ts'
import { pressStill } from '../browser/standing-still.ts'

const visit = visitPage()
const ARGUMENTS = { path: '/data/in/a.csv', amount: 5, to: 'ana' }
const MINUTE_MS = 60_000

const grants = async (): Promise<readonly Grant[]> => await visit.service.store.grants.list('home', 10)
const detail = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`.detail ${selector}`)
const press = async (selector: string): Promise<void> => await pressStill(visit.page.locator(selector))

test('[X7] a refused condition says why and approves nothing; the corrected one stands, for as long as was typed', async () => {
  const held = await visit.service.hold({ tool: 'update_contact', arguments: ARGUMENTS, ruling: { risk: 'medium' } })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.approveEnabled()
  await visit.page.click('.detail #row [name=more]')
  await visit.page.click('.detail #row >> text=Allow for')
  await detail('[name=for]').selectOption('minutes')
  await detail('[name=minutes]').fill('45')
  await detail('[name=arguments]').selectOption('where')
  await detail('[name=is-0]').selectOption('starting-with')
  await press(CONFIRM)
  await detail('.hint >> text=A path or an address is not granted by how it begins').waitFor()
  expect(await visit.stored(held)).toMatchObject({ state: 'pending', verdicts: [] })
  expect(await grants()).toEqual([])
  expect(await detail('[name=minutes]').inputValue()).toBe('45')
  await detail('[name=is-0]').selectOption('under')
  await detail('[name=is-1]').selectOption('at-most')
  await press(CONFIRM)
  await visit.page.waitForSelector('.detail[data-state=approved]')
  const [grant] = await grants()
  const clauses: readonly GrantClause[] = [
    { path: '/path', is: 'under', folder: '/data/in/' },
    { path: '/amount', is: 'at-most', most: 5 },
  ]
  expect(grant).toMatchObject({ effect: 'allow', condition: { kind: 'clauses', clauses }, assurance: 'identified' })
  expect((grant?.expiresAt ?? 0) - (grant?.createdAt ?? 0)).toBe(45 * MINUTE_MS)
})

test('under a finger every part of a condition is 44 px at least, and nothing is wider than the phone', async () => {
  await visit.context.close()
  visit.context = await visit.browser.newContext({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  })
  visit.context.setDefaultTimeout(60_000)
  visit.page = await visit.context.newPage()
  const held = await visit.service.hold({
    tool: 'update_contact',
    arguments: { ...ARGUMENTS, to: 'ben' },
    ruling: { risk: 'medium' },
  })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.page.waitForSelector('.single .timeline')
  await detail('#row').getByRole('button', { name: 'More…' }).tap()
  await detail('#row').getByRole('button', { name: 'Decline…' }).tap()
  await detail('[name=for]').selectOption('minutes')
  await detail('[name=arguments]').selectOption('where')
  for (const [name, rule] of [
    ['is-0', 'under'],
    ['is-1', 'between'],
    ['is-2', 'one-of'],
  ] as const)
    await detail(`[name=${name}]`).selectOption(rule)
  await visit.page.evaluate(comeToRest)
  expect(await visit.page.evaluate(smallTargets)).toEqual([])
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
})
