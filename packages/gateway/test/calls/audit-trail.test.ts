import { setTimeout as sleep } from 'node:timers/promises'
import { recordDraft } from '@holdpoint/core'
import type { RecordDraft } from '@holdpoint/core'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import { createAuditTrail } from '../../src/calls/audit-trail.ts'

let home: TestStore

beforeEach(async () => {
  home = await openTestStore({ retryForMs: 400 })
})

afterEach(async () => {
  await home.end()
})

function record(tool: string, kind: RecordDraft['kind'] = 'call-passed'): RecordDraft {
  return recordDraft({ kind, tenant: 'default', tool })
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(condition, { interval: 25 }).toBe(true)
}

describe('the audit trail', () => {
  test('commits before it says so', async () => {
    const trail = createAuditTrail((draft, receipt) => home.store.audit.appendFor(draft, receipt))
    expect(await trail.append(record('one'))).toBe('committed')
    expect((await home.records()).map(({ tool }) => tool)).toEqual(['one'])
  })

  test('passed reads are safe beside a locked store, and in it when it is back', async () => {
    const trail = createAuditTrail((draft, receipt) => home.store.audit.appendFor(draft, receipt))
    const lock = new DatabaseSync(home.file)
    lock.exec('begin immediate')
    // Committed, not buffered: nothing waited for the lock.
    expect(await trail.append(record('a'))).toBe('committed')
    expect(await trail.append(record('b'))).toBe('committed')
    expect(await trail.commit(record('intent', 'call-intended'))).toBe(false)
    lock.exec('rollback')
    lock.close()
    await until(async () => (await home.records()).length >= 3)
    expect((await home.records()).map(({ tool }) => tool)).toEqual(['a', 'b', 'intent'])
  })

  test('holds nobody up while the store is locked, and writes every record once when it is back', async () => {
    const trail = createAuditTrail((draft, receipt) => home.store.audit.appendFor(draft, receipt))
    const lock = new DatabaseSync(home.file)
    lock.exec('begin immediate')
    const first = await Promise.all([
      trail.append(record('a', 'call-denied')),
      trail.append(record('b', 'call-denied')),
    ])
    expect(first).toEqual(['buffered', 'buffered'])
    // The lock stands: nobody waited for its end. A store known to be sick is not waited for at all.
    const third = trail.append(record('c', 'call-denied'))
    expect(await Promise.race([third, sleep(100)])).toBe('buffered')
    // Longer than the store itself tries, so that records are given back or retained there.
    await sleep(600)
    lock.exec('rollback')
    lock.close()
    await until(async () => (await home.records()).length >= 3)
    expect(await trail.append(record('d'))).toMatch(/^(committed|buffered)$/)
    await until(async () => (await home.records()).length >= 4)
    await sleep(1_200)
    expect((await home.records()).map(({ tool }) => tool ?? '').toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect(await trail.append(record('e'))).toBe('committed')
  })

  test('is bounded: once the buffer is full nothing is accepted, and everything accepted is written later', async () => {
    let down = true
    const written: string[] = []
    const trail = createAuditTrail((draft, receipt) => {
      if (down) return receipt.settled(new Error('disk full'))
      written.push(draft.tool ?? '')
      receipt.settled(null)
    }, 3)
    const commits: string[] = []
    for (const tool of ['a', 'b', 'c', 'd', 'e']) commits.push(await trail.append(record(tool)))
    expect(commits).toEqual(['buffered', 'buffered', 'buffered', 'refused', 'refused'])
    down = false
    await until(() => written.length === 3)
    expect(written).toEqual(['a', 'b', 'c'])
    expect(await trail.append(record('f'))).toBe('committed')
  })

  test('a store that never answers holds nobody up and is bounded too', async () => {
    const trail = createAuditTrail(() => {}, 2)
    expect(await trail.append(record('a'))).toBe('buffered')
    expect(await trail.append(record('b'))).toBe('buffered')
    expect(await trail.append(record('c'))).toBe('refused')
  })

  test('a record that the store says it keeps is not written a second time', async () => {
    const appended: string[] = []
    const trail = createAuditTrail((draft, receipt) => {
      appended.push(draft.tool ?? '')
      receipt.retained(new Error('kept in memory'))
    })
    expect(await trail.append(record('a'))).toBe('buffered')
    await sleep(1_200)
    expect(appended).toEqual(['a'])
  })
})
