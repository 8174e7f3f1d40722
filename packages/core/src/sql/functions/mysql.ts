/** Made by scripts/sql-functions/make.mjs from MariaDB 10.11.19, and MySQL 8.4 by its manual. Not edited by hand. */
import type { FunctionLists } from './function-lists.ts'

export const MYSQL_FUNCTIONS: FunctionLists = {
  harmless: `
    abs acos add_months adddate addtime aes_decrypt aes_encrypt any_value ascii asin atan atan2 avg bin bin_to_uuid
    bit_and bit_count bit_length bit_or bit_xor cast ceil ceiling char char_length character_length charset chr
    coalesce coercibility collation column_check column_exists column_json column_list compress concat concat_ws
    connection_id conv convert convert_tz cos cot count crc32 crc32c cume_dist curdate current_date current_role
    current_time current_timestamp current_user curtime database date date_add date_format date_sub datediff day
    dayname dayofmonth dayofweek dayofyear decode default degrees dense_rank elt encode exp export_set extract
    extractvalue field find_in_set first_value floor format format_bytes format_pico_time found_rows from_base64
    from_days from_unixtime get_format greatest group_concat grouping gtid_subset gtid_subtract hex hour icu_version
    if ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr interval is_free_lock is_ipv4 is_ipv4_compat
    is_ipv4_mapped is_ipv6 is_used_lock is_uuid isnull json_array json_array_append json_array_insert json_arrayagg
    json_compact json_contains json_contains_path json_depth json_detailed json_equals json_exists json_extract
    json_insert json_keys json_length json_loose json_merge json_merge_patch json_merge_preserve json_normalize
    json_object json_objectagg json_overlaps json_pretty json_query json_quote json_remove json_replace
    json_schema_valid json_schema_validation_report json_search json_set json_storage_free json_storage_size
    json_table json_type json_unquote json_valid json_value lag last_day last_insert_id last_value lastval lcase lead
    least left length lengthb linestring ln localtime localtimestamp locate log log10 log2 lower lpad ltrim make_set
    makedate maketime max mbrcontains mbrcovers mbrdisjoint mbrequals mbrintersects mbrwithin md5 median microsecond
    mid min minute mod month monthname name_const natural_sort_key now nth_value ntile nullif nvl nvl2 oct
    octet_length ord password percent_rank percentile_cont percentile_disc period_add period_diff pi point polygon
    position pow power ps_current_thread_id ps_thread_id quarter quote radians rand random_bytes rank regexp_instr
    regexp_like regexp_replace regexp_substr repeat replace reverse right roles_graphml round row_count row_number
    rpad rtrim schema schemas sec_to_time second session_user sformat sha sha1 sha2 sign sin soundex space sqrt
    st_area st_asbinary st_asgeojson st_astext st_buffer st_centroid st_collect st_contains st_convexhull st_crosses
    st_difference st_dimension st_disjoint st_distance st_distance_sphere st_endpoint st_envelope st_equals st_geohash
    st_geometrytype st_geomfromgeojson st_geomfromtext st_geomfromwkb st_intersection st_intersects st_isempty
    st_isvalid st_latfromgeohash st_latitude st_length st_lineinterpolatepoint st_longfromgeohash st_longitude
    st_makeenvelope st_numpoints st_overlaps st_pointatdistance st_pointfromtext st_pointn st_simplify st_srid
    st_startpoint st_symdifference st_touches st_transform st_union st_validate st_within st_x st_y statement_digest
    statement_digest_text std stddev stddev_pop stddev_samp str_to_date strcmp subdate substr substring
    substring_index subtime sum sys_guid sysdate system_user tan time time_format time_to_sec timediff timestamp
    timestampadd timestampdiff to_base64 to_char to_days to_seconds trim truncate ucase uncompress uncompressed_length
    unhex unix_timestamp updatexml upper user utc_date utc_time utc_timestamp uuid uuid_short uuid_to_bin
    validate_password_strength values var_pop var_samp variance version week weekday weekofyear weight_string year
    yearweek
  `,
  unsafe: `
    analyse asynchronous_connection_failover_add_source asynchronous_connection_failover_delete_source
    audit_log_filter_set_filter audit_log_read benchmark get_lock group_replication_set_as_primary
    group_replication_switch_to_multi_primary_mode group_replication_switch_to_single_primary_mode
    keyring_key_generate keyring_key_remove keyring_key_store load_data load_file master_gtid_wait master_pos_wait
    nextval release_all_locks release_lock service_get_read_locks service_get_write_locks service_release_locks
    setseed setval sleep source_pos_wait sys_eval sys_exec sys_get sys_set version_tokens_set
    wait_for_executed_gtid_set wait_until_sql_thread_after_gtids wsrep_sync_wait_upto_gtid
  `,
  unsafeTables: ``,
  operators: ``,
  records: ``,
}
