/**
 * `holdpoint serve`: the gateway for many agents and servers, with REST and the page, on one port. How its parts are
 * put together is read here, top to bottom.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CHAT_PLATFORMS, thrownMessage, HOME_TENANT } from '@holdpoint/core'
import type { ListedHold } from '@holdpoint/core'
import { PROGRAM } from '@holdpoint/core/sentence'
import { createGateway } from '@holdpoint/gateway'
import { sha256 } from '@holdpoint/store'
import { cardDocument, cardWords } from '@holdpoint/card/view'
import { parseServeArguments } from '../cli/serve-options.ts'
import type { ServeOptions } from '../cli/serve-options.ts'
import { serveEntries } from '../cli/hosts/host-entries.ts'
import { openTerminalRail } from '../cli/inbox/terminal-rail.ts'
import { createCheatsheetSource } from '../config/cheatsheet-file.ts'
import { announceChats } from '../chats/chat-keeper.ts'
import { checkQuorums } from '../config/check-quorums.ts'
import { formatConfigProblem } from '../config/config-problem.ts'
import { followPolicy } from '../config/follow-policy.ts'
import { describeGateOff, loadPolicy } from '../config/policy-source.ts'
import type { PolicyInForce } from '../config/policy-source.ts'
import type { HomeDirectory } from '@holdpoint/store/home'
import { createLog, logLines, spellStartedAs } from '../home/log.ts'
import { identifySelf, seeProcess } from '@holdpoint/store/process'
import { removeService, writeService } from '../home/service-file.ts'
import { startedAs } from '../home/started-as.ts'
import { createHomeSign } from '../home/home-signer.ts'
import { createStoreSource } from '../home/store-source.ts'
import { createAttention } from '../http/attention.ts'
import { createLocalAccess, usualPort } from '../http/local-page.ts'
import { createPageOnRequest } from '../http/page-on-request.ts'
import { serverTrust } from '../http/server-overview.ts'
import { createLargeMessages } from '../transport/large-messages.ts'
import { identifyUpstream } from '../transport/open-upstream.ts'
import { createServerReports } from '../transport/report-servers.ts'
import { createServerChildren } from '../transport/server-children.ts'
import { handleChannelCallback } from './channel-routes.ts'
import { lookAfterHolds } from './look-after-holds.ts'
import { createMcpRoutes } from './mcp-routes.ts'
import { createServerEndpoint } from './server-endpoint.ts'
import type { ServerEndpoint } from './server-endpoint.ts'

export async function serve(args: readonly string[], openHome: () => HomeDirectory): Promise<number> {
  const parsed = parseServeArguments(args)
  if (!parsed.ok) {
    ;(parsed.exitCode === 0 ? process.stdout : process.stderr).write(spellStartedAs(parsed.message, 'shell'))
    return parsed.exitCode
  }
  return await runServe(parsed.options, openHome())
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])
/** Under load the records of several callers share a commit; a call that comes alone does not wait. */
const GATHER_MS = 1
const DRAIN_MS = 10_000

