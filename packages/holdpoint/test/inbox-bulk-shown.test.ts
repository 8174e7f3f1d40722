/** Approving several at once: what stands there tells texts from numbers, and whose calls they are. */
import { expect, test } from 'vitest'
import { holdCall } from './inbox-held.ts'
import { visitPage } from './page-visit.ts'

const visit = visitPage()

test('texts have their quotes, and each call says who asks, through what, and why', async () => {
  const { store } = visit.service
  const tool = 'update_thing'
  const about = { ruling: { risk: 'medium', scope: 'folder "/srv/shop"' } } as const
  const texts = await holdCall(store, {
    ...about,
    call: {
      tool,
      argumentsText: '{"id":"7","flag":"true","none":"null"}',
      principal: 'local:ana',
      client: { name: 'Cursor', version: '1' },
      rationale: 'The user asked for it.',
      session: 'one',
    },
  })
  const values = await holdCall(store, {
    ...about,
    call: {
      tool,
      argumentsText: '{"id":7,"flag":true,"none":null}',
      principal: 'local:eve',
      client: { name: 'Claude Desktop', version: '1' },
      rationale: null,
      session: 'two',
    },
  })
  await visit.tick(tool, [texts, values])
  await visit.page.click('#bulk-approve-open')
  await visit.page.waitForSelector('.bulk-calls li')
  const calls = await visit.page.locator('.bulk-calls ol > li').allTextContents()
  const plain = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ')
  const ofTexts = plain(calls.find((text) => text.includes('local:ana')))
  const ofValues = plain(calls.find((text) => text.includes('local:eve')))
  for (const part of [
    'id: "7"',
    'flag: "true"',
    'none: "null"',
    'local:ana through Cursor',
    'The user asked for it.',
  ]) {
    expect(ofTexts).toContain(part)
  }
  for (const part of ['id: 7', 'flag: true', 'none: null', 'local:eve through Claude Desktop']) {
    expect(ofValues).toContain(part)
  }
  const whose = await visit.page.locator('.bulk-opens li').allTextContents()
  expect(whose.map(plain).toSorted()).toEqual(['for local:ana through Cursor', 'for local:eve through Claude Desktop'])
})
