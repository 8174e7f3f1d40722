/** The statements of the audit log, compiled once. */
import type { QueryBuilder } from '../query/query-builder.ts'
import type { Statement } from '../query/statement.ts'
import { statement } from '../query/statement.ts'
import type { AuditRow } from './audit-row.ts'

export interface ChainEnd {
  readonly chain: string
  readonly length: number
  readonly hash: string
}

export interface CheckpointRow {
  readonly at: number
  readonly chains: string
  readonly signature: string
}

export interface RecordTime {
  readonly position: number
  readonly at: number
}

export interface AuditStatements {
  readonly timeFrom: Statement<{ readonly position: number }, RecordTime>
  readonly lastPosition: Statement<object, { readonly position: number }>
  readonly end: Statement<{ readonly chain: string }, Omit<ChainEnd, 'chain'>>
  readonly moveEnd: Statement<ChainEnd & { readonly at: number }, unknown>
  readonly insert: Statement<AuditRow, unknown>
  readonly ends: Statement<object, ChainEnd>
  readonly insertCheckpoint: Statement<CheckpointRow, unknown>
  readonly checkpoints: Statement<object, CheckpointRow>
  /** With one chain, positions and sequences count the same records. */
  readonly walk: Statement<{ readonly from: number; readonly limit: number }, AuditRow>
}

export const AUDIT_COLUMNS: readonly (keyof AuditRow)[] = [
  'chain',
  'sequence',
  'at',
  'kind',
  'tenant',
  'principal',
  'client',
  'server',
  'tool',
  'method',
  'risk',
  'rule',
  'hold',
  'digest',
  'rationale',
  'actor',
  'detail',
  'previous_hash',
  'hash',
]

export function createAuditStatements(db: QueryBuilder): AuditStatements {
  return {
    timeFrom: statement<{ readonly position: number }, RecordTime>((mark) =>
      db
        .selectFrom('audit_records')
        .select(['position', 'at'])
        .where('position', '>=', mark('position'))
        .orderBy('position')
        .limit(1),
    ),
    lastPosition: statement(() =>
      db.selectFrom('audit_records').select('position').orderBy('position', 'desc').limit(1),
    ),
    end: statement<{ readonly chain: string }, Omit<ChainEnd, 'chain'>>((mark) =>
      db.selectFrom('audit_chains').select(['length', 'hash']).where('chain', '=', mark('chain')),
    ),
    moveEnd: statement<ChainEnd & { readonly at: number }, unknown>((mark) =>
      db
        .insertInto('audit_chains')
        .values({ chain: mark('chain'), length: mark('length'), hash: mark('hash'), at: mark('at') })
        .onConflict((conflict) =>
          conflict.column('chain').doUpdateSet((eb) => ({
            length: eb.ref('excluded.length'),
            hash: eb.ref('excluded.hash'),
            at: eb.ref('excluded.at'),
          })),
        ),
    ),
    insert: statement<AuditRow, unknown>((mark) =>
      db
        .insertInto('audit_records')
        .values(Object.fromEntries(AUDIT_COLUMNS.map((column) => [column, mark(column)])) as unknown as AuditRow),
    ),
    ends: statement(() => db.selectFrom('audit_chains').select(['chain', 'length', 'hash']).orderBy('chain')),
    insertCheckpoint: statement<CheckpointRow, unknown>((mark) =>
      db
        .insertInto('audit_checkpoints')
        .values({ at: mark('at'), chains: mark('chains'), signature: mark('signature') }),
    ),
    checkpoints: statement(() =>
      db.selectFrom('audit_checkpoints').select(['at', 'chains', 'signature']).orderBy('position'),
    ),
    walk: statement<{ readonly from: number; readonly limit: number }, AuditRow>((mark) =>
      db
        .selectFrom('audit_records')
        .select(AUDIT_COLUMNS)
        .where('position', '>=', mark('from'))
        .orderBy('position')
        .limit(mark('limit')),
    ),
  }
}