async function runServe(options: ServeOptions, home: HomeDirectory): Promise<number> {
  const log = createLog('', false)
  const places = { flag: options.config, home: home.path, workingDirectory: process.cwd() }
  const loading = await loadPolicy(places)
  const problems = loading.ok ? Object.values(loading.unset).flat() : loading.problems
  const unmet = loading.ok && problems.length === 0 ? await checkQuorums(loading, home, log) : []
  if (!loading.ok || problems.length > 0 || unmet.length > 0) {
    for (const problem of [...problems, ...unmet]) logLines(log, `holdpoint: ${formatConfigProblem(problem)}`)
    log('Nothing was started. Correct the configuration, then run: holdpoint policy check')
    return 2
  }
  const host = options.host ?? '127.0.0.1'
  const loopback = LOOPBACK.has(host)
  if (!loopback && loading.config.auth === 'none') {
    log(`holdpoint: auth: none is for this machine only, and ${host} is reachable from others.`)
    log('  Remove "auth: none" and make tokens: holdpoint token create --role agent')
    return 2
  }
  const wantedPort = options.port ?? usualPort(process.env)

  const stores = createStoreSource(home, loading.config, log, GATHER_MS)
  const store = await stores.get()
  const policy = followPolicy({ loading, places, stores, tenant: HOME_TENANT, log })
  const config = (): PolicyInForce['config'] => policy.current().config
  const access = createLocalAccess(store, config)
  const self = identifySelf(randomUUID())
  let url = ''

  // The vendors' programs are large: they are loaded only where people are asked in chats.
  const chats =
    Object.keys(config().channels.connections).length === 0
      ? null
      : (await import('../chats/open-channels.ts')).openChannels({
          store,
          config,
          self: self.instance,
          platforms: CHAT_PLATFORMS,
          environment: process.env,
          log,
        })

  // A client on another machine does not learn where this program stands on this one.
  const program = (): string => (loopback ? startedAs('anywhere') : PROGRAM)
  const gateway = createGateway({
    ofAgents: { rationale: { kind: 'required' }, feedback: true },
    store: () => stores.get(),
    policy: policy.current,
    attention: createAttention({
      store: async () => store,
      page: { ensure: async () => ({ url: config().publicUrl ?? url, servedHere: true }), close: async () => {} },
      // Whatever waits in the store is asked without being told.
      chats: { begin: () => {}, reaches: async (hold) => chats?.questions.reaches(hold) ?? false },
      // People who run a service have its page open or its channels set up; a browser on the server would not reach
      // them.
      mayOpenBrowser: () => false,
      openSignedIn: async () => false,
      log,
    }),
    otherConnection: async (hold, stateless) => {
      const caller = { ...hold.call, relaysAPerson: false }
      return (await endpointOf(hold)?.serviceConnection(caller, stateless)) ?? null
    },
    sha256,
    self,
    see: seeProcess,
    view: { document: cardDocument, words: cardWords },
    cheatsheets: createCheatsheetSource(() => policy.current().cheatsheets, log),
    serverTrust: (identity) => serverTrust(store, policy.current(), identity),
    program,
    log,
  })

  const large = createLargeMessages()
  const sign = createHomeSign(home)
  const children = createServerChildren({
    most: () => config().limits.children,
    idleMs: () => config().limits.idleMs,
    now: () => performance.now(),
  })
  const reports = createServerReports({ store: () => stores.get(), self, log })
  const endpoints = new Map<string, ServerEndpoint>()
  for (const [name, { upstream }] of Object.entries(loading.config.servers)) {
    if (upstream === null) continue
    const server = identifyUpstream(name, upstream)
    const { idleMs } = config().limits
    endpoints.set(
      name,
      createServerEndpoint({ server, upstream, gateway, children, large, reports, sign, idleMs, log }),
    )
  }
  function endpointOf(hold: ListedHold): ServerEndpoint | undefined {
    const endpoint = endpoints.get(hold.call.server.name)
    return endpoint?.server.identity === hold.call.server.identity ? endpoint : undefined
  }
  const stopLooking = lookAfterHolds({ store, gateway, endpointOf, log })

  const page = createPageOnRequest({
    program,
    home,
    store: () => stores.get(),
    access: async () => access,
    config,
    gateOff: () => describeGateOff(policy.current()),
    self: () => self,
    checkEdit: gateway.checkEdit,
    policy: policy.current,
    requests: {
      calls: gateway.requests,
      sign,
      link: async (hold) => `${config().publicUrl ?? url}/approvals/${hold.id}`,
      program,
      large,
    },
    log,
  })
  const handle = createMcpRoutes({
    page,
    access,
    cheatsheets: gateway.cheatsheets,
    endpoints,
    isOpen: () => config().auth === 'none' && loopback,
  })
  const listener = createServer(page.limits, (request, response) => {
    const callbacks = chats === null ? null : { channels: chats.channels, allowed: page.allowedHosts(), log }
    if (callbacks === null || !handleChannelCallback(callbacks, request, response)) handle(request, response)
  })

  let stopAnnouncing = async (): Promise<void> => {}
  async function close(drainMs: number): Promise<void> {
    stopLooking()
    await stopAnnouncing()
    await chats?.questions.close()
    children.close()
    policy.stop()
    await gateway.drain(drainMs)
    await Promise.all(
      [...endpoints.values()].map(async (endpoint) => {
        await endpoint.front.close()
        await endpoint.close()
      }),
    )
    await reports.close()
    await page.close()
    await stores.close()
  }

  try {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject)
      listener.listen(wantedPort, host, () => resolve())
    })
  } catch (error) {
    await close(0)
    log(`holdpoint: ${describeBindProblem(error, host, wantedPort)}`)
    return 1
  }
  const { port } = listener.address() as AddressInfo
  url = `http://localhost:${port}`
  page.boundTo(port)
  writeService(home.serviceFile, { process: self, port, url })
  for (const line of banner(url, host, [...endpoints.keys()], loading)) log(line)
  for (const warning of [...loading.warnings, ...loading.unusableChats().map(formatConfigProblem)])
    logLines(log, warning)

  if (chats !== null) {
    void chats.questions.open()
    stopAnnouncing = announceChats({ store, self, see: seeProcess, log })
  }
  const terminal = openTerminalRail(store, self.instance, log)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await terminal?.close()
  log('Stopping: waiting for calls in flight …')
  removeService(home.serviceFile, self.instance)
  listener.close()
  await close(DRAIN_MS)
  listener.closeAllConnections()
  return 0
}

