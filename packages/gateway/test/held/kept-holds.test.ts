/** The one record of a held call in this process: it changes only by its own verbs, and says how each wait ended. */
import { OWNER, sampleHold } from '@holdpoint/testing'
import { describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../src/calls/caller.ts'
import { createKeptHold } from '../../src/held/kept-holds.ts'
import type { KeptHold } from '../../src/held/kept-holds.ts'

const keep = (): KeptHold => createKeptHold(sampleHold(), null, { current: () => OWNER })

function client(): { readonly caller: Caller; readonly go: () => void } {
  let gone: () => void = () => {}
  const caller = { gone: false, onGone: (listener: () => void) => (gone = listener) } as unknown as Caller
  return { caller, go: () => gone() }
}

describe('[X12.3] a caller who waits for a hold', () => {
  test('is let go once, with an answer or to be asked anew', async () => {
    for (const how of ['answered', 'ask-anew'] as const) {
      const kept = keep()
      const { caller, go } = client()
      const lastLeft = vi.fn()
      const place = kept.callers.join(caller, lastLeft)
      expect([place.state, kept.callers.count, kept.callers.present()]).toEqual(['waiting', 1, caller])
      for (const { letGo } of kept.callers.takeAll()) letGo(how)
      await place.over
      go()
      expect([place.state, kept.callers.count, kept.callers.takeAll()]).toEqual([how, 0, []])
      expect(lastLeft).not.toHaveBeenCalled()
    }
  })

  test('who gives up gets no outcome; the last who leaves is noticed, those before not', async () => {
    const kept = keep()
    const lastLeft = vi.fn()
    const [first, second, third] = [client(), client(), client()]
    const places = [first, second, third].map(({ caller }) => kept.callers.join(caller, lastLeft))
    places[0]?.giveUp()
    first.go()
    second.go()
    expect(lastLeft).not.toHaveBeenCalled()
    third.go()
    await Promise.all(places.map(({ over }) => over))
    expect(places.map(({ state }) => state)).toEqual(['answered', 'left', 'left'])
    expect(lastLeft).toHaveBeenCalledTimes(1)
    expect(kept.callers.takeAll()).toEqual([])
  })
})

describe('[X12.3] what is kept of a hold', () => {
  test('is owned while it is open and ours, and decided once it was seen to be', async () => {
    const kept = keep()
    const decided = vi.fn()
    void kept.decided.then(decided)
    kept.seen(sampleHold({ owner: OWNER }))
    await Promise.resolve()
    expect([kept.owned, decided.mock.calls.length]).toEqual([true, 0])
    kept.seen(sampleHold({ owner: { ...OWNER, instance: 'another' } }))
    expect(kept.owned).toBe(false)
    kept.seen(sampleHold({ owner: OWNER, state: 'declined' }))
    await kept.decided
    expect(kept.owned).toBe(false)
  })

  test('has one dialog: what a view shows of a question that left ends when it leaves anew, or is decided', async () => {
    const kept = keep()
    const [before, after] = [vi.fn(), vi.fn()]
    kept.dialog.askedOf('session-1')
    kept.dialog.keepView(before)
    expect([kept.dialog.isOf('session-1'), kept.dialog.isOf('session-2')]).toEqual([true, false])
    kept.dialog.keepView(after)
    expect([before.mock.calls.length, after.mock.calls.length]).toEqual([1, 0])
    kept.seen(sampleHold({ state: 'approved' }))
    await kept.decided
    await Promise.resolve()
    expect(after).toHaveBeenCalledTimes(1)
  })

  test('runs one try at a time, and says that it ended however it ended', async () => {
    const kept = keep()
    const ended = vi.fn()
    kept.run.begin(Promise.resolve(), ended)
    expect(kept.run.underWay).not.toBeNull()
    await kept.run.underWay
    expect([kept.run.underWay, ended.mock.calls.length]).toEqual([null, 1])
  })
})
