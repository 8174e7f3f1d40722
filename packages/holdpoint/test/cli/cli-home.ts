/**
 * A home for command-line tests: a real SQLite store in its own folder, real terminal code on streams, ports in memory.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { headPayload, createChainVerifier, openHold, readStrict, recordDraft } from '@holdpoint/core'
import type {
  AuditRecord,
  EntityPreview,
  Hold,
  JsonObject,
  ProcessIdentity,
  Role,
  Ruling,
  SeeProcess,
  Store,
} from '@holdpoint/core'
import { EVERYBODY, sampleRuling, sampleToken, sha256 } from '@holdpoint/testing'
import { isSignedCheckpoint, openTestStore, signWithCheckpointKey } from '@holdpoint/testing/store'
import type { CommandContext, CheckedPolicy, SignInLink, WaitingChange } from '../../src/cli/command-context.ts'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import { createInboxBackend } from '../../src/cli/inbox/create-inbox-backend.ts'
import { checkEdits, toolWith } from '../../../gateway/test/edits/edit-policy.ts'
import { createTerminal } from '../../src/terminal/create-terminal.ts'
import type { StatusView } from '../../src/cli/status/status-view.ts'
import type { ChatsLook } from '../../src/cli/connect/chats-port.ts'
import type { CommandProblem } from '../../src/cli/problem.ts'
import type { InboxBackend } from '../../src/terminal/inbox/inbox-backend.ts'

export { sha256 }

export const thisProcess: ProcessIdentity = { instance: 'test', host: 'here', pid: process.pid, startedAt: null }

export const ruling: Ruling = sampleRuling({
  why: 'the name says delete',
  decideWithinMs: 86_400_000,
  executeWithinMs: 600_000,
})

export interface HoldSketch {
  readonly tool?: string
  readonly id?: string
  readonly tenant?: string
  readonly principal?: string
  readonly argumentsText?: string
  readonly rationale?: string | null
  readonly ruling?: Partial<Ruling>
  /** The tool's, where its arguments may be edited. */
  readonly inputSchema?: JsonObject
  /** What a recipe read first. */
  readonly entity?: EntityPreview
}

/** One whose only argument can be limited. */
export const PAYMENT: HoldSketch = {
  tool: 'pay',
  argumentsText: '{"amount":40}',
  inputSchema: { type: 'object', properties: { amount: { type: 'number' } } },
}

export interface Ran {
  readonly exitCode: number
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  /** A terminal on both ends; what is typed answers the question. */
  readonly terminal?: 'right-code' | 'wrong-code' | 'typed-ahead' | 'hang-up'
  readonly secret?: string
  readonly interrupted?: AbortSignal
  readonly during?: () => Promise<void>
  /** Takes what is written while the command runs. */
  readonly written?: { out: string; err: string }
}

/** Nothing waits, nothing is wrong. */
export const quietStatus: StatusView = {
  gate: {
    off: null,
    paused: null,
    profile: 'balanced',
    config_file: null,
    problems: [],
    tenants_off: [],
    changes_waiting: 0,
  },
  store: { state: 'fine', store: 'sqlite', notices: [] },
  waiting: { pending: 0, unknown: 0, more: false, calls: [] },
  servers: [],
  hosts: [],
  reach: { page: null, inboxes: 0, terminals: 0, desktop: false, channels: [] },
}

export interface CliHome {
  readonly file: string
  readonly store: Store
  clock: number
  policy: CheckedPolicy
  waiting: WaitingChange[]
  link: SignInLink
  chats: ChatsLook
  /** What is said of packages of a chat that are missing. */
  notInstalled: CommandProblem | null
  status: StatusView
  /** As the person starts the program. */
  program: string
  /** What somebody does in the inbox, once it is open. */
  visitInbox?: (backend: InboxBackend) => Promise<void>
  readonly alive: Set<string>
  addHold(sketch?: HoldSketch): Promise<Hold>
  addToken(name: string, role: Role, tenant?: string): Promise<string>
  records(): Promise<readonly AuditRecord[]>
  run(args: readonly string[], options?: RunOptions): Promise<Ran>
  remove(): Promise<void>
}

