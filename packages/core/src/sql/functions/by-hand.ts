/**
 * Functions of engines that cannot be run here, by their documentation: those known to change nothing, and those known to do
 * more. BigQuery: "Functions and operators" (cloud.google.com/bigquery/docs/reference/standard-sql). Snowflake: "All functions,
 * alphabetical" (docs.snowflake.com/en/sql-reference). SQL Server: "Transact-SQL functions" (learn.microsoft.com/sql/t-sql).
 * ClickHouse: "Table functions" (clickhouse.com/docs/sql-reference); only what does more, because no parser here reads it.
 */
import type { FunctionLists } from './function-lists.ts'

export const BIGQUERY_FUNCTIONS: FunctionLists = {
  harmless: `
    abs acos acosh any_value approx_count_distinct approx_quantiles approx_top_count approx_top_sum array array_agg array_concat
    array_concat_agg array_first array_last array_length array_reverse array_slice array_to_string ascii asin asinh atan atan2
    atanh avg bit_and bit_count bit_or bit_xor bool byte_length cast cbrt ceil ceiling char_length character_length chr
    coalesce code_points_to_bytes code_points_to_string collate concat contains_substr corr cos cosh cosine_distance cot coth
    count countif covar_pop covar_samp csc csch cume_dist current_date current_datetime current_time current_timestamp date
    date_add date_bucket date_diff date_from_unix_date date_sub date_trunc datetime datetime_add datetime_bucket datetime_diff
    datetime_sub datetime_trunc dense_rank div ends_with error euclidean_distance exp extract farm_fingerprint first_value
    float64 floor format format_date format_datetime format_time format_timestamp from_base32 from_base64 from_hex
    generate_array generate_date_array generate_range_array generate_timestamp_array generate_uuid greatest grouping hll_count.extract
    hll_count.init hll_count.merge hll_count.merge_partial ieee_divide if ifnull initcap instr int64 is_inf is_nan
    json_array json_array_append json_array_insert json_extract json_extract_array json_extract_scalar
    json_extract_string_array json_keys json_object json_query json_query_array json_remove json_set json_strip_nulls
    json_type json_value json_value_array justify_days justify_hours justify_interval lag last_day last_value lax_bool
    lax_float64 lax_int64 lax_string lead least left length ln log log10 logical_and logical_or lower lpad ltrim make_interval
    max max_by md5 min min_by mod net.host net.ip_from_string net.ip_net_mask net.ip_to_string net.ip_trunc
    net.ipv4_from_int64 net.ipv4_to_int64 net.public_suffix net.reg_domain net.safe_ip_from_string normalize
    normalize_and_casefold nth_value ntile nullif octet_length parse_bignumeric parse_date parse_datetime parse_json
    parse_numeric parse_time parse_timestamp percent_rank percentile_cont percentile_disc pow power rand range range_bucket
    range_contains range_end range_overlaps range_start rank regexp_contains regexp_extract regexp_extract_all regexp_instr
    regexp_replace regexp_substr repeat replace reverse right round row_number rpad rtrim s2_cellidfrompoint
    s2_coveringcellids safe_add safe_cast safe_convert_bytes_to_string safe_divide safe_multiply safe_negate safe_subtract
    sec sech session_user sha1 sha256 sha512 sign sin sinh soundex split sqrt st_area st_asbinary st_asgeojson st_astext
    st_boundary st_buffer st_centroid st_clusterdbscan st_contains st_convexhull st_coveredby st_covers st_difference
    st_distance st_dwithin st_envelope st_equals st_geogfrom st_geogfromgeojson st_geogfromtext st_geogfromwkb st_geogpoint
    st_geohash st_intersection st_intersects st_isempty st_length st_makeline st_makepolygon st_maxdistance st_numpoints
    st_perimeter st_simplify st_snaptogrid st_touches st_union st_union_agg st_within st_x st_y starts_with stddev stddev_pop
    stddev_samp string string_agg strpos struct substr substring sum tan tanh time time_add time_diff time_sub time_trunc
    timestamp timestamp_add timestamp_bucket timestamp_diff timestamp_micros timestamp_millis timestamp_seconds timestamp_sub
    timestamp_trunc to_base32 to_base64 to_code_points to_hex to_json to_json_string translate trim trunc typeof unicode
    unix_date unix_micros unix_millis unix_seconds unnest upper var_pop var_samp variance
  `,
  unsafe: 'external_query external_object_transform',
  unsafeTables: 'appends changes external_query gap_fill vector_search',
  operators: '',
  records: '',
}

