/**
 * Words of holds in memory: each hold's words as one line in small letters without accents, looked through from the
 * newest.
 */
import type { HoldSearch } from '../holds/hold-search.ts'
import { sameWords, searchedPhrases, searchedWords } from '../holds/searched-words.ts'
import type { Journal } from './journal.ts'
import { createJournaledMap } from './journal.ts'
import type { DroppedHold, MemoryHolds } from './memory-holds.ts'
import { isAsked } from './memory-holds.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

export interface MemorySearch extends HoldSearch {
  readonly forget: (dropped: readonly DroppedHold[]) => void
}

export function createMemorySearch(journal: Journal, holds: MemoryHolds): MemorySearch {
  const lines = createJournaledMap<number, string>(journal)
  return {
    index(position, hold, before) {
      if (before !== null && sameWords(before, hold)) return []
      return [memoryWrite(() => lines.put(position, toLine(searchedWords(hold))))]
    },
    find(query, after, limit) {
      // The last word of each phrase may go on, so only its beginning is marked.
      const phrases = searchedPhrases(query.text).map((phrase) => toLine(phrase).trimEnd())
      if (phrases.length === 0) return null
      return memoryQuery(() =>
        holds
          .find(
            (row) =>
              isAsked(row, query) &&
              row.position < (after?.position ?? Number.POSITIVE_INFINITY) &&
              phrases.every((phrase) => lines.get(row.position)?.includes(phrase) === true),
          )
          .toSorted((left, right) => right.position - left.position)
          .slice(0, limit)
          .map(holds.toListed),
      )
    },
    forget(dropped) {
      for (const { position } of dropped) lines.remove(position)
    },
  }
}

/** The words, each after a space. */
function toLine(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
  return ` ${plain.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)?.join(' ') ?? ''} `
}
