/**
 * Functions that do more than compute: they write, wait, lock, signal, or reach beyond the database. No parser knows these,
 * so they are listed; what the database itself prefixes (`pg_`) is harmful unless listed as harmless. A function in a schema
 * of somebody's own may do anything, and one whose name says that it does something is taken at its word.
 */
import { findVerb } from '../policy/verbs.ts'
import { say } from '../sentence/say.ts'

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
   st_removepoint st_removerepeatedpoints replace regexp_replace array_replace json_replace jsonb_replace insert json_insert
   jsonb_insert array_insert list_insert jsonb_set jsonb_set_lax json_set json_array_insert array_append list_append
   json_array_append jsonb_array_append array_push_back convert convert_to convert_from convert_tz try_convert
   log log2 log10 make_date make_time make_timestamp make_timestamptz make_interval make_set makedate maketime
   generate_series generate_subscripts generate_array generate_date_array generate_timestamp_array generate_uuid
   uuid_generate_v1 uuid_generate_v1mc uuid_generate_v3 uuid_generate_v4 uuid_generate_v5 find_in_set export_set set_bit
   set_byte set_masklen date_add datetime_add time_add timestamp_add add_months add_days json_merge json_merge_patch
   json_merge_preserve json_patch jsonb_patch range_merge inet_merge like ilike record last_insert_id
   last_insert_rowid type typeof json_type jsonb_type note
   st_makepoint st_makeline st_makeenvelope map_from_entries`.split(/\s+/),
)

/** Words of deeds that rate no tool by its name, and yet no function that only computes. */
const DEED =
  /(?:^|_)(?:process|do|perform|handle|unschedule|refresh|ingest|enqueue|dequeue|queue|emit|fire|sync|expire|rotate|cleanup|clean|reindex|vacuum|init|initialize|initialise|seed|load|unload|persist|put|job|task)(?:_|$)/

const SYSTEM_SCHEMAS: ReadonlySet<string> = new Set(['pg_catalog', 'information_schema', 'safe'])

/** Why a function counts as a write, or `null`. Neither name has quotes; `schema` is `null` where none is written. */
export function sideEffectOf(name: string, schema: string | null): string | null {
  const lower = name.toLowerCase()
  if (HARMFUL.has(lower) || HARMFUL_SHAPE.test(lower)) return say('functionDoesMore', { name })
  if (schema !== null && !SYSTEM_SCHEMAS.has(schema.toLowerCase())) return say('functionOfSchema', { name, schema })
  if (lower.startsWith('pg_')) return HARMLESS_PG.test(lower) ? null : say('functionUnknown', { name })
  if (ONLY_SOUNDS_LIKE_IT.has(lower)) return null
  const verb = findVerb(name)
  if (verb !== null && verb.risk !== 'low') return say('functionSoundsLikeVerb', { name, verb: verb.verb })
  return DEED.test(lower) ? say('functionSoundsLikeDeed', { name }) : null
}
