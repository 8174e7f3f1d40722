import { setTimeout as sleep } from 'node:timers/promises'
import { cancelHold } from '@holdpoint/core'
import type { Decision, JsonObject } from '@holdpoint/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PLAIN_RESULT, openLedger } from './ledger.ts'
import type { Ledger, LedgerOptions, PlayedCaller } from './ledger.ts'

/** Shorter than a call waits. */
const WINDOW_MS = 20_000
let ledger: Ledger

/** Time stands still until the test lets it pass: however slow this machine is, no window ends by itself. */
async function given(options: LedgerOptions): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  ledger = await openLedger({ undoWindowMs: WINDOW_MS, ...options })
  ledger.reachable = true
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
}

/** Whatever waits for a moment more gets it, a millisecond at a time. */
async function finish({ done }: PlayedCaller): Promise<void> {
  const over = done.then(() => true)
  while (!(await Promise.race([over, sleep(5, false)]))) await pass(1)
}

afterEach(async () => {
  vi.useRealTimers()
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
    await given({})
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    const approved = await ledger.until((hold) => hold.state === 'approved')
    await pass(WINDOW_MS - 1_000)
    await sleep(100)
    expect([ledger.calls, caller.replies]).toEqual([[], []])
    await pass(1_000)
    await finish(caller)
    expect(replyTo(caller).content?.[0]?.text).toBe('gone')
    const ran = await ledger.hold()
    expect(ran.attempt?.startedAt).toBeGreaterThanOrEqual(approved.runAfter ?? Infinity)
    expect(ledger.calls).toHaveLength(1)
  })

  test('taken back in the window: the caller hears it at once, with who and why', async () => {
    await given({})
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'approved')
    expect(await cancel()).toMatchObject({ kind: 'decided', hold: { state: 'cancelled' } })
    await caller.done
    const { error } = replyTo(caller).structuredContent ?? {}
    expect(error?.code).toBe('CANCELLED')
    expect(error?.message).toContain('cleo')
    expect(error?.message).toContain('wrong customer')
    expect(ledger.calls).toEqual([])
  })

  test('the limit of the call ends in the window: the envelope says that it will run, and it does', async () => {
    await given({ wait: 8_000 })
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'approved')
    await pass(8_000)
    await finish(caller)
    expect(replyTo(caller).structuredContent?.state).toBe('approved')
    expect(replyTo(caller).content?.[0]?.text).toMatch(/^NOT RUN YET: .* approved[^]*It runs in \d+ s unless/)
    expect(ledger.calls).toEqual([])
    await pass(13_000)
    await ledger.until((hold) => hold.state === 'succeeded')
    expect(ledger.calls).toHaveLength(1)
    const again = ledger.call()
    await finish(again)
    expect(replyTo(again).content?.[0]?.text).toBe('gone')
    expect(ledger.calls).toHaveLength(1)
  })

  test('an identical call in the window waits for the same run', async () => {
    await given({})
    ledger.reachable = false
    const first = ledger.call()
    await finish(first)
    await ledger.say('approve')
    const again = ledger.call()
    await sleep(100)
    expect([ledger.calls, again.replies]).toEqual([[], []])
    await pass(WINDOW_MS)
    await finish(again)
    expect(replyTo(again).content?.[0]?.text).toBe('gone')
    expect(ledger.calls).toHaveLength(1)
  })

  test('[L12] the caller left in the window: it does not run at its end, only for a re-issue', async () => {
    await given({})
    const caller = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'approved')
    caller.leave()
    await ledger.until((hold) => hold.callerLeft)
    await pass(WINDOW_MS)
    await sleep(100)
    expect(ledger.calls).toEqual([])
    const again = ledger.call()
    await finish(again)
    expect([replyTo(again).content?.[0]?.text, ledger.calls.length]).toEqual(['gone', 1])
  })

  test('[H26] a process that ends in the window answers whoever waits, and runs nothing', async () => {
    await given({})
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
    await given({ answerWithinMs: 3 * WINDOW_MS })
    ledger.mood = { silence: true }
    const slow = ledger.call()
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    await ledger.until((hold) => hold.state === 'approved')
    await pass(WINDOW_MS + 1_000)
    await ledger.until((hold) => hold.state === 'dispatching')
    const windowed = ledger.call({ argumentsText: '{"id": "c_18"}' })
    await ledger.until((hold) => hold.state === 'pending')
    await ledger.say('approve')
    const { id } = await ledger.until((hold) => hold.state === 'approved')
    const waiting = ledger.call({ argumentsText: '{"id": "c_19"}' })
    await ledger.until((hold) => hold.state === 'pending')
    const drained = ledger.keeper.drain(3 * WINDOW_MS)
    await Promise.all([windowed.done, waiting.done])
    const states = [windowed, waiting].map((caller) => replyTo(caller).structuredContent?.state)
    expect(states).toEqual(['approved', 'pending'])
    await ledger.say('approve')
    await pass(WINDOW_MS)
    await sleep(100)
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
