/**
 * The schema, as a list of steps that only ever grows. A step must leave what older versions read and write in working
 * order (add tables, add columns with defaults), because processes of several versions share one store; where that is
 * impossible it raises `minimumReader`, and older versions refuse to start instead of guessing.
 */
export interface Migration {
  readonly version: number
  /** The oldest schema version whose code still works on the result. */
  readonly minimumReader: number
  readonly statements: (dialect: SchemaDialect) => readonly string[]
}

/** What the databases spell differently. */
export interface SchemaDialect {
  /** Type and constraint of a primary key that the database counts up. */
  readonly countedKey: string
  /** The same of a key that is given. */
  readonly givenKey: string
  /** Type of texts that are compared by code point, whatever language the database is set to. */
  readonly text: string
  /** Ends a table that is nothing but its primary key and a little more. */
  readonly withoutRowId: string
  /** What makes words of holds searchable, keyed by the hold's position. */
  readonly holdSearch: readonly string[]
  /** An index that adds up what open holds take without reading any of them. */
  readonly openBytes: readonly string[]
  /** What leads to the records of one chain, where there are several. */
  readonly auditChains: readonly string[]
  /** Where changes are listed, where they are not counted in the row of the store's state. */
  readonly changeLog: readonly string[]
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, minimumReader: 1, statements: firstSchema },
  { version: 2, minimumReader: 1, statements: auditSpools },
  { version: 3, minimumReader: 1, statements: agentFeedback },
  { version: 4, minimumReader: 1, statements: standingGrants },
  { version: 5, minimumReader: 1, statements: sessionGrants },
  { version: 6, minimumReader: 1, statements: leases },
  { version: 7, minimumReader: 1, statements: largeHolds },
  { version: 8, minimumReader: 1, statements: continuity },
  { version: 9, minimumReader: 1, statements: tokensOfPeople },
  { version: 10, minimumReader: 1, statements: deliveries },
  { version: 11, minimumReader: 1, statements: provenance },
]

export const SCHEMA_VERSION: number = MIGRATIONS.at(-1)?.version ?? 0

function firstSchema(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [
    `create table holds (
      position ${dialect.countedKey},
      id ${text} not null unique,
      revision bigint not null,
      state ${text} not null,
      key ${text} not null,
      tenant ${text} not null,
      principal ${text} not null,
      client ${text} not null,
      session ${text} not null,
      server ${text} not null,
      server_identity ${text} not null,
      tool ${text} not null,
      risk ${text} not null,
      scope ${text},
      definition_hash ${text} not null,
      created_at bigint not null,
      decide_by bigint not null,
      execute_by bigint,
      decided_at bigint,
      ended_at bigint,
      change_sequence bigint not null,
      body ${text} not null
    )`,
    'create index holds_by_key on holds (key, position)',
    // The two that lists walk carry every filtered column: a filter that matches nothing then never reads a hold's
    // body.
    'create index holds_listed on holds (created_at, position, tenant, state, server, tool, risk)',
    'create index holds_listed_by_state on holds (state, created_at, position, tenant, server, tool, risk)',
    `create index holds_counted on holds
      (tenant, principal, state, session, client, tool, server_identity, created_at)`,
    // How many questions of one client are open is counted before each new one.
    'create index holds_open on holds (tenant, principal, client, state, created_at)',
    `create index holds_by_scope on holds (session, server_identity, tool, scope, definition_hash, state)
      where scope is not null`,
    "create index holds_to_decide on holds (decide_by) where state = 'pending'",
    "create index holds_to_execute on holds (execute_by) where state = 'approved'",
    'create index holds_by_change on holds (change_sequence)',
    ...dialect.holdSearch,
    `create table audit_records (
      position ${dialect.countedKey},
      chain ${text} not null,
      sequence bigint not null,
      at bigint not null,
      kind ${text} not null,
      tenant ${text} not null,
      principal ${text},
      client ${text},
      server ${text},
      tool ${text},
      method ${text},
      risk ${text},
      rule ${text},
      hold ${text},
      digest ${text},
      rationale ${text},
      actor ${text},
      detail ${text},
      previous_hash ${text} not null,
      hash ${text} not null
    )`,
    // No index but the one that most records are not in: appending is on the path of every call that passes.
    'create index audit_records_by_hold on audit_records (hold, position) where hold is not null',
    ...dialect.auditChains,
    `create table audit_checkpoints (
      position ${dialect.countedKey}, at bigint not null, chains ${text} not null, signature ${text} not null
    )`,
    `create table settings (key ${text} primary key, value ${text} not null)`,
    `create table tokens (
      id ${text} primary key,
      name ${text} not null,
      role ${text} not null,
      tenant ${text} not null,
      sha256 ${text} not null unique,
      relays_a_person integer not null,
      created_at bigint not null,
      expires_at bigint,
      revoked_at bigint
    )`,
    `create table store_state (
      id integer primary key,
      at bigint not null,
      changes bigint not null,
      settings_changed bigint not null,
      minimum_reader integer not null
    )`,
    'insert into store_state (id, at, changes, settings_changed, minimum_reader) values (1, 0, 0, 0, 1)',
    ...dialect.changeLog,
  ]
}

