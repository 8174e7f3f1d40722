/**
 * Starts an MCP server as a child process. `wrap` does so before it loads anything else, so that the server boots meanwhile:
 * this file imports nothing of ours.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

export interface ChildOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: { readonly [name: string]: string | undefined }
  readonly cwd: string
}

export interface ServerProcess {
  readonly process: ChildProcess
  /** The paused stream keeps bytes that arrive before there is a listener. */
  readonly exited: Promise<ChildExit>
}

export interface ChildExit {
  readonly code: number | null
  readonly signal: string | null
  /** Set where the child could not be started at all. */
  readonly error: string | null
}

export function startChild(options: ChildOptions): ServerProcess {
  const windowsScript = process.platform === 'win32' && !/\.(exe|com)$/i.test(options.command)
  const child = spawn(
    windowsScript ? quoteForCmd(options.command) : options.command,
    windowsScript ? options.args.map(quoteForCmd) : [...options.args],
    {
      env: options.env,
      cwd: options.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      // npx and friends are .cmd scripts on Windows, which only a shell can start.
      shell: windowsScript,
      windowsHide: true,
    },
  )
  const exited = new Promise<ChildExit>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error: error.message }))
    child.once('exit', (code, signal) => resolve({ code, signal, error: null }))
  })
  // A child that closes its stdin early is not our crash; its exit tells the story.
  child.stdin.on('error', () => {})
  return { process: child, exited }
}

/** cmd.exe: quotes keep spaces and operators together; a quote inside is doubled. */
function quoteForCmd(word: string): string {
  return /^[\w./:\\@=-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`
}
