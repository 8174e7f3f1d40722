/** A real service for tests: SQLite store, access, HTTP API and page on a node:http server at a free loopback port. */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callKey, digestArguments, openHold } from '@holdpoint/core'
import type {
  People,
  ApprovalView,
  AuditRecord,
  GrantView,
  Hold,
  JsonObject,
  Preview,
  Role,
  Ruling,
  Store,
} from '@holdpoint/core'
import { DEFAULT_CONFIG } from '@holdpoint/core/policy'
import type { PolicyConfig, RuleConfig } from '@holdpoint/core/policy'
import { EVERYBODY, sampleRuling, sha256 } from '@holdpoint/testing'
import { openTestStore } from '@holdpoint/testing/store'
import { createAccess } from '../../src/access/access.ts'
import type { Access } from '../../src/access/access.ts'
import type { ConfigToken } from '../../src/access/key-holder.ts'
import { createChannelOverview } from '../../src/http/channel-overview.ts'
import { createHttpApi } from '../../src/http/http-api.ts'
import { DEFAULT_HTTP_LIMITS } from '../../src/http/http-options.ts'
import type { HttpLimits, HttpOptions, RequestOptions } from '../../src/http/http-options.ts'
import { serverLimits } from '../../src/http/server-limits.ts'
import { checkEdits, toolWith } from '../../../gateway/test/edits/edit-policy.ts'
import { pageFile } from '../../src/page/index.ts'
import type { AuditFinding } from '../../src/home/verify-audit.ts'

export { sha256 }

export interface TestService {
  readonly origin: string
  readonly port: number
  readonly store: Store
  /** The database itself. */
  readonly file: string
  readonly access: Access
  /** Lets time pass for the store and for limits. */
  readonly advance: (milliseconds: number) => void
  readonly token: (role: Role, name?: string, tenant?: string) => Promise<string>
  readonly hold: (about?: HoldAbout) => Promise<Hold>
  readonly audit: () => Promise<readonly AuditRecord[]>
  readonly call: (method: string, path: string, about?: CallAbout) => Promise<Answer>
  /** Every route, as the description has to name it. */
  readonly routes: readonly string[]
  readonly close: () => Promise<void>
}

export interface HoldAbout {
  readonly arguments?: JsonObject
  /** The same, as the agent spelled them. */
  readonly argumentsText?: string
  readonly tenant?: string
  readonly tool?: string
  readonly client?: string
  readonly rationale?: string
  readonly ruling?: Partial<Ruling>
  readonly warnings?: readonly string[]
  /** The tool's, where its arguments may be edited. */
  readonly inputSchema?: JsonObject
}

export interface CallAbout {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: { readonly [name: string]: string }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Empty where the answer is no JSON; tests name the fields they rely on. */
  readonly json: AnswerBody
}

export interface AnswerBody {
  readonly error: { readonly code: string; readonly message: string }
  readonly approvals: readonly ApprovalView[]
  readonly grants: readonly GrantView[]
  readonly grant: GrantView | null
  readonly choices: ApprovalView['choices']
  readonly records: readonly { readonly kind: string }[]
  readonly preview: Preview
  readonly approve_refused: { readonly code: string; readonly message: string } | null
  readonly next_cursor: string | null
  readonly key: string
  readonly openapi: string
  readonly paths: object
  readonly components: { readonly schemas: { readonly Approval: { readonly properties: object } } }
}

const RULING: Ruling = sampleRuling({
  why: 'The name says that it deletes something.',
  assurance: 'identified',
  decideWithinMs: 86_400_000,
  executeWithinMs: 600_000,
})

export const NOTHING_WRONG: Extract<AuditFinding, { readonly ok: true }> = {
  ok: true,
  records: 0,
  chains: [],
  head: null,
  head_since: null,
  receipt: null,
  problems: [],
}

export interface ServiceAbout extends Partial<
  Pick<
    HttpOptions,
    'auth' | 'policyOverview' | 'gateOff' | 'listChannels' | 'listServers' | 'tryRatings' | 'verifyAudit'
  >
> {
  /** What the configuration says of chats. */
  readonly channels?: PolicyConfig['channels']
  readonly limits?: Partial<HttpLimits>
  readonly configTokens?: readonly ConfigToken[]
  /** Without it each identity is a person of its own. */
  readonly people?: People
  readonly publicHosts?: readonly string[]
  /** Calls whose requester runs them itself. */
  readonly requests?: (about: { readonly store: Store; readonly now: () => number }) => RequestOptions
  /** What the policy says of edited arguments. */
  readonly rules?: readonly Partial<RuleConfig>[]
}

