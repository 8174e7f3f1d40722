/**
 * SQL in arguments named `sql` or `statement`, read by real parsers. What cannot be read is treated as a write: a
 * missing reader, text that no dialect accepts, a value that is no text.
 */
import type { Call, ToolDefinition } from '../../call/call.ts'
import type { JsonValue } from '../../json/json-value.ts'
import { ANY_ENGINE } from '../../sql/sql-reader.ts'
import type { SqlContext, SqlReader } from '../../sql/sql-reader.ts'
import { declaresArgument } from './declared-arguments.ts'
import { lookAtArguments } from './plain-arguments.ts'
import type { Rating } from './rating.ts'
import { say } from '../../sentence/say.ts'

const SQL_NAMES: ReadonlySet<string> = new Set(['sql', 'statement'])

export interface SqlFinding {
  readonly rating: Rating
  /** Whether the tool's schema knows every one of these arguments. Only then may a read lower anything. */
  readonly declared: boolean
}

export function hasSqlArgument(call: Call): boolean {
  if (lookAtArguments(call.arguments).withoutQuery) return false
  for (const name in call.arguments) if (isSqlName(name)) return true
  return false
}

export function rateSqlArguments(
  call: Call,
  tool: ToolDefinition | null,
  reader: SqlReader | null,
  context: SqlContext = ANY_ENGINE,
): SqlFinding | null {
  if (lookAtArguments(call.arguments).withoutQuery) return null
  let worst: Rating | null = null
  let declared = true
  for (const name in call.arguments) {
    if (!isSqlName(name)) continue
    declared &&= declaresArgument(tool, name)
    if (worst?.risk !== 'high') worst = rateSqlText(call.arguments[name] ?? null, reader, context)
  }
  return worst === null ? null : { rating: worst, declared }
}

/** Rates one value that should be SQL. */
export function rateSqlText(value: JsonValue, reader: SqlReader | null, context: SqlContext = ANY_ENGINE): Rating {
  const texts = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string')) return high(say('sqlNotText'))
  if (reader === null) return high(say('sqlWithoutParser'))
  for (const text of texts) {
    const reading = reader.read(text, context)
    if (reading.kind === 'write') return high(say('sqlWrites', { why: reading.why }))
    if (reading.kind === 'doubtful') return high(say('sqlDoubtful', { why: reading.why }))
    if (reading.kind === 'unparsed') return high(say('sqlUnreadable', { why: reading.why }))
  }
  return { risk: 'low', rule: 'sql', why: say('sqlReads') }
}

function high(why: string): Rating {
  return { risk: 'high', rule: 'sql', why }
}

export function isSqlName(name: string): boolean {
  return name.length <= 9 && SQL_NAMES.has(name.toLowerCase())
}
