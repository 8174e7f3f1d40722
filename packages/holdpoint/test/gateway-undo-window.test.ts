import { setTimeout as sleep } from 'node:timers/promises'
import { cancelHold } from '@holdpoint/core'
import type { Decision, JsonObject } from '@holdpoint/core'
import { afterEach, describe, expect, test } from 'vitest'
import { PLAIN_RESULT, openLedger } from './gateway-ledger.ts'
import type { Ledger, LedgerOptions } from './gateway-ledger.ts'

let ledger: Ledger

async function given(options: LedgerOptions): Promise<void> {
  ledger = await openLedger(options)
  ledger.reachable = true
}

afterEach(async () => {
  await ledger.end()
})

async function cancel(): Promise<Decision> {
  const about = { tenant: null, by: 'cleo', via: 'page', assurance: 'identified', reason: 'wrong customer' } as const
  return await cancelHold(ledger.home.store, { hold: (await ledger.hold()).id, ...about })
}

interface Reply {
  readonly structuredContent?: {
    readonly error?: { readonly code: string; readonly message: string }
    readonly state?: string
  }
  readonly content?: readonly { readonly text: string }[]
}

function replyTo({ replies }: { readonly replies: readonly JsonObject[] }): Reply {
  return (replies[0] ?? {}) as Reply
}

describe('an approved call with an undo window', () => {
  test('waits, then runs once, and the call gets its result', async () => {
    await given({ undoWindowMs: 600 })
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    const approved = await ledger.until((hold) => hold.state === 'approved')
    await sleep(300)
    expect([ledger.calls, caller.replies]).toEqual([[], []])
    await caller.done
    expect(replyTo(caller).content?.[0]?.text).toBe('gone')
    const ran = await ledger.hold()
    expect(ran.attempt?.startedAt).toBeGreaterThanOrEqual(approved.runAfter ?? Infinity)
    expect(ledger.calls).toHaveLength(1)
  })

  test('taken back in the window: the caller hears it at once, with who and why', async () => {
    await given({ undoWindowMs: 60_000 })
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'approved')
    const started = performance.now()
    expect(await cancel()).toMatchObject({ kind: 'decided', hold: { state: 'cancelled' } })
    await caller.done
    expect(performance.now() - started).toBeLessThan(2_000)
    const { error } = replyTo(caller).structuredContent ?? {}
    expect(error?.code).toBe('CANCELLED')
    expect(error?.message).toContain('cleo')
    expect(error?.message).toContain('wrong customer')
    expect(ledger.calls).toEqual([])
  })

  test('the limit of the call ends in the window: the envelope says that it will run, and it does', async () => {
    await given({ undoWindowMs: 1_500, wait: 700 })
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await caller.done
    expect(replyTo(caller).structuredContent?.state).toBe('approved')
    expect(replyTo(caller).content?.[0]?.text).toMatch(/^NOT RUN YET: .* approved[^]*It runs in [12] s unless/)
    expect(ledger.calls).toEqual([])
    await ledger.until((hold) => hold.state === 'succeeded')
    expect(ledger.calls).toHaveLength(1)
    const again = ledger.call()
    await again.done
    expect(replyTo(again).content?.[0]?.text).toBe('gone')
    expect(ledger.calls).toHaveLength(1)
  })

  test('an identical call in the window waits for the same run', async () => {
    await given({ undoWindowMs: 800 })
    ledger.reachable = false
    const first = ledger.call()
    await first.done
    await ledger.say('approve')
    const again = ledger.call()
    await sleep(300)
    expect([ledger.calls, again.replies]).toEqual([[], []])
    await again.done
    expect(replyTo(again).content?.[0]?.text).toBe('gone')
    expect(ledger.calls).toHaveLength(1)
  })

  test('[L12] the caller left in the window: it does not run at its end, only for a re-issue', async () => {
    await given({ undoWindowMs: 500 })
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'approved')
    caller.leave()
    await ledger.until((hold) => hold.callerLeft)
    await sleep(700)
    expect(ledger.calls).toEqual([])
    const again = ledger.call()
    await again.done
    expect([replyTo(again).content?.[0]?.text, ledger.calls.length]).toEqual(['gone', 1])
  })

  test('[H26] a process that ends in the window answers whoever waits, and runs nothing', async () => {
    await given({ undoWindowMs: 60_000 })
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'approved')
    await ledger.keeper.drain(5_000)
    await caller.done
    expect(replyTo(caller).structuredContent?.state).toBe('approved')
    expect(ledger.calls).toEqual([])
  })
  test('[H26] while a process drains, no window that ends and no approval that comes begins a call', async () => {
    await given({ undoWindowMs: 400 })
    ledger.mood = { silence: true }
    const slow = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'dispatching')
    const windowed = ledger.call({ argumentsText: '{"id": "c_18"}' })
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    const { id } = await ledger.until((hold) => hold.state === 'approved')
    const waiting = ledger.call({ argumentsText: '{"id": "c_19"}' })
    await ledger.until((hold) => hold.state === 'pending')
    const drained = ledger.keeper.drain(5_000)
    await Promise.all([windowed.done, waiting.done])
    const states = [windowed, waiting].map((caller) => replyTo(caller).structuredContent?.state)
    expect(states).toEqual(['approved', 'pending'])
    await ledger.say('approve')
    await sleep(900)
    expect(ledger.calls).toHaveLength(1)
    ledger.answerLate(PLAIN_RESULT)
    await Promise.all([drained, slow.done])
    expect(replyTo(slow).content?.[0]?.text).toBe('gone')
    // Not begun, and not lost: both approvals stand for whoever calls again.
    expect([(await ledger.home.store.holds.get(id))?.state, (await ledger.hold()).state]).toEqual([
      'approved',
      'approved',
    ])
    expect(ledger.calls).toHaveLength(1)
  })
})
