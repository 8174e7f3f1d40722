/**
 * `holdpoint demo`: the warehouse server behind the real gateway, with one risky call already waiting. Nothing in it is
 * staged: the call takes the same way through gate, store and dispatch as any other.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { homedir } from 'node:os'
import { describeMasked, isTerminal, showInOneLine, HOME_TENANT } from '@holdpoint/core'
import type { Hold, Store, Upstream } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import type { UpstreamConfig } from '@holdpoint/core/policy'
import { parseDemoArguments } from '../cli/demo-options.ts'
import { formatConfigProblem } from '../config/config-problem.ts'
import { findConfig } from '../config/find-config.ts'
import { cardDocument, cardWords } from '@holdpoint/card/view'
import { createCheatsheetSource } from '../config/cheatsheet-file.ts'
import { identifySelf, seeProcess } from '@holdpoint/store/process'
import { serverTrust } from '../http/server-overview.ts'
import type { HomeDirectory } from '@holdpoint/store/home'
import { startedAs } from '../home/started-as.ts'
import { createDemoAgent } from './demo-agent.ts'
import type { DemoAgent } from './demo-agent.ts'
import { demoBanner, nextSteps } from './demo-texts.ts'
import type { Readers } from './demo-texts.ts'
import { claimDemo } from './demo-lock.ts'
import { followPolicy } from '../config/follow-policy.ts'
import { checkQuorums } from '../config/check-quorums.ts'
import { describeGateOff } from '../config/policy-source.ts'
import { createGateway } from '@holdpoint/gateway'
import { NO_CHATS } from '../http/attention.ts'
import { createLocalPage } from '../http/local-page.ts'
import { createLog, spellStartedAs } from '../home/log.ts'
import type { Log } from '../home/log.ts'
import { identifyUpstream, openUpstream } from '../transport/open-upstream.ts'
import { createServerReports } from '../transport/report-servers.ts'
import { loadPolicy } from '../config/policy-source.ts'
import { createStoreSource } from '../home/store-source.ts'
import { openTerminalRail } from '../cli/inbox/terminal-rail.ts'
import type { TerminalRail } from '../cli/inbox/terminal-rail.ts'
import { fitText } from '../terminal/text-width.ts'
import { localPrincipal } from '@holdpoint/store/account'

const SERVER = 'warehouse'
const TOOL = 'delete_product'
/** The second where the first was decided before: approved since, it may even run now. */
const PRODUCTS = ['CHR-1005', 'DSK-2005']
const RATIONALE = 'The product was discontinued last season and clutters the catalogue.'

export async function demo(args: readonly string[], openHome: () => HomeDirectory): Promise<number> {
  const parsed = parseDemoArguments(args)
  if (!parsed.ok) {
    ;(parsed.exitCode === 0 ? process.stdout : process.stderr).write(spellStartedAs(parsed.message, 'shell'))
    return parsed.exitCode
  }
  const home = openHome()
  const folder = warehouseFolder()
  if (folder === null)
    return say(1, 'The demo server is not installed here.', 'Run the demo from a clone of the repository: npm start')
  const upstream = warehouse(home, folder)
  const lock = claimDemo(join(home.path, 'demo', 'running.json'))
  if (!lock.ok)
    return say(1, `A demo is running already (process ${lock.pid}).`, 'Decide there, or end it with Ctrl-C first.')
  try {
    resetWarehouse(join(home.path, 'demo'))
    return await runDemo(home, upstream, join(folder, 'holdpoint.yaml'), parsed.options.port)
  } finally {
    lock.release()
  }
}

