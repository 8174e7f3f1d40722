/**
 * What a new configuration would loosen, in words. Conservative: every difference that is not provably a tightening is
 * listed. Only what cannot let a call through (how long a call waits, whether a browser opens, a cheatsheet) is left
 * out.
 */
import { canonicalize } from '../json/canonical.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { PeopleConfig } from '../people/people.ts'
import { keepInChats } from '../people/taken-from-chats.ts'
import { say } from '../sentence/say.ts'
import {
  areShorter,
  isLonger,
  looserApprovers,
  looserAssurance,
  looserQuorum,
  looserRiskOverride,
  shorterWindow,
  undoWindows,
} from './looser.ts'
import type { UndoWindows } from './looser.ts'
import { loosensRules } from './loosening-rules.ts'
import { DEFAULT_SERVER, DEFAULT_TENANT, DEFAULT_TOOL } from './policy-config.ts'
import type {
  ConfiguredToken,
  PolicyConfig,
  Profile,
  RationaleMode,
  ServerConfig,
  TenantConfig,
  ToolConfig,
} from './policy-config.ts'

const STRICTNESS: { readonly [profile in Profile]: number } = { observe: 0, relaxed: 1, balanced: 2, strict: 3 }

export function loosens(before: PolicyConfig, after: PolicyConfig): string[] {
  return [
    ...loosensProfile(null, before.profile, after.profile),
    ...says(before.store !== after.store, say('storeMoves')),
    ...says(before.witness !== null && spell(before.witness) !== spell(after.witness), say('witnessDiffers')),
    ...says(isLonger(before.ttlMs, after.ttlMs), say('questionsStayLonger')),
    ...says(isLonger(before.executeWithinMs, after.executeWithinMs), say('approvalsStayLonger')),
    ...says(areShorter(undoWindows(before.undoWindowMs), undoWindows(after.undoWindowMs)), say('undoWindowShorter')),
    ...says(isLonger(after.declineSticksMs, before.declineSticksMs), say('refusalSticksShorter')),
    ...says(looserRationale(before.rationale, after.rationale), say('lessRationale')),
    ...says(before.auth !== after.auth && after.auth === 'none', say('noTokenNeeded')),
    ...says(
      before.channels.unmatched !== after.channels.unmatched,
      say('unmatchedDiffers', { mode: after.channels.unmatched }),
    ),
    ...says(
      (after.channels.words.confirm ?? []).some((word) => !(before.channels.words.confirm ?? []).includes(word)),
      say('moreWordsConfirm'),
    ),
    ...loosensTokens(before.tokens, after.tokens),
    ...loosensPeople(before.people, after.people),
    ...bothSides(before.servers, after.servers).flatMap(([name, old, next]) =>
      loosensServer(name, old, next, windowsBeside(before, after)),
    ),
    ...loosensRules(before, after),
    ...bothSides(before.tenants, after.tenants).flatMap(([name, old, next]) =>
      loosensTenant(name, before, old ?? DEFAULT_TENANT, after, next ?? DEFAULT_TENANT),
    ),
  ]
}

/** `tenant` is `null` for the profile of all. */
function loosensProfile(tenant: string | null, before: Profile, after: Profile): string[] {
  const sentence =
    tenant === null ? say('profileLooser', { before, after }) : say('profileOfTenantLooser', { tenant, before, after })
  return says(STRICTNESS[after] < STRICTNESS[before], sentence)
}

function loosensTokens(before: readonly ConfiguredToken[], after: readonly ConfiguredToken[]): string[] {
  const known = new Set(before.map(spell))
  return after
    .filter((token) => !known.has(spell(token)))
    .map((token) => say('tokenNewOrChanged', { role: token.role, name: token.name }))
}

/**
 * A newly mapped identity may count towards a quorum, and one no longer mapped may count beside its former person: a
 * person confirms both. An account in a chat that is no longer mapped counts for nothing.
 */
function loosensPeople(before: PeopleConfig, after: PeopleConfig): string[] {
  return bothSides(before, after).flatMap(([person, old, next]) =>
    says(spell(old === null ? null : keepInChats(old, next)) !== spell(next), say('personDiffers', { person })),
  )
}

/** What a tool without a window of its own had at most, and has at least. */
function windowsBeside(before: PolicyConfig, after: PolicyConfig): Windows {
  const windowsOf = ({ undoWindowMs, rules }: PolicyConfig): readonly UndoWindows[] => [
    undoWindows(undoWindowMs),
    ...rules.flatMap((rule) => (rule.undoWindowMs === null ? [] : [undoWindows(rule.undoWindowMs)])),
  ]
  const pick = (choose: typeof Math.max, windows: readonly UndoWindows[]): UndoWindows => ({
    counted: choose(...windows.map(({ counted }) => counted)),
    other: choose(...windows.map(({ other }) => other)),
  })
  return { before: pick(Math.max, windowsOf(before)), after: pick(Math.min, windowsOf(after)) }
}

