/** A search that stays open finds what the server would find after a reload: no more and no less. */
import { randomUUID } from 'node:crypto'
import type { Call, Hold } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { holdCall } from '../browser/inbox-held.ts'
import { rowOf, visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

const hold = async (call: Partial<Call>): Promise<Hold> => await holdCall(visit.service.store, { call })

async function listed(list: 'waiting' | 'history'): Promise<ReadonlySet<string | null>> {
  const rows = visit.page.locator(`#${list} a[data-hold]`)
  return new Set(await rows.evaluateAll((links) => links.map((link) => link.getAttribute('data-hold'))))
}

async function expectAsAfterReload(list: 'waiting' | 'history', wanted: readonly Hold[]): Promise<void> {
  const ids = new Set<string | null>(wanted.map(({ id }) => id))
  expect(await listed(list)).toEqual(ids)
  await visit.page.reload()
  for (const held of wanted) await visit.page.waitForSelector(rowOf(held))
  expect(await listed(list)).toEqual(ids)
}

describe('a search that stays open', () => {
  test('finds new calls by who asks, through what and why, as the server does', async () => {
    const agent = `agent${randomUUID().slice(0, 8)}`
    const first = await hold({ principal: agent })
    await visit.openSignedIn(`/?group=none&q=${agent}`)
    await visit.page.waitForSelector(rowOf(first))
    const mine = await hold({ principal: agent })
    const through = await hold({ client: { name: agent, version: '1' } })
    const why = await hold({ rationale: `as ${agent} asked` })
    await hold({ principal: 'somebody-else' })
    for (const held of [mine, through, why]) await visit.page.waitForSelector(rowOf(held))
    await expectAsAfterReload('waiting', [first, mine, through, why])
  })

  test('takes a word with punctuation as one: U-1 is not A-1, and parts of words elsewhere are none', async () => {
    const mark = `u${randomUUID().slice(0, 6)}`
    const wanted = await hold({ argumentsText: `{"id":"${mark}-1"}` })
    await visit.openSignedIn(`/?group=none&q=${mark}-1`)
    await visit.page.waitForSelector(rowOf(wanted))
    await hold({ argumentsText: `{"id":"A-1","note":"${mark}"}` })
    await hold({ argumentsText: `{"id":"x${mark}-1"}` })
    const later = await hold({ argumentsText: `{"id":"${mark}-17"}` })
    await visit.page.waitForSelector(rowOf(later))
    await expectAsAfterReload('waiting', [wanted, later])
  })

  test('in the history a call comes with the word that somebody gave as a reason', async () => {
    const word = `w${randomUUID().slice(0, 8)}`
    const token = await visit.service.token('approver', 'ben')
    const first = await hold({ rationale: word })
    await visit.service.call('POST', `/admin/approvals/${first.id}/reject`, { token })
    const held = await hold({})
    await visit.openSignedIn(`/history?q=${word}`)
    await visit.page.waitForSelector(rowOf(first))
    expect(await listed('history')).toEqual(new Set([first.id]))
    const body = { reason: `no ${word} today` }
    await visit.service.call('POST', `/admin/approvals/${held.id}/reject`, { token, body })
    await visit.page.waitForSelector(rowOf(held))
    await expectAsAfterReload('history', [first, held])
  })

  test('a server that does not answer is asked again', async () => {
    const agent = `agent${randomUUID().slice(0, 8)}`
    const first = await hold({ principal: agent })
    await visit.openLive(`/?group=none&q=${agent}`)
    await visit.page.waitForSelector(rowOf(first))
    let refusals = 0
    await visit.page.route(/\/admin\/approvals\?/, async (route) => {
      refusals += 1
      await (refusals === 1 ? route.abort() : route.continue())
    })
    const later = await hold({ principal: agent })
    await visit.page.waitForSelector(rowOf(later))
    expect(refusals).toBe(2)
  })
})
