/** Retry on the page: where it is known that nothing took effect, it makes a new question; elsewhere it is not there. */
import { claimDispatch, concludeDispatch, decide, loseDispatch } from '@holdpoint/core'
import type { Hold, Outcome } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { visitPage } from '../../browser/page-visit.ts'

const visit = visitPage()
const RETRY = '.detail [part~="retry"]'

async function failed(outcome: Outcome & { readonly kind: 'result' | 'error' }): Promise<Hold> {
  const { store } = visit.service
  const held = await visit.service.hold()
  const verdict = { answer: 'approve', by: 'ben', via: 'api', assurance: 'identified', reason: null } as const
  await decide(store, { hold: held.id, tenant: null, verdict })
  await claimDispatch(store, held.id, 'attempt-1', held.owner)
  await concludeDispatch(store, held.id, 'attempt-1', outcome)
  return held
}

const errorText = JSON.stringify({ code: -32_603, message: 'The server answered HTTP 403.' })

test.each(['the card', 'the page'])(
  '[X8] [T4] what the server refused at its door is asked again from %s',
  async (from) => {
    const held = await failed({ kind: 'error', errorText, notApplied: true })
    await visit.openLive(`/approvals/${held.id}`)
    await visit.page.waitForSelector('#ask-again')
    expect(await visit.text('#ask-again')).toContain('It is known that this had no effect.')
    await visit.page.click(from === 'the card' ? RETRY : '#ask-again button')
    await visit.page.waitForSelector('.detail[data-state=pending]')
    const asked = new URL(visit.page.url()).pathname.split('/').at(-1) ?? ''
    expect(asked).not.toBe(held.id)
    expect(await visit.service.store.holds.get(asked)).toMatchObject({ state: 'pending', key: held.key, verdicts: [] })
    expect((await visit.stored(held)).state).toBe('failed')
    expect(await visit.text('.detail tool-card')).toContain('An identical call failed')
    await visit.approveEnabled()
  },
)

test('[X8] what may have taken effect has no retry', async () => {
  const byTool = await failed({ kind: 'result', isError: true, resultText: '{"content":[]}', truncated: false })
  const byServer = await failed({ kind: 'error', errorText })
  const lost = await visit.service.hold()
  const verdict = { answer: 'approve', by: 'ben', via: 'api', assurance: 'identified', reason: null } as const
  await decide(visit.service.store, { hold: lost.id, tenant: null, verdict })
  await claimDispatch(visit.service.store, lost.id, 'attempt-1', lost.owner)
  await loseDispatch(visit.service.store, lost.id, 'attempt-1', 'the answer was lost')
  for (const held of [byTool, byServer, lost]) {
    await visit.openLive(`/approvals/${held.id}`)
    await visit.page.waitForSelector('.detail .timeline')
    expect(await visit.page.locator(`${RETRY}, #ask-again`).count()).toBe(0)
  }
})

test('[X8] who may only look is offered nothing', async () => {
  const held = await failed({ kind: 'error', errorText, notApplied: true })
  const token = await visit.service.token('viewer', 'a viewer')
  await visit.page.goto(visit.service.origin)
  await visit.page.fill('#token', token)
  await visit.page.press('#token', 'Enter')
  await visit.page.waitForSelector('.app:not(.out)')
  await visit.page.goto(`${visit.service.origin}/approvals/${held.id}`)
  await visit.page.waitForSelector('.detail .timeline')
  expect(await visit.page.locator('#ask-again').count()).toBe(0)
  expect(await visit.page.locator(RETRY).isVisible()).toBe(false)
})
