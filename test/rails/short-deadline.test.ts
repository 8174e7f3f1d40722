/**
 * A rule that gives a person little time: what the agent hears when nobody answered, and when nobody was there at all.
 */
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, textOf } from '../harness/answers.ts'
import { expectAuditIntact, showHold } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { delay } from '../harness/wait-for.ts'

const RULES = `rules:
  - { name: quick, match: { tool: delete_item }, risk: high, ttl: 2s }
  - { name: slow, match: { tool: send_message }, risk: high, ttl: 48h }`

describe.concurrent('[X4] a rule with a short deadline', () => {
  test('nobody answers the form: TIMEOUT, nothing ran, and no retry of its own', async () => {
    const home = createTemporaryHome(`wait: 60s\n${RULES}`)
    const wrap = await startWrap(home, { capabilities: { elicitation: {} } })
    const answer = await wrap.client.call('delete_item', { id: 1 })
    expect(codeOf(answer)).toBe('TIMEOUT')
    expect(answer.result.isError).toBe(true)
    expect(textOf(answer)).toMatch(
      /nobody answered within the 2 s that the rule "quick" gives\. Nothing ran\. Do not retry it unless the user asks/,
    )
    const { error } = answer.result.structuredContent as { error: { hold: string } }
    expect((await showHold(home, error.hold)).state).toBe('expired')
    expect(readLedger(home, 'delete_item')).toEqual([])
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('nobody to ask: the envelope, then TIMEOUT once, then a new question', async () => {
    const home = createTemporaryHome(RULES.replace('2s', '3s'))
    const wrap = await startWrap(home)
    await wrap.client.request('tools/list')
    const first = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    expect(first.ttl_seconds).toBeLessThanOrEqual(3)
    await delay(3200)
    expect(codeOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('TIMEOUT')
    expect(envelopeOf(await wrap.client.call('delete_item', { id: 1 })).approval_id).not.toBe(first.approval_id)
    await endWrap(wrap)
  })

  test('a deadline that is longer than usual is no short one', async () => {
    const home = createTemporaryHome(`ttl: 2s\n${RULES.replace('48h', '3s')}`)
    const wrap = await startWrap(home)
    await wrap.client.request('tools/list')
    envelopeOf(await wrap.client.call('send_message', { to: 'a', text: 'b' }))
    await delay(3200)
    expect(codeOf(await wrap.client.call('send_message', { to: 'a', text: 'b' }))).toBe('EXPIRED')
    await endWrap(wrap)
  })
})
