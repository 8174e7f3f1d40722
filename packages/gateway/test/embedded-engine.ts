/**
 * The whole engine in one process, as a program that embeds it has it: a store in memory, a server that writes down
 * every call that it runs, an agent, and a person who answers through the one door for verdicts.
 */
import { approvedDigest, decide, isJsonObject, readClientMessage } from '@holdpoint/core'
import type {
  AuditRecord,
  Hold,
  HoldState,
  JsonObject,
  RequestId,
  Store,
  Upstream,
  UpstreamEvents,
} from '@holdpoint/core'
import { compilePolicy, DEFAULT_CONFIG, NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import type { PolicyEnvironment, RuleConfig } from '@holdpoint/core/policy'
import { createMemoryStore, sha256 } from '@holdpoint/store/memory'
import { createGateway } from '../src/index.ts'
import type { Attention, ConnectedServer, Gateway, GatewayOptions, GatewayPolicy } from '../src/index.ts'

/** What the server does with a call that reached it. */
export type Answering = (id: RequestId, events: UpstreamEvents) => void

export interface PlayedServer {
  readonly upstream: Upstream
  /** The arguments of every call that ran. */
  readonly ran: string[]
  tools: readonly JsonObject[]
  answering: Answering
}

export interface Engine {
  readonly gateway: Gateway
  readonly server: ConnectedServer
  /** The result that the agent gets, or the error. */
  call(tool: string, args: JsonObject): Promise<JsonObject>
}

const SCHEMA = { type: 'object', properties: { id: { type: 'string' } } }

const answerDone: Answering = (id, events) => events.message(resultOf(id), null, null)

export function resultOf(id: RequestId, text = 'done'): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })
}

export function playServer(): PlayedServer {
  let events: UpstreamEvents | null = null
  const played: PlayedServer = {
    ran: [],
    tools: [
      { name: 'get_item', inputSchema: SCHEMA },
      { name: 'delete_item', inputSchema: SCHEMA },
    ],
    answering: answerDone,
    upstream: {
      server: { name: 'items', identity: 'items', display: 'items, in this process', transport: 'stdio' },
      open: (given) => void (events = given),
      send({ text, request }) {
        if (request === null || events === null) return
        const { id, method } = request
        if (method === 'tools/call') {
          const { params } = JSON.parse(text) as { readonly params: { readonly arguments: JsonObject } }
          played.ran.push(JSON.stringify(params.arguments))
          played.answering(id, events)
          return
        }
        const result =
          method === 'tools/list' ? { tools: played.tools } : { protocolVersion: '2025-11-25', capabilities: {} }
        events.message(JSON.stringify({ jsonrpc: '2.0', id, result }), null, null)
      },
      abort: () => {},
      close: async () => events?.closed('the server was closed'),
    },
  }
  return played
}

/** A person who can be reached, and who answers as soon as they are asked; `null`: who never answers. */
export function personWho(answer: 'approve' | 'decline' | null, store: () => Store): Attention {
  return {
    link: async (hold) => `app://approvals/${hold.id}`,
    announce: () => {},
    async summon(hold) {
      if (answer !== null) setImmediate(() => void sayOf(store(), hold, answer).catch(() => {}))
      return { reachable: true }
    },
  }
}

export async function sayOf(store: Store, hold: Hold, answer: 'approve' | 'decline'): Promise<string> {
  const verdict = { by: 'local:ines', answer, via: 'terminal', assurance: 'host', reason: null } as const
  const { tenant } = hold.call
  return (await decide(store, { hold: hold.id, tenant, verdict, shown: approvedDigest(hold) })).kind
}

