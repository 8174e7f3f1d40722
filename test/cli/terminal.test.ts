/** A person at a real terminal types the code that is shown; nothing else decides. */
import { describe, expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { showHold, waitForState } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { HOLDPOINT } from '../harness/paths.ts'
import { openTerminal } from '../harness/pseudo-terminal.ts'
import type { TerminalSession } from '../harness/pseudo-terminal.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const CODE = /Type ([0-9A-Z]{4,}) to /

function terminal(home: TemporaryHome, ...args: readonly string[]): TerminalSession {
  const environment = { ...home.environment, TERM: 'xterm', COLUMNS: '200' }
  return openTerminal([process.execPath, HOLDPOINT, ...args], { environment, cwd: home.folder })
}

async function typeCode(session: TerminalSession, change: (code: string) => string = (code) => code): Promise<void> {
  const [, code = ''] = await session.waitForText(CODE)
  session.type(change(code))
  await session.exited
}

async function heldCall(home: TemporaryHome) {
  const wrap = await startWrap(home)
  const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1, note: 'the end of it' }))
  return { wrap, id }
}

describe.concurrent('at a terminal', () => {
  test('[S3.6] approve shows the whole call, and the code that is typed approves it', async () => {
    const home = createTemporaryHome()
    const { wrap, id } = await heldCall(home)
    const session = terminal(home, 'approve', id, '--wait')
    await typeCode(session)
    expect(session.screen()).toContain('delete_item')
    expect(session.screen()).toContain('the end of it')
    expect((await session.exited).code, session.screen()).toBe(0)
    const hold = await waitForState(home, id, 'succeeded')
    expect(hold).toMatchObject({ via: 'terminal', decided_by: expect.stringMatching(/^local:/) })
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S3.6] reject by code declines', async () => {
    const home = createTemporaryHome()
    const { wrap, id } = await heldCall(home)
    const session = terminal(home, 'reject', id, '--reason', 'no')
    await typeCode(session)
    expect(await showHold(home, id)).toMatchObject({ state: 'declined', via: 'terminal', reason: 'no' })
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test.each([
    ['another code', (code: string) => `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`],
    ['"yes"', () => 'yes'],
    ['nothing', () => ''],
    ['half of it', (code: string) => code.slice(0, 2)],
  ])('[L4] %s decides nothing', async (_what, change) => {
    const home = createTemporaryHome()
    const { wrap, id } = await heldCall(home)
    const session = terminal(home, 'approve', id)
    await typeCode(session, change)
    expect((await session.exited).code).toBe(1)
    expect(session.screen()).toContain('nothing was done')
    expect((await showHold(home, id)).state).toBe('pending')
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
  })

  test('[L4] what is typed before the question answers nothing; the code that follows does', async () => {
    const home = createTemporaryHome()
    const { wrap, id } = await heldCall(home)
    const session = terminal(home, 'approve', id, '--wait')
    session.type('yes')
    session.child.stdin.write('half a li')
    await typeCode(session)
    expect((await session.exited).code, session.screen()).toBe(0)
    expect(await showHold(home, id)).toMatchObject({ state: 'succeeded', via: 'terminal' })
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[L4] Ctrl-C and the end of input decide nothing', async () => {
    const home = createTemporaryHome()
    const { wrap, id } = await heldCall(home)
    const interrupted = terminal(home, 'approve', id)
    await interrupted.waitForText(CODE)
    interrupted.child.stdin.write('\u0003')
    const ended = terminal(home, 'approve', id)
    await ended.waitForText(CODE)
    ended.child.stdin.write('\u0004')
    for (const session of [interrupted, ended]) expect((await session.exited).code, session.screen()).toBe(1)
    expect((await showHold(home, id)).state).toBe('pending')
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[L4] a token is made at a terminal only by its code', async () => {
    const home = createTemporaryHome()
    const refused = terminal(home, 'token', 'create', '--role', 'approver')
    await typeCode(refused, () => 'y')
    expect((await refused.exited).code).toBe(1)
    expect(refused.screen()).not.toContain('secret')
    const made = terminal(home, 'token', 'create', '--role', 'approver')
    await typeCode(made)
    expect((await made.exited).code, made.screen()).toBe(0)
    expect(made.screen()).toContain('secret')
  })
})
