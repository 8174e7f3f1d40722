/**
 * Makes the read that a recipe names, for the same principal. It is ruled like any call and must pass as low: a recipe
 * is no way around the policy. A dry run is the one exception, by explicit recipe: it calls the tool itself, and only
 * where the tool declares at this moment that it knows the parameter, since a tool that ignores it would do the real
 * thing.
 *
 * Arguments with two names that look alike are never sent from here: a server that ignores case would read
 * `{"dry_run":true,"DRY_RUN":false}` as the real call, and `{"id":1,"ID":2}` would show one thing and change another.
 */
import {
  digestArguments,
  findLookAlikes,
  foldName,
  hasNamesake,
  isJsonObject,
  nameLookAlikes,
  recordDraft,
  replaceMember,
  say,
  thrownMessage,
} from '@holdpoint/core'
import type { Call, JsonObject, RecordKind, Ruling, Sha256, ToolDefinition } from '@holdpoint/core'
import type { CompiledPreview } from '@holdpoint/core/policy'
import type { AuditTrail } from '../calls/audit-trail.ts'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import type { ReadFreshDefinition } from '../tools/server-tools.ts'
import { askTool } from './ask-tool.ts'
import { readEntity } from './read-entity.ts'
import type { EntityReading } from './read-entity.ts'
import { askConditions } from './recipe-conditions.ts'

export interface RecipeReadOptions {
  /** What the policy says of a call of ours. */
  readonly rule: (call: Call, definition: ToolDefinition) => Promise<Ruling>
  /** A tool as this connection knows it, its claims tempered by what was pinned. */
  readonly knownDefinition: (connection: UpstreamConnection, tool: string) => Promise<ToolDefinition | null>
  /** A tool as the server defines it at this moment. */
  readonly freshDefinition: ReadFreshDefinition
  readonly trail: Pick<AuditTrail, 'append' | 'commit'>
  readonly sha256: Sha256
  readonly withinMs: number
  readonly largest: number
}

export interface RecipeReading {
  /** The tool that was called. */
  readonly source: string
  readonly reading: EntityReading
}

const ACTOR = 'holdpoint preview'

export async function readByRecipe(
  options: RecipeReadOptions,
  recipe: CompiledPreview,
  call: Call,
  connection: UpstreamConnection,
  metaText: string | null,
): Promise<RecipeReading> {
  const { source } = recipe
  const tool = source.kind === 'read' ? source.tool : call.tool
  const alike = describeLookAlikes(call.arguments)
  if (alike !== null) return { source: tool, reading: unreadable(alike) }
  try {
    const reading =
      source.kind === 'read'
        ? await readOther(options, source, call, connection, metaText)
        : await dryRun(options, source.parameter, call, connection, metaText)
    return { source: tool, reading: byItsOwnWord(recipe, call, reading) }
  } catch (error) {
    return { source: tool, reading: unreadable(firstLine(thrownMessage(error))) }
  }
}

/**
 * The recipe knows its server: an error that means "not found" there is one, whatever the words. It must be the words
 * that say so: nothing was read, so `entity == null` is true of every failure, a missing permission among them.
 */
function byItsOwnWord(recipe: CompiledPreview, call: Call, reading: EntityReading): EntityReading {
  if (reading.kind !== 'failed') return reading
  const saysAbsent = (error: string): boolean => {
    const facts = { args: call.arguments, entity: null, result: null, error }
    return askConditions({ ...recipe, refuse: null }, facts).absent
  }
  return saysAbsent(reading.words) && !saysAbsent('') ? { ...reading, kind: 'absent' } : reading
}

