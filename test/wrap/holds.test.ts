/** A risky call from question to outcome, through the built command and the real store. */
import { describe, expect, test } from 'vitest'
import { HOLD_META, codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { waitForRecords } from '../harness/audit-records.ts'
import { approve, holdpoint, listHolds, reject, showHold } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { delay } from '../harness/wait-for.ts'

describe.concurrent('a risky call', () => {
  test('[S1.2] gets the envelope without waiting for anybody, with every field, and has not run', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    await wrap.client.request('tools/list')
    const begun = performance.now()
    const answer = await wrap.client.call('delete_item', { id: 7 })
    // Somebody who can be reached gets 45 seconds.
    expect(performance.now() - begun).toBeLessThan(22_500)
    expect(answer.result.isError).toBeUndefined()
    const envelope = answer.result.structuredContent
    expect(envelope).toEqual({
      requires_human_approval: true,
      approval_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      approval_url: `http://localhost:${new URL(envelope.approval_url).port}/approvals/${envelope.approval_id}`,
      summary: expect.stringContaining('Delete item 7: high risk'),
      ttl_seconds: expect.any(Number),
      state: 'pending',
      next_step: expect.stringContaining(`holdpoint open ${envelope.approval_id}`),
    })
    // A day, less the moments it took to answer.
    expect(envelope.ttl_seconds).toBeGreaterThanOrEqual(86_340)
    expect(envelope.ttl_seconds).toBeLessThanOrEqual(86_400)
    for (const words of ['NOT RUN YET', envelope.approval_url, 'end your turn', 'identical arguments', 'holdpoint']) {
      expect(textOf(answer)).toContain(words)
    }
    const page = await fetch(envelope.approval_url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html')
    expect(readLedger(home, 'delete_item')).toEqual([])
    const [hold] = await listHolds(home)
    expect(hold).toMatchObject({ id: envelope.approval_id, state: 'pending', risk: 'high', arguments: { id: 7 } })
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S1.2] of a tool with an output schema gets the envelope as an error text without structured content', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { result } = await wrap.client.call('delete_with_schema', { id: 7 })
    expect(result.isError).toBe(true)
    expect(result).not.toHaveProperty('structuredContent')
    const envelope = envelopeOf({ jsonrpc: '2.0', result })
    expect(result.content).toHaveLength(1)
    expect(envelope).toMatchObject({ state: 'pending', next_step: expect.stringContaining('NOT RUN YET') })
    expect(result['_meta'][HOLD_META]).toEqual({ id: envelope.approval_id, state: 'pending' })
    await approve(home, envelope.approval_id, '--wait')
    const collected = await wrap.client.call('delete_with_schema', { id: 7 })
    expect(collected.result.structuredContent).toEqual({ deleted: true, id: 7 })
    expect(collected.result.isError).toBeUndefined()
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S1.3] approving runs the original bytes; the identical call collects the result once, the next one asks anew', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const sent = '{ "id":1.0, "note":"caf\\u00e9", "list":[1e2,null] }'
    const { approval_id: id } = envelopeOf(await wrap.client.callText('delete_item', sent))
    expect((await approve(home, id, '--note', 'checked', '--wait')).state).toBe('succeeded')
    expect(readLedger(home, 'delete_item').map(({ argumentsText }) => argumentsText)).toEqual([sent])
    const reordered = '{"list":[100,null],"note":"café","id":1}'
    const collected = await wrap.client.callText('delete_item', reordered)
    expect(textOf(collected)).toBe('deleted 1')
    expect(heldBy(collected)).toEqual({ id, state: 'succeeded', decided_by: 'ci', via: 'api' })
    const again = envelopeOf(await wrap.client.callText('delete_item', sent))
    expect(again.approval_id).not.toBe(id)
    const hold = await showHold(home, again.approval_id)
    expect(hold.warnings.join()).toMatch(/identical call ran \d+ s ago/i)
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S1] the same approval again is the first receipt, a contrary one names the winner; it runs once', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    const twice = await Promise.all([approve(home, id), approve(home, id)])
    expect(twice.map((hold) => hold.decided_by)).toEqual(['ci', 'ci'])
    const contrary = await holdpoint(home, ['reject', id, '--json'], { as: 'admin' })
    expect(contrary.code).toBe(1)
    expect(contrary.stdout + contrary.stderr).toContain('ci')
    await wrap.client.call('delete_item', { id: 1 })
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[B5] called five times at once is one question and one run, and all five learn the outcome', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home)
    const calls = Array.from({ length: 5 }, () => wrap.client.call('delete_item', { id: 5 }))
    const hold = await waitForQuestion(wrap)
    await waitForRecords(home, 'hold-joined', 4)
    expect(await listHolds(home)).toHaveLength(1)
    await approve(home, hold)
    const answers = await Promise.all(calls)
    for (const answer of answers) {
      expect(textOf(answer)).toBe('deleted 5')
      expect(heldBy(answer)).toMatchObject({ id: hold, state: 'succeeded', decided_by: 'ci' })
    }
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S2.3] declined: the refusal says so with the reason, sticks for a while, and nothing ran', async () => {
    const home = createTemporaryHome('decline_sticks: 10m')
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 3 }))
    expect((await reject(home, id, '--reason', 'wrong item')).state).toBe('declined')
    const first = await wrap.client.call('delete_item', { id: 3 })
    expect(first.result.isError).toBe(true)
    expect(first.result.structuredContent.error).toMatchObject({ code: 'DECLINED', hold: id, reason: 'wrong item' })
    expect(textOf(first)).toContain('declined by user')
    expect(codeOf(await wrap.client.call('delete_item', { id: 3 }))).toBe('DECLINED')
    expect(await listHolds(home)).toHaveLength(1)
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S2.3] declined: once the refusal was told and sticks no longer, the call is a new question', async () => {
    const home = createTemporaryHome('decline_sticks: 1ms')
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 3 }))
    await reject(home, id)
    expect(codeOf(await wrap.client.call('delete_item', { id: 3 }))).toBe('DECLINED')
    expect(envelopeOf(await wrap.client.call('delete_item', { id: 3 })).approval_id).not.toBe(id)
    const late = await holdpoint(home, ['approve', id], { as: 'approver' })
    expect(late.code).toBe(1)
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S7] a call that fails at the server brings its real error to the agent and to people', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home)
    const failing = wrap.client.call('fail_delete')
    await approve(home, await waitForQuestion(wrap, 0))
    const failed = await failing
    expect(failed.result.isError).toBe(true)
    expect(textOf(failed)).toBe('the item is locked')
    const erring = wrap.client.call('error_delete')
    await approve(home, await waitForQuestion(wrap, 1))
    const erred = await erring
    expect(erred.error).toEqual({ code: -32050, message: 'the ledger refuses', data: { reason: 'locked', retry: 1 } })
    const states = (await expectLedgerJustified(home)).map(({ state }) => state)
    expect(states).toEqual(['failed', 'failed'])
    await endWrap(wrap)
  })

  test('[S1.2] expires when nobody decides in time, and can no longer be approved', async () => {
    const home = createTemporaryHome('ttl: 3s')
    const wrap = await startWrap(home)
    await wrap.client.request('tools/list')
    const envelope = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    expect(envelope.ttl_seconds).toBeLessThanOrEqual(3)
    await delay(3100)
    const late = await holdpoint(home, ['approve', envelope.approval_id], { as: 'approver' })
    expect(late.code).toBe(1)
    expect(codeOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('EXPIRED')
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[L13] approved and not redeemed lapses', async () => {
    const home = createTemporaryHome('execute_within: 1s')
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await endWrap(wrap)
    expect((await approve(home, id)).state).toBe('approved')
    await delay(1100)
    const next = await startWrap(home)
    expect(codeOf(await next.client.call('delete_item', { id: 1 }))).toBe('EXPIRED')
    expect((await showHold(home, id)).state).toBe('expired')
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('paused: everything above low is denied and reads pass, until resumed', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const paused = await holdpoint(home, ['pause'], { as: 'admin' })
    expect(paused.code, paused.stderr).toBe(0)
    expect(codeOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('DENIED_BY_POLICY')
    expect(codeOf(await wrap.client.call('create_item', { id: 1 }))).toBe('DENIED_BY_POLICY')
    expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
    expect((await holdpoint(home, ['list'])).stdout).toMatch(/paused/i)
    expect((await holdpoint(home, ['resume'], { as: 'admin' })).code).toBe(0)
    envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('medium asks once per session, tool and scope in balanced; another session asks again', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home)
    const asked = wrap.client.call('create_item', { name: 'a' })
    expect((await approve(home, await waitForQuestion(wrap), '--allow', 'scope')).risk).toBe('medium')
    expect(textOf(await asked)).toBe('created')
    expect(textOf(await wrap.client.call('create_item', { name: 'b' }))).toBe('created')
    expect(await listHolds(home)).toHaveLength(1)
    await endWrap(wrap)
    home.configure('wait: 0s')
    const other = await startWrap(home)
    envelopeOf(await other.client.call('create_item', { name: 'c' }))
    expect(readLedger(home, 'create_item')).toHaveLength(2)
    await endWrap(other)
  })

  test('more than twenty open questions of one client are refused, and another client still asks', async () => {
    const home = createTemporaryHome()
    const [wrap, other] = await Promise.all([startWrap(home), startWrap(home, { clientName: 'another' })])
    const answers = await Promise.all(Array.from({ length: 24 }, (_, id) => wrap.client.call('delete_item', { id })))
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => code === null)).toHaveLength(20)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(4)
    envelopeOf(await other.client.call('delete_item', { id: 0 }))
    await Promise.all([endWrap(wrap), endWrap(other)])
    await expectLedgerJustified(home)
  })
})
