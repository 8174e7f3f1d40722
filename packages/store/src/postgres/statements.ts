/** Every statement of the store, as PostgreSQL is asked. */
import type { AuditRecord } from '@holdpoint/core'
import { PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import type { AuditStatements } from '../audit/audit-statements.ts'
import type { DeliveryStatements } from '../deliveries/delivery-statements.ts'
import type { FeedbackStatements } from '../feedback/feedback-statements.ts'
import type { GrantStatements } from '../grants/grant-statements.ts'
import type { HoldSearch } from '../holds/hold-search.ts'
import type { HoldStatements } from '../holds/hold-statements.ts'
import type { LeaseStatements } from '../leases/lease-statements.ts'
import type { SettingStatements } from '../settings/setting-statements.ts'
import { createAuditStatements } from '../sql/audit-statements.ts'
import { createDeliveryStatements } from '../sql/delivery-statements.ts'
import { createFeedbackStatements } from '../sql/feedback-statements.ts'
import { createGrantStatements } from '../sql/grant-statements.ts'
import { createHoldStatements } from '../sql/hold-statements.ts'
import { createLeaseStatements } from '../sql/lease-statements.ts'
import { createQueryBuilder } from '../sql/query-builder.ts'
import { createSettingStatements } from '../sql/setting-statements.ts'
import { POSTGRES_DIALECT } from '../sql/sql-dialect.ts'
import { createTokenStatements } from '../sql/token-statements.ts'
import type { TokenStatements } from '../tokens/token-statements.ts'
import type { StoreStateStatements } from '../transaction/store-state.ts'
import { createWordSearch } from './full-text.ts'
import type { RecordInsert } from './run-script.ts'
import { createPostgresState } from './state-statements.ts'

export interface PostgresStatements {
  readonly state: StoreStateStatements
  readonly audit: AuditStatements
  readonly holds: HoldStatements
  readonly search: HoldSearch
  readonly grants: GrantStatements
  readonly leases: LeaseStatements
  readonly settings: SettingStatements
  readonly tokens: TokenStatements
  readonly feedback: FeedbackStatements
  readonly deliveries: DeliveryStatements
}

/** `clockIsGiven`: deadlines are compared with the time that a step was told, and not with the database's own clock. */
export function createPostgresStatements(writer: string, clockIsGiven: boolean): PostgresStatements {
  const db = createQueryBuilder(new PostgresQueryCompiler(), new PostgresAdapter())
  const dialect = clockIsGiven ? { ...POSTGRES_DIALECT, atLeast: SAME } : POSTGRES_DIALECT
  return {
    state: createPostgresState(writer),
    audit: { ...createAuditStatements(db, dialect), insert: (record: AuditRecord): RecordInsert => ({ record }) },
    holds: createHoldStatements(db, dialect),
    search: createWordSearch(db, dialect),
    grants: createGrantStatements(db, dialect),
    leases: createLeaseStatements(db),
    settings: createSettingStatements(db),
    tokens: createTokenStatements(db),
    feedback: createFeedbackStatements(db),
    deliveries: createDeliveryStatements(db, dialect),
  }
}

const SAME: (typeof POSTGRES_DIALECT)['atLeast'] = (given) => given
