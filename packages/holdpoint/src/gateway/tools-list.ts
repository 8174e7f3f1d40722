/**
 * What clients see of a tool list: the server's own entries, plus a parameter for the rationale, a sentence for the agent
 * where a person may be asked, and `destructiveHint` where the server left it out. Everything else stays as it was sent.
 */
import { controlParameterName, isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue, Risk } from '@holdpoint/core'
import type { CatalogEntry } from './tool-catalog.ts'

export interface ListedTool {
  readonly risk: Risk
  readonly asks: boolean
  readonly gateOff: boolean
  readonly destructiveHint: boolean | null
}

export interface ListRules {
  rate(entry: CatalogEntry): ListedTool
  readonly advertiseRationale: boolean
}

const COACHING =
  'A person may have to approve this call. If the answer says NOT RUN YET: tell the user, end your turn, and call again with identical arguments once they have decided.'
const RATIONALE_SCHEMA: JsonObject = {
  type: 'string',
  minLength: 10,
  maxLength: 500,
  description: 'One sentence: why you make this call. Recorded for the people who review it; never sent to the server.',
}

export function rewriteTool(tool: JsonValue, entry: CatalogEntry | null, rules: ListRules): JsonValue {
  if (!isJsonObject(tool) || entry === null) return tool
  const listed = rules.rate(entry)
  const rewritten: { [key: string]: JsonValue } = { ...tool }
  const description = describe(tool['description'], listed, entry.drifted)
  if (description !== null) rewritten['description'] = description
  if (rules.advertiseRationale) {
    const schema = addRationale(tool['inputSchema'], controlParameterName('rationale', entry.definition))
    if (schema !== null) rewritten['inputSchema'] = schema
  }
  if (listed.destructiveHint !== null && entry.definition.annotations.destructiveHint === undefined) {
    const annotations = isJsonObject(tool['annotations']) ? tool['annotations'] : {}
    rewritten['annotations'] = { ...annotations, destructiveHint: listed.destructiveHint }
  }
  return rewritten
}

function describe(description: JsonValue | undefined, listed: ListedTool, drifted: boolean): string | null {
  const notes = [
    ...(listed.gateOff ? ['GATE OFF: Holdpoint records this call and holds nothing.'] : []),
    ...(listed.asks && !listed.gateOff ? [COACHING] : []),
    ...(drifted ? ["The server changed this tool's definition after it was first seen."] : []),
  ]
  if (notes.length === 0) return null
  return [...(typeof description === 'string' && description !== '' ? [description] : []), notes.join(' ')].join('\n\n')
}

/** `null` where the schema is no plain object schema: widening it could break the client's own validation. */
function addRationale(schema: JsonValue | undefined, name: string): JsonObject | null {
  if (!isJsonObject(schema) || schema['type'] !== 'object' || schema['$ref'] !== undefined) return null
  const properties = schema['properties']
  const required = schema['required']
  if (properties !== undefined && !isJsonObject(properties)) return null
  return {
    ...schema,
    properties: { ...properties, [name]: RATIONALE_SCHEMA },
    required: [...(Array.isArray(required) ? (required as readonly JsonValue[]) : []), name],
  }
}
