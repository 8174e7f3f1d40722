/** Clocks that are set, by a little and by years, and what store time and approvals make of it. */
import { recordDraft } from '@holdpoint/core'
import { describe, expect, test, vi } from 'vitest'
import { ask, askAndApprove, withStore } from '../asked-store.ts'
import { verifyChain } from '@holdpoint/testing/store'
import { openStore } from '../open-store.ts'
import { sampleGrant } from '@holdpoint/testing'
import { sampleRecord } from '@holdpoint/testing'
import { withPlace } from '../sqlite/spool-place.ts'

describe('a clock that was set', () => {
  const MINUTE = 60_000
  const clockOf = (start: number): { now: () => number; at: number } => {
    const clock = { at: start, now: () => clock.at }
    return clock
  }
  const START = 1_800_000_000_000

  for (const back of [6000, MINUTE, 24 * 60 * MINUTE, 10 * 365 * 24 * 60 * MINUTE]) {
    test(`[X11.B6] back by ${back} ms lapses what was approved; time goes on from where it was`, async () => {
      await withPlace(async ({ file }) => {
        const clock = clockOf(START)
        await withStore(file, async (store) => await askAndApprove(store, 'a'), clock)
        clock.at -= back
        await withStore(
          file,
          async (store) => {
            expect((await store.holds.get('a'))?.state).toBe('expired')
            expect(await store.continuity.notices()).toMatchObject([{ kind: 'clock-behind' }])
            expect(await store.now()).toBe(START)
            clock.at += 1000
            expect(await store.now()).toBe(START + 1000)
            await askAndApprove(store, 'b')
          },
          clock,
        )
        clock.at += 2000
        await withStore(
          file,
          async (store) => {
            expect((await store.holds.get('b'))?.state).toBe('approved')
            expect(await store.now()).toBeGreaterThanOrEqual(START + 1000)
            const record = recordDraft({ kind: 'notice-accepted', tenant: 'default', actor: 'ana' })
            await store.continuity.accept(await store.continuity.notices(), record)
            expect(await store.now()).toBe(clock.at)
            expect((await store.holds.get('b'))?.state).toBe('invalidated')
            expect((await verifyChain(store)).ok).toBe(true)
          },
          clock,
        )
        expect(await noticesWith(file, clock)).toEqual([])
      })
    })
  }

  for (const back of [1, 200, 4900]) {
    test(`[X11.B6] back by ${back} ms, as time servers do, lapses nothing and does not stand still`, async () => {
      await withPlace(async ({ file }) => {
        const clock = clockOf(START)
        const store = await openStore(file, clock)
        await askAndApprove(store, 'a')
        clock.at -= back
        expect(await store.now()).toBe(START)
        clock.at += 1000
        const later = await store.now()
        expect(later).toBeGreaterThanOrEqual(START + 890)
        expect(later).toBeLessThanOrEqual(START + 1000)
        clock.at += 100_000
        expect(await store.now()).toBe(clock.at)
        expect((await store.holds.get('a'))?.state).toBe('approved')
        expect(await store.continuity.notices()).toEqual([])
        await store.close()
      })
    })
  }

  test('[X11.B6] back a little, again and again, is noticed as well', async () => {
    await withPlace(async ({ file }) => {
      const clock = clockOf(START)
      const store = await openStore(file, clock)
      await askAndApprove(store, 'a')
      for (let round = 0; round < 5; round++) {
        clock.at -= 1900
        await store.now()
      }
      expect(await store.continuity.notices()).toMatchObject([{ kind: 'clock-behind' }])
      expect((await store.holds.get('a'))?.state).toBe('expired')
      await store.close()
    })
  })

  test('[X11.B6] a time that was only looked at counts too', async () => {
    await withPlace(async ({ file }) => {
      const clock = clockOf(START)
      await withStore(file, async (store) => await askAndApprove(store, 'a'), clock)
      clock.at += 11 * MINUTE
      await withStore(file, async (store) => void (await store.now()), clock)
      clock.at -= 10 * MINUTE
      await withStore(file, async (store) => expect(await store.now()).toBe(START + 11 * MINUTE), clock)
    })
  })

  test('[X11.B6] far ahead and back again: other processes follow the accepted clock, permissions made ahead end', async () => {
    await withPlace(async ({ file }) => {
      const clock = clockOf(START)
      const store = await openStore(file, clock)
      const other = await openStore(file, clock)
      clock.at += 365 * 24 * 60 * MINUTE
      const grant = sampleGrant({ id: 'ahead', createdAt: clock.at, expiresAt: clock.at + 60 * MINUTE })
      const record = sampleRecord({ kind: 'grant-made' })
      await store.grants.add(() => ({ do: 'write', grant, record, answer: null }))
      await ask(other, 'ahead')
      clock.at = START + MINUTE
      await other.now()
      const accepted = recordDraft({ kind: 'notice-accepted', tenant: 'default', actor: 'ana' })
      await store.continuity.accept(await store.continuity.notices(), accepted)
      await vi.waitFor(async () => expect(await other.now()).toBe(clock.at), 5000)
      await ask(other, 'now')
      expect((await other.holds.get('now'))?.createdAt).toBe(clock.at)
      expect((await other.holds.get('ahead'))?.state).toBe('invalidated')
      expect(await store.grants.get('ahead')).toMatchObject({ revokedAt: clock.at, revokedBy: 'ana' })
      await Promise.all([store.close(), other.close()])
    })
  })

  async function noticesWith(file: string, clock: { now: () => number }): Promise<readonly string[]> {
    let kinds: readonly string[] = []
    await withStore(
      file,
      async (store) => {
        kinds = (await store.continuity.notices()).map(({ kind }) => kind)
      },
      clock,
    )
    return kinds
  }
})
