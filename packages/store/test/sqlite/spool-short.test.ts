/**
 * A disk that takes part of what is written to the spool, and on which the part cannot be taken back. No disk does both when
 * asked to, so these two calls of the file system are played; every byte is on the real one.
 */
import { readFileSync } from 'node:fs'
import type * as FileSystem from 'node:fs'
import { recordText } from '@holdpoint/core'
import { afterEach, expect, test, vi } from 'vitest'
import { readSpool, toSpoolLine } from '../../src/audit/spool-line.ts'
import { createSpool } from '../../src/sqlite/spool.ts'
import type { AppendedRecord, Spool } from '../../src/sqlite/spool.ts'
import { passed, spoolIn, withPlace } from './spool-place.ts'
import type { Place } from './spool-place.ts'

const disk = vi.hoisted(() => ({ room: Infinity, truncates: true }))

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>()
  return {
    ...real,
    writeSync(descriptor: number, text: string, at: number) {
      const bytes = Buffer.from(text).subarray(0, disk.room)
      return real.writeSync(descriptor, bytes, 0, bytes.length, at)
    },
    ftruncateSync(descriptor: number, length: number) {
      if (!disk.truncates) throw new Error('EIO: i/o error, ftruncate')
      real.ftruncateSync(descriptor, length)
    },
  }
})

afterEach(() => {
  Object.assign(disk, { room: Infinity, truncates: true })
  vi.useRealTimers()
})

const records = (...details: readonly string[]): readonly AppendedRecord[] =>
  details.map((detail) => ({ draft: passed(detail), text: recordText(passed(detail)), at: 1 }))
const bytesOf = (sequence: number, detail: string): number =>
  Buffer.byteLength(toSpoolLine(sequence, 1, recordText(passed(detail))))

function openSpool({ directory }: Place): { readonly spool: Spool; readonly problems: string[] } {
  const problems: string[] = []
  const onProblem = ({ kind }: { readonly kind: string }): void => void problems.push(kind)
  return {
    problems,
    spool: createSpool({
      directory,
      randomId: () => 'mine',
      begin: () => {},
      ended: () => {},
      forget: () => {},
      onProblem,
    }),
  }
}

/** What a process that takes over finds there. */
const found = (place: Place): readonly unknown[] => {
  const { drafts, damaged } = readSpool(readFileSync(spoolIn(place), 'utf8'))
  expect(damaged).toBe(false)
  return drafts.map(({ spooled, draft }) => [spooled, draft.detail])
}

test('[H15] half a write that is taken back counts for nothing', async () => {
  await withPlace(async (place) => {
    const { spool, problems } = openSpool(place)
    expect(spool.add(records('a'))).toEqual({ count: 1, first: 1 })
    disk.room = bytesOf(2, 'b') + 5
    expect(spool.add(records('b', 'c'))).toMatchObject({ count: 0 })
    expect(found(place)).toEqual([[1, 'a']])
    expect(problems).toEqual(['spool-unavailable'])
    spool.end(true)
  })
})

test('[H15] half a write that cannot be taken back: what arrived whole counts, once, and the rest is written over', async () => {
  await withPlace(async (place) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { spool } = openSpool(place)
    spool.add(records('a'))
    Object.assign(disk, { room: bytesOf(2, 'b') + 5, truncates: false })
    // The caller commits the two others itself; the first would be found after a crash, and must not be committed twice.
    expect(spool.add(records('b', 'c', 'd'))).toEqual({ count: 1, first: 2 })
    expect(found(place)).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
    Object.assign(disk, { room: Infinity, truncates: true })
    vi.advanceTimersByTime(5000)
    expect(spool.add(records('e'))).toEqual({ count: 1, first: 3 })
    expect(found(place)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'e'],
    ])
    spool.end(true)
  })
})
