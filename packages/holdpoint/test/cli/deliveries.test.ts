/** Where people were asked in chats, as a terminal shows it: `show`, its JSON, and the inbox. */
import { moveDelivery } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { plannedDelivery } from '@holdpoint/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCliHome } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

/** One place did not take it, and another was asked instead. */
async function asked(): Promise<Hold> {
  const hold = await home.addHold()
  const { deliveries } = home.store
  const about = { hold: hold.id, tenant: hold.call.tenant }
  await deliveries.plan([plannedDelivery({ ...about, id: 'one', channel: 'slack' })], () => '7F3K')
  await deliveries.plan([plannedDelivery({ ...about, id: 'two', instead: true })], () => '8G4M')
  const taken = await deliveries.takeDue({
    channels: ['slack', 'feishu'].map((name) => ({ name, dedupes: true })),
    by: 'test',
    leaseMs: 60_000,
    limit: 10,
  })
  for (const { id, job } of taken) {
    const lease = job?.lease
    if (lease === null || lease === undefined) throw new Error('It is not leased.')
    await moveDelivery(
      home.store,
      id,
      id === 'one'
        ? { type: 'failed', lease, mayHaveArrived: false, problem: 'not there\u202e' }
        : { type: 'sent', lease, ref: 'om_1', shows: 1, whole: true, remindAt: null },
    )
  }
  return hold
}

const SLACK = 'Asked in:  Slack group oc_ops (NOT delivered: not there⟦U+202E⟧)'
const FEISHU = /^ {11}Feishu group oc_ops instead \(delivered \d+s ago\)$/m

test('[X13.4] show says where people were asked, what did not arrive, and what was asked instead', async () => {
  const hold = await asked()
  const { out } = await home.run(['show', hold.id])
  expect(out).toContain(SLACK)
  expect(out).toMatch(FEISHU)
  const { deliveries } = JSON.parse((await home.run(['show', hold.id, '--json'])).out) as { deliveries: object[] }
  expect(deliveries).toMatchObject([
    { channel: 'slack', state: 'failed' },
    { channel: 'feishu', state: 'sent', instead: true },
  ])
})

test('[X13.4] a call that was asked about in no chat has no such line', async () => {
  expect((await home.run(['show', (await home.addHold()).id])).out).not.toContain('Asked in')
})

test('[X13.4] the inbox in the terminal shows the same', async () => {
  const hold = await asked()
  let drawn = ''
  home.visitInbox = async (backend) => {
    const { waiting, now } = await backend.load('', null)
    expect(waiting.map((row) => row.hold.id)).toEqual([hold.id])
    const lines = backend.draw(hold, now, { width: 80, expanded: false, details: true, takeBack: 'u' })
    drawn = lines.map(({ text }) => text).join('\n')
  }
  await home.run(['inbox'], { terminal: 'right-code' })
  expect(drawn).toContain(SLACK)
  expect(drawn).toMatch(FEISHU)
})
