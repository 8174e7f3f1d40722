/**
 * Processes beside the gateways that have the built program loaded and run its commands: starting Node and loading the program
 * was nine tenths of what a decision cost. Files of a worker share them; each runs one command at a time, so that commands which
 * race are in different processes. They take what looks and decides, and refuse what stays (a service, an inbox), starts a
 * server or reads its input.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface CommandResult {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface CommandStart {
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment: NodeJS.ProcessEnv
}

const RUNNER = fileURLToPath(new URL('command-runner.mjs', import.meta.url))
const SHORT = /^(approve|reject|cancel|resolve|list|show|grants|audit|policy|token|pause|resume|feedback)$/

/** More than run at once in any file. */
const KEPT = 6
const idle: ChildProcess[] = []

/** `null`: this command needs a process that is started for it. */
export function runInResident(start: CommandStart): Promise<CommandResult> | null {
  const [name = ''] = start.args
  const { HOLDPOINT_COMMAND: program } = start.environment
  // How the program is called is looked up once in a process.
  if (!SHORT.test(name) || program !== 'holdpoint' || start.args.includes('-') || start.args.includes('--')) return null
  return run(start)
}

async function run(start: CommandStart): Promise<CommandResult> {
  const runner = idle.pop() ?? startRunner()
  const result = await new Promise<CommandResult>((resolve, reject) => {
    const fail = (): void => reject(new Error(`The process of a command ended: holdpoint ${start.args.join(' ')}`))
    runner.once('exit', fail)
    runner.once('message', (message) => {
      runner.off('exit', fail)
      resolve(message as CommandResult)
    })
    runner.send(start)
  })
  if (idle.length < KEPT) idle.push(runner)
  else runner.disconnect()
  return result
}

function startRunner(): ChildProcess {
  const runner = spawn(process.execPath, [RUNNER], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  runner.once('exit', () => {
    if (idle.includes(runner)) idle.splice(idle.indexOf(runner), 1)
  })
  // It ends with this worker and does not keep it.
  runner.unref()
  runner.channel?.unref()
  return runner
}
