// What PostgreSQL's catalogue says of its functions and operators: `pg_proc`, `pg_operator`, with the extensions at
// hand.
//
// A name is harmless only if every overload that SQL can call is immutable or stable and no overload is named below.
// Volatility is the word of whoever declared the function, and it was wrong before (`crosstab` is declared stable and
// runs any SQL), so of extensions only those that compute are taken; what the others add counts as unsafe.
import { psql as query } from './engines.mjs'

/** Extensions that only compute. PostGIS only under `st_` and its casts: it declares `addgeometrycolumn` stable. */
const COMPUTING = [
  'btree_gin',
  'btree_gist',
  'citext',
  'cube',
  'earthdistance',
  'fuzzystrmatch',
  'hstore',
  'intarray',
  'isn',
  'ltree',
  'pg_trgm',
  'pgcrypto',
  'postgis',
  'seg',
  'unaccent',
  'uuid-ossp',
]
const POSTGIS_OWN =
  /^(?:st_\w+|geometry|geography|box2d|box3d|box|bytea|json|jsonb|path|point|polygon|text|equals|postgis_(?:full_|lib_|geos_|proj_)?version)$/

/** Not harmless, whatever their volatility says, and why. */
const OUT = [
  [/^(?:query|cursor|table|schema|database)_to_xml/, 'runs SQL, or reads what its text names'],
  [/^ts_(?:rewrite|stat)$/, 'runs the SQL in its text'],
  [/^(?:crosstab|connectby|xpath_table|dblink|postgres_fdw_|xslt_process)/, 'runs SQL, or reaches beyond the database'],
  [/^(?:lo_|lowrite$|loread$)/, 'large objects and files'],
  [/^(?:txid_current|pg_current_xact_id)$/, 'declared stable, but takes a transaction number'],
  [/^pg_event_trigger_|^binary_upgrade_|^pg_replication_origin_/, 'for the server itself'],
  [/^st_(?:findextent|fromflatgeobuftotable)$/, 'builds SQL from its text, creates a table'],
  [
    /^(?:delete|populate_record)$/,
    'of hstore, where it is installed; where it is not, a name that anybody may have taken',
  ],
  [/_validator$/, 'for the server itself'],
  [/^(?:isn_weak|accept_weak_input|set_limit|setseed|set_config)$/, 'changes how the session works'],
]

/** Parts of operators, indexes and aggregates that nobody calls by name: left out to keep the list short. */
const MACHINERY =
  /send$|typmodin$|cmp$|^hash\w+|extended$|larger$|smaller$|_accum|_combine$|transfn$|statefunc$|_inv$|_dist$|_op$|_subdiff$|_canonical$|^bt\w+|^float8_|equalimage$|^(?:citext|cube|seg|ltree|hstore|text)_(?:[lg][te]|eq|ne|hash|in|out)\w*$|^gin_|^gist_|^spg_|^int\d(?:inc|dec|int\d)?_?(?:sum|avg|any|float8_float8)?$|_dec$/
const CALLED =
  /^(?:arraycontains|arrayoverlap|array_cat|btrim|cume_dist|hashtext|hashtextextended|int[248]|int8range|jsonb_(?:concat|contains|delete|delete_path|exists|exists_all|exists_any)|starts_with)$/

/** A body in SQL or PL/pgSQL that does more than compute, whatever it is declared. */
const ACTING_BODY = '\\y(execute|insert|update|delete|create|drop|alter|perform|truncate|grant)\\y'

/** Declared volatile, and admitted by hand. */
const ADMITTED = [
  [/^(?:clock_timestamp|timeofday)$/, 'the clock'],
  [
    /^(?:random|random_normal|gen_random_uuid|uuidv4|uuidv7|array_sample|array_shuffle)$/,
    'a random value; no state that lasts',
  ],
  [/^(?:uuid_generate_v1|uuid_generate_v1mc|uuid_generate_v4|gen_random_bytes|gen_salt)$/, 'a random value'],
  [/^pgp_(?:sym|pub)_encrypt(?:_bytea)?$/, 'computes; volatile for its random salt'],
  [/^(?:st_clusterkmeans|st_generatepoints|st_symmetricdifference)$/, 'computes; nobody declared it otherwise'],
  [/^(?:currval|lastval|pg_sequence_last_value|pg_get_sequence_data)$/, 'what a sequence gave; takes nothing from it'],
  [/^pg_(?:relation|table|total_relation|indexes|database|tablespace)_size$/, 'a size on disk'],
  [/^(?:pg_blocking_pids|pg_safe_snapshot_blocking_pids|pg_lock_status)$/, 'who waits for whom'],
  [
    /^(?:current_query|pg_is_in_recovery|pg_is_wal_replay_paused|pg_get_wal_replay_pause_state)$/,
    'state of the session or server',
  ],
  [
    /^pg_(?:current_wal_lsn|current_wal_insert_lsn|current_wal_flush_lsn|last_wal_receive_lsn|last_wal_replay_lsn)$/,
    'a position',
  ],
  [
    /^pg_(?:last_xact_replay_timestamp|last_committed_xact|xact_commit_timestamp|xact_status)$|^txid_status$/,
    'past transactions',
  ],
  [
    /^pg_(?:collation_actual_version|database_collation_actual_version|jit_available|notification_queue_usage)$/,
    'state',
  ],
  [
    /^pg_(?:partition_tree|partition_ancestors|prepared_xact|stat_have_stats|get_shmem_allocations)$/,
    'catalogue and state',
  ],
  [/^pg_(?:get_backend_memory_contexts|get_replication_slots|show_replication_origin_status)$/, 'state'],
  [/^pg_stat_get_\w+$|^pg_stat_statements(?:_info)?$/, 'statistics'],
]

