/** Starts the built command as a host would, with the ledger server behind it, and keeps what it says. */
import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { cleanUpLater } from './cleanup.ts'
import { HOLDPOINT, LEDGER_SERVER } from './paths.ts'
import { createStdioClient } from './stdio-client.ts'
import type { StdioClient } from './stdio-client.ts'
import type { TemporaryHome } from './temporary-home.ts'
import { waitFor } from './wait-for.ts'

export interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

export interface RunningProcess {
  readonly child: ChildProcessWithoutNullStreams
  readonly exited: Promise<Exit>
  /** Everything on standard error so far. */
  stderr(): string
  kill(signal?: NodeJS.Signals): Promise<Exit>
}

export interface RunningWrap extends RunningProcess {
  readonly client: StdioClient
}

export interface WrapSetting {
  /** The server's command; the ledger server if left out. */
  readonly command?: readonly string[]
  readonly name?: string
  /** Options of `wrap` before `--`. */
  readonly options?: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Options of Node itself, such as `--import`. */
  readonly nodeOptions?: readonly string[]
  /** Leave out the handshake. */
  readonly silent?: boolean
  /** How the client calls itself. */
  readonly clientName?: string
  readonly capabilities?: object
}

export interface ProcessOptions {
  readonly environment: NodeJS.ProcessEnv
  readonly cwd: string
}

export function startProcess(command: string, args: readonly string[], options: ProcessOptions): RunningProcess {
  const { cwd, environment: env } = options
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (chunk: string) => (said += chunk))
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  exited.catch(() => {})
  const kill = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return await exited
  }
  cleanUpLater(async () => void (await kill('SIGKILL').catch(() => {})))
  return { child, exited, stderr: () => said, kill }
}

/** The ledger server's command. */
export const LEDGER_COMMAND: readonly string[] = [process.execPath, LEDGER_SERVER]

export async function startWrap(home: TemporaryHome, setting: WrapSetting = {}): Promise<RunningWrap> {
  const { command = LEDGER_COMMAND, name = 'ledger', options = [], nodeOptions = [] } = setting
  const named = options.includes('--name') ? [] : ['--name', name]
  const args = [...nodeOptions, HOLDPOINT, 'wrap', ...named, ...options, '--', ...command]
  const running = startProcess(process.execPath, args, {
    cwd: setting.cwd ?? home.folder,
    environment: { ...home.environment, ...setting.environment },
  })
  const wrap: RunningWrap = { ...running, client: createStdioClient(running.child) }
  if (setting.silent !== true) await wrap.client.initialize(setting.clientName, setting.capabilities)
  return wrap
}

/** The same server without the gateway, to compare with. */
export async function startDirect(home: TemporaryHome, setting: WrapSetting = {}): Promise<RunningWrap> {
  const [command = '', ...args] = setting.command ?? LEDGER_COMMAND
  const running = startProcess(command, args, {
    cwd: home.folder,
    environment: { ...home.environment, ...setting.environment },
  })
  const direct: RunningWrap = { ...running, client: createStdioClient(running.child) }
  if (setting.silent !== true) await direct.client.initialize(setting.clientName, setting.capabilities)
  return direct
}

/** Ends a wrap as a host does: by closing its input. */
export async function endWrap(wrap: RunningWrap): Promise<Exit> {
  wrap.client.end()
  return await wrap.exited
}

/** The id of the n-th question that the wrap put to people, as its log tells. */
export async function waitForQuestion(wrap: RunningProcess, index = 0): Promise<string> {
  return await waitFor(`question ${index} in the log`, () => {
    const links = wrap.stderr().matchAll(/waits for a person: \S+\/approvals\/([0-9a-f-]{36})\n/g)
    return [...new Set([...links].map(([, id]) => id))][index]
  })
}
