/**
 * From the file's keys to the neutral configuration: defaults filled in, durations in milliseconds, references
 * resolved. A variable that is not set keeps its server from being started, and nothing else: a command that only looks
 * or decides works without the servers' credentials.
 */
import { DEFAULT_CONFIG } from '@holdpoint/core/policy'
import type {
  PolicyConfig,
  PolicyProblem,
  RationaleMode,
  RuleConfig,
  ServerConfig,
  TenantConfig,
  ToolConfig,
  PreviewRecipe,
  PreviewSource,
  WitnessConfig,
} from '@holdpoint/core/policy'
import type {
  ConfigFile,
  Globs,
  RuleEntry,
  ServerEntry,
  TenantEntry,
  ToolEntry,
  PreviewEntry,
  WitnessEntry,
} from './config-file.ts'
import { parseByteSize } from './byte-size.ts'
import { parseDuration } from './duration.ts'
import { createResolve } from './environment-references.ts'
import type { Resolve } from './environment-references.ts'
import { toChannelsConfig } from './to-channels-config.ts'
import { isSafeUrl } from './safe-url.ts'
import { namedServers, toUpstream } from './servers/to-upstream.ts'
import type { NamedServer } from './servers/to-upstream.ts'
import { settingsWithoutEffect } from './without-effect.ts'
import { isAbsolute } from 'node:path'
import { HOME_TENANT } from '@holdpoint/core'

export type Environment = { readonly [name: string]: string | undefined }

export interface Conversion {
  readonly config: PolicyConfig
  readonly problems: readonly PolicyProblem[]
  /** Settings of the file that have no effect. */
  readonly warnings: readonly PolicyProblem[]
  /** By server: what it refers to and is not set. */
  readonly unset: { readonly [server: string]: readonly PolicyProblem[] }
}

type Path = PolicyProblem['path']

export function toPolicyConfig(file: ConfigFile, environment: Environment): Conversion {
  const problems: PolicyProblem[] = []
  const unset = Object.create(null) as { [server: string]: readonly PolicyProblem[] }
  const resolve = createResolve(environment, problems)
  const convertServer = ({ entry, connection, path }: NamedServer, name: string): ServerConfig => {
    const missing: PolicyProblem[] = []
    const upstream = toUpstream(connection, path, createResolve(environment, missing), problems)
    if (missing.length > 0) unset[name] = missing
    return { ...toServer(entry, ['servers', name], resolve, problems), upstream }
  }
  const config: PolicyConfig = {
    version: 1,
    profile: file.profile ?? DEFAULT_CONFIG.profile,
    store: file.store === undefined ? DEFAULT_CONFIG.store : (resolve(file.store, ['store']) ?? file.store),
    witness: toWitness(file.audit, resolve, problems),
    wait: file.wait === undefined || file.wait === 'auto' ? 'auto' : toMilliseconds(file.wait, 0),
    ttlMs: toMilliseconds(file.ttl, DEFAULT_CONFIG.ttlMs),
    executeWithinMs: toMilliseconds(file.execute_within, DEFAULT_CONFIG.executeWithinMs),
    undoWindowMs: toWindow(file.undo_window),
    declineSticksMs: toMilliseconds(file.decline_sticks, DEFAULT_CONFIG.declineSticksMs),
    answerWithinMs: toMilliseconds(file.answer_within, DEFAULT_CONFIG.answerWithinMs),
    rationale: toRationale(file.rationale, problems),
    feedback: file.feedback ?? DEFAULT_CONFIG.feedback,
    notify: file.notify ?? DEFAULT_CONFIG.notify,
    auth: file.auth ?? DEFAULT_CONFIG.auth,
    tokens: (file.tokens ?? []).map((token) => ({
      name: token.name,
      role: token.role,
      sha256: token.sha256.toLowerCase(),
      tenant: token.tenant ?? HOME_TENANT,
      relaysAPerson: token.relays_a_person ?? false,
    })),
    people: mapValues(file.people ?? {}, ({ identities, roles, tenants }) => ({
      identities,
      roles: roles ?? ['approver'],
      ...(tenants === undefined ? {} : { tenants }),
    })),
    servers: mapValues(namedServers(file, problems), convertServer),
    rules: (file.rules ?? []).map(toRule),
    tenants: mapValues(file.tenants ?? {}, toTenant),
    limits: {
      heldBytes: toBytes(file.limits?.held_bytes, DEFAULT_CONFIG.limits.heldBytes),
      tenantHeldBytes: toBytes(file.limits?.tenant_held_bytes, DEFAULT_CONFIG.limits.tenantHeldBytes),
      children: file.limits?.children ?? DEFAULT_CONFIG.limits.children,
      idleMs: toMilliseconds(file.limits?.idle_after, DEFAULT_CONFIG.limits.idleMs),
    },
    channels: toChannelsConfig(file.channels, problems),
    publicUrl: toPublicUrl(file.public_url, resolve, problems),
  }
  if (!/^sqlite(?::.+)?$/.test(config.store)) {
    const kind = config.store.split(':', 1)[0] ?? ''
    const message = `There is no store "${kind}"; the one there is keeps its file on this machine.`
    problems.push({ path: ['store'], message, suggestion: 'store: sqlite, or sqlite:/path/file.db' })
  }
  return { config, problems, warnings: settingsWithoutEffect(file), unset }
}

