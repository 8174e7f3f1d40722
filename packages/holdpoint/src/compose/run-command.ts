/** Runs the commands that look and decide: fills in what `cli` asks for, closes what was opened, answers the exit code. */
import { randomInt } from 'node:crypto'
import { userInfo } from 'node:os'
import { digestArguments } from '@holdpoint/core'
import type { Call, JsonObject } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import type { Access } from '../access/index.ts'
import type { CommandContext, LoadedPolicy, PolicyQuestion } from '../cli/command-context.ts'
import { runCommandLine } from '../cli/run-command-line.ts'
import type { HomeDirectory } from '../home/home-directory.ts'
import { identifySelf, isProcessAlive } from '../home/process-identity.ts'
import { createTerminal } from '../terminal/create-terminal.ts'
import { createAuditVerifier } from './audit-verifier.ts'
import { isDesktop, openBrowser } from './desktop.ts'
import { LOCAL_TENANT, createLocalPage } from './local-page.ts'
import { createLog } from './log.ts'
import { createGatePort } from './gate-port.ts'
import { describeGate } from './gate-words.ts'
import { loadPolicy } from './policy-source.ts'
import type { PolicyInForce } from './policy-source.ts'
import { createStoreSource } from './store-source.ts'
import { VERSION } from './version.ts'
import { acceptChange, waitingChanges } from './waiting-changes.ts'
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
  const context = createContext(open, openHome, interrupted.signal)
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
  const page = createLocalPage({
    home,
    stores,
    config: () => policy.config,
    gateOff,
    self: () => self,
    port: null,
    log,
  })
  return {
    home,
    stores,
    page,
    gateOff,
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
  readonly gateOff: () => string | null
  close(): Promise<void>
}

function createContext(
  open: () => Promise<Opened>,
  home: () => HomeDirectory,
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
  return {
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
      load: async (file) => await describePolicy(file, (await open()).home),
      waiting: async () => await waitingChanges(await (await open()).stores.get()),
      accept: async (change, by) => await acceptChange(await (await open()).stores.get(), change, by, LOCAL_TENANT),
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
    time: {
      now: () => performance.now(),
      sleep: async (milliseconds) => {
        await Promise.race([aborted(interrupted), new Promise<void>((resolve) => setTimeout(resolve, milliseconds))])
      },
      interrupted,
    },
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

async function describePolicy(file: string | null, home: HomeDirectory): Promise<LoadedPolicy> {
  const loading = await loadPolicy({ flag: file, home: home.path, workingDirectory: process.cwd() })
  if (!loading.ok) return loading
  const { config } = loading
  const gateOff = describeGate(loading)
  return {
    ok: true,
    file: loading.file,
    profile: config.profile,
    servers: Object.keys(config.servers).length,
    rules: config.rules.length,
    warnings: gateOff === null ? [] : [gateOff],
    explain: async (question) => {
      const call = questionCall(question)
      const sql = loading.policy.needsSql(call, null)
        ? await (await import('@holdpoint/core/sql')).loadSqlReader()
        : null
      return loading.policy.rule(call, null, { now: Date.now(), mode: 'wrap', sql })
    },
  }
}

function questionCall(question: PolicyQuestion): Call {
  const parsed = JSON.parse(question.argumentsText) as JsonObject
  return {
    tenant: question.tenant,
    principal: `local:${userInfo().username}`,
    client: { name: 'policy explain', version: VERSION },
    session: 'policy explain',
    server: { name: question.server, identity: question.server, display: question.server, transport: 'stdio' },
    tool: question.tool,
    argumentsText: question.argumentsText,
    arguments: parsed,
    digest: digestArguments(parsed, sha256),
    rationale: null,
  }
}
