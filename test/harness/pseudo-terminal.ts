/**
 * A real terminal for a command that demands one: Python's `pty` module or util-linux `script`. Where a machine has
 * neither, this throws: a test that needs a person at a terminal cannot pass without one.
 */
import { spawnSync } from 'node:child_process'
import { startProcess } from './run-wrap.ts'
import type { RunningProcess } from './run-wrap.ts'
import { waitFor } from './wait-for.ts'

export interface TerminalSession extends RunningProcess {
  /** Everything on the screen so far. */
  screen(): string
  /** Types a line and presses Enter. */
  type(text: string): void
  waitForText(pattern: RegExp, milliseconds?: number): Promise<RegExpExecArray>
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

const PYTHON = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'

function terminalCommand(command: readonly string[]): readonly [string, readonly string[]] {
  const script = spawnSync('script', ['--version'], { encoding: 'utf8' })
  if (script.status === 0 && script.stdout.includes('util-linux')) {
    return ['script', ['-qec', command.map(quoted).join(' '), '/dev/null']]
  }
  if (spawnSync('python3', ['-c', 'import pty']).status === 0) return ['python3', ['-c', PYTHON, ...command]]
  throw new Error('This machine has neither util-linux `script` nor python3 with `pty`: install one to run this test.')
}

export function openTerminal(
  command: readonly string[],
  options: { readonly environment: NodeJS.ProcessEnv; readonly cwd: string },
): TerminalSession {
  const [program, args] = terminalCommand(command)
  const running = startProcess(program, args, options)
  let screen = ''
  running.child.stdout.setEncoding('utf8')
  running.child.stdout.on('data', (chunk: string) => (screen += chunk))
  running.child.stdin.on('error', () => {})
  return {
    ...running,
    screen: () => screen,
    type: (text) => void running.child.stdin.write(`${text}\r`),
    async waitForText(pattern, milliseconds) {
      try {
        return await waitFor(`${pattern} on the screen`, () => pattern.exec(screen), milliseconds)
      } catch (cause) {
        throw new Error(`The screen never showed ${pattern}:\n${screen}${running.stderr()}`, { cause })
      }
    },
  }
}
