/** The statements of the audit log in SQL; those on the way of a call are compiled once. */
import type { AuditBrowse, AuditQuery, AuditRecord } from '@holdpoint/core'
import type { AuditRow } from '../audit/audit-row.ts'
import type { AuditStatements, CheckpointRow, RecordTime, Stretch } from '../audit/audit-statements.ts'
import { AUDIT_COLUMNS, createManyChains, createOneChain } from './chain-statements.ts'
import type { QueryBuilder } from './query-builder.ts'
import type { SqlDialect } from './sql-dialect.ts'
import type { SqlQuery } from './sql-query.ts'
import { statement } from './statement.ts'

export function createAuditStatements(db: QueryBuilder, dialect: SqlDialect): AuditStatements {
  const chains = dialect.writers === 'one' ? createOneChain(db) : createManyChains(db)
  return {
    ...chains,
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
    insert: statement<AuditRecord, unknown>((mark) =>
      db.insertInto('audit_records').values({
        ...chains.positionOf(mark('sequence')),
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
        provenance: mark('provenance'),
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
    read: ({ query, from, limit }) => findRead(db, query, from, limit),
    browse: ({ query, stretch, limit }) => findBrowsed(db, query, stretch, limit),
  }
}

function findRead(db: QueryBuilder, query: AuditQuery, from: number, limit: number): SqlQuery<AuditRow> {
  let found = db.selectFrom('audit_records').select(AUDIT_COLUMNS).where('position', '>=', from)
  if (query.since !== null) found = found.where('at', '>=', query.since)
  if (query.hold !== null) found = found.where('hold', '=', query.hold)
  if (query.tenant !== null) found = found.where('tenant', '=', query.tenant)
  if (query.server !== null) found = found.where('server', '=', query.server)
  if (query.tool !== null) found = found.where('tool', '=', query.tool)
  return found.orderBy('position').limit(limit).compile()
}

function findBrowsed(db: QueryBuilder, query: AuditBrowse, stretch: Stretch, limit: number): SqlQuery<AuditRow> {
  let found = db
    .selectFrom('audit_records')
    .select(AUDIT_COLUMNS)
    .where('position', '>=', stretch.from)
    .where('position', '<=', stretch.to)
    .where('kind', 'in', query.kinds)
  if (query.since !== null) found = found.where('at', '>=', query.since)
  if (query.tenant !== null) found = found.where('tenant', '=', query.tenant)
  if (query.server !== null) found = found.where('server', '=', query.server)
  if (query.risk !== null) found = found.where('risk', '=', query.risk)
  return found
    .orderBy('position', query.order === 'newest-first' ? 'desc' : 'asc')
    .limit(limit)
    .compile()
}
