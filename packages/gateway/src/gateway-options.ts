/**
 * What an engine is created with, what is taken where nothing is said, and what it does for the program that created
 * it.
 */
import { randomUUID } from 'node:crypto'
import { placelessProcess, seeOnly } from '@holdpoint/core'
import type {
  CheckEdit,
  Downstream,
  Hold,
  ProcessIdentity,
  SeeProcess,
  Sha256,
  SignText,
  StillEntitled,
  Store,
  Upstream,
  ServerTrust,
} from '@holdpoint/core'
import { PROGRAM } from '@holdpoint/core/sentence'
import { compilePolicy, DEFAULT_CONFIG, NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import type { Policy, PolicyConfig } from '@holdpoint/core/policy'
import type { UpstreamConnection } from './calls/upstream-connection.ts'
import type { Link, LinkOptions } from './calls/link.ts'
import type { LinkOrigin } from './calls/presented-client.ts'
import type { RationaleDemand } from './calls/rationale.ts'
import type { Attention } from './held/ask-person.ts'
import type { ServedCheatsheets } from './offers/served-cheatsheets.ts'
import type { HostSigns } from './rails/host-profiles.ts'
import type { AuthoredTools } from './recipes/authored-tools.ts'
import type { ViewFacts } from './rails/card/card-names.ts'
import type { RequestedCalls } from './requests/requested-calls.ts'
import type { ServerTools } from './tools/server-tools.ts'

/** What is in force now; asked anew for every call. */
export interface GatewayPolicy {
  readonly policy: Policy
  readonly config: PolicyConfig
}

export interface GatewayOptions {
  /** Opened on first need. While it fails, nothing risky passes; the next call asks again. */
  readonly store: () => Promise<Store>
  readonly sha256: Sha256
  /** Default: the built-in rules, which hold whatever is not known to be harmless. */
  readonly policy?: () => GatewayPolicy
  /** How a person is reached who decides. */
  readonly attention: Attention
  /**
   * What is asked of agents where the policy says nothing. Default: a rationale is advertised, no feedback is asked
   * for.
   */
  readonly ofAgents?: { readonly rationale: RationaleDemand; readonly feedback: boolean }
  /** This process, and what can be seen from here of others that share the store. Default: it is alone. */
  readonly self?: ProcessIdentity
  readonly see?: SeeProcess
  /** The card as a document, for hosts that draw views. Default: no card. */
  readonly view?: CardView | null
  /** The text that each server gives its agents. Default: none. */
  readonly cheatsheets?: CheatsheetSource
  /** How far a server can be trusted, for the card. Default: `unknown`. */
  readonly serverTrust?: (identity: string) => Promise<ServerTrust>
  /** What this process sees of the host that started it. Default: nothing. */
  readonly hostSigns?: HostSigns
  /** How the people who are asked start the program, for commands that they are told; `null`: they cannot. */
  readonly program?: () => string | null
  /**
   * Whether people who sign in otherwise than by a token may still decide, by what stands before the colon of their
   * identity. Those in chats are known by the policy's `people`. Default: there are no others.
   */
  readonly deciders?: { readonly [kind: string]: StillEntitled }
  /** Where a hold may run whose own connection has gone. Default: nowhere. */
  readonly otherConnection?: (hold: Hold, stateless: boolean) => Promise<ConnectedServer | null>
  readonly now?: () => number
  /** How much time has passed since any moment, in milliseconds, whatever is done to the clock: people are told from hosts by it. */
  readonly elapsed?: () => number
  readonly log?: (message: string) => void
}

export interface CardView {
  readonly document: (facts: ViewFacts) => string
  /** What the document says in another language; `null`: it has no such words. */
  readonly words: (which: string) => string | null
}

export interface CheatsheetSource {
  has(server: string): boolean
  /** The text as it is now; `null`: it cannot be read. */
  read(server: string): Promise<string | null>
}

export interface Gateway {
  readonly self: ProcessIdentity
  readonly cheatsheets: ServedCheatsheets
  /**
   * Stands in front of one connection to one server. `shared`: several clients speak on it, each request under an id of
   * ours.
   */
  connect(upstream: Upstream, about: ConnectionAbout): ConnectedServer
  /** Calls whose requester runs them itself. */
  readonly requests: RequestedCalls
  /** Judges arguments that a person wants to put in place of the requested ones. */
  readonly checkEdit: CheckEdit
  /** Looks after a hold whose own process has ended: runs an approved one, offers to take back one that ran. */
  adopt(hold: Hold): Promise<void>
  /** Waits for calls in flight; what is not answered in time is stored as unknown. The store stays open. */
  drain(withinMs: number): Promise<void>
}

export interface ConnectionAbout {
  readonly tenant: string
  readonly shared?: boolean
  /** Signs for this server what a person approved, with a key that it knows. Absent: it is told nothing of that. */
  readonly sign?: SignText
  /** What the server's author says of its tools, where we run inside it. Absent: recipes of the configuration say it. */
  readonly authored?: AuthoredTools
}

export interface ConnectedServer {
  readonly connection: UpstreamConnection
  readonly tools: ServerTools
  /**
   * A client of this server: what it sends is handed to the link, what it is to get goes to `downstream`. Several
   * clients need a connection that is `shared`.
   */
  open(client: ClientOptions): Link
}

export interface ClientOptions {
  readonly downstream: Downstream
  readonly origin: LinkOrigin
  /** What came with the current request beside its message, for HTTP fronts. */
  readonly headers?: { readonly [name: string]: string }
  readonly checkArguments?: LinkOptions['checkArguments']
  /** The client's `initialize`, where that was answered before. Absent: it comes over the link, or never. */
  readonly introduced?: LinkOptions['introduced']
}

export type CompleteOptions = Required<GatewayOptions>

export function withDefaults(given: GatewayOptions): CompleteOptions {
  const self = given.self ?? placelessProcess(randomUUID(), process.pid)
  return {
    ofAgents: { rationale: { kind: 'advertised' }, feedback: false },
    view: null,
    cheatsheets: { has: () => false, read: async () => null },
    serverTrust: async () => 'unknown',
    hostSigns: { environment: {}, lacksTerminal: () => false },
    program: () => PROGRAM,
    deciders: {},
    otherConnection: async () => null,
    now: Date.now,
    elapsed: () => performance.now(),
    log: () => {},
    // What another process does cannot be seen without knowing where it runs: its lease decides.
    see: seeOnly(self),
    ...given,
    policy: given.policy ?? builtInPolicy(given.sha256),
    self,
  }
}

function builtInPolicy(sha256: Sha256): () => GatewayPolicy {
  const surroundings = { sha256, protectedPaths: NOTHING_PROTECTED, projects: NO_PROJECTS, conditions: null }
  const compiled = compilePolicy(DEFAULT_CONFIG, surroundings)
  if (!compiled.ok) throw new Error(`The built-in policy has problems: ${JSON.stringify(compiled.problems)}`)
  return () => ({ policy: compiled.policy, config: DEFAULT_CONFIG })
}
