/**
 * Whose hold it is, among real processes: killed where nobody can see it, stopped for longer than its lease, woken
 * again. The ledger behind them tells what ran; the lease is made to lapse in the file, so that nobody has to wait for
 * it.
 */
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { approve, showHold, waitForState } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

const ARGUMENTS = { id: 1, note: 'the identical call' }
const call = (wrap: RunningWrap) => wrap.client.call('delete_item', ARGUMENTS)
const runs = (home: TemporaryHome): number => readLedger(home, 'delete_item').length

interface LeaseRow {
  readonly name: string
  readonly until: number
  readonly fence: number
}

function inStore<Value>(home: TemporaryHome, work: (database: InstanceType<typeof DatabaseSync>) => Value): Value {
  const database = new DatabaseSync(join(home.path, 'holdpoint.db'), { timeout: 5000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const leases = (home: TemporaryHome): readonly LeaseRow[] =>
  inStore(home, (database) => database.prepare('select * from leases order by fence').all() as unknown as LeaseRow[])

const lapse = (home: TemporaryHome): void => inStore(home, (database) => database.exec('update leases set until = 1'))

/** As if the owner had run in a container, or on a machine, that is no more: nobody can look at its processes. */
const moveAway = (home: TemporaryHome): void =>
  inStore(home, (database) => {
    const rows = database.prepare('select id, body from holds').all() as { id: string; body: string }[]
    for (const { id, body } of rows) {
      const elsewhere = body
        .replaceAll(/"place":"[^"]*"/g, '"place":"another boot pid:[1]"')
        .replaceAll(/"host":"[^"]*"/g, '"host":"recreated-7f3k"')
      database.prepare('update holds set body = ? where id = ?').run(elsewhere, id)
    }
  })

describe.concurrent('an owner that died under another host name', () => {
  test('[X11.B3] its approved call runs through the next process once its lease has lapsed, and once', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    call(wrap).catch(() => {})
    const hold = await waitForQuestion(wrap)
    await wrap.kill('SIGKILL')
    moveAway(home)
    expect((await approve(home, hold)).state).toBe('approved')
    home.configure('wait: 0s')
    const next = await startWrap(home)
    envelopeOf(await call(next))
    expect(runs(home)).toBe(0)
    lapse(home)
    expect(heldBy(await call(next))).toMatchObject({ id: hold, state: 'succeeded' })
    expect(runs(home)).toBe(1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[X11.B3] its call in flight becomes unknown, and is not sent again', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    wrap.client.call('hang_delete', { id: 1 }).catch(() => {})
    const hold = await waitForQuestion(wrap)
    await approve(home, hold)
    await waitForState(home, hold, 'dispatching')
    await wrap.kill('SIGKILL')
    moveAway(home)
    expect((await showHold(home, hold)).state).toBe('dispatching')
    lapse(home)
    expect((await showHold(home, hold)).state).toBe('unknown')
    const next = await startWrap(home)
    expect(codeOf(await next.client.call('hang_delete', { id: 1 }))).toBe('OUTCOME_UNKNOWN')
    expect(readLedger(home, 'hang_delete')).toHaveLength(1)
    await endWrap(next)
  })
})

describe.concurrent('a process that was stopped for longer than its lease', () => {
  const stopped = async (home: TemporaryHome): Promise<{ wrap: RunningWrap; hold: string; fence: number }> => {
    const wrap = await startWrap(home)
    const { approval_id: hold } = envelopeOf(await call(wrap))
    const fence = leases(home).at(-1)?.fence ?? 0
    expect(fence).toBeGreaterThan(0)
    wrap.child.kill('SIGSTOP')
    return { wrap, hold, fence }
  }
  const awake = async (home: TemporaryHome, wrap: RunningWrap, fence: number): Promise<void> => {
    lapse(home)
    wrap.child.kill('SIGCONT')
    await waitFor('a lease taken anew', () => leases(home).some((lease) => lease.fence > fence) || null)
  }

  test('[X11.B3] starts nothing that was approved meanwhile; the identical call runs it once', async () => {
    const home = createTemporaryHome('wait: 0s')
    const { wrap, hold, fence } = await stopped(home)
    await approve(home, hold)
    await awake(home, wrap, fence)
    expect(runs(home)).toBe(0)
    expect((await showHold(home, hold)).state).toBe('approved')
    expect(heldBy(await call(wrap))).toMatchObject({ id: hold, state: 'succeeded' })
    expect(runs(home)).toBe(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[X11.B3] owns again what nobody decided meanwhile: approved afterwards, it runs', async () => {
    const home = createTemporaryHome('wait: 0s')
    const { wrap, hold, fence } = await stopped(home)
    await awake(home, wrap, fence)
    expect((await approve(home, hold, '--wait')).state).toBe('succeeded')
    expect(runs(home)).toBe(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[X11.B3] a clock that is set forward ends no ownership for longer than a moment', async () => {
    const home = createTemporaryHome('wait: 0s')
    const wrap = await startWrap(home)
    const { approval_id: hold } = envelopeOf(await call(wrap))
    const fence = leases(home).at(-1)?.fence ?? 0
    // Nobody slept: its next renewal is still far off.
    lapse(home)
    await waitFor('a lease taken anew', () => leases(home).some((lease) => lease.fence > fence) || null, 8000)
    expect((await approve(home, hold, '--wait')).state).toBe('succeeded')
    expect(runs(home)).toBe(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[X11.B3] brings its answer late, which only upgrades unknown', async () => {
    const home = createTemporaryHome('wait: 30s')
    const until = join(home.folder, 'answer-now')
    const wrap = await startWrap(home)
    const answer = wrap.client.call('slow_delete', { id: 1, until })
    const hold = await waitForQuestion(wrap)
    await approve(home, hold)
    await waitFor('the call', () => readLedger(home, 'slow_delete').length === 1 || null)
    wrap.child.kill('SIGSTOP')
    lapse(home)
    await waitForState(home, hold, 'unknown')
    writeFileSync(until, '')
    wrap.child.kill('SIGCONT')
    expect(await waitForState(home, hold, 'succeeded')).toBeTruthy()
    expect(textOf(await answer)).toBe('deleted slowly')
    expect(readLedger(home, 'slow_delete')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })
})

test('[X11.B3] a wrap without open holds writes no lease, and one that ends gives its lease back', async () => {
  const home = createTemporaryHome('wait: 0s')
  const wrap = await startWrap(home)
  await wrap.client.call('get_item', { id: 1 })
  envelopeOf(await call(wrap))
  expect(leases(home)).toHaveLength(1)
  await endWrap(wrap)
  expect(leases(home)).toEqual([])
  const reader = await startWrap(home)
  await reader.client.call('get_item', { id: 1 })
  expect(leases(home)).toEqual([])
  await endWrap(reader)
})