async function runDemo(
  home: HomeDirectory,
  upstream: UpstreamConfig,
  recipes: string,
  port: number | null,
): Promise<number> {
  const quiet = createLog('', (process.env['HOLDPOINT_DEBUG'] ?? '') === '', 'anywhere')
  // A person with a configuration of their own sees the demo under it; else the warehouse brings its recipes.
  const found = findConfig({
    flag: null,
    environment: process.env,
    userHome: homedir(),
    workingDirectory: process.cwd(),
  })
  const flag = found === null ? recipes : null
  const places = { flag, home: home.path, workingDirectory: process.cwd() }
  const loading = await loadPolicy(places)
  const problems = loading.ok ? await checkQuorums(loading, home, quiet) : loading.problems
  if (!loading.ok || problems.length > 0) return say(2, ...problems.map(formatConfigProblem))
  const stores = createStoreSource(home, loading.config, createLog('holdpoint: ', false, 'anywhere'))
  const store = await stores.get()
  const policy = followPolicy({ loading, places, stores, tenant: HOME_TENANT, log: quiet })
  const self = identifySelf(randomUUID())
  const page = createLocalPage({
    chats: NO_CHATS,
    home,
    stores,
    config: () => policy.current().config,
    gateOff: () => describeGateOff(policy.current()),
    self: () => self,
    checkEdit: (draft) => gateway.checkEdit(draft),
    policy: policy.current,
    shared: false,
    port,
    log: quiet,
  })
  const gateway = createGateway({
    store: () => stores.get(),
    policy: policy.current,
    attention: {
      link: async (hold) => `${(await page.host.ensure()).url}/approvals/${hold.id}`,
      announce: () => {},
      summon: async () => ({ reachable: false }),
    },
    sha256,
    self,
    see: seeProcess,
    view: { document: cardDocument, words: cardWords },
    cheatsheets: createCheatsheetSource(() => policy.current().cheatsheets, quiet),
    serverTrust: (identity) => serverTrust(store, policy.current(), identity),
    program: () => startedAs('anywhere'),
    log: quiet,
  })
  const reports = createServerReports({ store: () => stores.get(), self, log: quiet })
  const look = (opened: Upstream): Upstream => reports.watch(opened, HOME_TENANT)
  const server = gateway.connect(openUpstream(identifyUpstream(SERVER, upstream), upstream, quiet, look), {
    tenant: HOME_TENANT,
  })
  const agent = createDemoAgent(server, { tenant: HOME_TENANT, principal: localPrincipal() })
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  let terminal: TerminalRail | null = null
  try {
    const holdId = await askSomething(agent)
    if (holdId === null)
      return say(
        1,
        'The demo call was not held.',
        describeGateOff(policy.current()) ?? `See: ${startedAs('anywhere')} policy check`,
      )
    const hold = await store.holds.get(holdId)
    if (hold === null) return say(1, 'The demo call is not in the store.')
    // A signed-in link is a key: it is shown to a person at a terminal, never to a log. It leads to the list, where this
    // call stands: with the call's id in it, it would be longer than a line.
    const link = process.stdout.isTTY
      ? await page.signInLink('/')
      : `${(await page.host.ensure()).url}/approvals/${holdId}`
    const { title } = describeMasked(hold.preview)
    write(demoBanner({ id: holdId, title, risk: hold.ruling.risk, link }, readers()))
    terminal = openTerminalRail(store, self.instance, quiet)
    await Promise.race([interrupted, reportOutcome(store, holdId, quiet)])
    await interrupted
    return 0
  } finally {
    await terminal?.close()
    policy.stop()
    await gateway.drain(3000)
    await server.connection.close()
    await page.close()
    await reports.close()
    await stores.close()
  }
}

/**
 * The undecided call of an earlier demo goes on waiting. One that was decided would be answered instead of asked
 * (its outcome, or the refusal that sticks for a while), so another agent asks.
 */
async function askSomething(agent: DemoAgent): Promise<string | null> {
  for (const [index, sku] of PRODUCTS.entries()) {
    await agent.open(index === 0 ? 'demo-agent' : `demo-agent-${randomUUID().slice(0, 4)}`)
    const holdId = await agent.call(TOOL, { sku, rationale: RATIONALE })
    if (holdId !== null) return holdId
  }
  return null
}

/** A program that reads it has no width; people who see it there have the usual one. */
const USUAL_WIDTH = 80

function readers(): Readers {
  return {
    program: startedAs('anywhere'),
    width: Math.max(40, process.stdout.columns || USUAL_WIDTH),
    windows: process.platform === 'win32',
  }
}

function write(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`)
}

async function reportOutcome(store: Store, id: string, log: Log): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = async (): Promise<void> => {
      const hold = await store.holds.get(id)
      if (hold === null || !(isTerminal(hold.state) || hold.state === 'unknown')) return
      unwatch()
      write([fitText(describeOutcome(hold), readers().width)])
      if (hold.state === 'succeeded') write(nextSteps(readers()))
      resolve()
    }
    const unwatch = store.watch(({ hold }) => {
      if (hold === id) look().catch((error: unknown) => log(String(error)))
    })
  })
}

function describeOutcome(hold: Hold): string {
  const last = hold.verdicts.at(-1)
  const who = last === undefined ? '' : ` by ${last.by} via ${last.via}`
  const text = hold.outcome?.kind === 'result' ? firstWords(hold.outcome.resultText) : (hold.note ?? '')
  return showInOneLine(`Decided${who}: ${hold.state}. ${text.slice(0, 500)}`.trimEnd())
}

/** The first line that the server answered, in its words; none where it answered with something else. */
function firstWords(resultText: string): string {
  const { content } = JSON.parse(resultText) as { readonly content?: readonly { readonly text?: unknown }[] }
  const text = Array.isArray(content) ? (content as readonly { readonly text?: unknown }[])[0]?.text : undefined
  return typeof text === 'string' ? (text.split('\n')[0] ?? '') : ''
}

function warehouseFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('@holdpoint/example-warehouse/package.json'))
  } catch {
    return null
  }
}

function warehouse(home: HomeDirectory, installed: string): UpstreamConfig {
  const program = join(installed, 'bin', 'warehouse.js')
  const folder = join(home.path, 'demo')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    kind: 'command',
    command: [process.execPath, program, '--database', join(folder, 'warehouse.db')],
    env: {},
    cwd: folder,
  }
}

/** Each demo begins with the same stock. */
function resetWarehouse(folder: string): void {
  for (const file of ['warehouse.db', 'warehouse.db-wal', 'warehouse.db-shm'])
    rmSync(join(folder, file), { force: true })
}

function say(code: number, ...lines: readonly string[]): number {
  for (const [index, line] of lines.entries())
    process.stderr.write(`${index === 0 ? 'holdpoint: ' : '  '}${spellStartedAs(line, 'anywhere')}\n`)
  return code
}
