/** The statements of the audit log, compiled once. */
import type { AuditRecord } from '@holdpoint/core'
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
  /** The last record of the chain that this file has. */
  readonly end: Statement<object, ChainEnd & { readonly at: number }>
  readonly hashAt: Statement<{ readonly position: number }, { readonly hash: string }>
  /** Takes the record as it is: this stands on the way of every call, and a row in between would only be thrown away. */
  readonly insert: Statement<AuditRecord, unknown>
  readonly insertCheckpoint: Statement<CheckpointRow, unknown>
  readonly checkpoints: Statement<object, CheckpointRow>
  /** With one chain, positions and sequences count the same records. */
  readonly walk: Statement<{ readonly from: number; readonly limit: number }, AuditRow>
}

export const AUDIT_COLUMNS: readonly (keyof AuditRow)[] = [
  'position',
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
    end: statement(() =>
      db
        .selectFrom('audit_records')
        .select(['chain', 'sequence as length', 'hash', 'at'])
        .orderBy('position', 'desc')
        .limit(1),
    ),
    hashAt: statement<{ readonly position: number }, { readonly hash: string }>((mark) =>
      db.selectFrom('audit_records').select('hash').where('position', '=', mark('position')),
    ),
    insert: statement<AuditRecord, unknown>((mark) =>
      db.insertInto('audit_records').values({
        // With one chain a record's position is its number in it: two writers that continue the same record collide on
        // the primary key, so the chain cannot fork.
        position: mark('sequence'),
        chain: mark('chain'),
        sequence: mark('sequence'),
        at: mark('at'),
        kind: mark('kind'),
        tenant: mark('tenant'),
        principal: mark('principal'),
        client: mark('client'),
        server: mark('server'),
        tool: mark('tool'),
        method: mark('method'),
        risk: mark('risk'),
        rule: mark('rule'),
        hold: mark('hold'),
        digest: mark('digest'),
        rationale: mark('rationale'),
        actor: mark('actor'),
        detail: mark('detail'),
        previous_hash: mark('previousHash'),
        hash: mark('hash'),
      }),
    ),
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
