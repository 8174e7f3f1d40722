/** The policy: what the rules say of a call. */
export type { Answer, Assurance, Rail, Risk, Ruling } from './ruling.ts'
export {
  DEFAULT_CONFIG,
  DEFAULT_SERVER,
  DEFAULT_TENANT,
  DEFAULT_TOOL,
  LONGEST_UNDO_WINDOW_MS,
  DEFAULT_RULE,
  MATCH_ANYTHING,
} from './policy-config.ts'
export type {
  AnnotationTrust,
  ChannelConnection,
  ChannelPlace,
  ChannelRoute,
  ChannelRouteMatch,
  ChannelsConfig,
  ConfiguredToken,
  PolicyConfig,
  PreviewContent,
  PreviewRecipe,
  PreviewSource,
  Profile,
  RationaleMode,
  RecipeArguments,
  RuleConfig,
  RuleMatch,
  SecretReference,
  ServerConfig,
  TenantConfig,
  ToolConfig,
  UndoRecipe,
  UpstreamConfig,
  WitnessConfig,
} from './policy-config.ts'
export { SQL_ENGINES } from '../sql/sql-reader.ts'
export type { SqlEngine } from '../sql/sql-reader.ts'
export { compilePolicy } from './compile-policy.ts'
export type { CompileResult, ExplainedRuling, Policy, PolicyEnvironment, RuleContext } from './compile-policy.ts'
export { createRequesterNames } from '../operations/requester-names.ts'
export type { RequesterNames } from '../operations/requester-names.ts'
export { createRuleCall } from './rule-call.ts'
export type { CallRulesOptions, RuleCall } from './rule-call.ts'
export type { PolicyProblem } from './check-config.ts'
export { loadConditions, needsConditions } from './conditions.ts'
export type { CompiledCondition, Condition, ConditionCompiler, ConditionFacts, ConditionType } from './conditions.ts'
export { NO_RECIPES } from './compiled-recipe.ts'
export type {
  CompiledPreview,
  CompiledUndo,
  RecipeExpression,
  RecipeFacts,
  RecipeObject,
  RecipeTemplate,
  ToolRecipes,
} from './compiled-recipe.ts'
export { destructiveHintFor, raiseHints } from './destructive-hint.ts'
export type { ListedAnswer, ListedRating } from './list-tool.ts'
export { loosens } from './loosening.ts'
export { findChannelRoute } from './channel-route.ts'
export { matchesGlob } from './match.ts'
export { PACKS } from './packs.ts'
export type { PackEntry, RatingPack } from './packs.ts'
export { hashConfig } from './policy-hash.ts'
export { suggestRecipes } from './suggest-recipes.ts'
export type { SuggestedCall, SuggestedPreview, SuggestedRecipe } from './suggest-recipes.ts'
export { NO_PROJECTS } from './scope.ts'
export type { ProjectFolders } from './scope.ts'
export { readsByName } from './rating/tool-rating.ts'
export { NOTHING_PROTECTED, SELF_PROTECTION } from './rating/self-protection.ts'
export type { ProtectedPaths } from './rating/self-protection.ts'
export { createKnownNames, NOTHING_KNOWN } from '../confusable/known-names.ts'
export type { KnownNames } from '../confusable/known-names.ts'
export { withoutTakenFromChats } from '../people/taken-from-chats.ts'
export { findUnmetQuorums } from '../people/unmet-quorums.ts'
export type { KnownIdentities } from '../people/unmet-quorums.ts'
