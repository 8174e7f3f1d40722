/**
 * The statements that follow chains of records. With one chain, a record's position in the log is its number in it, and
 * two writers that continue the same record collide on the primary key. With many, the database counts positions, and a
 * unique index on chain and number leads to each record: either way no chain can fork.
 */
import { RECORD_COLUMNS } from '@holdpoint/core'
import type { ChainEnd } from '@holdpoint/core'
import type { AuditRow } from '../audit/audit-row.ts'
import type { AuditStatements, RecordPlace } from '../audit/audit-statements.ts'
import type { QueryBuilder } from './query-builder.ts'
import type { SqlQuery } from './sql-query.ts'
import { statement } from './statement.ts'

export interface ChainStatements extends Pick<AuditStatements, 'end' | 'ends' | 'hashAt' | 'walk' | 'disorderMs'> {
  /** What is written as the position of a record; nothing where the database counts. */
  readonly positionOf: (sequence: number) => { readonly position?: number }
}

type DatedEnd = ChainEnd & { readonly at: number }

interface InChain {
  readonly chain: string
  readonly sequence: number
}

export const AUDIT_COLUMNS: readonly (keyof AuditRow)[] = ['position', ...RECORD_COLUMNS]

const END = ['chain', 'sequence as length', 'hash', 'at'] as const

/** Transactions wait for each other no longer than this; a record has the time at which it was written. */
const LONGEST_TRANSACTION_MS = 60_000

export function createOneChain(db: QueryBuilder): ChainStatements {
  const end = statement<object, DatedEnd>(() =>
    db.selectFrom('audit_records').select(END).orderBy('position', 'desc').limit(1),
  )
  const walk = statement<{ readonly position: number; readonly limit: number }, AuditRow>((mark) =>
    db
      .selectFrom('audit_records')
      .select(AUDIT_COLUMNS)
      .where('position', '>', mark('position'))
      .orderBy('position')
      .limit(mark('limit')),
  )
  return {
    end,
    ends: end,
    hashAt: statement<InChain, { readonly hash: string }>((mark) =>
      db.selectFrom('audit_records').select('hash').where('position', '=', mark('sequence')),
    ),
    walk: ({ after: { position }, limit }) => walk({ position, limit }),
    disorderMs: 0,
    positionOf: (position) => ({ position }),
  }
}

export function createManyChains(db: QueryBuilder): ChainStatements {
  const walk = statement<RecordPlace & { readonly limit: number }, AuditRow>((mark) =>
    db
      .selectFrom('audit_records')
      .select(AUDIT_COLUMNS)
      .where((eb) => eb(eb.refTuple('chain', 'sequence'), '>', eb.tuple(mark('chain'), mark('sequence'))))
      .orderBy('chain')
      .orderBy('sequence')
      .limit(mark('limit')),
  )
  return {
    end: statement<{ readonly chain: string }, DatedEnd>((mark) =>
      db
        .selectFrom('audit_records')
        .select(END)
        .where('chain', '=', mark('chain'))
        .orderBy('sequence', 'desc')
        .limit(1),
    ),
    ends: (): SqlQuery<DatedEnd> => ({ sql: ENDS, parameters: [] }),
    hashAt: statement<InChain, { readonly hash: string }>((mark) =>
      db
        .selectFrom('audit_records')
        .select('hash')
        .where('chain', '=', mark('chain'))
        .where('sequence', '=', mark('sequence')),
    ),
    walk: ({ after, limit }) => walk({ ...after, limit }),
    disorderMs: LONGEST_TRANSACTION_MS,
    positionOf: () => ({}),
  }
}

/** From one chain's name to the next, and of each only the end: however long the log is, this reads a few rows. */
const ENDS = `with recursive names as (
    (select chain from audit_records order by chain limit 1)
    union all
    select (select chain from audit_records where chain > names.chain order by chain limit 1)
    from names where names.chain is not null
  )
  select last.chain, last.sequence as length, last.hash, last.at
  from names cross join lateral (
    select chain, sequence, hash, at from audit_records
    where audit_records.chain = names.chain order by sequence desc limit 1
  ) last order by last.chain`
