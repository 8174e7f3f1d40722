/**
 * `holdpoint wrap`: stdio in front of one server. The child is already booting when this is loaded; reads flow as soon
 * as the policy is compiled, while the store opens beside them. Ends with the child's exit code.
 */
import { randomUUID } from 'node:crypto'
import type { ServerIdentity, SignText, Upstream } from '@holdpoint/core'
import { readClientMessage, HOME_TENANT } from '@holdpoint/core'
import { createGateway } from '@holdpoint/gateway'
import { sha256 } from '@holdpoint/store'
import { identifySelf, seeProcess } from '@holdpoint/store/process'
import { cardDocument, cardWords } from '@holdpoint/card/view'
import { createLazyChats } from '../chats/lazy-chats.ts'
import { createCheatsheetSource } from '../config/cheatsheet-file.ts'
import { checkQuorums } from '../config/check-quorums.ts'
import { formatConfigProblem } from '../config/config-problem.ts'
import { followPolicy } from '../config/follow-policy.ts'
import { describeGateOff, loadPolicy } from '../config/policy-source.ts'
import type { HomeDirectory } from '@holdpoint/store/home'
import { seeTerminalOf } from '../home/host-terminal.ts'
import { createHomeSign } from '../home/home-signer.ts'
import { createLog, logLines } from '../home/log.ts'
import { identifyCommandServer, identifyUrlServer } from '../home/server-identity.ts'
import { startedAs } from '../home/started-as.ts'
import { createStoreSource } from '../home/store-source.ts'
import { createLocalPage } from '../http/local-page.ts'
import { serverTrust } from '../http/server-overview.ts'
import { createHttpUpstream } from '../transport/http-upstream.ts'
import { ANSWER_LIMIT, MESSAGE_LIMIT } from '../transport/open-upstream.ts'
import { createServerReports } from '../transport/report-servers.ts'
import { createStdioFront } from '../transport/stdio-front.ts'
import { createStdioUpstream } from '../transport/stdio-upstream.ts'
import type { ServerProcess } from '../transport/start-child.ts'
import { localPrincipal } from '@holdpoint/store/account'

export interface WrapRun {
  readonly name: string
  readonly config: string | null
  readonly home: HomeDirectory
  readonly upstream:
    | {
        readonly kind: 'command'
        readonly command: string
        readonly args: readonly string[]
        readonly child: ServerProcess
        readonly envNames: readonly string[]
        /** With the key whose public half the server was given. */
        readonly sign: SignText
      }
    | { readonly kind: 'url'; readonly url: string; readonly headers: { readonly [name: string]: string } }
}

const DRAIN_MS = 5000

export async function runWrap(run: WrapRun): Promise<number> {
  const log = createLog('holdpoint: ', false)
  const loading = await loadPolicy({ flag: run.config, home: run.home.path, workingDirectory: process.cwd() })
  const problems = loading.ok ? await checkQuorums(loading, run.home, log) : loading.problems
  if (!loading.ok || problems.length > 0) {
    for (const problem of problems) logLines(log, formatConfigProblem(problem))
    log('Nothing was started. Correct the configuration, then run: holdpoint policy check')
    if (run.upstream.kind === 'command') run.upstream.child.process.kill()
    return 2
  }
  const gateOff = describeGateOff(loading)
  if (gateOff !== null) log(gateOff)
  for (const warning of loading.warnings) logLines(log, warning)
  const stores = createStoreSource(run.home, loading.config, log)
  const policy = followPolicy({
    loading,
    stores,
    places: { flag: run.config, home: run.home.path, workingDirectory: process.cwd() },
    tenant: HOME_TENANT,
    log,
  })
  const self = identifySelf(randomUUID())
  const chats = createLazyChats({ stores, config: () => policy.current().config, self, log })
  const local = createLocalPage({
    chats,
    home: run.home,
    stores,
    config: () => policy.current().config,
    gateOff: () => describeGateOff(policy.current()),
    self: () => self,
    checkEdit: (draft) => gateway.checkEdit(draft),
    policy: policy.current,
    shared: true,
    port: null,
    log,
  })
  const gateway = createGateway({
    store: () => stores.get(),
    policy: policy.current,
    attention: local.attention,
    sha256,
    self,
    see: seeProcess,
    view: { document: cardDocument, words: cardWords },
    cheatsheets: createCheatsheetSource(() => policy.current().cheatsheets, log),
    serverTrust: async (identity) => await serverTrust(await stores.get(), policy.current(), identity),
    // The host starts this process and may show how it runs.
    hostSigns: { environment: process.env, lacksTerminal: (program) => seeTerminalOf(program) === 'none' },
    program: () => startedAs('anywhere'),
    log,
  })
  // Opening the store now costs the calls nothing: the server is still booting.
  stores.get().catch(() => {})

  const front = createStdioFront({ input: process.stdin, output: process.stdout, lineLimit: MESSAGE_LIMIT })
  const reports = createServerReports({ store: () => stores.get(), self, log })
  const server = gateway.connect(reports.watch(createUpstream(run, log), HOME_TENANT), {
    tenant: HOME_TENANT,
    sign: run.upstream.kind === 'command' ? run.upstream.sign : createHomeSign(run.home),
  })
  const link = server.open({
    downstream: front.downstream,
    origin: {
      tenant: HOME_TENANT,
      principal: localPrincipal(),
      session: randomUUID(),
      relaysAPerson: true,
    },
  })

  const ended = new Promise<void>((resolve) => {
    server.connection.onClosed((reason) => {
      log(`[${run.name}] ${reason}`)
      resolve()
    })
    front.listen(
      (text, bytes) => link.receive(readClientMessage(text), bytes),
      () => {
        link.leave(null)
        resolve()
      },
    )
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await ended
  policy.stop()
  // Calls in flight are waited for before the server is told to go.
  await gateway.drain(DRAIN_MS)
  await server.connection.close()
  await chats.close()
  await local.close()
  await reports.close()
  await stores.close()
  // A host may keep its end open: a pipe that is still read from would keep this process alive without a server.
  process.stdin.destroy()
  if (run.upstream.kind === 'url') return 0
  const exit = await run.upstream.child.exited
  if (exit.error !== null) {
    log(`Check the command "${run.upstream.command}", or give its whole path.`)
    return 1
  }
  return exit.code ?? 1
}

function createUpstream(run: WrapRun, log: (message: string) => void): Upstream {
  const say = (message: string): void => log(`[${run.name}] ${message}`)
  const server = identify(run)
  if (run.upstream.kind === 'url') {
    const { url, headers } = run.upstream
    return createHttpUpstream({ server, url: new URL(url), headers, bodyLimit: ANSWER_LIMIT, log: say })
  }
  return createStdioUpstream({
    child: run.upstream.child,
    server,
    lineLimit: ANSWER_LIMIT,
    log: say,
    killAfterMs: 2000,
    gathering: 'callback',
  })
}

function identify(run: WrapRun): ServerIdentity {
  const { upstream, name } = run
  if (upstream.kind === 'url') return identifyUrlServer(name, upstream.url, sha256)
  const { command, args, envNames } = upstream
  return identifyCommandServer({ name, command, args, cwd: process.cwd(), envNames }, sha256)
}
