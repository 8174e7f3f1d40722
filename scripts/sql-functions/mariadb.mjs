// MariaDB's own list of functions (`information_schema.SQL_FUNCTIONS`), which stands for MySQL too. What the grammar
// knows by itself (`LEFT`, `IF`, `YEAR` …) and what only MySQL has is not in it: those are listed by hand, and the
// running server is asked about each. MariaDB says nothing of side effects, so the harmful ones are listed by hand;
// there are few, and the list is closed.
import { execFileSync } from 'node:child_process'

/** Not harmless, and why. */
const OUT = {
  benchmark: 'keeps the server busy',
  sleep: 'waits',
  get_lock: 'takes a lock',
  release_lock: 'gives a lock back',
  release_all_locks: 'gives locks back',
  master_gtid_wait: 'waits',
  master_pos_wait: 'waits',
  source_pos_wait: 'waits',
  wait_for_executed_gtid_set: 'waits',
  wait_until_sql_thread_after_gtids: 'waits',
  wsrep_sync_wait_upto_gtid: 'waits',
  load_file: 'reads a file',
  nextval: 'takes from a sequence',
  setval: 'sets a sequence',
  setseed: 'changes how the session works',
  analyse: 'PROCEDURE ANALYSE',
  sys_exec: 'lib_mysqludf_sys: runs a program',
  sys_eval: 'lib_mysqludf_sys: runs a program',
  sys_get: 'lib_mysqludf_sys: reads the environment',
  sys_set: 'lib_mysqludf_sys: sets the environment',
  load_data: 'not a function',
  audit_log_filter_set_filter: 'MySQL Enterprise',
  audit_log_read: 'MySQL Enterprise: reads a file',
  keyring_key_generate: 'MySQL: changes the keyring',
  keyring_key_remove: 'MySQL: changes the keyring',
  keyring_key_store: 'MySQL: changes the keyring',
  group_replication_set_as_primary: 'MySQL: changes the group',
  group_replication_switch_to_single_primary_mode: 'MySQL: changes the group',
  group_replication_switch_to_multi_primary_mode: 'MySQL: changes the group',
  asynchronous_connection_failover_add_source: 'MySQL: changes replication',
  asynchronous_connection_failover_delete_source: 'MySQL: changes replication',
  service_get_read_locks: 'MySQL: takes locks',
  service_get_write_locks: 'MySQL: takes locks',
  service_release_locks: 'MySQL: gives locks back',
  version_tokens_set: 'MySQL: changes the server',
}

/** Names that the server lists and that nobody writes. */
const MACHINERY =
  /_oracle$|^(?:encrypt|old_password|des_encrypt|des_decrypt|decode_histogram|wsrep_\w+|binlog_gtid_pos)$/

/**
 * Known to the grammar, and harmless. MariaDB 10.11 documentation, "Built-in Functions"; MySQL 8.4 manual, chapter 14.
 */
const GRAMMAR = `
  left right if insert replace char convert date time timestamp year month day hour minute second interval truncate repeat
  mod user current_user session_user system_user current_role current_date current_time current_timestamp localtime
  localtimestamp utc_date utc_time utc_timestamp curdate curtime sysdate database schema values default ascii charset collation
  coalesce dayofmonth row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value avg
  bit_and sum min max count group_concat json_table json_arrayagg json_objectagg timestampadd timestampdiff date_add date_sub
  adddate subdate extract position substring substr mid trim cast weight_string quarter week format regexp_replace
  regexp_instr regexp_substr from_unixtime unix_timestamp get_format password concat lastval st_x st_y st_astext st_asbinary
  st_geomfromtext st_geomfromwkb st_pointfromtext st_distance st_distance_sphere st_contains st_within st_intersects st_area
  st_length st_srid st_isvalid st_envelope st_buffer st_centroid st_geometrytype st_asgeojson st_geomfromgeojson st_equals
  st_touches st_overlaps st_crosses st_disjoint st_union st_intersection st_difference st_symdifference st_simplify
  st_numpoints st_pointn st_startpoint st_endpoint st_dimension st_isempty st_convexhull point linestring polygon
  mbrcontains mbrwithin mbrintersects nvl nvl2 decode to_char add_months chr
  json_schema_valid
`
/** Only in MySQL. MySQL 8.4 Reference Manual, "Built-In Function and Operator Reference". */
const MYSQL_ONLY = `
  any_value bin_to_uuid uuid_to_bin is_uuid regexp_like json_storage_size json_storage_free json_schema_valid
  json_schema_validation_report json_pretty grouping format_bytes format_pico_time statement_digest statement_digest_text
  st_latitude st_longitude st_geohash st_latfromgeohash st_longfromgeohash st_transform st_validate st_makeenvelope
  gtid_subset gtid_subtract random_bytes validate_password_strength ps_current_thread_id ps_thread_id icu_version roles_graphml
  st_lineinterpolatepoint st_pointatdistance st_collect mbrcovers mbrdisjoint mbrequals
`

export function readMariadb({ socket, user }) {
  const query = (sql, options = []) =>
    execFileSync('mariadb', ['--no-defaults', '-S', socket, '-u', user, '-N', ...options, '-e', sql], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  const version = query('SELECT version()').split('-')[0]
  const listed = query('SELECT lower(`function`) FROM information_schema.SQL_FUNCTIONS').split('\n')
  const grammar = words(GRAMMAR)
  for (const name of grammar) if (isUnknown(name, query)) console.error(`MariaDB does not know ${name}; kept for MySQL`)
  const harmless = new Set(
    [...listed, ...grammar, ...words(MYSQL_ONLY)].filter((name) => !Object.hasOwn(OUT, name) && !MACHINERY.test(name)),
  )
  return { engine: `MariaDB ${version}, and MySQL 8.4 by its manual`, harmless, unsafe: new Set(Object.keys(OUT)) }
}

/**
 * The server names a function that it does not know; of all others it says that the arguments are wrong, or it answers.
 */
function isUnknown(name, query) {
  try {
    query(`SELECT ${name}()`)
    return false
  } catch (error) {
    return /\b(?:1305|1630)\b/.test(String(error.stderr))
  }
}

function words(text) {
  return text.trim().split(/\s+/)
}
