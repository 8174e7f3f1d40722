/**
 * A tool definition that changes after a person saw it: what was approved is void, and no claim of the server lowers a
 * tier.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, textOf } from '../harness/answers.ts'
import { approve, holdpoint, showHold, waitForState } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { waitForMessage } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

interface Changing {
  readonly home: TemporaryHome
  readonly start: () => Promise<RunningWrap>
  readonly change: (variant: string) => void
}

function changing(yaml = ''): Changing {
  const home = createTemporaryHome(yaml)
  const file = join(home.folder, 'variant')
  return {
    home,
    start: async () => await startWrap(home, { environment: { MUTATE_FILE: file } }),
    change: (variant) => writeFileSync(file, variant),
  }
}

const ofDelete = async (wrap: RunningWrap): Promise<{ description: string; annotations?: object }> => {
  const { result } = await wrap.client.request('tools/list')
  return result.tools.find((tool: { name: string }) => tool.name === 'delete_item')
}

describe.concurrent('a definition that changes', () => {
  test.each(['changed', 'described', 'readonly'])(
    '[G7] (%s) between approval and dispatch voids the approval, and nothing is sent',
    async (variant) => {
      const { home, start, change } = changing()
      const wrap = await start()
      const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
      await endWrap(wrap)
      await approve(home, id)
      change(variant)
      const next = await start()
      const answer = await next.client.call('delete_item', { id: 1 })
      expect(codeOf(answer)).toBe('INVALIDATED')
      expect((await showHold(home, id)).state).toBe('invalidated')
      const again = envelopeOf(await next.client.call('delete_item', { id: 1 }))
      expect((await showHold(home, again.approval_id)).warnings.join()).toMatch(/changed the definition/)
      expect(readLedger(home)).toEqual([])
      await endWrap(next)
      await expectLedgerJustified(home)
    },
  )

  test('[G7] a tool that is gone when its approval comes is not called', async () => {
    const { home, start, change } = changing()
    const wrap = await start()
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    change('renamed')
    await waitForMessage(wrap.client, 'list_changed', ({ method }) => method === 'notifications/tools/list_changed')
    await holdpoint(home, ['approve', id], { as: 'approver' })
    await waitForState(home, id, 'invalidated')
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[G7] a pending question is void once the list shows another definition', async () => {
    const { home, start, change } = changing()
    const wrap = await start()
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    change('changed')
    await waitForMessage(wrap.client, 'list_changed', ({ method }) => method === 'notifications/tools/list_changed')
    expect((await ofDelete(wrap)).description).toContain('changed')
    await waitForState(home, id, 'invalidated')
    expect((await holdpoint(home, ['approve', id], { as: 'approver' })).code).toBe(1)
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[G7] `policy accept` takes the new definition as seen; then it asks without the warning', async () => {
    const { home, start, change } = changing('decline_sticks: 0s')
    const wrap = await start()
    await ofDelete(wrap)
    change('changed')
    await waitForMessage(wrap.client, 'list_changed', ({ method }) => method === 'notifications/tools/list_changed')
    expect((await ofDelete(wrap)).description).toMatch(/changed this tool's definition/)
    expect(wrap.stderr()).toContain('policy accept ledger')
    expect((await holdpoint(home, ['policy', 'accept', 'ledger'])).code).toBe(1)
    const accepted = await holdpoint(home, ['policy', 'accept', 'ledger'], { as: 'approver' })
    expect(accepted.code, accepted.stderr).toBe(0)
    expect((await ofDelete(wrap)).description).not.toMatch(/changed this tool's definition/)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    expect((await showHold(home, id)).warnings).toEqual([])
    expect((await approve(home, id, '--wait')).state).toBe('succeeded')
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[G10] readOnlyHint that flips to true leaves the tier as it was', async () => {
    const { home, start, change } = changing()
    const wrap = await start()
    await ofDelete(wrap)
    change('readonly')
    await waitForMessage(wrap.client, 'list_changed', ({ method }) => method === 'notifications/tools/list_changed')
    await ofDelete(wrap)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    expect((await showHold(home, id)).risk).toBe('high')
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
  })

  test('[G10] a delete that calls itself read-only from the start is still a delete', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, { environment: { FIXTURE_VARIANT: 'readonly' } })
    envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
  })

  test('a tool that is in no list is refused, whatever the server would do with it', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const answer = await wrap.client.call('purge_item', { id: 1 })
    expect(answer.error.code).toBe(-32602)
    expect(readLedger(home)).toEqual([])
    expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
    await endWrap(wrap)
  })
})
