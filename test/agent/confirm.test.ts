/**
 * `confirm: true` is an argument that a model can set: it counts only where a tenant says so, and is on record as the
 * agent's.
 */
import { expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { holdpoint, listHolds } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'

const ACCEPTED = `tenants:
  default: { accept_agent_confirm: true }
`

test("[X2] an agent's confirm approves nothing unless the tenant accepts it", async () => {
  const home = createTemporaryHome()
  const wrap = await startWrap(home)
  envelopeOf(await wrap.client.call('delete_item', { id: 1, confirm: true, preview: false }))
  expect(readLedger(home, 'delete_item')).toEqual([])
  await endWrap(wrap)
})

test('[X2] where it is accepted, the call runs and the record says that the agent spoke', async () => {
  const home = createTemporaryHome(ACCEPTED)
  const wrap = await startWrap(home)
  envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
  const answer = await wrap.client.call('delete_item', { id: 2, confirm: true })
  expect(answer.result?.isError).not.toBe(true)
  expect(readLedger(home, 'delete_item').map(({ argumentsText }) => argumentsText)).toEqual(['{"id":2}'])
  expect(await listHolds(home)).toHaveLength(1)
  await endWrap(wrap)
  const { stdout } = await holdpoint(home, ['audit', 'export', '--format', 'jsonl'])
  expect(stdout).toMatch(/"actor":"agent"/)
})

test('[X2] never for what cannot be undone, nor where self-protection asks', async () => {
  const home = createTemporaryHome(`${ACCEPTED}servers:
  ledger: { tools: { delete_item: { irreversible: true } } }
`)
  const wrap = await startWrap(home)
  envelopeOf(await wrap.client.call('delete_item', { id: 1, confirm: true }))
  envelopeOf(await wrap.client.call('create_item', { id: home.configFile, confirm: true }))
  expect(readLedger(home)).toEqual([])
  await endWrap(wrap)
})
