/**
 * Decides through the command line, in a process beside the gateways, as a person or a script would. What the tests only look
 * at is read from the store beside those processes, by the code that `list`, `show` and `audit verify` run: a look must not
 * cost the start of a process.
 */
import { sweepHolds, toApprovalView } from '@holdpoint/core'
import type { ListedHold, Store } from '@holdpoint/core'
import { expect } from 'vitest'
import { verifyAudit } from '../../packages/holdpoint/src/home/verify-audit.ts'
import { createAuditVerifier } from '../../packages/holdpoint/src/home/audit-verifier.ts'
import { openHomeDirectory } from '@holdpoint/store/home'
import { seeProcess } from '@holdpoint/store/process'
import { HOLDPOINT } from './paths.ts'
import { runInResident } from './resident-command.ts'
import type { CommandResult } from './resident-command.ts'
import { startProcess } from './run-wrap.ts'
import { ADMIN_SECRET, APPROVER_SECRET } from './temporary-home.ts'
import type { TemporaryHome } from './temporary-home.ts'
import { usingStore } from './using-store.ts'
import { PATIENCE_MS, waitFor } from './wait-for.ts'

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

/** Runs a command: in the resident process where that shows the same, else in one that is started for it. */
export async function holdpoint(
  home: TemporaryHome,
  args: readonly string[],
  setting: CommandSetting = {},
): Promise<CommandResult> {
  const { cwd = home.folder, nodeOptions } = setting
  const inResident =
    nodeOptions === undefined ? runInResident({ args, cwd, environment: environmentOf(home, setting) }) : null
  return await (inResident ?? startHoldpoint(home, args, setting))
}

/** Runs a command in a process that is started for it and ends with it. */
export async function startHoldpoint(
  home: TemporaryHome,
  args: readonly string[],
  setting: CommandSetting = {},
): Promise<CommandResult> {
  const running = startProcess(process.execPath, [...(setting.nodeOptions ?? []), HOLDPOINT, ...args], {
    cwd: setting.cwd ?? home.folder,
    environment: environmentOf(home, setting),
  })
  let stdout = ''
  running.child.stdout.setEncoding('utf8')
  running.child.stdout.on('data', (chunk: string) => (stdout += chunk))
  running.child.stdin.on('error', () => {})
  running.child.stdin.end()
  const exit = await running.exited
  return { ...exit, stdout, stderr: running.stderr() }
}

function environmentOf(home: TemporaryHome, { as = 'nobody', environment }: CommandSetting): NodeJS.ProcessEnv {
  const secret = SECRETS[as]
  return { ...home.environment, ...(secret === undefined ? {} : { HOLDPOINT_TOKEN: secret }), ...environment }
}

/** What a command prints with `--json`; it must succeed. */
export async function holdpointJson<Value>(
  home: TemporaryHome,
  args: readonly string[],
  as?: CommandSetting['as'],
): Promise<Value> {
  const result = await holdpoint(home, [...args, '--json'], as === undefined ? {} : { as })
  if (result.code !== 0)
    throw new Error(`holdpoint ${args.join(' ')}: ${result.code}\n${result.stderr}${result.stdout}`)
  return JSON.parse(result.stdout) as Value
}

/** Newest first. With a filter it is the command that answers. */
export async function listHolds(home: TemporaryHome, ...filter: readonly string[]): Promise<readonly Approval[]> {
  if (filter.length > 0) {
    return (await holdpointJson<{ approvals: readonly Approval[] }>(home, ['list', ...filter])).approvals
  }
  return await look(home, async (store) => {
    const query = { tenant: null, state: null, server: null, tool: null, risk: null, text: null, limit: 200 }
    const found: Approval[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<Store['holds']['list']>> = await store.holds.list({ ...query, cursor })
      found.push(...page.holds.map(shown))
      cursor = page.nextCursor
    } while (cursor !== null)
    return found
  })
}

export const showHold = async (home: TemporaryHome, id: string): Promise<Approval> =>
  await look(home, async (store) => {
    const hold = await store.holds.get(id)
    if (hold === null) throw new Error(`There is no hold ${id}.`)
    return shown(hold)
  })

/** What time and dead processes have already decided is made visible first, as by every command that looks. */
const look = async <Value>(home: TemporaryHome, read: (store: Store) => Promise<Value>): Promise<Value> =>
  await usingStore(home, async (store) => {
    await sweepHolds(store, seeProcess)
    return await read(store)
  })

/** As `--json` prints it. */
const shown = (hold: ListedHold): Approval =>
  JSON.parse(JSON.stringify({ ...toApprovalView(hold), preview: hold.preview })) as Approval

export const approve = async (home: TemporaryHome, id: string, ...more: readonly string[]): Promise<Approval> =>
  await holdpointJson<Approval>(home, ['approve', id, ...more], 'approver')

export const reject = async (home: TemporaryHome, id: string, ...more: readonly string[]): Promise<Approval> =>
  await holdpointJson<Approval>(home, ['reject', id, ...more], 'approver')

export async function waitForState(home: TemporaryHome, id: string, ...states: readonly string[]): Promise<Approval> {
  const reached = async (): Promise<Approval | null> => {
    const hold = await showHold(home, id)
    return states.includes(hold.state) ? hold : null
  }
  return await waitFor(`hold ${id} to be ${states.join(' or ')}`, reached, PATIENCE_MS, 50)
}

/** Holds that wait for a person, once there are so many. Where the wrap is at hand, `waitForQuestion` costs less. */
export async function waitForPending(home: TemporaryHome, count = 1): Promise<readonly Approval[]> {
  const waiting = async (): Promise<readonly Approval[] | null> => {
    const holds = (await listHolds(home)).filter(({ state }) => state === 'pending')
    return holds.length >= count ? holds : null
  }
  return await waitFor(`${count} pending holds`, waiting, PATIENCE_MS, 50)
}

export async function expectAuditIntact(home: Pick<TemporaryHome, 'path'>): Promise<void> {
  const verifier = createAuditVerifier(openHomeDirectory(home.path))
  const finding = await usingStore(home, async (store) => await verifyAudit(store, verifier))
  expect(finding.ok, `the audit log: ${JSON.stringify(finding)}`).toBe(true)
}
