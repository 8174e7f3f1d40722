/**
 * What the gateway would say of a call, by the very judgement that the gateway makes: the policy in force over the tool
 * as its server defines it, control parameters cut out. The definition comes from the server itself where its command
 * or address is known, else from what a gateway last saw under that name. Where several were seen, the most cautious
 * answer counts. Where none is known it says so, since the answer may then be stricter than the gateway's. It calls no
 * tool. Who calls is part of the question: it guesses neither a principal nor whose word counts.
 */
import {
  PINS_PREFIX,
  cutControlParameters,
  definitionInPins,
  digestArguments,
  judgedBy,
  readToolPins,
  serverOfPinsKey,
} from '@holdpoint/core'
import type { Call, JsonObject, Ruling, ServerIdentity, Store, ToolDefinition, ToolPins } from '@holdpoint/core'
import { createRequesterNames } from '@holdpoint/core/policy'
import type { RuleCall, UpstreamConfig } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/store'
import type { ExplainedCall, PolicyQuestion } from '../command-context.ts'
import { formatConfigProblem } from '../../config/config-problem.ts'
import { openRuleCall } from '@holdpoint/gateway'
import { listLiveTools } from './live-tools.ts'
import type { Log } from '../../home/log.ts'
import { identifyUpstream } from '../../transport/open-upstream.ts'
import type { PolicyInForce } from '../../config/policy-source.ts'
import { VERSION } from '../../home/version.ts'

export interface ExplainOptions {
  readonly inForce: PolicyInForce
  readonly openStore: () => Promise<Store>
  readonly log: Log
  readonly interrupted: AbortSignal
}

/** A tool as it would be judged, on the server whose it is. */
interface KnownTool {
  readonly server: ServerIdentity
  readonly tool: ToolDefinition | null
}

interface Search {
  readonly found: readonly KnownTool[]
  readonly definition: ExplainedCall['definition']
  readonly note: string | null
}

export async function explainCall(question: PolicyQuestion, options: ExplainOptions): Promise<ExplainedCall> {
  const { found, definition, note } = await findTool(question, options)
  const names = createRequesterNames(options.openStore, () => performance.now())
  const rule = openRuleCall({ known: names.of, now: Date.now })
  const rulings: Ruling[] = []
  for (const known of found) rulings.push(await ruleOn(question, known, options.inForce, rule))
  const [ruling] = rulings.toSorted((one, other) => caution(other) - caution(one))
  if (ruling === undefined) throw new Error('no tool to judge')
  return { ruling, definition, note }
}

async function findTool(question: PolicyQuestion, options: ExplainOptions): Promise<Search> {
  const { server: name, tool } = question
  const pinned = await readAllPins(options.openStore)
  const reached = await findLive(question, options, pinned)
  if ('found' in reached) return reached
  const seen = pinned.flatMap(({ identity, pins }): readonly KnownTool[] => {
    const definition = pins.server === name ? definitionInPins(pins, tool) : null
    const { display, transport } = pins
    if (definition === null || display === undefined || transport === undefined) return []
    return [{ server: { name, identity, display, transport }, tool: definition }]
  })
  if (seen.length > 0) return { found: seen, definition: 'seen', note: reached.note }
  const server = reached.server ?? { name, identity: name, display: name, transport: 'stdio' as const }
  const unknown =
    reached.note ??
    `No server called ${name} was seen here yet, so its definition of ${tool} is not known: the gateway may let more pass. Give its command: holdpoint policy explain ${name} ${tool} '{…}' -- <command> [args…]`
  return { found: [{ server, tool: null }], definition: 'unknown', note: unknown }
}

/** Of the server itself; without `found`: it cannot be asked, and why. */
async function findLive(
  { server: name, tool, command }: PolicyQuestion,
  { inForce, log, interrupted }: ExplainOptions,
  pinned: readonly PinsOfServer[],
): Promise<Search | { readonly server: ServerIdentity | null; readonly note: string | null }> {
  const { config, unset } = inForce
  const configured = Object.hasOwn(config.servers, name) ? (config.servers[name]?.upstream ?? null) : null
  const upstream: UpstreamConfig | null =
    command === null ? configured : { kind: 'command', command, env: {}, cwd: null }
  if (upstream === null) return { server: null, note: null }
  const server = identifyUpstream(name, upstream)
  const [missing] = command === null && Object.hasOwn(unset, name) ? (unset[name] ?? []) : []
  if (missing !== undefined) return { server, note: `${name} cannot be asked: ${formatConfigProblem(missing)}` }
  const live = await listLiveTools(server, upstream, log, interrupted)
  if (!live.ok) return { server, note: `${name} did not list its tools: ${live.message}` }
  const definition = live.tools.find((listed) => listed.name === tool)
  if (definition === undefined) return { server, note: `${name} lists no tool called ${tool}.` }
  const own = pinned
    .filter(({ identity }) => identity === server.identity)
    .map(({ pins }) => judgedBy(definition, pins).definition)
  const judged = own.length === 0 ? [definition] : own
  return { found: judged.map((one) => ({ server, tool: one })), definition: 'live', note: null }
}

interface PinsOfServer {
  readonly identity: string
  readonly pins: ToolPins
}

/** Definitions that gateways of this home saw; none where the store cannot be read. */
async function readAllPins(openStore: () => Promise<Store>): Promise<readonly PinsOfServer[]> {
  try {
    const store = await openStore()
    return (await store.settings.under(PINS_PREFIX)).flatMap(({ key, value }) => {
      const pins = readToolPins(value)
      return pins === null ? [] : [{ identity: serverOfPinsKey(key), pins }]
    })
  } catch {
    return []
  }
}

async function ruleOn(
  question: PolicyQuestion,
  { server, tool }: KnownTool,
  { policy }: PolicyInForce,
  rule: RuleCall,
): Promise<Ruling> {
  const sent = JSON.parse(question.argumentsText) as JsonObject
  const { argumentsText } = cutControlParameters(question.argumentsText, sent, tool)
  const args = JSON.parse(argumentsText) as JsonObject
  const call: Call = {
    ...question.caller,
    client: { name: 'policy explain', version: VERSION },
    session: 'policy explain',
    server,
    tool: question.tool,
    argumentsText,
    arguments: args,
    digest: digestArguments(args, sha256),
    rationale: null,
  }
  return await rule(policy, call, tool)
}

function caution({ answer, risk }: Ruling): number {
  return { pass: 0, ask: 10, deny: 20 }[answer] + { low: 0, medium: 1, high: 2 }[risk]
}