function toServer(
  entry: ServerEntry,
  path: Path,
  resolve: Resolve,
  problems: PolicyProblem[],
): Omit<ServerConfig, 'upstream'> {
  return {
    annotations: entry.annotations ?? 'accept',
    risk: entry.risk ?? null,
    cheatsheet: entry.cheatsheet === undefined ? null : resolve(entry.cheatsheet, [...path, 'cheatsheet']),
    tools: mapValues(entry.tools ?? {}, (tool, name) => toTool(tool, [...path, 'tools', name], problems)),
  }
}

function toTool(entry: ToolEntry, path: Path, problems: PolicyProblem[]): ToolConfig {
  const { preview, undo } = entry
  return {
    risk: entry.risk ?? null,
    irreversible: entry.irreversible ?? false,
    undoWindowMs: toWindow(entry.undo_window),
    preview: preview === undefined ? null : toPreview(preview, [...path, 'preview'], problems),
    undo: undo === undefined ? null : { call: undo.call, with: undo.with },
  }
}

function toRule(entry: RuleEntry): RuleConfig {
  const match = entry.match ?? {}
  return {
    name: entry.name,
    match: {
      server: toList(match.server),
      tool: toList(match.tool),
      client: toList(match.client),
      principal: toList(match.principal),
      tenant: toList(match.tenant),
    },
    when: entry.when ?? null,
    sql: entry.sql ?? null,
    sqlEngine: entry.sql_engine ?? null,
    sqlFunctions: entry.sql_functions ?? [],
    risk: entry.risk ?? null,
    answer: entry.answer ?? null,
    rails: entry.rails ?? null,
    approvers: entry.approvers ?? null,
    quorum: entry.quorum ?? null,
    assurance: entry.assurance ?? null,
    code: entry.code ?? null,
    irreversible: entry.irreversible ?? false,
    ttlMs: entry.ttl === undefined ? null : toMilliseconds(entry.ttl, 0),
    undoWindowMs: toWindow(entry.undo_window),
  }
}

function toTenant(entry: TenantEntry): TenantConfig {
  return {
    profile: entry.profile ?? null,
    autoApproveHighRisk: entry.auto_approve_high_risk ?? false,
    acceptAgentConfirm: entry.accept_agent_confirm ?? false,
    assurance: entry.assurance ?? null,
    approvers: entry.approvers ?? null,
    quorum: entry.quorum ?? null,
  }
}

function toRationale(entry: ConfigFile['rationale'], problems: PolicyProblem[]): RationaleMode | null {
  if (entry === undefined) return null
  if (typeof entry === 'string') return { kind: entry }
  const until = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(entry.grace_until) ? Date.parse(entry.grace_until) : Number.NaN
  if (Number.isNaN(until)) {
    problems.push({
      path: ['rationale', 'grace_until'],
      message: 'This is no date.',
      suggestion: 'grace_until: 2026-12-01',
    })
    return { kind: 'required' }
  }
  return { kind: 'grace', until }
}

function toList(globs: Globs | undefined): readonly string[] | null {
  if (globs === undefined) return null
  return typeof globs === 'string' ? [globs] : globs
}

function toMilliseconds(duration: string | undefined, otherwise: number): number {
  return duration === undefined ? otherwise : (parseDuration(duration) ?? otherwise)
}

