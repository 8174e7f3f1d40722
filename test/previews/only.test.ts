/**
 * `preview: true` changes nothing: whatever is permitted, approved or switched off, such a call runs nothing. The
 * ledger tells.
 */
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, HOLD_META, textOf } from '../harness/answers.ts'
import { approve, expectAuditIntact, holdpoint, listHolds, showHold } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { Message } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

/** The answer where nobody would have to be asked. */
function expectNothingRan(answer: Message, why: RegExp): void {
  const notice = answer.result?.structuredContent as { readonly why: string } | undefined
  expect(notice, JSON.stringify(answer)).toEqual({ preview: true, ran: false, why: expect.stringMatching(why) })
  // It names a hold, and there is none.
  expect(answer.result['_meta']?.[HOLD_META]).toBeUndefined()
  expect(answer.result.isError).not.toBe(true)
  expect(textOf(answer)).toMatch(/^Preview only: nothing ran\./)
}

const sent = (home: TemporaryHome): readonly (string | undefined)[] =>
  readLedger(home).map(({ argumentsText }) => argumentsText)

describe.concurrent('[S0.1] a preview changes nothing', () => {
  test('under a grant: nothing runs and nothing is counted; the call itself passes afterwards', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await approve(home, id, '--allow', '30m', '--times', '2', '--wait')
    expectNothingRan(await wrap.client.call('delete_item', { id: 2, preview: true }), /standing permission/)
    expect(sent(home)).toEqual(['{"id":1}'])
    expect((await holdpoint(home, ['grants', 'list'])).stdout).toContain('used 0 of 2 times')
    expect(textOf(await wrap.client.call('delete_item', { id: 2, preview: false }))).toBe('deleted 2')
    expect(sent(home)).toEqual(['{"id":1}', '{"id":2}'])
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('in a scope that a yes opened', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('create_item', { name: 'a' }))
    await approve(home, id, '--allow', 'scope', '--wait')
    expectNothingRan(await wrap.client.call('create_item', { name: 'b', preview: true }), /standing permission/)
    expect(sent(home)).toEqual(['{"name":"a"}'])
    expect(textOf(await wrap.client.call('create_item', { name: 'b' }))).toBe('created')
    await endWrap(wrap)
  })

  test.each([
    ['profile: observe', 'delete_item'],
    ['profile: relaxed', 'create_item'],
    ['tenants: { default: { auto_approve_high_risk: true } }', 'delete_item'],
    ['rules: [{ name: free, match: { tool: delete_item }, answer: pass, risk: high }]', 'delete_item'],
  ])('where nobody is asked: %s', async (yaml, tool) => {
    const home = createTemporaryHome(yaml)
    const wrap = await startWrap(home)
    expectNothingRan(await wrap.client.call(tool, { id: 1, preview: true }), /./)
    expect(readLedger(home)).toEqual([])
    expect(await listHolds(home)).toEqual([])
    expect((await wrap.client.call(tool, { id: 1 })).result.isError).not.toBe(true)
    expect(sent(home)).toEqual(['{"id":1}'])
    await endWrap(wrap)
    const { stdout } = await holdpoint(home, ['audit', 'export'])
    expect(stdout).toContain('preview: nothing ran')
  })

  test("[X2] with the agent's own confirm, also where the tenant accepts that", async () => {
    const home = createTemporaryHome('tenants: { default: { accept_agent_confirm: true } }')
    const wrap = await startWrap(home)
    envelopeOf(await wrap.client.call('delete_item', { id: 1, confirm: true, preview: true }))
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
  })

  test('of a call that has to be asked: the envelope, one question, and the call itself joins it', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const first = envelopeOf(await wrap.client.call('delete_item', { id: 1, preview: true }))
    const second = envelopeOf(await wrap.client.call('delete_item', { id: 1, preview: true }))
    expect(second).toMatchObject({ approval_id: first.approval_id, state: 'pending' })
    expect(envelopeOf(await wrap.client.call('delete_item', { id: 1 })).approval_id).toBe(first.approval_id)
    expect(await listHolds(home)).toHaveLength(1)
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('of a call that is approved and has not run: the envelope says so, and only the call itself runs it', async () => {
    const home = createTemporaryHome()
    const asked = await startWrap(home)
    const { approval_id: id } = envelopeOf(await asked.client.call('delete_item', { id: 1 }))
    // Nobody is there to run it when it is approved.
    await endWrap(asked)
    await approve(home, id)
    const wrap = await startWrap(home)
    const shown = await wrap.client.call('delete_item', { id: 1, preview: true })
    expect(envelopeOf(shown)).toMatchObject({ approval_id: id, state: 'approved' })
    expect(textOf(shown)).toMatch(/^NOT RUN YET: a person has approved this call/)
    expect(readLedger(home)).toEqual([])
    expect((await showHold(home, id)).state).toBe('approved')
    const done = await wrap.client.call('delete_item', { id: 1 })
    expect(heldBy(done)).toMatchObject({ id, state: 'succeeded' })
    expect(sent(home)).toEqual(['{"id":1}'])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('what policy denies is denied, and a read is no change: it passes', async () => {
    const home = createTemporaryHome('rules: [{ name: never, match: { tool: delete_item }, answer: deny }]')
    const wrap = await startWrap(home)
    expect(codeOf(await wrap.client.call('delete_item', { id: 1, preview: true }))).toBe('DENIED_BY_POLICY')
    expect(textOf(await wrap.client.call('get_item', { id: 1, preview: true }))).toBe('item 1')
    expect(sent(home)).toEqual(['{"id":1}'])
    await endWrap(wrap)
  })
})