const ROWS = `
  SELECT json_agg(json_build_object(
    'name', p.proname, 'extension', coalesce(e.extname, ''), 'volatile', p.provolatile = 'v' OR p.prokind = 'p'
      OR (l.lanname IN ('sql', 'plpgsql') AND p.prosrc ~* '${ACTING_BODY}'),
    'record', p.prorettype = 'record'::regtype OR t.typtype = 'c',
    'implements', coalesce(obj_description(p.oid, 'pg_proc') LIKE 'implementation of %', false)))
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_type t ON t.oid = p.prorettype
  LEFT JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  LEFT JOIN pg_extension e ON e.oid = d.refobjid
  WHERE p.prorettype::regtype::text NOT IN ('internal', 'trigger', 'event_trigger', 'language_handler', 'fdw_handler',
      'index_am_handler', 'tsm_handler', 'table_am_handler', 'cstring')
    AND NOT 'internal'::regtype = ANY (p.proargtypes) AND NOT 'cstring'::regtype = ANY (p.proargtypes)
    AND p.pronamespace <> 'information_schema'::regnamespace`

const OPERATORS = `
  SELECT json_agg(json_build_object('name', o.oprname, 'extension', coalesce(e.extname, ''), 'volatile', p.provolatile = 'v'))
  FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode
  LEFT JOIN pg_depend d ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e'
  LEFT JOIN pg_extension e ON e.oid = d.refobjid`

/** pgvector (README of 0.8.1), which no package here brings: distances and what vectors are asked. */
const PGVECTOR = {
  functions: `binary_quantize cosine_distance hamming_distance inner_product jaccard_distance l1_distance l2_distance l2_norm
    l2_normalize subvector vector_dims vector_norm`,
  operators: '<-> <#> <=> <+> <~> <%>',
}
/** TimescaleDB (documentation of 2.17), likewise. */
const TIMESCALE = 'approximate_row_count first histogram interpolate last locf time_bucket time_bucket_gapfill'

/**
 * What PostgreSQL's grammar knows by itself, and other parsers take for calls. PostgreSQL 18,
 * `src/backend/parser/gram.y`.
 */
const GRAMMAR = `all any array cast coalesce collation cube exists extract greatest grouping json_array json_arrayagg json_exists
  json_object json_objectagg json_query json_scalar json_serialize json_table json_value lateral least normalize nullif overlay
  position rollup row some substring treat trim xmlconcat xmlelement xmlexists xmlforest xmlparse xmlpi xmlroot xmlserialize
  xmltable`

/** `servers`: running ones, from `startPostgres`. */
export function readPostgres(servers) {
  const versions = servers.map((server) => query(server, 'SHOW server_version').split(' ')[0])
  const functions = servers.flatMap((server) => JSON.parse(query(server, ROWS)))
  const core = new Set(functions.filter(({ extension }) => extension === '').map(({ name }) => name))
  const judged = functions
    .filter(({ name }) => /^[a-z][a-z0-9_]*$/.test(name))
    .map((row) => ({ ...row, harmless: isHarmless(row, core) }))
  const unsafe = new Set(judged.filter(({ harmless }) => !harmless).map(({ name }) => name))
  for (const name of ['lo_import', 'crosstab', 'crosstab2', 'crosstab3', 'crosstab4', 'dblink', 'xpath_table'])
    unsafe.add(name)
  const harmless = new Set(
    judged
      .filter(({ name }) => !unsafe.has(name))
      .filter(({ name, implements: operator }) => CALLED.test(name) || !(operator || MACHINERY.test(name)))
      .map(({ name }) => name),
  )
  for (const name of `${PGVECTOR.functions} ${TIMESCALE} ${GRAMMAR}`.split(/\s+/)) harmless.add(name)

  const single = new Set(judged.filter(({ record }) => !record).map(({ name }) => name))
  const records = new Set(judged.map(({ name }) => name).filter((name) => harmless.has(name) && !single.has(name)))

  const operators = servers.flatMap((server) => JSON.parse(query(server, OPERATORS)))
  const acting = new Set(operators.filter((row) => row.volatile || !computes(row.extension)).map(({ name }) => name))
  const computing = new Set(operators.map(({ name }) => name).filter((name) => !acting.has(name)))
  for (const name of `${PGVECTOR.operators} <> !=`.split(' ')) computing.add(name)
  return {
    engine: `PostgreSQL ${versions.join(' and ')} with ${COMPUTING.join(', ')}`,
    harmless,
    unsafe,
    operators: computing,
    records,
  }
}

function isHarmless({ name, extension, volatile }, core) {
  if (OUT.some(([pattern]) => pattern.test(name))) return false
  if (ADMITTED.some(([pattern]) => pattern.test(name))) return true
  if (volatile || !computes(extension)) return false
  return extension !== 'postgis' || POSTGIS_OWN.test(name) || core.has(name)
}

function computes(extension) {
  return extension === '' || COMPUTING.includes(extension)
}