export async function createCliHome(): Promise<CliHome> {
  const alive = new Set(['test'])
  const see: SeeProcess = ({ instance }) => (alive.has(instance) ? 'running' : 'ended')
  const home = { clock: Date.UTC(2026, 10, 15, 12) } as CliHome & { clock: number }
  const { file, store, end } = await openTestStore({ now: () => home.clock })

  async function addToken(name: string, role: Role, tenant = 'local'): Promise<string> {
    const secret = `hp_${randomBytes(16).toString('hex')}`
    const row = sampleToken({ id: `token_${randomUUID()}`, name, role, tenant, secret, createdAt: home.clock })
    await store.tokens.add(row, recordDraft({ kind: 'token-created', tenant, actor: 'test', detail: name }))
    return secret
  }

  async function addHold(sketch: HoldSketch = {}): Promise<Hold> {
    const tool = sketch.tool ?? 'delete_contact'
    const argumentsText = sketch.argumentsText ?? `{"id":"${randomUUID()}"}`
    const reading = readStrict(argumentsText)
    if (!reading.ok) throw new Error(reading.message)
    const opened = await openHold(store, {
      id: sketch.id ?? randomUUID(),
      call: {
        tenant: sketch.tenant ?? 'local',
        principal: sketch.principal ?? 'agent',
        client: { name: 'test-client', version: '1' },
        session: randomUUID(),
        server: { name: 'crm', identity: sha256('crm'), display: 'node crm.js', transport: 'stdio' },
        tool,
        argumentsText,
        arguments: reading.value as JsonObject,
        digest: sha256(argumentsText),
        rationale: sketch.rationale === undefined ? 'the user asked for it' : sketch.rationale,
      },
      ruling: { ...ruling, ...sketch.ruling },
      definition: sketch.inputSchema === undefined ? null : toolWith(tool, sketch.inputSchema),
      policyHash: 'policy',
      owner: thisProcess,
      warnings: [],
      entity: sketch.entity ?? null,
      see: () => 'running',
      room: { ofPrincipal: Infinity, ofTenant: Infinity },
      sha256,
    })
    if (opened.kind !== 'asked') throw new Error(`The call was not asked: ${opened.kind}`)
    return opened.hold
  }

  function createContext(options: RunOptions, written: { out: string; err: string }): CommandContext {
    const input = Object.assign(new PassThrough(), { isTTY: options.terminal !== undefined })
    const output = Object.assign(new PassThrough(), { isTTY: options.terminal !== undefined, columns: 80 })
    // Somebody typed before they were asked; what they type when they are asked is right.
    if (options.terminal === 'typed-ahead') input.write('yes\rand more')
    output.on('data', (chunk: Buffer) => {
      const text = chunk.toString('utf8')
      written.out += text
      const code = /Type (\w{4}) to /.exec(text)?.[1]
      if (code === undefined) return
      if (options.terminal === 'hang-up') return void input.end()
      void (options.during?.() ?? Promise.resolve()).then(() =>
        input.write(options.terminal === 'wrong-code' ? 'NOPE\r' : `${code.toLowerCase()}\r`),
      )
    })
    const never = new AbortController().signal
    const context: CommandContext = {
      program: () => home.program,
      version: '1.2.3',
      output: {
        write: (text) => void (written.out += text),
        writeError: (text) => void (written.err += text),
        drained: async () => {},
        debug: false,
      },
      terminal: createTerminal({
        input,
        output,
        environment: { NO_COLOR: '1' },
        randomInteger: (limit) => randomBytes(4).readUInt32BE() % limit,
      }),
      identity: {
        account: 'tester',
        localTenant: 'local',
        secret: options.secret ?? null,
        authenticate: async (secret) => {
          const row = await store.tokens.findByHash(sha256(secret))
          return row === null || row.revokedAt !== null ? null : { ...row, key: 'token' }
        },
      },
      storage: {
        open: async () => store,
        signing: async () => ({ publicKey: 'k'.repeat(43), servers: [{ name: 'crm', identity: '5f17ff4439f681b0' }] }),
        see,
        createAuditVerifier: () => ({
          ...createChainVerifier(sha256, isSignedCheckpoint),
          isSigned: (head) => head.signature === signWithCheckpointKey(headPayload(head)),
        }),
      },
      tokens: {
        create: async (request) => {
          if (request.name.includes(':')) return { kind: 'refused', message: 'That name is taken by terminals.' }
          const secret = await addToken(request.name, request.role, request.tenant ?? undefined)
          const row = (await store.tokens.list(null)).find((each) => each.sha256 === sha256(secret))
          return row === undefined ? { kind: 'refused', message: 'lost' } : { kind: 'created', secret, row }
        },
        list: async (tenant) => await store.tokens.list(tenant),
        endpoints: async () => ({ url: 'http://localhost:7433', servers: ['crm', 'files'] }),
        revoke: async ({ id, tenant, by }) =>
          await store.tokens.revoke(
            id,
            home.clock,
            recordDraft({ kind: 'token-revoked', tenant, actor: by, detail: id }),
          ),
      },
      policy: {
        gateOff: async () => null,
        load: async () => home.policy,
        waiting: async () => home.waiting,
        accept: async (change) => {
          const index = home.waiting.findIndex(({ version }) => version === change.version)
          if (index === -1) return false
          home.waiting.splice(index, 1)
          return true
        },
      },
      verdicts: {
        checkEdit: checkEdits([]),
        people: async () => EVERYBODY,
      },
      page: { openSignedIn: async (path) => (home.link.ok ? { ...home.link, url: home.link.url + path } : home.link) },
      inbox: { open: async (scope) => await home.visitInbox?.(createInboxBackend(context, store, scope)) },
      chats: {
        look: async () => home.chats,
        notInstalled: async () => home.notInstalled,
        setUp: async () => await Promise.reject(new Error('not here')),
      },
      status: { read: async () => home.status },
      time: {
        now: () => performance.now(),
        sleep: async (milliseconds) => await new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 10))),
        interrupted: options.interrupted ?? never,
      },
    }
    return context
  }

  return Object.assign(home, {
    file,
    store,
    alive,
    policy: {
      ok: true,
      file: null,
      profile: 'balanced',
      servers: 0,
      rules: 0,
      warnings: [],
      unset: [],
      tokens: [],
      explain: async () => ({ ruling, definition: 'live', note: null }),
      rateServer: async () => ({ kind: 'not-configured', configured: [] }),
      suggestRecipes: async () => ({ kind: 'which-server', configured: [] }),
    } satisfies CheckedPolicy,
    waiting: [],
    chats: { ok: true, chats: [] } as const,
    notInstalled: null,
    status: quietStatus,
    program: 'holdpoint',
    link: {
      ok: true,
      url: 'http://localhost:7433',
      opened: false,
      served: Promise.resolve(),
      servedHere: false,
    } as const,
    addHold,
    addToken,
    records: async () => (await store.audit.walk(null, 1000)).records,
    run: async (args: readonly string[], options: RunOptions = {}): Promise<Ran> => {
      const written = options.written ?? { out: '', err: '' }
      const exitCode = await runCommandLine(args, createContext(options, written))
      return { exitCode, ...written }
    },
    remove: end,
  })
}
