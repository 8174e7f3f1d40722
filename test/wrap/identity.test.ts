/** Whose call it is and which server would run it: neither another client nor another command shares an approval. */
import { describe, expect, test } from 'vitest'
import { envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { waitForRecords } from '../harness/audit-records.ts'
import { approve, listHolds, showHold, waitForState } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { LEDGER_COMMAND, endWrap, startWrap } from '../harness/run-wrap.ts'
import { modernMeta } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { delay } from '../harness/wait-for.ts'

describe.concurrent('identity', () => {
  test('[L10] two wraps with one name and different commands: approving one never runs the other', async () => {
    const home = createTemporaryHome()
    const [one, other] = await Promise.all([
      startWrap(home),
      startWrap(home, { command: [...LEDGER_COMMAND, '--another'] }),
    ])
    const first = envelopeOf(await one.client.call('delete_item', { id: 1 }))
    const second = envelopeOf(await other.client.call('delete_item', { id: 1 }))
    expect(second.approval_id).not.toBe(first.approval_id)
    const holds = await listHolds(home)
    expect(new Set(holds.map(({ server }) => server))).toEqual(new Set(['ledger']))
    expect(new Set(holds.map((hold) => hold.server_identity)).size).toBe(2)
    // The one that asked has gone; the other one must neither run it now nor when it is called.
    await endWrap(one)
    await approve(home, first.approval_id)
    await delay(900)
    expect(readLedger(home, 'delete_item')).toEqual([])
    expect(envelopeOf(await other.client.call('delete_item', { id: 1 })).approval_id).toBe(second.approval_id)
    expect((await showHold(home, first.approval_id)).state).toBe('approved')
    const back = await startWrap(home)
    expect(heldBy(await back.client.call('delete_item', { id: 1 }))?.id).toBe(first.approval_id)
    await Promise.all([endWrap(back), endWrap(other)])
    await expectLedgerJustified(home)
  })

  test('[L10] the same command in another working directory is another server', async () => {
    const home = createTemporaryHome()
    const [one, other] = await Promise.all([startWrap(home), startWrap(home, { cwd: home.path })])
    envelopeOf(await one.client.call('delete_item', { id: 1 }))
    envelopeOf(await other.client.call('delete_item', { id: 1 }))
    expect(await listHolds(home)).toHaveLength(2)
    await Promise.all([endWrap(one), endWrap(other)])
  })

  test('[L11] another client asks for itself and shares no result', async () => {
    const home = createTemporaryHome()
    const [one, other] = await Promise.all([startWrap(home), startWrap(home, { clientName: 'another-client' })])
    const first = envelopeOf(await one.client.call('delete_item', { id: 1 }))
    await approve(home, first.approval_id, '--wait')
    const second = envelopeOf(await other.client.call('delete_item', { id: 1 }))
    expect(second.approval_id).not.toBe(first.approval_id)
    expect((await showHold(home, second.approval_id)).client).toBe('another-client')
    expect(textOf(await one.client.call('delete_item', { id: 1 }))).toBe('deleted 1')
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await Promise.all([endWrap(one), endWrap(other)])
    await expectLedgerJustified(home)
  })

  test('[L11] in the 2026 era each request names its client, and each client has a hold of its own', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, { silent: true })
    const first = envelopeOf(await wrap.client.call('delete_item', { id: 1 }, modernMeta('alpha')))
    const second = envelopeOf(await wrap.client.call('delete_item', { id: 1 }, modernMeta('beta')))
    expect(second.approval_id).not.toBe(first.approval_id)
    await approve(home, second.approval_id, '--wait')
    expect(envelopeOf(await wrap.client.call('delete_item', { id: 1 }, modernMeta('alpha'))).approval_id).toBe(
      first.approval_id,
    )
    const collected = await wrap.client.call('delete_item', { id: 1 }, modernMeta('beta'))
    expect(collected.result.resultType).toBe('complete')
    expect(textOf(collected)).toBe('deleted 1')
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[X6] two wraps of the same server and client: the owner runs it, the other one gets the outcome, one run', async () => {
    const home = createTemporaryHome('wait: 30s')
    const [one, other] = await Promise.all([startWrap(home), startWrap(home)])
    const calls = [one.client.call('delete_item', { id: 1 }), other.client.call('delete_item', { id: 1 })]
    await waitForRecords(home, 'hold-joined')
    const holds = await listHolds(home)
    expect(holds).toHaveLength(1)
    await approve(home, holds[0]?.id ?? '')
    for (const answer of await Promise.all(calls)) expect(textOf(answer)).toBe('deleted 1')
    await waitForState(home, holds[0]?.id ?? '', 'succeeded')
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await Promise.all([endWrap(one), endWrap(other)])
    await expectLedgerJustified(home)
  })
})
