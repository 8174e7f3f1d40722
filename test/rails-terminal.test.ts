/**
 * Whoever sits at the terminal of `demo` or `serve` decides there: one line says what waits, Enter shows it whole, and only
 * the code that is shown then approves it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { listHolds, waitForState } from './harness/decide.ts'
import { HOLDPOINT } from './harness/paths.ts'
import { openTerminal } from './harness/pseudo-terminal.ts'
import type { TerminalSession } from './harness/pseudo-terminal.ts'
import { createTemporaryHome } from './harness/temporary-home.ts'
import type { TemporaryHome } from './harness/temporary-home.ts'

async function openDemo(home: TemporaryHome): Promise<TerminalSession> {
  const command = [process.execPath, HOLDPOINT, 'demo', '--port', '0']
  const session = openTerminal(command, { environment: { ...home.environment, TERM: 'xterm' }, cwd: home.folder })
  await session.waitForText(/waits.*Press Enter to see it and decide here/)
  return session
}

async function show(session: TerminalSession): Promise<string> {
  session.type('')
  const [, code = ''] = await session.waitForText(/Type (\w{4}) to approve it/)
  // Nobody reads faster.
  await delay(500)
  return code
}

async function held(home: TemporaryHome): Promise<string> {
  const [hold] = await listHolds(home)
  if (hold === undefined) throw new Error('nothing is held')
  return hold.id
}

describe('[S3.6] the terminal of the demo', () => {
  test('shows the whole call on Enter, and the code runs it once', async () => {
    const home = createTemporaryHome()
    const session = await openDemo(home)
    const code = await show(session)
    expect(session.screen()).toMatch(/Arguments/)
    session.type(code)
    await session.waitForText(/Approved; it runs once/)
    const hold = await waitForState(home, await held(home), 'succeeded')
    expect(hold).toMatchObject({ via: 'terminal' })
    await session.waitForText(/Decided by .* via terminal: succeeded/)
    await session.kill('SIGINT')
  })

  test('a wrong code, or Enter alone, decides nothing; n declines with its reason', async () => {
    const home = createTemporaryHome()
    const session = await openDemo(home)
    await show(session)
    session.type('ZZZZ')
    await session.waitForText(/neither the code nor n; nothing was decided/)
    const id = await held(home)
    expect(await listHolds(home, '--state', 'pending')).toHaveLength(1)
    session.type('')
    await delay(600)
    session.type('n not this one')
    await session.waitForText(/Declined; nothing runs/)
    expect(await waitForState(home, id, 'declined')).toMatchObject({ via: 'terminal', reason: 'not this one' })
    await session.kill('SIGINT')
  })
})