export function startEngine(
  played: PlayedServer,
  options: Partial<GatewayOptions> & { readonly store: () => Promise<Store>; readonly attention: Attention },
): Engine {
  const gateway = createGateway({ sha256, ...options })
  const server = gateway.connect(played.upstream, { tenant: 'default' })
  const waiting = new Map<RequestId, (answer: JsonObject) => void>()
  const link = server.open({
    origin: { tenant: 'default', principal: 'local:ines', session: 'one', relaysAPerson: true },
    downstream: {
      answer(id, text) {
        if (id === null) return
        waiting.get(id)?.(JSON.parse(text) as JsonObject)
        waiting.delete(id)
      },
      send: () => {},
    },
  })
  let last = 0
  async function request(method: string, params: JsonObject): Promise<JsonObject> {
    last += 1
    const id = last
    const answered = new Promise<JsonObject>((resolve) => waiting.set(id, resolve))
    link.receive(readClientMessage(JSON.stringify({ jsonrpc: '2.0', id, method, params })), null)
    const { result, error } = await answered
    return isJsonObject(result) ? result : { error: error ?? null }
  }
  const clientInfo = { name: 'agent', version: '1' }
  const ready = request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  return {
    gateway,
    server,
    async call(tool, args) {
      await ready
      return await request('tools/call', { name: tool, arguments: args })
    },
  }
}

export async function holdsOf(store: Store): Promise<readonly Hold[]> {
  const query = { tenant: null, state: null, server: null, tool: null, risk: null, text: null, limit: 50, cursor: null }
  const { holds } = await store.holds.list(query)
  const whole = await Promise.all(holds.map(({ id }) => store.holds.get(id)))
  return whole.filter((hold) => hold !== null)
}

export async function statesOf(store: Store): Promise<readonly HoldState[]> {
  return (await holdsOf(store)).map(({ state }) => state)
}

export async function recordsOf(store: Store): Promise<readonly AuditRecord[]> {
  return (await store.audit.walk(null, Number.MAX_SAFE_INTEGER)).records
}

/**
 * The store, except that its `n`th operation fails, and every one after it too while `staysDown`. Operations are
 * counted from when it is armed.
 */
export function failingStore(
  store: Store,
  failing: { at: number; readonly staysDown: boolean; readonly after: boolean },
): { readonly store: Store; arm(): void; readonly count: () => number } {
  let armed = false
  let count = 0
  const parts = ['holds', 'grants', 'audit', 'leases', 'settings', 'tokens'] as const
  function wrap<Part extends object>(part: Part): Part {
    const entries = Object.entries(part).map(([name, operation]) => {
      if (typeof operation !== 'function' || name === 'appendFor') return [name, operation as unknown]
      const wrapped = async (...given: readonly unknown[]): Promise<unknown> => {
        const fails = armed && isDue()
        if (fails && !failing.after) throw new Error('the store is down')
        const answer = await (operation as (...args: readonly unknown[]) => Promise<unknown>).apply(part, [...given])
        // Written, but the one who asked for it never hears that.
        if (fails) throw new Error('the store went down')
        return answer
      }
      return [name, wrapped as unknown]
    })
    return Object.fromEntries(entries) as Part
  }
  function isDue(): boolean {
    count += 1
    return failing.staysDown ? count >= failing.at : count === failing.at
  }
  const wrapped = Object.fromEntries(parts.map((name) => [name, wrap(store[name])])) as Pick<
    Store,
    (typeof parts)[number]
  >
  return { store: { ...store, ...wrapped }, arm: () => void (armed = true), count: () => count }
}

/** The built-in rules, under which no call waits longer than this for a person. */
export function waitingAtMost(
  milliseconds: number,
  rules: readonly RuleConfig[] = [],
  conditions: PolicyEnvironment['conditions'] = null,
): () => GatewayPolicy {
  const config = { ...DEFAULT_CONFIG, wait: milliseconds, rules }
  const surroundings = { sha256, protectedPaths: NOTHING_PROTECTED, projects: NO_PROJECTS, conditions }
  const compiled = compilePolicy(config, surroundings)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return () => ({ policy: compiled.policy, config })
}

export function memoryStore(): Store {
  return createMemoryStore()
}
