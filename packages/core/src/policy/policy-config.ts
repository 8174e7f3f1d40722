/**
 * The configuration as the rest of the system sees it: neutral, validated values, durations in milliseconds, references
 * to the environment already resolved. It knows no YAML and no files; the reader of the file produces this value.
 */
import type { Place } from '../delivery/delivery.ts'
import type { ChatPlatform } from '../people/chat-identity.ts'
import type { PeopleConfig } from '../people/people.ts'
import type { ReplyWords } from '../reply/reply-words.ts'
import type { Role } from '../store/store.ts'
import type { SqlEngine } from '../sql/sql-reader.ts'
import type { Answer, Assurance, Rail, Risk } from './ruling.ts'

export type Profile = 'observe' | 'relaxed' | 'balanced' | 'strict'

export interface PolicyConfig {
  readonly version: 1
  readonly profile: Profile
  /** `sqlite` or `sqlite:<file>`. */
  readonly store: string
  /** The witness that receives each head of the audit log; `null`: none. */
  readonly witness: WitnessConfig | null
  /** Milliseconds, or `auto`: as long as a person can be reached. */
  readonly wait: 'auto' | number
  /** How long a question stays open. */
  readonly ttlMs: number
  /** How long an approval may wait for its dispatch. */
  readonly executeWithinMs: number
  /** How long an approved call waits before it runs, so that the approval can be taken back; `null`: it is not set. */
  readonly undoWindowMs: number | null
  /** How long an identical call gets the same refusal. */
  readonly declineSticksMs: number
  /** How long a server may take to answer an approved call before its outcome counts as unknown. */
  readonly answerWithinMs: number
  /** `null`: required in `serve`, advertised in `wrap`. */
  readonly rationale: RationaleMode | null
  /** Whether agents are offered `submit_feedback`; `null`: in `serve`, not in `wrap`. */
  readonly feedback: boolean | null
  /** Whether a browser may be opened for a hold that no other rail can ask. */
  readonly notify: 'browser' | 'none'
  readonly auth: 'tokens' | 'none'
  readonly tokens: readonly ConfiguredToken[]
  /** Who stands behind which identities. */
  readonly people: PeopleConfig
  readonly servers: { readonly [name: string]: ServerConfig }
  /** First match wins. */
  readonly rules: readonly RuleConfig[]
  readonly tenants: { readonly [name: string]: TenantConfig }
  readonly limits: LimitsConfig
  readonly channels: ChannelsConfig
  /** Where people's devices reach the page; `null`: links in messages would lead nowhere. */
  readonly publicUrl: string | null
}

export interface WitnessConfig {
  readonly target: { readonly file: string } | { readonly url: string }
  readonly headers: { readonly [name: string]: string }
}

export type RationaleMode =
  | { readonly kind: 'required' }
  | { readonly kind: 'advertised' }
  | { readonly kind: 'off' }
  /** Until then (milliseconds since 1970) a missing rationale is only warned about; afterwards it is required. */
  | { readonly kind: 'grace'; readonly until: number }

export interface ConfiguredToken {
  readonly name: string
  readonly role: Role
  /** SHA-256 of the secret, hex. */
  readonly sha256: string
  readonly tenant: string
  readonly relaysAPerson: boolean
}

export interface ServerConfig {
  /** `null`: the entry only rates a server that `wrap --name` starts. */
  readonly upstream: UpstreamConfig | null
  readonly annotations: AnnotationTrust
  /** For tools that nothing else rates; `null`: those are high. */
  readonly risk: Risk | null
  /** As written: relative to the folder of the configuration file. */
  readonly cheatsheet: string | null
  readonly tools: { readonly [name: string]: ToolConfig }
}

/** `accept`: `readOnlyHint` may rate what nothing else rates. `raise-only`: annotations never do more than raise. */
export type AnnotationTrust = 'accept' | 'raise-only'

export type UpstreamConfig =
  | {
      readonly kind: 'command'
      readonly command: readonly string[]
      readonly env: { readonly [name: string]: string }
      readonly cwd: string | null
    }
  | { readonly kind: 'url'; readonly url: string; readonly headers: { readonly [name: string]: string } }

export interface ToolConfig {
  readonly risk: Risk | null
  readonly irreversible: boolean
  /** `null`: that of the rule, or of the whole configuration. */
  readonly undoWindowMs: number | null
  readonly preview: PreviewRecipe | null
  readonly undo: UndoRecipe | null
}

/** Argument name → expression, or one expression for the whole object. */
export type RecipeArguments = string | { readonly [argument: string]: string }

/** How the question gets to show what a call is about. Expressions in CEL; texts may hold `${expression}`. */
export type PreviewRecipe = PreviewSource & PreviewContent

export type PreviewSource =
  | { readonly kind: 'read'; readonly call: string; readonly with: RecipeArguments }
  /** The tool itself with this parameter set to true. */
  | { readonly kind: 'dry-run'; readonly parameter: string }

export interface PreviewContent {
  readonly title: string | null
  /** Fields of the entity, by name or by names joined with dots. */
  readonly show: readonly string[]
  /** Label → expression. */
  readonly impact: { readonly [label: string]: string }
  /** A state in which the call makes no sense: no person is asked, the agent gets the reason. */
  readonly refuse: { readonly when: string; readonly reason: string } | null
  /** A condition for "there is no such thing" where the server does not answer with an error. */
  readonly notFound: string | null
}

export interface UndoRecipe {
  readonly call: string
  readonly with: RecipeArguments
}