/** How far each process's spool of audit records is committed. */
function auditSpools(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [`create table audit_spools (id ${text} primary key, sequence bigint not null)${dialect.withoutRowId}`]
}

/** What agents report. What is searched stands in columns, their words in `body`. */
function agentFeedback(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [
    `create table feedback (
      position ${dialect.countedKey},
      id ${text} not null unique,
      at bigint not null,
      tenant ${text} not null,
      principal ${text} not null,
      severity ${text} not null,
      body ${text} not null
    )`,
    'create index feedback_listed on feedback (at, position, tenant, severity)',
    'create index feedback_counted on feedback (tenant, principal, at)',
  ]
}

/** Standing answers. What is searched stands in columns; `body` is the whole grant as JSON and the truth. */
function standingGrants(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [
    `create table grants (
      position ${dialect.countedKey},
      id ${text} not null unique,
      tenant ${text} not null,
      principal ${text} not null,
      server_identity ${text} not null,
      tool ${text} not null,
      definition_hash ${text} not null,
      session ${text},
      expires_at bigint,
      revoked_at bigint,
      body ${text} not null
    )`,
    // Asked before each question: a tool without grants costs one look into this.
    `create index grants_standing on grants (tenant, principal, server_identity, tool, definition_hash)
      where revoked_at is null`,
    'create index grants_listed on grants (tenant, position)',
  ]
}

/**
 * What a yes opens for a session is a grant too: each session leaves some, and another session's are passed over
 * unread.
 */
function sessionGrants(): readonly string[] {
  return [
    'drop index holds_by_scope',
    'drop index grants_standing',
    `create index grants_standing on grants (tenant, principal, server_identity, tool, definition_hash, session)
      where revoked_at is null`,
  ]
}

/**
 * Rights that end by themselves. The last fence stands apart: it outlives every lease, and no two are ever the same.
 */
function leases(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [
    `create table leases (name ${text} primary key, holder ${text} not null, until bigint not null, fence bigint not null)`,
    'create table lease_fences (id integer primary key, fence bigint not null)',
    'insert into lease_fences (id, fence) values (1, 0)',
  ]
}

/**
 * Lists read a large hold's head, not its body. It stands in a table of its own: behind the body in the same row, it
 * would be found only by walking the body's pages. The index adds up what open holds take without reading any of them;
 * the database keeps it, also for versions that know nothing of it.
 */
function largeHolds(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [
    `create table hold_heads (position ${dialect.givenKey}, revision bigint not null, head ${text} not null)`,
    ...dialect.openBytes,
  ]
}

/**
 * Which log this is, so that a head outside can be compared with it; whose clock counts; which spools ended in order.
 */
function continuity(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [
    `alter table store_state add column store ${text}`,
    'alter table store_state add column generation bigint not null default 1',
    'alter table store_state add column clock_epoch bigint not null default 0',
    'alter table audit_spools add column ended integer not null default 0',
  ]
}

/** Whom a token was made for. */
function tokensOfPeople(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [`alter table tokens add column person ${text}`]
}

/**
 * Questions in chats with their jobs, and what platforms repeat. `body` is the whole delivery; two times stand in
 * columns alone.
 */
function deliveries(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [
    `create table deliveries (
      position ${dialect.countedKey},
      id ${text} not null unique,
      revision bigint not null,
      hold ${text} not null,
      tenant ${text} not null,
      channel ${text} not null,
      place_kind ${text} not null,
      place_id ${text} not null,
      state ${text} not null,
      code ${text} not null,
      open_code ${text},
      approve_button ${text} not null unique,
      decline_button ${text} not null unique,
      shown_revision bigint,
      job ${text},
      due_at bigint,
      lease_until bigint,
      body ${text} not null
    )`,
    'create unique index deliveries_by_hold on deliveries (hold, channel, place_kind, place_id)',
    // Empty once nobody may answer any more, so that a code is unique among those that wait in a place.
    'create unique index deliveries_open on deliveries (channel, place_kind, place_id, open_code)',
    'create index deliveries_by_code on deliveries (channel, place_kind, place_id, code)',
    'create index deliveries_in_place on deliveries (channel, place_kind, place_id, position)',
    'create index deliveries_due on deliveries (due_at) where due_at is not null',
    "create index deliveries_sent on deliveries (hold, shown_revision) where state = 'sent'",
    `create table channel_events (event ${text} primary key, at bigint not null)`,
    'create index channel_events_by_age on channel_events (at)',
  ]
}

/** Where a call comes from, by its client's word. Without an index, as the rest of the log. */
function provenance(dialect: SchemaDialect): readonly string[] {
  const { text } = dialect
  return [`alter table audit_records add column provenance ${text}`]
}
