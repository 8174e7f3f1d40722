/** Grants in memory, each as the text it was written as. */
import type { GrantQuery } from '@holdpoint/core'
import type { GrantRow } from '../grants/grant-row.ts'
import type { GrantStatements, StoredGrant } from '../grants/grant-statements.ts'
import type { Query } from '../query/query.ts'
import type { Journal } from './journal.ts'
import { createJournaledMap } from './journal.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

export interface MemoryGrants {
  readonly statements: GrantStatements
  /** Drops the oldest of those that stand no more, until no more than so many of them are left. */
  readonly dropEnded: (most: number, now: number) => void
}

export function createMemoryGrants(journal: Journal): MemoryGrants {
  const rows = createJournaledMap<string, GrantRow>(journal)

  function byId({ id }: { readonly id: string }): Query<StoredGrant> {
    return memoryQuery(() => [...rows.values()].filter((row) => row.id === id))
  }

  function standing(query: GrantQuery & { readonly now: number }): Query<StoredGrant> {
    return memoryQuery(() =>
      [...rows.values()].filter(
        (row) =>
          stands(row, query.now) &&
          row.tenant === query.tenant &&
          row.principal === query.principal &&
          row.server_identity === query.serverIdentity &&
          row.tool === query.tool &&
          row.definition_hash === query.definitionHash &&
          (row.session === null || row.session === query.session),
      ),
    )
  }

  const statements: GrantStatements = {
    byId,
    lockById: byId,
    standing,
    lockStanding: standing,
    put: (row) => memoryWrite(() => rows.put(row.id, merge(rows.get(row.id), row))),
    list: ({ tenant, limit }) =>
      memoryQuery(() =>
        [...rows.values()]
          .toReversed()
          .filter((row) => tenant === null || row.tenant === tenant)
          .slice(0, limit),
      ),
    lockUnrevoked: () => memoryQuery(() => [...rows.values()].filter((row) => row.revoked_at === null)),
  }

  return {
    statements,
    dropEnded(most, now) {
      if (rows.size <= most) return
      const ended = [...rows.values()].filter((row) => !stands(row, now))
      for (const { id } of ended.slice(0, Math.max(ended.length - most, 0))) rows.remove(id)
    },
  }
}

/** Whom and what a grant is for never changes once it is there. */
function merge(before: GrantRow | undefined, row: GrantRow): GrantRow {
  return before === undefined ? row : { ...before, revoked_at: row.revoked_at, body: row.body }
}

function stands({ revoked_at, expires_at }: GrantRow, now: number): boolean {
  return revoked_at === null && (expires_at === null || expires_at > now)
}
