/**
 * What the tests of `serve` share: a place of its own for every test (home, ledger, fixtures), the built command as a
 * real process, REST with a token, and the ledger as the oracle. It refuses to look into the command's memory.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { cleanUpLater } from './cleanup.ts'
import { expectAuditIntact } from './decide.ts'
import { runInResident } from './resident-command.ts'
import { delay, PATIENCE_MS } from './wait-for.ts'
import { send } from './serve-http.ts'
import type { Reply } from './serve-http.ts'

export const BIN: string = path.join(import.meta.dirname, '../../packages/holdpoint/bin/holdpoint.js')
export const FIXTURES: string = path.join(import.meta.dirname, '../fixtures')

/** Secrets of the tokens that every place's configuration knows. */
export const TOKENS = {
  approver: 'hp_test-approver-of-the-default-tenant',
  second: 'hp_test-second-approver',
  admin: 'hp_test-admin',
  agent: 'hp_test-agent-one',
  otherAgent: 'hp_test-agent-two',
  viewer: 'hp_test-viewer',
  foreignApprover: 'hp_test-approver-of-acme',
  foreignAdmin: 'hp_test-admin-of-acme',
  foreignAgent: 'hp_test-agent-of-acme',
} as const

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const CONFIGURED_TOKENS = [
  { name: 'ci', role: 'approver', sha256: sha256(TOKENS.approver) },
  { name: 'ops', role: 'approver', sha256: sha256(TOKENS.second) },
  { name: 'root', role: 'admin', sha256: sha256(TOKENS.admin) },
  { name: 'bot', role: 'agent', sha256: sha256(TOKENS.agent) },
  { name: 'bot-two', role: 'agent', sha256: sha256(TOKENS.otherAgent) },
  { name: 'watcher', role: 'viewer', sha256: sha256(TOKENS.viewer) },
  { name: 'acme-ci', role: 'approver', tenant: 'acme', sha256: sha256(TOKENS.foreignApprover) },
  { name: 'acme-root', role: 'admin', tenant: 'acme', sha256: sha256(TOKENS.foreignAdmin) },
  { name: 'acme-bot', role: 'agent', tenant: 'acme', sha256: sha256(TOKENS.foreignAgent) },
] as const

export interface LedgerLine {
  readonly at: number
  readonly pid: number
  readonly tool: string
  readonly argumentsText?: string
  readonly id: string | number
  readonly headers?: { readonly [name: string]: string }
  readonly requestState?: string
  readonly inputResponses?: unknown
}

/** An approval as REST shows it, as far as the tests read it. */
export interface Approval {
  readonly id: string
  readonly state: string
  readonly tool: string
  readonly principal: string
  readonly arguments: unknown
  readonly digest: string
  readonly decided_by: string | null
  readonly via: string | null
  readonly note: string | null
  readonly outcome: { readonly kind: string; readonly reason?: string; readonly error?: unknown } | null
}