interface Windows {
  readonly before: UndoWindows
  readonly after: UndoWindows
}

function loosensServer(
  name: string,
  before: ServerConfig | null,
  after: ServerConfig | null,
  windows: Windows,
): string[] {
  if (before === null && after !== null && after.upstream !== null) return [say('serverNew', { server: name })]
  const old = before ?? DEFAULT_SERVER
  const next = after ?? DEFAULT_SERVER
  return [
    ...says(
      next.upstream !== null && spell(old.upstream) !== spell(next.upstream),
      say('serverReachedDifferently', { server: name }),
    ),
    ...says(
      old.annotations === 'raise-only' && next.annotations === 'accept',
      say('serverAnnotationsAccepted', { server: name }),
    ),
    // What nothing rates is high, so having no default is as tight as it gets.
    ...says(
      looserRiskOverride(old.risk ?? 'high', next.risk ?? 'high'),
      say('unratedBecome', { server: name, risk: next.risk ?? 'high' }),
    ),
    ...bothSides(old.tools, next.tools).flatMap(([tool, one, other]) =>
      loosensTool(`${name}.${tool}`, one ?? DEFAULT_TOOL, other ?? DEFAULT_TOOL, windows),
    ),
  ]
}

function loosensTool(name: string, before: ToolConfig, after: ToolConfig, windows: Windows): string[] {
  return [
    ...says(
      looserRiskOverride(before.risk, after.risk),
      after.risk === null
        ? say('toolNoLongerRated', { tool: name, risk: before.risk ?? 'high' })
        : say('toolRated', { tool: name, risk: after.risk }),
    ),
    ...says(before.irreversible && !after.irreversible, say('toolNoLongerIrreversible', { tool: name })),
    ...says(
      shorterWindow(before.undoWindowMs, after.undoWindowMs, windows),
      say('undoWindowOfToolShorter', { tool: name }),
    ),
    // A recipe calls another tool of the server without asking.
    ...says(
      after.preview !== null && spell(before.preview) !== spell(after.preview),
      say('previewRecipeNew', { tool: name }),
    ),
    ...says(after.undo !== null && spell(before.undo) !== spell(after.undo), say('undoRecipeNew', { tool: name })),
  ]
}

function loosensTenant(
  name: string,
  configBefore: PolicyConfig,
  before: TenantConfig,
  configAfter: PolicyConfig,
  after: TenantConfig,
): string[] {
  const inherits = before.profile === null && after.profile === null
  return [
    ...(inherits
      ? []
      : loosensProfile(name, before.profile ?? configBefore.profile, after.profile ?? configAfter.profile)),
    ...says(!before.autoApproveHighRisk && after.autoApproveHighRisk, say('tenantLetsPass', { tenant: name })),
    ...says(!before.acceptAgentConfirm && after.acceptAgentConfirm, say('tenantLetsConfirm', { tenant: name })),
    ...says(looserAssurance(before.assurance, after.assurance), say('tenantAssuranceLess', { tenant: name })),
    ...says(looserApprovers(before.approvers, after.approvers), say('tenantApproversMore', { tenant: name })),
    ...says(looserQuorum(before.quorum, after.quorum), say('tenantApprovalsFewer', { tenant: name })),
  ]
}

/** `null` lies between: required in `serve`, advertised in `wrap`. */
function looserRationale(before: RationaleMode | null, after: RationaleMode | null): boolean {
  if (before?.kind === 'grace' && after?.kind === 'grace') return after.until > before.until
  const [old, next] = [rationaleRank(before), rationaleRank(after)]
  if (old !== next) return next < old
  return before?.kind !== after?.kind
}

const RATIONALE_RANK: { readonly [kind in RationaleMode['kind']]: number } = {
  off: 0,
  advertised: 1,
  grace: 1,
  required: 3,
}

function rationaleRank(mode: RationaleMode | null): number {
  return mode === null ? 2 : RATIONALE_RANK[mode.kind]
}

/** Every name that either side has, in order. */
function bothSides<T>(
  before: { readonly [name: string]: T },
  after: { readonly [name: string]: T },
): readonly (readonly [string, T | null, T | null])[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return names.map((name) => [name, own(before, name), own(after, name)] as const)
}

function own<T>(map: { readonly [name: string]: T }, name: string): T | null {
  return Object.hasOwn(map, name) ? (map[name] ?? null) : null
}

function spell(value: unknown): string {
  return canonicalize(value as JsonValue)
}

function says(loosening: boolean, sentence: string): string[] {
  return loosening ? [sentence] : []
}