export interface RuleConfig {
  readonly name: string
  readonly match: RuleMatch
  /** A condition in CEL; `null`: always. */
  readonly when: string | null
  /** An expression in CEL that gives SQL text, which then rates the call. */
  readonly sql: string | null
  /** The engine behind that SQL: only its own functions count. `null`: not configured. */
  readonly sqlEngine: SqlEngine | null
  /** Functions in that SQL that change nothing, by the operator's word. */
  readonly sqlFunctions: readonly string[]
  readonly risk: Risk | null
  readonly answer: Answer | null
  readonly rails: readonly Rail[] | null
  readonly approvers: readonly string[] | null
  readonly quorum: number | null
  readonly assurance: Assurance | null
  /** `always`: in a chat only a reply with the code approves. `null`: a button does as well. */
  readonly code: 'always' | null
  readonly irreversible: boolean
  readonly ttlMs: number | null
  /** `null`: that of the whole configuration. */
  readonly undoWindowMs: number | null
}

/** Globs (`*`, `?`); one of each list must match. `null`: anything. */
export interface RuleMatch {
  readonly server: readonly string[] | null
  readonly tool: readonly string[] | null
  readonly client: readonly string[] | null
  readonly principal: readonly string[] | null
  readonly tenant: readonly string[] | null
}

export interface TenantConfig {
  /** `null`: the profile of the whole configuration. */
  readonly profile: Profile | null
  readonly autoApproveHighRisk: boolean
  readonly acceptAgentConfirm: boolean
  readonly assurance: Assurance | null
  readonly approvers: readonly string[] | null
  readonly quorum: number | null
}

/** What one caller may use up before it is refused. */
export interface LimitsConfig {
  /** Bytes of the open holds of one principal, as stored. */
  readonly heldBytes: number
  /** The same of all principals of a tenant together. */
  readonly tenantHeldBytes: number
  /** Server processes that `serve` runs for one principal. */
  readonly children: number
  /** After so long without use, such a process ends. */
  readonly idleMs: number
}

export interface ChannelsConfig {
  /** What happens to a reply that answers nothing. */
  readonly unmatched: 'forward' | 'cancel' | 'ask'
  /** Besides the built-in ones. */
  readonly words: ReplyWords
  /** In which questions are written. */
  readonly language: string
  /** So many questions stand open in one place at most. */
  readonly mostOpen: number
  /** How each platform is reached. */
  readonly connections: { readonly [platform in ChatPlatform]?: ChannelConnection }
  /** Where people are asked: the first that matches counts. */
  readonly routes: readonly ChannelRoute[]
  /** Where operators are told of callers without a rationale while that is let pass. */
  readonly alerts: readonly ChannelPlace[]
}

export interface ChannelConnection {
  readonly settings: { readonly [name: string]: string }
  readonly secrets: { readonly [name: string]: SecretReference }
}

/** Where a secret is, never the secret itself: a configuration is shown, hashed and compared. */
export type SecretReference = { readonly variable: string } | { readonly file: string }

export interface ChannelRoute {
  readonly match: ChannelRouteMatch
  readonly to: readonly ChannelPlace[]
  readonly otherwise: readonly ChannelPlace[]
}

/** Globs; `null`: whatever it is. */
export interface ChannelRouteMatch {
  readonly rule: readonly string[] | null
  readonly server: readonly string[] | null
  readonly tool: readonly string[] | null
  /** `null`: the default one. */
  readonly tenant: readonly string[] | null
  readonly session: readonly string[] | null
}

export interface ChannelPlace {
  readonly channel: ChatPlatform
  readonly place: Place
}

const MEGABYTE = 1_000_000
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Protects without any file. */
export const DEFAULT_CONFIG: PolicyConfig = {
  version: 1,
  profile: 'balanced',
  store: 'sqlite',
  witness: null,
  wait: 'auto',
  ttlMs: 24 * HOUR,
  executeWithinMs: 10 * MINUTE,
  undoWindowMs: null,
  declineSticksMs: 10 * MINUTE,
  answerWithinMs: 5 * MINUTE,
  rationale: null,
  feedback: null,
  notify: 'browser',
  auth: 'tokens',
  tokens: [],
  people: {},
  servers: {},
  rules: [],
  tenants: {},
  publicUrl: null,
  limits: { heldBytes: 64 * MEGABYTE, tenantHeldBytes: 512 * MEGABYTE, children: 16, idleMs: 15 * MINUTE },
  channels: { unmatched: 'forward', words: {}, language: 'en', mostOpen: 20, connections: {}, routes: [], alerts: [] },
}

export const DEFAULT_SERVER: ServerConfig = {
  upstream: null,
  annotations: 'accept',
  risk: null,
  cheatsheet: null,
  tools: {},
}

export const DEFAULT_TOOL: ToolConfig = {
  risk: null,
  irreversible: false,
  undoWindowMs: null,
  preview: null,
  undo: null,
}

/** A call that waits much longer would run when its approver no longer thinks of it. */
export const LONGEST_UNDO_WINDOW_MS: number = 5 * MINUTE

export const DEFAULT_TENANT: TenantConfig = {
  profile: null,
  autoApproveHighRisk: false,
  acceptAgentConfirm: false,
  assurance: null,
  approvers: null,
  quorum: null,
}

export const MATCH_ANYTHING: RuleMatch = { server: null, tool: null, client: null, principal: null, tenant: null }

/** A rule for every call, that says nothing of any. */
export const DEFAULT_RULE: Omit<RuleConfig, 'name'> = {
  match: MATCH_ANYTHING,
  when: null,
  sql: null,
  sqlEngine: null,
  sqlFunctions: [],
  risk: null,
  answer: null,
  rails: null,
  approvers: null,
  quorum: null,
  assurance: null,
  code: null,
  irreversible: false,
  ttlMs: null,
  undoWindowMs: null,
}
