/**
 * What dead processes left in their spools reaches the log once, in order, whichever process recovers it and whatever is left.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordText } from '@holdpoint/core'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readSpool, toSpoolLine } from '../../src/audit/spool-line.ts'
import type { StoreProblem } from '../../src/store-problem.ts'
import { follow, runChild, scriptPath } from '../child-process.ts'
import { openStore } from '../open-store.ts'
import { committed, details, filesIn, leaveSpool, marks, named, passed, spoolIn, withPlace } from './spool-place.ts'
import type { Place } from './spool-place.ts'

const byText = (one: string | null, other: string | null): number => (String(one) < String(other) ? -1 : 1)

describe('a process that is killed', () => {
  test('between append and commit: the next to open finds its records, once', async () => {
    await withPlace(async (place) => {
      await leaveSpool(place.file, 'a', 30)
      expect(committed(place.file)).toBe(0)
      for (let round = 0; round < 2; round++) {
        const store = await openStore(place.file)
        expect(await details(store)).toEqual(named('a', 30))
        await store.close()
        expect(filesIn(place.directory)).toEqual([])
        expect(marks(place.file)).toEqual([])
      }
    })
  })

  test('while others run: they pick up its records within their look around', async () => {
    await withPlace(async (place) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      try {
        const store = await openStore(place.file)
        await leaveSpool(place.file, 'late', 3)
        expect(await details(store)).toEqual([])
        vi.advanceTimersByTime(60_000)
        await vi.waitFor(async () => expect(await details(store)).toEqual(named('late', 3)), 60_000)
        await store.close()
      } finally {
        vi.useRealTimers()
      }
    })
  })

  test.each([3, 5])('after %i of its 5 lines were committed: nothing is there twice', async (done) => {
    await withPlace(async (place) => {
      const store = await openStore(place.file)
      // In two batches: the second goes the short way, since the end of the chain is known by then.
      for (const part of [named('a', 5).slice(0, 3), named('a', 5).slice(3)]) {
        for (const detail of part) await store.audit.append(passed(detail))
        expect((await details(store)).at(-1)).toBe(part.at(-1))
      }
      const lines = spoolIn(place)
      const content = readFileSync(lines)
      const [mark] = marks(place.file)
      expect(mark?.sequence).toBe(5)
      await store.close()
      // What a crash between that commit and the end of the spool would have left.
      writeFileSync(lines, content)
      const database = new DatabaseSync(place.file)
      database.prepare('insert into audit_spools (id, sequence) values (?, ?)').run(mark?.id ?? '', done)
      database.exec(`delete from audit_records where sequence > ${done}; delete from audit_checkpoints`)
      database.exec('update store_state set store = null')
      database.close()
      rmSync(place.head)
      const later = await openStore(place.file)
      expect(await details(later)).toEqual(named('a', 5))
      await later.close()
      expect(filesIn(place.directory)).toEqual([])
      expect(marks(place.file)).toEqual([])
    })
  })

  test('and four that open at once recover each record once', async () => {
    await withPlace(async (place) => {
      await (await openStore(place.file)).close()
      for (let round = 0; round < 2; round++) {
        const names = named(`r${round}`, 3)
        for (const name of names) await leaveSpool(place.file, name, 40)
        const children = Array.from({ length: 4 }, () => runChild('recover.mjs', [place.file]))
        await Promise.all(children.map(async (child) => await child.line('ready')))
        for (const child of children) child.say('go')
        for (const child of children) {
          expect(await child.ended, child.errors()).toBe(0)
          expect(child.lines.at(-1)).toBe('{"problems":[]}')
        }
        const store = await openStore(place.file)
        const found = (await details(store)).slice(round * 120)
        expect(found.toSorted(byText)).toEqual(names.flatMap((name) => named(name, 40)).toSorted(byText))
        for (const name of names) {
          expect(found.filter((detail) => detail?.startsWith(`${name}-`))).toEqual(named(name, 40))
        }
        await store.close()
        expect(filesIn(place.directory)).toEqual([])
      }
    })
  })

  test('on a full disk: half a line in its spool counts for nothing, the others are there', async () => {
    await withPlace(async (place) => {
      await (await openStore(place.file)).close()
      const command = 'trap "" XFSZ; ulimit -f 64; exec "$@"'
      const args = ['-c', command, 'bash', process.execPath, scriptPath('append-to-the-limit.mjs'), place.file]
      const child = follow(spawn('bash', args, { stdio: 'pipe' }))
      await vi.waitFor(() => expect(child.lines.at(-1)).toContain('['), 15_000)
      child.process.kill('SIGKILL')
      await child.ended
      const acknowledged = child.lines.slice(0, -1)
      expect(JSON.parse(child.lines.at(-1) ?? '')).toContain('spool-unavailable')
      expect(acknowledged.length).toBeGreaterThan(20)
      const store = await openStore(place.file)
      const found = (await details(store)).map((detail) => detail?.split(' ')[0])
      expect(found).toEqual(acknowledged)
      await store.close()
      expect(filesIn(place.directory)).toEqual([])
    })
  })

  test('at random moments, many times over: all that was acknowledged is there, once', async () => {
    await withPlace(async (place) => {
      const acknowledged: string[] = []
      for (let round = 0; round < 6; round++) {
        const names = [`a${round}`, `b${round}`]
        const children = names.map((name, index) =>
          runChild('append-at-random.mjs', [place.file, name, String(round * 7 + index)]),
        )
        await Promise.all(names.map(async (name, index) => await children[index]?.line(`${name}-3`)))
        await new Promise((resolve) => setTimeout(resolve, (round * 37) % 150))
        for (const child of children) child.process.kill('SIGKILL')
        for (const child of children) {
          await child.ended
          acknowledged.push(...child.lines)
        }
      }
      const store = await openStore(place.file)
      const found = (await details(store)).filter((detail) => detail !== null).map((detail) => detail.split(' ')[0])
      expect(new Set(found).size).toBe(found.length)
      expect(acknowledged.filter((id) => !found.includes(id))).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(200)
      await store.close()
    })
  })
})

describe('a spool that is not as it was written', () => {
  async function problemsAndDetails(place: Place): Promise<readonly [readonly StoreProblem[], readonly unknown[]]> {
    const problems: StoreProblem[] = []
    const store = await openStore(place.file, { onProblem: (problem) => problems.push(problem) })
    const found = await details(store)
    await store.close()
    return [problems, found]
  }

  test('a torn last line was never acknowledged: it is dropped', async () => {
    await withPlace(async (place) => {
      await leaveSpool(place.file, 'a', 3)
      const lines = spoolIn(place)
      writeFileSync(
        lines,
        `${readFileSync(lines, 'utf8')}${toSpoolLine(4, 1, recordText(passed('torn'))).slice(0, -9)}`,
      )
      expect(await problemsAndDetails(place)).toEqual([[], named('a', 3)])
      expect(filesIn(place.directory)).toEqual([])
    })
  })

  test('a line that cannot be read is reported and its file kept, the others count, once', async () => {
    await withPlace(async (place) => {
      await leaveSpool(place.file, 'a', 3)
      const lines = spoolIn(place)
      const [beginning, first, , third] = readFileSync(lines, 'utf8').split('\n')
      const content = `${beginning}\n${first}\n${'\0'.repeat(50)}\n${third}\n`
      writeFileSync(lines, content)
      const [problems, found] = await problemsAndDetails(place)
      const kept = lines.replace('.spool', '.damaged')
      expect(problems).toMatchObject([{ kind: 'noticed' }, { kind: 'spool-damaged', file: kept }])
      expect(found).toEqual(['a-0', 'a-2'])
      expect(readFileSync(kept, 'utf8')).toBe(content)
      expect(await problemsAndDetails(place)).toEqual([[], ['a-0', 'a-2']])
    })
  })

  test('a time that lies ahead does not carry the time of the store with it', async () => {
    await withPlace(async (place) => {
      await leaveSpool(place.file, 'a', 2)
      const lines = spoolIn(place)
      const ahead = Date.now() + 86_400_000
      writeFileSync(lines, readFileSync(lines, 'utf8').replace(/^\[1,\d+/m, `[1,${ahead}`))
      const store = await openStore(place.file)
      const times = (await store.audit.walk(null, 2)).records.map((record) => record.at)
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(Math.max(...times, await store.now())).toBeLessThan(ahead - 1000)
      await store.close()
    })
  })

  test('rubbish in the folder keeps no store from opening', async () => {
    await withPlace(async (place) => {
      mkdirSync(join(place.directory, 'folder.spool'), { recursive: true })
      writeFileSync(join(place.directory, 'stale.lock'), '')
      writeFileSync(join(place.directory, 'note.txt'), 'hello')
      writeFileSync(join(place.directory, 'noise.spool'), Buffer.from([0xff, 0x0a, 0xfe, 0x0a, 0x00]))
      const [problems, found] = await problemsAndDetails(place)
      expect(problems.map(({ kind }) => kind).toSorted()).toEqual(['noticed', 'spool-damaged', 'spool-unreadable'])
      expect(found).toEqual([])
      expect(filesIn(place.directory)).not.toContain('stale.lock')
    })
  })

  test('cut anywhere, the whole lines before the cut are read and no others', () => {
    const drafts = ['plain', 'line\nbreak', 'ünïcode 🎈', '\ud800 alone'].map(passed)
    const text = drafts.map((draft, index) => toSpoolLine(index + 1, 1000 + index, recordText(draft))).join('')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length }), (cut) => {
        const { drafts: read, damaged } = readSpool(text.slice(0, cut))
        expect(damaged).toBe(false)
        expect(read).toHaveLength(text.slice(0, cut).split('\n').length - 1)
        expect(read.map(({ draft }) => draft)).toEqual(drafts.slice(0, read.length))
      }),
    )
  })

  test('lines that an earlier version left are read as well', () => {
    const draft = passed('earlier')
    const { drafts, damaged } = readSpool(
      `${JSON.stringify([1, 1000, draft])}\n${toSpoolLine(2, 1001, recordText(draft))}`,
    )
    expect(damaged).toBe(false)
    expect(drafts).toEqual([
      { spooled: 1, at: 1000, draft },
      { spooled: 2, at: 1001, draft },
    ])
  })

  test.each([
    '[]',
    '["call-passed","default"]',
    `[${Array(14).fill('7').join(',')}]`,
    `[${Array(15).fill('null').join(',')}]`,
  ])('fields that are none of a record (%s) are damage', (fields) => {
    const { drafts, damaged } = readSpool(toSpoolLine(1, 1000, fields))
    expect(drafts).toEqual([])
    expect(damaged).toBe(true)
  })
})
