import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '@holdpoint/core'
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

/** What the agent was told: the error's code, `asked` for the envelope, else the first words of the result. */
function toldTo({ replies }: { readonly replies: readonly JsonObject[] }): string {
  const [reply] = replies as readonly {
    structuredContent?: { error?: { code: string } }
    content?: { text: string }[]
    rpcError?: unknown
  }[]
  if (reply === undefined) return 'nothing'
  if (reply.rpcError !== undefined) return 'rpc error'
  if (reply.structuredContent !== undefined) return reply.structuredContent.error?.code ?? 'asked'
  return reply.content?.[0]?.text ?? 'empty'
}

describe('a held call', () => {
  test('nobody to reach: the envelope at once; the approval runs it; the re-issue gets the result, once', async () => {
    await given()
    const first = ledger.call()
    await first.done
    expect(toldTo(first)).toBe('asked')
    expect(ledger.calls).toEqual([])
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'succeeded')
    expect(ledger.calls).toEqual(['{"id": "c_17", "n": 1.0}'])
    const again = ledger.call({ argumentsText: '{"n":1,"id":"c_17"}' })
    await again.done
    expect(toldTo(again)).toBe('gone')
    expect(again.replies[0]?.['_meta']).toMatchObject({
      'dev.holdpoint/hold': { state: 'succeeded', decided_by: 'ben' },
    })
    const third = ledger.call()
    await third.done
    expect(toldTo(third)).toBe('asked')
    expect(ledger.calls).toHaveLength(1)
  })

  test.each(['approve', 'decline'] as const)(
    '[X11.F6] %s told later than the host listens: the identical call gets it, once',
    async (word) => {
      await given()
      ledger.reachable = true
      // No progress token, and a name nobody knows: after 45 s it may have given up without a word.
      ledger.callerAgeMs = 46_000
      const late = ledger.call()
      await ledger.until((hold) => hold.state === 'pending')
      await ledger.say(word)
      await late.done
      const told = word === 'approve' ? 'gone' : 'DECLINED'
      expect(toldTo(late)).toBe(told)
      expect((await ledger.hold()).deliveredAt).toBeNull()
      // Told late once more, it still waits for somebody who listens.
      const lateAgain = ledger.call()
      await lateAgain.done
      expect(toldTo(lateAgain)).toBe(told)
      ledger.callerAgeMs = 0
      const again = ledger.call()
      await again.done
      expect(toldTo(again)).toBe(told)
      expect((await ledger.hold()).deliveredAt).not.toBeNull()
      expect(ledger.calls).toHaveLength(word === 'approve' ? 1 : 0)
    },
  )

  test('decided while it waits: the result, or the refusal', async () => {
    await given()
    ledger.reachable = true
    const yes = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await yes.done
    expect(toldTo(yes)).toBe('gone')
    const no = ledger.call({ argumentsText: '{"id":"other"}' })
    await ledger.until((hold) => hold.call.argumentsText === '{"id":"other"}')
    await ledger.say('decline')
    await no.done
    expect(toldTo(no)).toBe('DECLINED')
    expect(ledger.calls).toHaveLength(1)
  })

  test('[S1] identical callers that wait together are all answered by one call', async () => {
    await given()
    ledger.reachable = true
    const callers = [ledger.call(), ledger.call(), ledger.call()]
    await ledger.until((hold) => hold.laterRationales.length === 2)
    await ledger.say('approve')
    await Promise.all(callers.map(({ done }) => done))
    expect(callers.map(toldTo)).toEqual(['gone', 'gone', 'gone'])
    expect(ledger.calls).toHaveLength(1)
  })

  test('[L12] the caller cancelled before its envelope left: approval alone runs nothing, a re-issue does', async () => {
    await given()
    ledger.reachable = true
    const gone = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    gone.leave()
    await ledger.until((hold) => hold.callerLeft)
    await ledger.say('approve')
    await sleep(300)
    expect(ledger.calls).toEqual([])
    const again = ledger.call()
    await again.done
    expect(toldTo(again)).toBe('gone')
    expect(ledger.calls).toHaveLength(1)
  })

  test('[G3] nothing was sent: not tried in a loop, and run when the agent calls again', async () => {
    await given()
    const first = ledger.call()
    await first.done
    ledger.mood = { failure: { certainty: 'nothing-sent', message: 'connection refused' } }
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'approved' && hold.revision > 3)
    await sleep(300)
    expect((await ledger.hold()).revision).toBe(4)
    ledger.mood = { answer: PLAIN_RESULT }
    const again = ledger.call()
    await again.done
    expect([toldTo(again), ledger.calls.length]).toEqual(['gone', 1])
  })

  test('[G5] perhaps sent: unknown, told so, and never sent again', async () => {
    await given()
    ledger.reachable = true
    ledger.mood = { failure: { certainty: 'perhaps-sent', message: '502 after the request was written' } }
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await caller.done
    expect(toldTo(caller)).toBe('OUTCOME_UNKNOWN')
    await sleep(200)
    expect(ledger.calls).toHaveLength(1)
  })

  test('[G1] [G4] no answer in time: unknown; the late answer is recorded and goes to the next identical call', async () => {
    await given({ answerWithinMs: 200 })
    ledger.reachable = true
    ledger.mood = { silence: true }
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await caller.done
    expect(toldTo(caller)).toBe('OUTCOME_UNKNOWN')
    ledger.answerLate(PLAIN_RESULT)
    await ledger.until((hold) => hold.state === 'succeeded')
    const again = ledger.call()
    await again.done
    expect([toldTo(again), ledger.calls.length]).toEqual(['gone', 1])
  })

  test.each([
    ['schema', { inputSchema: { type: 'object', properties: { all: {} } } }],
    ['description', { description: 'Deletes everything.' }],
  ])('[G7] a %s that changed since it was shown voids the approval', async (_what, over: JsonObject) => {
    await given()
    ledger.reachable = true
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    ledger.tool = { ...ledger.tool, ...over }
    await ledger.say('approve')
    await caller.done
    expect(toldTo(caller)).toBe('INVALIDATED')
    expect(ledger.calls).toEqual([])
  })

  test('an error of the server is relayed as it is', async () => {
    await given()
    ledger.reachable = true
    ledger.mood = { answer: '"error":{"code":-32000,"message":"no such contact","data":1.0}' }
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await caller.done
    expect(caller.replies).toEqual([{ rpcError: { code: -32000, message: 'no such contact', data: 1 } }])
  })
})
