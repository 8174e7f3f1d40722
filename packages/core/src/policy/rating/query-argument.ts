/**
 * Statements in arguments named `query`, `sql`, `cypher`, `mutation` …, at any depth, and in every argument of a tool
 * that is named so. Most are words to search for, so such an argument never lowers a rating; but one that writes raises
 * it: else `query {query: "DELETE …"}` would pass as a read. SQL is read by the parsers, the rest by
 * `statement-text.ts`.
 */
import type { Call } from '../../call/call.ts'
import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { ANY_ENGINE } from '../../sql/sql-reader.ts'
import type { SqlContext, SqlReader } from '../../sql/sql-reader.ts'
import { lookAtArguments, QUERY_NAME } from './plain-arguments.ts'
import type { Rating } from './rating.ts'
import { beginsLikeSql, writesByText } from './statement-text.ts'
import { say } from '../../sentence/say.ts'

const QUERY_TOOL = /sql|query|cypher|graphql|database|(?:^|[^a-z])db(?:[^a-z]|$)/i
/** Nothing but SQL is found under these, so what no parser accepts is not taken for words. */
const ONLY_SQL = /^(?:raw)?[^a-z]*sql[^a-z]*(?:query|text|statement|string)?s?$/i

/** How the ratings name queries, in words. */
const WORDS_NAME = /^(?:description|explanation|rationale|reason|purpose|comment|title|summary)$/i

/** Of all such texts of a call together. */
const LONGEST = 50_000
const DEEPEST = 200

interface QueryText {
  readonly text: string
  readonly onlySql: boolean
}

const NO_TEXTS: readonly QueryText[] = []

export function hasSqlQuery(call: Call): boolean {
  const texts = queryTexts(call)
  return texts !== null && texts.some(({ text, onlySql }) => onlySql || beginsLikeSql(text))
}

export function raiseBySqlQuery(call: Call, reader: SqlReader | null, context: SqlContext = ANY_ENGINE): Rating | null {
  const texts = queryTexts(call)
  if (texts === null) return high(say('queryTooLong'))
  for (const { text, onlySql } of texts) {
    const why = writes(text, onlySql, reader, context)
    if (why !== null) return high(why)
  }
  return null
}

function writes(text: string, onlySql: boolean, reader: SqlReader | null, context: SqlContext): string | null {
  if (/\/\*\w?!/.test(text)) return say('queryRunsComment')
  const isSql = onlySql || beginsLikeSql(text)
  if (isSql && reader === null) return say('queryWithoutParser')
  const reading = isSql ? reader?.read(text, context) : undefined
  if (reading?.kind === 'write') return say('sqlWrites', { why: reading.why })
  if (reading?.kind === 'doubtful') return say('sqlDoubtful', { why: reading.why })
  if (reading?.kind === 'read') return null
  if (onlySql) return say('sqlUnreadable', { why: reading?.why ?? '' })
  return writesByText(text) ? say('queryLooksWriting') : null
}

/** `null`: more than is read. */
function queryTexts(call: Call): readonly QueryText[] | null {
  if (lookAtArguments(call.arguments).withoutQuery && !QUERY_TOOL.test(call.tool)) return NO_TEXTS
  const found: QueryText[] = []
  let left = LONGEST
  const walk = (value: JsonValue, isQuery: boolean, onlySql: boolean, depth: number): void => {
    if (left < 0) return
    if (typeof value === 'string') {
      if (!isQuery || value === '') return
      left -= value.length
      found.push({ text: value, onlySql })
    } else if (typeof value === 'object' && value !== null) {
      if (depth > DEEPEST) left = -1
      else if (Array.isArray(value)) {
        for (const item of value as readonly JsonValue[]) walk(item, isQuery, onlySql, depth + 1)
      } else {
        const object = value as JsonObject
        for (const key in object) {
          const named = QUERY_NAME.test(key)
          // At the top, `sql` itself is the matter of `sql-arguments.ts`.
          walk(
            object[key] ?? null,
            named || (isQuery && !(depth === 0 && WORDS_NAME.test(key))),
            named && depth > 0 && ONLY_SQL.test(key),
            depth + 1,
          )
        }
      }
    }
  }
  walk(call.arguments, QUERY_TOOL.test(call.tool), false, 0)
  return left < 0 ? null : found
}

function high(why: string): Rating {
  return { risk: 'high', rule: 'sql', why }
}
