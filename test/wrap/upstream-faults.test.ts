/**
 * Servers that hang, crash, write garbage or too much: honest outcomes, one send at most, and a gateway that stays up.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { approve, holdpoint, showHold, waitForState } from '../harness/decide.ts'
import { isAlive } from '../harness/is-alive.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { modernMeta, waitForMessage } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { delay, waitFor } from '../harness/wait-for.ts'

/** Calls, approves while the call waits, and gives its answer. */
async function callApproved(
  home: TemporaryHome,
  wrap: RunningWrap,
  tool: string,
  args: object = {},
  more: object = {},
) {
  const call = wrap.client.call(tool, args, more)
  call.catch(() => {})
  const id = await waitForQuestion(wrap)
  await approve(home, id)
  return { id, answer: call }
}

/** The client can be asked in forms; this rule keeps ours out of them, so that the server's is the only one. */
const ASKED_ON_THE_PAGE = `wait: 60s
rules:
  - { name: on the page, match: { tool: ask_delete }, rails: [page, api] }
`

describe.concurrent('an upstream that', () => {
  test('[G1] hangs: the outcome is unknown, nothing is sent again, a person resolves it', async () => {
    const home = createTemporaryHome('wait: 60s\nanswer_within: 1s')
    const wrap = await startWrap(home)
    const { id, answer } = await callApproved(home, wrap, 'hang_delete', { n: 1 })
    const said = await answer
    expect(codeOf(said)).toBe('OUTCOME_UNKNOWN')
    expect(textOf(said)).toMatch(/do not retry/i)
    expect((await showHold(home, id)).state).toBe('unknown')
    home.configure('wait: 0s\nanswer_within: 1s')
    await waitFor('the shorter wait', () => wrap.stderr().includes('in force'))
    const again = envelopeOf(await wrap.client.call('hang_delete', { n: 1 }))
    expect((await showHold(home, again.approval_id)).warnings.join()).toContain('UNKNOWN')
    expect(readLedger(home, 'hang_delete')).toHaveLength(1)
    expect((await holdpoint(home, ['resolve', id, '--executed', 'yes', '--note', 'x'])).code).toBe(1)
    const resolved = await holdpoint(home, ['resolve', id, '--executed', 'yes', '--note', 'I looked', '--json'], {
      as: 'approver',
    })
    expect(JSON.parse(resolved.stdout)).toMatchObject({ state: 'resolved', outcome: { executed: true, by: 'ci' } })
    await wrap.kill('SIGTERM')
    await expectLedgerJustified(home)
  })

  test('[G4] answers late: unknown becomes what it was, without a second send', async () => {
    const home = createTemporaryHome('wait: 60s\nanswer_within: 500ms')
    const wrap = await startWrap(home)
    const until = join(home.folder, 'answer now')
    const { id, answer } = await callApproved(home, wrap, 'slow_delete', { until })
    expect(codeOf(await answer)).toBe('OUTCOME_UNKNOWN')
    expect((await showHold(home, id)).state).toBe('unknown')
    writeFileSync(until, '')
    const hold = await waitForState(home, id, 'succeeded')
    expect(JSON.stringify(hold.outcome)).toContain('deleted slowly')
    expect(readLedger(home, 'slow_delete')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[G1] dies in the middle of a call: unknown, told to the agent, and the wrap ends with the exit code', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home)
    const { id, answer } = await callApproved(home, wrap, 'crash_delete', { code: 7 })
    expect(codeOf(await answer)).toBe('OUTCOME_UNKNOWN')
    expect((await wrap.exited).code).toBe(7)
    expect(wrap.stderr()).toContain('[ledger] the server exited with code 7')
    expect((await showHold(home, id)).state).toBe('unknown')
    expect(readLedger(home, 'crash_delete')).toHaveLength(1)
    await expectLedgerJustified(home)
  })

  test('[G1] dies during a read: the read gets an error, not silence', async () => {
    const home = createTemporaryHome('servers: { ledger: { tools: { crash_delete: { risk: low } } } }')
    const wrap = await startWrap(home)
    const answer = await wrap.client.call('crash_delete', { code: 5 })
    expect(answer.error.message).toContain('exited with code 5')
    expect((await wrap.exited).code).toBe(5)
  })

  test.each([
    ['line', 'succeeded'],
    ['only', 'unknown'],
  ])(
    '[G13] writes garbage (%s): the line is dropped and logged, the outcome is %s, the gateway stays up',
    async (mode, state) => {
      const home = createTemporaryHome('wait: 60s\nanswer_within: 1s')
      const wrap = await startWrap(home)
      const { id, answer } = await callApproved(home, wrap, 'garbage_delete', { mode })
      await answer
      expect((await waitForState(home, id, state)).state).toBe(state)
      expect(wrap.stderr()).toMatch(/\[ledger\] dropped a line/)
      expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
      await endWrap(wrap)
      await expectLedgerJustified(home)
    },
  )

  test('[G13] answers without end: a clear error over the cap, whole below it, and the gateway stays up', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home)
    const whole = await wrap.client.call('huge_get', { bytes: 6_000_000 })
    expect(textOf(whole)).toHaveLength(6_000_000)
    const over = await wrap.client.call('huge_get', { bytes: 40_000_000 })
    expect(textOf(over)).toContain('more than 32 MiB')
    expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
    const { id, answer } = await callApproved(home, wrap, 'huge_delete', { bytes: 40_000_000 })
    // It was answered, so it ran; what it answered nobody has.
    expect(textOf(await answer)).toContain('more than 32 MiB')
    expect((await showHold(home, id)).state).toBe('failed')
    expect(readLedger(home, 'huge_delete')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[G13] a held result larger than is stored still reaches the caller whole', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home)
    const { id, answer } = await callApproved(home, wrap, 'huge_delete', { bytes: 5_000_000 })
    const result = await answer
    expect(textOf(result)).toHaveLength(5_000_000)
    expect(heldBy(result)?.id).toBe(id)
    expect((await showHold(home, id)).outcome.truncated).toBe(true)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('asks the client itself (2025 era): the question passes both ways, one send', async () => {
    const home = createTemporaryHome(ASKED_ON_THE_PAGE)
    const wrap = await startWrap(home, { capabilities: { elicitation: {} } })
    const { answer } = await callApproved(home, wrap, 'ask_delete')
    const question = await waitForMessage(wrap.client, 'the question', ({ method }) => method === 'elicitation/create')
    wrap.client.respond(question.id ?? '', { action: 'accept', content: { sure: true } })
    expect(textOf(await answer)).toBe('deleted after asking')
    expect(readLedger(home, 'ask_delete')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('asks the client itself (2026 era): the rounds are one attempt, each is forwarded once', async () => {
    const home = createTemporaryHome(ASKED_ON_THE_PAGE)
    const wrap = await startWrap(home, { silent: true })
    const meta = modernMeta('modern', { elicitation: {} })
    const { id, answer } = await callApproved(home, wrap, 'ask_delete', {}, meta)
    const asked = await answer
    expect(asked.result).toMatchObject({ resultType: 'input_required', requestState: 'ledger-state-1' })
    const round = {
      ...meta,
      requestState: asked.result.requestState,
      inputResponses: { confirm: { action: 'accept' } },
    }
    const rounds = await Promise.all([
      wrap.client.call('ask_delete', {}, round),
      wrap.client.call('ask_delete', {}, round),
    ])
    expect(rounds.map(textOf)).toContain('deleted after asking')
    expect((await showHold(home, id)).state).toBe('succeeded')
    expect(readLedger(home, 'ask_delete').map((entry) => entry.requestState)).toEqual([undefined, 'ledger-state-1'])
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('says something on standard error: it is in our log under its name, escapes made visible', async () => {
    const home = createTemporaryHome()
    const script =
      'process.stderr.write("hello \\u001b[2J there\\n"); process.stdin.resume(); process.stdin.on("end", () => process.exit(4))'
    const wrap = await startWrap(home, { command: [process.execPath, '-e', script], name: 'talkative', silent: true })
    await waitFor('the log line', () => wrap.stderr().includes('[talkative] hello'))
    expect(wrap.stderr()).not.toContain('\u001b')
    expect((await endWrap(wrap)).code).toBe(4)
  })

  test('does not exist: a clear message and exit code 1, no stack trace', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, { command: ['/no/such/server', '--x'], silent: true })
    expect((await wrap.exited).code).toBe(1)
    expect(wrap.stderr()).toMatch(/could not be started/)
    expect(wrap.stderr()).toContain('/no/such/server')
    expect(wrap.stderr()).not.toMatch(/\n\s+at .*:\d+:\d+/)
    expect(wrap.client.lines).toEqual([])
  })

  test('[S7] does not exist: a client that calls anyway gets an answer or the end, never silence', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, { command: ['/no/such/server'], silent: true })
    wrap.client.send('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}')
    await wrap.exited
    for (const message of wrap.client.messages)
      expect(message.error.message).toMatch(/could not be started|not running/)
  })
})

describe.concurrent('SIGTERM', () => {
  test('[H26] in the middle of a call that ends soon: it is waited for and answered', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home)
    const until = join(home.folder, 'answer now')
    const { id, answer } = await callApproved(home, wrap, 'slow_delete', { until })
    await waitFor('the dispatch', () => readLedger(home, 'slow_delete').length === 1)
    wrap.child.kill('SIGTERM')
    // Long enough for an end that would not wait.
    await delay(500)
    writeFileSync(until, '')
    expect(textOf(await answer)).toBe('deleted slowly')
    expect((await wrap.exited).code).toBe(0)
    expect((await showHold(home, id)).state).toBe('succeeded')
    await expectLedgerJustified(home)
  })

  test('[H26] in the middle of a call that hangs: unknown, said to the agent and stored', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home)
    const { id, answer } = await callApproved(home, wrap, 'hang_delete')
    await waitFor('the dispatch', () => readLedger(home, 'hang_delete').length === 1)
    wrap.child.kill('SIGTERM')
    expect(codeOf(await answer)).toBe('OUTCOME_UNKNOWN')
    await wrap.exited
    expect((await showHold(home, id)).state).toBe('unknown')
    await expectLedgerJustified(home)
  })

  test('[S18] while a call waits for a person: it gets the envelope, the hold stays pending', async () => {
    const home = createTemporaryHome('wait: 30s')
    const wrap = await startWrap(home)
    const call = wrap.client.call('delete_item', { id: 1 })
    const id = await waitForQuestion(wrap)
    wrap.child.kill('SIGTERM')
    expect(envelopeOf(await call).approval_id).toBe(id)
    expect((await wrap.exited).code).toBe(0)
    expect((await showHold(home, id)).state).toBe('pending')
    await expectLedgerJustified(home)
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends wrap and server by %s while the host keeps its pipes open',
    async (signal) => {
      const home = createTemporaryHome()
      const wrap = await startWrap(home)
      await wrap.client.call('get_item', { id: 1 })
      const server = readLedger(home)[0]?.pid ?? 0
      wrap.child.kill(signal)
      await wrap.exited
      await waitFor('the end of the server', () => !isAlive(server))
    },
  )
})
