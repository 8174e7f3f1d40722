/**
 * What clients see of a tool list: the server's own entries, plus our parameters, a few sentences for the agent where a
 * person may be asked, and `destructiveHint` where the server left it out or says less than the name. Everything else
 * stays as it was sent. A model reads all of it in every turn, so each word has to earn its place; hosts may show one
 * tool without the others, so each entry says all that it needs.
 */
import { controlParameterName, isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue, ToolAnnotations, ToolDefinition } from '@holdpoint/core'
import { raiseHints } from '@holdpoint/core/policy'
import { declareParameters } from './control-schema.ts'
import type { DeclaredParameter } from './control-schema.ts'
import type { CatalogEntry } from './tool-catalog.ts'
import { wantsRationale } from '../calls/rationale.ts'
import type { RationaleDemand } from '../calls/rationale.ts'
import { mayAsk } from './may-ask.ts'
import type { AskedTool } from './may-ask.ts'
import { CARD_URI } from '../rails/card/card-names.ts'

export interface ListedTool extends AskedTool {
  readonly destructiveHint: boolean | null
}

export interface ListRules {
  rate(entry: CatalogEntry): ListedTool
  readonly rationale: RationaleDemand
  /** The client draws cards, and can be told of `preview` and `confirm`. */
  readonly cards: boolean
  /** A call of this tool is a preview unless it says otherwise, so every client has to know of `preview`. */
  previewsFirst(tool: string): boolean
  /** Where the server's cheatsheet is read, if it has one. */
  readonly cheatsheet: string | null
}

const HIGH_RISK = '🔴 HIGH-RISK.'
const COACHING =
  'May ask a person. On NOT RUN YET, end your turn: do not retry, re-narrate or ask again in chat; if no card shows, give the link. On `Apply:` or once decided, repeat the identical call; on `Cancel:` acknowledge briefly.'
const GATE_OFF = 'GATE OFF: Holdpoint records this call and holds nothing.'
const DRIFTED = "The server changed this tool's definition after it was first seen."

export const RATIONALE_SCHEMA: JsonObject = {
  type: 'string',
  minLength: 10,
  maxLength: 500,
}
const PREVIEW_SCHEMA: JsonObject = {
  type: 'boolean',
  default: true,
  description: 'false only after `Apply:`; approves nothing',
}
const CONFIRM_SCHEMA: JsonObject = { type: 'boolean', description: 'Approves nothing; a person does' }

export function rewriteTool(tool: JsonValue, entry: CatalogEntry | null, rules: ListRules): JsonValue {
  if (!isJsonObject(tool) || entry === null) return tool
  const listed = rules.rate(entry)
  const rewritten: { [key: string]: JsonValue } = { ...tool }
  const parameters = declaredFor(entry, listed, rules)
  const schema = parameters.length === 0 ? null : declareParameters(tool['inputSchema'], parameters)
  if (schema !== null) rewritten['inputSchema'] = schema
  const unsaid = schema === null ? (parameters.find(({ required }) => required)?.name ?? null) : null
  const description = describe(tool['description'], entry, listed, rules, unsaid)
  if (description !== null) rewritten['description'] = description
  const annotations = isJsonObject(tool['annotations']) ? tool['annotations'] : {}
  const raised = raiseHints(listed.destructiveHint, annotations as ToolAnnotations)
  if (raised !== null) rewritten['annotations'] = { ...annotations, ...raised }
  return showsCard(entry, rules) ? withCard(rewritten) : rewritten
}

/** Whether a call of this tool may have to be asked for, to a client that draws cards. */
export function showsCard(entry: CatalogEntry, rules: ListRules): boolean {
  return rules.cards && mayAsk(rules.rate(entry))
}

function declaredFor({ definition }: CatalogEntry, listed: ListedTool, rules: ListRules): readonly DeclaredParameter[] {
  const cards = rules.cards && mayAsk(listed)
  const parameter = (name: 'rationale' | 'preview' | 'confirm', schema: JsonObject): DeclaredParameter => ({
    name: controlParameterName(name, definition),
    schema,
    required: name === 'rationale',
  })
  return [
    ...(wantsRationale(rules.rationale, () => mayAsk(listed)) ? [parameter('rationale', RATIONALE_SCHEMA)] : []),
    ...(cards || rules.previewsFirst(definition.name) ? [parameter('preview', PREVIEW_SCHEMA)] : []),
    ...(cards ? [parameter('confirm', CONFIRM_SCHEMA)] : []),
  ]
}

/** @param unsaid a parameter that is wanted and that the schema could not be given */
function describe(
  own: JsonValue | undefined,
  { definition, drifted }: CatalogEntry,
  listed: ListedTool,
  { cheatsheet }: ListRules,
  unsaid: string | null,
): string | null {
  const helped = cheatsheet !== null && (listed.risk !== 'low' || takesQuery(definition))
  const before = [...(helped ? [cheatsheetLine(cheatsheet)] : []), ...(listed.risk === 'high' ? [HIGH_RISK] : [])]
  const after = [
    ...(listed.gateOff ? [GATE_OFF] : []),
    ...(mayAsk(listed) ? [COACHING] : []),
    ...(drifted ? [DRIFTED] : []),
    ...(unsaid === null ? [] : [`Also send \`${unsaid}\`: why you make this call, 10 to 500 characters.`]),
  ]
  if (before.length + after.length === 0) return null
  const words = typeof own === 'string' && own !== '' ? [own] : []
  return [[...before, ...words].join(' '), after.join(' ')].filter((part) => part !== '').join('\n\n')
}

function cheatsheetLine(uri: string): string {
  return `Before any write or non-trivial query, fetch ${uri} first. Do NOT guess names, ids or syntax.`
}

/** Reads whose query could be guessed wrong are what a cheatsheet is for, beside writes. */
const QUERY_TOOL =
  /(?:^|[^a-z])(?:sql|query|queries|search|find|filter|select|aggregate|report|graphql|cypher)(?:[^a-z]|$)/i
const QUERY_ARGUMENT = /^(?:sql|query|statement|filters?|where|cypher|graphql|jql|cql|soql)$/i

function takesQuery({ name, inputSchema }: ToolDefinition): boolean {
  if (QUERY_TOOL.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'))) return true
  const { properties } = inputSchema
  return isJsonObject(properties) && Object.keys(properties).some((argument) => QUERY_ARGUMENT.test(argument))
}

/** The place of the address before it moved into `ui`; hosts of that time read only this one. */
const EARLIER_KEY = 'ui/resourceUri'
/** Where servers written for one host name their view. */
const ONE_HOSTS_KEY = 'openai/outputTemplate'

/** Gives a tool of the server our view. A tool that has one of its own, or that no model calls, stays as it is. */
export function withCard(tool: JsonObject): JsonObject {
  const meta = isJsonObject(tool['_meta']) ? tool['_meta'] : {}
  const ui = isJsonObject(meta['ui']) ? meta['ui'] : {}
  if ([meta[EARLIER_KEY], meta[ONE_HOSTS_KEY], ui['resourceUri']].some((view) => view !== undefined)) return tool
  if (Array.isArray(ui['visibility']) && !ui['visibility'].includes('model')) return tool
  return { ...tool, _meta: { ...meta, ui: { ...ui, resourceUri: CARD_URI }, [EARLIER_KEY]: CARD_URI } }
}
