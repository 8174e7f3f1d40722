/**
 * What can be said of a tool before any call: everything in the rating that does not depend on arguments. It is worked
 * out once for each tool, because a read that passes must cost almost nothing.
 */
import type { ServerIdentity, ToolDefinition, ToolAnnotations } from '../../call/call.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import { kindOfArgument } from './argument-kinds.ts'
import type { CompiledRule } from '../compiled-rule.ts'
import { familyRisk } from '../destructive-hint.ts'
import { matchesTool } from '../match.ts'
import { findInPacks } from '../packs.ts'
import type { PackFinding, RatingPack } from '../packs.ts'
import { DEFAULT_SERVER, DEFAULT_TOOL } from '../policy-config.ts'
import type { PolicyConfig } from '../policy-config.ts'
import type { Rating } from './rating.ts'
import { isSqlName } from './sql-arguments.ts'
import { findVerb, mixesScripts, TOO_LONG } from './verbs.ts'
import type { VerbFinding } from './verbs.ts'
import { say } from '../../sentence/say.ts'

const MIXED_SCRIPTS = 'mixed scripts'
const STRANGE_NAME = 'strange name'

export interface ToolRating {
  readonly override: Rating | null
  /** Rules that speak of this server and tool, in order. Who calls, and with what, is still open. */
  readonly rules: readonly CompiledRule[]
  readonly pack: PackFinding | null
  readonly verb: VerbFinding | null
  /** What the verb alone says. */
  readonly byVerb: Rating | null
  /** Below this the call cannot fall, whatever the verb says. */
  readonly raise: Rating | null
  /** For what nothing above rates. */
  readonly fallback: Rating
  /** The declared argument that rates its calls one by one, where no pack names it. */
  readonly readArgument: { readonly kind: 'sql' | 'word'; readonly name: string } | null
  readonly irreversible: boolean
  readonly undoWindowMs: number | null
}

export interface RatingSources {
  readonly config: PolicyConfig
  readonly rules: readonly CompiledRule[]
  readonly packs: readonly RatingPack[]
}

export function rateToolAlone(
  sources: RatingSources,
  server: ServerIdentity,
  name: string,
  tool: ToolDefinition | null,
): ToolRating {
  const serverConfig = ownOr(sources.config.servers, server.name, DEFAULT_SERVER)
  const toolConfig = ownOr(serverConfig.tools, name, DEFAULT_TOOL)
  const verb = verbOfTool(name)
  const annotations = tool?.annotations ?? {}
  const raise = raiseByName(name) ?? raiseByAnnotations(annotations, verb)
  const readOnly = serverConfig.annotations === 'accept' ? rateByReadOnlyHint(annotations, name) : null
  return {
    override:
      toolConfig.risk === null
        ? null
        : {
            risk: toolConfig.risk,
            rule: 'tool override',
            why: say('configurationRates', { tool: name, risk: toolConfig.risk }),
          },
    rules: sources.rules.filter((rule) => matchesTool(rule.config.match, server.name, name)),
    pack: findInPacks(sources.packs, server, name, tool, raise),
    verb,
    byVerb: rateByVerb(verb),
    raise,
    fallback: readOnly ?? rateByServer(server.name, serverConfig.risk),
    readArgument: findReadArgument(tool),
    irreversible: toolConfig.irreversible,
    undoWindowMs: toolConfig.undoWindowMs,
  }
}

/** A name that imitates or hides another word is not rated by the words it seems to show. */
function raiseByName(name: string): Rating | null {
  // What every object has (`constructor`) is found by careless servers in any list of theirs.
  if (STRANGE_CHARACTERS.test(name) || name in Object.prototype || name === 'prototype') {
    return { risk: 'high', rule: STRANGE_NAME, why: say('strangeName') }
  }
  if (!mixesScripts(name)) return null
  return { risk: 'high', rule: MIXED_SCRIPTS, why: say('mixedScripts') }
}

/** Beyond what is printed in ASCII, letters and digits with their marks: a zero-width space would cut `drop` in two. */
const STRANGE_CHARACTERS = /[^ -~\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}/u

/** Whether a rating comes from the name's own letters, which nothing in a call can outweigh. */
export function isByLetters({ rule }: Rating): boolean {
  return rule === MIXED_SCRIPTS || rule === STRANGE_NAME
}

function findReadArgument(tool: ToolDefinition | null): ToolRating['readArgument'] {
  const properties = tool?.inputSchema['properties']
  const names = isJsonObject(properties) ? Object.keys(properties) : []
  const sql = names.find(isSqlName)
  if (sql !== undefined) return { kind: 'sql', name: sql }
  const word = names.find((name) => kindOfArgument(name) === 'action')
  return word === undefined ? null : { kind: 'word', name: word }
}

function verbOfTool(name: string): VerbFinding | null {
  const verb = findVerb(name)
  const family = familyRisk(name)
  return family === 'high' && verb?.kind !== 'high' ? { verb: name, risk: 'high', kind: 'high' } : verb
}

/** For tools of which nothing but the name is known: whether that says, without any doubt, that it only reads. */
export function readsByName(name: string): boolean {
  return raiseByName(name) === null && verbOfTool(name)?.kind === 'read'
}

export function rateByVerb(verb: VerbFinding | null): Rating | null {
  if (verb === null) return null
  if (verb === TOO_LONG) return { risk: 'high', rule: 'too long', why: say('verbTooLong') }
  const says = verb.kind === 'read' ? 'verbReads' : verb.risk === 'high' ? 'verbIsHigh' : 'verbChanges'
  return { risk: verb.risk, rule: `verb ${verb.verb}`, why: say(says, { verb: verb.verb }) }
}

function rateByServer(server: string, risk: Rating['risk'] | null): Rating {
  if (risk !== null) return { risk, rule: 'server default', why: say('serverDefault', { server, risk }) }
  return { risk: 'high', rule: 'default', why: say('unrated') }
}

/** Names come from outside: `constructor` must not find what every object has. */
function ownOr<T>(map: { readonly [name: string]: T }, name: string, otherwise: T): T {
  return Object.hasOwn(map, name) ? (map[name] ?? otherwise) : otherwise
}

/** A rating below which the call cannot fall, or `null`. */
function raiseByAnnotations(annotations: ToolAnnotations, verb: VerbFinding | null): Rating | null {
  // A write, an edit or a move overwrites by its nature; the hint says more only of tools that sound harmless.
  if (annotations.destructiveHint === true && verb?.kind !== 'change') {
    return {
      risk: 'high',
      rule: 'annotation destructiveHint',
      why: say('saysDestructive'),
    }
  }
  if (annotations.destructiveHint === true || annotations.readOnlyHint === false) {
    return { risk: 'medium', rule: 'annotation readOnlyHint', why: say('saysChanging') }
  }
  return null
}

/** A name that shows what it is called. */
const PLAIN_WORDS = /^[A-Za-z][A-Za-z0-9]*(?:[_\-./: ]+[A-Za-z0-9]+)*$/

/** A rating for what nothing else rates, or `null`. Only for servers whose annotations are accepted. */
function rateByReadOnlyHint(annotations: ToolAnnotations, name: string): Rating | null {
  if (annotations.readOnlyHint !== true || annotations.destructiveHint === true) return null
  if (!PLAIN_WORDS.test(name)) return null
  return {
    risk: 'low',
    rule: 'annotation readOnlyHint',
    why: say('saysReadOnly'),
  }
}
