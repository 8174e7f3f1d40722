/**
 * Runs the commands that look and decide: fills in what `cli` asks for, closes what was opened, answers the exit code.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { homedir } from 'node:os'
import { HOME_TENANT, isDesktop, readPeople } from '@holdpoint/core'
import type { CheckEdit } from '@holdpoint/core'
import { createRequesterNames } from '@holdpoint/core/policy'
import { createEditChecker, openRuleCall } from '@holdpoint/gateway'
import { sha256 } from '@holdpoint/store'
import type { Access } from '../access/access.ts'
import type { CommandContext } from './command-context.ts'
import { runCommandLine } from './run-command-line.ts'
import type { HomeDirectory } from '@holdpoint/store/home'
import { readService } from '../home/service-file.ts'
import { startedAs } from '../home/started-as.ts'
import { identifySelf, seeProcess } from '@holdpoint/store/process'
import { createTerminal } from '../terminal/create-terminal.ts'
import { createAuditVerifier } from '../home/audit-verifier.ts'
import { readHomeSigner } from '../home/home-signer.ts'
import { identifyUpstream } from '../transport/open-upstream.ts'
import { ConfigUnreadableError } from '../config/policy-source.ts'
import { describePolicy } from './policy/describe-policy.ts'
import { openBrowser } from '../http/open-browser.ts'
import { NO_CHATS } from '../http/attention.ts'
import { createLocalAccess, createLocalPage, usualPort } from '../http/local-page.ts'
import type { LocalPage } from '../http/local-page.ts'
import { createLog } from '../home/log.ts'
import type { Log } from '../home/log.ts'
import { describeGateOff } from '../config/policy-source.ts'
import { loadPolicy } from '../config/policy-source.ts'
import type { PolicyInForce, PolicyLoading } from '../config/policy-source.ts'
import { createStoreSource } from '../home/store-source.ts'
import { VERSION } from '../home/version.ts'
import { acceptChange, lookAtCheatsheets, waitingChanges } from './policy/waiting-changes.ts'
import { localAccount } from '@holdpoint/store/account'

export async function runCommand(args: readonly string[], openHome: () => HomeDirectory): Promise<number> {
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  const log = createLog('holdpoint: ', args.includes('--quiet') || args.includes('--json'), 'shell')
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
  const { config } = loading
  if (config === null) throw new ConfigUnreadableError(loading.ok ? [] : loading.problems)
  // A rule that cannot be read does not stop a person from looking and deciding: store and tokens are known all the
  // same.
  if (!loading.ok) log('the policy has problems, so nothing can be said of it; see: holdpoint policy check')
  // The command that asked for the store reports that it cannot be opened.
  const stores = createStoreSource(home, config, log, 0, () => {})
  const self = identifySelf(`command-${process.pid}`)
  const gateOff = (): string | null => (loading.ok ? describeGateOff(loading) : null)
  const names = createRequesterNames(
    () => stores.get(),
    () => performance.now(),
  )
  const checkEdit = createEditChecker({
    policy: () => (loading.ok ? loading.policy : null),
    rule: openRuleCall({ known: names.of, now: Date.now }),
    sha256,
  })
  let page: LocalPage | null = null
  let access: Access | null = null
  return {
    stores,
    // Made when it is asked for: a page that cannot be served does not stop a person from looking and deciding.
    page() {
      page ??= createLocalPage({
        chats: NO_CHATS,
        home,
        stores,
        config: () => config,
        gateOff,
        self: () => self,
        checkEdit,
        policy: () => (loading.ok ? loading : null),
        shared: false,
        port: null,
        log,
      })
      return page
    },
    async access() {
      access ??= createLocalAccess(await stores.get(), () => config)
      return access
    },
    checkEdit,
    gateOff,
    config,
    loading,
    cheatsheets: loading.ok ? loading.cheatsheets : {},
    async close() {
      await page?.close()
      await stores.close()
    },
  }
}

interface Opened {
  readonly stores: ReturnType<typeof createStoreSource>
  page(): LocalPage
  access(): Promise<Access>
  readonly checkEdit: CheckEdit
  readonly gateOff: () => string | null
  readonly config: PolicyInForce['config']
  readonly loading: PolicyLoading
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
  })
  const secret = process.env['HOLDPOINT_TOKEN'] ?? ''
  const accessOf = async (): Promise<Access> => await (await open()).access()
  const loadNamed = async (file: string | null): Promise<PolicyLoading> =>
    await loadPolicy({ flag: file, home: home().path, workingDirectory: process.cwd() })
  const context: CommandContext = {
    version: VERSION,
    program: () => startedAs('shell'),
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
      account: localAccount(),
      localTenant: HOME_TENANT,
      secret: secret === '' ? null : secret,
      authenticate: async (given) => await (await accessOf()).authenticate(given),
    },
    storage: {
      open: async () => await (await open()).stores.get(),
      see: seeProcess,
      createAuditVerifier: () => createAuditVerifier(home()),
      signing: async () => {
        const { config } = await open()
        const servers = Object.entries(config.servers).flatMap(([name, { upstream }]) =>
          upstream?.kind === 'url' ? [{ name, identity: identifyUpstream(name, upstream).identity }] : [],
        )
        return { publicKey: readHomeSigner(home()).publicKey, servers }
      },
    },
    tokens: {
      create: async (request) => await (await accessOf()).createToken(request),
      list: async (tenant) => await (await accessOf()).listTokens(tenant),
      endpoints: async () => {
        const { config } = await open()
        const names = Object.entries(config.servers).filter(([, { upstream }]) => upstream !== null)
        return { url: serviceUrl(home(), config), servers: names.map(([name]) => name) }
      },
      revoke: async (token) => await (await accessOf()).revokeToken(token),
    },
    policy: {
      gateOff: async () => (await open()).gateOff(),
      load: async (file) =>
        await describePolicy(file, home(), async () => await (await open()).stores.get(), log, interrupted),
      waiting: async () => {
        const { stores, cheatsheets } = await open()
        const store = await stores.get()
        await lookAtCheatsheets(store, cheatsheets, HOME_TENANT)
        return await waitingChanges(store)
      },
      accept: async (change, by) => await acceptChange(await (await open()).stores.get(), change, by, HOME_TENANT),
    },
    verdicts: {
      checkEdit: async (draft) => await (await open()).checkEdit(draft),
      people: async () => {
        const { stores, config } = await open()
        return await readPeople(await stores.get(), config)
      },
    },
    page: {
      async openSignedIn(path) {
        const page = (await open()).page()
        const place = await page.host.ensure()
        const url = await page.signInLink(path)
        const shown = isDesktop(process.env, process.platform) && (await openBrowser(url))
        const served = place.servedHere ? aborted(interrupted) : Promise.resolve()
        return { ok: true, url, opened: shown, served, servedHere: place.servedHere }
      },
    },
    inbox: {
      async open(scope, manner) {
        const { openTerminalInbox } = await import('./inbox/terminal-inbox.ts')
        await openTerminalInbox(context, scope, manner)
      },
    },
    // Behind these stand the vendors' programs and the parser of YAML.
    chats: {
      async look(question) {
        const { lookAtChats } = await import('./connect/look-at-chats.ts')
        return await lookAtChats(question, { load: loadNamed, environment: process.env, interrupted })
      },
      async notInstalled(platform) {
        const { notInstalled } = await import('./connect/not-installed.ts')
        return notInstalled(platform, process.env)
      },
      async setUp(request) {
        const { setUpChat } = await import('./connect/set-up-chat.ts')
        return await setUpChat(request, context, {
          load: loadNamed,
          environment: process.env,
          interrupted,
          home: home().path,
          randomInteger: (limit) => randomInt(limit),
          randomId: () => randomBytes(24).toString('base64url'),
          log,
        })
      },
    },
    status: {
      async read({ tenant, reader, gate }) {
        const { readStatus } = await import('./status/read-status.ts')
        const { readHostFiles } = await import('./status/read-host-files.ts')
        const { config, gateOff, loading, stores } = await open()
        const page = runningService(home())
        const places = { userHome: homedir(), environment: process.env, platform: process.platform }
        const services = [serviceUrl(home(), config), ...(config.publicUrl === null ? [] : [config.publicUrl])]
        return await readStatus({
          loading,
          config,
          openStore: async () => await stores.get(),
          see: seeProcess,
          reader,
          gate,
          gateOff: gateOff(),
          changesWaiting: async () => (await context.policy.waiting()).length,
          hosts: async () => await readHostFiles({ ...places, services }),
          page,
          desktop: isDesktop(process.env, process.platform),
          localTenant: HOME_TENANT,
          tenant,
        })
      },
    },
    time: {
      now: () => performance.now(),
      sleep: (milliseconds) => sleep(milliseconds, interrupted),
      interrupted,
    },
  }
  return context
}

/** Removes its listener again: a command that waits long sleeps often. */
async function sleep(milliseconds: number, interrupted: AbortSignal): Promise<void> {
  if (interrupted.aborted) return
  await new Promise<void>((resolve) => {
    const wake = (): void => {
      clearTimeout(timer)
      interrupted.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, milliseconds)
    interrupted.addEventListener('abort', wake)
  })
}

/** Of the service that runs, else of the one that would. */
function serviceUrl(home: HomeDirectory, { publicUrl }: PolicyInForce['config']): string {
  return runningService(home) ?? publicUrl ?? `http://localhost:${usualPort(process.env)}`
}

function runningService({ serviceFile }: HomeDirectory): string | null {
  const service = readService(serviceFile)
  if (service === null || service.ended === true || seeProcess(service.process) !== 'running') return null
  return service.url
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
