/** Tokens in memory. */
import type { StoredToken } from '../tokens/token-row.ts'
import type { TokenStatements } from '../tokens/token-statements.ts'
import { compareCodePoints } from './code-point-order.ts'
import type { Journal } from './journal.ts'
import { createJournaledMap } from './journal.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

export interface MemoryTokens {
  readonly statements: TokenStatements
  /** Drops the oldest revoked or expired tokens, until no more than so many of them are left. */
  readonly dropEnded: (most: number, now: number) => void
}

export function createMemoryTokens(journal: Journal): MemoryTokens {
  const rows = createJournaledMap<string, StoredToken>(journal)

  function inOrder(fits: (row: StoredToken) => boolean): readonly StoredToken[] {
    return [...rows.values()]
      .filter(fits)
      .toSorted((left, right) => left.created_at - right.created_at || compareCodePoints(left.id, right.id))
  }

  const statements: TokenStatements = {
    insert: (token) =>
      memoryWrite(() => {
        if (inOrder(({ id, sha256 }) => id === token.id || sha256 === token.sha256).length > 0)
          throw new Error('There is a token with this id or secret already.')
        rows.put(token.id, { ...token })
      }),
    revoke: ({ id, at }) =>
      memoryQuery(() => {
        const found = rows.get(id)
        if (found === undefined || found.revoked_at !== null) return []
        rows.put(id, { ...found, revoked_at: at })
        return [{ id }]
      }),
    byHash: ({ sha256 }) => memoryQuery(() => inOrder((row) => row.sha256 === sha256)),
    list: ({ tenant }) => memoryQuery(() => inOrder((row) => tenant === null || row.tenant === tenant)),
    shortenMadeAfter: ({ now, back }) =>
      memoryWrite(() => {
        for (const row of inOrder(({ created_at }) => created_at > now)) {
          if (row.expires_at !== null) rows.put(row.id, { ...row, expires_at: row.expires_at - back })
        }
      }),
  }

  return {
    statements,
    dropEnded(most, now) {
      if (rows.size <= most) return
      const ended = inOrder((row) => row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now))
      for (const { id } of ended.slice(0, Math.max(ended.length - most, 0))) rows.remove(id)
    },
  }
}