function toBytes(size: string | undefined, otherwise: number): number {
  return size === undefined ? otherwise : (parseByteSize(size) ?? otherwise)
}

function toWindow(duration: string | undefined): number | null {
  return duration === undefined ? null : toMilliseconds(duration, 0)
}

/** Without a prototype: a server may be called `constructor`. */
function mapValues<T, U>(
  map: { readonly [name: string]: T },
  convert: (value: T, name: string) => U,
): { readonly [name: string]: U } {
  const converted = Object.create(null) as { [name: string]: U }
  for (const [name, value] of Object.entries(map)) converted[name] = convert(value, name)
  return converted
}

/**
 * From the keys of a `preview:` to a recipe. It reads another tool or makes a dry run, never both and never neither.
 */
function toPreview(entry: PreviewEntry, path: Path, problems: PolicyProblem[]): PreviewRecipe {
  return {
    ...toSource(entry, path, problems),
    title: entry.title ?? null,
    show: entry.show ?? [],
    impact: entry.impact ?? {},
    refuse: entry.refuse ?? null,
    notFound: entry.not_found ?? null,
  }
}

function toSource(entry: PreviewEntry, path: Path, problems: PolicyProblem[]): PreviewSource {
  const { call, with: recipeArguments, dry_run: parameter } = entry
  const refuse = (key: string | null, message: string, suggestion: string): void => {
    problems.push({ path: key === null ? path : [...path, key], message, suggestion })
  }
  if (parameter !== undefined) {
    if (call !== undefined) refuse('call', 'A preview calls a read tool or makes a dry run, not both.', 'remove one')
    else if (recipeArguments !== undefined)
      refuse('with', 'A dry run has the arguments of the call itself.', 'remove with')
    return { kind: 'dry-run', parameter }
  }
  if (call === undefined) refuse(null, '"call" is missing: the read tool that fetches what is shown.', 'call: get_x')
  else if (recipeArguments === undefined)
    refuse(null, `"with" is missing: the arguments of ${call}.`, 'with: { id: args.id }')
  return { kind: 'read', call: call ?? '', with: recipeArguments ?? {} }
}

/**
 * Where each head of the audit log is sent: a file or an address, not both, and no address that others could listen to.
 */
const PATH = ['audit', 'witness']

function toWitness(
  audit: ConfigFile['audit'],
  resolve: (text: string, path: PolicyProblem['path']) => string | null,
  problems: PolicyProblem[],
): WitnessConfig | null {
  const given = audit?.witness
  if (given === undefined) return null
  const entry: WitnessEntry =
    typeof given !== 'string' ? given : /^https?:/i.test(given) ? { url: given } : { file: given }
  const refuse = (message: string, suggestion: string): null => {
    problems.push({ path: PATH, message, suggestion })
    return null
  }
  if ((entry.file === undefined) === (entry.url === undefined)) {
    return refuse('A witness is a file or a url.', 'witness: /mnt/elsewhere/holdpoint-heads')
  }
  if (entry.file !== undefined) {
    if (entry.headers !== undefined) return refuse('"headers" belong to a url.', 'remove headers')
    const file = resolve(entry.file, PATH)
    if (file === null) return null
    if (!isAbsolute(file)) {
      return refuse('The file of a witness is named from the root.', 'witness: /mnt/elsewhere/holdpoint-heads')
    }
    return { target: { file }, headers: {} }
  }
  const url = resolve(entry.url ?? '', PATH)
  const headers = Object.entries(entry.headers ?? {}).map(
    ([name, value]) => [name, resolve(value, [...PATH, 'headers', name])] as const,
  )
  if (url === null || headers.some(([, value]) => value === null)) return null
  if (!isSafeUrl(url)) {
    return refuse('A witness is told over https, or over http on this machine.', 'https://host/heads')
  }
  return { target: { url }, headers: Object.fromEntries(headers.map(([name, value]) => [name, value ?? ''])) }
}

function toPublicUrl(given: string | undefined, resolve: Resolve, problems: PolicyProblem[]): string | null {
  if (given === undefined) return null
  const url = resolve(given, ['public_url'])
  if (url === null) return null
  if (isSafeUrl(url)) return url.replace(/\/+$/, '')
  const message = 'This is the address of the page as people open it: https, or http on this machine.'
  problems.push({ path: ['public_url'], message, suggestion: 'public_url: https://holdpoint.example.com' })
  return null
}