function banner(
  url: string,
  host: string,
  servers: readonly string[],
  loading: Parameters<typeof describeGateOff>[0] & Pick<PolicyInForce, 'config'>,
): readonly string[] {
  const gate = describeGateOff(loading)
  const [first] = servers
  return [
    `Holdpoint serves on ${url}${LOOPBACK.has(host) ? '' : ` (bound to ${host})`}`,
    ...(servers.length === 0
      ? [`No servers are configured; add them under "servers" in ${loading.file ?? 'holdpoint.yaml'}.`]
      : servers.map((name) => `  ${url}/mcp/${name}`)),
    ...(first === undefined ? [] : howAgentsConnect(url, host, first, loading.config)),
    "Decide: holdpoint open (signed in); in another terminal holdpoint inbox, with an approver's HOLDPOINT_TOKEN.",
    ...(loading.config.auth === 'none' ? ['auth: none: every program on this machine may call tools here.'] : []),
    ...(gate === null ? [] : [gate]),
  ]
}

/** For one server; the others differ in their name only. */
function howAgentsConnect(
  url: string,
  host: string,
  name: string,
  { auth, publicUrl }: PolicyInForce['config'],
): readonly string[] {
  const reached = LOOPBACK.has(host) ? url : (publicUrl ?? url)
  const token = auth === 'none' ? null : 'TOKEN'
  const windows = process.platform === 'win32'
  return [
    token === null
      ? 'An agent connects to such a URL:'
      : 'An agent connects to such a URL with a TOKEN of its own: holdpoint token create --role agent',
    ...serveEntries({ name, url: `${reached}/mcp/${name}`, token, windows }).flatMap(({ hosts, text }) => [
      `  ${hosts}:`,
      `    ${text}`,
    ]),
  ]
}

function describeBindProblem(error: unknown, host: string, port: number): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another: holdpoint serve --port ${port + 1}`
  if (code === 'EACCES')
    return `Port ${port} may not be bound by this account. Choose one above 1023: holdpoint serve --port 7433`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Try --host 127.0.0.1`
  return `${host}:${port} cannot be bound: ${thrownMessage(error)}`
}
