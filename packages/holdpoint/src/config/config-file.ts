/** `holdpoint.yaml` after its shape was checked: keys as people write them, nothing filled in yet. */
import type { Answer, Assurance, Profile, Rail, Risk, SqlEngine } from '@holdpoint/core/policy'
import type { PersonRole, Role } from '@holdpoint/core'

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined }

export type ConfigFile = Optional<{
  version: 1
  profile: Profile
  store: string
  audit: Optional<{ witness: string | WitnessEntry }>
  wait: string
  ttl: string
  execute_within: string
  undo_window: string
  decline_sticks: string
  answer_within: string
  rationale: 'required' | 'advertised' | 'off' | { readonly grace_until: string }
  feedback: boolean
  notify: 'browser' | 'none'
  auth: 'tokens' | 'none'
  tokens: readonly TokenEntry[]
  people: { readonly [person: string]: PersonEntry }
  servers: { readonly [name: string]: ServerEntry }
  mcpServers: { readonly [name: string]: HostServerEntry }
  rules: readonly RuleEntry[]
  tenants: { readonly [name: string]: TenantEntry }
  limits: Optional<{ held_bytes: string; tenant_held_bytes: string; children: number; idle_after: string }>
  channels: ChannelsEntry
  public_url: string
}>

export type ChannelsEntry = Optional<{
  unmatched: 'forward' | 'cancel' | 'ask'
  words: Optional<{ confirm: readonly string[]; cancel: readonly string[] }>
  language: string
  most_open: number
  feishu: ConnectionEntry
  dingtalk: ConnectionEntry
  slack: ConnectionEntry
  ask: readonly RouteEntry[]
  alerts: readonly string[]
}>

/** `{ file: … }` or a reference to the environment where the setting is a secret. */
export type ConnectionEntry = { readonly [setting: string]: string | SecretEntry | undefined }

export type SecretEntry = { readonly file: string }

export type RouteEntry = { readonly to: readonly string[] } & Optional<{
  match: Optional<{ rule: Globs; server: Globs; tool: Globs; tenant: Globs; session: Globs }>
  otherwise: readonly string[]
}>

export type WitnessEntry = Optional<{
  file: string
  url: string
  headers: { readonly [name: string]: string }
}>

export type TokenEntry = { readonly name: string; readonly role: Role; readonly sha256: string } & Optional<{
  tenant: string
  relays_a_person: boolean
}>

export type PersonEntry = { readonly identities: readonly string[] } & Optional<{
  roles: readonly PersonRole[]
  tenants: readonly string[]
}>

export type RecipeArgumentsEntry = string | { readonly [argument: string]: string }

export type PreviewEntry = Optional<{
  call: string
  with: RecipeArgumentsEntry
  dry_run: string
  title: string
  show: readonly string[]
  impact: { readonly [label: string]: string }
  refuse: { readonly when: string; readonly reason: string }
  not_found: string
}>

export type ToolEntry = Optional<{
  risk: Risk
  irreversible: boolean
  undo_window: string
  preview: PreviewEntry
  undo: { readonly call: string; readonly with: RecipeArgumentsEntry }
}>

/** How a server is started or reached. */
export type ConnectionOfServer = Optional<{
  type: 'stdio' | 'http' | 'streamable-http' | 'streamableHttp' | 'sse'
  command: string | readonly string[]
  args: readonly string[]
  env: { readonly [name: string]: string }
  cwd: string
  url: string
  headers: { readonly [name: string]: string }
}>

/** As hosts write it. The last ones are the host's own affair. */
export type HostServerEntry = ConnectionOfServer &
  Optional<{
    disabled: boolean
    description: string
    timeout: number
    alwaysAllow: readonly string[]
    autoApprove: readonly string[]
  }>

export type ServerEntry = ConnectionOfServer &
  Optional<{
    annotations: 'accept' | 'raise-only'
    risk: Risk
    cheatsheet: string
    tools: { readonly [name: string]: ToolEntry }
  }>

export type Globs = string | readonly string[]

export type RuleEntry = { readonly name: string } & Optional<{
  match: Optional<{ server: Globs; tool: Globs; client: Globs; principal: Globs; tenant: Globs }>
  when: string
  sql: string
  sql_engine: SqlEngine
  sql_functions: readonly string[]
  risk: Risk
  answer: Answer
  rails: readonly Rail[]
  approvers: readonly string[]
  quorum: number
  assurance: Assurance
  code: 'always'
  irreversible: boolean
  ttl: string
  undo_window: string
}>

export type TenantEntry = Optional<{
  profile: Profile
  auto_approve_high_risk: boolean
  accept_agent_confirm: boolean
  assurance: Assurance
  approvers: readonly string[]
  quorum: number
}>
