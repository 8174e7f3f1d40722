/**
 * What other ratings of tools would have changed: the last held calls of each are ruled once more, by the one function
 * that rules calls, under the policy in force and under the same with these ratings. It puts nothing in force and writes
 * no configuration. Calls that passed are only counted: the log keeps no arguments of them.
 */
import { approvedCall, definitionInPins, isWhole, pinsOfServer, readToolPins, titlesOf } from '@holdpoint/core'
import type { Hold, Risk, Ruling, Store, Titles, ToolDefinition } from '@holdpoint/core'
import { DEFAULT_TOOL, loosens, DEFAULT_RULE, MATCH_ANYTHING } from '@holdpoint/core/policy'
import type { PolicyConfig, RuleCall, RuleConfig } from '@holdpoint/core/policy'
import type { PolicyInForce } from '../config/policy-source.ts'
import { shownTo } from './routes/shown-approval.ts'
import type { Reader } from './routes/shown-approval.ts'

export interface TriedRating {
  readonly server: string
  readonly tool: string
  readonly risk: Risk
}

export interface TriedRatings {
  /** What a person would have to confirm, in words; empty: nothing gets looser. */
  readonly loosens: readonly string[]
  /** Held calls that were ruled once more. */
  readonly calls: number
  /** Calls of these tools that passed, as far back as was looked. */
  readonly passed: number
  readonly changed: readonly ChangedRuling[]
}

/** A recorded call that would be ruled otherwise. */
export interface ChangedRuling {
  readonly hold: string
  readonly titles: Titles
  readonly tool: string
  readonly server: string
  readonly at: string
  readonly before: RuledAs
  readonly after: RuledAs
}

export interface RuledAs {
  readonly risk: string
  readonly answer: string
  /** Whether one yes may cover the rest of a session. */
  readonly asking: 'never' | 'scope' | 'each'
}

/** `null`: no policy can be read, or none can be made of these ratings. */
export type TryRatings = (
  tenant: string,
  ratings: readonly TriedRating[],
  reader: Reader,
) => Promise<TriedRatings | null>

interface RatingTrial {
  readonly store: Store
  readonly policy: () => PolicyInForce | null
  readonly rule: RuleCall
}

const MOST_OF_A_TOOL = 50
const RECORDS_LOOKED_AT = 1000

export function createRatingTrial({ store, policy, rule }: RatingTrial): TryRatings {
  return async (tenant, ratings, reader) => {
    const current = policy()
    if (current === null) return null
    const config = withRatings(current.config, ratings)
    const compiled = current.compileOther(config)
    if (!compiled.ok) return null
    const changed: ChangedRuling[] = []
    let calls = 0
    for (const rating of ratings) {
      for (const hold of await lastHolds(tenant, rating)) {
        const call = approvedCall({ ...hold, edit: null })
        if (call === null) continue
        const definition = await definitionOf(hold)
        const before = ruledAs(await rule(current.policy, call, definition))
        const after = ruledAs(await rule(compiled.policy, call, definition))
        calls += 1
        if (JSON.stringify(before) === JSON.stringify(after)) continue
        const { tool, server } = rating
        const titles = titlesOf(shownTo(hold, reader).preview, tool)
        changed.push({ hold: hold.id, titles, tool, server, at: new Date(hold.createdAt).toISOString(), before, after })
      }
    }
    return { loosens: loosens(current.config, config), calls, passed: await countPassed(tenant, ratings), changed }
  }

  async function lastHolds(tenant: string, { server, tool }: TriedRating): Promise<readonly Hold[]> {
    const query = { tenant, server, tool, state: null, risk: null, text: null, limit: MOST_OF_A_TOOL, cursor: null }
    const { holds } = await store.holds.list(query)
    const whole = await Promise.all(holds.map(async (hold) => (isWhole(hold) ? hold : await store.holds.get(hold.id))))
    // What takes an earlier call back is asked about whatever its rating is.
    return whole.filter((hold) => hold !== null && hold.undoOf === undefined) as readonly Hold[]
  }

  /** As any gateway of this home first saw it. */
  async function definitionOf({ call }: Hold): Promise<ToolDefinition | null> {
    for (const { value } of await store.settings.under(pinsOfServer(call.server.identity))) {
      const pins = readToolPins(value)
      const definition = pins === null ? null : definitionInPins(pins, call.tool)
      if (definition !== null) return definition
    }
    return null
  }

  async function countPassed(tenant: string, ratings: readonly TriedRating[]): Promise<number> {
    const { records } = await store.audit.browse({
      tenant,
      since: null,
      kinds: ['call-passed', 'call-intended'],
      server: null,
      risk: null,
      order: 'newest-first',
      limit: RECORDS_LOOKED_AT,
      cursor: null,
    })
    return records.filter((record) =>
      ratings.some(({ server, tool }) => record.server === server && record.tool === tool),
    ).length
  }
}

/** As the YAML that the page shows has it: an override where the server is configured, else a rule before all others. */
function withRatings(config: PolicyConfig, ratings: readonly TriedRating[]): PolicyConfig {
  const servers = { ...config.servers }
  const rules: RuleConfig[] = []
  for (const { server: name, tool, risk } of ratings) {
    const server = Object.hasOwn(servers, name) ? servers[name] : undefined
    if (server === undefined) rules.push(ratingRule(name, tool, risk))
    else {
      const known = Object.hasOwn(server.tools, tool) ? server.tools[tool] : undefined
      servers[name] = { ...server, tools: { ...server.tools, [tool]: { ...(known ?? DEFAULT_TOOL), risk } } }
    }
  }
  return { ...config, servers, rules: [...rules, ...config.rules] }
}

function ratingRule(server: string, tool: string, risk: Risk): RuleConfig {
  return {
    ...DEFAULT_RULE,
    name: `${tool} is ${risk}`,
    match: { ...MATCH_ANYTHING, server: [server], tool: [tool] },
    risk,
  }
}

function ruledAs({ risk, answer, scope }: Ruling): RuledAs {
  return { risk, answer, asking: answer !== 'ask' ? 'never' : scope === null ? 'each' : 'scope' }
}
