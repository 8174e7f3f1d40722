/** Whatever ends the inbox, the terminal is as it was. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HOLDPOINT } from '../harness/paths.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { playScreen } from '../harness/terminal-screen.ts'
import { openInbox } from './inbox-visit.ts'
import type { OpenInbox } from './inbox-visit.ts'

describe.concurrent('an inbox that ends', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s leaves the terminal as it was', async (signal) => {
    const home = createTemporaryHome()
    const inbox = await openInbox(home, { afterwards: 'stty -a; echo THE END' })
    signalInbox(home, signal)
    await expectTerminalAsBefore(inbox)
  })

  test('a crash leaves the terminal as it was, with its message on it', async () => {
    const home = createTemporaryHome()
    const crash = 'data:text/javascript,process.on("SIGUSR2", () => { throw new Error("it broke") })'
    const inbox = await openInbox(home, { nodeOptions: ['--import', crash], afterwards: 'stty -a; echo THE END' })
    signalInbox(home, 'SIGUSR2')
    await expectTerminalAsBefore(inbox)
    expect(inbox.screen().indexOf('it broke')).toBeGreaterThan(inbox.screen().indexOf('[?1049l'))
  })
})

async function expectTerminalAsBefore(inbox: OpenInbox): Promise<void> {
  await inbox.waitForText(/THE END/)
  const screen = inbox.screen()
  const after = screen.slice(screen.lastIndexOf('[?1049l'))
  expect(after).toMatch(/[^-]icanon/)
  expect(after).toMatch(/[^-]echo\b/)
  expect(playScreen(screen.slice(0, screen.lastIndexOf('[?1049l') + '[?1049l'.length)).left).toBe(true)
  await inbox.exited
}

function signalInbox(home: TemporaryHome, signal: NodeJS.Signals): void {
  const pids = inboxProcesses(home)
  expect(pids).toHaveLength(1)
  for (const pid of pids) process.kill(pid, signal)
}

/** Process ids of the inboxes of this home, which run beneath the program that makes the terminal. */
function inboxProcesses(home: TemporaryHome): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const command = readProcess(pid, 'cmdline')
      return command.startsWith(`${process.execPath}\0`) && command.includes(`\0${HOLDPOINT}\0inbox\0`)
    })
    .filter((pid) => readProcess(pid, 'environ').includes(`HOLDPOINT_HOME=${home.path}\0`))
    .map(Number)
}

function readProcess(pid: string, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