export interface Place {
  readonly folder: string
  readonly home: string
  readonly environment: NodeJS.ProcessEnv
  file(name: string): string
  ledger(): readonly LedgerLine[]
  /** What an HTTP upstream does to the next tool calls. */
  setMode(mode: string): void
  setVariant(variant: string): void
  /** Writes the configuration; JSON is YAML. */
  configure(config: object): void
  run(args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Run>
  start(args: readonly string[], environment?: NodeJS.ProcessEnv): ChildProcess
  /** The ledger over HTTP, on the given port or any. */
  startLedgerHttp(port?: number): Promise<{ readonly url: string; readonly child: ChildProcess }>
  serve(config: object, environment?: NodeJS.ProcessEnv): Promise<Service>
  /** Ends every process, verifies the audit log and removes the folder. */
  close(): Promise<void>
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Service {
  readonly url: string
  readonly child: ChildProcess
  readonly stderr: () => string
  get(path: string, token?: string | null): Promise<Reply>
  post(path: string, body: object, token?: string | null): Promise<Reply>
  approve(id: string, token?: string, body?: object): Promise<Reply>
  reject(id: string, reason?: string, token?: string): Promise<Reply>
  approval(id: string): Promise<Approval>
  approvals(query?: string): Promise<readonly Approval[]>
  /** Polls until the hold is in one of these states. */
  reaches(id: string, ...states: readonly string[]): Promise<Approval>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** `bin`: another installation of the command than the one that was built here. */
export function createPlace(bin: string = BIN): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdpoint-serve-'))
  const home = path.join(folder, 'home')
  mkdirSync(home, { mode: 0o700 })
  const children = new Set<ChildProcess>()
  const file = (name: string): string => path.join(folder, name)
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: folder,
    NO_COLOR: '1',
    HOLDPOINT_HOME: home,
    HOLDPOINT_COMMAND: 'holdpoint',
    HOLDPOINT_PORT: '0',
    LEDGER_FILE: file('ledger'),
    LEDGER_FSYNC: '0',
    MODE_FILE: file('mode'),
    MUTATE_FILE: file('variant'),
    RECEIVED_FILE: file('received'),
  }

  function start(args: readonly string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
    const child = spawn(process.execPath, [...args], { cwd: folder, env: { ...environment, ...more } })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  async function run(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Run> {
    const inResident =
      bin === BIN ? runInResident({ args, cwd: folder, environment: { ...environment, ...more } }) : null
    if (inResident !== null) return await inResident
    const child = start([bin, ...args], more)
    const [stdout, stderr] = [collect(child, 'stdout'), collect(child, 'stderr')]
    child.stdin?.end()
    const code = await exited(child)
    return { code, stdout: stdout(), stderr: stderr() }
  }

  // A test that fails before its end leaves neither a process nor a folder.
  cleanUpLater(async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all([...children].map(exited))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const place: Place = {
    folder,
    home,
    environment,
    file,
    run,
    start,
    ledger() {
      if (!existsSync(file('ledger'))) return []
      const lines = readFileSync(file('ledger'), 'utf8').split('\n')
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LedgerLine)
    },
    setMode: (mode) => writeFileSync(file('mode'), mode),
    setVariant: (variant) => writeFileSync(file('variant'), variant),
    configure(config) {
      writeFileSync(path.join(home, 'holdpoint.yaml'), JSON.stringify(withFixtureFiles(config)))
    },
    async startLedgerHttp(port = 0) {
      const child = start([path.join(FIXTURES, 'ledger-http.mjs'), String(port)])
      if (child.stdout === null) throw new Error('The fixture has no output.')
      for await (const line of createInterface({ input: child.stdout })) {
        const url = /^listening (\S+)$/.exec(line)?.[1]
        if (url !== undefined) return { url, child }
      }
      throw new Error('The fixture did not start.')
    },
    async serve(config, more) {
      place.configure(withDefaults(config))
      const child = start([bin, 'serve', '--port', '0'], more)
      const stderr = collect(child, 'stderr')
      const url = await eventually(() => {
        if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}: ${stderr()}`)
        return /serves on (http:\/\/localhost:\d+)/.exec(stderr())?.[1]
      })
      return createServiceClient(url, child, stderr)
    },
    async close() {
      const open = [...children]
      for (const child of open) child.kill('SIGTERM')
      await Promise.all(open.map((child) => endedWithin(child, 8000)))
      try {
        if (existsSync(path.join(home, 'holdpoint.yaml'))) await expectAuditIntact({ path: home })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
  return place
}

/** Tests that are not about them need no rationale, no browser and no tool of ours. */
export function withDefaults(config: object): object {
  return { version: 1, rationale: 'off', notify: 'none', feedback: false, tokens: CONFIGURED_TOKENS, ...config }
}

const FIXTURE_FILES = ['LEDGER_FILE', 'LEDGER_FSYNC', 'MODE_FILE', 'MUTATE_FILE', 'RECEIVED_FILE']

/** A child of `serve` knows no more of the environment than its entry names: the fixtures' files are named there. */
function withFixtureFiles(config: object): object {
  const { servers = {} } = config as { readonly servers?: { readonly [name: string]: { readonly env?: object } } }
  const files = Object.fromEntries(FIXTURE_FILES.map((name) => [name, `\${${name}}`]))
  const named = Object.entries(servers).map(([name, server]) => [
    name,
    'command' in server ? { ...server, env: { ...files, ...server.env } } : server,
  ])
  return { ...config, servers: Object.fromEntries(named) }
}

export function stdioServer(more: object = {}, env: { readonly [name: string]: string } = {}): object {
  return { command: [process.execPath, path.join(FIXTURES, 'ledger-server.mjs')], env, ...more }
}

function createServiceClient(url: string, child: ChildProcess, stderr: () => string): Service {
  const get: Service['get'] = (target, token = TOKENS.approver) => send(url, target, { token })
  const post: Service['post'] = (target, body, token = TOKENS.approver) =>
    send(url, target, { method: 'POST', token, body: JSON.stringify(body) })
  const service: Service = {
    url,
    child,
    stderr,
    get,
    post,
    approve: (id, token, body = {}) => post(`/admin/approvals/${id}/approve`, body, token),
    reject: (id, reason, token) => post(`/admin/approvals/${id}/reject`, reason === undefined ? {} : { reason }, token),
    async approval(id) {
      const reply = await get(`/admin/approvals/${id}`)
      if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
      return reply.json as Approval
    },
    async approvals(query = '') {
      return ((await get(`/admin/approvals${query}`)).json as { approvals: readonly Approval[] }).approvals
    },
    reaches: (id, ...states) =>
      eventually(async () => {
        const approval = await service.approval(id)
        return states.includes(approval.state) ? approval : undefined
      }),
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await exited(child)
    },
  }
  return service
}

/** Polls until the probe gives something; a bounded time, then an error that says what was waited for. */
export async function eventually<T>(
  probe: () => T | undefined | Promise<T | undefined>,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    const found = await probe()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`It did not happen within ${withinMs} ms: ${probe.toString()}`)
    await delay(20)
  }
}

/** What a process says on one of its outputs, so far. */
export function collect(child: ChildProcess, output: 'stdout' | 'stderr'): () => string {
  const parts: Buffer[] = []
  child[output]?.on('data', (chunk: Buffer) => parts.push(chunk))
  return () => Buffer.concat(parts).toString('utf8')
}

export async function exited(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  return await new Promise((resolve) => child.once('close', (code) => resolve(code)))
}

async function endedWithin(child: ChildProcess, ms: number): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), ms)
  await exited(child)
  clearTimeout(timer)
}
