/** Edited arguments on the page: what is shown is what a click approves. */
import { expect, test } from 'vitest'
import { decide } from '@holdpoint/core'
import { checkEdits } from './edit-policy.ts'
import { CONFIRM, visitPage } from './page-visit.ts'

const visit = visitPage()

test('the page shows the edited arguments and the difference, and its click counts for them', async () => {
  const inputSchema = { type: 'object', properties: { to: { type: 'string' } } }
  const ruling = { quorum: 2 }
  const hold = await visit.service.hold({ tool: 'send_mail', arguments: { to: 'ana' }, inputSchema, ruling })
  const twoPeople = checkEdits([{ name: 'two people', quorum: 2 }])
  const checked = await twoPeople({ hold, argumentsText: '{"to":"ben"}', by: 'ops' })
  if (!checked.ok) throw new Error(checked.message)
  const verdict = { answer: 'approve', by: 'ops', via: 'api', assurance: 'identified', reason: null } as const
  await decide(visit.service.store, { hold: hold.id, tenant: 'home', verdict, edit: checked.edit })
  await visit.openSignedIn(`/approvals/${hold.id}`)
  await visit.approveEnabled()
  expect((await visit.text('.edited')).replace(/\s+/g, ' ')).toContain('to "ana" → "ben"')
  expect(await visit.text('.detail [part~="json"]')).toContain('"ben"')
  await visit.page.click(CONFIRM)
  await visit.page.waitForSelector('.detail[data-state=approved]')
  expect(await visit.stored(hold)).toMatchObject({
    state: 'approved',
    edit: { argumentsText: '{"to":"ben"}' },
    verdicts: [{ by: 'ops' }, { by: 'local:ana', via: 'page' }],
  })
})
