/** Approving several at once: what stands there tells texts from numbers, and whose calls they are. */
import { sampleCall, sha256 } from '@holdpoint/testing'
import { buildEntityPreview } from '@holdpoint/core'
import type { EntityPreview } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { holdCall } from '../../browser/inbox-held.ts'
import { visitPage } from '../../browser/page-visit.ts'

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
  // Each runs once, and nothing is opened beside them.
  expect(await visit.page.locator('.bulk-opens').count()).toBe(0)
})

test('[S2.2] each call shows both sides of its change and what hangs on it, as its card does', async () => {
  const { store } = visit.service
  const tool = 'modify_shelf'
  const entityOf = (level: number): EntityPreview => {
    const args = { level }
    const call = { tool, server: sampleCall().server, argumentsText: JSON.stringify(args), arguments: args }
    const recipe = {
      title: () => `Change shelf to ${level}?`,
      show: ['name'],
      impact: [{ label: 'Open orders', value: () => 2n }],
    }
    return buildEntityPreview({ call, recipe, source: 'get_shelf', entity: { name: 'A1', level: 5 }, sha256 })
  }
  const holds = []
  for (const level of [6, 7]) {
    const call = { tool, argumentsText: JSON.stringify({ level }) }
    holds.push(await holdCall(store, { call, ruling: { risk: 'medium' }, entity: entityOf(level) }))
  }
  await visit.tick(tool, holds)
  await visit.page.click('#bulk-approve-open')
  await visit.page.waitForSelector('.bulk-calls li')
  const calls = await visit.page.locator('.bulk-calls ol > li').allInnerTexts()
  expect(calls).toHaveLength(2)
  for (const text of calls) {
    for (const part of ['"A1"', 'Open orders', '2', 'get_shelf']) expect(text).toContain(part)
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/level .*5 → .*[67] Open orders/)
  }
})
