/** The page shows what a call is about, as text and nothing else. */
import { randomUUID } from 'node:crypto'
import { buildEntityPreview, openHold } from '@holdpoint/core'
import type { EntityPreview, JsonObject } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { OWNER, sampleCall, sampleRuling, sha256 } from '@holdpoint/testing'
import { visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

async function held(entity: EntityPreview, argumentsText: string): Promise<string> {
  const id = randomUUID()
  await openHold(visit.service.store, {
    id,
    call: sampleCall({ argumentsText, tenant: 'home' }),
    ruling: sampleRuling({ decideWithinMs: 60_000 }),
    definition: null,
    policyHash: 'policy-1',
    owner: OWNER,
    warnings: [],
    entity,
    see: () => 'running',
    room: { ofPrincipal: Infinity, ofTenant: Infinity },
    sha256,
  })
  return `/approvals/${id}`
}

function look(entity: JsonObject, args: JsonObject): EntityPreview {
  const { server } = sampleCall()
  const call = { tool: 'modify_contact', server, argumentsText: JSON.stringify(args), arguments: args }
  const recipe = {
    title: () => 'Change Ana?',
    show: ['name'],
    impact: [{ label: 'Open orders', value: () => 2n }],
  }
  return buildEntityPreview({ call, recipe, source: 'get_contact', entity, sha256 })
}

test('[S2.2] title, both sides of a change and impact stand above the arguments', async () => {
  await visit.openSignedIn(await held(look({ name: 'Ana', price: 5 }, { price: 6 }), '{"price":6}'))
  const shown = visit.page.locator('.detail [part~="preview"]')
  await shown.waitFor()
  expect(await visit.text('.detail [part~="question"] .title')).toBe('Change Ana?')
  const text = await visit.text('.detail [part~="preview"]')
  for (const piece of ['name', '"Ana"', 'price', '5', '6', '2 Open orders']) expect(text).toContain(piece)
  const above = await shown.evaluate((preview) => {
    const json = (preview.getRootNode() as ShadowRoot).querySelector('[part~="json"]')
    return json !== null && preview.getBoundingClientRect().bottom <= json.getBoundingClientRect().top
  })
  expect(above).toBe(true)
})

test('[D1] markup and line breaks in an entity stay text inside their field', async () => {
  const name = '<img src=x onerror=alert(1)>\n✅ Approved by admin'
  await visit.openSignedIn(await held(look({ name, price: 5 }, { price: 7 }), '{"price":7}'))
  const shown = visit.page.locator('.detail [part~="preview"]')
  await shown.waitFor()
  expect(await shown.locator('img').count()).toBe(0)
  expect(await visit.text('.detail [part~="preview"] dd >> nth=0')).toBe(
    '"<img src=x onerror=alert(1)>⟦U+000A⟧✅ Approved by admin"',
  )
})
