/** Runs the commands that look and decide: fills in what `cli` asks for, closes what was opened, answers the exit code. */
import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { Access } from '../access/index.ts'
import type { CommandContext } from '../cli/command-context.ts'
import type { CheckEdit } from '../edits/check-edit.ts'
import { runCommandLine } from '../cli/run-command-line.ts'
import type { HomeDirectory } from '../home/home-directory.ts'
import { identifySelf, isProcessAlive } from '../home/process-identity.ts'
import { createTerminal } from '../terminal/create-terminal.ts'
import { createAuditVerifier } from './audit-verifier.ts'
import { describePolicy } from './describe-policy.ts'
import { isDesktop, openBrowser } from './desktop.ts'
import { LOCAL_TENANT, createLocalPage } from './local-page.ts'
import { createLog } from './log.ts'
import type { Log } from './log.ts'
import { createGatePort } from './gate-port.ts'
import { describeGate } from './gate-words.ts'
import { createPolicyEditCheck } from './policy-edit-check.ts'
import { loadPolicy } from './policy-source.ts'
import type { PolicyInForce } from './policy-source.ts'
import { createStoreSource } from './store-source.ts'
import { VERSION } from './version.ts'
import { acceptChange, lookAtCheatsheets, waitingChanges } from './waiting-changes.ts'
import { DEFAULT_CONFIG } from '@holdpoint/core/policy'

export async function runCommand(args: readonly string[], openHome: () => HomeDirectory): Promise<number> {
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  const log = createLog('holdpoint: ', args.includes('--quiet') || args.includes('--json'))
  let opened: Opened | null = null

  async function open(): Promise<Opened> {
    opened ??= await openServices(openHome(), log)
    return opened
  }
  const context = createContext(open, openHome, log, interrupted.signal)
  try {
    return await runCommandLine(args, context)
  } finally {
    await (opened as Opened | null)?.close()
  }
}

async function openServices(home: HomeDirectory, log: (message: string) => void): Promise<Opened> {
  const loading = await loadPolicy({ flag: null, home: home.path, workingDirectory: process.cwd() })
  // A broken file must not keep anybody from looking and deciding: its tokens are simply not known then.
  const policy: Pick<PolicyInForce, 'config'> = loading.ok ? loading : { config: DEFAULT_CONFIG }
  if (!loading.ok) log('the configuration has problems and was left aside; see: holdpoint policy check')
  const stores = createStoreSource(home, policy.config.store, log)
  const self = identifySelf(`command-${process.pid}`)
  const gateOff = (): string | null => (loading.ok ? describeGate(loading) : null)
  const checkEdit = createPolicyEditCheck(() => (loading.ok ? loading : null))
  const page = createLocalPage({
    home,
    stores,
    config: () => policy.config,
    gateOff,
    self: () => self,
    checkEdit,
    policy: () => (loading.ok ? loading : null),
    port: null,
    log,
  })
  return {
    home,
    stores,
    page,
    checkEdit,
    gateOff,
    cheatsheets: loading.ok ? loading.cheatsheets : {},
    async close() {
      await page.close()
      await stores.close()
    },
  }
}

interface Opened {
  readonly home: HomeDirectory
  readonly stores: ReturnType<typeof createStoreSource>
  readonly page: ReturnType<typeof createLocalPage>
  readonly checkEdit: CheckEdit
  readonly gateOff: () => string | null
  readonly cheatsheets: PolicyInForce['cheatsheets']
  close(): Promise<void>
}

function createContext(
  open: () => Promise<Opened>,
  home: () => HomeDirectory,
  log: Log,
  interrupted: AbortSignal,
): CommandContext {
  const terminal = createTerminal({
    input: process.stdin,
    output: process.stdout,
    environment: process.env,
    randomInteger: (limit) => randomInt(limit),
    now: () => performance.now(),
  })
  const secret = process.env['HOLDPOINT_TOKEN'] ?? ''
  const accessOf = async (): Promise<Access> => await (await open()).page.access()
  const context: CommandContext = {
    version: VERSION,
    terminal,
    output: {
      write: (text) => void process.stdout.write(text),
      writeError: (text) => void process.stderr.write(text),
      drained: async () => {
        if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once('drain', resolve))
      },
      debug: (process.env['HOLDPOINT_DEBUG'] ?? '') !== '',
    },
    identity: {
      account: userInfo().username,
      localTenant: LOCAL_TENANT,
      secret: secret === '' ? null : secret,
      authenticate: async (given) => await (await accessOf()).authenticate(given),
    },
    storage: {
      open: async () => await (await open()).stores.get(),
      isAlive: isProcessAlive,
      createAuditVerifier: () => createAuditVerifier(home()),
    },
    tokens: {
      create: async (request) => await (await accessOf()).createToken(request),
      list: async (tenant) => await (await accessOf()).listTokens(tenant),
      revoke: async (token) => await (await accessOf()).revokeToken(token),
    },
    policy: {
      load: async (file) => await describePolicy(file, (await open()).home, log, interrupted),
      waiting: async () => {
        const { stores, cheatsheets } = await open()
        const store = await stores.get()
        await lookAtCheatsheets(store, cheatsheets, LOCAL_TENANT)
        return await waitingChanges(store)
      },
      accept: async (change, by) => await acceptChange(await (await open()).stores.get(), change, by, LOCAL_TENANT),
    },
    verdicts: {
      readEdit: async (file) => {
        try {
          return await readFile(file, 'utf8')
        } catch {
          return null
        }
      },
      checkEdit: async (draft) => await (await open()).checkEdit(draft),
      newGrantId: randomUUID,
    },
    gate: createGatePort(async () => {
      const { stores, gateOff } = await open()
      return { store: await stores.get(), off: gateOff() }
    }),
    page: {
      async openSignedIn(path) {
        const { page } = await open()
        const place = await page.host.ensure()
        const url = await page.signInLink(path)
        const shown = isDesktop(process.env, process.platform) && (await openBrowser(url))
        const served = place.servedHere ? aborted(interrupted) : Promise.resolve()
        return { ok: true, url, opened: shown, served, servedHere: place.servedHere }
      },
    },
    inbox: {
      async open(tenant, manner) {
        const { openTerminalInbox } = await import('./terminal-inbox.ts')
        await openTerminalInbox(context, tenant, manner)
      },
    },
    time: {
      now: () => performance.now(),
      sleep: async (milliseconds) => {
        await Promise.race([aborted(interrupted), new Promise<void>((resolve) => setTimeout(resolve, milliseconds))])
      },
      interrupted,
    },
  }
  return context
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
