/** Somebody at the inbox in a real terminal: sees what is on the screen and presses keys, while an agent asks. */
import { expect } from 'vitest'
import { HOLDPOINT } from '../harness/paths.ts'
import { openTerminal } from '../harness/pseudo-terminal.ts'
import type { TerminalSession } from '../harness/pseudo-terminal.ts'
import { waitForQuestion } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import type { Message } from '../harness/stdio-client.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { playScreen } from '../harness/terminal-screen.ts'
import { delay, waitFor } from '../harness/wait-for.ts'

export interface OpenInbox extends TerminalSession {
  /** What a person sees now. */
  seen(): string
  press(keys: string): void
  sees(pattern: RegExp): Promise<RegExpExecArray>
}

interface InboxSetting {
  readonly options?: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  readonly columns?: number
  readonly lines?: number
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[]
  /** Runs beside the inbox in the same terminal. */
  readonly meanwhile?: string
  /** Runs after the inbox in the same terminal. */
  readonly afterwards?: string
}

const COLUMNS = 80
const LINES = 24
/** So long a call waits at most for whoever has an inbox open. */
export const WAIT_MS = 44_000

export async function openInbox(home: TemporaryHome, setting: InboxSetting = {}): Promise<OpenInbox> {
  const { columns = COLUMNS, lines = LINES } = setting
  const command = [process.execPath, ...(setting.nodeOptions ?? []), HOLDPOINT, 'inbox', ...(setting.options ?? [])]
    .map((word) => `'${word}'`)
    .join(' ')
  const run = setting.afterwards === undefined ? `exec ${command}` : `${command}; ${setting.afterwards}`
  const beside = setting.meanwhile === undefined ? '' : `(${setting.meanwhile}) & `
  const session = openTerminal(['sh', '-c', `stty cols ${columns} rows ${lines}; ${beside}${run}`], {
    environment: { ...home.environment, TERM: 'xterm', ...setting.environment },
    cwd: home.folder,
  })
  const seen = (): string => playScreen(session.screen(), columns, lines).rows.join('\n')
  const sees = async (pattern: RegExp): Promise<RegExpExecArray> => {
    try {
      return await waitFor(`${pattern} on the screen`, () => pattern.exec(seen()))
    } catch (cause) {
      throw new Error(`The screen never showed ${pattern}:\n${seen()}`, { cause })
    }
  }
  const inbox = { ...session, seen, sees, press: (keys: string) => void session.child.stdin.write(keys) }
  if (!(setting.options ?? []).includes('--plain')) await inbox.sees(/Nothing waits|Waiting for you/)
  return inbox
}

/** A call of the agent that waits because the inbox is open. */
export async function askAgent(
  wrap: RunningWrap,
  tool: string,
  args: object,
): Promise<{ readonly answer: Promise<Message>; readonly id: string }> {
  const answer = wrap.client.call(tool, args, {}, WAIT_MS)
  return { answer, id: await waitForQuestion(wrap) }
}

export async function typeCode(inbox: OpenInbox, what: string): Promise<void> {
  const [, code = ''] = await inbox.sees(new RegExp(`Type (\\w{4}) to ${what}`))
  // Nobody reads faster.
  await delay(500)
  inbox.press(`${code}\r`)
}

export async function leave(inbox: OpenInbox): Promise<void> {
  inbox.press('q')
  expect((await inbox.exited).code, inbox.screen()).toBe(0)
  expect(playScreen(inbox.screen()).left).toBe(true)
}
