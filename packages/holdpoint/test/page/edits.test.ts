/** Edited arguments on the page: what is shown is what a click approves. */
import { expect, test } from 'vitest'
import { decide, toApprovalView } from '@holdpoint/core'
import { EVERYBODY } from '@holdpoint/testing'
import { checkEdits } from '../../../gateway/test/edits/edit-policy.ts'
import { CONFIRM, visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

test('the page shows the edited arguments and the difference, and its click counts for them', async () => {
  const inputSchema = { type: 'object', properties: { to: { type: 'string' } } }
  const ruling = { quorum: 2 }
  const hold = await visit.service.hold({ tool: 'send_mail', arguments: { to: 'ana' }, inputSchema, ruling })
  const twoPeople = checkEdits([{ name: 'two people', quorum: 2 }])
  const checked = await twoPeople({ hold, argumentsText: '{"to":"ben"}', by: 'ops' })
  if (!checked.ok) throw new Error(checked.message)
  const verdict = { answer: 'approve', by: 'ops', via: 'api', assurance: 'identified', reason: null } as const
  await decide(visit.service.store, { hold: hold.id, tenant: 'home', verdict, edit: checked.edit, people: EVERYBODY })
  await visit.openSignedIn(`/approvals/${hold.id}`)
  await visit.approveEnabled()
  expect((await visit.text('.edited')).replace(/\s+/g, ' ')).toContain('to "ana" → "ben"')
  expect(await visit.text('.detail [part~="json"]')).toContain('to: ben')
  await visit.page.click(CONFIRM)
  await visit.page.waitForSelector('.detail[data-state=approved]')
  expect(await visit.stored(hold)).toMatchObject({
    state: 'approved',
    edit: { argumentsText: '{"to":"ben"}' },
    verdicts: [{ by: 'ops' }, { by: 'local:ana', via: 'page' }],
  })
})

test('[S4.5] a changed note leaves the price as the agent spelled it, and is the only difference', async () => {
  const properties = { price: { type: 'number' }, rate: { type: 'number' }, note: { type: 'string' } }
  const hold = await visit.service.hold({
    tool: 'update_price',
    arguments: { price: 1.5, rate: 1, note: 'old' },
    argumentsText: '{"price":1.50,"rate":1.0,"note":"old"}',
    inputSchema: { type: 'object', properties },
  })
  await visit.openSignedIn(`/approvals/${hold.id}`)
  await visit.approveEnabled()
  await visit.page.getByRole('button', { name: 'More…', exact: true }).click()
  await visit.page.getByRole('button', { name: 'Edit', exact: true }).click()
  const panel = visit.page.locator('.panel')
  expect(await panel.getByLabel('price').inputValue()).toBe('1.50')
  await panel.getByLabel('note').fill('new')
  await visit.approveEnabled()
  await visit.page.click(CONFIRM)
  await visit.page.waitForSelector('.detail[data-state=approved]')
  const stored = await visit.stored(hold)
  expect(stored.edit?.argumentsText).toBe('{"price": 1.50, "rate": 1.0, "note": "new"}')
  expect(toApprovalView(stored).edit?.difference).toEqual([{ path: 'note', requested: '"old"', approved: '"new"' }])
})