export const SNOWFLAKE_FUNCTIONS: FunctionLists = {
  harmless: `
    abs acos add_months all any any_value approx_count_distinct approx_percentile approx_top_k array_agg array_append array_cat
    array_compact array_construct array_contains array_distinct array_except array_flatten array_insert array_intersection
    array_max array_min array_position array_prepend array_remove array_size array_slice array_sort array_to_string arrays_overlap
    as_array as_char as_date as_double as_integer as_object as_varchar ascii asin atan atan2 avg base64_decode_string
    base64_encode between bitand bitnot bitor bitshiftleft bitshiftright bitxor boolagg booland_agg boolor_agg ceil charindex
    check_json chr coalesce collate collation concat concat_ws contains convert_timezone corr cos count count_if covar_pop
    covar_samp cube cume_dist current_account current_client current_database current_date current_region current_role
    current_schema current_session current_statement current_time current_timestamp current_transaction current_user
    current_version current_warehouse date date_from_parts date_part date_trunc dateadd datediff datefromparts day dayname
    dayofmonth dayofweek dayofweekiso dayofyear decode degrees dense_rank div0 div0null editdistance endswith equal_null exp
    factorial first_value flatten floor get get_path getdate greatest greatest_ignore_nulls grouping grouping_id hash hash_agg
    haversine hex_decode_string hex_encode hour hll iff ifnull ilike initcap insert is_array is_boolean is_date is_integer
    is_null_value is_object is_varchar jarowinkler_similarity kurtosis lag last_day last_value last_query_id lead least
    least_ignore_nulls left len length like listagg ln localtime localtimestamp log lower lpad ltrim max max_by md5 md5_hex
    median min min_by minhash minute mod mode month monthname months_between next_day nth_value ntile nullif nullifzero nvl
    nvl2 object_agg object_construct object_construct_keep_null object_delete object_insert object_keys object_pick
    octet_length parse_ip parse_json parse_url percent_rank percentile_cont percentile_disc pi position pow power
    previous_day quarter radians random randstr rank ratio_to_report regexp regexp_count regexp_instr regexp_like
    regexp_replace regexp_substr regexp_substr_all regr_slope repeat replace reverse right rlike round row_number rpad rtrim
    rollup rtrimmed_length second sha1 sha1_hex sha2 sha2_hex sign sin skew soundex space split split_part split_to_table sqrt
    square startswith stddev stddev_pop stddev_samp strip_null_value strtok strtok_split_to_table strtok_to_array substr
    substring sum sysdate tan time time_from_parts time_slice timeadd timediff timestamp_from_parts timestamp_ltz_from_parts
    timestamp_ntz_from_parts timestamp_tz_from_parts timestampadd timestampdiff to_array to_binary to_boolean to_char to_date
    to_decimal to_double to_geography to_json to_number to_numeric to_object to_time to_timestamp to_timestamp_ltz
    to_timestamp_ntz to_timestamp_tz to_varchar to_variant translate trim trunc truncate try_base64_decode_string
    try_hex_decode_string try_parse_json try_to_boolean try_to_date try_to_decimal try_to_double try_to_number
    try_to_numeric try_to_time try_to_timestamp try_to_timestamp_ntz typeof unicode uniform upper uuid_string var_pop
    var_samp variance week weekiso weekofyear width_bucket year yearofweek yearofweekiso zeroifnull
  `,
  unsafe: `get_presigned_url build_scoped_file_url build_stage_file_url get_stage_location result_scan infer_schema
    generator_state system`,
  unsafeTables: 'result_scan infer_schema directory',
  operators: '',
  records: '',
}

export const SQLSERVER_FUNCTIONS: FunctionLists = {
  harmless: `
    abs acos all any app_name approx_count_distinct approx_percentile_cont approx_percentile_disc ascii asin atan atn2 avg bit_count
    binary_checksum cast ceiling char charindex checksum checksum_agg choose coalesce col_length col_name columnproperty
    compress concat concat_ws connectionproperty convert cos cot count count_big cube cume_dist current_date current_timestamp
    current_timezone current_timezone_id current_transaction_id current_user databasepropertyex datalength dateadd
    date_bucket datediff datediff_big datefromparts datename datepart datetime2fromparts datetimefromparts
    datetimeoffsetfromparts datetrunc day db_id db_name decompress degrees dense_rank difference eomonth error_message exp
    file_id file_name first_value floor format formatmessage generate_series getansinull getdate getutcdate greatest
    grouping grouping_id has_dbaccess has_perms_by_name hashbytes host_id host_name ident_current ident_incr ident_seed iif
    index_col indexproperty is_member is_rolemember is_srvrolemember isdate isjson isnull isnumeric json_array json_arrayagg
    json_modify json_object json_objectagg json_path_exists json_query json_value lag last_value lead least left
    left_shift len log log10 lower ltrim max min month nchar newid ntile nullif object_definition object_id object_name
    object_schema_name objectproperty objectpropertyex openjson original_login parse parsename patindex percent_rank
    percentile_cont percentile_disc pi power quotename radians rand rank rollup regexp_count regexp_instr regexp_like regexp_replace
    regexp_substr replace replicate reverse right right_shift round row_number rowcount_big rtrim schema_id schema_name
    scope_identity serverproperty session_context session_user set_bit sign sin smalldatetimefromparts soundex space
    sql_variant_property sqrt square stats_date stdev stdevp str string_agg string_escape string_split stuff substring sum
    suser_id suser_name suser_sid suser_sname switchoffset sysdatetime sysdatetimeoffset system_user sysutcdatetime tan
    textptr timefromparts todatetimeoffset translate trim try_cast try_convert try_parse type_id type_name typeproperty
    unicode unistr upper user_id user_name var varp xact_state year
  `,
  unsafe: `openrowset opendatasource openquery openxml xp_cmdshell sp_executesql sp_oacreate fn_trace_gettable
    fn_get_audit_file fn_xe_file_target_read_file get_filestream_transaction_context newsequentialid`,
  unsafeTables: '',
  operators: '',
  records: '',
}

export const CLICKHOUSE_FUNCTIONS: FunctionLists = {
  harmless: '',
  unsafe: 'file sleep sleepeachrow executable catboostevaluate',
  unsafeTables: `azureblobstorage azureblobstoragecluster deltalake executable file filecluster gcs hdfs hdfscluster hudi iceberg
    icebergs3 input jdbc loop mongodb mysql odbc postgresql redis remote remotesecure s3 s3cluster sqlite url urlcluster ytsaurus`,
  operators: '',
  records: '',
}
