/**
 * Words of holds as PostgreSQL finds them. What a word is stays ours, not a language's: letters and digits that stand
 * together, without accents and case, the same as on SQLite.
 */
import type { Hold } from '@holdpoint/core'
import { sql } from 'kysely'
import type { HoldSearch } from '../holds/hold-search.ts'
import { sameWords, searchedPhrases, searchedWords } from '../holds/searched-words.ts'
import { findHolds } from '../sql/find-holds.ts'
import type { QueryBuilder } from '../sql/query-builder.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'

export const WORD_SEARCH_SCHEMA: readonly string[] = [
  'create table hold_search (position bigint primary key, words tsvector not null)',
  'create index hold_search_by_word on hold_search using gin (words)',
]

const PUT = `insert into hold_search (position, words) values ($1, $2::tsvector)
  on conflict (position) do update set words = excluded.words`

/** PostgreSQL takes no longer words, and counts no further. */
const LONGEST_WORD = 400
const LAST_PLACE = 16_000

export function createWordSearch(db: QueryBuilder, dialect: SqlDialect): HoldSearch {
  return {
    index(position: number, hold: Hold, before: Hold | null) {
      if (before !== null && sameWords(before, hold)) return []
      return [{ sql: PUT, parameters: [position, toVector(searchedWords(hold))] }]
    },
    find({ text, ...query }, after, limit) {
      const phrases = searchedPhrases(text)
        .map(wordsOf)
        .filter((words) => words.length > 0)
        .map(toPhrase)
      if (phrases.length === 0) return null
      const wanted = sql<boolean>`holds.position in
        (select position from hold_search where words @@ cast(${phrases.join(' & ')} as tsquery))`
      return findHolds(db, dialect, { query: { ...query, text: null }, after, limit }, wanted)
    },
  }
}

/** Each word with the places where it stands. */
function toVector(text: string): string {
  const places = new Map<string, number[]>()
  for (const [index, word] of wordsOf(text).slice(0, LAST_PLACE).entries()) {
    const known = places.get(word)
    if (known === undefined) places.set(word, [index + 1])
    else known.push(index + 1)
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}

/** Its words in a row; the last one may go on. */
function toPhrase(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(' <-> ')}:*)`
}

/** Letters and digits only, so none of them is read as syntax. */
function wordsOf(text: string): readonly string[] {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return (folded.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []).map((word) => word.slice(0, LONGEST_WORD))
}
