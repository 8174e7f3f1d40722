/** The spool of a process that lives: private, in order, bounded, and never the only place of what it cannot hold. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test, vi } from 'vitest'
import { readSpool } from '../../src/audit/spool-line.ts'
import { openStore } from '../open-store.ts'
import { sampleRecord } from '@holdpoint/testing'
import { waitingHold } from '@holdpoint/testing/store'
import { committed, details, filesIn, marks, named, passed, spoolIn, withPlace } from './spool-place.ts'

describe('the spool', () => {
  test('is private, left alone by others, and gone after a clean end', async () => {
    await withPlace(async (place) => {
      const umask = process.umask(0)
      const store = await openStore(place.file)
      try {
        await store.audit.append(passed('mine'))
      } finally {
        process.umask(umask)
      }
      if (process.platform !== 'win32') {
        expect(statSync(place.directory).mode & 0o777).toBe(0o700)
        expect(statSync(spoolIn(place)).mode & 0o777).toBe(0o600)
      }
      const other = await openStore(place.file)
      expect(filesIn(place.directory)).toHaveLength(2)
      await other.close()
      expect(await details(store)).toEqual(['mine'])
      await store.close()
      expect(filesIn(place.directory)).toEqual([])
      expect(marks(place.file)).toEqual([])
    })
  })

  test('reaches others within a moment, with the time of the append', async () => {
    await withPlace(async (place) => {
      let clock = 1_800_000_000_000
      const at = { now: () => clock }
      const [store, other] = [await openStore(place.file, at), await openStore(place.file, at)]
      await store.audit.append(passed('first'))
      clock += 5
      await store.audit.append(passed('second'))
      clock += 5000
      await vi.waitFor(async () => expect(await details(other)).toEqual(['first', 'second']), 60_000)
      expect((await other.audit.walk(null, 2)).records.map((record) => record.at)).toEqual([
        1_800_000_000_000, 1_800_000_000_005,
      ])
      await Promise.all([store.close(), other.close()])
    })
  })

  test('never goes back in time, even if the clock does', async () => {
    await withPlace(async (place) => {
      let clock = 1_800_000_000_000
      const store = await openStore(place.file, { now: () => clock })
      for (const step of [0, -60_000, 61_000]) {
        clock += step
        await store.audit.append(passed(String(step)))
        expect((await details(store)).at(-1)).toBe(String(step))
      }
      const start = 1_800_000_000_000
      const passedCalls = (await store.audit.walk(null, 10)).records.filter(({ kind }) => kind === 'call-passed')
      expect(passedCalls.map((record) => record.at - start)).toEqual([0, 0, 1000])
      await store.close()
    })
  })

  test('is emptied once it is large and committed, and goes on', async () => {
    await withPlace(async (place) => {
      const store = await openStore(place.file)
      const long = 'x'.repeat(30_000)
      for (let index = 0; index < 100; index++) await store.audit.append(passed(`${index} ${long}`))
      expect(statSync(spoolIn(place)).size).toBeGreaterThan(3_000_000)
      expect(await details(store)).toHaveLength(100)
      expect(readFileSync(spoolIn(place), 'utf8')).toBe('["begins-after",100]\n')
      await store.audit.append(passed('more'))
      expect(readSpool(readFileSync(spoolIn(place), 'utf8')).drafts).toMatchObject([{ spooled: 101 }])
      expect(await details(store)).toHaveLength(101)
      await store.close()
    })
  })

  test('keeps the order of what one process does', async () => {
    await withPlace(async (place) => {
      const store = await openStore(place.file)
      const hold = waitingHold({ id: 'h1' })
      await store.audit.append(passed('1'))
      await store.audit.append(passed('2'))
      const record = sampleRecord({ kind: 'hold-created', detail: '3' })
      const change = store.holds.changeNewest(hold.key, () => ({
        do: 'write',
        hold,
        record,
        before: null,
        answer: null,
      }))
      await store.audit.append(passed('taken along'))
      await change
      expect(committed(place.file)).toBe(4)
      await store.audit.append(passed('5'))
      await store.audit.append(sampleRecord({ kind: 'call-intended', detail: '6' }))
      expect(committed(place.file)).toBe(6)
      expect(await details(store)).toEqual(['1', '2', 'taken along', '3', '5', '6'])
      await store.close()
    })
  })

  test('commits at once when many wait', async () => {
    await withPlace(async (place) => {
      const store = await openStore(place.file)
      for (const detail of named('a', 256)) await store.audit.append(passed(detail))
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
      expect(committed(place.file)).toBe(256)
      await store.close()
    })
  })

  test('that was removed from outside is replaced', async () => {
    await withPlace(async (place) => {
      const store = await openStore(place.file)
      await store.audit.append(passed('1'))
      rmSync(place.directory, { recursive: true })
      expect(await details(store)).toEqual(['1'])
      await store.audit.append(passed('2'))
      expect(readFileSync(spoolIn(place), 'utf8')).toContain('"2"')
      expect(await details(store)).toEqual(['1', '2'])
      await store.close()
    })
  })
})

describe('when something fails', () => {
  test('a database that fails: records are safe in the spool and reach the log later', async () => {
    await withPlace(async (place) => {
      const problems: string[] = []
      const store = await openStore(place.file, { onProblem: (problem) => problems.push(problem.kind) })
      const other = new DatabaseSync(place.file, { timeout: 1000 })
      other.exec("create trigger refuse before insert on audit_records begin select raise(abort, 'not today'); end")
      await store.audit.append(passed('safe'))
      await vi.waitFor(() => expect(problems).toEqual(['unavailable']), 60_000)
      expect(readFileSync(spoolIn(place), 'utf8')).toContain('"safe"')
      await expect(store.audit.append(sampleRecord({ kind: 'call-intended' }))).rejects.toMatchObject({
        retained: true,
      })
      await expect(store.close()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      other.exec('drop trigger refuse')
      other.close()
      const later = await openStore(place.file)
      expect(await details(later)).toEqual(['safe'])
      await later.close()
    })
  })

  test('a commit whose acknowledgement got lost does not record a call twice', async () => {
    await withPlace(async (place) => {
      const store = await openStore(place.file)
      const other = new DatabaseSync(place.file, { timeout: 1000 })
      await store.audit.append(passed('1'))
      const mark = JSON.parse(readFileSync(spoolIn(place), 'utf8').split('\n')[1] ?? '') as [number]
      const id =
        filesIn(place.directory)
          .find((name) => name.endsWith('.spool'))
          ?.slice(0, -'.spool'.length) ?? ''
      // As if the commit had happened and only its answer was missing.
      other.prepare('insert or replace into audit_spools (id, sequence) values (?, ?)').run(id, mark[0])
      other.close()
      await store.audit.append(passed('2'))
      expect(await details(store)).toEqual(['2'])
      await store.close()
    })
  })

  test('a spool that cannot be written: each record is committed before it is acknowledged', async () => {
    await withPlace(async (place) => {
      const problems: string[] = []
      const store = await openStore(place.file, { onProblem: (problem) => problems.push(problem.kind) })
      writeFileSync(place.directory, 'a file where the folder should be')
      for (let count = 1; count <= 3; count++) {
        await store.audit.append(passed(String(count)))
        expect(committed(place.file)).toBe(count)
      }
      expect(problems).toEqual(['spool-unavailable'])
      rmSync(place.directory)
      await store.close()
    })
  })
})
