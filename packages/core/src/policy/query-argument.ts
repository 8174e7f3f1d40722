/**
 * SQL in an argument named `query`. The name alone says nothing (most are words to search for), so such an argument never
 * lowers a rating; but text that begins like SQL is read by the parsers, and a write raises: else `query {query: "DELETE …"}`
 * would pass as a read.
 */
import type { Call } from '../call/call.ts'
import type { SqlReader } from '../sql/sql-reader.ts'
import type { Rating } from './rating.ts'

const BEGINS_LIKE_SQL =
  /^[\s(;]*(?:select|with|insert|update|delete|drop|alter|create|truncate|merge|replace|grant|revoke|exec|execute|call|copy|vacuum|attach|detach|pragma|set|do|begin|start|lock|load|rename|explain|values|table|reindex|refresh|comment|import)\b/i

/** Text of this shape is a statement even where no parser knows its dialect. */
const WRITES_BY_SHAPE =
  /\b(?:insert\s+(?:\w+\s+)?into|replace\s+into|merge\s+into|delete\s+(?:[\w.,\s`"]+\s)?from|update\s+[\s\S]+?\sset|(?:drop|alter|create|truncate)\s+(?:table|database|schema|index|view|user|role|function|procedure|trigger|sequence|type|column))\b/i

export function hasSqlQuery(call: Call): boolean {
  const query = call.arguments['query']
  return typeof query === 'string' && BEGINS_LIKE_SQL.test(withoutComments(query))
}

export function raiseBySqlQuery(call: Call, reader: SqlReader | null): Rating | null {
  const query = call.arguments['query']
  if (typeof query !== 'string' || !hasSqlQuery(call)) return null
  if (reader === null) return high('The query looks like SQL, and no SQL parser is loaded.')
  const reading = reader.read(query)
  if (reading.kind === 'write') return high(`The SQL writes: ${reading.why}`)
  const looksLikeAWrite = reading.kind === 'unparsed' && WRITES_BY_SHAPE.test(withoutComments(query).slice(0, 2000))
  return looksLikeAWrite ? high('The query looks like SQL that writes, and no parser accepts it.') : null
}

function withoutComments(text: string): string {
  return text.includes('--') || text.includes('/*') || text.includes('#')
    ? text.replace(/\/\*[^]*?\*\/|--[^\n]*|#[^\n]*/g, ' ')
    : text
}

function high(why: string): Rating {
  return { risk: 'high', rule: 'sql', why }
}
