/** The contract of leases: one holder at a time, on database time, and a fence that is never given twice. */
import { expect, test } from 'vitest'
import type { GivenStore } from './given-store.ts'

const FOR_MS = 30_000

export function describeLeases(given: GivenStore): void {
  test('[X11.B3] a lease has one holder until it lapses or is given back, and each taking a higher fence', async () => {
    const { leases } = given.store
    const first = await leases.take('job/retention', 'one', FOR_MS)
    expect(first).toMatchObject({ name: 'job/retention', holder: 'one', until: given.clock + FOR_MS })
    if (first === null) throw new Error('Nobody had it.')
    expect(await leases.take('job/retention', 'two', FOR_MS)).toBeNull()
    expect(await leases.take('job/other', 'two', FOR_MS)).toMatchObject({ fence: first.fence + 1 })
    given.clock += FOR_MS - 1
    expect(await leases.take('job/retention', 'two', FOR_MS)).toBeNull()
    given.clock += 1
    const second = await leases.take('job/retention', 'two', FOR_MS)
    expect(second).toMatchObject({ holder: 'two', fence: first.fence + 2 })
    // Whoever lost it gives nothing back.
    await leases.release(first)
    expect(await leases.take('job/retention', 'one', FOR_MS)).toBeNull()
    if (second !== null) await leases.release(second)
    expect(await leases.take('job/retention', 'one', FOR_MS)).toMatchObject({ holder: 'one', fence: first.fence + 3 })
  })

  test('[X11.B3] whoever holds it in force goes on under its fence; after a lapse even the same holder has another', async () => {
    const { leases } = given.store
    const first = await leases.take('owner/one', 'one', FOR_MS)
    given.clock += FOR_MS - 1
    expect(await leases.take('owner/one', 'one', FOR_MS)).toEqual({ ...first, until: given.clock + FOR_MS })
    // A shorter wish never shortens what others were told.
    expect(await leases.take('owner/one', 'one', 1)).toEqual({ ...first, until: given.clock + FOR_MS })
    given.clock += FOR_MS
    expect((await leases.inForce()).leases.size).toBe(0)
    const again = await leases.take('owner/one', 'one', FOR_MS)
    expect(again?.fence).toBeGreaterThan(first?.fence ?? 0)
    // Rows of the dead are forgotten; a fence is not given twice for that.
    given.clock += 100 * 24 * 3_600_000
    await leases.take('owner/other', 'other', FOR_MS)
    expect((await leases.take('owner/one', 'one', FOR_MS))?.fence).toBeGreaterThan(again?.fence ?? 0)
  })

  test('[X11.B3] of many who take a lease at once one has it', async () => {
    const other = await given.another()
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? given.store : other).leases.take('job', `holder ${index}`, FOR_MS),
      ),
    )
    expect(taken.filter((lease) => lease !== null)).toHaveLength(1)
    await other.close()
  })

  test('[X11.B3] a step on a hold is shown the leases that are in force at that moment, and no others', async () => {
    await given.store.leases.take('owner/one', 'one', FOR_MS)
    await given.store.leases.take('owner/two', 'two', 2 * FOR_MS)
    given.clock += FOR_MS
    const seen = await given.store.holds.change('none', (_hold, _now, leases) => ({
      do: 'keep',
      answer: [...leases.keys()],
    }))
    expect(seen).toEqual(['owner/two'])
    const { now, leases } = await given.store.leases.inForce()
    expect([now, [...leases.keys()]]).toEqual([given.clock, ['owner/two']])
  })

  test('[X11.B3] a clock that is set back does not bring a lapsed lease back', async () => {
    const before = await given.store.leases.take('job', 'one', FOR_MS)
    given.clock += FOR_MS
    const after = await given.store.leases.take('job', 'two', FOR_MS)
    given.clock -= FOR_MS
    expect(await given.store.leases.take('job', 'one', FOR_MS)).toBeNull()
    expect((await given.store.leases.inForce()).leases.get('job')).toEqual(after)
    expect(after?.fence).toBeGreaterThan(before?.fence ?? 0)
  })
}
