/**
 * kill -9 at every point where something becomes durable (P1 to P5), of the gateway, the server and the deciding
 * process. After each crash a new wrap of the same command makes the identical call: never a second run, never a lost
 * decision.
 */
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { approve, holdpoint, listHolds, showHold } from '../harness/decide.ts'
import type { CommandResult } from '../harness/resident-command.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { crashPoint } from '../harness/paths.ts'
import { endWrap, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

type When = 'before' | 'after' | 'lost' | 'down'

const atCommit = (kind: string, when: When) => ({
  nodeOptions: ['--import', crashPoint('at-commit.mjs')],
  environment: { CRASH_KIND: kind, CRASH_WHEN: when },
})
const atSend = (when: string) => ({
  nodeOptions: ['--import', crashPoint('at-send.mjs')],
  environment: { CRASH_TOOL: 'delete_item', CRASH_WHEN: when },
})

const ARGUMENTS = { id: 1, note: 'the identical call' }
const call = (wrap: RunningWrap) => wrap.client.call('delete_item', ARGUMENTS)

/** Starts a wrap that will be struck, calls, approves from outside, and waits for the crash. */
async function crashWhileRunning(home: TemporaryHome, strike: ReturnType<typeof atCommit> | ReturnType<typeof atSend>) {
  const wrap = await startWrap(home, strike)
  call(wrap).catch(() => {})
  const hold = await waitForQuestion(wrap)
  await approve(home, hold)
  expect((await wrap.exited).signal).toBe('SIGKILL')
  return hold
}

const runs = (home: TemporaryHome): number => readLedger(home, 'delete_item').length

describe.concurrent('kill -9 of the gateway', () => {
  test('[H1] before P1: there is nothing, and the call asks anew', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, atCommit('hold-created', 'before'))
    await expect(call(wrap)).rejects.toThrow('ended without an answer')
    expect((await wrap.exited).signal).toBe('SIGKILL')
    expect(await listHolds(home)).toEqual([])
    const next = await startWrap(home)
    envelopeOf(await call(next))
    expect(runs(home)).toBe(0)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[H2] [S18] after P1: the hold survives, the identical call joins it, and it can still be decided', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, atCommit('hold-created', 'after'))
    await expect(call(wrap)).rejects.toThrow('ended without an answer')
    const [hold] = await listHolds(home)
    expect(hold?.state).toBe('pending')
    const next = await startWrap(home)
    const envelope = envelopeOf(await call(next))
    expect(envelope.approval_id).toBe(hold?.id)
    expect((await fetch(envelope.approval_url)).status).toBe(200)
    expect((await approve(home, envelope.approval_id, '--wait')).state).toBe('succeeded')
    expect(textOf(await call(next))).toBe('deleted 1')
    expect(runs(home)).toBe(1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[S18] while a call waits: the pending hold is approved without any wrap, and runs once through the next', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    call(wrap).catch(() => {})
    const hold = await waitForQuestion(wrap)
    await wrap.kill('SIGKILL')
    expect((await approve(home, hold)).state).toBe('approved')
    const next = await startWrap(home)
    expect(heldBy(await call(next))).toMatchObject({ id: hold, state: 'succeeded' })
    expect(runs(home)).toBe(1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[H4] between the re-check and P4: the approval stands, one dispatch in all', async () => {
    const home = createTemporaryHome('wait: 30s')
    const hold = await crashWhileRunning(home, atCommit('hold-dispatched', 'before'))
    expect(runs(home)).toBe(0)
    expect((await showHold(home, hold)).state).toBe('approved')
    const next = await startWrap(home)
    expect(heldBy(await call(next))).toMatchObject({ id: hold, state: 'succeeded' })
    expect(runs(home)).toBe(1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test.each([
    ['after P4, before anything is sent', atCommit('hold-dispatched', 'after'), 0],
    ['after P4, right before the bytes leave', atSend('before-send'), 0],
    ['after the bytes left', atSend('after-send'), 1],
    ['after the answer was read, before P5', atSend('after-answer'), 1],
    ['in P5, before its commit', atCommit('hold-succeeded', 'before'), 1],
  ] as const)('[H6] %s: unknown at once, never sent again', async (_point, strike, sent) => {
    const home = createTemporaryHome('wait: 30s')
    const hold = await crashWhileRunning(home, strike)
    const next = await startWrap(home)
    const begun = performance.now()
    const answer = await call(next)
    expect(codeOf(answer), JSON.stringify(answer)).toBe('OUTCOME_UNKNOWN')
    // Nobody was asked and nothing was waited for: that would have been the 30 seconds.
    expect(performance.now() - begun).toBeLessThan(15_000)
    expect((await showHold(home, hold)).state).toBe('unknown')
    call(next).catch(() => {})
    const again = await waitForQuestion(next)
    expect(again).not.toBe(hold)
    expect((await showHold(home, again)).warnings.join()).toContain('UNKNOWN')
    expect(runs(home)).toBe(sent)
    await next.kill()
    await expectLedgerJustified(home)
  })

  test('[H7] after P5, before the reply: the stored result is delivered, without a second run', async () => {
    const home = createTemporaryHome('wait: 30s')
    const hold = await crashWhileRunning(home, atCommit('hold-succeeded', 'after'))
    const next = await startWrap(home)
    const answer = await call(next)
    expect(textOf(answer)).toBe('deleted 1')
    expect(heldBy(answer)).toMatchObject({ id: hold, state: 'succeeded', decided_by: 'ci' })
    expect(runs(home)).toBe(1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test.each(['before', 'after'] as const)(
    '[H7] %s the note that the reply was delivered: no second run',
    async (when) => {
      const home = createTemporaryHome('wait: 30s')
      const hold = await crashWhileRunning(home, atCommit('hold-delivered', when))
      home.configure('wait: 0s')
      const next = await startWrap(home)
      const answer = await call(next)
      if (when === 'before') expect(heldBy(answer)?.id).toBe(hold)
      else expect(envelopeOf(answer).approval_id).not.toBe(hold)
      expect(runs(home)).toBe(1)
      await endWrap(next)
      await expectLedgerJustified(home)
    },
  )

  test.each(['before', 'after', 'lost'] as const)(
    'a read is on record once, whatever strikes its commit: %s',
    async (when) => {
      const home = createTemporaryHome()
      const wrap = await startWrap(home, atCommit('call-passed', when))
      const answer = wrap.client.call('get_item', { id: 1 })
      if (when === 'lost') {
        expect(textOf(await answer)).toBe('item 1')
        await endWrap(wrap)
      } else {
        // Answer and commit race: whether or not the agent still hears of it, the read is on record.
        answer.catch(() => {})
        expect((await wrap.exited).signal).toBe('SIGKILL')
      }
      for (let look = 0; look < 2; look++) {
        const exported = await holdpoint(home, ['audit', 'export', '--format', 'jsonl'])
        expect(exported.stdout.split('\n').filter((line) => line.includes('"call-passed"'))).toHaveLength(1)
      }
      await expectLedgerJustified(home)
    },
  )

  test('reads an agent has seen are on record', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    for (let id = 0; id < 20; id++) await wrap.client.call('get_item', { id })
    await wrap.kill('SIGKILL')
    const exported = await holdpoint(home, ['audit', 'export', '--format', 'jsonl'])
    expect(exported.stdout.split('\n').filter((line) => line.includes('"call-passed"'))).toHaveLength(20)
    await expectLedgerJustified(home)
  })
})

describe.concurrent('kill -9 of the deciding process', () => {
  const decide = async (home: TemporaryHome, hold: string, when: When): Promise<CommandResult> =>
    await holdpoint(home, ['approve', hold, '--json'], { as: 'approver', ...atCommit('hold-approved', when) })

  test('[H3] before P2: nothing is decided, and a person can decide again', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: hold } = envelopeOf(await call(wrap))
    expect((await decide(home, hold, 'before')).signal).toBe('SIGKILL')
    expect((await showHold(home, hold)).state).toBe('pending')
    expect(runs(home)).toBe(0)
    expect((await approve(home, hold, '--wait')).state).toBe('succeeded')
    expect(runs(home)).toBe(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[H3] after P2, before the acknowledgement: the decision counts, and asking again gives the same receipt', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: hold } = envelopeOf(await call(wrap))
    expect((await decide(home, hold, 'after')).signal).toBe('SIGKILL')
    const receipt = await approve(home, hold)
    expect(receipt.decided_by).toBe('ci')
    expect(receipt.approvals).toBe(1)
    expect(textOf(await call(wrap))).toBe('deleted 1')
    expect(runs(home)).toBe(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })
})

describe.concurrent('kill -9 of the server', () => {
  test('[H6] in the middle of the call: unknown, the wrap ends, the next one does not send it again', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    const answer = wrap.client.call('hang_delete', ARGUMENTS)
    const hold = await waitForQuestion(wrap)
    await approve(home, hold)
    const entry = await waitFor('the dispatch', () => readLedger(home, 'hang_delete')[0])
    process.kill(entry.pid, 'SIGKILL')
    expect(codeOf(await answer)).toBe('OUTCOME_UNKNOWN')
    expect((await wrap.exited).code).toBe(1)
    expect((await showHold(home, hold)).state).toBe('unknown')
    home.configure('wait: 0s')
    const next = await startWrap(home)
    envelopeOf(await next.client.call('hang_delete', ARGUMENTS))
    expect(readLedger(home, 'hang_delete')).toHaveLength(1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[G3] before the approval: nothing was sent, the approval runs once through the next wrap', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    await wrap.client.call('get_item', {})
    const { approval_id: hold } = envelopeOf(await call(wrap))
    process.kill(readLedger(home)[0]?.pid ?? 0, 'SIGKILL')
    await wrap.exited
    await approve(home, hold)
    const next = await startWrap(home)
    expect(heldBy(await call(next))?.id).toBe(hold)
    expect(runs(home)).toBe(1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })
})

describe.concurrent('a COMMIT whose acknowledgement is lost', () => {
  test.each(['hold-created', 'hold-dispatched', 'hold-succeeded'])('[H12] at %s: never a second run', async (kind) => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home, atCommit(kind, 'lost'))
    const first = call(wrap)
    if (kind === 'hold-created') {
      expect(codeOf(await first)).toBe('STORE_UNAVAILABLE')
      const second = call(wrap)
      const hold = await waitForQuestion(wrap)
      expect(await listHolds(home)).toHaveLength(1)
      await approve(home, hold)
      expect(textOf(await second)).toBe('deleted 1')
    } else {
      await approve(home, await waitForQuestion(wrap))
      await first
    }
    await endWrap(wrap)
    home.configure('wait: 0s')
    const next = await startWrap(home)
    await call(next)
    await call(next)
    expect(runs(home)).toBe(kind === 'hold-dispatched' ? 0 : 1)
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[H12] of a decision: the person is told of trouble, decides again, and it ran once', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: hold } = envelopeOf(await call(wrap))
    const told = await holdpoint(home, ['approve', hold], { as: 'approver', ...atCommit('hold-approved', 'lost') })
    expect(told.code).toBe(1)
    expect(told.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/)
    expect((await approve(home, hold)).approvals).toBe(1)
    await call(wrap)
    expect(runs(home)).toBe(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })
})
