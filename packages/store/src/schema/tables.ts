/** The tables as the query builder sees them, the same on every database. Times are milliseconds of database time. */
import type { Generated } from 'kysely'

export interface Tables {
  readonly holds: HoldsTable
  readonly hold_heads: HoldHeadsTable
  readonly grants: GrantsTable
  readonly audit_records: AuditRecordsTable
  readonly audit_checkpoints: AuditCheckpointsTable
  readonly audit_spools: AuditSpoolsTable
  readonly leases: LeasesTable
  readonly lease_fences: LeaseFencesTable
  readonly settings: SettingsTable
  readonly tokens: TokensTable
  readonly feedback: FeedbackTable
  readonly deliveries: DeliveriesTable
  readonly channel_events: ChannelEventsTable
  readonly store_state: StoreStateTable
}

/** What is searched stands in columns; `body` is the whole hold as JSON and the truth. */
export interface HoldsTable {
  readonly position: Generated<number>
  readonly id: string
  readonly revision: number
  readonly state: string
  readonly key: string
  readonly tenant: string
  readonly principal: string
  readonly client: string
  readonly session: string
  readonly server: string
  readonly server_identity: string
  readonly tool: string
  readonly risk: string
  readonly scope: string | null
  readonly definition_hash: string
  readonly created_at: number
  readonly decide_by: number
  readonly execute_by: number | null
  readonly decided_at: number | null
  readonly ended_at: number | null
  readonly change_sequence: number
  readonly body: string
}

/**
 * What lists carry of a large hold, by its position. True while the revision is the hold's: an older version writes
 * none.
 */
export interface HoldHeadsTable {
  readonly position: number
  readonly revision: number
  readonly head: string
}

/** Standing answers; `body` is the whole grant as JSON and the truth. */
export interface GrantsTable {
  readonly position: Generated<number>
  readonly id: string
  readonly tenant: string
  readonly principal: string
  readonly server_identity: string
  readonly tool: string
  readonly definition_hash: string
  readonly session: string | null
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly body: string
}

export interface AuditRecordsTable {
  readonly position: Generated<number>
  readonly chain: string
  readonly sequence: number
  readonly at: number
  readonly kind: string
  readonly tenant: string
  readonly principal: string | null
  readonly client: string | null
  readonly server: string | null
  readonly tool: string | null
  readonly method: string | null
  readonly risk: string | null
  readonly rule: string | null
  readonly hold: string | null
  readonly digest: string | null
  readonly rationale: string | null
  readonly actor: string | null
  readonly detail: string | null
  readonly provenance: string | null
  readonly previous_hash: string
  readonly hash: string
}

/** The end of each chain, so that the next record finds what it continues. */
export interface AuditCheckpointsTable {
  readonly position: Generated<number>
  readonly at: number
  readonly chains: string
  readonly signature: string
}

/** How far each process's spool of audit records is committed. */
export interface AuditSpoolsTable {
  readonly id: string
  readonly sequence: number
  /**
   * 1: its owner closed it, or another process brought all of it into the log. A spool that vanished without this was
   * removed by other means.
   */
  readonly ended: Generated<number>
}

export interface LeasesTable {
  readonly name: string
  readonly holder: string
  readonly until: number
  readonly fence: number
}

/** One row: the highest fence that was ever given. */
export interface LeaseFencesTable {
  readonly id: number
  readonly fence: number
}

export interface SettingsTable {
  readonly key: string
  readonly value: string
}

export interface TokensTable {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly tenant: string
  readonly sha256: string
  readonly relays_a_person: number
  readonly person: string | null
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

/** What agents report; `body` is the whole entry as JSON. */
export interface FeedbackTable {
  readonly position: Generated<number>
  readonly id: string
  readonly at: number
  readonly tenant: string
  readonly principal: string
  readonly severity: string
  readonly body: string
}

/** Questions in chats; `body` is the whole delivery as JSON and the truth, except for the times of its job. */
export interface DeliveriesTable {
  readonly position: Generated<number>
  readonly id: string
  readonly revision: number
  readonly hold: string
  readonly tenant: string
  readonly channel: string
  readonly place_kind: string
  readonly place_id: string
  readonly state: string
  readonly code: string
  /** The code while a reply may mean this delivery. */
  readonly open_code: string | null
  readonly approve_button: string
  readonly decline_button: string
  readonly shown_revision: number | null
  readonly job: string | null
  readonly due_at: number | null
  readonly lease_until: number | null
  readonly body: string
}

/** Events of platforms that were handled, by the hash of their name. */
export interface ChannelEventsTable {
  readonly event: string
  readonly at: number
}

/** One row: the latest moment of a write without a record, and the number of changes for `watch`. */
export interface StoreStateTable {
  readonly id: number
  readonly at: number
  readonly changes: number
  readonly settings_changed: number
  readonly minimum_reader: number
  /** Names the log; `null` before it was first compared with a head. */
  readonly store: string | null
  readonly generation: number
  /** Goes up when a person accepts the machine's clock: only then may time go back. */
  readonly clock_epoch: number
}
