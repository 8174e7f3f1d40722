/**
 * Arguments beyond what is drawn line by line, in the card as the inbox builds it: nothing stands there that will not
 * be sent.
 */
import { plainLine, present, sectionOf } from '@holdpoint/card/presentation'
import { toApprovalView } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { fromDetail } from '../../inbox/src/model/holds/invocation.ts'
import { ENGLISH } from '../../inbox/src/words/english.ts'
import { visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

test('[S4.4] they stand as they will be sent, each where it belongs', async () => {
  const items = Array.from({ length: 3000 }, (_, at) => ({ [`k${at}`]: `value ${at}` }))
  const held = await visit.service.hold({ arguments: { items } })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.page.locator('.detail .views').getByText('Raw JSON').click()
  const more = visit.page.locator('.detail #arguments .more')
  await more.click()
  const bytes = visit.page.locator('.detail .bytes')
  await bytes.locator('.lines').first().waitFor()
  const drawn = await bytes.evaluate((box) =>
    [...box.querySelectorAll('.lines')].map(({ textContent }) => textContent).join('\n'),
  )
  const approval = { ...toApprovalView(held), preview: held.preview, server_state: 'connected' } as const
  const section = sectionOf(present(fromDetail(approval, 'trusted', ENGLISH), 0, 'en'), 'arguments')
  expect(drawn).toBe(section?.lines.map(plainLine).join('\n'))
})