async function readOther(
  options: RecipeReadOptions,
  source: CompiledPreview['source'] & { readonly kind: 'read' },
  call: Call,
  connection: UpstreamConnection,
  metaText: string | null,
): Promise<EntityReading> {
  const { tool } = source
  const definition = await options.knownDefinition(connection, tool)
  if (definition === null) return unreadable(say('noSuchTool', { tool }))
  const sent = source.with({ args: call.arguments, entity: null, result: null })
  const alike = describeLookAlikes(sent)
  if (alike !== null) return unreadable(alike)
  const read = toOwnCall(call, tool, JSON.stringify(sent), sent, options.sha256)
  const ruling = await options.rule(read, definition)
  if (ruling.answer !== 'pass' || ruling.risk !== 'low') {
    return unreadable(say('readWouldAsk', { tool, why: ruling.why }))
  }
  const recorded = options.trail.append(record('call-passed', read, ruling, null))
  const answer = await askTool({ ...options, connection, tool, argumentsText: read.argumentsText, metaText })
  if ((await recorded) === 'refused') return unreadable(say('logUnwritable'))
  return readEntity(tool, answer)
}

async function dryRun(
  options: RecipeReadOptions,
  parameter: string,
  call: Call,
  connection: UpstreamConnection,
  metaText: string | null,
): Promise<EntityReading> {
  const { tool } = call
  const fresh = await options.freshDefinition(connection, tool, metaText)
  if (fresh.kind !== 'found') return unreadable(say('notFoundAgain', { tool }))
  if (!declaresFlag(fresh.definition, parameter)) {
    return unreadable(say('noSuchFlag', { tool, parameter }))
  }
  const argumentsText = replaceMember(call.argumentsText, [parameter], 'true')
  const sent = JSON.parse(argumentsText) as JsonObject
  if (!Object.hasOwn(sent, parameter) || sent[parameter] !== true || hasNamesake(sent, parameter)) {
    return unreadable(say('rehearsalUnclear'))
  }
  const rehearsal = toOwnCall(call, tool, argumentsText, sent, options.sha256)
  const ruling = await options.rule(rehearsal, fresh.definition)
  if (ruling.answer === 'deny') return unreadable(say('readDenied', { tool, why: ruling.why }))
  const intended = record('call-intended', rehearsal, ruling, say('dryRunByRecipe', { parameter }))
  if (!(await options.trail.commit(intended))) return unreadable(say('logUnwritable'))
  return readEntity(tool, await askTool({ ...options, connection, tool, argumentsText, metaText }))
}

/** Declared by this name and no other like it, as true or false and nothing else. */
function declaresFlag(definition: ToolDefinition, parameter: string): boolean {
  const properties = definition.inputSchema['properties']
  if (!isJsonObject(properties) || !Object.hasOwn(properties, parameter)) return false
  const folded = foldName(parameter)
  if (Object.keys(properties).some((name) => name !== parameter && foldName(name) === folded)) return false
  const schema = properties[parameter]
  if (!isJsonObject(schema) || schema['type'] !== 'boolean') return false
  const { enum: listed, const: only } = schema
  return (listed === undefined || (Array.isArray(listed) && listed.includes(true))) && only !== false
}

/** Why arguments are not sent, or `null`. */
function describeLookAlikes(args: JsonObject): string | null {
  const alike = findLookAlikes(args)
  return alike === null ? null : say('lookAlikesNotSent', nameLookAlikes(alike))
}

function toOwnCall(call: Call, tool: string, argumentsText: string, sent: JsonObject, sha256: Sha256): Call {
  return { ...call, tool, argumentsText, arguments: sent, digest: digestArguments(sent, sha256), rationale: null }
}

function record(kind: RecordKind, call: Call, ruling: Ruling, detail: string | null): ReturnType<typeof recordDraft> {
  return recordDraft({
    kind,
    tenant: call.tenant,
    principal: call.principal,
    client: call.client.name,
    server: call.server.name,
    tool: call.tool,
    method: 'tools/call',
    risk: ruling.risk,
    rule: ruling.rule,
    digest: call.digest,
    actor: ACTOR,
    detail,
  })
}

function unreadable(why: string): EntityReading {
  return { kind: 'unreadable', why }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
