/**
 * Turns a configuration into a policy: a synchronous judge of calls that never throws. Whatever goes wrong while it
 * judges makes it ask. A configuration with a problem gives no policy at all.
 */
import type { Call, ServerIdentity, ToolDefinition } from '../call/call.ts'
import type { Sha256 } from '../json/sha256.ts'
import type { SqlReader } from '../sql/sql-reader.ts'
import { createKnownNames, knownToEither, NOTHING_KNOWN } from '../confusable/known-names.ts'
import type { KnownNames } from '../confusable/known-names.ts'
import type { JsonValue } from '../json/json-value.ts'
import { answerCall } from './answer-call.ts'
import { checkConfig } from './check-config.ts'
import type { PolicyProblem } from './check-config.ts'
import { namesToKnow } from './rating/confusable-names.ts'
import { compileRecipes } from './compile-recipes.ts'
import type { CompiledRecipes } from './compile-recipes.ts'
import { NO_RECIPES } from './compiled-recipe.ts'
import type { ToolRecipes } from './compiled-recipe.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { Condition, ConditionCompiler, ConditionType } from './conditions.ts'
import { listAnswer } from './list-tool.ts'
import type { ListedAnswer } from './list-tool.ts'
import { matchesCaller } from './match.ts'
import { packRecipes } from '../description/pack-recipes.ts'
import { PACKS } from './packs.ts'
import { DEFAULT_TENANT } from './policy-config.ts'
import type { PolicyConfig, TenantConfig } from './policy-config.ts'
import { hashPolicy } from './policy-hash.ts'
import { isGateOff } from './profiles.ts'
import { hasSqlQuery } from './rating/query-argument.ts'
import type { Ruling } from './ruling.ts'
import type { ProjectFolders } from './scope.ts'
import type { ProtectedPaths } from './rating/self-protection.ts'
import { hasSqlArgument } from './rating/sql-arguments.ts'
import { rateToolAlone } from './rating/tool-rating.ts'
import type { ToolRating } from './rating/tool-rating.ts'

export interface PolicyEnvironment {
  readonly sha256: Sha256
  readonly protectedPaths: ProtectedPaths
  readonly projects: ProjectFolders
  /** From `loadConditions()`; `null` serves configurations without conditions (`needsConditions`). */
  readonly conditions: ConditionCompiler | null
}

export interface RuleContext {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly mode: 'wrap' | 'serve'
  /** `null`: not loaded. SQL then counts as unreadable; ask `needsSql` first. */
  readonly sql: SqlReader | null
  /**
   * Hosts and addresses that this principal's permissions and approved calls name. Absent: only those of the
   * configuration.
   */
  readonly known?: KnownNames
}

export interface Policy {
  /** Changes with anything that can change a ruling. */
  readonly hash: string
  rule(call: Call, tool: ToolDefinition | null, context: RuleContext): Ruling
  /** The same ruling with what each rater said on the way. */
  explain(call: Call, tool: ToolDefinition | null, context: RuleContext): ExplainedRuling
  /** The rating without arguments and what the tenant's profile makes of it, for lists and tables. */
  answerTool(tool: ToolDefinition, server: ServerIdentity, tenant: string): ListedAnswer
  /** Whether ruling on this call wants a `SqlReader`. */
  needsSql(call: Call, tool: ToolDefinition | null): boolean
  /** What the configuration says of showing and taking back calls of this tool, else what a pack brings. */
  recipesFor(server: ServerIdentity, tool: string): ToolRecipes
  gateOff(tenant: string): boolean
  /** Whether the tenant lets an agent's own `confirm` stand for this ruling. */
  acceptsAgentConfirm(tenant: string, ruling: Ruling): boolean
}

export interface ExplainedRuling {
  readonly ruling: Ruling
  readonly considered: readonly string[]
}

export type CompileResult =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] }

export function compilePolicy(config: PolicyConfig, environment: PolicyEnvironment): CompileResult {
  const problems = [...checkConfig(config)]
  const rules = compileRules(config, environment.conditions, problems)
  const recipes = compileRecipes(config, environment.conditions, problems)
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, policy: createPolicy(config, rules, recipes, environment) }
}