export async function startService(about: ServiceAbout = {}): Promise<TestService> {
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const { file, store, end } = await openTestStore({ now })
  const access = createAccess({
    store,
    configTokens: about.configTokens ?? [],
    configPeople: {},
    now,
    randomSecret: () => randomBytes(32).toString('base64url'),
    sha256,
    account: 'ana',
    tenant: 'home',
  })
  let port = 0
  const api = createHttpApi({
    store,
    access,
    auth: about.auth ?? 'tokens',
    tenant: 'home',
    allowedHosts: () => ({ port, publicHosts: about.publicHosts ?? [] }),
    page: pageFile,
    verifyAudit: about.verifyAudit ?? (async () => NOTHING_WRONG),
    gateOff: about.gateOff ?? (() => null),
    checkEdit: checkEdits(about.rules ?? []),
    listServers: about.listServers ?? (async () => []),
    policyOverview: about.policyOverview ?? (() => null),
    tryRatings: about.tryRatings ?? (async () => null),
    listChannels:
      about.listChannels ??
      createChannelOverview(store, () => ({ channels: about.channels ?? DEFAULT_CONFIG.channels })),
    requests: about.requests?.({ store, now }) ?? null,
    newId: randomUUID,
    see: () => 'running',
    people: async () => about.people ?? EVERYBODY,
    onWatchers: () => {},
    now,
    version: '0.0.0-test',
    instance: 'test',
    limits: { ...DEFAULT_HTTP_LIMITS, ...about.limits },
    log: () => undefined,
  })
  // A connection that rests is not cut while a test that is slow sends its next request on it.
  const limits = { ...serverLimits, keepAliveTimeout: 120_000 }
  const server = createServer(limits, (request, response) => api.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  const origin = `http://localhost:${port}`

  async function hold(what: HoldAbout = {}): Promise<Hold> {
    const args = what.arguments ?? { id: randomUUID() }
    const asked = {
      tenant: what.tenant ?? 'home',
      principal: 'agent-7',
      client: { name: what.client ?? 'Claude Desktop', version: '1.2' },
      session: randomUUID(),
      server: { name: 'crm', identity: sha256('npx -y crm-server'), display: 'npx -y crm-server', transport: 'stdio' },
      tool: what.tool ?? 'delete_contact',
      argumentsText: what.argumentsText ?? JSON.stringify(args),
      arguments: args,
      digest: digestArguments(args, sha256),
      rationale: what.rationale ?? 'The user asked to remove the duplicate.',
    } as const
    const id = `hold-${callKey(asked, sha256).slice(0, 12)}`
    const opened = await openHold(store, {
      id,
      call: asked,
      ruling: { ...RULING, ...what.ruling },
      definition: what.inputSchema === undefined ? null : toolWith(asked.tool, what.inputSchema),
      policyHash: 'policy',
      owner: { instance: 'instance-1', host: 'here', pid: 1, startedAt: null },
      warnings: what.warnings ?? [],
      see: () => 'running',
      room: { ofPrincipal: Infinity, ofTenant: Infinity },
      sha256,
    })
    if (!('hold' in opened)) throw new Error(`no hold: ${opened.kind}`)
    return opened.hold
  }

  async function call(method: string, path: string, what: CallAbout = {}): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(what.token === undefined ? {} : { authorization: `Bearer ${what.token}` }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...what.headers,
      },
      ...(what.body === undefined
        ? {}
        : { body: typeof what.body === 'string' ? what.body : JSON.stringify(what.body) }),
    })
    const text = await response.text()
    let json = {} as AnswerBody
    try {
      json = JSON.parse(text) as AnswerBody
    } catch {
      // Not every answer is JSON; those that must be are compared by their fields.
    }
    return { status: response.status, headers: response.headers, text, json }
  }

  return {
    origin,
    port,
    store,
    file,
    access,
    advance: (milliseconds) => {
      ahead += milliseconds
    },
    async token(role, name = `${role}-1`, tenant = 'home') {
      const made = await access.createToken({
        name,
        role,
        tenant,
        relaysAPerson: false,
        person: null,
        expiresInMs: null,
        by: 'test',
      })
      if (made.kind === 'refused') throw new Error(made.message)
      return made.secret
    },
    hold,
    audit: async () => (await store.audit.walk(null, 10_000)).records,
    call,
    routes: api.routes,
    async close() {
      api.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await end()
    },
  }
}
