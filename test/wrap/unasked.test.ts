/** What passes, or is turned away, without anybody being asked: the log says why. */
import { describe, expect, test } from 'vitest'
import { textOf } from '../harness/answers.ts'
import { expectAuditIntact, holdpoint, listHolds } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

async function recordsOf(home: TemporaryHome, kind: string): Promise<readonly { [name: string]: unknown }[]> {
  const { stdout } = await holdpoint(home, ['audit', 'export'])
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { [name: string]: unknown })
    .filter((record) => record['kind'] === kind)
}

describe.concurrent('unasked', () => {
  test('[S1.4] a tenant that approves high risk by itself: the call runs, recorded as auto-approved', async () => {
    const home = createTemporaryHome('tenants: { default: { auto_approve_high_risk: true } }')
    const wrap = await startWrap(home)
    expect(textOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('deleted 1')
    await endWrap(wrap)
    expect(await listHolds(home)).toEqual([])
    const [record] = await recordsOf(home, 'call-intended')
    expect(record).toMatchObject({ tool: 'delete_item', risk: 'high', actor: 'policy' })
    expect(record?.['detail']).toMatch(/^auto-approved: /)
    await expectAuditIntact(home)
  })

  test('in observe nothing is held, and it is said that somebody would have been asked', async () => {
    const home = createTemporaryHome('profile: observe')
    const wrap = await startWrap(home)
    expect(textOf(await wrap.client.call('delete_item', { id: 1 }))).toBe('deleted 1')
    await endWrap(wrap)
    const [record] = await recordsOf(home, 'call-intended')
    expect(record).toMatchObject({ actor: null, detail: 'GATE OFF: would have been asked' })
  })

  test('a tool that the server does not list is turned away, on record, and never reaches the server', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const answer = await wrap.client.call('no_such_tool', { id: 1 })
    expect(answer.error).toMatchObject({ code: -32602, message: expect.stringContaining('Unknown tool') })
    expect((await wrap.client.request('tools/call', { name: 7 })).error).toMatchObject({ code: -32602 })
    await endWrap(wrap)
    expect(readLedger(home)).toEqual([])
    const refused = await recordsOf(home, 'call-refused')
    expect(refused.map(({ tool, detail, method }) => [tool, detail, method])).toEqual([
      ['no_such_tool', 'no such tool', 'tools/call'],
      [null, 'not a tool call', 'tools/call'],
    ])
    await expectAuditIntact(home)
  })
})
