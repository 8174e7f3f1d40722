/**
 * A process beside the gateways that has the built program loaded and runs its commands: starting Node and loading the program
 * was nine tenths of what a decision cost. One for all files of a worker; one command at a time. It takes what looks and decides
 * once, and refuses what stays (a service, an inbox, a wait) or reads its input.
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
const SHORT = /^(approve|reject|cancel|resolve|list|show|grants|audit|policy|token|pause|resume)$/

let resident: ChildProcess | null = null
let isBusy = false

/** `null`: this command needs a process of its own, or the resident one runs another. */
export function runInResident(start: CommandStart): Promise<CommandResult> | null {
  const [name = ''] = start.args
  if (isBusy || !SHORT.test(name) || start.args.some((word) => word === '--wait' || word === '-' || word === '--')) {
    return null
  }
  isBusy = true
  return run(start).finally(() => (isBusy = false))
}

async function run(start: CommandStart): Promise<CommandResult> {
  const runner = (resident ??= startRunner())
  return await new Promise<CommandResult>((resolve, reject) => {
    const fail = (): void =>
      reject(new Error(`The process of the commands ended in: holdpoint ${start.args.join(' ')}`))
    runner.once('exit', fail)
    runner.once('message', (message) => {
      runner.off('exit', fail)
      resolve(message as CommandResult)
    })
    runner.send(start)
  })
}

function startRunner(): ChildProcess {
  const runner = spawn(process.execPath, [RUNNER], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  runner.once('exit', () => (resident = null))
  // It ends with this worker and does not keep it.
  runner.unref()
  runner.channel?.unref()
  return runner
}