function createPolicy(
  config: PolicyConfig,
  rules: readonly CompiledRule[],
  recipes: CompiledRecipes,
  environment: PolicyEnvironment,
): Policy {
  const sources = { config, rules, packs: PACKS }
  let configured: KnownNames | null = null
  // By the definition itself: two versions of one tool, or one whose claims were tempered, never share a rating.
  const ratings = new WeakMap<ToolDefinition, { readonly server: ServerIdentity; readonly rating: ToolRating }>()

  const ratingOf = (server: ServerIdentity, name: string, tool: ToolDefinition | null): ToolRating => {
    const known = tool === null ? undefined : ratings.get(tool)
    if (known !== undefined && known.server.identity === server.identity && known.server.name === server.name) {
      return known.rating
    }
    const rating = rateToolAlone(sources, server, name, tool)
    if (tool !== null) ratings.set(tool, { server, rating })
    return rating
  }

  const tenantOf = (name: string): TenantConfig =>
    Object.hasOwn(config.tenants, name) ? (config.tenants[name] ?? DEFAULT_TENANT) : DEFAULT_TENANT

  const judge = (call: Call, tool: ToolDefinition | null, context: RuleContext, notes: string[] | null): Ruling =>
    answerCall({
      config,
      tenant: tenantOf(call.tenant),
      rating: ratingOf(call.server, call.tool, tool),
      facts: { call, tool, now: context.now, sql: context.sql },
      mode: context.mode,
      protectedPaths: environment.protectedPaths,
      projects: environment.projects,
      known: knownToEither((configured ??= createKnownNames(namesOfConfig(config))), context.known ?? NOTHING_KNOWN),
      notes,
    })

  return {
    hash: hashPolicy(config, PACKS, environment.sha256),
    rule: (call, tool, context) => judge(call, tool, context, null),
    explain: (call, tool, context) => {
      const considered: string[] = []
      const ruling = judge(call, tool, context, considered)
      return { ruling, considered }
    },
    answerTool: (tool, server, tenant) => listAnswer(ratingOf(server, tool.name, tool), config, tenantOf(tenant)),
    needsSql: (call, tool) => {
      if (hasSqlArgument(call) || hasSqlQuery(call)) return true
      const rating = ratingOf(call.server, call.tool, tool)
      return (
        readsSql(rating) || rating.rules.some((rule) => rule.sql !== null && matchesCaller(rule.config.match, call))
      )
    },
    recipesFor: (server, tool) => {
      const own = recipes.get(server.name)?.get(tool) ?? NO_RECIPES
      const brought = own.preview !== null && own.undo !== null ? null : packRecipes(server, tool)
      return brought === null ? own : { preview: own.preview ?? brought.preview, undo: own.undo ?? brought.undo }
    },
    gateOff: (tenant) => isGateOff(config, tenantOf(tenant)),
    acceptsAgentConfirm: (tenant, ruling) =>
      tenantOf(tenant).acceptAgentConfirm && ruling.answer === 'ask' && ruling.grantable && ruling.quorum === 1,
  }
}

/** Of the servers' addresses, and of what rules and previews compare with: `args.to == "ana@example.com"`. */
function namesOfConfig({ servers, rules, tenants, tokens }: PolicyConfig): readonly string[] {
  const written = JSON.stringify([servers, rules, tenants, tokens])
  const quoted = [...written.matchAll(/["']([^"'\\\s]{3,320})\\?["']/g)].map(([, text = '']) => text)
  return namesToKnow(quoted satisfies JsonValue)
}

function readsSql({ pack }: ToolRating): boolean {
  return pack !== null && typeof pack.entry !== 'string' && 'sql' in pack.entry
}

function compileRules(
  config: PolicyConfig,
  conditions: ConditionCompiler | null,
  problems: PolicyProblem[],
): readonly CompiledRule[] {
  return config.rules.map((rule, index) => {
    const compile = (key: 'when' | 'sql', demand: ConditionType): Condition | null => {
      const expression = rule[key]
      if (expression === null) return null
      const path = ['rules', index, key]
      if (conditions === null) {
        problems.push({ path, message: 'Conditions cannot be read here.', suggestion: null })
        return null
      }
      const compiled = conditions.compile(expression, demand)
      if (compiled.ok) return compiled.condition
      problems.push({ path, message: compiled.message, suggestion: compiled.suggestion })
      return null
    }
    return { config: rule, when: compile('when', 'truth'), sql: compile('sql', 'text') }
  })
}
