/**
 * Whether a tool runs code, commands or SQL that stand in its arguments, by its name, theirs and their texts. Leave for
 * one such call says nothing about the next: what it does is in the text.
 */
import type { Call } from '../../call/call.ts'
import { hasSqlQuery } from './query-argument.ts'
import { hasSqlArgument } from './sql-arguments.ts'

/** Of arguments, and of tools that run what stands in any of theirs. */
const RUN_NAME =
  /sql|quer(?:y|ies)|statement|cypher|graphql|mutation|database|(?:^|[^a-z])(?:db|js|eval)(?:[^a-z]|$)|evaluate|javascript|python|command|cmd|(?<!de|sub|tran|pre|manu)script|code|exec|shell|bash|terminal/i
/** The argument that carries it, where the tool itself is called `run` or `do`. Narrower: every call has arguments. */
const RUN_ARGUMENT =
  /^(?:sql|quer(?:y|ies)|statements?|cypher|graphql|mutation|commands?|cmd|script|code|function|expression|javascript|js|shell|program)$/i

export function runsWhatItIsGiven(call: Call): boolean {
  return hasRunName(call.tool) || hasSql(call) || Object.keys(call.arguments).some((name) => RUN_ARGUMENT.test(name))
}

export function hasRunName(name: string): boolean {
  return RUN_NAME.test(name)
}

export function hasSql(call: Call): boolean {
  return hasSqlArgument(call) || hasSqlQuery(call)
}
