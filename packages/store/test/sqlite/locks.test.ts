/**
 * A file that another connection holds locked, or that fails for a while: nothing is decided, nothing accepted is lost.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { RETRY_FOR_MS } from '../../src/sqlite/retry-while-busy.ts'
import { isBusy } from '../../src/sqlite/sqlite-error.ts'
import { approve, verifyChain, waitingHold, withDirectory } from '@holdpoint/testing/store'
import { openStore } from '../open-store.ts'
import { sampleRecord } from '@holdpoint/testing'

const HOLD = waitingHold({ id: 'h1' })
/** A record that may not go on before it is in the log itself. */
const intended = (detail: string) => sampleRecord({ kind: 'call-intended', detail })
const CREATED = { do: 'write', hold: HOLD, record: sampleRecord(), before: null, answer: null } as const

describe('a locked file', () => {
  test('is recognised in every way a query is run, though the driver names it in some of them only', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'plain.db')
      const [lock, other] = [new DatabaseSync(file, { timeout: 0 }), new DatabaseSync(file, { timeout: 0 })]
      lock.exec('create table facts (fact text); begin exclusive')
      const insert = other.prepare.bind(other, "insert into facts values ('x')")
      for (const attempt of [
        () => insert().all(),
        () => insert().run(),
        () => insert().get(),
        () => other.exec('vacuum'),
      ]) {
        let caught: unknown = null
        try {
          attempt()
        } catch (error) {
          caught = error
        }
        expect(isBusy(caught), String(caught)).toBe(true)
      }
      lock.close()
      other.close()
    })
  })

  test('is waited for without stopping the event loop, and everything happens in order', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const store = await openStore(file)
      await store.holds.changeNewest(HOLD.key, () => CREATED)
      const lock = new DatabaseSync(file, { timeout: 0 })
      lock.exec('begin immediate')
      let turns = 0
      const turning = setInterval(() => (turns += 1), 10)
      const finished: string[] = []
      const work = [
        store.audit.append(intended('1')).then(() => finished.push('append 1')),
        store.holds.change('h1', (hold) => approve(hold)).then(() => finished.push('change')),
        store.audit.append(intended('2')).then(() => finished.push('append 2')),
      ]
      await sleep(1000)
      clearInterval(turning)
      // A hundred on a quiet machine; none while something waits for the lock and lets nothing else run.
      expect(turns).toBeGreaterThan(10)
      expect(finished).toEqual([])
      expect((await store.holds.get('h1'))?.state).toBe('pending')
      lock.exec('rollback')
      await Promise.all(work)
      expect((await store.holds.get('h1'))?.state).toBe('approved')
      const details = (await store.audit.walk(null, 10)).records.map((record) => record.detail ?? record.kind)
      expect(details).toEqual(['call-passed', '1', '2', 'hold-approved'])
      expect(await verifyChain(store)).toMatchObject({ ok: true, records: 4 })
      lock.close()
      await store.close()
    })
  })

  test('[H16] is given up after a while: the change is refused and nothing was decided', async () => {
    expect(RETRY_FOR_MS).toBe(30_000)
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const store = await openStore(file, { retryForMs: 300 })
      await store.holds.changeNewest(HOLD.key, () => CREATED)
      const lock = new DatabaseSync(file, { timeout: 0 })
      lock.exec('begin immediate')
      const steps: string[] = []
      const change = store.holds.change('h1', (hold) => {
        steps.push('ran')
        return approve(hold)
      })
      const append = store.audit.append(intended('kept'))
      const settled = await Promise.allSettled([change, append])
      expect(settled).toMatchObject([
        { status: 'rejected', reason: { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('locked') } },
        { status: 'rejected', reason: { code: 'STORE_UNAVAILABLE', retained: true } },
      ])
      lock.exec('rollback')
      lock.close()
      await store.audit.append(sampleRecord({ detail: 'later' }))
      expect(steps).toEqual([])
      expect((await store.holds.get('h1'))?.state).toBe('pending')
      expect((await store.audit.walk(null, 10)).records.slice(1).map((record) => record.detail)).toEqual([
        'kept',
        'later',
      ])
      await store.close()
    })
  })

  test.each(['call-passed', 'call-intended'] as const)('accepts a bounded number of %s, then refuses', async (kind) => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const store = await openStore(file)
      const lock = new DatabaseSync(file, { timeout: 0 })
      lock.exec('begin immediate')
      const accepted = Array.from({ length: 10_000 }, async () => await store.audit.append(sampleRecord({ kind })))
      await expect(store.audit.append(sampleRecord({ kind }))).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        retained: false,
      })
      lock.exec('rollback')
      lock.close()
      await Promise.all(accepted)
      expect(await verifyChain(store)).toMatchObject({ ok: true, records: 10_000 })
      await store.audit.append(sampleRecord({ kind }))
      expect(await verifyChain(store)).toMatchObject({ ok: true, records: 10_001 })
      await store.close()
    })
  })
})

describe('a store that fails for a while', () => {
  test('[H18] refuses the decision with its record, keeps appended records, and tells when it is back', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const problems: string[] = []
      const store = await openStore(file, { onProblem: (problem) => problems.push(problem.kind) })
      await store.holds.changeNewest(HOLD.key, () => CREATED)
      const other = new DatabaseSync(file, { timeout: 1000 })
      other.exec(
        "create trigger refuse before insert on audit_records begin select raise(abort, 'no audit today'); end",
      )
      await expect(store.holds.change('h1', (hold) => approve(hold))).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
      })
      expect(await store.holds.get('h1')).toMatchObject({ state: 'pending', revision: 1 })
      await expect(store.audit.append(intended('kept'))).rejects.toMatchObject({ retained: true })
      await expect(store.settings.put('pause', 'on', sampleRecord())).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
      })
      expect(await store.settings.get('pause')).toBeNull()
      other.exec('drop trigger refuse')
      other.close()
      await store.holds.change('h1', (hold) => approve(hold))
      expect(await store.holds.get('h1')).toMatchObject({ state: 'approved', revision: 2 })
      const details = (await store.audit.walk(null, 10)).records.map((record) => record.detail ?? record.kind)
      expect(details).toEqual(['call-passed', 'kept', 'hold-approved'])
      expect(problems).toEqual(['unavailable', 'recovered'])
      expect(await verifyChain(store)).toMatchObject({ ok: true, records: 3 })
      await store.close()
    })
  })

  test('writes what it kept by itself once it can', async () => {
    await withDirectory(async (directory) => {
      const file = join(directory, 'holdpoint.db')
      const store = await openStore(file)
      const other = new DatabaseSync(file, { timeout: 1000 })
      other.exec(
        "create trigger refuse before insert on audit_records begin select raise(abort, 'no audit today'); end",
      )
      await expect(store.audit.append(intended('kept'))).rejects.toMatchObject({ retained: true })
      other.exec('drop trigger refuse')
      other.close()
      await expect.poll(async () => (await store.audit.walk(null, 10)).records.length).toBe(1)
      await store.close()
    })
  })
})
