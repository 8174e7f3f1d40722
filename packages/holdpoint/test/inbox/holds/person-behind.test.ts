/** Whose yes counts is the service's to say: the person behind a session may be among the approvers where its name is not. */
import { toPeople } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { CONFIRM, visitPage } from '../../browser/page-visit.ts'

const ANA = { identities: ['local:ana'], roles: ['approver'], tenants: ['home'] } as const
const visit = visitPage({ people: toPeople({ people: { ana: ANA }, tokens: [] }, []) })

test('[X12.2] a session of a person who may approve is not sent to others, and its yes counts', async () => {
  const held = await visit.service.hold({ ruling: { approvers: ['ana'] } })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.approveEnabled()
  expect(await visit.text('.detail tool-card')).not.toContain('may approve this')
  await visit.page.click(CONFIRM)
  await visit.page.waitForSelector('.detail[data-state=approved]')
})

test('[X12.2] what else keeps a yes from counting is said in the words of the service, before a press', async () => {
  const held = await visit.service.hold({ ruling: { rails: ['terminal'] } })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await expect.poll(() => visit.text('.detail tool-card')).toContain('terminal')
  const { json } = await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, {
    token: await visit.service.token('approver', 'cleo'),
    headers: { 'sec-fetch-site': 'same-origin' },
    body: {},
  })
  expect(await visit.text('.detail tool-card')).toContain(json.error.message)
})
