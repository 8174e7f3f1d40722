/**
 * What a pack's entry means for one call. An entry that reads an argument never lowers what other arguments say: SQL
 * that writes anywhere in the call stays high, and a word that the pack does not list is high.
 */
import { raiseBySqlQuery } from './query-argument.ts'
import { atLeast } from '../packs.ts'
import type { PackEntry, PackFinding } from '../packs.ts'
import type { CallFacts } from './rate-call.ts'
import type { Rating } from './rating.ts'
import type { Risk } from '../ruling.ts'
import { rateSqlArguments, rateSqlText } from './sql-arguments.ts'
import { say } from '../../sentence/say.ts'
import type { SqlContext } from '../../sql/sql-reader.ts'

type SqlEntry = Extract<PackEntry, { readonly sql: string }>

export function rateByPack(finding: PackFinding, facts: CallFacts): Rating {
  const { entry } = finding
  if (typeof entry === 'string') return atLeast(finding.floor, rated(finding, entry))
  // A tool that runs any SQL says of itself that it may destroy; the statement at hand says more than the annotation.
  if ('sql' in entry) return rateSql(finding, entry, facts)
  if ('once' in entry) return atLeast(finding.floor, rated(finding, 'medium'))
  const word = Object.hasOwn(facts.call.arguments, entry.word) ? facts.call.arguments[entry.word] : undefined
  const risk = typeof word === 'string' && Object.hasOwn(entry.risks, word) ? entry.risks[word] : undefined
  if (typeof word !== 'string' || risk === undefined)
    return high(finding, say('packWordUnknown', { argument: entry.word }))
  const why = say('packRatesWord', { risk, argument: entry.word, word, origin: finding.origin })
  return atLeast(finding.floor, { risk, rule: finding.rule, why })
}

/** The words for a tool whose calls are rated one by one, or `null` where the entry says it all. */
export function describeReading({ entry, origin }: PackFinding): string | null {
  if (typeof entry === 'string' || 'once' in entry) return null
  if ('sql' in entry) return say('packReadsSql', { argument: entry.sql, origin })
  return say('packReadsWord', { argument: entry.word, origin })
}

/** The rating of an entry that needs no call. */
export function rateFixedEntry(finding: PackFinding): Rating | null {
  const { entry } = finding
  if (typeof entry === 'string') return atLeast(finding.floor, rated(finding, entry))
  return 'once' in entry ? atLeast(finding.floor, rated(finding, 'medium')) : null
}

function rateSql(finding: PackFinding, entry: SqlEntry, { call, tool, sql }: CallFacts): Rating {
  const argument = entry.sql
  const context: SqlContext = { engine: entry.engine, functions: [] }
  const text = Object.hasOwn(call.arguments, argument) ? call.arguments[argument] : undefined
  if (text === undefined) return high(finding, say('packSqlMissing', { argument }))
  const elsewhere = rateSqlArguments(call, tool, sql, context)?.rating ?? null
  if (elsewhere?.risk === 'high') return elsewhere
  const raised = raiseBySqlQuery(call, sql, context)
  return raised ?? { ...rateSqlText(text, sql, context), rule: `${finding.rule}, sql` }
}

function rated({ rule, origin }: PackFinding, risk: Risk): Rating {
  return { risk, rule, why: say('packRates', { risk, origin }) }
}

function high({ rule }: PackFinding, why: string): Rating {
  return { risk: 'high', rule, why }
}
