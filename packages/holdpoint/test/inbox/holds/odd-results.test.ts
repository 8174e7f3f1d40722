/** Results of a shape that no server should send: on the page of a hold and in the activity they are shown as text. */
import { expect, test } from 'vitest'
import { holdCall, runHold } from '../../browser/inbox-held.ts'
import { visitPage } from '../../browser/page-visit.ts'

const visit = visitPage()

test.each([
  ['no item', { content: [null] }, /null/],
  ['no list', { content: 'just words' }, /just words/],
  ['a type that is none', { content: [{ type: {} }] }, /Content of type \{\}/],
])('[D9] a result with %s is visible on the page and in the activity', async (_what, result, shown) => {
  const { store } = visit.service
  const problems: string[] = []
  visit.page.on('pageerror', (error) => problems.push(error.message))
  const hold = await holdCall(store)
  await runHold(store, hold, result)
  await visit.openSignedIn(`/approvals/${hold.id}`)
  await expect.poll(async () => await visit.text('.detail tool-card [part=result]').catch(() => '')).toMatch(shown)
  await visit.openSignedIn('/activity')
  await visit.page.locator('.call .call-open').first().click()
  await expect.poll(async () => await visit.text('.call tool-card').catch(() => '')).toMatch(shown)
  expect(problems).toEqual([])
})
