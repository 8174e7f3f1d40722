/**
 * Large holds: lists carry their heads, what open ones take is counted with each new one, a page has a bounded size.
 */
import type { FullRoom, HoldRoom } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { sampleRecord } from '../samples/record.ts'
import type { GivenStore, NamedHold } from './given-store.ts'
import { EVERYTHING, approve, waitingHold } from './given-store.ts'

const LARGE = 300_000

function large(sample: NamedHold): NamedHold {
  return { ...sample, call: { argumentsText: JSON.stringify({ why: 'x'.repeat(LARGE) }), ...sample.call } }
}

export function describeLarge(given: GivenStore): void {
  describe('[X11.C1] large holds', () => {
    async function ask(sample: NamedHold, room: HoldRoom): Promise<FullRoom | null> {
      const hold = waitingHold(sample)
      const record = sampleRecord({ kind: 'hold-created', hold: hold.id })
      return await given.store.holds.changeNewest(hold.key, () => ({
        do: 'write',
        hold,
        record,
        before: null,
        room: { ...room, refused: (full) => full },
        answer: null,
      }))
    }

    test('every list carries a head that says what it leaves out, and get gives all of it', async () => {
      const whole = await given.insert(large({ id: 'h1', call: { session: 's' }, decideBy: given.clock + 1 }))
      await given.insert({ id: 'h2' })
      const { holds } = given.store
      given.clock += 10
      const listed = [
        await holds.look('h1'),
        (await holds.list({ ...EVERYTHING, state: 'pending' })).holds.find(({ id }) => id === 'h1'),
        (await holds.list({ ...EVERYTHING, text: 'contact' })).holds.find(({ id }) => id === 'h1'),
        (await holds.inState('pending', 10))[0],
        (await holds.inSession('s', 'pending', 10))[0],
        (await holds.overdue(10))[0],
      ]
      for (const head of listed) {
        expect(head).toMatchObject({ id: 'h1', leftOut: ['arguments', 'preview'], decideBy: whole.decideBy })
        expect(JSON.stringify(head).length).toBeLessThan(5000)
      }
      expect(await holds.get('h1')).toEqual(whole)
      expect(await holds.look('h2')).toEqual(await holds.get('h2'))
      expect(await holds.look('nowhere')).toBe(null)
    })

    test('the head follows each change, also one by a version that writes none', async () => {
      await given.insert(large({ id: 'h1' }))
      await given.store.holds.change('h1', approve)
      expect(await given.store.holds.look('h1')).toMatchObject({ state: 'approved', leftOut: ['arguments', 'preview'] })
    })

    test('a new hold without room is not written, and says whose room is full', async () => {
      const room = { ofPrincipal: 700_000, ofTenant: 1_400_000 }
      expect(await ask(large({ id: 'a1' }), room)).toBe(null)
      expect(await ask(large({ id: 'a2' }), room)).toBe(null)
      expect(await ask(large({ id: 'a3' }), room)).toMatchObject({ whose: 'principal' })
      expect(await given.store.holds.get('a3')).toBe(null)
      const others = { principal: 'others' }
      expect(await ask(large({ id: 'b1', call: others }), room)).toBe(null)
      expect(await ask(large({ id: 'b2', call: others }), room)).toBe(null)
      const third = await ask(large({ id: 'c1', call: { principal: 'third' } }), room)
      expect(third).toMatchObject({ whose: 'tenant' })
      expect(third?.taken).toBeGreaterThan(4 * LARGE)
      // Another tenant has room of its own, and what has ended takes none.
      expect(await ask(large({ id: 'd1', call: { tenant: 'acme', principal: 'third' } }), room)).toBe(null)
      await given.store.holds.change('a1', (hold) => ({
        ...approve(hold),
        hold: { ...waitingHold(large({ id: 'a1' })), state: 'declined', revision: 2 },
      }))
      expect(await ask(large({ id: 'a3' }), room)).toBe(null)
    })

    test('calls at the same moment cannot pass a limit together that none of them passes alone', async () => {
      const room = { ofPrincipal: 700_000, ofTenant: 1_000_000_000 }
      const second = await given.another()
      const answers = await Promise.all(['1', '2', '3', '4'].map((id) => ask(large({ id }), room)))
      await second.close()
      expect(answers.filter((full) => full === null)).toHaveLength(2)
    })

    test('a page ends where it has enough bytes, and its cursor leads on', async () => {
      const title = 'long '.repeat(2500)
      for (let index = 0; index < 400; index++) await given.insert({ id: `h${index}`, title })
      const seen: string[] = []
      let cursor: string | null = null
      let pages = 0
      do {
        const page: Awaited<ReturnType<typeof given.store.holds.list>> = await given.store.holds.list({
          ...EVERYTHING,
          limit: 1000,
          cursor,
        })
        expect(JSON.stringify(page.holds).length).toBeLessThan(5 * 1024 * 1024)
        seen.push(...page.holds.map(({ id }) => id))
        cursor = page.nextCursor
        pages++
      } while (cursor !== null)
      expect(pages).toBeGreaterThan(1)
      expect(new Set(seen).size).toBe(400)
      expect(seen).toHaveLength(400)
    })
  })
}
