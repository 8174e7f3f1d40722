/**
 * Words of holds on SQLite's FTS5. What else a list may be filtered by stands in the same index as facets, so that a
 * common word with a rare filter is answered by the index alone. Rows are numbered in the order holds were made, and
 * database time never runs backwards, so walking them backwards is newest first.
 */
import { DECIDED_STATES } from '@holdpoint/core'
import type { Hold, HoldQuery, HoldState, Sha256 } from '@holdpoint/core'
import type { HoldSearch } from '../holds/hold-search.ts'
import type { ListedRow } from '../holds/listed-row.ts'
import { sameWords, searchedPhrases, searchedWords } from '../holds/searched-words.ts'
import { LISTED_COLUMNS_TEXT } from '../sql/listed-columns.ts'
import type { SqlQuery } from '../sql/sql-query.ts'

/** `content=''`: the text itself stays in the hold's body only. */
export const FULL_TEXT_SCHEMA: readonly string[] = [
  "create virtual table hold_search using fts5 (words, facets, content = '', contentless_delete = 1)",
]

const INSERT = 'insert into hold_search (rowid, words, facets) values (?, ?, ?)'
const REMOVE = 'delete from hold_search where rowid = ?'

/** Its queries are SQL. */
export interface FullText extends HoldSearch {
  readonly index: (position: number, hold: Hold, before: Hold | null) => readonly SqlQuery[]
}

export function createFullText(sha256: Sha256): FullText {
  /** One token of letters and digits for any value: the tokenizer would split a name such as `delete_contact`. */
  function facet(name: string, value: string): string {
    return `${name}${sha256(value).slice(0, 16)}`
  }

  function stateFacets(state: HoldState | 'decided'): string {
    if (state !== 'decided') return facet('state', state)
    return `(${DECIDED_STATES.map((each) => facet('state', each)).join(' OR ')})`
  }

  function facetsOf(hold: Hold): string {
    const { call, ruling, state } = hold
    return [
      facet('state', state),
      facet('tenant', call.tenant),
      facet('server', call.server.name),
      facet('tool', call.tool),
      facet('risk', ruling.risk),
    ].join(' ')
  }

  function index(position: number, hold: Hold, before: Hold | null): readonly SqlQuery[] {
    if (before !== null && before.state === hold.state && sameWords(before, hold)) return []
    const insert: SqlQuery = { sql: INSERT, parameters: [position, searchedWords(hold), facetsOf(hold)] }
    return before === null ? [insert] : [{ sql: REMOVE, parameters: [position] }, insert]
  }

  function toMatch(query: HoldQuery & { readonly text: string }): string | null {
    const phrases = searchedPhrases(query.text)
    if (phrases.length === 0) return null
    const facets = [
      query.state === null ? null : stateFacets(query.state),
      query.tenant === null ? null : facet('tenant', query.tenant),
      query.server === null ? null : facet('server', query.server),
      query.tool === null ? null : facet('tool', query.tool),
      query.risk === null ? null : facet('risk', query.risk),
    ].filter((token) => token !== null)
    const wanted = `words : (${phrases.map((phrase) => `"${phrase}"*`).join(' AND ')})`
    return facets.length === 0 ? wanted : `${wanted} AND facets : (${facets.join(' AND ')})`
  }

  return {
    index,
    find(query, after, limit): SqlQuery<ListedRow> | null {
      const match = toMatch(query)
      if (match === null) return null
      return {
        sql: FIND,
        parameters: [match, after?.position ?? Number.MAX_SAFE_INTEGER, query.tenant, query.tenant, limit],
      }
    },
  }
}

/** The tenant is compared once more with the row: a shortened hash is no boundary between tenants. */
const FIND = `select ${LISTED_COLUMNS_TEXT}
  from hold_search cross join holds on holds.position = hold_search.rowid
  where hold_search match ? and hold_search.rowid < ? and (? is null or holds.tenant = ?)
  order by hold_search.rowid desc limit ?`
