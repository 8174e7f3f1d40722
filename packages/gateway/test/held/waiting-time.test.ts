/** Waits that end early leave no timer behind: one for a whole undo window would outlive its call by as long. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestStore } from '@holdpoint/testing/store'
import { awaitOutcome } from '../../src/held/ask-person.ts'
import { createKeptHold } from '../../src/held/kept-holds.ts'
import { waitAtMost } from '../../src/held/waiting-time.ts'
import { OWNER, sampleHold } from '@holdpoint/testing'

const running = new Set<unknown>()
const LONG_MS = 60_000

beforeEach(() => {
  running.clear()
  const { setTimeout: begin, clearTimeout: end } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, milliseconds: number) => {
    const timer = begin(work, milliseconds)
    // Others of the test's own are short.
    if (milliseconds > LONG_MS / 2) running.add(timer)
    return timer
  }) as unknown as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    running.delete(timer)
    end(timer)
  })
})

afterEach(() => vi.restoreAllMocks())

test('a wait that something ended', async () => {
  await waitAtMost(LONG_MS, Promise.resolve('sooner'))
  await expect(waitAtMost(LONG_MS, Promise.reject(new Error('sooner')))).rejects.toThrow('sooner')
  expect(running.size).toBe(0)
  const began = performance.now()
  await waitAtMost(30, new Promise(() => {}))
  expect(performance.now() - began).toBeGreaterThan(20)
})

test('a caller who leaves in the undo window', async () => {
  const home = await openTestStore()
  try {
    const at = await home.store.now()
    const hold = sampleHold({ state: 'approved', runAfter: at + LONG_MS, executeBy: at + 2 * LONG_MS })
    let leave: () => void = () => {}
    let left = false
    const over = new Promise<void>((resolve) => (leave = resolve))
    const waiting = awaitOutcome({
      store: { ...home.store, holds: { ...home.store.holds, look: async () => hold } },
      kept: createKeptHold(hold, null, { current: () => OWNER }),
      over,
      isOver: () => left,
      limit: new Promise(() => {}),
      advance: async () => {},
    })
    await expect.poll(() => running.size).toBe(1)
    left = true
    leave()
    await waiting
    expect(running.size).toBe(0)
  } finally {
    await home.end()
  }
})
