/**
 * Functions that do more than compute: they write, wait, lock, signal, or reach beyond the database. No parser knows these,
 * so they are listed; what the database itself prefixes (`pg_`) is harmful unless listed as harmless.
 */
import { findVerb } from '../policy/verbs.ts'

const HARMFUL: ReadonlySet<string> = new Set(
  `setval nextval set_config lowrite loread crosstab connectby ts_stat query_to_xml
   query_to_xmlschema query_to_xml_and_xmlschema cursor_to_xml cursor_to_xmlschema table_to_xml schema_to_xml database_to_xml
   load_extension load_file readfile writefile edit fts3_tokenizer sleep benchmark get_lock release_lock release_all_locks
   is_used_lock master_pos_wait source_pos_wait wait_for_executed_gtid_set sys_exec sys_eval sys_get sys_set exec execute
   external_query openrowset opendatasource openquery eval shell system copyfrom file_write remote remotesecure url s3 file
   mysql input postgresql jdbc odbc hdfs read_csv read_csv_auto read_parquet read_json read_json_auto read_text read_blob
   parquet_scan sniff_csv getenv`.split(/\s+/),
)

const HARMFUL_SHAPE =
  /^(?:lo_|dblink|xp_|sp_|http|net_|cron_|dbms_|utl_|aws_|lambda_|azure_|ai_|ml_|fn_ssdp|master_|run_command_on_|postgres_fdw_)/

const HARMLESS_PG =
  /^pg_(?:get_\w+|is_in_\w+|is_other_\w+|has_role|size_pretty|size_bytes|typeof|column_\w+|table_size|table_is_visible|\w+_is_visible|total_relation_size|relation_size|relation_filenode|relation_filepath|filenode_relation|indexes_size|index_\w+|indexam_\w+|database_size|tablespace_(?:size|location|databases)|backend_pid|blocking_pids|safe_snapshot_blocking_pids|postmaster_start_time|conf_load_time|current_(?:snapshot|wal_lsn|wal_insert_lsn|wal_flush_lsn|xact_id|logfile)|snapshot_\w+|xact_status|visible_in_snapshot|last_\w+|wal_lsn_diff|walfile_name|walfile_name_offset|lsn\w*|stat_get_\w+|describe_object|identify_object|identify_object_as_address|encoding_to_char|char_to_encoding|client_encoding|collation_for|collation_actual_version|my_temp_schema|jit_available|input_is_valid|input_error_info|options_to_table|timezone_\w+|lock_status|show_all_settings|available_\w+|sequence_\w+|trigger_depth|listening_channels|notification_queue_usage|basetype|sequence_last_value)$/

/** Built-in functions whose names only sound like deeds. */
const ONLY_SOUNDS_LIKE_IT: ReadonlySet<string> = new Set(
  `sign truncate array_remove array_drop json_remove jsonb_remove json_delete jsonb_delete list_remove map_delete ts_delete
   st_removepoint st_removerepeatedpoints`.split(/\s+/),
)

/** Why a function counts as a write, or `null`. `name` has no quotes; a schema before it is cut off by the caller. */
export function sideEffectOf(name: string): string | null {
  const lower = name.toLowerCase()
  if (HARMFUL.has(lower) || HARMFUL_SHAPE.test(lower)) return `the function ${name} does more than compute`
  if (lower.startsWith('pg_') && !HARMLESS_PG.test(lower)) return `the function ${name} is not known to be harmless`
  if (ONLY_SOUNDS_LIKE_IT.has(lower)) return null
  const verb = findVerb(name)
  return verb !== null && verb.risk === 'high' ? `the function ${name} sounds like a deed ("${verb.verb}")` : null
}
