/**
 * A call that waits for a person: what it gets, what keeps it alive, and what its cancellation does and does not end.
 */
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { waitForRecords } from '../harness/audit-records.ts'
import { approve, holdpoint, listHolds, reject, showHold } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { delay } from '../harness/wait-for.ts'

describe.concurrent('a call that waits', () => {
  test('[X6] gets the real result, marked with its hold, as soon as another process approves', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    const id = wrap.client.nextId()
    wrap.client.send(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"delete_item","arguments":{"id":9}}}`,
    )
    const hold = await waitForQuestion(wrap)
    await approve(home, hold)
    expect(await wrap.client.answerLine(id)).toBe(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"deleted 9"}],"_meta":{"dev.holdpoint/hold":{"id":"${hold}","state":"succeeded","decided_by":"ci","via":"api"}}}}`,
    )
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S2.3] gets the refusal when a person declines', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    const call = wrap.client.call('delete_item', { id: 9 })
    const hold = await waitForQuestion(wrap)
    await reject(home, hold, '--reason', 'no')
    expect(codeOf(await call)).toBe('DECLINED')
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[X4] [X11.F3] with a progress token hears heartbeats while it waits, then the envelope', async () => {
    const home = createTemporaryHome('wait: 5s')
    const wrap = await startWrap(home)
    const [held, plain] = await Promise.all([
      wrap.client.call('delete_item', { id: 1 }, { _meta: { progressToken: 'wait-1' } }),
      wrap.client.call('delete_item', { id: 2 }),
    ])
    envelopeOf(held)
    envelopeOf(plain)
    const beats = wrap.client.messages.filter(({ method }) => method === 'notifications/progress')
    // Often enough for a client that allows two seconds between signs of life.
    expect(beats.length).toBeGreaterThanOrEqual(2)
    const progress = beats.map(({ params }) => params.progress as number)
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    for (const { params } of beats) {
      expect(params).toMatchObject({ progressToken: 'wait-1', progress: expect.any(Number) })
      expect(params.progress).toBeLessThan(1)
      // As every host prints it: no exponent, no long tail.
      expect(String(params.progress)).toMatch(/^0\.\d{1,3}$/)
    }
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[L12] cancelled by the client before its envelope, then approved: runs only when called again', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    const id = wrap.client.nextId()
    wrap.client.send(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"delete_item","arguments":{"id":4}}}`,
    )
    const hold = await waitForQuestion(wrap)
    wrap.client.notify('notifications/cancelled', { requestId: id, reason: 'the user pressed stop' })
    await waitForRecords(home, 'hold-caller-left')
    expect((await approve(home, hold)).state).toBe('approved')
    await delay(700)
    expect(readLedger(home, 'delete_item')).toEqual([])
    expect((await showHold(home, hold)).state).toBe('approved')
    expect(wrap.client.messages.some((message) => message.id === id && message.method === undefined)).toBe(false)
    const again = await wrap.client.call('delete_item', { id: 4 })
    expect(textOf(again)).toBe('deleted 4')
    expect(heldBy(again)?.id).toBe(hold)
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[L12] cancelled after its envelope: the approval still runs it, since the agent knows of it', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 4 }))
    wrap.client.notify('notifications/cancelled', { requestId: 2 })
    await wrap.client.request('ping')
    expect((await approve(home, id, '--wait')).state).toBe('succeeded')
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[L12] of two callers one cancels: the other still gets its result', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    const first = wrap.client.nextId()
    wrap.client.send(
      `{"jsonrpc":"2.0","id":${first},"method":"tools/call","params":{"name":"delete_item","arguments":{"id":4}}}`,
    )
    const second = wrap.client.call('delete_item', { id: 4 })
    const hold = await waitForQuestion(wrap)
    await waitForRecords(home, 'hold-joined')
    wrap.client.notify('notifications/cancelled', { requestId: first })
    await wrap.client.request('ping')
    await approve(home, hold)
    expect(textOf(await second)).toBe('deleted 4')
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S18] the host ends while a call waits: the hold stays and runs through the next wrap, once', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    wrap.client.send(
      '{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"delete_item","arguments":{"id":6}}}',
    )
    const hold = await waitForQuestion(wrap)
    await endWrap(wrap)
    expect((await showHold(home, hold)).state).toBe('pending')
    await approve(home, hold)
    const next = await startWrap(home)
    expect(textOf(await next.client.call('delete_item', { id: 6 }))).toBe('deleted 6')
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[H10] an approval that is taken back before it ran never runs', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 6 }))
    await endWrap(wrap)
    await approve(home, id)
    const taken = await holdpoint(home, ['reject', id, '--json'], { as: 'approver' })
    const { state } = await showHold(home, id)
    // Either it is taken back, or the first answer stands and says so; never both.
    expect([taken.code, state]).toEqual(taken.code === 0 ? [0, 'cancelled'] : [1, 'approved'])
    expect(readLedger(home, 'delete_item')).toEqual([])
    await expectLedgerJustified(home)
  })

  test('without anybody to reach, `wait: auto` does not wait, also for the second caller', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const begun = performance.now()
    envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    // Somebody who can be reached gets 45 seconds for each.
    expect(performance.now() - begun).toBeLessThan(22_500)
    expect(await listHolds(home)).toHaveLength(1)
    await endWrap(wrap)
  })
})
