import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '@holdpoint/core'
import { afterEach, describe, expect, test } from 'vitest'
import { PLAIN_RESULT, openLedger } from './ledger.ts'
import type { Ledger, LedgerOptions } from './ledger.ts'

let ledger: Ledger

async function given(options?: LedgerOptions): Promise<void> {
  ledger = await openLedger(options)
}

afterEach(async () => {
  await ledger.end()
})

async function within<Answer>(milliseconds: number, work: Promise<Answer>): Promise<Answer | 'still waiting'> {
  return await Promise.race([work, sleep(milliseconds, 'still waiting' as const)])
}

describe('odd upstreams and sick stores', () => {
  test.each(['{"content":[],"_meta":null}', '{"content":[],"_meta":[]}', '{"_meta":"x"}', 'null', '"text"', '[]'])(
    'a caller gets an answer whatever the result looks like: %s',
    async (result) => {
      await given()
      ledger.reachable = true
      ledger.mood = { answer: `"result":${result}` }
      const caller = ledger.call()
      await ledger.until((hold) => hold.state === 'pending')
      await ledger.say('approve')
      expect(await within(30_000, caller.done)).toBeUndefined()
      expect(caller.replies).toHaveLength(1)
      expect((await ledger.hold()).state).toBe('succeeded')
    },
  )

  test('an approval whose connection has gone waits quietly for the agent: it is not tried in a loop', async () => {
    let tries = 0
    await given({
      otherConnection: async () => {
        tries += 1
        // A loop would never give the clock its turn again, so it is ended here and told by the count.
        return tries > 20 ? await new Promise<null>(() => {}) : null
      },
    })
    await ledger.call().done
    ledger.closeServer()
    await ledger.say('approve')
    await sleep(500)
    expect(tries).toBeLessThanOrEqual(2)
    expect((await ledger.hold()).state).toBe('approved')
  })

  test('what a server said when it was looked at again is no part of the log, which more people read than the question', async () => {
    await given({ lookAgain: async () => ({ kind: 'unreadable', why: 'get_contact says: "iban DE89"' }) })
    ledger.reachable = true
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    const { store } = ledger.home
    const told = async (): Promise<readonly (string | null)[]> =>
      (await store.audit.walk(null, 1000)).records
        .filter(({ kind }) => kind === 'hold-released')
        .map(({ detail }) => detail)
    await expect.poll(told).toContain('it could not be looked at again')
    expect(JSON.stringify(await store.audit.walk(null, 1000))).not.toContain('DE89')
    expect(ledger.calls).toEqual([])
    caller.leave()
  })

  test('[H15] an outcome that cannot be stored at first is stored as soon as it can be, and is never lost in silence', async () => {
    let failures = 3
    const sick = (store: Store): Store => ({
      ...store,
      holds: {
        ...store.holds,
        change: async (id, step) => {
          const hold = await store.holds.get(id)
          if (hold?.state === 'dispatching' && failures-- > 0) throw new Error('disk full')
          return await store.holds.change(id, step)
        },
      },
    })
    await given({ keeperStore: sick, answerWithinMs: 500 })
    ledger.reachable = true
    ledger.mood = { answer: PLAIN_RESULT }
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    expect(await within(5_000, caller.done)).toBeUndefined()
    const ended = await ledger.until((hold) => hold.state !== 'dispatching' && hold.state !== 'approved')
    expect(['succeeded', 'unknown']).toContain(ended.state)
    // Asked anew and with nobody to reach, the identical call gets its envelope at once: it did not run again.
    ledger.reachable = false
    const again = ledger.call()
    expect(await within(30_000, again.done)).toBeUndefined()
    expect(ledger.calls).toHaveLength(1)
  })
})
