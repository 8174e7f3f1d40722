/** Looks and decides through the command line, in a process of its own, as a person or a script would. */
import { expect } from 'vitest'
import { HOLDPOINT } from './paths.ts'
import { startProcess } from './run-wrap.ts'
import { ADMIN_SECRET, APPROVER_SECRET } from './temporary-home.ts'
import type { TemporaryHome } from './temporary-home.ts'
import { waitFor } from './wait-for.ts'

export interface CommandResult {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface CommandSetting {
  /** `approver`, `admin`, or no token at all. */
  readonly as?: 'approver' | 'admin' | 'nobody'
  readonly environment?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly nodeOptions?: readonly string[]
}

/** One object of `--json`. */
export interface Approval {
  readonly id: string
  readonly state: string
  readonly tool: string
  readonly server: string
  readonly server_identity: string
  readonly risk: string
  readonly rule: string
  readonly summary: string
  readonly arguments: unknown
  readonly digest: string
  readonly edit: { readonly requested: unknown; readonly approved: unknown; readonly digest: string } | null
  readonly rationale: string | null
  readonly principal: string
  readonly client: string
  readonly created_at: string
  readonly decided_at: string | null
  readonly decided_by: string | null
  readonly via: string | null
  readonly reason: string | null
  readonly note: string | null
  readonly warnings: readonly string[]
  readonly approvals: number
  // oxlint-disable-next-line no-explicit-any -- tests reach into outcomes of any shape
  readonly outcome: any
}

const SECRETS = { approver: APPROVER_SECRET, admin: ADMIN_SECRET, nobody: undefined } as const

export async function holdpoint(
  home: TemporaryHome,
  args: readonly string[],
  setting: CommandSetting = {},
): Promise<CommandResult> {
  const secret = SECRETS[setting.as ?? 'nobody']
  const running = startProcess(process.execPath, [...(setting.nodeOptions ?? []), HOLDPOINT, ...args], {
    cwd: setting.cwd ?? home.folder,
    environment: {
      ...home.environment,
      ...(secret === undefined ? {} : { HOLDPOINT_TOKEN: secret }),
      ...setting.environment,
    },
  })
  let stdout = ''
  running.child.stdout.setEncoding('utf8')
  running.child.stdout.on('data', (chunk: string) => (stdout += chunk))
  running.child.stdin.on('error', () => {})
  running.child.stdin.end()
  const exit = await running.exited
  return { ...exit, stdout, stderr: running.stderr() }
}

async function json<Value>(home: TemporaryHome, args: readonly string[], as: CommandSetting['as']): Promise<Value> {
  const result = await holdpoint(home, [...args, '--json'], as === undefined ? {} : { as })
  if (result.code !== 0)
    throw new Error(`holdpoint ${args.join(' ')}: ${result.code}\n${result.stderr}${result.stdout}`)
  return JSON.parse(result.stdout) as Value
}

export async function listHolds(home: TemporaryHome, ...filter: readonly string[]): Promise<readonly Approval[]> {
  const { approvals } = await json<{ approvals: readonly Approval[] }>(home, ['list', ...filter], undefined)
  return approvals
}

export const showHold = async (home: TemporaryHome, id: string): Promise<Approval> =>
  await json<Approval>(home, ['show', id], undefined)

export const approve = async (home: TemporaryHome, id: string, ...more: readonly string[]): Promise<Approval> =>
  await json<Approval>(home, ['approve', id, ...more], 'approver')

export const reject = async (home: TemporaryHome, id: string, ...more: readonly string[]): Promise<Approval> =>
  await json<Approval>(home, ['reject', id, ...more], 'approver')

export async function waitForState(home: TemporaryHome, id: string, ...states: readonly string[]): Promise<Approval> {
  const look = async (): Promise<Approval | null> => {
    const hold = await showHold(home, id)
    return states.includes(hold.state) ? hold : null
  }
  return await waitFor(`hold ${id} to be ${states.join(' or ')}`, look, 20_000, 150)
}

/** Holds that wait for a person, once there are so many. Where the wrap is at hand, `waitForQuestion` costs less. */
export async function waitForPending(home: TemporaryHome, count = 1): Promise<readonly Approval[]> {
  const look = async (): Promise<readonly Approval[] | null> => {
    const holds = await listHolds(home, '--state', 'pending')
    return holds.length >= count ? holds : null
  }
  return await waitFor(`${count} pending holds`, look, 20_000, 150)
}

export async function expectAuditIntact(home: TemporaryHome): Promise<void> {
  const result = await holdpoint(home, ['audit', 'verify'])
  expect(`${result.stdout}${result.stderr}`, 'audit verify').not.toMatch(/first bad|broken|does not/i)
  expect(result.code, `audit verify: ${result.stdout}${result.stderr}`).toBe(0)
}
